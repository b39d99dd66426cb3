"""Who stands beside the route of a charge, and where they would meet (¶8)."""

from movetray._kernel import Placed
from movetray.checks import contact
from movetray.engine.command import Command
from movetray.engine.planning import placing, plan_for, start_of, walk_along
from movetray.engine.ruleset import RuleSet
from movetray.engine.walk import Walk, cut_at, prices
from movetray.rulesets.mordheim.facts import fought_by, running, watchful
from movetray.table.edges import NEARLY
from movetray.table.table import Table
from movetray.units import TOLERANCE, at_most


def meeting(table: Table, rules: RuleSet, way: Walk, other: str) -> tuple[Walk, float] | None:
    """Where a charge comes nearest to a model, the first of equally near places: the way up to there, and how near.

    Measured from the swept base or from its centre line (`intercept-path`); None where it is beside no part of the
    route that counts (`intercept-zone`).
    """
    shape = way.shape if rules.option("intercept-path") == "edge" else NEARLY
    there = Placed([placing(table, other)])
    best: tuple[float, int, float] | None = None
    for leg in way.legs:
        for found in there.clearances(shape, leg.plan, 2.0 + TOLERANCE):
            if best is None or found.gap < best[0] - 1e-9:
                best = found.gap, leg.index, found.t
    if best is None or not at_most(best[0], 2.0):
        return None
    _, index, t = best
    if rules.option("intercept-zone") == "diagram":
        at_start = index == 0 and t * way.legs[0].length <= TOLERANCE
        at_end = index == len(way.legs) - 1 and (1 - t) * way.legs[-1].length <= TOLERANCE
        if at_start or at_end:
            return None
    legs = (*way.legs[:index], way.legs[index].upto(t))
    return Walk(way.model, way.shape, way.start, legs), best[0]


def step_in_ways(table: Table, rules: RuleSet, other: str, met: Walk) -> list[Walk]:
    """The shortest ways of an interceptor into contact with the charger where they meet."""
    if met.end.z != table.pose_of(other).z:
        return []
    plan = plan_for(table, rules, other, without=(met.model,), slowed=False)
    routes = plan.to_contact(start_of(table, other), [placing(table, met.model, met.end)], running(table, rules, other))
    return [walk_along(table, other, route) for route in routes]


def may_intercept(table: Table, rules: RuleSet, model: str) -> bool:
    """Free to step in: not in combat itself, and in a state to (`intercept-who`)."""
    able = rules.option("intercept-who") == "any" or watchful(table, model)
    return able and not table.has(model, "stepped-in") and not fought_by(table, rules, model)


def interceptors(table: Table, rules: RuleSet, command: Command, way: Walk) -> list[str]:
    """The enemies that may step into the way of a charge."""
    charger = way.model
    if not rules.has("mordheim.intercept.range"):
        return []
    reach = cut_at(way, prices(table, rules, way), running(table, rules, charger), table, rules)
    found = []
    for other in contact.enemies(table, table.side_of(charger)):
        if other in command.targets or not may_intercept(table, rules, other):
            continue
        met = meeting(table, rules, reach, other)
        if met is not None and step_in_ways(table, rules, other, met[0]):
            found.append(other)
    return found
