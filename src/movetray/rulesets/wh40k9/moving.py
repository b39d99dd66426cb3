"""Moves of a unit (¶+): the normal move."""

from movetray.checks import contact
from movetray.checks.distance import Within
from movetray.engine.resolve import Run
from movetray.engine.ruleset import Mark, MoveKind, RuleSet
from movetray.procedures.moving import go
from movetray.rulesets.wh40k9.facts import MOVE, MOVE_UNITS, ON_THE_WAY, Clauses, movement, present, rule, unit_of
from movetray.table.table import Table


def walking(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches of a normal move."""
    return movement(table, model)


def move(run: Run) -> None:
    """The models of a unit go their ways."""
    travel(run)


def travel(run: Run) -> None:
    """Everybody goes his way, in an order that works; the unit has then moved."""
    attempt = run.attempt()
    run.spent = 0.0
    gone: dict[str, float] = {}
    for walk in attempt.order.walks:
        gone[walk.model] = go(run, walk, attempt.priced[walk.model]).spent
        run.spent = max(run.spent, gone[walk.model])
    for model in present(run.table, unit_of(attempt)):
        run.mark(model, "moved", round(gone.get(model, 0.0), 4))


MOVING: Clauses = (
    rule(
        "move.normal",
        "+",
        "In a normal move each model goes at most M inches.",
        "{model} would move {measured}; it has {allowed}.",
        Within(walking),
        verbs=MOVE,
        applied="{model} moves {measured} of {allowed}.",
    ),
    rule(
        "move.models",
        "+",
        "No part of a moving base or hull crosses another model's base or hull.",
        "{model} would pass through {other}.",
        contact.through_models,
        verbs=ON_THE_WAY,
        leg=True,
    ),
)

KINDS = (
    MoveKind(
        "move",
        move,
        frozenset({MOVE_UNITS}),
        needs=("model|unit", "path|paths|to"),
        allowance=walking,
        closes=True,
    ),
)

MARKS: tuple[Mark, ...] = ()
