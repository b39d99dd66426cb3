"""Moves in and about close combat (¶+): piling in, consolidating, intervening heroically."""

from collections.abc import Iterator

from movetray.checks.contact import enemies
from movetray.checks.distance import Within, apart
from movetray.checks.members import present, unit_of
from movetray.engine.attempt import Attempt
from movetray.engine.resolve import Run
from movetray.engine.ruleset import MoveKind, RuleSet
from movetray.engine.verdict import Finding
from movetray.procedures.moving import go
from movetray.rulesets.wh40k9.aircraft import overlooked
from movetray.rulesets.wh40k9.facts import FIGHTING, REINFORCEMENTS, Clauses, has_keyword, rule
from movetray.table.table import Table
from movetray.units import at_most, compare

REACH, HIGH = 3.0, 5.0
HEROIC = "heroic-intervention"


def three_inches(_table: Table, _rules: RuleSet, _model: str) -> float:
    """Inches of a move in close combat."""
    return REACH


def foes(table: Table, rules: RuleSet, model: str) -> list[str]:
    """The enemies that a model minds in close combat."""
    found = enemies(table, table.side_of(model))
    return [other for other in found if not overlooked(table, rules, model, other)]


def nearest(table: Table, rules: RuleSet, model: str) -> str | None:
    """The enemy that is nearest to a model; None where there is none."""
    return min(foes(table, rules, model), key=lambda other: apart(table, model, other), default=None)


def may_intervene(attempt: Attempt) -> Iterator[Finding]:
    """A heroic intervention is for characters of the side that waits, near an enemy."""
    table, unit = attempt.table, unit_of(attempt)
    if attempt.side == table.active:
        yield Finding(model=attempt.models[0], facts={"side": attempt.side})
    if not has_keyword(table, unit, "character"):
        yield Finding(model=attempt.models[0], facts={"unit": unit})
    elif not any(
        _in_reach(table, model, other) for model in present(table, unit) for other in foes(table, attempt.rules, model)
    ):
        yield Finding(model=attempt.models[0], facts={"allowed": REACH})


def _in_reach(table: Table, model: str, other: str) -> bool:
    rise = abs(table.pose_of(model).height - table.pose_of(other).height)
    flat = table.bases.gap(table.places[other], table.shape_of(model), table.pose_of(model).plan)
    return at_most(rise, HIGH) and at_most(flat, REACH)


def closer(attempt: Attempt) -> Iterator[Finding]:
    """At most three inches, and nearer to the enemy that was the nearest."""
    table = attempt.table
    if attempt.command.do == HEROIC and attempt.models:
        yield from may_intervene(attempt)
    yield from Within(three_inches)(attempt)
    for walk in attempt.walks:
        other = nearest(table, attempt.rules, walk.model)
        if other is None:
            yield Finding(model=walk.model, leg=walk.last, at=walk.end.point)
            continue
        before, after = apart(table, walk.model, other), apart(table, walk.model, other, walk.end)
        if compare(after, before) >= 0:
            facts = {"other": other, "measured": after, "before": before}
            yield Finding(model=walk.model, leg=walk.last, at=walk.end.point, facts=facts)


def close_in(run: Run) -> None:
    """The models go; it is no move of the movement phase."""
    attempt = run.attempt()
    run.spent = 0.0
    for walk in attempt.order.walks:
        run.spent = max(run.spent, go(run, walk, attempt.priced[walk.model]).spent)


FIGHT: Clauses = (
    rule(
        "close-combat-moves",
        "+",
        "Piling in, consolidating and intervening heroically are moves of at most 3 inches, each model ending nearer "
        "to the nearest enemy; a character intervenes that has an enemy within 3 inches in plan and 5 up or down.",
        (
            "{model} would end {measured} from {other}, the nearest enemy, and was {before} from it.",
            "{model} would go {measured}; {allowed} is the most.",
            "{model} has no enemy within {allowed} to intervene against.",
            "{unit} is no character and does not intervene.",
            "{side} has the turn: the others intervene.",
            "{model} has no enemy to go to.",
        ),
        closer,
        verbs=FIGHTING,
        early=True,
        applied="{model} goes {measured} of {allowed}.",
    ),
)

KINDS = tuple(
    MoveKind(
        verb,
        close_in,
        frozenset({REINFORCEMENTS}),
        needs=("model|unit", "path|paths|to"),
        allowance=three_inches,
        any_side=True,
    )
    for verb in sorted(FIGHTING)
)
