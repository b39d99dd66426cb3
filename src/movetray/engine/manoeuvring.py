"""Where a block can go ahead and in wheels, and by which steps; what is found is still for the clauses to judge."""

from movetray._kernel import BlockPlan, BlockReach, BlockRoute, Shape, ahead, distance, gap
from movetray.engine import blocks
from movetray.engine.command import Manoeuvre, Waypoint
from movetray.engine.command_json import DEGREES, INCHES
from movetray.engine.ruleset import Drill, RuleSet
from movetray.table.board import ORIGIN
from movetray.table.table import Body, Table
from movetray.units import TOLERANCE

Plan = tuple[float, float, float]

SPARE = 0.002
"""Inches more than the room where there are: steps are said in hundredths of a degree and still have to leave it."""


def drill_of(table: Table, rules: RuleSet, unit: str, verb: str) -> Drill | None:
    """What a unit has for a verb that is gone by steps; None where it is no block or the verb is another."""
    if rules.drill is None or unit not in table.units or blocks.body_of(table, unit) is None:
        return None
    return rules.drill(table, rules, unit, verb)


def plan_of(table: Table, rules: RuleSet, body: Body, drill: Drill, spare: float = 0.0) -> BlockPlan:
    """The planner of a block among other units and terrain; `spare` inches more than the room are left.

    Who stands nearer to something than the room it has to leave comes no nearer.
    """
    room = drill.room + spare if drill.room else 0.0
    kept = [*blocks.others_of(table, body.unit), *blocks.impassable(table, rules, body.pose.height)]
    things: list[tuple[Shape, Plan, float]] = [
        (shape, pose, min(room, max(gap(body.shape, body.pose.plan, shape, pose), 0.0))) for _, shape, pose in kept
    ]
    things += [(solid.shape, ORIGIN, 0.0) for solid in table.board.slice(body.pose.height).solids]
    return BlockPlan(body.block, table.board.bounds, things, drill.radian)


def way_to(
    table: Table, rules: RuleSet, unit: str, drill: Drill, to: tuple[float, float], facing: float | None = None
) -> BlockRoute | None:
    """The cheapest way of the middle of a block's front to a place, with any facing or with one.

    Beyond the allowance it is cut there. None where the block is hemmed in as it stands.
    """
    body = blocks.body_of(table, unit)
    assert body is not None
    found: BlockRoute | None = None
    for spare in (SPARE, 0.0):
        plan = plan_of(table, rules, body, drill, spare)
        if facing is None:
            way = plan.to_point(body.pose.plan, to, drill.allowance)
        else:
            way = plan.to_pose(body.pose.plan, (*to, facing), drill.allowance)
        if way is not None and way.arrives:
            return way
        found = found or way
    return found


def reach_of(table: Table, rules: RuleSet, unit: str, drill: Drill, budget: float | None = None) -> BlockReach:
    """Where the middle of a block's front can get to ahead and in wheels, for its allowance or another budget."""
    body = blocks.body_of(table, unit)
    assert body is not None
    return plan_of(table, rules, body, drill).reach(
        body.pose.plan, drill.allowance if budget is None else min(budget, drill.allowance)
    )


def aside(body: Body, place: tuple[float, float]) -> Manoeuvre | None:
    """The step that takes a block straight back or sideways to a place; None where it lies elsewhere."""
    start = body.pose.plan
    inches = distance(start[:2], place)
    for kind, toward, there in (
        ("back", None, ahead(start, -inches)),
        ("sideways", "left", ahead(start, 0.0, inches)),
        ("sideways", "right", ahead(start, 0.0, -inches)),
    ):
        if distance(there, place) <= TOLERANCE:
            return Manoeuvre(kind, round(inches, INCHES), toward)
    return None


def steps_of(route: BlockRoute) -> tuple[Manoeuvre, ...]:
    """A way as the steps of a command: inches and degrees as they are said."""
    found = []
    for kind, amount in route.steps:
        name, _, toward = kind.partition("-")
        found.append(Manoeuvre(name, round(amount, DEGREES if toward else INCHES), toward or None))
    return tuple(found)


def points_of(route: BlockRoute, height: float) -> list[Waypoint]:
    """A way of the middle of the front as the points of a path, wheels as arcs with the facing at their end."""
    found = []
    for index, (x, y, _, cx, cy) in enumerate(route.path.legs):
        around = None if cx is None or cy is None else (cx, cy)
        facing = None if around is None else route.path.pose(index, 1.0)[2]
        found.append(Waypoint(x, y, height, "forward" if around is None else "wheel", around, facing))
    return found
