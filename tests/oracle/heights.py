"""What a leg between levels costs, and whether it can be gone: a second opinion, by shapely and plain words."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import shapely
from shapely import Geometry, LineString

from movetray.engine.event import Track
from movetray.table.table import Base, Pose, Table
from movetray.table.terrain import Block, Floor, Ladder, Stairs, Wall
from oracle.plan import EPS, INCH, Body, body_at, body_of, dense, gap, inches, leg_points, obstacles, outline, supported

WIDEST_LEAP, FARTHEST_DROP, FREE_STEP = 3.0, 6.0, 0.5


def rise(start: Pose, track: Track) -> float:
    """Inches gone up; below zero: down."""
    return (track.to.z - start.z) / INCH


def flat(start: Pose, track: Track) -> float:
    """Inches gone in plan."""
    return math.hypot(track.to.x - start.x, track.to.y - start.y) / INCH


def cost_between(start: Pose, track: Track, options: Mapping[str, Any]) -> float:
    """Inches of allowance for a leg that is no walk."""
    up, along = abs(rise(start, track)), flat(start, track)
    match track.by:
        case "climb":
            return up
        case "stairs":
            return math.hypot(up, along)
        case "ladder":
            return up + along
        case "jump" | "dive":
            return 0.0 if options.get("jump-sideways") == "free" else along
        case _:
            return along


def leg_problems(table: Table, model: str, start: Pose, track: Track, options: Mapping[str, Any]) -> Iterator[str]:
    """Everything about a leg that cannot be, each as a sentence. (Where a model rests is for others to look at.)"""
    base = table.unit_of(model).base
    up, along, width = rise(start, track), flat(start, track), base.width / INCH
    low, high = min(start.z, track.to.z) / INCH, max(start.z, track.to.z) / INCH
    if track.by == "walk":
        yield from _carried(table, model, start, track)
        return
    if track.by in ("ladder", "stairs"):
        yield from _by_flight(table, base, start, track)
    elif track.by == "climb":
        yield from _by_climb(table, base, start, track)
    elif track.by in ("jump", "dive") and (up > -EPS or -up > FARTHEST_DROP + EPS or along > width + FREE_STEP + EPS):
        yield f"{model} goes {along:.3f} sideways and {-up:.3f} down in one {track.by}"
    elif track.by == "leap" and (up > EPS or along > WIDEST_LEAP + EPS):
        yield f"{model} leaps {along:.3f} across and {up:.3f} up"
    elif track.by == "step" and abs(up) > float(options.get("barrier-height", 1)) + EPS:
        yield f"{model} steps {up:.3f}"
    x, y, z = (v / INCH for v in (track.to.x, track.to.y, track.to.z))
    on_a_wall = track.by == "climb" and up > 0 and _tops_a_wall(table, track.to)
    if not on_a_wall and not supported(table, x, y, z):
        yield f"{model} comes by {track.by} to ({x:.3f}, {y:.3f}, {z:.3f}), where nothing carries it"
    if track.by in ("ladder", "stairs"):
        yield from _stands(table, model, body_of(base, track.to), z)
        return
    swept = Body(*_swept(base, start, track))
    yield from _stands(table, model, swept, high, BARRIER)
    if abs(up) > EPS:
        upright = start if up > 0 else track.to
        yield from _comes_down(table, model, body_of(base, upright), low, high)


def _swept(base: Base, start: Pose, track: Track) -> tuple[Geometry, float]:
    a, b = ((p.x / INCH, p.y / INCH) for p in (start, track.to))
    if base.kind == "round":
        return (LineString([a, b]) if a != b else shapely.Point(a)), base.width / INCH / 2
    one, other = (body_at(base, *p, start.facing / 100).core for p in (a, b))
    return shapely.convex_hull(shapely.union(one, other)), 0.0


def _deep(body: Body, other: Body) -> bool:
    """Whether a body is in another by more than the contract's tolerance, snapping and a hair."""
    if body.reach or other.reach:
        return gap(body, other) < -2 * EPS
    shrunk = shapely.buffer(body.core, -2 * EPS, join_style="mitre")
    return bool(
        shapely.intersects(shrunk, other.core) and shapely.area(shapely.intersection(shrunk, other.core)) > 1e-9
    )


BARRIER = 1.0
"""Inches up to which walls are jumped at no cost: one may set off and come down over a parapet."""


