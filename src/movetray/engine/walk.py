"""A path made definite: the legs of one model's way, each with its geometry and its price."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from movetray._kernel import Path, Shape, distance, spans
from movetray.engine.command import Waypoint
from movetray.engine.flights import Spot, ladder_joining, stairs_joining
from movetray.table.board import ORIGIN, Board
from movetray.table.table import Pose, Table
from movetray.table.terrain import Ground
from movetray.units import TOLERANCE, to_inches

if TYPE_CHECKING:
    from movetray.engine.ruleset import RuleSet

LEVEL = frozenset({"walk", "fly"})
"""Ways that may be broken off anywhere: those on one height, and through the air."""

AFLOAT = frozenset({"stairs", "ladder", "fly"})
"""Ways on which nothing stops a base: not the piece they lead onto, nor the one they stand against, nor what is
flown over. At their end it stands like any other."""

UPRIGHT = frozenset({"ladder", "climb"})
"""Ways straight up or down whose height is gone inch by inch."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One leg: by which way, its plan as a one-leg kernel path, and the heights it starts and ends at (inches)."""

    index: int
    by: str
    plan: Path
    bottom: float
    top: float
    start_height: float
    end_height: float

    @property
    def length(self) -> float:
        """Inches of the centre's way in plan."""
        return self.plan.length

    @property
    def way(self) -> float:
        """Inches really gone: in plan, up and down a ladder or a face, along the slope of a stair. A drop is none."""
        if self.by == "stairs":
            return distance((0.0, 0.0), (self.length, self.rise))
        return self.length + (abs(self.rise) if self.by in UPRIGHT else 0.0)

    @property
    def rise(self) -> float:
        """Inches gone up; below zero: down."""
        return self.end_height - self.start_height

    @property
    def start(self) -> tuple[float, float, float]:
        """Where the leg begins: x, y, z in inches."""
        x, y, _ = self.plan.start
        return x, y, self.start_height

    @property
    def end(self) -> tuple[float, float, float]:
        """Where the leg ends: x, y, z in inches."""
        x, y, _ = self.plan.end
        return x, y, self.end_height

    def place(self, t: float) -> tuple[float, float, float]:
        """A place along the leg, t from 0 to 1, at the height on which its plan is gone."""
        x, y, _ = self.plan.pose(0, t)
        return x, y, self.level

    @property
    def level(self) -> float:
        """The height at which the base goes sideways: the upper one, save on a leg that stays level."""
        return max(self.start_height, self.end_height)

    def upto(self, t: float) -> "Leg":
        """The first part of a level leg."""
        return Leg(self.index, self.by, self.plan.cut(0, t), self.bottom, self.top, self.start_height, self.end_height)


@dataclass(frozen=True)
class Walk:
    """The whole way of one model, from where it stands."""

    model: str
    shape: Shape
    start: Pose
    legs: tuple[Leg, ...]

    @cached_property
    def end(self) -> Pose:
        """Where it comes to rest, snapped."""
        if not self.legs:
            return self.start
        last = self.legs[-1]
        x, y, facing = last.plan.end
        return Pose.at(x, y, last.end_height, facing)

    @property
    def last(self) -> int | None:
        """The index of the leg by which it comes to its end; None where it stays."""
        return self.legs[-1].index if self.legs else None

    @property
    def length(self) -> float:
        """Inches of the centre's way, up and down included."""
        return sum(leg.way for leg in self.legs)


def turn_between(start: float, end: float) -> float:
    """The signed turn in degrees from one facing to another, the shorter way; a half turn goes counter-clockwise."""
    turn = (end - start) % 360.0
    return turn - 360.0 if turn > 180.0 + 1e-9 else turn


def walk_of(table: Table, model: str, path: Sequence[Waypoint], flying: bool = False) -> Walk:
    """The definite way of a model along the points of a path. `flying`: a leg that names no way is flown."""
    return walk_from(table, model, table.pose_of(model), path, flying)


def walk_from(
    table: Table,
    model: str,
    start: Pose,
    path: Sequence[Waypoint],
    flying: bool = False,
    at: Spot | None = None,
) -> Walk:
    """The same, as if the model stood at `start` - or right at `at`, which is between two places to stand."""
    x, y, facing = start.plan
    height = start.height
    if at is not None:
        x, y, height = at
    shape = table.shape_of(model)
    legs: list[Leg] = []
    for index, point in enumerate(path):
        goal = height if point.z is None else point.z
        turn = 0.0 if point.facing is None else turn_between(facing, point.facing)
        cx, cy = point.around or (None, None)
        plan = Path((x, y, facing), [(point.x, point.y, turn, cx, cy)])
        here, there = (x, y, height), (point.x, point.y, goal)
        by = point.by or ("fly" if flying else _only_way(table.board, here, there, shape.radius))
        leg = Leg(index, by, plan, min(height, goal), max(height, goal), height, goal)
        legs += _stepped(table.board, shape, leg) if by == "step" else (leg,)
        x, y, facing = plan.end
        height = goal
    return Walk(model, shape, start, tuple(legs))


