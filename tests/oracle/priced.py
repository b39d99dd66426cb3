"""Cheapest ways over priced ground the slow way: many places on every border, joined by straight ways.

Each straight way is priced exactly (clipped to the convex regions it crosses), so what is found is a way and its cost
an upper bound; close places leave it little above the least. Shapely, numpy and a heap; nothing of the kernel.
"""

import heapq
import itertools
import math
from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from oracle.visibility import HAIR, Place, outward_corners

Floats = NDArray[np.float64]


class Ground:
    """Convex regions with their prices, among obstacles; all grown by the base already."""

    def __init__(
        self, regions: Sequence[tuple[Polygon, float]], obstacles: Sequence[BaseGeometry], apart: float = 0.05
    ) -> None:
        solid = shapely.union_all(list(obstacles))
        self.core = solid.buffer(-HAIR)
        shapely.prepare(self.core)
        self.regions = [(shapely.orient_polygons(region), price) for region, price in regions]
        spots = [outward_corners(solid)]
        for region, _ in self.regions:
            line = region.exterior
            steps = max(3, math.ceil(line.length / apart))
            spots.append(np.array([line.interpolate(k / steps, normalized=True).coords[0] for k in range(steps)]))
            spots.append(np.asarray(line.coords)[:-1])
        self.spots = np.vstack([s.reshape(-1, 2) for s in spots])

    def prices(self, a: Place, others: Floats) -> Floats:
        """What the straight ways from a place cost; infinite where they are blocked."""
        ends = np.empty((len(others), 2, 2))
        ends[:, 0], ends[:, 1] = a, others
        way = others - np.array(a)
        long = np.hypot(*way.T)
        spans = [(*_clipped(region, np.array(a), way), price) for region, price in self.regions]
        cuts = np.sort(
            np.column_stack([np.zeros_like(long), np.ones_like(long), *[s[k] for s in spans for k in (0, 1)]])
        )
        cost = np.zeros_like(long)
        for low, high in itertools.pairwise(cuts.T):
            middle = (low + high) / 2
            price = np.ones_like(long)
            for enters, leaves, dear in spans:
                price = np.where((enters < middle) & (middle < leaves), np.maximum(price, dear), price)
            cost += (high - low) * price * long
        blocked = shapely.intersects(self.core, shapely.linestrings(ends))
        return np.where(blocked, math.inf, cost)

    def cost(self, start: Place, goal: Place) -> float:
        """The least cost found; infinite where there is no way. Prices are at least 1."""
        spots = np.vstack([self.spots, [goal]])
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
            hope = far + np.hypot(*(spots - here).T)
            worth = np.flatnonzero(~done & (hope < best) & (hope + ahead < best[last]))
            if not len(worth):
                continue
            reach = far + self.prices(here, spots[worth])
            for n, cost in zip(worth, reach, strict=True):
                if cost < best[n]:
                    best[n] = cost
                    heapq.heappush(heap, (float(cost + ahead[n]), float(cost), int(n)))
        return math.inf


def _clipped(region: Polygon, a: Floats, way: Floats) -> tuple[Floats, Floats]:
    """From where to where, as shares of each way, it lies within a convex region; empty spans end where they begin."""
    ring = np.asarray(region.exterior.coords)
    enters, leaves = np.zeros(len(way)), np.ones(len(way))
    for p, q in itertools.pairwise(ring):
        normal = np.array([q[1] - p[1], p[0] - q[0]])
        off, slope = (p - a) @ normal, way @ normal
        # a way along an edge is outside
        if off <= HAIR:
            enters = np.where(slope >= -HAIR, 1.0, enters)
        with np.errstate(divide="ignore", invalid="ignore"):
            at = off / slope
        leaves = np.where(slope > HAIR, np.minimum(leaves, at), leaves)
        enters = np.where(slope < -HAIR, np.maximum(enters, at), enters)
        if off < 0:
            leaves = np.where(np.abs(slope) <= HAIR, 0.0, leaves)
    empty = leaves <= enters
    return np.where(empty, 0.0, np.clip(enters, 0, 1)), np.where(empty, 0.0, np.clip(leaves, 0, 1))
