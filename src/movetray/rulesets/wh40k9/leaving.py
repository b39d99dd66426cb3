"""Out of engagement range (¶+): the fall back, and the breakout of those who are surrounded."""

from collections.abc import Iterator
from dataclasses import replace

from movetray.checks.distance import Within
from movetray.checks.members import present, unit_of
from movetray.engine.attempt import Attempt
from movetray.engine.planning import plan_for, start_of
from movetray.engine.resolve import Run
from movetray.engine.ruleset import Mark, MoveKind, RuleSet
from movetray.engine.verdict import Finding
from movetray.rulesets.wh40k9.engagement import ends_engaged, held, holding
from movetray.rulesets.wh40k9.facts import (
    ASSAULT,
    CAST,
    FALL_BACK,
    MOVE_UNITS,
    SHOOT,
    Clauses,
    breaks_out,
    movement,
    rule,
)
from movetray.rulesets.wh40k9.losing import LOSE, ask_which, lost, named_rightly, perish
from movetray.rulesets.wh40k9.moving import travel
from movetray.table.table import Table

BREAKOUT = "wh40k9.fall-back.breakout"
GOES_ON = "breakout"


def falling_back(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches of a fall back."""
    return movement(table, model)


def falls_back(attempt: Attempt) -> Iterator[Finding]:
    """From engagement range only, at most M, and clear of every enemy in the end; who did so does not fight."""
    table = attempt.table
    if attempt.command.do in SHOOT | ASSAULT:
        for model in attempt.models:
            if table.has(model, "fell-back"):
                yield Finding(model=model, facts={"status": "fell-back"})
        return
    if attempt.models and held(table, attempt.rules, unit_of(attempt)) is None:
        model = attempt.models[0]
        yield Finding(model=model, at=table.pose_of(model).point)
    yield from Within(falling_back)(attempt)
    if not breaks_out(attempt):
        yield from ends_engaged(attempt)


def hemmed_in(attempt: Attempt) -> Iterator[Finding]:
    """Only who cannot fall back clear breaks out; who did does nothing else; as many are lost as ones fell."""
    table = attempt.table
    if attempt.command.do in SHOOT | ASSAULT | CAST:
        for model in attempt.models:
            if table.has(model, "broke-out"):
                yield Finding(model=model, facts={"status": "fell-back"})
    elif attempt.command.do in LOSE:
        yield from named_rightly(BREAKOUT)(attempt)
    elif breaks_out(attempt) and attempt.models and falls_back_clear(table, attempt.rules, unit_of(attempt)):
        yield Finding(model=attempt.models[0])


def falls_back_clear(table: Table, rules: RuleSet, unit: str) -> bool:
    """Whether every model of a unit finds a place out of engagement range that a fall back leads to."""
    models = present(table, unit)
    for model in models:
        plan = plan_for(table, rules, model, without=models, verb="fall-back")
        if plan.reach(start_of(table, model), movement(table, model)).area <= 0.0:
            return False
    return True


def fall_back(run: Run) -> None:
    """Out of the fight, at a price."""
    attempt = run.attempt()
    unit = unit_of(attempt)
    if run.rules.has("wh40k9.move.fall-back"):
        for model in present(run.table, unit):
            run.mark(model, "fell-back")
    if not breaks_out(attempt):
        travel(run)
        return
    models = present(run.table, unit)
    run.spent = 0.0
    for model in models:
        run.mark(model, "broke-out")
        run.mark(model, "moved", 0.0)
    ones = sum(face == 1 for face in run.roll(len(models), 6, BREAKOUT))
    run.cite(BREAKOUT, models[0], facts={"count": ones})
    if 0 < ones < len(models):
        ask_which(run, BREAKOUT, unit, ones, GOES_ON)
    else:
        break_out(run, models if ones else ())


def go_on(run: Run) -> None:
    """The owner has said who is lost: the others break out."""
    assert run.continued is not None
    casualties = lost(run)
    run.command = run.continued.of
    break_out(run, casualties)


def break_out(run: Run, casualties: tuple[str, ...]) -> None:
    """The survivors cross the enemies; those that end engaged die."""
    for model in casualties:
        perish(run, model)
    unit = unit_of(run.attempt())
    survivors = present(run.table, unit)
    paths = {model: path for model, path in (run.command.paths or {}).items() if model in survivors}
    if run.command.model is not None and run.command.path is not None and run.command.model in survivors:
        paths = {run.command.model: run.command.path}
    travel(run, replace(run.command, model=None, path=None, to=None, unit=unit, paths=paths))
    for model in [model for model in survivors if holding(run.table, run.rules, model)]:
        perish(run, model)
    if not present(run.table, unit):
        run.outcome = "destroyed"


LEAVING: Clauses = (
    rule(
        "move.fall-back",
        "+",
        "Only a unit in engagement range falls back: at most M, through engagement range but not to an end in it; it "
        "neither shoots nor charges this turn.",
        (
            "{model} would end {measured} from {other}; it has to be more than {allowed}.",
            "{model} would fall back {measured}; it has {allowed}.",
            "{model} has fallen back this turn: “{status}”.",
            "{model} and its unit are in engagement range of nobody.",
        ),
        falls_back,
        verbs=FALL_BACK | SHOOT | ASSAULT,
        early=True,
        applied="{model} falls back {measured} of {allowed}.",
    ),
    rule(
        "fall-back.breakout",
        "+",
        "A unit that cannot fall back clear may break out: a die for each model, each 1 costs one of its owner's "
        "choice; the others cross enemies, die where they end engaged, and do nothing else this turn.",
        (
            "{model} has broken out this turn: “{status}”.",
            "{unit} loses {count:n}: as many of it are to be named.",
            "{model} and its unit can fall back without breaking out.",
        ),
        hemmed_in,
        verbs=FALL_BACK | SHOOT | ASSAULT | CAST | LOSE,
        early=True,
        applied="{model} and its unit break out: {count:n} are lost.",
    ),
)

KINDS = (
    MoveKind(
        "fall-back",
        fall_back,
        frozenset({MOVE_UNITS}),
        needs=("model|unit", "path|paths|to"),
        allowance=falling_back,
        closes=True,
    ),
)

MARKS = (Mark("fell-back", "turn", shown=True), Mark("broke-out", "turn"))

PROCEDURES = {GOES_ON: go_on}
