"""Engagement range (¶+): within 1" in plan and 5" of height; who is in it, and who must not come into it."""

from collections.abc import Iterator

from movetray.checks.distance import apart
from movetray.checks.members import present, unit_of
from movetray.checks.near import passes_all_but
from movetray.engine.attempt import Attempt
from movetray.engine.rule import KeepsOff
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.rulesets.wh40k9.aircraft import beneath, is_aircraft, past_each_other
from movetray.rulesets.wh40k9.facts import ADVANCE, FALL_BACK, MOVE, Clauses, rule
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most

NEAR, HIGH = 1.0, 5.0
"""Engagement range: inches in plan, and up or down."""


def engaging(table: Table, model: str, pose: Pose | None = None) -> list[str]:
    """The enemies in whose engagement range a model stands, or would stand."""
    at, friends = pose or table.pose_of(model), table.of_side[table.side_of(model)]
    found = table.bases.near(table.shape_of(model), at.plan, NEAR + TOLERANCE, friends)
    return [table.standing[index] for index, _ in found if at_most(abs(table.heights[index] - at.height), HIGH)]


def holding(table: Table, rules: RuleSet, model: str, pose: Pose | None = None) -> list[str]:
    """The enemies that hold a model there: those in whose engagement range it is, aircraft and others apart."""
    return [other for other in engaging(table, model, pose) if not past_each_other(table, rules, model, other)]


def held(table: Table, rules: RuleSet, unit: str) -> tuple[str, str] | None:
    """A model of a unit with an enemy that holds it; None where the unit is free."""
    for model in present(table, unit):
        for other in holding(table, rules, model):
            return model, other
    return None


def ends_engaged(attempt: Attempt) -> Iterator[Finding]:
    """Every enemy in whose engagement range a model would come to rest."""
    for rest in attempt.rests:
        for other in engaging(attempt.table, rest.model, rest.pose):
            measured = apart(attempt.table, rest.model, other, rest.pose)
            facts = {"other": other, "measured": measured, "allowed": NEAR, "at_least": True}
            yield Finding(model=rest.model, leg=rest.leg, at=rest.pose.point, facts=facts)


def out_of_reach(attempt: Attempt) -> Iterator[Finding]:
    """Who is held neither moves nor advances; who does comes into the engagement range of nobody."""
    table, rules = attempt.table, attempt.rules
    bound = held(table, rules, unit_of(attempt)) if attempt.models else None
    if bound is not None:
        model, other = bound
        yield Finding(model=model, at=table.pose_of(model).point, facts={"other": other})
        return
    planes = any(is_aircraft(table, unit) for unit in table.units)
    passed = [place for place, other in enumerate(table.standing) if beneath(table, rules, other)] if planes else []
    spared = [*table.of_side[attempt.side], *passed]
    met = set()
    for walk in attempt.walks:
        # who is not held by those near it, aircraft, may leave them
        there = [table.places[other] for other in engaging(table, walk.model)] if planes else []
        for finding in passes_all_but(table, walk, [*spared, *there] if there else spared, NEAR, True, HIGH):
            met.add((finding.model, finding.facts["other"]))
            yield finding
    if planes:  # of others the way has said all that there is
        yield from (f for f in ends_engaged(attempt) if (f.model, f.facts["other"]) not in met)


def clear(_rules: RuleSet) -> float:
    """What a way keeps away from enemies, for the planner: a hair more than engagement range."""
    return NEAR + 2 * TOLERANCE


def bars_the_way(table: Table, rules: RuleSet, _model: str, other: str) -> bool:
    """Whether an enemy's engagement range is not even passed through."""
    return not beneath(table, rules, other)


ENGAGEMENT: Clauses = (
    rule(
        "engagement.range",
        "+",
        "Engagement range is 1 inch in plan and 5 inches up or down, exactly that included; a unit within it makes no "
        "normal move or advance, and nobody comes into it by one.",
        (
            "{model} would come to {measured} from {other}; it has to be more than {allowed}.",
            "{model} is in engagement range of {other}: its unit stays or falls back.",
        ),
        out_of_reach,
        verbs=MOVE | ADVANCE,
        early=True,
        value=(
            KeepsOff(MOVE | ADVANCE, clear, HIGH, heeds=bars_the_way),
            KeepsOff(MOVE | ADVANCE | FALL_BACK, clear, HIGH, ends=True),
        ),
    ),
)
