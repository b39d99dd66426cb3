"""Footprints, walls and gaps by shapely: the geometry of the second opinion.

A body is a core blown up by a reach: a disc is a point and its radius, everything else is a polygon and nothing, so
that distances between discs and polygons are exact.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
import shapely
from shapely import Geometry, LineString, Polygon

from movetray.table.board import Board
from movetray.table.table import Base, Pose, Table
from movetray.table.terrain import Block, Floor, Ground, Spot, Wall

INCH = 2540.0
EPS = 0.0008
"""Inches that this opinion forgives: the tolerance of the contract and the snapping of one pose."""

SIDES = 720
"""Corners of the polygon that stands for an oval: off by 1e-5 of its width."""

XY = tuple[float, float]


@dataclass(frozen=True)
class Body:
    """A shape where it stands: everything within `reach` of `core`."""

    core: Geometry
    reach: float = 0.0


@dataclass(frozen=True)
class Obstacle:
    """A solid as a base at some height meets it; `rise` is how far it stands up above the base's foot."""

    piece: str
    body: Body
    rise: float


def inches(spot: Spot) -> XY:
    return spot[0] / INCH, spot[1] / INCH


def outline(spots: Sequence[Spot]) -> Polygon:
    return Polygon([inches(spot) for spot in spots])


def local_outline(base: Base) -> list[XY]:
    """The corners of a base that is not round, facing +x at the origin."""
    width, depth = base.width / INCH, base.depth / INCH
    if base.kind == "hull":
        return [inches(spot) for spot in base.outline]
    if base.kind == "rectangle":
        return [(x * depth / 2, y * width / 2) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    turns = [2 * math.pi * k / SIDES for k in range(SIDES)]
    return [(depth / 2 * math.cos(t), width / 2 * math.sin(t)) for t in turns]


def body_at(base: Base, x: float, y: float, facing: float) -> Body:
    """The footprint of a base; inches and degrees."""
    if base.kind == "round":
        return Body(shapely.Point(x, y), base.width / INCH / 2)
    cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    return Body(Polygon([(x + cos * a - sin * b, y + sin * a + cos * b) for a, b in local_outline(base)]))


@lru_cache(maxsize=20_000)
def body_of(base: Base, pose: Pose) -> Body:
    return body_at(base, pose.x / INCH, pose.y / INCH, pose.facing / 100)


def gap(a: Body, b: Body) -> float:
    """The distance between two bodies; at most 0 where they meet (polygons inside each other: 0)."""
    return float(shapely.distance(a.core, b.core)) - a.reach - b.reach


def overlap(a: Body, b: Body, forgive: float = EPS) -> bool:
    """Whether two bodies lie in each other by more than `forgive`."""
    if a.reach or b.reach:
        return gap(a, b) < -forgive
    if gap(a, b) > 0:
        return False
    smaller = shapely.buffer(a.core, -forgive, join_style="mitre")
    return bool(shapely.intersects(smaller, b.core) and shapely.area(shapely.intersection(smaller, b.core)) > 1e-12)


def within(body: Body, x1: float, y1: float) -> bool:
    """Whether a body lies whole on a table from (0, 0) to (x1, y1)."""
    left, low, right, high = shapely.bounds(body.core)
    return bool(
        left - body.reach >= -EPS
        and low - body.reach >= -EPS
        and right + body.reach <= x1 + EPS
        and high + body.reach <= y1 + EPS
    )


def obstacles(table: Table, foot: float) -> tuple[Obstacle, ...]:
    """Everything solid that a base whose foot is at this height (inches) stands before."""
    return solids_at(table.board, round(foot * INCH))


@lru_cache(maxsize=256)
def solids_at(board: Board, z: int) -> tuple[Obstacle, ...]:
    """The same, the height in hundredths of a millimetre; found once for a board."""
    return tuple(_solids(board, z / INCH))


def _solids(board: Board, foot: float) -> Iterator[Obstacle]:
    for piece in board.terrain:
        match piece:
            case Block() if piece.height / INCH > foot + EPS:
                yield Obstacle(piece.id, Body(outline(piece.outline)), piece.height / INCH - foot)
            case Wall():
                bottom = piece.z / INCH
                top = bottom + piece.height / INCH
                if bottom <= foot + EPS < top:
                    yield Obstacle(piece.id, Body(_wall(piece, foot - bottom)), top - foot)
            case _:
                pass


def _wall(wall: Wall, above_foot: float) -> Geometry:
    half = wall.thickness / INCH / 2
    line = LineString([inches(spot) for spot in wall.line])
    solid: Geometry = shapely.buffer(line, half, cap_style="flat", join_style="mitre", mitre_limit=100)
    for door in wall.doors:
        if above_foot < door.height / INCH - EPS:
            opening = LineString([inches(door.start), inches(door.end)])
            solid = shapely.difference(solid, shapely.buffer(opening, half + 0.01, cap_style="flat"))
    return solid


def supported(table: Table, x: float, y: float, z: float) -> bool:
    """Whether some surface at this height has the point on it, edges included."""
    spot = shapely.Point(x, y)
    if abs(z) <= EPS:
        return True
    for piece in table.board.terrain:
        if isinstance(piece, Block) and abs(piece.height / INCH - z) <= EPS:
            if shapely.distance(outline(piece.outline), spot) <= EPS:
                return True
        elif isinstance(piece, Floor) and abs(piece.z / INCH - z) <= EPS:
            holes = [shapely.buffer(outline(hole), -EPS) for hole in piece.holes]
            if shapely.distance(outline(piece.outline), spot) <= EPS and not any(h.contains(spot) for h in holes):
                return True
    return False


def grounds(table: Table, z: float) -> list[tuple[str, Geometry]]:
    """The kind and the outline of every stretch of ground on the surfaces at this height."""
    found = [p for p in table.board.terrain if isinstance(p, Ground) and abs(p.z / INCH - z) <= EPS]
    return [(table.settled.get(p.id, p.going), outline(p.outline)) for p in found]


def leg_points(start: XY, end: XY, around: XY | None, chord: float = 0.01) -> list[XY]:
    """Points along a leg, straight or an arc by the shorter turn, near enough for a chord to stand for the way."""
    if around is None:
        return [start, end]
    r = math.dist(start, around)
    first = math.atan2(start[1] - around[1], start[0] - around[0])
    last = math.atan2(end[1] - around[1], end[0] - around[0])
    turn = (last - first + math.pi) % (2 * math.pi) - math.pi
    if abs(turn + math.pi) < 1e-9:
        turn = math.pi
    count = max(2, math.ceil(abs(turn) / 0.005), math.ceil(abs(turn) * r / chord))
    angles = (first + turn * k / count for k in range(count + 1))
    return [(around[0] + r * math.cos(t), around[1] + r * math.sin(t)) for t in angles]


def dense(points: Sequence[XY], every: float) -> np.ndarray:
    """The same way with a point at least every so many inches."""
    found = [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        count = max(1, math.ceil(math.dist((x0, y0), (x1, y1)) / every))
        found += [(x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count) for k in range(1, count + 1)]
    return np.array(found)


def length(points: Sequence[XY]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))
