"""Outlines and lines as they are written: snapped, and sound - no point twice, nothing crossing itself.

State is whole numbers, so these questions are settled exactly here, without the kernel.
"""

from collections.abc import Sequence
from itertools import pairwise

from movetray.form.node import Node, Spot
from movetray.form.values import plan_point
from movetray.table.terrain import Spot as Place
from movetray.units import snap


def _turn(a: Place, b: Place, c: Place) -> int:
    """Positive: c lies left of the way from a to b; negative: right; 0: on its line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Place, b: Place, c: Place) -> bool:
    """Whether c, on the line of a and b, lies between them or on one of them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def meet(a: Place, b: Place, c: Place, d: Place) -> bool:
    """Whether the segments ab and cd have a point in common."""
    one, two, three, four = (_sign(_turn(*t)) for t in ((a, b, c), (a, b, d), (c, d, a), (c, d, b)))
    if one != two and three != four and 0 not in (one, two, three, four):
        return True
    on = ((one, a, b, c), (two, a, b, d), (three, c, d, a), (four, c, d, b))
    return any(turn == 0 and _between(p, q, r) for turn, p, q, r in on)


def crossing(outline: Sequence[Place]) -> tuple[int, int] | None:
    """Two sides of a closed outline, counted from 1, that meet where they should not; None where it is simple."""
    count = len(outline)
    sides = [(outline[i], outline[(i + 1) % count]) for i in range(count)]
    for i, (a, b) in enumerate(sides):
        following = sides[(i + 1) % count][1]
        # turning back on itself is crossing too
        if _turn(a, b, following) == 0 and (_between(a, b, following) or _between(b, following, a)):
            return i + 1, (i + 1) % count + 1
        for j in range(i + 2, count - (i == 0)):
            if meet(a, b, *sides[j]):
                return i + 1, j + 1
    return None


def places(node: Node, spot: Spot) -> list[Place] | None:
    """Points of a plan, snapped; a complaint counts them from 1."""
    if not isinstance(node.value, list):
        spot.say(node, "{said} is not a list of points [x, y]", said=node.said)
        return None
    found = []
    for count, item in enumerate(node.value, 1):
        if not isinstance(item.value, list) or len(item.value) != 2:
            spot.say(item, "point {count} is not [x, y], two coordinates are wanted", count=count)
            continue
        one = plan_point(item, spot)
        if one is not None:
            found.append((snap(one[0]), snap(one[1])))
    return found if len(found) == len(node.value) else None


def polygon(node: Node, spot: Spot) -> tuple[Place, ...] | None:
    """An outline of three or more points that does not cross itself."""
    return simple(node, spot, 3, 1000)


def hull(node: Node, spot: Spot) -> tuple[Place, ...] | None:
    """The outline of a base: 3 to 64 points."""
    return simple(node, spot, 3, 64)


def simple(node: Node, spot: Spot, least: int, most: int) -> tuple[Place, ...] | None:
    """An outline of so many points that does not cross itself."""
    found = places(node, spot)
    if found is None:
        return None
    count = len(found)
    if count < least:
        spot.say(node, "too few points for a shape ({count}), at least three are wanted", count=count)
    elif count > most:
        spot.say(node, "too many points for a shape ({count}), at most {most} are wanted", count=count, most=most)
    elif found[0] == found[-1]:
        spot.say(node, "the last point is the first again, each point is wanted once: the shape closes of itself")
    elif doubled := _doubled(found):
        spot.say(node, "point {count} is the one before it again, each is wanted once", count=doubled)
    elif crossed := crossing(found):
        spot.say(
            node,
            "the shape crosses or touches itself (sides {one} and {other}), a simple outline is wanted",
            one=crossed[0],
            other=crossed[1],
        )
    else:
        return tuple(found)
    return None


def line(node: Node, spot: Spot) -> tuple[Place, ...] | None:
    """Two or more points, each another than the one before."""
    found = places(node, spot)
    if found is None:
        return None
    if len(found) < 2:
        spot.say(node, "too few points for a line ({count}), at least two are wanted", count=len(found))
    elif len(found) > 1000:
        spot.say(node, "too many points for a line ({count}), at most {most} are wanted", count=len(found), most=1000)
    elif doubled := _doubled(found):
        spot.say(node, "point {count} is the one before it again, each is wanted once", count=doubled)
    else:
        return tuple(found)
    return None


def _doubled(found: Sequence[Place]) -> int:
    """The count, from 1, of a point that repeats the one before it; 0 where none does."""
    return next((count for count, (a, b) in enumerate(pairwise(found), 2) if a == b), 0)