def _stepped(board: Board, shape: Shape, leg: Leg) -> tuple[Leg, ...]:
    """A step up or down as it is gone: below up to where the base touches the upper surface, on it from there.

    What is gone below is a walk there; where there is no surface above, the leg is left as it is.
    """
    here = [s for s in board.surfaces_at(leg.top) if s.piece is not None]
    on = sorted((a, b) for s in here for _, a, b in spans(shape, leg.plan, s.outline, ORIGIN, 0.0))
    if leg.rise > 0:
        reached = 1.0
        for a, b in sorted(on, key=lambda part: -part[1]):
            if b >= reached - 1e-9:
                reached = min(reached, a)
    else:
        reached = 0.0
        for a, b in on:
            if a <= reached + 1e-9:
                reached = max(reached, b)
    if not 0.0 < reached < 1.0:
        return (leg,)
    first, second = leg.plan.cut(0, reached), _rest_of(leg.plan, reached)
    low = leg.bottom
    if leg.rise > 0:
        return (
            Leg(leg.index, "walk", first, low, low, low, low),
            Leg(leg.index, "step", second, low, leg.top, low, leg.top),
        )
    return (
        Leg(leg.index, "step", first, low, leg.top, leg.top, low),
        Leg(leg.index, "walk", second, low, low, low, low),
    )


def _rest_of(plan: Path, t: float) -> Path:
    """The part of a one-leg path after `t`."""
    x, y, turn, cx, cy = plan.legs[0]
    return Path(plan.pose(0, t), [(x, y, turn * (1.0 - t), cx, cy)])


def _only_way(board: Board, start: tuple[float, float, float], end: tuple[float, float, float], reach: float) -> str:
    """The way that a leg which names none must be: level ground is walked, heights by the stair or ladder there."""
    if abs(start[2] - end[2]) <= TOLERANCE:
        return "walk"
    if stairs_joining(board, start, end, reach):
        return "stairs"
    if ladder_joining(board, start, end, reach):
        return "ladder"
    return "step"


@dataclass(frozen=True, slots=True)
class Price:
    """What a leg costs in inches of allowance, and the clauses that made it so."""

    inches: float
    clauses: tuple[str, ...] = ()


def prices(table: Table, rules: "RuleSet", walk: Walk) -> tuple[Price, ...]:
    """The price of every leg: ways by their own clause, level ground by what the base (or its centre) goes through.

    Where a clause says so, what the part that travels furthest goes beyond the centre comes on top.
    """
    found = tuple(_price(table, rules, walk.shape, leg) for leg in walk.legs)
    if rules.rises_once:
        found = _with_rise(rules, walk, found)
    measured = rules.furthest_part
    if measured is None or walk.shape.kind == "disc" or not any(turns(leg) for leg in walk.legs):
        return found
    clause, part = measured
    if part.spares & table.unit_of(walk.model).keywords:
        return found
    straight = part.straight(rules)
    return tuple(
        Price(price.inches + more, (*price.clauses, clause)) if abs(more) > 1e-9 else price
        for price, more in zip(found, beyond_centre(walk, straight), strict=True)
    )


def _with_rise(rules: "RuleSet", walk: Walk, found: tuple[Price, ...]) -> tuple[Price, ...]:
    """The prices, with the height that legs of one way lead up or down altogether put on the last of them."""
    priced = list(found)
    for by, clause in rules.rises_once.items():
        places = [place for place, leg in enumerate(walk.legs) if leg.by == by]
        rise = abs(sum(walk.legs[place].rise for place in places))
        if rise > TOLERANCE:
            last = priced[places[-1]]
            priced[places[-1]] = Price(last.inches + rise, tuple(dict.fromkeys((*last.clauses, clause))))
    return tuple(priced)


def turns(leg: Leg) -> bool:
    """Whether the base turns on a leg."""
    return leg.plan.legs[0][2] != 0.0


def beyond_centre(walk: Walk, straight: bool) -> list[float]:
    """How much further than its centre the part of a base that travels furthest goes on each leg, in inches.

    Each part adds up its own way over the whole walk: a leg is what it adds to the greatest. `straight`: on legs
    that turn without an arc a part goes from where it was to where it is.
    """
    before, found = 0.0, []
    for leg, furthest in zip(walk.legs, _straight(walk) if straight else _along(walk), strict=True):
        found.append(furthest - before - leg.length)
        before = furthest
    return found


def _along(walk: Walk) -> Iterator[float]:
    legs = [leg.plan.legs[0] for leg in walk.legs]
    yield from (Path(walk.legs[0].plan.start, legs[: count + 1]).travel(walk.shape) for count in range(len(legs)))


