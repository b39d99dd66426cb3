"""The steps of the phase, and what is noted at their end (¶+)."""

from collections.abc import Iterator

from movetray.checks.members import present
from movetray.checks.timing import out_of_step
from movetray.engine.attempt import Attempt
from movetray.engine.resolve import Run
from movetray.engine.ruleset import Mark, MoveKind
from movetray.engine.verdict import Finding
from movetray.rulesets.wh40k9.facts import FIGHTING, MOVE_UNITS, MOVES, STAY, TIME, Clauses, rule
from movetray.table.table import Table
from movetray.units import at_most

STATIONARY = "wh40k9.move.stationary"


def in_step(attempt: Attempt) -> Iterator[Finding]:
    """A verb of this phase is said in its own step."""
    if attempt.command.do in MOVES | STAY | FIGHTING | {"arrive", "embark", "disembark"}:
        yield from out_of_step(attempt)


def stands_still(attempt: Attempt) -> Iterator[Finding]:
    """Who has advanced does not count as stationary any more."""
    for model in attempt.models:
        if attempt.table.has(model, "advanced"):
            yield Finding(model=model, facts={"status": "advanced"})


def went(table: Table, model: str) -> bool:
    """Whether a model has moved this turn, or set out to."""
    return not at_most(table.mark(model, "moved") or 0.0, 0.0) or table.has_any(model, WENT)


WENT = ("advanced", "fell-back", "set-up")


def stay(run: Run) -> None:
    """The unit stays where it is, and that is written down."""
    models = run.attempt().models
    if run.rules.has(STATIONARY):
        run.cite(STATIONARY, models[0], facts={"unit": run.table.models[models[0]].unit})
        for model in models:
            run.mark(model, "stationary")
    for model in models:
        run.mark(model, "moved", 0.0)


def phase_ends(run: Run) -> None:
    """Units of which nobody moved or was set up are noted as stationary."""
    table = run.table
    for unit in table.units.values():
        models = present(table, unit.id)
        if unit.side != table.active or not models or not run.rules.has(STATIONARY):
            continue
        if not any(went(table, model) for model in models):
            if not table.has(models[0], "stationary"):
                run.cite(STATIONARY, models[0], facts={"unit": unit.id})
            for model in models:
                run.mark(model, "stationary")


SEQUENCE: Clauses = (
    rule(
        "sequence.steps",
        "+",
        "The movement phase has two steps: first units move, then reinforcements arrive.",
        "“{verb}” has no place in the step “{step}”.",
        in_step,
        **TIME,
    ),
)

STANDING: Clauses = (
    rule(
        "move.stationary",
        "+",
        "A unit that neither moved nor was set up this turn is noted as stationary.",
        "{model} has not stood still this turn: “{status}”.",
        stands_still,
        verbs=STAY,
        early=True,
        applied="{unit} stays where it is and counts as stationary.",
    ),
)

KINDS = (MoveKind("stay", stay, frozenset({MOVE_UNITS}), needs=("model|unit",), closes=True),)

MARKS = (Mark("moved", "turn"), Mark("set-up", "turn"), Mark("stationary", "turn", shown=True))
