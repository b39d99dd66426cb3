"""How a charge is met (¶32): hold, stand and shoot, flee; and the charger who looks for somebody else."""

from collections.abc import Iterator
from dataclasses import replace

from movetray.engine import blocks
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command
from movetray.engine.event import DecisionOpened
from movetray.engine.judge import judge
from movetray.engine.resolve import Run
from movetray.engine.verdict import Finding
from movetray.procedures.table import close_only
from movetray.procedures.tests import two_dice_under
from movetray.rulesets.whfb8 import fleeing
from movetray.rulesets.whfb8.charging import ANSWERED, answered, ask, target_of
from movetray.rulesets.whfb8.facts import CHARGING, enemies, fought_by, has, movement, on_table, unit_of
from movetray.table.table import NEXT, Decision, Table
from movetray.units import compare

REACTIONS = "whfb8.charge.reactions"
SHOT = "stood-and-shot"


def charge_met(attempt: Attempt) -> Decision | None:
    """The open question how a charge is met; None where another is open, or none."""
    decision = attempt.decision
    return decision if decision is not None and decision.then == ANSWERED and attempt.answering else None


def may_react(attempt: Attempt) -> Iterator[Finding]:
    """Only the target answers; in combat it holds, in flight it flees; it shoots once, with missiles and time to."""
    decision, unit, table = charge_met(attempt), unit_of(attempt), attempt.table
    if decision is None or unit is None or attempt.command.do == "charge":
        return
    verb, charger = attempt.command.do, decision.of.subject
    if unit != decision.facts["target"]:
        yield Finding(model=unit, facts={"target": decision.facts["target"], "verb": verb})
        return
    foe = fought_by(table, unit)
    if foe is not None and verb != "hold":
        yield Finding(model=unit, facts={"fought": foe, "verb": verb})
    elif has(table, unit, "fleeing") and verb != "flee":
        yield Finding(model=unit, facts={"status": "fleeing", "verb": verb})
    elif verb == "stand-and-shoot" and charger is not None:
        yield from _may_shoot(table, unit, charger)


def _may_shoot(table: Table, unit: str, charger: str) -> Iterator[Finding]:
    measured, reach = blocks.apart(table, unit, charger), movement(table, charger)
    if "missile" not in table.units[unit].keywords:
        yield Finding(model=unit, facts={"keyword": "missile"})
    if table.has(unit, SHOT):
        yield Finding(model=unit, facts={"done": "stand-and-shoot"})
    if compare(measured, reach) <= 0:
        facts = {"charger": charger, "measured": measured, "allowed": reach, "at_least": True}
        yield Finding(model=unit, facts=facts)


def may_redirect(attempt: Attempt) -> Iterator[Finding]:
    """Only the charger whose target fled looks for another, and not for one that it has been after before."""
    decision, unit = charge_met(attempt), unit_of(attempt)
    if decision is None or unit is None or attempt.command.do != "charge":
        return
    if unit != decision.of.subject:
        yield Finding(model=unit, facts={"charger": decision.of.subject, "verb": "charge"})
    for target in attempt.command.targets:
        if target == decision.facts["target"]:
            yield Finding(model=unit, facts={"again": target})


# --- what is done


def hold(run: Run) -> None:
    """The target awaits the charge."""
    go_on(run, "hold")


def stand_and_shoot(run: Run) -> None:
    """The target shoots as the charge comes; what falls is said by the table's word."""
    decision = run.table.pending[0]
    run.cite(REACTIONS, decision.facts["target"])
    run.mark(decision.facts["target"], SHOT)
    go_on(run, "stand-and-shoot")


def go_on(run: Run, by: str) -> None:
    """The charge goes on after an answer that moves nobody."""
    decision = run.table.pending[0]
    close_only(run, by)
    answered(run, decision.of)


def flee(run: Run) -> None:
    """A flight: as an answer to a charge, or in the compulsory moves."""
    if charge_met(run.attempt()) is not None:
        flee_from(run)
    else:
        fleeing.flee(run)


def flee_from(run: Run) -> None:
    """The target turns away from the charger and runs; the charger may look for somebody else."""
    decision = run.table.pending[0]
    close_only(run, "flee")
    flees(run, decision)


def flees(run: Run, decision: Decision) -> None:
    """A target runs from its charger, who then may redirect once."""
    target, charger = decision.facts["target"], decision.of.subject
    assert charger is not None
    run.cite(REACTIONS, target)
    fleeing.turn_and_run(run, target, charger)
    if not decision.facts["redirected"] and run.rules.has(REACTIONS):
        choice = Decision(
            run.table.side_of(charger),
            ("charge",),
            run.table.units[charger].models,
            decision.of,
            ANSWERED,
            until=NEXT,
            facts={"target": target, "redirected": True},
        )
        if somebody_else(run, choice):
            run.emit(DecisionOpened(choice))
            return
    answered(run, decision.of)


def somebody_else(run: Run, choice: Decision) -> bool:
    """Whether there is another enemy that the charger could be turned against."""
    charger = choice.of.subject
    assert charger is not None
    asked = replace(run.table, pending=(choice,))
    others = (foe for foe in enemies(run.table, charger) if foe != choice.facts["target"])
    return any(judge(asked, Command("charge", unit=charger, targets=(foe,)), run.rules).legal for foe in others)


def redirect(run: Run) -> None:
    """If its Leadership holds, the charger goes for another, who answers; else it goes on after the one that ran."""
    decision = run.table.pending[0]
    unit, target = unit_of(run.attempt()), target_of(run.attempt())
    assert unit is not None and target is not None
    close_only(run, "charge")
    run.spent = 0.0
    run.cite(REACTIONS, unit, facts={"target": target})
    if two_dice_under(run, run.table.units[unit].models[0], "Ld", REACTIONS):
        run.mark(unit, CHARGING, [target, run.table.mark(unit, CHARGING)[1]])
        ask(run, target, redirected=True)
        return
    answered(run, decision.of)
    if run.outcome == "pending":
        run.outcome = "failed"


def declined(run: Run) -> None:
    """Whoever was asked says nothing: a target holds - or, in flight, flees on - and a charger keeps its target."""
    decision = run.continued
    assert decision is not None
    target = decision.facts["target"]
    in_flight = on_table(run.table, target) and has(run.table, target, "fleeing")
    if "flee" in decision.verbs and in_flight and run.rules.has(REACTIONS):
        flees(run, decision)
    else:
        answered(run, decision.of)
