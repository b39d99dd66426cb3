"""Terrain pieces as they are written down: frozen data in whole hundredths of a millimetre."""

from dataclasses import dataclass
from typing import Literal

Spot = tuple[int, int]
"""A point in plan, hundredths of a millimetre."""

Point = tuple[float, float]
"""A point in plan, inches."""

Going = Literal["open", "difficult", "very-difficult", "impassable", "disputed"]


@dataclass(frozen=True, slots=True)
class Door:
    """An opening in a wall, between two points of its line, from the wall's foot up to `height`."""

    start: Spot
    end: Spot
    height: int


@dataclass(frozen=True, slots=True)
class Block:
    """A solid prism standing on the ground; its top is a floor."""

    id: str
    outline: tuple[Spot, ...]
    height: int
    climbable: bool = False
    breachable: bool = False


@dataclass(frozen=True, slots=True)
class Floor:
    """A thin surface at height `z` that one can pass beneath, with holes in it."""

    id: str
    outline: tuple[Spot, ...]
    z: int
    holes: tuple[tuple[Spot, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall, fence or hedge along a line, from `z` up by `height`."""

    id: str
    line: tuple[Spot, ...]
    thickness: int
    height: int
    z: int = 0
    climbable: bool = False
    breachable: bool = False
    doors: tuple[Door, ...] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """A stretch of ground on the surface at height `z`, and how it goes there.

    `like` names a piece of the rule set's catalogue; `dice` is how many dice it takes (0: the rule set's usual).
    """

    id: str
    outline: tuple[Spot, ...]
    going: Going = "open"
    z: int = 0
    dice: int = 0
    like: str = ""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder, rope or the like: straight up at one spot."""

    id: str
    at: Spot
    bottom: int
    top: int


@dataclass(frozen=True, slots=True)
class Stairs:
    """A flight of stairs from the first point of its line at `bottom` to the last at `top`."""

    id: str
    line: tuple[Spot, Spot]
    bottom: int
    top: int


Terrain = Block | Floor | Wall | Ground | Ladder | Stairs
