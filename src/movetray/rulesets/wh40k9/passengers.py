"""Who is aboard what (¶2): since the battle began, or since they got in."""

from collections.abc import Iterator

from movetray._kernel import distance, edge_distance
from movetray.checks.distance import apart
from movetray.checks.members import present
from movetray.engine.attempt import Attempt, Rest
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.rulesets.wh40k9.engagement import engaging
from movetray.table.table import Table
from movetray.units import at_most

START = "wh40k9.transport.start-embarked"

REACH = 3.0
"""Inches between a transport and who gets in or out."""

FINE = 0.0001
"""Inches between an oval and the outline that is measured for it."""


def transport_of(table: Table, rules: RuleSet, unit: str) -> str | None:
    """The transport that a unit is in; None where it is in none."""
    for model in table.units[unit].models:
        vehicle = table.mark(model, "embarked")
        if isinstance(vehicle, str):
            return vehicle
    began = table.units[unit].aboard
    return began if began is not None and rules.has(START) and not table.has(unit, "out") else None


def aboard(table: Table, rules: RuleSet, unit: str) -> tuple[str, ...]:
    """The models of a unit that are in its transport."""
    if transport_of(table, rules, unit) is None:
        return ()
    models = table.units[unit].models
    return tuple(m for m in models if table.models[m].pose is None and not table.has(m, "destroyed"))


def passengers(table: Table, rules: RuleSet, vehicle: str) -> tuple[str, ...]:
    """The units in a transport, in the order of the table."""
    return tuple(unit for unit in table.units if transport_of(table, rules, unit) == vehicle)


def load(table: Table, rules: RuleSet, vehicle: str) -> float:
    """What those in a transport take of its room."""
    units = passengers(table, rules, vehicle)
    return sum(len(aboard(table, rules, unit)) * table.units[unit].stat("space", 1) for unit in units)


def room_of(table: Table, vehicle: str) -> float:
    """How many a transport carries."""
    return table.units[vehicle].stat("capacity")


# --- where they get out


def set_down_rightly(attempt: Attempt, rest: Rest, vehicle: str) -> Iterator[Finding]:
    """A passenger is set down near its transport and clear of every enemy."""
    table = attempt.table
    measured = min(away(table, attempt.rules, rest, hull) for hull in present(table, vehicle))
    if not at_most(measured, REACH):
        facts = {"other": vehicle, "measured": measured, "allowed": REACH}
        yield Finding(model=rest.model, at=rest.pose.point, facts=facts)
    for other in engaging(table, rest.model, rest.pose):
        yield Finding(model=rest.model, at=rest.pose.point, facts={"other": other})


def away(table: Table, rules: RuleSet, rest: Rest, hull: str) -> float:
    """How far a base is from a transport: its far side, or its near one (`disembark-distance`); inches."""
    if rules.option("disembark-distance") == "within":
        return apart(table, rest.model, hull, rest.pose)
    shape, pose = table.shape_of(hull), table.pose_of(hull)
    if rest.shape.kind == "disc":
        flat = edge_distance(shape, pose.plan, rest.pose.plan[:2]) + rest.shape.radius
    else:
        flat = max(edge_distance(shape, pose.plan, point) for point in rest.shape.outline(rest.pose.plan, FINE))
    return distance((0.0, 0.0), (max(flat, 0.0), rest.pose.height - pose.height))
