"""Where a fall ends: the nearest free place, straight below first, then outward from the wall."""

from collections.abc import Iterator

from movetray._kernel import Path, Placed, Plan, Shape, bearing, covers, distance, gap, nearest
from movetray.engine.ruleset import RuleSet
from movetray.table.board import ORIGIN, Board, Surface
from movetray.table.edges import NEARLY, Edge, open_edges, sides
from movetray.table.floors import floor_pieces
from movetray.table.table import Pose, Table
from movetray.table.terrain import Floor
from movetray.units import TOLERANCE, at_most, to_inches

Place = tuple[float, float]
Placing = tuple[Shape, tuple[float, float, float]]

RIM = 0.01
"""How wide the rim of a hatch is that a falling base does not pass, in inches; it lies on the boards."""


def landing(table: Table, rules: RuleSet, model: str, edge: Pose) -> Pose:
    """The place where a model comes to lie that falls from `edge`: on the first surface beneath, as near as it can.

    It goes over an edge, so its centre passes no boards; through a hatch the whole base has to fit. Of equally near
    places the first counter-clockwise from +x. Where there is none at all, it stays where it was.
    """
    x, y, facing = edge.plan
    found: list[tuple[bool, float, float, Pose]] = []
    for height in sorted({s.height for s in table.board.surfaces if s.height < edge.height - TOLERANCE}, reverse=True):
        for spot in places(table, rules, model, edge, height):
            pose = Pose.at(*spot, height, facing)
            away = distance((x, y), spot)
            angle = bearing((x, y), spot) if away > TOLERANCE else 0.0
            found.append((fenced(table.board, edge, spot), round(away, 4), round(angle, 2), pose))
    return min(found, key=lambda item: item[:3])[3] if found else edge


def places(table: Table, rules: RuleSet, model: str, edge: Pose, height: float) -> Iterator[Place]:
    """Where on the surfaces at a height a model could come down that falls from `edge`."""
    board, shape = table.board, table.shape_of(model)
    point = edge.plan[:2]
    solid = [
        (s.shape, ORIGIN) for s in board.solids if s.bottom < edge.height - TOLERANCE and s.top > height + TOLERANCE
    ]
    solid += [
        (region, ORIGIN)
        for ground, region in board.grounds
        if rules.going(table, ground) == "impassable" and abs(to_inches(ground.z) - height) <= TOLERANCE
    ]
    solid += [
        (table.shape_of(other), table.pose_of(other).plan)
        for other in table.standing
        if other != model and abs(table.pose_of(other).height - height) <= TOLERANCE
    ]
    above = [s for s in board.surfaces if height + TOLERANCE < s.height <= edge.height + TOLERANCE]
    barred = [(e.strip, ORIGIN) for e in open_edges(board, height)]
    barred += [(Shape.polygon(part), ORIGIN) for s in above for part in _boards(board, s)]
    rims = [(rim, ORIGIN) for s in above for hole in s.holes for rim in _rims(hole)]
    for through in (False, True) if rims else (False,):
        plan = Plan(shape, edge.plan[2], board.bounds, [*solid, *rims] if through else solid, barred=barred)
        for spot in plan.free_near(point):
            hatches = [h for s in above for h in s.holes if covers(h, ORIGIN, NEARLY, (*spot, 0.0), TOLERANCE)]
            fits = all(covers(hole, ORIGIN, shape, (*spot, edge.plan[2]), TOLERANCE) for hole in hatches)
            if bool(hatches) == through and fits and _is_first(board, edge.height, height, spot):
                yield spot
                break


def _is_first(board: Board, top: float, height: float, spot: Place) -> bool:
    """Whether what carries at a place is the surface at `height`, for one that comes over an edge at `top`."""
    if not any(surface.supports(*spot) for surface in board.surfaces_at(height)):
        return False
    between = (s for s in board.surfaces if height + TOLERANCE < s.height < top - TOLERANCE)
    through = any(surface.boards(*spot) for surface in board.surfaces_at(top))
    return not through and not any(surface.supports(*spot) for surface in between)


def _boards(board: Board, surface: Surface) -> Iterator[list[Place]]:
    floor = board.pieces.get(surface.piece or "")
    if isinstance(floor, Floor):
        yield from floor_pieces(floor)


def _rims(hole: Shape) -> Iterator[Shape]:
    """The boards around a hatch, as far as they stop what falls through it."""
    for edge in sides(hole):
        (ax, ay), (bx, by) = edge.start, edge.end
        (cx, cy), (dx, dy) = edge.shifted(RIM)
        yield Shape.polygon([(ax, ay), (bx, by), (dx, dy), (cx, cy)])


def fenced(board: Board, edge: Pose, spot: Place) -> bool:
    """Whether a wall at the height of the edge stands between it and a place."""
    way = Path((*edge.plan[:2], 0.0), [(*spot, 0.0, None, None)])
    return board.slice(edge.height).placed.first(NEARLY, way, 2 * TOLERANCE) is not None


def edge_near(table: Table, model: str, within: float) -> bool:
    """Whether a drop is within so many inches of a model's base on the surface where it is.

    The edge of a hatch is none for a base that does not fit through it, nor one with a wall or a parapet before it.
    """
    pose, shape = table.pose_of(model), table.shape_of(model)
    walls = table.board.slice(pose.height).placed
    return any(
        at_most(gap(shape, pose.plan, edge.strip, ORIGIN), within)
        and _passable(table, shape, pose, edge)
        and not _walled(walls, shape, pose, edge)
        for edge in open_edges(table.board, pose.height)
    )


def _walled(walls: Placed, shape: Shape, pose: Pose, edge: Edge) -> bool:
    """Whether the nearest way over an edge leads through one of the walls."""
    _, brink = nearest(shape, pose.plan, edge.strip, ORIGIN)
    way = Path((*pose.plan[:2], 0.0), [(*brink, 0.0, None, None)])
    return walls.first(NEARLY, way, 2 * TOLERANCE) is not None


def _passable(table: Table, shape: Shape, pose: Pose, edge: Edge) -> bool:
    hole = next((h for s in table.board.surfaces_at(pose.height) for h in s.holes if _is_of(edge, h)), None)
    return hole is None or fits_through(table.board, shape, pose.plan[2], hole)


def _is_of(edge: Edge, hole: Shape) -> bool:
    middle = (
        (edge.start[0] + edge.end[0]) / 2 + edge.out[0] * RIM,
        (edge.start[1] + edge.end[1]) / 2 + edge.out[1] * RIM,
    )
    return covers(hole, ORIGIN, NEARLY, (*middle, 0.0), TOLERANCE)


def fits_through(board: Board, shape: Shape, facing: float, hole: Shape) -> bool:
    """Whether a base, its facing kept, goes through a hole anywhere."""
    plan = Plan(shape, facing, board.bounds, [(rim, ORIGIN) for rim in _rims(hole)])
    corner = hole.outline(ORIGIN)[0]
    return any(covers(hole, ORIGIN, shape, (*spot, facing), TOLERANCE) for spot in plan.free_near(corner))
