"""A way unrolled: how far along it, how high, and what of the terrain it cuts. Inches; no pixels here."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby

from movetray._kernel import Path, Shape, spans
from movetray.drawing.svg import Spot
from movetray.drawing.trails import FALL, Leg, Trail

AIR = 2.0
"""So many inches of the table are shown before the start and beyond the end, straight on."""

NEAR = 1.0
"""Ladders and stairs so near to the way are drawn with it."""

PROBE = Shape.disc(0.01)
"""What cuts: hardly more than the line, but a way along an edge cuts what it runs along."""

OVER_FIRST = ("jump", "dive")
"""Ways that go out at the upper height and then straight down."""

RISE = 0.16
"""How high the arc of a leap is drawn, as a part of its length."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Legs of one kind after another, as seen from the side: along and up, from `line[0]` to `line[-1]`."""

    by: str
    line: tuple[Spot, ...]
    length: float
    drop: float


@dataclass(frozen=True)
class Profile:
    """A way from the side."""

    trail: Trail

    @cached_property
    def path(self) -> Path:
        """The way in plan, with the table before and beyond it; its first and last legs are not gone."""
        legs = [(*leg.end, leg.turned, *(leg.around or (None, None))) for leg in self.trail.legs]
        x, y = self.trail.legs[0].start
        (ax, ay), (bx, by) = _heading(self.trail.legs), _heading(self.trail.legs[::-1], last=True)
        ex, ey = self.trail.legs[-1].end
        before = (x, y, 0.0, None, None)
        beyond = (ex + bx * AIR, ey + by * AIR, 0.0, None, None)
        return Path((x - ax * AIR, y - ay * AIR, self.trail.legs[0].facing), [before, *legs, beyond])

    @cached_property
    def _starts(self) -> list[float]:
        """Inches along at which each leg of the path starts; the way itself starts at 0."""
        return [total - AIR for total in accumulate(self.path.lengths, initial=0.0)]

    @property
    def length(self) -> float:
        """Inches along the way, in plan."""
        return self._starts[-2]

    @property
    def heights(self) -> tuple[float, ...]:
        """How high each leg starts, and the last ends."""
        return self.trail.heights

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The way in its parts; turns on the spot are none."""
        parts = []
        for index, leg in enumerate(self.trail.legs):
            start = (self._starts[index + 1], self.heights[index])
            end = (self._starts[index + 2], self.heights[index + 1])
            if math.dist(start, end) > 1e-6:
                parts.append(Stretch(leg.by, tuple(_line(leg.by, start, end)), end[0] - start[0], leg.drop))
        joined: list[Stretch] = []
        for by, group in groupby(parts, key=lambda part: part.by):
            members = list(group)
            if by != "walk":
                joined += members
                continue
            line = [spot for part in members for spot in part.line]
            joined.append(Stretch(by, tuple(line), sum(part.length for part in members), 0.0))
        return tuple(joined)

    def cut(self, shape: Shape, pose: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> list[Spot]:
        """From where to where along the way its line is in a shape."""
        found = []
        for leg, t0, t1 in spans(PROBE, self.path, shape, pose, 0.0):
            start, length = self._starts[leg], self.path.lengths[leg]
            if length > 0:
                found.append((start + t0 * length, start + t1 * length))
        return _merged(found)

    def beside(self, spot: Spot) -> float | None:
        """How far along a point lies that is near to the way; None if it is not."""
        steps = max(1, math.ceil(self.path.length / 0.05))
        best: tuple[float, float] | None = None
        for step in range(steps + 1):
            along = self.path.length * step / steps
            x, y, _ = self.path.pose(*self.path.along(along))
            away = math.dist((x, y), spot)
            if away <= NEAR and (best is None or away < best[0] - 1e-6):
                best = (away, along - AIR)
        return None if best is None else best[1]

    def ahead(self, at_end: bool) -> float:
        """The direction of the way at one of its ends, degrees."""
        x, y = _heading(self.trail.legs[::-1], last=True) if at_end else _heading(self.trail.legs)
        return math.degrees(math.atan2(y, x))


def less(whole: Iterable[Spot], holes: Iterable[Spot]) -> Iterator[Spot]:
    """Spans without what lies in others."""
    gaps = _merged(holes)
    for start, end in whole:
        at = start
        for a, b in gaps:
            if b <= at or a >= end:
                continue
            if a > at:
                yield at, a
            at = max(at, b)
        if at < end:
            yield at, end


def _merged(found: Iterable[Spot]) -> list[Spot]:
    joined: list[Spot] = []
    for start, end in sorted(found):
        if joined and start <= joined[-1][1] + 1e-6:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def _line(by: str, start: Spot, end: Spot) -> Iterator[Spot]:
    """The true shape of a leg: what goes sideways goes so at the upper height."""
    (s0, z0), (s1, z1) = start, end
    yield start
    if by == "leap":
        high = (s1 - s0) * RISE
        for k in range(1, 16):
            t = k / 16
            yield s0 + (s1 - s0) * t, z0 + (z1 - z0) * t + 4 * high * t * (1 - t)
    elif by == FALL:
        for k in range(1, 16):  # out from the edge, then ever steeper
            t = k / 16
            yield s0 + (s1 - s0) * (2 * t - t * t), z0 + (z1 - z0) * t * t
    elif by in OVER_FIRST or (by in ("climb", "step", "ladder") and z1 < z0):
        yield s1, z0
    elif by in ("climb", "step", "ladder"):
        yield s0, z1
    yield end


def _heading(legs: Iterable[Leg], last: bool = False) -> Spot:
    """The unit vector in which a way sets out, or arrives; where it goes nowhere, that of the facing."""
    for leg in legs:
        if math.dist(leg.start, leg.end) < 1e-6:
            continue
        path = Path((*leg.start, leg.facing), [(*leg.end, 0.0, *(leg.around or (None, None)))])
        (ax, ay, _), (bx, by, _) = (path.pose(0, t) for t in ((0.999, 1.0) if last else (0.0, 0.001)))
        size = math.dist((ax, ay), (bx, by))
        return (bx - ax) / size, (by - ay) / size
    facing = math.radians(next(iter(legs)).facing)
    return math.cos(facing), math.sin(facing)
