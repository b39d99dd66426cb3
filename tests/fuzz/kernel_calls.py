"""Awkward calls of the geometry kernel: the arguments of each are drawn from a seed, so a fault can be had again.

`attempt(name, seed)` makes one call and says what was wrong with it, if anything: an exception that is none of those
that are allowed, a result that is no number, a result that depends on who is named first.
"""

import math
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from movetray import _kernel as k

ALLOWED = (ValueError, TypeError, IndexError)
"""What a refusal may be; the last for a leg or a shape that is not there."""

AWKWARD = (
    0.0, -0.0, 5e-324, 1e-300, 1e-12, 1e-9, 0.0006, 0.001, 0.5, 1.0, -1.0, 2.0, 90.0, 180.0, 360.0, 1e3, -1e3, 1e6, 1e9,
    1e15, 1e100, 1e300, -1e300, 1.7976931348623157e308, math.inf, -math.inf, math.nan,
)  # fmt: skip
NO_NUMBERS: tuple[Any, ...] = (None, "x", b"x", True, (), [1.0], {}, object())


class Draw:
    """Arguments drawn at random; `wild` is how often one is out of all proportion."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"kernel {seed}")
        self.wild = self.rng.choice((0.0, 0.0, 0.05, 0.3))
        self.wrong = self.rng.choice((0.0, 0.0, 0.0, 0.03))

    def number(self, low: float = -20.0, high: float = 20.0) -> Any:
        if self.rng.random() < self.wrong:
            return self.rng.choice(NO_NUMBERS)
        if self.rng.random() < self.wild:
            return self.rng.choice(AWKWARD)
        value = self.rng.uniform(low, high)
        return round(value) if self.rng.random() < 0.3 else value

    def size(self) -> Any:
        return self.number(0.05, 4.0)

    def tolerance(self) -> Any:
        return self.rng.choice((0.0006, 0.0, 1e-9)) if self.rng.random() < 0.8 else self.number(-1, 1)

    def point(self) -> Any:
        return self.number(), self.number()

    def pose(self) -> Any:
        return self.number(), self.number(), self.number(-720, 720)

    def ring(self, most: int = 9) -> list[Any]:
        """The corners of a polygon: round about a point, or anyhow, or repeated, or on a line."""
        count, how = self.rng.randint(3, most), self.rng.random()
        if how < 0.7:
            cx, cy = self.rng.uniform(-15, 15), self.rng.uniform(-15, 15)
            turns = sorted(self.rng.uniform(0, 2 * math.pi) for _ in range(count))
            if self.rng.random() < 0.5:
                turns.reverse()
            found: list[Any] = [(cx + self.size_of() * math.cos(t), cy + self.size_of() * math.sin(t)) for t in turns]
        elif how < 0.8:
            found = [(float(n), 2.0 * n) for n in range(count)]
        else:
            found = [self.point() for _ in range(self.rng.randint(0, most))]
        if found and self.rng.random() < 0.1:
            found.insert(self.rng.randrange(len(found)), self.rng.choice(found))
        if found and self.rng.random() < self.wild:
            found[self.rng.randrange(len(found))] = self.point()
        return found

    def size_of(self) -> float:
        return self.rng.uniform(0.2, 5)

    def shape(self) -> Any:
        match self.rng.randrange(4):
            case 0:
                return k.Shape.disc(self.size())
            case 1:
                return k.Shape.oval(self.size(), self.size())
            case 2:
                return k.Shape.rectangle(self.size(), self.size())
            case _:
                return k.Shape.polygon(self.ring())

    def leg(self, here: Any) -> Any:
        turn = (
            self.rng.choice((0.0, 0.0, 0.0, 180.0, -180.0, 360.0))
            if self.rng.random() < 0.7
            else self.number(-400, 400)
        )
        if self.rng.random() < 0.2:
            return (*here, turn, None, None) if self.rng.random() < 0.9 else (*here, turn, *self.point())
        if self.rng.random() < 0.3 and all(isinstance(v, float | int) and math.isfinite(v) for v in here):
            cx, cy = self.rng.uniform(-10, 10), self.rng.uniform(-10, 10)
            r, t = math.dist(here, (cx, cy)), self.rng.uniform(0, 2 * math.pi)
            return cx + r * math.cos(t), cy + r * math.sin(t), turn, cx, cy
        around = self.point() if self.rng.random() < 0.05 else (None, None)
        return (*self.point(), turn, *around)

    def path(self) -> Any:
        start = self.pose()
        legs, here = [], start[:2]
        for _ in range(self.rng.choice((0, 1, 1, 1, 2, 3, 12))):
            legs.append(self.leg(here))
            here = legs[-1][:2]
        return k.Path(start, legs)

    def placed(self, most: int = 8) -> Any:
        return k.Placed(self.standing(most))

    def standing(self, most: int = 8) -> list[Any]:
        return [(self.shape(), self.pose()) for _ in range(self.rng.randint(0, most))]

    def skip(self) -> Any:
        return [self.rng.randint(-1, 9) for _ in range(self.rng.choice((0, 0, 0, 1, 3)))]

    def prism(self) -> Any:
        low = self.number(0, 3)
        return self.shape(), self.pose(), low, low + self.size_of() if isinstance(low, float | int) else self.number()

    def limit(self) -> Any:
        return self.number(0, 60)


def outline_of(d: Draw) -> Any:
    return d.shape().outline(d.pose(), d.rng.choice((0.01, 0.02, 0.5)) if d.rng.random() < 0.9 else d.number(-1, 1))


def shape_of(d: Draw) -> Any:
    shape = d.shape()
    return shape.kind, shape.radius, shape.area, shape.bounds(d.pose())


def path_of(d: Draw) -> Any:
    path = d.path()
    leg, t = d.rng.randint(0, 4), d.number(0, 1)
    return path.start, path.end, path.legs, path.lengths, path.length, path.pose(leg, t), path.cut(leg, t).length


def along_of(d: Draw) -> Any:
    return d.path().along(d.number(-1, 40))


def travel_of(d: Draw) -> Any:
    return d.path().travel(d.shape())


def gap_of(d: Draw) -> Any:
    a, at, b, there = d.shape(), d.pose(), d.shape(), d.pose()
    one, other = k.gap(a, at, b, there), k.gap(b, there, a, at)
    assert near(one, other), f"gap is {one!r} and {other!r}"
    return one


def nearest_of(d: Draw) -> Any:
    a, at, b, there = d.shape(), d.pose(), d.shape(), d.pose()
    p, q = k.nearest(a, at, b, there)
    apart = k.gap(a, at, b, there)
    if apart > 0:
        assert near(math.dist(p, q), apart), f"nearest points {math.dist(p, q)!r} apart, gap {apart!r}"
    return p, q


def sees_of(d: Draw) -> Any:
    a, b, between = d.prism(), d.prism(), [d.prism() for _ in range(d.rng.randint(0, 6))]
    one, other = k.sees(a, b, between), k.sees(b, a, between)
    assert one == other, f"sees {one} one way and {other} the other"
    return one


def near_of(d: Draw) -> Any:
    placed, shape, pose = d.placed(), d.shape(), d.pose()
    found = placed.near(shape, pose, d.number(0, 5), d.skip())
    for index, apart in found:
        assert near(placed.gap(index, shape, pose), apart), "near and gap differ"
    return found, len(placed)


def blocking_of(d: Draw) -> Any:
    placed, shape, path = d.placed(), d.shape(), d.path()
    tolerance, clearance, skip = d.tolerance(), d.rng.choice((0.0, 0.0, 1.0)), d.skip()
    every = placed.blocking(shape, path, tolerance, clearance, skip)
    first = placed.first(shape, path, tolerance, clearance, skip)
    assert (first is None) == (not every), "first and blocking differ"
    return [contact_of(found) for found in every]


def clearances_of(d: Draw) -> Any:
    return [contact_of(c) for c in d.placed().clearances(d.shape(), d.path(), d.number(0, 5), d.skip())]


def contact_of(found: Any) -> Any:
    return found.index, found.leg, found.t, found.pose, found.at, found.gap


def contains_of(d: Draw) -> Any:
    return k.contains(d.shape(), d.pose(), d.point(), d.tolerance())


def covers_of(d: Draw) -> Any:
    return k.covers(d.shape(), d.pose(), d.shape(), d.pose(), d.tolerance())


def edge_of(d: Draw) -> Any:
    return k.edge_distance(d.shape(), d.pose(), d.point())


def spans_of(d: Draw) -> Any:
    mover = None if d.rng.random() < 0.4 else d.shape()
    found = k.spans(mover, d.path(), d.shape(), d.pose(), d.tolerance())
    assert all(0 <= t0 <= t1 <= 1 for _, t0, t1 in found), f"spans {found}"
    return found


def wall_of(d: Draw) -> Any:
    return k.wall_outlines(d.ring(6), d.size(), d.rng.random() < 0.2)


def parts_of(d: Draw) -> Any:
    return k.convex_parts(d.ring(14))


def plane_of(d: Draw) -> Any:
    return k.distance(d.point(), d.point()), k.bearing(d.point(), d.point()), k.ahead(d.pose(), d.number(), d.number())


def plan_of(d: Draw) -> Any:
    zones = [k.Shape.polygon(d.ring()) for _ in range(d.rng.randint(0, 3))]
    ground = [(zone, d.pose(), d.rng.choice((2.0, 4.0, d.number(0, 9)))) for zone in zones]
    bounds = (-20.0, -20.0, 20.0, 20.0) if d.rng.random() < 0.9 else (*d.point(), *d.point())
    mover = d.shape()
    while ground and mover.kind == "oval":  # exact and slow: its reach over slow ground takes up to a minute
        mover = d.shape()
    return k.Plan(mover, d.number(0, 360), bounds, d.standing(5), d.standing(2), ground, d.rng.random() < 0.5)


def route_of(d: Draw) -> Any:
    return told(plan_of(d).to_point(d.point(), d.point(), d.limit()))


def contact_route_of(d: Draw) -> Any:
    return [told(r) for r in plan_of(d).to_contact(d.point(), d.standing(2), d.limit(), d.rng.choice((0.0, 1.0)))]


def edge_route_of(d: Draw) -> Any:
    return told(plan_of(d).to_edge(d.point(), d.limit()))


def told(route: Any) -> Any:
    return None if route is None else (route.legs, route.length, route.cost, route.end)


def reach_of(d: Draw) -> Any:
    reach = plan_of(d).reach(d.point(), d.number(0, 12))
    return reach.area, reach.contains(d.point()), reach.outline(d.rng.choice((0.02, 0.5)))


def scene_of(d: Draw) -> Any:
    scene = k.Scene(
        [d.ring() for _ in range(d.rng.randint(0, 5))], [(*d.point(), d.size()) for _ in range(d.rng.randint(0, 4))]
    )
    met = scene.swept(d.size(), d.point(), d.point())
    return None if met is None else (met.distance, met.t, met.centre, met.point, met.kind, met.index)


def block_of(d: Draw, most: int = 30) -> Any:
    return k.Block(d.rng.randint(0, most), d.rng.randint(0, 12), d.size(), d.size())


def block_path_of(d: Draw) -> Any:
    kinds = ("forward", "back", "left", "right", "wheel-left", "wheel-right", "pivot", "hop")
    steps = [(d.rng.choice(kinds), d.number(-5, 200)) for _ in range(d.rng.randint(0, 5))]
    block = block_of(d)
    path = block.path(d.pose(), steps)
    return block.width, block.depth, block.places, path.end, path.ways(block.places), path.shifts([d.point()])


def bottleneck_of(d: Draw) -> Any:
    count = d.rng.randint(0, 12)
    starts, ends = ([d.point() for _ in range(count)] for _ in range(2))
    found = k.bottleneck(starts, ends)
    assert sorted(found[0]) == list(range(count)), found
    return found[1], k.bottleneck_of_corners(starts, ends, (d.number(), d.number()), d.size(), d.size())[1]


def charge_of(d: Draw) -> Any:
    overlap = d.rng.choice((0.0, 0.0, 0.1, d.number(0, 1)))
    found = k.best_charge(
        block_of(d), d.pose(), block_of(d), d.pose(), d.limit(), d.standing(4), d.standing(4), overlap
    )
    if isinstance(found, k.NoCharge):
        return found.straight
    assert found.count == len(found.chargers) + len(found.targets) > 1, found
    return found.wheel, found.straight, found.contact, found.closing, found.end, [c.end for c in found.equals]


def block_plan_of(d: Draw) -> Any:
    bounds = (-20.0, -20.0, 20.0, 20.0) if d.rng.random() < 0.9 else (*d.point(), *d.point())
    things = [(shape, pose, d.rng.choice((0.0, 1.0, d.number(0, 2)))) for shape, pose in d.standing(5)]
    return k.BlockPlan(block_of(d), bounds, things, d.size())


def block_route_of(d: Draw) -> Any:
    plan = block_plan_of(d)
    if d.rng.random() < 0.5:
        route = plan.to_pose(d.pose(), d.pose(), d.limit())
    else:
        route = plan.to_point(d.pose(), d.point(), d.limit())
    return None if route is None else (route.steps, route.cost, route.whole, route.end)


def block_reach_of(d: Draw) -> Any:
    reach = block_plan_of(d).reach(d.pose(), d.number(0, 6))
    return reach.area, reach.contains(d.point()), reach.poses()


CALLS: Mapping[str, Callable[[Draw], Any]] = {
    "shape": shape_of, "outline": outline_of, "path": path_of, "along": along_of, "travel": travel_of, "gap": gap_of,
    "nearest": nearest_of, "sees": sees_of, "near": near_of, "blocking": blocking_of, "clearances": clearances_of,
    "contains": contains_of, "covers": covers_of, "edge_distance": edge_of, "spans": spans_of, "wall_outlines": wall_of,
    "convex_parts": parts_of, "plane": plane_of, "to_point": route_of, "to_contact": contact_route_of,
    "to_edge": edge_route_of, "reach": reach_of, "scene": scene_of,
    "block_path": block_path_of, "bottleneck": bottleneck_of, "best_charge": charge_of, "block_route": block_route_of,
    "block_reach": block_reach_of,
}  # fmt: skip
"""Every function of the kernel is behind one of these."""


def near(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))


def numbers_in(value: Any) -> Iterable[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from numbers_in(item)


def named(seed: int) -> str:
    """The function whose turn it is with this seed."""
    return random.Random(f"name {seed}").choice(sorted(CALLS))


def attempt(name: str, seed: int) -> str | None:
    """What was wrong with this function's call of this seed; None where nothing was."""
    draw = Draw(seed)
    try:
        result = CALLS[name](draw)
    except ALLOWED:
        return None
    except AssertionError as found:
        return f"{name}: {found}"
    except BaseException as raised:  # a panic is no Exception
        if isinstance(raised, KeyboardInterrupt):
            raise
        return f"{name}: {type(raised).__name__}: {raised}"
    if any(math.isnan(number) for number in numbers_in(result)):
        return f"{name}: no number in {result!r}"
    return None
