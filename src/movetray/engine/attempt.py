"""What is being judged: a command on a table under a rule set, and what follows from it, found once."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from movetray._kernel import Shape
from movetray.engine.command import Command, Waypoint
from movetray.engine.order import Order, order_of
from movetray.engine.ruleset import MoveKind, RuleSet
from movetray.engine.sweep import models_met, solids_met
from movetray.engine.verdict import Place
from movetray.engine.walk import Leg, Price, Walk, goes_through, prices, stretches_of, walk_of
from movetray.table.board import Slice, Solid
from movetray.table.table import Decision, Pose, Table
from movetray.units import TOLERANCE

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rest:
    """A model at the end of a command: where it stands then, and by which leg it came (None: it was set down)."""

    model: str
    shape: Shape
    pose: Pose
    leg: int | None


class Attempt:
    """One command under judgement. Checks read it, nothing writes it.

    `bare`: only what needs no path is asked (may this be begun?). `along`: the ways are these, whatever the command
    says (a charge that nobody wrote a path for). `goes_on`: they are parts of ways that do not end there.
    """

    def __init__(
        self,
        table: Table,
        command: Command,
        rules: RuleSet,
        bare: bool = False,
        along: tuple[Walk, ...] | None = None,
        *,
        goes_on: bool = False,
    ) -> None:
        self.table, self.command, self.rules, self.bare, self._along = table, command, rules, bare, along
        self.goes_on = goes_on
        self._found: dict[Hashable, Any] = {}

    def once(self, key: Hashable, find: Callable[[], T]) -> T:
        """What several checks of a rule set ask about the same command is found once."""
        if key not in self._found:
            self._found[key] = find()
        found: T = self._found[key]
        return found

    @cached_property
    def kind(self) -> MoveKind | None:
        """The move kind of its verb; None where the rule set does not know it."""
        return self.rules.kinds.get(self.command.do)

    @property
    def subject(self) -> str | None:
        """The model or unit that acts."""
        return self.command.subject

    @cached_property
    def side(self) -> str:
        """The side that acts: the subject's, the one named, the one asked, or the active one."""
        subject = self.command.subject
        if subject is not None and (subject in self.table.models or subject in self.table.units):
            return self.table.side_of(subject)
        if self.command.side is not None:
            return self.command.side
        if self.kind is not None and self.kind.answers and self.table.pending:
            return self.table.pending[0].side
        return self.table.active

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """The targets named that stand on the table: only these can be measured to."""
        return tuple(target for target in self.command.targets if target in self.table.standing)

    @property
    def decision(self) -> Decision | None:
        """The choice that is to be settled next."""
        return self.table.pending[0] if self.table.pending else None

    @cached_property
    def answering(self) -> bool:
        """Whether the command answers the open choice."""
        decision = self.decision
        if decision is None or self.side != decision.side:
            return False
        return self.table.answered_by(self.command) or (self.command.do == "pass" and not decision.must)

    @cached_property
    def models(self) -> tuple[str, ...]:
        """The models that act and are on the table."""
        subject = self.command.subject
        if subject is None:
            return ()
        return tuple(m for m in self.table.members(subject) if self.table.models[m].pose is not None)

    @cached_property
    def walks(self) -> tuple[Walk, ...]:
        """The way of every model that the command gives a path."""
        if self._along is not None:
            return self._along
        command = self.command
        drawn = self.kind.draws(self) if self.kind is not None and self.kind.draws is not None else None
        if drawn is not None:
            return tuple(self._walk(model, path) for model, path in drawn.items())
        if command.model is not None and self.table.models[command.model].pose is None:
            return ()
        if command.path is not None and command.model is not None:
            return (self._walk(command.model, command.path),)
        if command.to is not None and command.model is not None:
            from movetray.engine.ways import ways_to  # the planner judges single legs by attempts of its own

            point = command.to
            height = self.table.pose_of(command.model).height if point.z is None else point.z
            ways = ways_to(self.table, self.rules, command.model, command.do, (point.x, point.y, height))
            return (ways[0].walk,) if ways else ()
        if command.to is not None and command.unit is not None and self.kind is not None and self.kind.allowance:
            from movetray.engine.groups import in_formation

            return in_formation(self.table, self.rules, command.unit, command.do, command.to)
        if command.paths:
            # The order in which the paths are written means nothing: the models come in that of the table.
            moved = [m.id for m in self.table.models.values() if m.id in command.paths and m.pose is not None]
            return tuple(self._walk(model, command.paths[model]) for model in moved)
        return ()

    def _walk(self, model: str, path: Sequence[Waypoint]) -> Walk:
        return walk_of(self.table, model, path, self.rules.flying(self.table, model))

    @cached_property
    def rests(self) -> tuple[Rest, ...]:
        """Where each model that the command moves or sets down comes to rest."""
        if self.command.at is not None and self.command.model is not None:
            return (self._set_down(self.command.model, self.command.at),)
        if self.command.positions:
            return tuple(self._set_down(model, at) for model, at in self.command.positions.items())
        return tuple(Rest(walk.model, walk.shape, walk.end, walk.last) for walk in self.walks if walk.legs)

    def _set_down(self, model: str, at: Waypoint) -> Rest:
        stands = self.table.models[model].pose
        facing = at.facing if at.facing is not None else (stands.plan[2] if stands else 0.0)
        return Rest(model, self.table.shape_of(model), Pose.at(at.x, at.y, at.z or 0.0, facing), None)

    @cached_property
    def priced(self) -> Mapping[str, tuple[Price, ...]]:
        """What each leg of each model's way costs."""
        return {walk.model: prices(self.table, self.rules, walk) for walk in self.walks}

    def spent(self, model: str) -> float:
        """Inches of allowance that a model's whole way costs."""
        return sum(price.inches for price in self.priced[model])

    def short_leg(self, walk: Walk, allowed: float) -> int | None:
        """The place among the legs of the first that is begun though the allowance does not pay for it; None if none.

        Only ways whose clause says so are begun that way.
        """
        left = allowed
        for place, (leg, price) in enumerate(zip(walk.legs, self.priced[walk.model], strict=True)):
            if price.inches > left + TOLERANCE:
                return place if leg.by in self.rules.falls_short else None
            left -= price.inches
        return None

    @cached_property
    def tolls(self) -> tuple[tuple[str, str, str, float], ...]:
        """What ground takes of the whole move: the clause, the model that goes through it, the piece, the inches."""
        found = []
        for clause, toll in self.rules.tolls if self.walks else ():
            if self.command.do not in toll.verbs:
                continue
            names = stretches_of(self.table, toll.going, self.rules)
            for walk in self.walks if names else ():
                if not toll.spares & self.table.unit_of(walk.model).keywords:
                    piece = goes_through(self.table, walk, names)
                    if piece is not None:
                        found.append((clause, walk.model, piece, toll.inches))
        return tuple(found)

    @cached_property
    def toll(self) -> float:
        """Inches that every model of the command has less because of the ground that one of them goes through."""
        return sum({clause: inches for clause, _, _, inches in self.tolls}.values())

    @cached_property
    def solids_met(self) -> Mapping[str, tuple[tuple[Solid, Leg, Place], ...]]:
        """Every solid that each model's swept base goes into, with the leg and the place."""
        return {walk.model: tuple(solids_met(self.table.board, walk)) for walk in self.walks}

    @cached_property
    def models_met(self) -> Mapping[str, tuple[tuple[str, Leg, Place], ...]]:
        """Every model, not itself one of the movers, that each model's swept base goes into, with leg and place."""
        skip = [self.table.places[walk.model] for walk in self.walks]
        return {walk.model: tuple(models_met(self.table, walk, skip)) for walk in self.walks}

    @cached_property
    def order(self) -> Order:
        """The walks in an order in which they can be gone one after another."""
        return order_of(self.walks)

    def slice(self, height: float) -> Slice:
        """What stops a base at this height."""
        return self.table.board.slice(height)
