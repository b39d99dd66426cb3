"""Who stands beside the route of a charge, and where they would meet (¶8)."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from movetray._kernel import Placed, Shape, distance, gap, spans
from movetray.checks import contact
from movetray.engine.command import Command
from movetray.engine.planning import placing
from movetray.engine.ruleset import RuleSet
from movetray.engine.walk import LEVEL, Leg, Walk, cut_at, prices
from movetray.engine.ways import shortest_into_contact
from movetray.rulesets.mordheim.facts import fought_by, running, watchful
from movetray.table.board import ORIGIN
from movetray.table.edges import NEARLY
from movetray.table.table import Table
from movetray.units import TOLERANCE, at_most

BESIDE = 2.0
"""Inches from the route of a charge within which somebody may step in."""


def meeting(table: Table, rules: RuleSet, way: Walk, other: str) -> tuple[Walk, float] | None:
    """Where a charge comes nearest to a model, the first of equally near places: the way up to there, and how near.

    Only where the charger could stand is it met: not on a stair or a ladder, nor astride a low wall. Measured from the
    swept base or from its centre line (`intercept-path`), over the difference in height where there is one; None where
    the model is beside no part of the route that counts (`intercept-zone`).
    """
    shape = way.shape if rules.option("intercept-path") == "edge" else NEARLY
    there, base = table.pose_of(other), table.shape_of(other)

    def apart(plan: tuple[float, float, float], height: float) -> float:
        off = gap(shape, plan, base, there.plan)
        return distance((0.0, 0.0), (max(off, 0.0), there.height - height))

    best = apart(way.start.plan, way.start.height), 0, 0.0
    for place, leg in enumerate(way.legs):
        for t in _stands(table, way.shape, shape, leg, other):
            near = apart(leg.plan.pose(0, t), leg.end_height)
            if near < best[0] - 1e-9:
                best = near, place, t
    near, place, t = best
    if not at_most(near, BESIDE):
        return None
    if rules.option("intercept-zone") == "diagram":
        at_start = place == 0 and t * way.length <= TOLERANCE
        at_end = place == len(way.legs) - 1 and (1 - t) * way.legs[-1].length <= TOLERANCE
        if at_start or at_end:
            return None
    legs = (*way.legs[:place], way.legs[place].upto(t)) if t > 0.0 else way.legs[:place]
    return Walk(way.model, way.shape, way.start, legs), near


def _stands(table: Table, base: Shape, measured: Shape, leg: Leg, other: str) -> Iterator[float]:
    """The places of a leg, from 0 to 1, that may be the nearest to a model of those where the charger can stand."""
    if leg.by not in LEVEL:
        yield 1.0
        return
    nearest = Placed([placing(table, other)]).clearances(measured, leg.plan, BESIDE + TOLERANCE)
    here = table.board.slice(leg.level)
    astride = sorted((a, b) for s in here.solids for _, a, b in spans(base, leg.plan, s.shape, ORIGIN, TOLERANCE))
    for found in nearest:
        a = b = found.t
        for left, right in astride:
            if left < b and right > a:
                a, b = min(a, left), max(b, right)
        # a stretch may go on in the next leg, so where this one ends is looked at too
        yield from (t for t in dict.fromkeys((a, b)) if not here.placed.near(base, leg.plan.pose(0, t), -2 * TOLERANCE))


def step_in_ways(table: Table, rules: RuleSet, other: str, met: Walk) -> list[Walk]:
    """The shortest ways of an interceptor into contact with the charger where they meet: as in a charge of its own.

    Over levels too, but only where no test is due on them.
    """
    trial = table.with_model(replace(table.models[met.model], pose=met.end))
    reach = running(table, rules, other)
    ways = shortest_into_contact(trial, rules, other, "charge", (met.model,), reach, Fraction(1))
    return [way for way in ways if at_most(sum(p.inches for p in prices(table, rules, way)), reach)]


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
