"""Moves of a unit (¶+): how they are measured, whom they pass, the normal move, the advance."""

from collections.abc import Iterator, Mapping

from movetray.checks import contact
from movetray.checks.distance import Priced, Within
from movetray.checks.members import present, unit_of
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command
from movetray.engine.resolve import Run
from movetray.engine.rule import FurthestPart
from movetray.engine.ruleset import Mark, MoveKind, Option, RuleSet
from movetray.engine.verdict import Finding
from movetray.procedures.moving import go
from movetray.rulesets.wh40k9.aircraft import flies_off, is_aircraft, straight_ahead
from movetray.rulesets.wh40k9.facts import (
    ADVANCE,
    ASSAULT,
    MOVE,
    MOVE_UNITS,
    ON_THE_WAY,
    SHOOT,
    Clauses,
    breaks_out,
    has_keyword,
    movement,
    rule,
)
from movetray.table.table import Table
from movetray.units import at_most

ROLL = "wh40k9.move.advance"
MEASURE = "wh40k9.move.measure"
BEST = 6.0
"""The most that the die adds to an advance."""


def walking(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches of a move: M, and what an advance has rolled."""
    return movement(table, model) + float(table.mark(table.models[model].unit, "advance") or 0.0)


def advancing(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches that an advance leads for certain."""
    return movement(table, model) + 1.0


def best_advance(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches that an advance leads with the best of rolls."""
    return movement(table, model) + BEST


def rolled(attempt: Attempt) -> bool:
    """Whether the unit has rolled for an advance."""
    return attempt.table.has(unit_of(attempt), "advance")


def normal_distance(attempt: Attempt) -> Iterator[Finding]:
    """At most M; what follows an advance has its own clause, and so have aircraft."""
    if not rolled(attempt) and not is_aircraft(attempt.table, unit_of(attempt)):
        yield from Within(walking)(attempt)


def advances(attempt: Attempt) -> Iterator[Finding]:
    """No way is longer than the best roll allows, or the roll that fell; who has advanced does not fight."""
    table, do = attempt.table, attempt.command.do
    if do in SHOOT | ASSAULT:
        for model in attempt.models:
            light = do in SHOOT and has_keyword(table, model, "assault")
            if table.has(model, "advanced") and not light:
                yield Finding(model=model, facts={"status": "advanced"})
    elif do in ADVANCE:
        if rolled(attempt):
            yield Finding(model=attempt.models[0], facts={"status": "advanced"})
        yield from Within(best_advance, noted=False)(attempt)
    elif rolled(attempt):
        yield from Within(walking)(attempt)


def through_others(attempt: Attempt) -> Iterator[Finding]:
    """No base goes through another; survivors of a breakout go through enemies."""
    broken = contact.through_friends if breaks_out(attempt) else contact.through_models
    for finding in broken(attempt):
        if not attempt.rules.passes(attempt.table, str(finding.model), str(finding.facts["other"])):
            yield finding


# --- what is done


def move(run: Run) -> None:
    """The models of a unit go their ways; an aircraft that has no way on the table leaves it."""
    if not flies_off(run):
        travel(run)


def travel(run: Run, command: Command | None = None) -> None:
    """Everybody goes his way, in an order that works; the unit has then moved."""
    attempt = Attempt(run.table, command or run.command, run.rules)
    run.spent = 0.0
    gone: dict[str, float] = {}
    for walk in attempt.order.walks:
        gone[walk.model] = go(run, walk, attempt.priced[walk.model]).spent
        run.spent = max(run.spent, gone[walk.model])
    note_moved(run, unit_of(attempt), gone)


def note_moved(run: Run, unit: str, gone: Mapping[str, float]) -> None:
    """A unit has moved, each model so many inches."""
    for model in present(run.table, unit):
        run.mark(model, "moved", round(gone.get(model, 0.0), 4))


def advance(run: Run) -> None:
    """The advance is declared and one die falls for the unit; the way follows now, or as a move."""
    attempt = run.attempt()
    unit = unit_of(attempt)
    run.spent, inches = 0.0, 0
    if run.rules.has(ROLL):
        (inches,) = run.roll(1, 6, ROLL)
        run.cite(ROLL, attempt.models[0], facts={"allowed": movement(run.table, attempt.models[0]) + inches})
        for model in present(run.table, unit):
            run.mark(model, "advanced")
    run.mark(unit, "advance", inches)
    if not attempt.walks:
        run.outcome = "pending"
    elif all(
        at_most(attempt.spent(walk.model), max(movement(run.table, walk.model) + inches - attempt.toll, 0.0))
        for walk in attempt.walks
    ):
        travel(run)
    else:
        run.outcome = "failed"


def straight(rules: RuleSet) -> bool:
    """Whether a turn counts from where a part was to where it is (`pivot-path`)."""
    return bool(rules.option("pivot-path") == "chord")


MOVING: Clauses = (
    rule(
        "move.normal",
        "+",
        "In a normal move each model goes at most M inches.",
        "{model} would move {measured}; it has {allowed}.",
        normal_distance,
        verbs=MOVE,
        applied="{model} moves {measured} of {allowed}.",
    ),
    rule(
        "move.models",
        "+",
        "No part of a moving base or hull crosses another model's base or hull.",
        "{model} would pass through {other}.",
        through_others,
        verbs=ON_THE_WAY,
        leg=True,
    ),
    rule(
        "move.advance",
        "+",
        "A unit may advance instead: M and one die in inches for all its models; it neither shoots, save with assault "
        "weapons, nor charges this turn.",
        ("{model} would go {measured}; {allowed} is the most.", "{model} has advanced this turn: “{status}”."),
        advances,
        verbs=MOVE | ADVANCE | SHOOT | ASSAULT,
        early=True,
        applied=("{model} goes {measured} of {allowed}.", "{model} and its unit advance up to {allowed}."),
    ),
)

MEASURING: Clauses = (
    rule(
        "move.measure",
        "+",
        "No part of a base or hull travels further than its model may, turning included.",
        "{model} turns: of its base the part that travels furthest counts, {cost} on those legs.",
        Priced(MEASURE),
        verbs=ON_THE_WAY,
        value=FurthestPart(straight, frozenset({"aircraft"})),
    ),
)

KINDS = (
    MoveKind(
        "move",
        move,
        frozenset({MOVE_UNITS}),
        needs=("model|unit", "path|paths|to|forward"),
        allowance=walking,
        closes=True,
        draws=straight_ahead,
    ),
    MoveKind(
        "advance",
        advance,
        frozenset({MOVE_UNITS}),
        needs=("model|unit",),
        allowance=advancing,
        closes=True,
        draws=straight_ahead,
    ),
)

SWITCHES = (Option("pivot-path", ("arc", "chord"), "arc", "how far the corner of a turning hull has moved"),)

MARKS = (Mark("advanced", "turn", shown=True), Mark("advance", "turn"))
