"""Small ruins with a way to be looked for: houses, perhaps a gallery, stairs, ladders, walls, a few who stand about."""

import math
import random
from dataclasses import dataclass

import shapely
from shapely import Polygon

from movetray.table.table import Base, Pose, Table
from movetray.table.terrain import Ladder, Stairs, Terrain
from movetray.units import snap
from oracle.build import ROUND_25, ROUND_32, XY, Piece, block, box, deck, set_up, wall
from oracle.legs import Spot
from oracle.tables import fits

SIZE = (16.0, 13.0)


@dataclass(frozen=True)
class Asked:
    """A table, who goes, and where to."""

    table: Table
    goal: Spot


def small_ruin(seed: int) -> Asked:
    """The same for the same seed; the goal is free."""
    rng = random.Random(f"ruin {seed}")
    while True:
        asked = _ruin(rng)
        if asked is not None:
            return asked


def _ruin(rng: random.Random) -> Asked | None:
    terrain = terrain_of(rng)
    table = set_up([], terrain, size=SIZE)
    stats = {"M": 40, "I": 3, "Ld": 7, "T": 3, "W": 1}
    base = rng.choice((ROUND_25, ROUND_25, ROUND_32))
    heights = [0.0, *sorted({s.height for s in table.board.surfaces if s.height > 0})]
    for name, side in (("wren", "red"), ("pike", "blue"), ("carp", "blue"), ("tench", "blue")):
        spot = free_place(rng, table, ROUND_25 if name != "wren" else base, heights)
        if spot is None:
            return None
        piece = Piece(name, spot, side, base if name == "wren" else ROUND_25, stats=stats)
        table = set_up([*_pieces(table), piece], terrain, size=SIZE)
    start = table.pose_of("wren")
    goals = [h for h in heights if abs(h - start.height) > 0.01 or rng.random() < 0.3]
    goal = free_place(rng, table, base, goals or heights)
    return None if goal is None or math.dist(goal[:2], start.point[:2]) < 1 else Asked(table, goal)


def _pieces(table: Table) -> list[Piece]:
    found = []
    for model in table.models.values():
        unit = table.unit_of(model.id)
        assert model.pose is not None
        found.append(Piece(model.id, model.pose.point, unit.side, unit.base, stats=unit.stats))
    return found


def free_place(
    rng: random.Random, table: Table, base: Base, heights: list[float], size: XY = SIZE, near: XY | None = None
) -> Spot | None:
    """Somewhere on one of these levels where a base has room around it, at most 6" off `near` in x and in y."""
    (x0, x1), (y0, y1) = ((1.0, far - 1) for far in size)
    if near is not None:
        (x0, x1), (y0, y1) = ((max(at - 6, 1.0), min(at + 6, far - 1)) for at, far in zip(near, size, strict=True))
    for _ in range(60):
        z = rng.choice(heights)
        pose = Pose.at(rng.uniform(x0, x1), rng.uniform(y0, y1), z)
        if fits(table, base, pose):
            return pose.point
    return None


def terrain_of(rng: random.Random) -> list[Terrain]:
    """Two houses, perhaps across a lane from each other, a gallery, walls."""
    found: list[Terrain] = []
    taken: list[Polygon] = []
    heights = rng.sample((2.0, 2.5, 3.0, 4.0, 5.0), 3)
    if rng.random() < 0.5:
        heights[1] = heights[0]
    for n in range(2):
        wide, deep = rng.uniform(2, 4), rng.uniform(2, 4)
        x, y = rng.uniform(1.5, SIZE[0] - wide - 1.5), rng.uniform(1.5, SIZE[1] - deep - 1.5)
        if n and rng.random() < 0.5:  # across a lane
            _, y0, x1, _ = taken[0].bounds
            x, y = x1 + rng.uniform(1.2, 2.8), y0 + rng.uniform(-0.5, 0.5)
        shape = box(x, y, x + wide, y + deep)
        inside = x + wide < SIZE[0] - 1.2 and y > 1.2 and y + deep < SIZE[1] - 1.2
        if inside and all(shapely.distance(Polygon(shape), other) > 1.1 for other in taken):
            taken.append(Polygon(shape))
            found.append(block(f"house-{n}", shape, heights[n], climbable=rng.random() < 0.5))
            found += _up(rng, f"{n}", shape, heights[n], taken)
    if rng.random() < 0.5:
        x, y = rng.uniform(1.5, SIZE[0] - 5), rng.uniform(1.5, SIZE[1] - 4.5)
        shape = box(x, y, x + 3.2, y + 2.6)
        if all(shapely.distance(Polygon(shape), other) > 0.6 for other in taken):
            taken.append(Polygon(shape))
            holes = [box(x + 0.7, y + 0.7, x + 2.1, y + 2.0)] if rng.random() < 0.5 else []
            found.append(deck("gallery", shape, heights[2], holes))
            found += _up(rng, "gallery", shape, heights[2], taken)
    for n in range(2):
        x, y, turn = rng.uniform(2, SIZE[0] - 2), rng.uniform(2, SIZE[1] - 2), rng.uniform(0, math.pi)
        line = [(x, y), (x + 2.5 * math.cos(turn), y + 2.5 * math.sin(turn))]
        if all(shapely.distance(shapely.LineString(line), other) > 0.4 for other in taken):
            found.append(wall(f"wall-{n}", line, rng.choice((1.5, 4.0)), 0.2))
    return found


def _up(rng: random.Random, name: str, shape: tuple[XY, ...], height: float, taken: list[Polygon]) -> list[Terrain]:
    side = rng.randrange(4)
    (x0, y0), (x1, y1) = shape[side], shape[(side + 1) % 4]
    part = rng.uniform(0.2, 0.8)
    x, y = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
    long = math.dist((x0, y0), (x1, y1))
    out = ((y1 - y0) / long, (x0 - x1) / long)
    roll = rng.random()
    if roll < 0.4:
        return [Ladder(f"ladder-{name}", (snap(x), snap(y)), 0, snap(height))]
    far = height * 0.8
    foot = (x + out[0] * far, y + out[1] * far)
    inside = 0.6 < foot[0] < SIZE[0] - 0.6 and 0.6 < foot[1] < SIZE[1] - 0.6
    if roll < 0.7 and inside and all(other.distance(shapely.Point(foot)) > 0.6 for other in taken[:-1]):
        line = ((snap(foot[0]), snap(foot[1])), (snap(x), snap(y)))
        return [Stairs(f"stairs-{name}", line, 0, snap(height))]
    return []
