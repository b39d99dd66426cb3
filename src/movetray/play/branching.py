"""Branching dice: what can come of a procedure, each with its exact chance.

The procedure is run with faces that remember what was asked of them. All rolls that would have given the same answers
go the same way, so one run stands for all of them: a test against Initiative takes two runs, not six. What was
answered differently is run in its turn. Nothing is assumed about the procedure but that it sees dice only through
the faces it was given: whatever reads a face's value - arithmetic aside - leaves a note of it.
"""

import itertools
import math
import operator
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn, TypeVar, cast

from movetray.engine.dice import Dice

CAP = 20_000
"""Runs of a procedure after which its odds are given up as too many."""

WIDEST = 50_000
"""Rolls that are told apart for dice whose values were used together (six dice added up, say)."""

LONGEST = 200
"""Dice of one run: one that rolls again while faces are equal may never end, and is not followed further."""

Outcome = TypeVar("Outcome", bound=Hashable)


class TooManyOutcomes(Exception):  # noqa: N818 - a limit, not a fault
    """The procedure branches too much to be followed exactly."""


def distribution(play: Callable[[Dice], Outcome], cap: int = CAP) -> dict[Outcome, Fraction]:
    """Every outcome of `play` with its exact chance; they add up to 1.

    `play` has to be a function of the faces alone. Raises TooManyOutcomes where more than `cap` runs would be
    needed, or where more dice are used together than can be told apart, or rolled in a row.
    """
    chances: defaultdict[Outcome, Fraction] = defaultdict(Fraction)
    waiting: list[tuple[dict[int, int], int]] = [({}, 0)]
    runs = 0
    while waiting:
        runs += 1
        if runs > cap:
            raise TooManyOutcomes(f"more than {cap} runs")
        start, fixed = waiting.pop()
        dice = BranchingDice(start, fixed)
        outcome = play(dice)
        chances[outcome] += dice.chance
        waiting.extend(dice.turns)
    return dict(chances)


