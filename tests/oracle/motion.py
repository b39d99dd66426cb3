"""Gaps and first contacts of moving bases, worked out slowly: numpy, shapely and one bound on the motion.

Two polygons are left to shapely. Otherwise a shape is a list of convex pieces; a piece is the points of a polygon, or
the two half-axes of an ellipse about the shape's origin. The gap of two convex pieces is the greatest separation along
any direction, looked for among many directions and then more and more closely around the best. It is exact where the
pieces are apart; where they overlap it is a number not above 0, no more. Angles are in degrees, lengths in inches;
nothing of the kernel is used.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

XY = tuple[float, float]
Spot = tuple[float, float, float]
Floats = NDArray[np.float64]

COARSE = np.linspace(0.0, 2.0 * math.pi, 97)[:-1]
FINE = np.linspace(-1.0, 1.0, 33)


@dataclass(frozen=True)
class Ellipse:
    """Half its size along the facing and across it."""

    a: float
    b: float


Piece = Floats | Ellipse


@dataclass(frozen=True)
class Body:
    """Convex pieces about one origin, and the radius of a circle about it that holds them."""

    pieces: tuple[Piece, ...]
    radius: float
    corners: Floats | None = None

    def standing(self, spot: Spot) -> Any:
        """The polygon where it stands; None for an ellipse."""
        if self.corners is None:
            return None
        x, y, facing = spot
        cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
        return shapely.polygons(self.corners @ np.array([[cos, sin], [-sin, cos]]) + np.array([x, y]))


def ellipse(a: float, b: float) -> Body:
    """A base of these half-axes; a disc when they are equal."""
    return Body((Ellipse(a, b),), max(a, b))


def polygon(points: Sequence[XY]) -> Body:
    """A simple polygon, convex or not."""
    whole = shapely.Polygon(points)
    radius = max(math.hypot(x, y) for x, y in points)
    if math.isclose(whole.convex_hull.area, whole.area, rel_tol=1e-12):
        return Body((np.array(points, dtype=float),), radius, np.array(points, dtype=float))
    triangles: Any = shapely.constrained_delaunay_triangles(whole)
    return Body(tuple(np.array(t.exterior.coords)[:3] for t in triangles.geoms), radius, np.array(points))


@dataclass(frozen=True)
class Leg:
    """From a spot to a place, turning evenly by so many degrees, around a centre if there is one."""

    start: Spot
    to: XY
    turn: float = 0.0
    around: XY | None = None

    @property
    def sweep(self) -> float:
        """Radians around the centre by the shorter turn, counter-clockwise when both are equal."""
        if self.around is None:
            return 0.0
        cx, cy = self.around
        begin = math.atan2(self.start[1] - cy, self.start[0] - cx)
        end = math.atan2(self.to[1] - cy, self.to[0] - cx)
        sweep = math.remainder(end - begin, 2 * math.pi)
        return math.pi if math.isclose(sweep, -math.pi, abs_tol=1e-9) else sweep

    @property
    def length(self) -> float:
        """Of the centre's way."""
        x, y, _ = self.start
        if self.around is None:
            return math.hypot(self.to[0] - x, self.to[1] - y)
        return abs(self.sweep) * math.hypot(x - self.around[0], y - self.around[1])

    def spot(self, t: float) -> Spot:
        """Where it is at a time from 0 to 1."""
        x, y, facing = self.start
        if self.around is None:
            return x + (self.to[0] - x) * t, y + (self.to[1] - y) * t, facing + self.turn * t
        cx, cy = self.around
        angle = self.sweep * t
        cos, sin = math.cos(angle), math.sin(angle)
        return (
            cx + (x - cx) * cos - (y - cy) * sin,
            cy + (x - cx) * sin + (y - cy) * cos,
            facing + self.turn * t,
        )

    def fastest(self, body: Body) -> float:
        """No point of the body moves faster over the leg than this."""
        return self.length + abs(math.radians(self.turn)) * body.radius


def _reach(piece: Piece, spot: Spot, angles: Floats) -> Floats:
    """How far a piece reaches along each direction."""
    x, y, facing = spot
    turned = angles - math.radians(facing)
    cos, sin = np.cos(turned), np.sin(turned)
    own: Floats
    if isinstance(piece, Ellipse):
        own = np.sqrt((piece.a * cos) ** 2 + (piece.b * sin) ** 2)
    else:
        own = np.max(np.outer(piece[:, 0], cos) + np.outer(piece[:, 1], sin), axis=0)
    return own + x * np.cos(angles) + y * np.sin(angles)


def _separation(a: Piece, at: Spot, b: Piece, bt: Spot, enough: float = math.inf) -> tuple[float, float]:
    """The greatest separation and its direction; any one that is `enough` will do, if that is all one asks."""
    around = COARSE
    width = 2.0 * math.pi / len(COARSE)
    best, angle = -math.inf, 0.0
    for _ in range(8):
        apart = -_reach(b, bt, around + math.pi) - _reach(a, at, around)
        k = int(np.argmax(apart))
        if apart[k] > best:
            best, angle = float(apart[k]), float(around[k])
        if best > enough:
            break
        around = angle + width * FINE
        width /= 12.0
    return best, angle


def gap(a: Body, at: Spot, b: Body, bt: Spot, enough: float = math.inf) -> float:
    """The distance of two bodies where they are apart; not above 0 where they overlap.

    It may answer less than the distance, if that is more than `enough`.
    """
    if a.corners is not None and b.corners is not None:
        return float(shapely.distance(a.standing(at), b.standing(bt)))
    return min(_separation(p, at, q, bt, enough)[0] for p in a.pieces for q in b.pieces)


def normal(a: Body, at: Spot, b: Body, bt: Spot) -> XY:
    """The direction from the first to the second along which they are nearest."""
    angle = min(_separation(p, at, q, bt) for p in a.pieces for q in b.pieces)[1]
    return math.cos(angle), math.sin(angle)


def first_contact(body: Body, leg: Leg, other: Body, stands: Spot, level: float = 0.0) -> float | None:
    """The first time at which the gap is down to `level`, by halving: a part of the leg during which no point can have
    come that far is free."""
    fastest = leg.fastest(body)

    def slack(t: float, left: float) -> float:
        return gap(body, leg.spot(t), other, stands, level + fastest * left) - level

    def first(start: float, end: float, free: float) -> float | None:
        if free > fastest * (end - start):
            return None
        if free <= 2e-9:
            return start
        middle = 0.5 * (start + end)
        found = first(start, middle, free)
        if found is not None:
            return found
        return first(middle, end, slack(middle, end - middle))

    return first(0.0, 1.0, slack(0.0, 1.0))


def least_gap(body: Body, leg: Leg, other: Body, stands: Spot) -> tuple[float, float]:
    """The least gap over a leg as far as looking closely around the best of many moments finds it, and its time."""

    def at(t: float) -> float:
        return gap(body, leg.spot(t), other, stands)

    width = 1.0 / 128.0
    best, when = min((at(t), t) for t in np.linspace(0.0, 1.0, 129))
    while width > 1e-9:
        width *= 0.5
        near = [(at(t), t) for t in (when - width, when + width) if 0.0 <= t <= 1.0]
        best, when = min([(best, when), *near])
    return best, when
