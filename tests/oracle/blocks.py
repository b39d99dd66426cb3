"""Ranked blocks worked out slowly: where the models stand, what a wheel sweeps moment by moment, who touches whom.

numpy and shapely, nothing of the kernel. A pose is the middle of the front edge and the facing in degrees.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Pose = tuple[float, float, float]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Regiment:
    """Models in files and ranks, the last rank centred; one base is `width` across the facing, `depth` along it."""

    models: int
    files: int
    width: float
    depth: float

    @property
    def front(self) -> float:
        """Inches across the front rank."""
        return min(self.files, self.models) * self.width

    def bases(self, pose: Pose) -> Any:
        """The base of every model, one polygon each."""
        middles = []
        for model in range(self.models):
            rank, file = divmod(model, self.files)
            abreast = min(self.files, self.models - rank * self.files)
            middles.append((-(rank + 0.5) * self.depth, ((abreast - 1) / 2 - file) * self.width))
        half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (self.depth / 2, self.width / 2)
        corners = np.array(middles)[:, None, :] + half[None, :, :]
        return shapely.polygons(standing(corners.reshape(-1, 2), pose).reshape(-1, 4, 2))

    def footprint(self, pose: Pose) -> Any:
        """All bases as one polygon."""
        full, left = divmod(self.models, self.files)
        rows = [(full, self.files)] if full else []
        rows += [(full + 1, left)] if left else []
        pieces = []
        for ranks, abreast in rows:
            half, rear = abreast * self.width / 2, -ranks * self.depth
            pieces.append([(rear, -half), (0.0, -half), (0.0, half), (rear, half)])
        return shapely.union_all(shapely.polygons([standing(np.array(piece), pose) for piece in pieces]))


def standing(points: Floats, pose: Pose) -> Floats:
    """Points of a body where it stands."""
    x, y, facing = pose
    cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    turned: Floats = points @ np.array([[cos, sin], [-sin, cos]]) + np.array([x, y])
    return turned


def ahead(pose: Pose, forward: float, left: float = 0.0) -> Pose:
    """The pose some way ahead and to the left."""
    x, y, facing = pose
    cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    return x + forward * cos - left * sin, y + forward * sin + left * cos, facing


def wheeled(pose: Pose, front: float, degrees: float) -> Pose:
    """The pose after a wheel: positive about the left front corner, negative about the right one."""
    side = front / 2 if degrees >= 0 else -front / 2
    corner = ahead(pose, 0.0, side)[:2]
    x, y, _ = ahead((*corner, pose[2] + degrees), 0.0, -side)
    return x, y, pose[2] + degrees


def in_contact(one: Regiment, at: Pose, other: Regiment, stands: Pose, slack: float) -> tuple[list[int], list[int]]:
    """The models of both whose bases are no further than `slack` from one of the other."""
    apart = shapely.distance(one.bases(at)[:, None], other.bases(stands)[None, :])
    near = apart <= slack
    return [int(k) for k in np.flatnonzero(near.any(axis=1))], [int(k) for k in np.flatnonzero(near.any(axis=0))]