class BranchingDice:
    """The dice of one run. `start` are faces given to dice by their number, the rest show a 1.

    `turns` are the runs that go another way after the first `fixed` answers, each as faces and its own number of
    answers; `chance` is that of going this way.
    """

    def __init__(self, start: Mapping[int, int], fixed: int) -> None:
        self._start, self._fixed = start, fixed
        self._faces: list[int] = []
        self._groups: list[_Group] = []  # by die
        self._answers = 0
        self.turns: list[tuple[dict[int, int], int]] = []

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:  # noqa: ARG002 - the protocol
        """Faces that are numbers to whoever asks, and remember what was asked."""
        if len(self._faces) + count > LONGEST:
            raise TooManyOutcomes(f"more than {LONGEST} dice in a row")
        made = []
        for _ in range(count):
            die = len(self._faces)
            self._faces.append(self._start.get(die, 1))
            self._groups.append(_Group((die,), [(value,) for value in range(1, sides + 1)], sides))
            made.append(Traced(self, frozenset({die}), _value_of(die), self._faces[-1]))
        return cast("tuple[int, ...]", tuple(made))

    @property
    def chance(self) -> Fraction:
        """How likely the answers given in this run are."""
        groups = {id(group): group for group in self._groups}.values()
        return math.prod((Fraction(len(group.rolls), group.whole) for group in groups), start=Fraction(1))

    def answer(self, dice: frozenset[int], of: Callable[[Mapping[int, int]], Any], value: Any) -> None:
        """Something depends on a value of these dice: from here on only rolls that give the same value belong here."""
        group = self._together(dice)
        same: list[tuple[int, ...]] = []
        others: dict[Any, tuple[int, ...]] = {}
        for roll in group.rolls:
            found = of(dict(zip(group.dice, roll, strict=True)))
            if found == value:
                same.append(roll)
            else:
                others.setdefault(found, roll)
        if not others:
            return
        self._answers += 1
        if self._answers > self._fixed:
            for roll in others.values():
                turned = {**dict(enumerate(self._faces)), **dict(zip(group.dice, roll, strict=True))}
                self.turns.append((turned, self._answers))
        self._take(_Group(group.dice, same, group.whole))

    def _together(self, dice: frozenset[int]) -> "_Group":
        groups = list({id(g): g for g in (self._groups[die] for die in sorted(dice))}.values())
        if len(groups) == 1:
            return groups[0]
        if math.prod(len(group.rolls) for group in groups) > WIDEST:
            raise TooManyOutcomes(f"{sum(len(group.dice) for group in groups)} dice used together")
        return _Group(
            tuple(itertools.chain.from_iterable(group.dice for group in groups)),
            [tuple(itertools.chain(*rolls)) for rolls in itertools.product(*(group.rolls for group in groups))],
            math.prod(group.whole for group in groups),
        )

    def _take(self, group: "_Group") -> None:
        for die in group.dice:
            self._groups[die] = group


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Dice used together, the rolls of theirs that go this way, and how many there are in all."""

    dice: tuple[int, ...]
    rolls: list[tuple[int, ...]]
    whole: int


def _value_of(die: int) -> Callable[[Mapping[int, int]], Any]:
    return lambda faces: faces[die]


class Traced:
    """A number that comes of dice. Arithmetic gives another such number; whatever looks at its value is noted.

    It is no `int` on purpose: nothing can read it past its methods.
    """

    __slots__ = ("_dice", "_of", "_source", "_value")

    def __init__(
        self, source: BranchingDice, dice: frozenset[int], of: Callable[[Mapping[int, int]], Any], value: Any
    ) -> None:
        self._source, self._dice, self._of, self._value = source, dice, of, value

    def _seen(self) -> Any:
        self._source.answer(self._dice, self._of, self._value)
        return self._value

    def _with(self, function: Callable[..., Any], *others: Any, swapped: bool = False) -> "Traced":
        # A number that outlived its run (in somebody's cache) is no more than its value.
        plain = [o._value if isinstance(o, Traced) and o._source is not self._source else o for o in others]
        dice = self._dice.union(*(other._dice for other in plain if isinstance(other, Traced)))
        order: tuple[Any, ...] = (*plain, self) if swapped else (self, *plain)

        def of(faces: Mapping[int, int]) -> Any:
            return function(*(x._of(faces) if isinstance(x, Traced) else x for x in order))

        value = function(*(x._value if isinstance(x, Traced) else x for x in order))
        return Traced(self._source, dice, of, value)

    def __repr__(self) -> str:
        return f"Traced({self._value})"  # for people at a debugger, who change nothing by looking

    def __reduce__(self) -> NoReturn:
        raise TypeError("a branching die is of one run and cannot be kept")


def _number(function: Callable[..., Any], swapped: bool = False) -> Callable[..., Any]:
    def method(self: Traced, *others: Any) -> Any:
        return self._with(function, *others, swapped=swapped)

    return method


def _look(function: Callable[..., Any], swapped: bool = False) -> Callable[..., Any]:
    def method(self: Traced, *others: Any) -> Any:
        return self._with(function, *others, swapped=swapped)._seen()

    return method


def _text(self: Traced, *rest: Any) -> Any:
    return format(self._seen(), *rest)


def _methods() -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
        yield f"__{name}__", _number(getattr(operator, name))
        yield f"__r{name}__", _number(getattr(operator, name), swapped=True)
    for name in ("neg", "pos", "abs"):
        yield f"__{name}__", _number(getattr(operator, name))
    yield "__divmod__", lambda self, other: (self // other, self % other)
    yield "__rdivmod__", lambda self, other: (other // self, other % self)
    for name in ("lt", "le", "eq", "ne", "gt", "ge"):
        yield f"__{name}__", _look(getattr(operator, name))
    looks: dict[str, Callable[..., Any]] = {
        "int": int,
        "float": float,
        "index": operator.index,
        "bool": bool,
        "hash": hash,
        "complex": complex,
        "trunc": math.trunc,
        "floor": math.floor,
        "ceil": math.ceil,
        "round": round,
        "str": str,
    }
    for name, function in looks.items():
        yield f"__{name}__", _look(function)
    yield "__format__", _text


for _name, _method in _methods():
    setattr(Traced, _name, _method)
