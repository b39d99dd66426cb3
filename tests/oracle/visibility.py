"""Shortest ways the slow way: a visibility graph over obstacles with their arcs cut into chords.

Chords inside the arcs make the obstacles too small and the way at most as long as the true one; chords outside make it
at least as long. With more chords both close in on the truth. Shapely and a heap; nothing of the kernel.
"""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
import shapely.affinity
from numpy.typing import NDArray
from shapely.geometry import MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

Place = tuple[float, float]


HAIR = 1e-9
"""Ways may run along an obstacle; what is this deep in it is rounding."""


def disc(x: float, y: float, radius: float, chords: int, outside: bool) -> Polygon:
    """A circle of `4 * chords` chords, inside or outside the true one."""
    reach = radius / math.cos(math.pi / (4 * chords)) if outside else radius
    steps = (math.pi / (2 * chords) * (k + 0.5) for k in range(4 * chords))
    return Polygon([(x + reach * math.cos(a), y + reach * math.sin(a)) for a in steps])


def _hull_of_sums(a: Polygon, b: Polygon) -> BaseGeometry:
    one, two = np.asarray(a.exterior.coords), np.asarray(b.exterior.coords)
    sums = (one[:, None, :] + two[None, :, :]).reshape(-1, 2)
    return MultiPoint(sums).convex_hull


def _triangles(shape: Polygon) -> list[Polygon]:
    if shape.equals(shape.convex_hull):
        return [shape]
    return [part for part in shapely.constrained_delaunay_triangles(shape).geoms if isinstance(part, Polygon)]


def grown(shape: Polygon, base: Polygon) -> BaseGeometry:
    """Where the centre of a convex base about the origin meets the shape."""
    opposite = shapely.affinity.scale(base, -1, -1, origin=(0, 0))
    return shapely.union_all([_hull_of_sums(part, opposite) for part in _triangles(shape)])


@dataclass
class Field:
    """Places that may not be entered, and the corners that ways bend at."""

    solid: BaseGeometry
    corners: NDArray[np.float64]

    @classmethod
    def of(cls, obstacles: Sequence[BaseGeometry]) -> "Field":
        """From obstacles already grown by the base; the corners of their union that stick out."""
        solid = shapely.union_all(list(obstacles))
        core = solid.buffer(-HAIR)
        shapely.prepare(core)
        return cls(core, outward_corners(solid))

    def sees(self, a: Place, others: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which of these places can be reached straight."""
        ends = np.empty((len(others), 2, 2))
        ends[:, 0], ends[:, 1] = a, others
        return np.logical_not(shapely.intersects(self.solid, shapely.linestrings(ends)))

    def length(self, start: Place, goal: Place, limit: float = math.inf) -> float:
        """The shortest way; infinite where there is none."""
        spots = np.vstack([self.corners, [goal]]) if len(self.corners) else np.array([goal])
        last = len(spots) - 1
        ahead = np.hypot(*(spots - goal).T)
        best = np.full(len(spots), math.inf)
        done = np.zeros(len(spots), dtype=bool)
        heap: list[tuple[float, float, int]] = [(0.0, 0.0, -1)]
        while heap:
            _, far, k = heapq.heappop(heap)
            if k == last:
                return far
            if k >= 0:
                if done[k]:
                    continue
                done[k] = True
            here = start if k < 0 else (float(spots[k, 0]), float(spots[k, 1]))
            reach = far + np.hypot(*(spots - here).T)
            worth = np.flatnonzero(~done & (reach < best) & (reach + ahead <= limit))
            for n in worth[self.sees(here, spots[worth])]:
                best[n] = reach[n]
                heapq.heappush(heap, (float(reach[n] + ahead[n]), float(reach[n]), int(n)))
        return math.inf


def outward_corners(solid: BaseGeometry) -> NDArray[np.float64]:
    """The corners at which a way could bend round a solid: those that stick out."""
    corners: list[NDArray[np.float64]] = [np.empty((0, 2))]
    for part in getattr(solid, "geoms", [solid]):
        if isinstance(part, Polygon) and not part.is_empty:
            turned = shapely.orient_polygons(part)
            corners += [_outward(np.asarray(ring.coords)[:-1]) for ring in (turned.exterior, *turned.interiors)]
    return np.vstack(corners)


def _outward(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners of a ring, the solid on its left, at which a way could bend round it."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    return ring[before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0] > 0]
