"""Lines of sight by throwing many: straight lines between random points of two volumes, past prisms, in numpy.

A footprint is a convex polygon or a circle; a prism is a footprint from a bottom to a top. Inches.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

XY = tuple[float, float]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Round:
    """A circle."""

    centre: XY
    radius: float


Foot = Round | tuple[XY, ...]


@dataclass(frozen=True)
class Prism:
    """A footprint from a bottom to a top; polygons are convex and counter-clockwise."""

    foot: Foot
    low: float
    high: float


def _points(prism: Prism, count: int, random: np.random.Generator) -> Floats:
    """Random points of a volume; half of them on its rim, and half at its top or bottom."""
    if isinstance(prism.foot, Round):
        angle = random.uniform(0, 2 * math.pi, count)
        out = np.sqrt(random.uniform(0, 1, count))
        out[: count // 2] = 1.0
        x = prism.foot.centre[0] + prism.foot.radius * out * np.cos(angle)
        y = prism.foot.centre[1] + prism.foot.radius * out * np.sin(angle)
    else:
        corners = np.array(prism.foot)
        shares = random.dirichlet(np.full(len(corners), 0.5), count)
        x, y = (shares @ corners).T
    part = random.uniform(0, 1, count)
    part[::2] = np.round(part[::2])
    return np.stack([x, y, prism.low + part * (prism.high - prism.low)])


def _inside(foot: Foot, p: Floats, way: Floats, grown: float) -> tuple[Floats, Floats]:
    """From when to when (0 to 1) each line is inside a footprint grown by so much; nowhere if the second is smaller."""
    if isinstance(foot, Round):
        x, y = p[0] - foot.centre[0], p[1] - foot.centre[1]
        square = way[0] ** 2 + way[1] ** 2
        half = x * way[0] + y * way[1]
        root = half**2 - square * (x**2 + y**2 - (foot.radius + grown) ** 2)
        met = np.sqrt(np.maximum(root, 0))
        begin = np.where(root > 0, (-half - met) / square, 2.0)
        return np.maximum(begin, 0), np.minimum((-half + met) / square, 1)
    begin, end = np.zeros(p.shape[1]), np.ones(p.shape[1])
    for k, (ax, ay) in enumerate(foot):
        bx, by = foot[(k + 1) % len(foot)]
        size = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / size, -(bx - ax) / size
        height = nx * (p[0] - ax) + ny * (p[1] - ay) - grown
        rise = nx * way[0] + ny * way[1]
        with np.errstate(divide="ignore", invalid="ignore"):
            at = -height / rise
        begin = np.where(rise < 0, np.maximum(begin, at), begin)
        end = np.where(rise > 0, np.minimum(end, at), end)
        end = np.where((rise == 0) & (height >= 0), -1.0, end)
    return begin, end


def free_line(a: Prism, b: Prism, between: Sequence[Prism], count: int, seed: int, grown: float = 0.0) -> bool:
    """Whether one of so many random lines passes everything, each thing grown by so much on all sides."""
    random = np.random.default_rng(seed)
    p, q = _points(a, count, random), _points(b, count, random)
    way = q - p
    free = np.ones(count, dtype=bool)
    for prism in between:
        begin, end = _inside(prism.foot, p, way, grown)
        low, high = p[2] + begin * way[2], p[2] + end * way[2]
        within = (begin < end) & (np.minimum(low, high) < prism.high + grown)
        free &= ~(within & (np.maximum(low, high) > prism.low - grown))
    return bool(free.any())
