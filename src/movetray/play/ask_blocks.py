"""Routes and reaches of blocks as answers: steps ahead and in wheels, places of the middle of the front."""

from collections.abc import Collection, Mapping
from typing import Any

from movetray.engine.blocks import body_of
from movetray.engine.command import Command, Waypoint
from movetray.engine.command_json import exact, manoeuvre_json, waypoint_json
from movetray.engine.judge import judge, may_begin
from movetray.engine.manoeuvring import aside, points_of, reach_of, steps_of, way_to
from movetray.engine.ruleset import Drill, RuleSet
from movetray.play.odds import odds, tests_on_the_way
from movetray.table.table import Table

Answer = dict[str, Any]

TIMELY = frozenset({"table.turn", "table.step", "table.pending", "table.already-moved"})
"""Clauses that only say when: where a model could go is answered whosever turn it is."""


def route_of_block(table: Table, rules: RuleSet, unit: str, verb: str, drill: Drill, to: Any) -> Answer:
    """How a block comes to a place, with a facing if one is said; else how near it comes with what it has."""
    goal = to if isinstance(to, Waypoint) else None
    said = to if isinstance(to, Mapping) else {}
    x, y = (goal.x, goal.y) if goal else (said["to"] if said else to)[:2]
    facing = goal.facing if goal else said.get("facing")
    found = way_to(table, rules, unit, drill, (x, y), facing)
    nowhere: Answer = {"length": None, "cost": None, "path": None, "tests": [], "success": "0"}
    if found is None:
        return nowhere
    height = table.pose_of(table.units[unit].models[0]).height
    way: Answer = {
        "length": exact(found.path.length),
        "cost": exact(found.cost),
        "path": [waypoint_json(point) for point in points_of(found, height)],
        "steps": [manoeuvre_json(step) for step in steps_of(found)],
    }
    if not found.arrives:
        return {**nowhere, "nearest": way}
    command = Command(verb, unit=unit, steps=steps_of(found))
    verdict = judge(table, command, rules)
    broken = list(dict.fromkeys(reason.clause for reason in verdict.reasons if reason.kind == "broken"))
    if broken:
        return {**way, "tests": [], "success": "0", "legal": False, "rule": broken}
    tests = list(tests_on_the_way(table, command, rules))
    return {**way, "tests": tests, "success": str(odds(table, command, rules).success)}


def reach_of_block(
    table: Table, rules: RuleSet, unit: str, verb: str, drill: Drill, budget: float | None, places: list[list[float]]
) -> Answer:
    """Where the middle of a block's front can get to. Its area and outline are of the ways ahead and in wheels."""
    verdict = may_begin(table, Command(verb, unit=unit), rules)
    untimely = TIMELY | {rules.kinds[verb].misplaced}
    broken = dict.fromkeys(reason.clause for reason in verdict.reasons if reason.kind == "broken")
    forbidden = [clause for clause in broken if clause not in untimely]
    if forbidden:
        nowhere: Answer = {"area": 0, "contains": [], "excludes": places, "outline": []}
        return {**nowhere, "legal": False, "rule": forbidden}
    found = reach_of(table, rules, unit, drill, budget)
    inside = [found.contains((place[0], place[1])) for place in places]
    if budget is None:
        aside = (_goes_aside(table, rules, unit, verb, untimely, (place[0], place[1])) for place in places)
        inside = [there or besides for there, besides in zip(inside, aside, strict=True)]
    return {
        "area": exact(found.area),
        "contains": [place for place, is_in in zip(places, inside, strict=True) if is_in],
        "excludes": [place for place, is_in in zip(places, inside, strict=True) if not is_in],
        "outline": [[[exact(x), exact(y)] for x, y in ring] for ring in found.outline()],
    }


def _goes_aside(
    table: Table, rules: RuleSet, unit: str, verb: str, untimely: Collection[str], place: tuple[float, float]
) -> bool:
    """Whether a block gets to a place straight back or sideways, which no wheel belongs to."""
    body = body_of(table, unit)
    step = None if body is None else aside(body, place)
    if step is None:
        return False
    verdict = judge(table, Command(verb, unit=unit, steps=(step,)), rules)
    return all(reason.kind != "broken" or reason.clause in untimely for reason in verdict.reasons)
