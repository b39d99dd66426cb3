"""Marsh Lanterns: a sixth game, invented for these tests, which touches no file of the package.

People with lanterns cross a marsh at night. A walk is up to S inches ("stride"), mire counts double, and nobody comes
within an inch of an opponent. A dart is S and a die of inches; before the die falls, an opponent within six inches may
hail whoever darts: a hailed one is dazzled, gets no inches of the die and does not dart again until its next turn. Who
has hailed is hoarse for the rest of the round.
"""

from collections.abc import Iterator

from movetray.checks.distance import Priced, Within
from movetray.checks.near import passes, within
from movetray.checks.states import carrying
from movetray.engine.attempt import Attempt
from movetray.engine.event import DecisionOpened
from movetray.engine.resolve import Run
from movetray.engine.rule import GroundFactor
from movetray.engine.ruleset import Clause, Mark, MoveKind, Option, RuleSet, Step
from movetray.engine.verdict import Finding
from movetray.engine.walk import Walk
from movetray.procedures import table as word
from movetray.procedures.moving import go
from movetray.rulesets.common import OPTIONS, table_clauses, table_kinds
from movetray.table.table import Decision, Table
from movetray.units import at_most

STEP = "crossing"
ROLL, DAZZLES, RANGE = "lanterns.dart.roll", "lanterns.hail.dazzles", "lanterns.hail.range"


# --- facts


def stride(table: Table, model: str) -> float:
    """Inches of a walk."""
    return table.unit_of(model).stat("S")


