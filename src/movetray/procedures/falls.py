"""Where a fall ends: the nearest free place, straight below first, then outward from the wall."""

from movetray._kernel import bearing, distance, gap
from movetray.engine.planning import plan_for
from movetray.engine.ruleset import RuleSet
from movetray.engine.sweep import Column, floors_in, solids_in
from movetray.table.board import ORIGIN
from movetray.table.edges import open_edges
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most


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
    pose, shape = table.pose_of(model), table.shape_of(model)
    return any(
        at_most(gap(shape, pose.plan, edge.strip, ORIGIN), within) for edge in open_edges(table.board, pose.height)
    )
