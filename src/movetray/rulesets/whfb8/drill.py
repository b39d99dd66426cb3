"""What a block has for a move or a march ahead and in wheels, for the planner."""

from movetray.engine import blocks
from movetray.engine.command import Manoeuvre
from movetray.engine.ruleset import Drill, RuleSet
from movetray.rulesets.whfb8.facts import STEPPED, movement, random_mover
from movetray.rulesets.whfb8.moving import cost, twice
from movetray.table.table import Table

RADIAN = 57.29577951308232
"""Degrees."""

NO_COST = 0.001
"""Inches a radian where wheels cost nothing."""


def drill(table: Table, rules: RuleSet, unit: str, verb: str) -> Drill | None:
    """Its Movement, at the double twice that; wheels at what they cost, which of a chord is a little less than said."""
    body = blocks.body_of(table, unit)
    if body is None or verb not in STEPPED or random_mover(table, unit) or not rules.has("whfb8.wheel.pivot"):
        return None
    way = blocks.way_along(body, [Manoeuvre("wheel", 1.0, "left")])
    radian = cost(rules, table, way, way.stretches[0]) * RADIAN
    allowance = twice(table, unit) if verb == "march" else movement(table, unit)
    return Drill(allowance, max(radian, NO_COST), 1.0 if rules.has("whfb8.gap.one-inch") else 0.0)
