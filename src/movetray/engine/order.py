"""Several models of one command go one after another: in which order, so that nobody stands in another's way?

Where a model stands when another goes is one of two places, where it starts or where it ends; so every hindrance says
which of the two goes first, and an order that works is one that heeds them all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from movetray._kernel import Placed
from movetray.engine.sweep import bases_met, lands
from movetray.engine.walk import Leg, Walk
from movetray.table.table import Pose
from movetray.units import TOLERANCE


@dataclass(frozen=True, slots=True)
class Order:
    """The walks in an order in which all can be gone; those that cannot come last, each with a model in its way."""

    walks: tuple[Walk, ...]
    stuck: dict[str, str] = field(default_factory=dict)


def order_of(walks: Sequence[Walk]) -> Order:
    """An order in which the walks can be gone, the given one where it works."""
    if len(walks) < 2:
        return Order(tuple(walks))
    at_start = _in_the_way(walks, [walk.start for walk in walks])
    at_end = _in_the_way(walks, [walk.end for walk in walks])
    # Who has to be gone before a walk can begin: those whose start it would meet, and it before those whose end.
    earlier: list[set[int]] = [set(found) for found in at_start]
    for index, found in enumerate(at_end):
        for other in found:
            earlier[other].add(index)
    waiting = list(range(len(walks)))
    gone: list[int] = []
    while waiting:
        free = next((index for index in waiting if not earlier[index] & set(waiting)), None)
        if free is None:
            break
        waiting.remove(free)
        gone.append(free)
    stuck = {}
    for index in waiting:
        met = next(iter(sorted((at_start[index] | at_end[index]) & set(waiting))), None)
        if met is not None:
            stuck[walks[index].model] = walks[met].model
    return Order(tuple(walks[index] for index in (*gone, *waiting)), stuck)


def _in_the_way(walks: Sequence[Walk], poses: Sequence[Pose]) -> list[set[int]]:
    """For each walk, which of the others it would meet if they stood at these poses."""
    placed = Placed([(walk.shape, pose.plan) for walk, pose in zip(walks, poses, strict=True)])
    heights = [pose.height for pose in poses]
    return [
        {
            other
            for place, leg in enumerate(walk.legs)
            for other in _met(placed, heights, walk, leg, index, lands(walk, place))
        }
        for index, walk in enumerate(walks)
    ]


def _met(placed: Placed, heights: Sequence[float], walk: Walk, leg: Leg, index: int, down: bool) -> Iterable[int]:
    if leg.by != "walk":
        return (other for other, _ in bases_met(placed, heights, walk.shape, leg, (index,), down))
    found = placed.blocking(walk.shape, leg.plan, TOLERANCE, 0.0, (index,))
    return [met.index for met in found if abs(heights[met.index] - leg.level) <= TOLERANCE] if found else ()
