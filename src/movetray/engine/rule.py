"""The numbers and tables that clauses lay down, for those who price, cross and test by them.

A clause carries one of these as its `value`; without the clause the number is gone, and so is what it did.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from movetray.engine.ruleset import RuleSet
    from movetray.engine.walk import Leg
    from movetray.table.table import Table


@dataclass(frozen=True, slots=True)
class GroundFactor:
    """An inch in ground of this going costs `factor` inches."""

    going: str
    factor: float


@dataclass(frozen=True, slots=True)
class Examples:
    """How it goes on ground that a file only names (`like: cornfield`): the name to the going."""

    goings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Unhindered:
    """Units with one of these keywords pass ground of this going as if it were open."""

    going: str
    keywords: frozenset[str]


@dataclass(frozen=True, slots=True)
class Crossing:
    """Pieces of this kind (`wall`, `block`) that rise at most `height(rules)` inches above a base are crossed."""

    kind: str
    height: Callable[["RuleSet"], float]


Pairs = Callable[["Table", "RuleSet", str, str], bool]
"""Something that is true of a model and another one."""

Inches = Callable[["Table", str], float]
"""Inches for a model."""


@dataclass(frozen=True, slots=True)
class WayLimit:
    """How far a model goes by one way, for the planner, which offers no more; None: any.

    `length`: sideways on one leg (of a climb: past the face); `height`: up or down on one leg; `up`: up on a leap
    (None: not at all); `altogether`: up and down on all legs of a move.
    """

    by: str
    length: Inches | None = None
    height: Inches | None = None
    up: Inches | None = None
    altogether: Inches | None = None


@dataclass(frozen=True, slots=True)
class KeepsOff:
    """On the way of these verbs a model stays `inches(rules)` away from enemies that the command does not target.

    It is for the planner, which touches limits: where the limit itself is too near, the inches are a hair more.
    `upright`: then they count in plan, from enemies at most so many inches higher or lower. `ends`: only where a way
    ends. `heeds(table, rules, model, other)` says which enemies are meant (None: all).
    """

    verbs: frozenset[str]
    inches: Callable[["RuleSet"], float]
    upright: float | None = None
    ends: bool = False
    heeds: "Pairs | None" = None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A model of a unit of `n` ends within `inches(rules)` of `wanted(n)` others of it; for those who find places.

    `upright`: the inches count in plan, and the others are at most so many higher or lower.
    """

    inches: Callable[["RuleSet"], float]
    wanted: Callable[[int], int]
    upright: float | None = None


@dataclass(frozen=True, slots=True)
class Passes:
    """A model passes another of which `applies(table, rules, model, other)` is true, as if it were not there."""

    applies: "Pairs"


@dataclass(frozen=True, slots=True)
class Breach:
    """Units with one of these keywords pass walls and blocks that are breachable; they do not stop in them."""

    keywords: frozenset[str]


@dataclass(frozen=True, slots=True)
class Toll:
    """If any model of a command of these verbs goes through ground of this going, all of them have so many inches less.

    Units with one of the keywords in `spares` pay nothing.
    """

    going: str
    inches: float
    verbs: frozenset[str]
    spares: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FurthestPart:
    """A way is as long as that of the part of the base that travels furthest, turning included.

    `straight(rules)`: a turn counts from where a part was to where it is, not along its arc. Units with one of the
    keywords in `spares` turn for nothing.
    """

    straight: Callable[["RuleSet"], bool]
    spares: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FallsShort:
    """A leg of this way that the allowance no longer pays for is begun all the same, and ends in a fall."""

    by: str


@dataclass(frozen=True, slots=True)
class WayPrice:
    """What a leg of one way costs, in inches."""

    by: str
    price: Callable[["RuleSet", "Leg"], float]


@dataclass(frozen=True, slots=True)
class RiseOnce:
    """If `applies(rules)`, the height that the legs of this way lead up or down altogether is paid, once a walk."""

    by: str
    applies: Callable[["RuleSet"], bool]


@dataclass(frozen=True, slots=True)
class PassesOver:
    """A step that begins is passed over if `empty(table, rules)`: nothing can be done in it."""

    empty: Callable[["Table", "RuleSet"], bool]


@dataclass(frozen=True, slots=True)
class Unseen:
    """Enemies do not see a model of which `applies(rules, table, viewer, model)` is true, whatever the lines say."""

    applies: Callable[["RuleSet", "Table", str, str], bool]
