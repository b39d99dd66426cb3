"""The best ways over several levels by trying: every leg at close places, distances on a level from corner to corner.

For round bases on open ground, without low pieces that may be crossed or stepped on. What is found is looked at once
more, closer, about the places that the best ways use.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import shapely
from shapely import Geometry, Polygon

from movetray.table.table import Table
from movetray.table.terrain import Block, Floor, Ladder, Stairs
from oracle.plan import INCH, XY, body_of, inches, obstacles, outline

Spot = tuple[float, float, float]

HAIR = 1e-6
MOST_TESTS = 8
MOST_LEGS = 5
LOOKS = ((0.4, math.inf), (0.12, 0.41), (0.03, 0.13))
"""Inches between the places that are tried, and how far about the good ones: first everywhere, then closer."""

JUMPS, LEAPS = 6.0, 3.0


About = tuple[Sequence[XY], float] | None
"""Places that are good, and how far about them; None: everywhere."""


@dataclass(frozen=True)
class Front:
    """Inches by the number of tests: the least that a way with so many tests takes (infinite: none)."""

    inches: tuple[float, ...]

    def trades(self) -> list[tuple[int, float]]:
        """(tests, inches) of the ways that no other beats, the fewest tests first."""
        found: list[tuple[int, float]] = []
        for tests, value in enumerate(self.inches):
            if value < math.inf and (not found or value < found[-1][1] - HAIR):
                found.append((tests, value))
        return found


@dataclass
class Level:
    """What is so at one height, for the centre of a base."""

    height: float
    stands: Geometry
    blocked: Geometry

    def __post_init__(self) -> None:
        self.wide = shapely.buffer(self.stands, HAIR)
        self.narrow = shapely.buffer(self.blocked, -HAIR)
        shapely.prepare(self.wide)
        shapely.prepare(self.narrow)

    def free(self, points: np.ndarray) -> np.ndarray:
        """Which of these places the centre may be at."""
        spots = shapely.points(points)
        return np.asarray(shapely.covers(self.wide, spots) & ~shapely.intersects(self.narrow, spots))

    def clear(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Between which of these pairs of places the centre may go straight."""
        lines = shapely.linestrings(np.stack([a, b], axis=1))
        passed = ~shapely.intersects(self.narrow, lines)
        # the ground is convex: from place to place on it one stays on it
        return np.asarray(passed if self.height == 0 else passed & shapely.covers(self.wide, lines))

    @cached_property
    def corners(self) -> np.ndarray:
        """Places where a way may bend."""
        found = np.vstack([shapely.get_coordinates(self.blocked), shapely.get_coordinates(self.stands)])
        return found[self.free(found)] if len(found) else found

    @cached_property
    def between_corners(self) -> np.ndarray:
        """The shortest way from corner to corner."""
        far = self._straight(self.corners, self.corners)
        for k in range(len(far)):
            np.minimum(far, far[:, k, None] + far[None, k, :], out=far)
        return far

    def _straight(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        far = np.full((len(a), len(b)), math.inf)
        if len(a) and len(b):
            i, j = np.indices(far.shape).reshape(2, -1)
            open_ = self.clear(a[i], b[j])
            far.reshape(-1)[open_] = np.hypot(*(a[i] - b[j]).T)[open_]
        return far

    def ways(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """The shortest way on this level from each of these places to each of those."""
        far = self._straight(a, b)
        if len(self.corners) and len(a) and len(b):
            over = _least_sum(self._straight(a, self.corners), self.between_corners)
            np.minimum(far, _least_sum(over, self._straight(self.corners, b)), out=far)
        return far


def _least_sum(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return np.stack([(row[:, None] + other).min(axis=0) for row in one]) if len(one) else one @ other


@dataclass
class Tried:
    """Places where a leg may begin and end, and the legs: (from, to, inches, tests)."""

    starts: list[Spot] = field(default_factory=list)
    ends: list[Spot] = field(default_factory=list)
    legs: list[tuple[int, int, float, int]] = field(default_factory=list)

    def add(self, start: Spot, end: Spot, cost: float, tests: int) -> None:
        self.starts.append(start)
        self.ends.append(end)
        self.legs.append((len(self.starts) - 1, len(self.ends) - 1, cost, tests))


class Ruin:
    """A table as one model sees it that looks for ways (as a point does, where none is named)."""

    def __init__(self, table: Table, model: str) -> None:
        self.table, self.model = table, model
        self.radius = table.unit_of(model).base.width / INCH / 2 if model else 0.0
        self.floors = [
            (p.z / INCH, shapely.difference(outline(p.outline), shapely.union_all([outline(h) for h in p.holes])))
            for p in table.board.terrain
            if isinstance(p, Floor)
        ]
        self.blocks = [(p.height / INCH, outline(p.outline), p) for p in table.board.terrain if isinstance(p, Block)]
        heights = {0.0, *(z for z, _ in self.floors), *(z for z, _, _ in self.blocks)}
        self.levels = {height: self._level(height) for height in sorted(heights)}

    def _level(self, height: float) -> Level:
        r = self.radius
        width, depth = self.table.board.width / INCH, self.table.board.depth / INCH
        inside = shapely.box(r, r, width - r, depth - r)
        carried = [shape for z, shape in self.floors if abs(z - height) < HAIR]
        carried += [shape for z, shape, _ in self.blocks if abs(z - height) < HAIR]
        stands = inside if height == 0 else shapely.intersection(shapely.union_all(carried), inside)
        solids = [shapely.buffer(o.body.core, r + o.body.reach, quad_segs=10) for o in obstacles(self.table, height)]
        others = [
            shapely.buffer(body.core, r + body.reach, quad_segs=10)
            for m in self.table.models.values()
            if m.id != self.model and m.pose is not None and abs(m.pose.z / INCH - height) < HAIR
            for body in [body_of(self.table.unit_of(m.id).base, m.pose)]
        ]
        return Level(height, stands, shapely.union_all([*solids, *others]))

    # --- what a leg may pass

    def column(self, points: np.ndarray, low: float, high: float) -> np.ndarray:
        """At which of these places a base comes straight down (or up) from `high` to `low`."""
        spots = shapely.points(points)
        free = np.ones(len(points), dtype=bool)
        for solid in obstacles(self.table, low):
            near = shapely.distance(spots, solid.body.core) - solid.body.reach
            free &= near >= self.radius - HAIR
        for z, shape in self.floors:
            if low + HAIR < z <= high + HAIR:
                free &= shapely.distance(spots, shape) >= self.radius - HAIR
        for m in self.table.models.values():
            if m.id != self.model and m.pose is not None and low - HAIR <= m.pose.z / INCH < high - HAIR:
                body = body_of(self.table.unit_of(m.id).base, m.pose)
                free &= shapely.distance(spots, body.core) - body.reach >= self.radius - HAIR
        return free

    def edges(self, height: float) -> Iterator[tuple[XY, XY, XY]]:
        """The edges at a height with what leads out over them."""
        if height == 0:
            return
        shapes = [s for z, s in self.floors if abs(z - height) < HAIR] + [
            s for z, s, _ in self.blocks if abs(z - height) < HAIR
        ]
        joined = shapely.union_all(shapes)
        for polygon in _polygons(joined):
            for ring, outward in ((polygon.exterior, 1), *((hole, -1) for hole in polygon.interiors)):
                yield from _sides(_corners(ring), outward, polygon if outward > 0 else Polygon(ring))

    # --- the legs there are

    def tried(self, step: float, about: About) -> Tried:
        """Every leg at places so close; only near `about` where that is given."""
        found = Tried()
        self._flights(found)
        self._climbs(found, step, about)
        self._jumps(found, step, about)
        self._leaps(found, step, about)
        return found

    def _flights(self, found: Tried) -> None:
        for piece in self.table.board.terrain:
            if not isinstance(piece, Ladder | Stairs):
                continue
            foot, head = (piece.at, piece.at) if isinstance(piece, Ladder) else piece.line
            low, high = piece.bottom / INCH, piece.top / INCH
            for a in self.beside(inches(foot), low):
                for b in self.beside(inches(head), high):
                    flat, rise = math.dist(a, b), high - low
                    cost = flat + rise if isinstance(piece, Ladder) else math.hypot(flat, rise)
                    found.add((*a, low), (*b, high), cost, 0)
                    found.add((*b, high), (*a, low), cost, 0)

    def beside(self, spot: XY, height: float) -> list[XY]:
        level = self.levels[height]
        if level.free(np.array([spot]))[0]:
            return [spot]
        room = shapely.difference(level.stands, level.blocked)
        if room.is_empty:
            return []
        near = shapely.get_coordinates(shapely.shortest_line(shapely.Point(spot), room))[1]
        return [(float(near[0]), float(near[1]))] if math.dist(near, spot) <= self.radius + 1e-3 else []

    def _climbs(self, found: Tried, step: float, about: About) -> None:
        r = self.radius
        for top, shape, piece in self.blocks:
            if not piece.climbable:
                continue
            for a, b, (nx, ny) in _sides(_corners(shape.exterior), 1, shape):
                feet = ((a[0] + nx * r, a[1] + ny * r), (b[0] + nx * r, b[1] + ny * r))
                for foot in _along(*feet, step, about):
                    x, y = foot[0] - nx * r, foot[1] - ny * r
                    depths = {0.0, r, 2 * r} | (set(np.arange(0, 2 * r, step)) if about else set())
                    tops = [(x - nx * d, y - ny * d) for d in sorted(depths)]
                    for low in self.levels:
                        if low < top and self.levels[low].free(np.array([foot]))[0]:
                            self._climb(found, foot, low, tops, top)

    def _climb(self, found: Tried, foot: XY, low: float, tops: list[XY], top: float) -> None:
        if not self.column(np.array([foot]), low, top)[0]:
            return
        level = self.levels[top]
        ends = np.array(tops)
        carried = level.free(ends)
        lines = shapely.linestrings(np.stack([np.broadcast_to(np.array(foot), ends.shape), ends], axis=1))
        passed = ~shapely.intersects(level.narrow, lines)
        for end, good in zip(tops, carried & passed, strict=True):
            if good:
                found.add((*foot, low), (*end, top), top - low, 1)
                found.add((*end, top), (*foot, low), top - low, 1)

    def _jumps(self, found: Tried, step: float, about: About) -> None:
        far = 2 * self.radius + 0.5
        for high, level in self.levels.items():
            for a, b, (nx, ny) in self.edges(high):
                edge = self._free(level, _along(a, b, step, about))
                long = math.dist(a, b)
                a2, b2 = _longer(a, b, far), _longer(b, a, far)
                outs = {self.radius + 1e-4, 1.0, far - 1e-3} | (
                    set(np.arange(self.radius, far, max(step, 0.05))) if about else set()
                )
                for out in sorted(outs) if long > 0 else ():
                    line = ((b2[0] + nx * out, b2[1] + ny * out), (a2[0] + nx * out, a2[1] + ny * out))
                    landings = _along(*line, step, about)
                    for low in self.levels:
                        if low < high and high - low <= JUMPS:
                            self._down(found, edge, landings, high, low, far)

    def _free(self, level: Level, places: list[XY]) -> list[XY]:
        return [p for p, free in zip(places, level.free(np.array(places)), strict=True) if free] if places else []

    def _down(self, found: Tried, edge: list[XY], landings: list[XY], high: float, low: float, far: float) -> None:
        if not edge or not landings:
            return
        places = np.array(landings)
        good = places[self.levels[low].free(places) & self.column(places, low, high)]
        starts = np.array(edge)
        gone = np.hypot(starts[:, None, 0] - good[None, :, 0], starts[:, None, 1] - good[None, :, 1])
        i, j = np.nonzero(gone <= far)
        lines = shapely.linestrings(np.stack([starts[i], good[j]], axis=1)) if len(i) else np.array([])
        passed = ~shapely.intersects(self.levels[high].narrow, lines) if len(i) else np.array([], dtype=bool)
        for k in np.flatnonzero(passed):
            (x, y), (u, v) = starts[i[k]], good[j[k]]
            tests = int((high - low + HAIR) / 2)
            found.add((float(x), float(y), high), (float(u), float(v), low), float(gone[i[k], j[k]]), tests)

    def _leaps(self, found: Tried, step: float, about: About) -> None:
        for high, level in self.levels.items():
            for low in self.levels:
                if low == 0 or low > high or high - low > JUMPS:
                    continue
                there = self.levels[low]
                starts = [p for a, b, _ in self.edges(high) for p in _along(a, b, step, about)]
                ends = [p for a, b, _ in self.edges(low) for p in _along(a, b, step, about)]
                if not starts or not ends:
                    continue
                a, b = np.array(starts), np.array(ends)
                a, b = a[level.free(a)], b[there.free(b)]
                i, j = np.nonzero(np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1]) <= LEAPS)
                if not len(i):
                    continue
                lines = shapely.linestrings(np.stack([a[i], b[j]], axis=1))
                good = ~shapely.intersects(level.narrow, lines) & ~shapely.covers(level.wide, lines)
                if low < high:
                    good &= self.column(b[j], low, high)
                tests = 1 + int((high - low + HAIR) / 2)
                for k in np.flatnonzero(good):
                    (x, y), (u, v) = a[i[k]], b[j[k]]
                    found.add((float(x), float(y), high), (float(u), float(v), low), math.dist((x, y), (u, v)), tests)

    # --- the best ways

    def best(self, start: Spot, goal: Spot) -> Front:
        """The least inches from one place to another, by the number of tests on the way."""
        least = [math.inf] * (MOST_TESTS + 1)
        about: About = None
        for step, within in LOOKS:
            front, used = self._best(start, goal, self.tried(step, about))
            least = [min(a, b) for a, b in zip(least, front.inches, strict=True)]
            if not used:
                break
            about = used, LOOKS[min(LOOKS.index((step, within)) + 1, len(LOOKS) - 1)][1]
        return Front(tuple(least))

    def _best(self, start: Spot, goal: Spot, tried: Tried) -> tuple[Front, list[XY]]:
        places = [start, *dict.fromkeys(tried.ends)]
        leaving = [goal, *dict.fromkeys(tried.starts)]
        at = {spot: k for k, spot in enumerate(places[1:], 1)}
        off = {spot: k for k, spot in enumerate(leaving[1:], 1)}
        ways = np.full((len(places), len(leaving)), math.inf)
        for height, level in self.levels.items():
            here = [k for k, spot in enumerate(places) if abs(spot[2] - height) < HAIR]
            there = [k for k, spot in enumerate(leaving) if abs(spot[2] - height) < HAIR]
            if here and there:
                a, b = np.array([places[k][:2] for k in here]), np.array([leaving[k][:2] for k in there])
                ways[np.ix_(here, there)] = level.ways(a, b)
        legs = [(off[tried.starts[s]], at[tried.ends[e]], cost, tests) for s, e, cost, tests in tried.legs]
        return _searched(ways, legs, places, leaving)


def _searched(
    ways: np.ndarray, legs: list[tuple[int, int, float, int]], places: list[Spot], leaving: list[Spot]
) -> tuple[Front, list[XY]]:
    """Leg after leg: what it takes to get everywhere, by the number of tests; and the places that the best ways use."""
    table = np.array(legs, dtype=float).reshape(-1, 4)
    frm, to, tests = (table[:, k].astype(int) for k in (0, 1, 3))
    cost = table[:, 2]
    reached = np.full((MOST_TESTS + 1, len(places)), math.inf)
    reached[0, 0] = 0.0
    leave = np.full((MOST_TESTS + 1, len(leaving)), math.inf)
    for _ in range(MOST_LEGS):
        leave = np.stack([(row[:, None] + ways).min(axis=0) for row in reached])
        before = reached.copy()
        for k in range(MOST_TESTS + 1):
            some = tests == k
            for have in range(MOST_TESTS + 1 - k):
                np.minimum.at(reached[have + k], to[some], leave[have, frm[some]] + cost[some])
        if np.array_equal(before, reached):
            break
    used: list[XY] = []
    front = []
    for have in range(MOST_TESTS + 1):
        totals = reached[have] + ways[:, 0]
        last = int(totals.argmin())
        front.append(float(totals[last]))
        number, place, left = have, last, MOST_LEGS + 1
        while front[-1] < math.inf and place != 0 and left:
            had = np.where(tests <= number, number - tests, 0)
            made = np.where(tests <= number, leave[had, frm] + cost, math.inf)
            n = int(np.argmin(np.where(to == place, made, math.inf)))
            used += [places[place][:2], leaving[frm[n]][:2]]
            number, left = number - int(tests[n]), left - 1
            place = int((reached[number] + ways[:, frm[n]]).argmin())
    return Front(tuple(front)), used


def _polygons(shape: Geometry) -> list[Polygon]:
    return [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]


def _corners(shape: Geometry) -> list[XY]:
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(shape)]