def walking(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches that a move has: the stride, or what a dart has come to."""
    darted = table.mark(model, "darting")
    return stride(table, model) if darted is None else float(str(darted))


def darting(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches of the best of darts."""
    return stride(table, model) + 6


def opponents(table: Table, model: str) -> list[str]:
    """Everybody on the table of another side."""
    return [other for other in table.standing if table.side_of(other) != table.side_of(model)]


def hailers(table: Table, rules: RuleSet, model: str) -> list[str]:
    """Who may hail somebody that darts."""
    near = next((value for clause, value in rules.laid_down(float) if clause == RANGE), None)
    return opponents(table, model) if near is None else within(table, model, opponents(table, model), near)


# --- checks


def keeps_off(attempt: Attempt) -> Iterator[Finding]:
    """No way leads too near to an opponent."""
    for walk in attempt.walks:
        others = opponents(attempt.table, walk.model)
        yield from passes(attempt.table, walk, others, attempt.rules.option("kept"), strictly=False)


def near_enough(attempt: Attempt) -> Iterator[Finding]:
    """Who hails has to be one of those that may."""
    decision = attempt.decision
    if decision is None or decision.of.model is None:
        return
    for model in attempt.models:
        if model not in hailers(attempt.table, attempt.rules, decision.of.model):
            yield Finding(model=model, facts={"other": decision.of.model})


def always(_attempt: Attempt) -> bool:
    """A dart is always rolled for."""
    return True


# --- procedures


def goes(run: Run, walk: Walk) -> float:
    """A model goes its way; the inches it cost."""
    priced = Attempt(run.table, run.command, run.rules, along=(walk,)).priced[walk.model]
    run.mark(walk.model, "moved")
    return go(run, walk, priced).spent


def move(run: Run) -> None:
    """A walk, or what a dart has come to."""
    run.spent = 0.0
    for walk in run.attempt().walks:
        run.spent = max(run.spent, goes(run, walk))


def dart(run: Run) -> None:
    """A dart is announced; whoever is near enough is asked first."""
    model = run.command.model
    assert model is not None
    asked = hailers(run.table, run.rules, model)
    for side in run.table.sides:
        if mine := tuple(other for other in asked if run.table.side_of(other) == side):
            run.emit(DecisionOpened(Decision(side, ("hail", "pass"), mine, run.command, "dart-on")))
    if not asked:
        dart_on(run, Attempt(run.table, run.command, run.rules))


def hail(run: Run) -> None:
    """Somebody shines a lantern at whoever darts."""
    model, darter = run.command.model, run.table.pending[0].of.model
    assert model is not None and darter is not None
    run.mark(model, "hoarse")
    if run.rules.has(DAZZLES):
        run.cite(DAZZLES, darter)
        run.mark(darter, "dazzled")
    word.close(run, "hail")


def answered(run: Run) -> None:
    """All have hailed or kept quiet: the dart goes on."""
    assert run.continued is not None
    dart_on(run, Attempt(run.table, run.continued.of, run.rules))


def dart_on(run: Run, attempt: Attempt) -> None:
    """The die falls, and the way is gone if it is long enough; else it may be said anew."""
    (model,) = attempt.models
    inches = stride(run.table, model)
    if run.rules.has(ROLL) and not run.table.has(model, "dazzled"):
        inches += run.roll(1, 6, ROLL)[0]
        run.cite(ROLL, model, facts={"allowed": inches})
    run.mark(model, "darting", inches)
    run.spent = 0.0
    if not attempt.walks:
        run.outcome = "pending"
    elif at_most(attempt.spent(model), inches):
        run.spent = goes(run, attempt.walks[0])
    else:
        run.outcome = "failed"


# --- the rule set

CLAUSES = (
    Clause(
        "lanterns.move.distance",
        "1",
        says="A walk is up to the stride, or up to what a dart has come to.",
        message="{model} walks {measured} of {allowed}.",
        check=Within(walking),
        verbs=frozenset({"move"}),
    ),
    Clause(
        "lanterns.mire",
        "2",
        says="An inch of mire counts double.",
        message="{model} wades: {length} count {cost}.",
        check=Priced("lanterns.mire"),
        value=GroundFactor("difficult", 2.0),
    ),
    Clause(
        "lanterns.keep-off",
        "3",
        says="Nobody comes within an inch of an opponent.",
        message="{model} comes within {measured} of {other}; {allowed} is kept.",
        check=keeps_off,
    ),
    Clause(
        "lanterns.dart.distance",
        "4",
        says="No dart is longer than the stride and the best of rolls.",
        message="{model} darts {measured}; no roll allows more than {allowed}.",
        check=Within(darting, noted=False),
        verbs=frozenset({"dart"}),
    ),
    Clause(
        ROLL,
        "4",
        says="A dart is the stride and a die of inches.",
        message="{model} darts up to {allowed}.",
    ),
    Clause(
        RANGE,
        "5",
        says="Before the die of a dart falls, an opponent within six inches may hail whoever darts.",
        message="{model} is not near enough to hail {other}.",
        check=near_enough,
        verbs=frozenset({"hail"}),
        early=True,
        value=6.0,
    ),
    Clause(
        "lanterns.hail.once",
        "6",
        says="Nobody hails twice in a round.",
        message="{model} is {status}.",
        check=carrying("hoarse"),
        verbs=frozenset({"hail"}),
        early=True,
    ),
    Clause(
        DAZZLES,
        "7",
        says="Who is hailed is dazzled: the die of the dart does not fall.",
        message="{model} is dazzled.",
    ),
    Clause(
        "lanterns.dart.once",
        "+",
        says="A dart is not announced twice in one crossing.",
        message="{model} has announced a dart: {status}.",
        check=carrying("darting"),
        verbs=frozenset({"dart"}),
        early=True,
    ),
    Clause(
        "lanterns.dart.dazzled",
        "8",
        says="Who is dazzled does not dart.",
        message="{model} is {status}.",
        check=carrying("dazzled"),
        verbs=frozenset({"dart"}),
        early=True,
    ),
)
NOW = frozenset({STEP})
KINDS = (
    *table_kinds(STEP),
    MoveKind("move", move, NOW, needs=("model|unit", "path|paths|to"), allowance=walking, closes=True),
    MoveKind("dart", dart, NOW, needs=("model", "path"), allowance=darting, closes=True, rolled=always),
    MoveKind("hail", hail, needs=("model",), answers=True),
)
MARKS = (
    Mark("moved", "step"),
    Mark("darting", "step"),
    Mark("dazzled", "turn", shown=True),
    Mark("hoarse", "round", shown=True),
)
LANTERNS = RuleSet(
    id="lanterns",
    title="Marsh Lanterns",
    steps=(Step(STEP),),
    kinds={kind.verb: kind for kind in KINDS},
    clauses={clause.id: clause for clause in (*table_clauses(), *CLAUSES)},
    options={o.id: o for o in (*OPTIONS, Option("kept", (), 1.0, "the text says an inch; some keep two"))},
    marks={mark.id: mark for mark in MARKS},
    stats=frozenset({"S"}),
    procedures={"dart-on": answered, "asked": word.asked},
)
