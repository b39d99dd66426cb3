"""What the planner is told about a table: what stops a base, what it may cross, and what slows it."""

from collections.abc import Collection, Sequence

from movetray._kernel import Plan, Route, Shape
from movetray.engine.command import Waypoint
from movetray.engine.ruleset import RuleSet
from movetray.engine.walk import Walk, walk_of
from movetray.table.board import ORIGIN
from movetray.table.edges import open_edges
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, to_inches

Placing = tuple[Shape, tuple[float, float, float]]


def plan_for(
    table: Table,
    rules: RuleSet,
    model: str,
    *,
    without: Collection[str] = (),
    beside: Sequence[Placing] = (),
    slowed: bool = True,
    height: float | None = None,
) -> Plan:
    """The planner for one model on its level, or on the level at `height` inches.

    Models in `without` are not in the way; `beside` are more solids. `slowed`: slow ground makes a way dearer
    (a way that is the shortest by length asks for False).
    """
    pose = table.pose_of(model)
    level = pose.height if height is None else height
    here = table.board.slice(level)
    solid: list[Placing] = list(beside)
    low: list[Placing] = []
    for piece in here.solids:
        crossed = rules.crossed_by(piece.kind, piece.top - level) is not None
        (low if crossed else solid).append((piece.shape, ORIGIN))
    ground: list[tuple[Shape, tuple[float, float, float], float]] = []
    for stretch, region in table.board.grounds:
        if abs(to_inches(stretch.z) - level) > TOLERANCE:
            continue
        going = rules.going(table, stretch)
        if rules.bars(table, stretch, model):
            solid.append((region, ORIGIN))
        elif slowed and going in rules.ground_factors:
            ground.append((region, ORIGIN, rules.ground_factors[going][1].factor))
    for other in table.standing:
        there = table.pose_of(other)
        if other != model and other not in without and abs(there.height - level) <= TOLERANCE:
            solid.append((table.shape_of(other), there.plan))
    edges = [(edge.strip, ORIGIN) for edge in open_edges(table.board, level)]
    whole = rules.option("support") == "whole"
    return Plan(
        table.shape_of(model),
        pose.plan[2],
        table.board.bounds,
        [*solid, *edges] if whole else solid,
        low,
        ground,
        rules.touches_by_centre,
        [] if whole else edges,
    )


def start_of(table: Table, model: str) -> tuple[float, float]:
    """Where a model's way begins, in plan."""
    x, y, _ = table.pose_of(model).plan
    return x, y


def walk_along(table: Table, model: str, route: Route) -> Walk:
    """A route as the walk of a model."""
    points = []
    for x, y, _, cx, cy in route.legs:
        points.append(Waypoint(x, y, None, "walk", None if cx is None or cy is None else (cx, cy)))
    return walk_of(table, model, points)


def placing(table: Table, model: str, pose: Pose | None = None) -> Placing:
    """A model's base where it stands, or would stand."""
    return table.shape_of(model), (pose or table.pose_of(model)).plan
