"""Where a fall ends: the nearest free place, straight below first, then outward from the wall."""

from movetray._kernel import Path, Shape, bearing, contains, distance, gap, spans
from movetray.engine.planning import plan_for
from movetray.engine.ruleset import RuleSet
from movetray.engine.sweep import NEARLY, Column, floors_in, solids_in
from movetray.table.board import ORIGIN, Surface
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE

HAIR = 0.01
"""An opening or a ledge narrower than this does not count, in inches."""


def landing(table: Table, rules: RuleSet, model: str, edge: Pose) -> Pose:
    """The place where a model comes to lie that falls from `edge`: on the first surface beneath, as near as it can.

    Of equally near places the first counter-clockwise from +x. Where there is none at all, it stays where it was.
    """
    x, y, facing = edge.plan
    found: list[tuple[float, float, Pose]] = []
    for height in sorted({s.height for s in table.board.surfaces if s.height < edge.height - TOLERANCE}, reverse=True):
        plan = plan_for(table, rules, model, height=height)
        for spot in plan.free_near((x, y)):
            pose = Pose.at(spot[0], spot[1], height, facing)
            if rests(table, model, edge, pose):
                away = distance((x, y), spot)
                angle = bearing((x, y), spot) if away > TOLERANCE else 0.0
                found.append((round(away, 4), round(angle, 2), pose))
                break
    return min(found, key=lambda item: item[:2])[2] if found else edge


def rests(table: Table, model: str, edge: Pose, pose: Pose) -> bool:
    """Whether a base can come down there: carried by the first surface beneath, with nothing of a building in it."""
    shape = table.shape_of(model)
    x, y, _ = pose.plan
    beneath = [s for s in table.board.surfaces if s.height < edge.height - TOLERANCE and s.supports(x, y)]
    if not beneath or abs(max(s.height for s in beneath) - pose.height) > TOLERANCE:
        return False
    column = Column(pose.plan, pose.height, edge.height)
    return not any(solids_in(table.board, shape, column)) and not any(floors_in(table.board, shape, column))


def edge_near(table: Table, model: str, within: float) -> bool:
    """Whether a drop is within so many inches of a model's base on the surface where it is."""
    pose = table.pose_of(model)
    shape = table.shape_of(model)
    if pose.z <= 0:
        return False
    here = table.board.surfaces_at(pose.height)
    for surface in here:
        if gap(shape, pose.plan, surface.outline, ORIGIN) > within:
            continue
        for outline in (surface.outline, *surface.holes):
            for side in _sides(outline):
                for part in _open_parts(table, surface, here, side, inward=outline is not surface.outline):
                    if gap(shape, pose.plan, part, ORIGIN) <= within + TOLERANCE:
                        return True
    return False


def _sides(outline: Shape) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    points = outline.outline(ORIGIN)
    return list(zip(points, [*points[1:], points[0]], strict=True))


def _open_parts(
    table: Table,
    surface: Surface,
    here: tuple[Surface, ...],
    side: tuple[tuple[float, float], tuple[float, float]],
    inward: bool,
) -> list[Shape]:
    """The parts of one side of a surface beyond which nothing carries on at its height and no wall stands."""
    (ax, ay), (bx, by) = side
    length = distance((ax, ay), (bx, by))
    if length <= HAIR:
        return []
    nx, ny = (by - ay) / length * HAIR, (ax - bx) / length * HAIR
    middle = ((ax + bx) / 2, (ay + by) / 2)
    outside = (middle[0] + nx, middle[1] + ny)
    if contains(surface.outline, ORIGIN, outside, -TOLERANCE) != inward:
        nx, ny = -nx, -ny
    beyond = Path((ax + nx, ay + ny, 0.0), [(bx + nx, by + ny, 0.0, None, None)])
    covered = [
        (t0, t1)
        for region in (
            *(s.outline for s in here if s is not surface),
            *(s.shape for s in table.board.slice(surface.height).solids),
        )
        for _, t0, t1 in spans(NEARLY, beyond, region, ORIGIN, 0.0)
    ]
    parts, reached = [], 0.0
    for t0, t1 in [*sorted(covered), (1.0, 1.0)]:
        if t0 - reached > HAIR / length:
            parts.append(_thin((ax, ay), (bx, by), reached, t0))
        reached = max(reached, t1)
    return parts


def _thin(a: tuple[float, float], b: tuple[float, float], t0: float, t1: float) -> Shape:
    """A stretch of an edge as a shape one can measure to."""
    (ax, ay), (bx, by) = a, b
    start = (ax + (bx - ax) * t0, ay + (by - ay) * t0)
    end = (ax + (bx - ax) * t1, ay + (by - ay) * t1)
    length = distance(start, end)
    nx, ny = (end[1] - start[1]) / length * 1e-6, (start[0] - end[0]) / length * 1e-6
    return Shape.polygon([start, end, (end[0] + nx, end[1] + ny), (start[0] + nx, start[1] + ny)])
