"""Interception (¶8): one enemy steps into the way of a charge."""

from collections.abc import Iterator

from movetray.engine.attempt import Attempt
from movetray.engine.event import ModelMoved
from movetray.engine.resolve import Run
from movetray.engine.verdict import Finding
from movetray.engine.walk import Walk, cut_at, prices
from movetray.procedures import table as word
from movetray.procedures.moving import tracks
from movetray.procedures.tests import two_dice_under
from movetray.rulesets.mordheim.beside import meeting, step_in_ways
from movetray.rulesets.mordheim.charging import charge_home, chosen_way
from movetray.rulesets.mordheim.facts import running
from movetray.rulesets.mordheim.hiding import after_moving
from movetray.rulesets.mordheim.walking import travel
from movetray.rulesets.mordheim.ways import cite_charge
from movetray.table.table import Table


def may_answer(attempt: Attempt) -> Iterator[Finding]:
    """The model is one of those that may step in now."""
    decision = attempt.decision
    if decision is not None and attempt.answering and attempt.command.model not in decision.models:
        yield Finding(model=attempt.subject, facts={"charger": attempt.command.charger})


def one_interceptor(attempt: Attempt) -> Iterator[Finding]:
    """At most one model intercepts a charger."""
    charger = attempt.command.charger
    if charger is not None and attempt.table.has(charger, "intercepted"):
        yield Finding(model=attempt.subject, facts={"charger": charger})


def intercept(run: Run) -> None:
    """A model steps into the way of a charger, if its nerve holds; the charge ends there."""
    decision = run.table.pending[0]
    command, other = decision.of, run.command.model
    charger = command.model
    assert other is not None and charger is not None
    run.cite("mordheim.intercept.range", other)
    if run.rules.has("mordheim.intercept.once"):
        run.mark(charger, "intercepted")
    while run.table.pending and run.table.pending[0].of == command:
        word.close_only(run, "intercept")
    option = decision.facts["option"]
    if frightens(run.table, charger, other) and run.rules.has("mordheim.intercept.fear-to-charge"):
        run.cite("mordheim.intercept.fear-to-charge", other)
        if not two_dice_under(run, other, "Ld", "mordheim.intercept.fear-to-charge"):
            charge_home(run, command, option)
            return
    way = chosen_way(run, command, option)
    reach = None
    if way is not None:
        reach = cut_at(
            way, prices(run.table, run.rules, way), running(run.table, run.rules, charger), run.table, run.rules
        )
    met = meeting(run.table, run.rules, reach, other) if reach is not None else None
    steps = step_in_ways(run.table, run.rules, other, met[0]) if met is not None else []
    if met is None or not steps:
        charge_home(run, command, option)
        return
    meet(run, met[0], steps[0])


def meet(run: Run, way: Walk, step: Walk) -> None:
    """The charger runs to where they meet, and the interceptor comes into contact with it there."""
    charger, other = way.model, step.model
    priced = prices(run.table, run.rules, way)
    cite_charge(run, way, priced)
    gone = travel(run, way, priced, running(run.table, run.rules, charger))
    run.spent = gone.spent
    if gone.failure is not None:
        after_moving(run, way)
        return
    run.emit(ModelMoved(other, step.start, tracks(step.legs)))
    run.mark(other, "stepped-in")
    run.unmark(other, "hidden")
    run.cite("mordheim.intercept.meets", other, at=run.table.pose_of(charger).point)
    if run.rules.has("mordheim.intercept.still-charger"):
        run.cite("mordheim.intercept.still-charger", charger)
        run.mark(charger, "charged")
    if frightens(run.table, other, charger) and run.rules.has("mordheim.intercept.causes-fear"):
        run.cite("mordheim.intercept.causes-fear", charger)
        if not two_dice_under(run, charger, "Ld", "mordheim.intercept.causes-fear"):
            run.mark(charger, "shaken")
    after_moving(run, way)


def frightens(table: Table, fearsome: str, other: str) -> bool:
    """Whether a model has to test its nerve against another."""
    keywords = table.unit_of(other).keywords
    return "fear" in table.unit_of(fearsome).keywords and not keywords & {"fear", "fearless"}