def _straight(walk: Walk) -> Iterator[float]:
    parts = walk.shape.outline(ORIGIN, FINE)
    gone = [0.0] * len(parts)
    for leg in walk.legs:
        curved = not turns(leg) or leg.plan.legs[0][3] is not None
        own = leg.plan.ways(parts) if curved else leg.plan.shifts(parts)
        gone = [so_far + more for so_far, more in zip(gone, own, strict=True)]
        yield max(gone)


FINE = 0.0001
"""Inches between an oval and the outline that is measured for it: what is missed is well under the tolerance."""


def _price(table: Table, rules: "RuleSet", shape: Shape, leg: Leg) -> Price:
    way = rules.way_prices.get(leg.by)
    if way is not None:
        clause, rule = way
        return Price(rule.price(rules, leg), (clause,))
    slow = slow_spans(table, rules, shape, leg)
    if not slow:
        return Price(leg.length)
    total, clauses = leg.length, []
    # Between the ends of all stretches the dearest factor there counts.
    cuts = sorted({0.0, 1.0, *(t for s in slow for t in s[:2])})
    for a, b in itertools.pairwise(cuts):
        middle = (a + b) / 2
        factor, clause = max(((f, c) for t0, t1, f, c in slow if t0 < middle < t1), default=(1.0, ""))
        total += (factor - 1.0) * (b - a) * leg.length
        if clause:
            clauses.append(clause)
    return Price(total, tuple(dict.fromkeys(clauses)))


def slow_spans(table: Table, rules: "RuleSet", shape: Shape, leg: Leg) -> list[tuple[float, float, float, str]]:
    """(t0, t1, factor, clause) for every stretch of slow ground that a level leg goes through."""
    if not rules.ground_factors:
        return []
    found = []
    mover = None if rules.touches_by_centre else shape
    for ground, region in table.board.grounds:
        if abs(to_inches(ground.z) - leg.level) > TOLERANCE:
            continue
        known = rules.ground_factors.get(rules.going(table, ground))
        if known is None:
            continue
        clause, rule = known
        for _, t0, t1 in spans(mover, leg.plan, region, ORIGIN, TOLERANCE):
            found.append((t0, t1, rule.factor, clause))
    return found


def goes_through(table: Table, walk: Walk, names: tuple[str, ...]) -> str | None:
    """The first of these stretches of ground that a walk comes into with any part of the base; None where none."""
    placed = table.board.stretches(names)
    for leg in walk.legs:
        if leg.by in AFLOAT:
            continue
        for met in placed.blocking(walk.shape, leg.plan, TOLERANCE):
            ground = table.board.pieces[names[met.index]]
            if isinstance(ground, Ground) and abs(leg.level - to_inches(ground.z)) <= TOLERANCE:
                return ground.id
    return None


def stretches_of(table: Table, going: str, rules: "RuleSet") -> tuple[str, ...]:
    """The names of the stretches of ground of this going."""
    return tuple(ground.id for ground, _ in table.board.grounds if rules.going(table, ground) == going)


def cut_at(walk: Walk, priced: Sequence[Price], budget: float, table: Table, rules: "RuleSet") -> Walk:
    """The part of a walk that a budget of inches pays for; a leg between levels is gone whole or not at all."""
    left = budget
    legs: list[Leg] = []
    for leg, price in zip(walk.legs, priced, strict=True):
        if price.inches <= left + TOLERANCE:
            legs.append(leg)
            left -= price.inches
            continue
        if leg.by in LEVEL and left > 0:
            legs.append(leg.upto(_paid_part(table, rules, walk.shape, leg, left)))
        break
    return Walk(walk.model, walk.shape, walk.start, tuple(legs))


def _paid_part(table: Table, rules: "RuleSet", shape: Shape, leg: Leg, left: float) -> float:
    """How far along a level leg, from 0 to 1, this many inches of allowance lead."""
    slow = slow_spans(table, rules, shape, leg)
    cuts = sorted({0.0, 1.0, *(t for s in slow for t in s[:2])})
    for a, b in itertools.pairwise(cuts):
        middle = (a + b) / 2
        factor = max((f for t0, t1, f, _ in slow if t0 < middle < t1), default=1.0)
        cost = factor * (b - a) * leg.length
        if cost >= left:
            return a + left / (factor * leg.length)
        left -= cost
    return 1.0


def waypoints(walk: Walk) -> tuple[Waypoint, ...]:
    """The walk as the path of a command."""
    points = []
    for leg in walk.legs:
        x, y, z, turn, cx, cy = *leg.end, *leg.plan.legs[0][2:5]
        facing = leg.plan.end[2] if turn else None
        around = None if cx is None or cy is None else (cx, cy)
        points.append(Waypoint(x, y, z, leg.by, around, facing))
    return tuple(points)
