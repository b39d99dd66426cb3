"""A transport is destroyed (¶2): its passengers are thrown out, some are lost, and the others are shaken."""

from collections.abc import Iterator
from dataclasses import replace

from movetray.checks.members import present, unit_of
from movetray.engine.attempt import Attempt
from movetray.engine.event import ModelPlaced
from movetray.engine.resolve import Run
from movetray.engine.ruleset import Mark, MoveKind, Option, Procedure
from movetray.engine.verdict import Finding
from movetray.procedures.table import members
from movetray.rulesets.wh40k9.facts import ASSAULT, TIME, Clauses, has_keyword, rule
from movetray.rulesets.wh40k9.losing import LOSE, ask_which, lost, named_rightly, perish
from movetray.rulesets.wh40k9.losing import OWN_WORD as BY_WORD
from movetray.rulesets.wh40k9.passengers import aboard, passengers, set_down_rightly

WRECK = "wh40k9.transport.destroyed"
NO_ROOM = "wh40k9.transport.no-room"
SHAKEN = "wh40k9.transport.shaken"
GOES_ON = "wreck"
DESTROY = frozenset({"destroy"})


def thrown_out(attempt: Attempt) -> Iterator[Finding]:
    """Passengers are set down as if they got out; and as many are named as are lost."""
    if attempt.command.do in LOSE:
        yield from named_rightly(WRECK)(attempt)
        return
    table, vehicle = attempt.table, unit_of(attempt)
    if not has_keyword(table, vehicle, "transport"):
        yield Finding(facts={"transport": vehicle})
        return
    if attempt.bare or not attempt.models:
        return
    inside = {
        model for unit in passengers(table, attempt.rules, vehicle) for model in aboard(table, attempt.rules, unit)
    }
    for rest in attempt.rests:
        if rest.model not in inside:
            yield Finding(model=rest.model)
        else:
            yield from set_down_rightly(attempt, rest, vehicle)


def destroy(run: Run) -> None:
    """The passengers are thrown out, a die falls for each, and the transport is gone."""
    vehicle = unit_of(run.attempt())
    thrown = passengers(run.table, run.rules, vehicle) if run.rules.has(WRECK) else ()
    for unit in thrown:
        _throw_out(run, unit, vehicle)
    for model in present(run.table, vehicle):
        perish(run, model)
    if not run.table.pending:
        run.outcome = "destroyed"


def _throw_out(run: Run, unit: str, vehicle: str) -> None:
    inside = aboard(run.table, run.rules, unit)
    rests = [rest for rest in run.attempt().rests if rest.model in inside]
    run.mark(unit, "out")
    run.mark(unit, "got-out")
    placed = {rest.model for rest in rests}
    for model in inside:
        run.unmark(model, "embarked")
        if model not in placed:
            run.cite(NO_ROOM, model)
            run.mark(model, "destroyed")
    for rest in rests:
        run.emit(ModelPlaced(rest.model, rest.pose))
        run.mark(rest.model, "set-up")
        if run.rules.has(SHAKEN):
            run.mark(rest.model, "shaken")
    if not rests:
        return
    run.cite(SHAKEN, facts={"unit": unit})
    faces = run.roll(len(rests), 6, WRECK)
    ones = sum(face == 1 for face in faces)
    run.cite(WRECK, facts={"unit": unit, "transport": vehicle, "count": ones})
    if run.rules.option("transport-casualty") == "rolled-model":
        models = [model for model in inside if model in placed]
        for model, face in zip(models, faces, strict=True):
            if face == 1:
                perish(run, model)
    elif ones >= len(rests):
        for model in present(run.table, unit):
            perish(run, model)
    elif ones:
        ask_which(run, WRECK, unit, ones, GOES_ON, of=replace(run.command, unit=unit, model=None))


def with_passengers(taken_off: Procedure) -> Procedure:
    """The table's word that takes models off; who was in a transport of theirs is set down nowhere, and lost."""

    def resolve(run: Run) -> None:
        units = dict.fromkeys(run.table.models[model].unit for model in members(run))
        carried = {unit: passengers(run.table, run.rules, unit) for unit in units}
        taken_off(run)
        for vehicle, inside in carried.items():
            gone = all(run.table.has(model, "destroyed") for model in run.table.units[vehicle].models)
            if gone and run.rules.has(WRECK):
                for unit in inside:
                    _throw_out(run, unit, vehicle)

    return resolve


OWN_WORD = {verb: with_passengers(taken_off) for verb, taken_off in BY_WORD.items()}
"""The table's word as it is said here."""


def go_on(run: Run) -> None:
    """The owner has said who is lost."""
    for model in lost(run):
        perish(run, model)


def too_shaken(attempt: Attempt) -> Iterator[Finding]:
    """Who was thrown out this turn neither charges nor intervenes."""
    for model in attempt.models:
        if attempt.table.has(model, "shaken"):
            yield Finding(model=model, facts={"status": "shaken"})


CLAUSES: Clauses = (
    rule(
        "transport.destroyed",
        "2 +",
        "When a transport is destroyed its passengers get out at once, before it is removed; a die falls for each, "
        "and each 1 destroys one model of the unit.",
        (
            "{model} would stand {measured} from {other}, its far side; {allowed} is the most.",
            "{model} would stand in engagement range of {other}.",
            "{unit} loses {count:n}: as many of it are to be named.",
            "{transport} is no transport.",
            "{model} is not aboard.",
        ),
        thrown_out,
        verbs=DESTROY | LOSE,
        early=True,
        applied="{unit} is thrown out of {transport}: {count:n} are lost.",
    ),
    rule(
        "transport.shaken",
        "2",
        "Units thrown out of a destroyed transport neither charge nor intervene heroically this turn.",
        "{model} was thrown out of its transport this turn: “{status}”.",
        too_shaken,
        verbs=ASSAULT | {"heroic-intervention"},
        **TIME,
        applied="{unit} is shaken.",
    ),
)

KINDS = (MoveKind("destroy", destroy, needs=("model|unit",), any_side=True),)

SWITCHES = (
    Option(
        "transport-casualty",
        ("owner-picks", "rolled-model"),
        "owner-picks",
        "which model a 1 destroys in a wreck: one of the unit, or the one the die was rolled for",
    ),
)

MARKS = (Mark("shaken", "turn", shown=True),)

PROCEDURES = {GOES_ON: go_on}
