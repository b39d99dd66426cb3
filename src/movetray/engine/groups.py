"""A unit goes somewhere together: everybody keeps his place in it, as far as the ground lets him."""

from collections.abc import Sequence

from movetray._kernel import Path
from movetray.engine.command import Waypoint
from movetray.engine.planning import Placing, plan_for, start_of, walk_along
from movetray.engine.ruleset import RuleSet
from movetray.engine.walk import Walk, walk_of, waypoints
from movetray.table.table import Pose, Table
from movetray.units import at_most

NEAREST = 24
"""So many free places near the one that a model should have are tried."""

STEP = 0.25
"""Inches between the places on the line back to where it stands."""


def in_formation(table: Table, rules: RuleSet, unit: str, verb: str, to: Waypoint) -> tuple[Walk, ...]:
    """The ways of a unit whose first model goes to a point, the others to the same place beside it as before.

    A model whose place is taken or too far goes to the nearest one to it that is free and within its allowance. Empty
    where the first model cannot get to the point, or one of the others nowhere.
    """
    members = [model for model in table.units[unit].models if table.models[model].pose is not None]
    kind = rules.kinds[verb]
    if not members or kind.allowance is None:
        return ()
    x, y = start_of(table, members[0])
    shift = (to.x - x, to.y - y)
    found: dict[str, Walk] = {}
    placed: list[Placing] = []
    for model in members:
        place = start_of(table, model)
        goal = (place[0] + shift[0], place[1] + shift[1])
        allowance = kind.allowance(table, rules, model)
        walk = _to_near(table, rules, model, goal, allowance, members, placed, exact=model == members[0])
        if walk is None:
            return ()
        if to.facing is not None:
            walk = _turned(table, walk, to.facing)
        found[model] = walk
        placed.append((walk.shape, walk.end.plan))
    return tuple(found[model] for model in members)


def _to_near(
    table: Table,
    rules: RuleSet,
    model: str,
    goal: tuple[float, float],
    allowance: float,
    members: Sequence[str],
    placed: Sequence[Placing],
    exact: bool,
) -> Walk | None:
    """The way to a place, or to the nearest free one to it that the allowance leads to."""
    start = start_of(table, model)
    plan = plan_for(table, rules, model, without=members, beside=placed)
    route = plan.to_point(start, goal)
    if route is not None and (exact or at_most(route.cost, allowance)):
        return walk_along(table, model, route)
    if exact:
        return None
    # Along the line from where it should be back to where it is: what it can reach that way keeps it with the others.
    back = Path((*goal, 0.0), [(*start, 0.0, None, None)])
    steps = max(1, round(back.length / STEP))
    spots = [back.pose(0, i / steps)[:2] for i in range(steps)]
    for spot in [*plan.free_near(goal)[:NEAREST], *spots]:
        route = plan.to_point(start, spot)
        if route is not None and at_most(route.cost, allowance):
            return walk_along(table, model, route)
    return None


def _turned(table: Table, walk: Walk, facing: float) -> Walk:
    """The same way with a turn at its end."""
    *points, last = waypoints(walk) or (_here(walk.start),)
    return walk_of(table, walk.model, (*points, Waypoint(last.x, last.y, last.z, last.by, last.around, facing)))


def _here(pose: Pose) -> Waypoint:
    x, y, z = pose.point
    return Waypoint(x, y, z, "walk")