def _stands(table: Table, model: str, body: Body, height: float, passed: float = 0.0) -> Iterator[str]:
    """What a body that is at a height runs into there; what rises no higher than `passed` is passed."""
    for solid in obstacles(table, height):
        if solid.rise > passed + EPS and _deep(body, solid.body):
            yield f"{model} is in {solid.piece} at {height:.3f}"
    for other in table.models.values():
        here = other.id != model and other.pose is not None and abs(other.pose.z / INCH - height) <= 0.01
        if here and other.pose is not None and _deep(body, body_of(table.unit_of(other.id).base, other.pose)):
            yield f"{model} is in the base of {other.id} at {height:.3f}"


def _comes_down(table: Table, model: str, body: Body, low: float, high: float) -> Iterator[str]:
    """What a body meets on its way straight up or down."""
    for piece in table.board.terrain:
        match piece:
            case Block() if piece.height / INCH > low + EPS and _deep(body, Body(outline(piece.outline))):
                yield f"{model} goes up or down in {piece.id}"
            case Wall() if not piece.doors and piece.z / INCH < high - EPS:
                line = LineString([inches(spot) for spot in piece.line])
                half = piece.thickness / INCH / 2
                thick = shapely.buffer(line, half, cap_style="flat", join_style="mitre", mitre_limit=100)
                if (piece.z + piece.height) / INCH > low + EPS and _deep(body, Body(thick)):
                    yield f"{model} goes up or down in {piece.id}"
            case Floor() if low + EPS < piece.z / INCH <= high + EPS:
                boards = shapely.difference(
                    outline(piece.outline), shapely.union_all([outline(hole) for hole in piece.holes])
                )
                if _deep(body, Body(boards)):
                    yield f"{model} goes through the boards of {piece.id}"
            case _:
                pass
    for other in table.models.values():
        below = other.id != model and other.pose is not None and low - EPS <= other.pose.z / INCH < high - 0.01
        if below and other.pose is not None and _deep(body, body_of(table.unit_of(other.id).base, other.pose)):
            yield f"{model} comes down on {other.id}"


def _carried(table: Table, model: str, start: Pose, track: Track) -> Iterator[str]:
    """A walk on a floor has floor under it all the way."""
    if start.z == 0:
        return
    points = leg_points((start.x / INCH, start.y / INCH), (track.to.x / INCH, track.to.y / INCH), track.around)
    for x, y in dense(points, 0.05):
        if not supported(table, float(x), float(y), start.z / INCH):
            yield f"{model} walks on air at ({x:.3f}, {y:.3f}, {start.z / INCH:.3f})"
            return


def _tops_a_wall(table: Table, pose: Pose) -> bool:
    for piece in table.board.terrain:
        if isinstance(piece, Wall) and piece.climbable and abs(piece.z + piece.height - pose.z) <= 2:
            line = LineString([inches(spot) for spot in piece.line])
            if shapely.distance(line, shapely.Point(pose.x / INCH, pose.y / INCH)) <= piece.thickness / INCH / 2 + EPS:
                return True
    return False


def _by_flight(table: Table, base: Base, start: Pose, track: Track) -> Iterator[str]:
    reach = max(math.hypot(base.width, base.depth) / 2 if base.kind == "rectangle" else base.width / 2, base.depth / 2)
    for piece in table.board.terrain:
        if isinstance(piece, Ladder | Stairs) and (isinstance(piece, Ladder) == (track.by == "ladder")):
            foot, head = (piece.at, piece.at) if isinstance(piece, Ladder) else piece.line
            ends = ((*foot, piece.bottom), (*head, piece.top))
            for one, other in (ends, ends[::-1]):
                if _at(start, one, reach) and _at(track.to, other, reach):
                    return
    yield f"there is no {track.by} from {start} to {track.to}"


def _at(pose: Pose, spot: tuple[int, int, int], reach: float) -> bool:
    near = math.hypot(pose.x - spot[0], pose.y - spot[1]) <= reach + 2 * EPS * INCH
    return near and abs(pose.z - spot[2]) <= 2


def _by_climb(table: Table, base: Base, start: Pose, track: Track) -> Iterator[str]:
    foot, top = (start, track.to) if track.to.z > start.z else (track.to, start)
    for piece in table.board.terrain:
        if not isinstance(piece, Block | Wall) or not piece.climbable:
            continue
        if isinstance(piece, Block):
            shape, above = outline(piece.outline), piece.height
        else:
            line = LineString([inches(spot) for spot in piece.line])
            shape = shapely.buffer(line, piece.thickness / INCH / 2, cap_style="flat", join_style="mitre")
            above = piece.z + piece.height
        touches = gap(body_of(base, foot), Body(shape)) <= 2 * EPS
        ring = shapely.boundary(shape)
        over = shapely.distance(ring, shapely.Point(top.x / INCH, top.y / INCH)) <= base.width / INCH + 2 * EPS
        if touches and over and above >= top.z - 2:
            return
    yield f"nothing to climb from {start} to {track.to}"
