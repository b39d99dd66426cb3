"""What the planner is told about a table: what stops a base, what it may cross, and what slows it."""

from collections.abc import Collection, Sequence

from movetray._kernel import Path, Plan, Route, Shape, bearing, distance, spans
from movetray.engine.command import Waypoint
from movetray.engine.ruleset import RuleSet
from movetray.engine.walk import Walk, walk_of
from movetray.table.board import ORIGIN
from movetray.table.edges import open_edges
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most, to_inches

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
    verb: str | None = None,
    targets: Collection[str] = (),
    ends: bool = True,
    shunning: Collection[str] = (),
) -> Plan:
    """The planner for one model on its level, or on the level at `height` inches.

    Models in `without` are not in the way; `beside` are more solids. `slowed`: slow ground makes a way dearer
    (a way that is the shortest by length asks for False). The way of `verb` keeps off all enemies but its `targets`
    as the rules demand. A model that flies may pass everything, and stops nowhere in it. `ends`: its ways end there
    (else they go on by other means, so that they may end where a base hangs over an edge). `shunning`: ground of these
    goings is not entered.
    """
    pose = table.pose_of(model)
    level = pose.height if height is None else height
    here = table.board.slice(level)
    solid: list[Placing] = list(beside)
    low: list[Placing] = []
    for piece in here.solids:
        if rules.crossed_by(piece.kind, piece.top - level) is not None:
            # a way that goes on by other means may do so from astride it
            low += [(piece.shape, ORIGIN)] if ends else []
        else:
            breached = rules.breached_by(table, piece.piece, model) is not None
            (low if breached else solid).append((piece.shape, ORIGIN))
    ground: list[tuple[Shape, tuple[float, float, float], float]] = []
    for stretch, region in table.board.grounds:
        if abs(to_inches(stretch.z) - level) > TOLERANCE:
            continue
        going = rules.going(table, stretch)
        if rules.bars(table, stretch, model) or going in shunning:
            solid.append((region, ORIGIN))
        elif slowed and going in rules.ground_factors:
            ground.append((region, ORIGIN, rules.ground_factors[going][1].factor))
    for other in table.standing:
        there = table.pose_of(other)
        if other != model and other not in without and abs(there.height - level) <= TOLERANCE:
            passed = rules.passes(table, model, other)
            (low if passed else solid).append((table.shape_of(other), there.plan))
    solid += kept_off(table, rules, model, level, verb, targets, ends=False)
    low += kept_off(table, rules, model, level, verb, targets, ends=True)
    edges = [(edge.strip, ORIGIN) for edge in open_edges(table.board, level, rules.low)]
    if rules.flying(table, model):
        return Plan(table.shape_of(model), pose.plan[2], table.board.bounds, [], [*solid, *low, *edges])
    overhang = edges if ends and rules.option("support") == "whole" else []
    return Plan(
        table.shape_of(model),
        pose.plan[2],
        table.board.bounds,
        solid,
        [*low, *overhang],
        ground,
        rules.touches_by_centre,
        edges,
    )


def kept_off(
    table: Table, rules: RuleSet, model: str, level: float, verb: str | None, targets: Collection[str], ends: bool
) -> list[Placing]:
    """What a way on this level must not enter (`ends`: not end in), to keep off the enemies as its verb demands."""
    found: list[Placing] = []
    for rule in rules.keeps_off:
        if verb not in rule.verbs or rule.ends != ends:
            continue
        inches = rule.inches(rules)
        for other in table.standing:
            if other in targets or table.side_of(other) == table.side_of(model):
                continue
            pose = table.pose_of(other)
            rise = abs(pose.height - level)
            near = rise < inches if rule.upright is None else at_most(rise, rule.upright)
            if near and (rule.heeds is None or rule.heeds(table, rules, model, other)):
                across = in_plan(inches, rise) if rule.upright is None else inches
                found += widened(table.shape_of(other), pose.plan, across)
    return found


def in_plan(inches: float, rise: float) -> float:
    """How far off in plan something is that is so many inches away and `rise` of them higher or lower."""
    across = Path((0.0, rise, 0.0), [(2 * inches, rise, 0.0, None, None)])
    inside = spans(None, across, Shape.disc(inches), ORIGIN, 0.0)
    return max((end * across.length for _, _, end in inside), default=0.0)


def widened(shape: Shape, pose: tuple[float, float, float], by: float) -> list[Placing]:
    """Shapes that together are all that is within so many inches of a shape."""
    if shape.kind == "disc":
        return [(Shape.disc(shape.radius + by), pose)]
    corners = shape.outline(pose)
    found: list[Placing] = [(shape, pose)]
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        found.append((Shape.disc(by), (*a, 0.0)))
        found.append((Shape.rectangle(distance(a, b), 2 * by), (*middle, bearing(a, b))))
    return found


def start_of(table: Table, model: str) -> tuple[float, float]:
    """Where a model's way begins, in plan."""
    x, y, _ = table.pose_of(model).plan
    return x, y


def walk_along(table: Table, model: str, route: Route) -> Walk:
    """A route as the walk of a model."""
    return walk_of(table, model, route_points(route))


def flight_along(table: Table, model: str, route: Route, height: float) -> Walk:
    """A route as the flight of a model that comes down at this height."""
    return walk_of(table, model, route_points(route, "fly", height))


def route_points(route: Route, by: str = "walk", height: float | None = None) -> list[Waypoint]:
    """A route as the points of a path, gone in this way and at this height (None: where it begins)."""
    return [
        Waypoint(x, y, height, by, None if cx is None or cy is None else (cx, cy)) for x, y, _, cx, cy in route.legs
    ]


def placing(table: Table, model: str, pose: Pose | None = None) -> Placing:
    """A model's base where it stands, or would stand."""
    return table.shape_of(model), (pose or table.pose_of(model)).plan