def _sides(ring: list[XY], outward: int, shape: Geometry) -> Iterator[tuple[XY, XY, XY]]:
    """The sides of a ring with the direction that leads out of `shape` (`outward` -1: into it)."""
    for a, b in itertools.pairwise(ring):
        long = math.dist(a, b)
        if long < 1e-3:
            continue
        normal = ((b[1] - a[1]) / long, (a[0] - b[0]) / long)
        probe = shapely.Point((a[0] + b[0]) / 2 + normal[0] * 1e-4, (a[1] + b[1]) / 2 + normal[1] * 1e-4)
        inside = shapely.contains(shape, probe)
        sign = -1 if inside == (outward > 0) else 1
        yield (a[0], a[1]), (b[0], b[1]), (normal[0] * sign, normal[1] * sign)


def _along(a: XY, b: XY, step: float, about: About) -> list[XY]:
    """Places so close along a stretch, its ends among them; only those near `about` where that is given."""
    count = max(1, math.ceil(math.dist(a, b) / step))
    shares = np.linspace(0.0, 1.0, count + 1)[:, None]
    found = np.array(a) * (1 - shares) + np.array(b) * shares
    if about is not None:
        near = np.hypot(*(found[:, None, :] - np.array(about[0])[None, :, :]).transpose(2, 0, 1)).min(axis=1)
        found = found[near <= about[1]]
    return [(float(x), float(y)) for x, y in found]


def _longer(a: XY, b: XY, by: float) -> XY:
    """The end of a stretch moved on by so many inches."""
    long = math.dist(a, b)
    return b[0] + (b[0] - a[0]) / long * by, b[1] + (b[1] - a[1]) / long * by
