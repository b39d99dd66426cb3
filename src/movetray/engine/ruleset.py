"""A rule set is one value: steps, move kinds, clauses, options, marks and procedures, in the order of its book."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from movetray.engine.rule import (
    Breach,
    Crossing,
    Examples,
    FallsShort,
    FurthestPart,
    GroundFactor,
    KeepsOff,
    Passes,
    PassesOver,
    RiseOnce,
    Toll,
    Unhindered,
    WayPrice,
)
from movetray.engine.verdict import Finding, Stage
from movetray.units import at_most

if TYPE_CHECKING:
    from movetray.engine.attempt import Attempt
    from movetray.engine.command import Waypoint
    from movetray.engine.resolve import Run
    from movetray.engine.walk import Leg, Walk
    from movetray.table.table import Table
    from movetray.table.terrain import Ground

V = TypeVar("V")

Check = Callable[["Attempt"], Iterable[Finding]]
"""Looks at an attempt and reports what it found; broken, asks or applied. Measures, never words."""

Conceals = Callable[["Table", "RuleSet", str | None], frozenset[str]]
"""The models that are hidden from a side's players (None: from whoever only looks on), as the rules and options have
it now; what names them is kept from these players."""

Procedure = Callable[["Run"], None]
"""Carries a legal command out: rolls, emits events, cites what it used."""


WayExists = Callable[["Attempt", "Walk", "Leg"], bool]
"""Whether a leg of a way of the rule set's own (a climb, a jump) exists there."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a rule set.

    `says` states it; `message` states one case that it refuses, with `{placeholders}` for the facts of its finding;
    `applied` one in which it did not refuse but allowed, priced or caused something (empty: as `message`). Of several
    messages the first is taken whose facts are all there. All are catalogue keys in English.
    `seed` is the paragraph of the source text, `+` for what comes from beyond it. `verbs` are the move kinds it looks
    at (empty: all). A clause with a `check` refuses or asks; `early` says that the check needs no path, so that it
    also tells what may be begun; `leg` that it looks at legs one by one, so that the planner can ask it of a single
    one. `value` is the number, factor or table that the clause lays down (or several), for those who price, test or
    limit by it.
    """

    id: str
    seed: str
    says: str
    message: str | tuple[str, ...]
    check: Check | None = None
    verbs: frozenset[str] = frozenset()
    stage: Stage = "move"
    early: bool = False
    value: Any = None
    leg: bool = False
    alike: bool = False
    rest: bool = False
    applied: str | tuple[str, ...] = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A switch where the text is silent: its values (empty: any number), the default, and why it exists."""

    id: str
    values: tuple[str, ...]
    default: str | float
    why: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A fact the rule set keeps about a model, unit or side.

    `lapses`: `never`, `step` (when the step ends), `turn` (when its side's next turn begins), `round`.
    `shown` marks are statuses that players see and files name.
    """

    id: str
    lapses: str = "never"
    shown: bool = False


@dataclass(frozen=True, slots=True)
class MoveKind:
    """A verb of the rule set: when it may be done, what it needs, how it is carried out.

    `steps` it belongs to (empty: any); `misplaced` is the clause that says so. `needs` are the fields of the command
    that must be there (`path|to`: one of them). `allowance` answers how many inches a model has for it (None: it has
    no path); `into_contact` its ways into contact with all of some models at once, the shortest first. `answers`: it
    answers an open choice. `closes`: it needs, and ends, the model's movement of the step; `needs_move`: it needs it
    and leaves it open. `rolled` answers whether its allowance is still to be rolled: it may then be said without a
    path. `draws` makes paths of what the command says in words of its own (None: it says none). `any_side`: it may be
    said of anybody at any time (the table's word). `off_table`: of models that are not there.
    """

    verb: str
    resolve: Procedure
    steps: frozenset[str] = frozenset()
    misplaced: str = "table.step"
    needs: tuple[str, ...] = ()
    allowance: Callable[["Table", "RuleSet", str], float] | None = None
    into_contact: Callable[["Table", "RuleSet", str, tuple[str, ...]], list["Walk"]] | None = None
    answers: bool = False
    closes: bool = False
    needs_move: bool = False
    any_side: bool = False
    off_table: bool = False
    rolled: Callable[["Attempt"], bool] | None = None
    draws: Callable[["Attempt"], "Mapping[str, tuple[Waypoint, ...]] | None"] | None = None


@dataclass(frozen=True, slots=True)
class Drill:
    """What a block has for a move ahead and in wheels: inches of allowance, what a radian of a wheel takes of them, and
    how far it stays from other units and from what nobody passes."""

    allowance: float
    radian: float
    room: float


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the turn, and what happens when it ends.

    `shared`: it opens the round for all sides at once. The steps after it are gone through side by side, in one phase
    that begins for everybody when the shared step ends.
    """

    id: str
    ends: Procedure | None = None
    shared: bool = False


@dataclass(frozen=True)
class RuleSet:
    """One game's movement phase as a value; a house rule is that value edited.

    `foretold` are the options under which chances are told, where else the dice of a command fall only later.
    """

    id: str
    title: str
    steps: tuple[Step, ...]
    kinds: Mapping[str, MoveKind]
    clauses: Mapping[str, Clause]
    options: Mapping[str, Option] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    keywords: frozenset[str] = frozenset()
    stats: frozenset[str] = frozenset()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    procedures: Mapping[str, Procedure] = field(default_factory=dict)
    ways: Mapping[str, WayExists] = field(default_factory=dict)
    chance: Callable[["Table", "RuleSet", "Walk"], Fraction] | None = None
    touch_option: str | None = None
    order: Callable[["Table"], tuple[str, ...]] | None = None
    flies: Callable[["Table", "RuleSet", str], bool] | None = None
    foretold: Mapping[str, Any] = field(default_factory=dict)
    house: str = ""
    conceals: Conceals | None = None
    hiding_option: tuple[str, str] | None = None
    drill: Callable[["Table", "RuleSet", str, str], Drill | None] | None = None

    @property
    def hides(self) -> bool:
        """Whether, as the options are, models can be hidden from some of the people at the table."""
        return self.conceals is not None and (
            self.hiding_option is None or self.option(self.hiding_option[0]) == self.hiding_option[1]
        )

    def concealed(self, table: "Table", side: str | None) -> frozenset[str]:
        """The models that are hidden from a side's players; None: from those who only look on."""
        if self.conceals is None or not self.hides:
            return frozenset()
        return self.conceals(table, self, side)

    def laid_down(self, kind: type[V]) -> tuple[tuple[str, V], ...]:
        """(clause, value) for everything of one kind that the clauses lay down, in the order of the book."""
        return tuple(
            (clause.id, value)
            for clause in self.clauses.values()
            for value in (clause.value if isinstance(clause.value, tuple) else (clause.value,))
            if isinstance(value, kind)
        )

    @cached_property
    def ground_factors(self) -> Mapping[str, tuple[str, GroundFactor]]:
        """Going to the clause that slows it, and by how much."""
        return {value.going: (clause, value) for clause, value in self.laid_down(GroundFactor)}

    @cached_property
    def way_prices(self) -> Mapping[str, tuple[str, WayPrice]]:
        """Way to the clause that prices it."""
        return {value.by: (clause, value) for clause, value in self.laid_down(WayPrice)}

    @cached_property
    def crossings(self) -> Mapping[str, tuple[str, float]]:
        """Kind of piece to the clause that lets low ones be crossed, and up to what height (inches)."""
        return {value.kind: (clause, value.height(self)) for clause, value in self.laid_down(Crossing)}

    @cached_property
    def low(self) -> tuple[tuple[str, float], ...]:
        """Kinds of pieces that a base crosses and cannot rest on, with the height up to which it may (inches)."""
        return tuple((kind, height) for kind, (_, height) in self.crossings.items() if kind == "wall")

    def crossed_by(self, kind: str, rise: float) -> str | None:
        """The clause that lets a base cross a piece which rises so many inches above it; None where none does."""
        clause, height = self.crossings.get(kind, (None, 0.0))
        return clause if clause is not None and at_most(rise, height) else None

    @cached_property
    def falls_short(self) -> frozenset[str]:
        """The ways whose unpaid leg is begun and ends in a fall."""
        return frozenset(value.by for _, value in self.laid_down(FallsShort))

    @cached_property
    def touches_by_centre(self) -> bool:
        """Whether a model is in a piece of ground by its centre only, not by any part of its base."""
        return self.touch_option is not None and self.option(self.touch_option) == "centre"

    @cached_property
    def catalogue(self) -> Mapping[str, str]:
        """How it goes on ground that is only named."""
        return {name: going for _, value in self.laid_down(Examples) for name, going in value.goings.items()}

    @cached_property
    def unhindered(self) -> Mapping[str, frozenset[str]]:
        """Going to the keywords of the units that it does not hinder."""
        return {value.going: value.keywords for _, value in self.laid_down(Unhindered)}

    def bars(self, table: "Table", ground: "Ground", model: str) -> bool:
        """Whether a model may not set foot on a stretch of ground."""
        if self.going(table, ground) != "impassable":
            return False
        return not self.unhindered.get("impassable", frozenset()) & table.unit_of(model).keywords

    def acting(self, table: "Table") -> tuple[str, ...]:
        """The sides in the order in which they act: as the rules have it now, or as the table lists them."""
        return table.sides if self.order is None else self.order(table)

    def flying(self, table: "Table", model: str) -> bool:
        """Whether a model flies wherever it is not said to go otherwise."""
        return self.flies is not None and self.flies(table, self, model)

    @cached_property
    def keeps_off(self) -> tuple[KeepsOff, ...]:
        """How ways stay away from enemies which are no targets."""
        return tuple(value for _, value in self.laid_down(KeepsOff))

    @cached_property
    def _passes(self) -> tuple[Passes, ...]:
        return tuple(value for _, value in self.laid_down(Passes))

    def passes(self, table: "Table", model: str, other: str) -> bool:
        """Whether a model passes another as if it were not there."""
        return any(value.applies(table, self, model, other) for value in self._passes)

    def passing_over(self, table: "Table") -> str | None:
        """The clause by which the step that begins on this table is passed over; None where it is not."""
        return next((clause for clause, value in self.laid_down(PassesOver) if value.empty(table, self)), None)

    @cached_property
    def breaches(self) -> tuple[tuple[str, Breach], ...]:
        """The clauses that let units through breachable pieces."""
        return self.laid_down(Breach)

    def breached_by(self, table: "Table", piece: str, model: str) -> str | None:
        """The clause that lets a model through a piece; None where none does."""
        if not self.breaches or not getattr(table.board.pieces[piece], "breachable", False):
            return None
        keywords = table.unit_of(model).keywords
        return next((clause for clause, value in self.breaches if value.keywords & keywords), None)

    @cached_property
    def tolls(self) -> tuple[tuple[str, Toll], ...]:
        """What ground takes of a whole move, and the clause that says so."""
        return self.laid_down(Toll)

    @cached_property
    def rises_once(self) -> Mapping[str, str]:
        """Way to the clause by which the height between the ends of a walk is paid once for it."""
        return {value.by: clause for clause, value in self.laid_down(RiseOnce) if value.applies(self)}

    @cached_property
    def furthest_part(self) -> tuple[str, FurthestPart] | None:
        """The clause that measures ways by the part of a base that travels furthest."""
        return next(iter(self.laid_down(FurthestPart)), None)

    def going(self, table: "Table", ground: "Ground") -> str:
        """How it goes on a stretch of ground: as settled, as written, or by the catalogue."""
        settled = table.settled.get(ground.id)
        if settled is not None:
            return settled
        return self.catalogue.get(ground.like, ground.going) if ground.like else ground.going

    @cached_property
    def checks(self) -> Mapping[str, Mapping[str, tuple[Clause, ...]]]:
        """Verb, then stage, to the clauses that look at it, in the order of the book."""
        return {
            verb: {
                stage: tuple(
                    c
                    for c in self.clauses.values()
                    if c.check is not None and c.stage == stage and (not c.verbs or verb in c.verbs)
                )
                for stage in ("form", "time", "move")
            }
            for verb in self.kinds
        }

    def option(self, name: str) -> Any:
        """The value of an option as chosen, or its default."""
        return self.chosen.get(name, self.options[name].default)

    def has(self, clause: str) -> bool:
        """Whether a clause is in force."""
        return clause in self.clauses

    def amended(self, clause: str, **changes: Any) -> "RuleSet":
        """This rule set with one clause changed, e.g. `.amended(id, check=…)`. Raises KeyError for an unknown one."""
        return replace(self, clauses={**self.clauses, clause: replace(self.clauses[clause], **changes)})

    def without(self, clause: str) -> "RuleSet":
        """This rule set less one clause. Raises KeyError for an unknown one."""
        if clause not in self.clauses:
            raise KeyError(clause)
        return replace(self, clauses={k: v for k, v in self.clauses.items() if k != clause})

    def with_rule(self, clause: Clause) -> "RuleSet":
        """This rule set and one clause more."""
        return replace(self, clauses={**self.clauses, clause.id: clause})

    def with_options(self, **options: Any) -> "RuleSet":
        """This rule set with these options chosen (underscores stand for hyphens).

        Raises ValueError for an option or a value it does not know.
        """
        return self.choosing({name.replace("_", "-"): value for name, value in options.items()})

    def choosing(self, options: Mapping[str, Any]) -> "RuleSet":
        """This rule set with these options chosen. Raises ValueError for an option or a value it does not know."""
        chosen = dict(self.chosen)
        for name, value in options.items():
            option = self.options.get(name)
            if option is None:
                raise ValueError(f"{self.id} has no option `{name}`")
            chosen[name] = _admitted(option, value)
        return replace(self, chosen=chosen)


def _admitted(option: Option, value: Any) -> Any:
    if isinstance(value, bool):  # YAML 1.2 and YAML 1.1 writers both: on/off and true/false are the same
        value = "on" if value else "off"
    if option.values and str(value) in option.values:
        return str(value)
    if isinstance(option.default, float | int) and isinstance(value, int | float):
        return float(value)
    wanted = ", ".join(option.values) or "a number"
    raise ValueError(f"`{value}` is not one of {wanted}")
