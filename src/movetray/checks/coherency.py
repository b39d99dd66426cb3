"""Do the models of a unit stand together: links between those near each other, and what falls apart."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from movetray._kernel import Placed
from movetray.checks.distance import apart
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most

Links = Mapping[str, frozenset[str]]
"""Each model to those near it."""


def links(table: Table, stand: Mapping[str, Pose], inches: float, upright: float | None = None) -> Links:
    """Which of these models, where they stand or would stand, are at most so many inches apart, edge to edge.

    `upright`: then `inches` count in plan, and the heights differ by at most that much.
    """
    names = list(stand)
    placed = Placed([(table.shape_of(name), stand[name].plan) for name in names])
    found: dict[str, set[str]] = {name: set() for name in names}
    for one, other, _ in placed.pairs(inches + TOLERANCE):
        name, met = names[one], names[other]
        if stand[name].z == stand[met].z or _near(table, stand, name, met, inches, upright):
            found[name].add(met)
            found[met].add(name)
    return {name: frozenset(near) for name, near in found.items()}


def _near(table: Table, stand: Mapping[str, Pose], a: str, b: str, inches: float, upright: float | None) -> bool:
    if upright is None:
        return at_most(apart(table, a, b, stand[a], stand[b]), inches)
    return at_most(abs(stand[a].height - stand[b].height), upright)


def groups(near: Links) -> list[tuple[str, ...]]:
    """The models in groups that hang together, each in the order of the unit, the first model's first."""
    left = dict.fromkeys(near)
    found = []
    while left:
        first = next(iter(left))
        reached, waiting = {first}, [first]
        while waiting:
            new = near[waiting.pop()] - reached
            reached |= new
            waiting += new
        found.append(tuple(name for name in near if name in reached))
        for name in reached:
            del left[name]
    return found


@dataclass(frozen=True, slots=True)
class Gap:
    """Two models of two groups that are the nearest to each other, and how far apart they are in inches."""

    a: str
    b: str
    inches: float


def gaps(table: Table, stand: Mapping[str, Pose], parts: Iterable[Collection[str]]) -> list[Gap]:
    """The gaps that would have to close for the groups to hang together: the shortest ones that join them all."""
    joined = [tuple(part) for part in parts]
    found = []
    while len(joined) > 1:
        first, *others = joined
        nearest = min(
            (Gap(a, b, apart(table, a, b, stand[a], stand[b])) for other in others for a in first for b in other),
            key=lambda gap: gap.inches,
        )
        found.append(nearest)
        other = next(part for part in others if nearest.b in part)
        joined = [(*first, *other), *(part for part in others if part is not other)]
    return found
