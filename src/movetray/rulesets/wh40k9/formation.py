"""Unit coherency (¶+): near one or two others of the unit, all of them one group."""

from collections.abc import Iterator

from movetray.checks.coherency import gaps, groups, links
from movetray.checks.members import present
from movetray.engine.attempt import Attempt
from movetray.engine.rule import Neighbours
from movetray.engine.verdict import Finding
from movetray.rulesets.wh40k9.facts import Clauses, rule
from movetray.table.table import Pose

NEAR, HIGH = 2.0, 5.0
"""Inches between neighbours: in plan, and up or down."""

WORD = frozenset({"place"})
"""What is set down by the table's word stands where it is said to."""

MANY = 6
"""From so many models on everybody needs two neighbours."""


def neighbours(count: int) -> int:
    """How many others a model of a unit of so many needs near it."""
    return 0 if count < 2 else 2 if count >= MANY else 1


def coherent(attempt: Attempt) -> Iterator[Finding]:
    """Everybody who moves or is set down ends near enough to others of his unit, and the unit is one group."""
    if attempt.command.do in WORD:
        return
    table = attempt.table
    for unit in dict.fromkeys(table.models[rest.model].unit for rest in attempt.rests):
        stand: dict[str, Pose] = {model: table.pose_of(model) for model in present(table, unit)}
        stand |= {rest.model: rest.pose for rest in attempt.rests if table.models[rest.model].unit == unit}
        if len(stand) < 2:
            continue
        near = links(table, stand, NEAR, HIGH)
        wanted = neighbours(len(stand))
        lonely = [model for model in stand if len(near[model]) < wanted]
        for model in lonely:
            facts = {"count": len(near[model]), "wanted": wanted}
            yield Finding(model=model, at=stand[model].point, facts=facts)
        if lonely:
            continue
        for gap in gaps(table, stand, groups(near)):
            apart = {"other": gap.a, "measured": gap.inches, "allowed": NEAR}
            yield Finding(model=gap.b, at=stand[gap.b].point, facts=apart)


COHERENCY: Clauses = (
    rule(
        "coherency",
        "+",
        "Every model ends within 2 inches in plan and 5 up or down of another of its unit, of two others where the "
        "unit has six or more, all of them one group.",
        (
            "{model} would end in another group, {measured} from {other}.",
            "{model} would have {count:n} of its unit near it; it needs {wanted:n}.",
        ),
        coherent,
        value=Neighbours(lambda _rules: NEAR, neighbours, HIGH),
    ),
)
