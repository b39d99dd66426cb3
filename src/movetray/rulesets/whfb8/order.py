"""The order of the turn (¶22-36): four sub-phases, one deed for each unit, and what happens when they end."""

from collections.abc import Iterator
from dataclasses import replace

from movetray.checks import timing
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command
from movetray.engine.judge import may_begin
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.rulesets.whfb8.charging import charges_waiting, move_chargers
from movetray.rulesets.whfb8.facts import (
    ACTED,
    CHARGES,
    CHARGING,
    COMPULSORY,
    START,
    enemies,
    has,
    mine,
    random_mover,
    unit_of,
)
from movetray.rulesets.whfb8.fleeing import rally_all, to_be_rallied
from movetray.table.table import Table

ORDER = "whfb8.sequence.order"
RALLY_WHEN = "rally-when"


def in_order(attempt: Attempt) -> Iterator[Finding]:
    """What a sub-phase is for is done in it. In the compulsory moves only who has to move does."""
    kind, table, unit = attempt.kind, attempt.table, unit_of(attempt)
    assert kind is not None
    if kind.misplaced != ORDER:
        return
    yield from timing.out_of_step(attempt)
    idle = table.step == COMPULSORY and attempt.command.do == "move"
    if idle and unit is not None and not has(table, unit, "compelled") and not random_mover(table, unit):
        yield Finding(model=attempt.subject, facts={"verb": attempt.command.do, "step": table.step})


def start_of_turn_first(attempt: Attempt) -> Iterator[Finding]:
    """Nobody acts before the tests of the start of the turn are taken."""
    kind, table = attempt.kind, attempt.table
    assert kind is not None
    if table.step == START and kind.misplaced == ORDER and due_at_start(table, attempt.rules):
        yield Finding(model=attempt.subject, facts={"verb": attempt.command.do})


def due_at_start(table: Table, rules: RuleSet) -> bool:
    """Whether a test waits at the start of the turn."""
    return rules.option(RALLY_WHEN) == START and any(to_be_rallied(table, rules, unit) for unit in mine(table))


def one_deed(attempt: Attempt) -> Iterator[Finding]:
    """A unit acts in one sub-phase only."""
    table, unit = attempt.table, unit_of(attempt)
    if unit is None or attempt.answering:
        return
    acted = table.mark(unit, ACTED)
    rallied = has(table, unit, "rallied") and attempt.command.do == "reform"
    if acted is not None and acted != table.step and not rallied:
        yield Finding(model=attempt.subject, facts={"step": acted})


def already_moved(attempt: Attempt) -> Iterator[Finding]:
    """A unit that has had its move of this sub-phase does not move again."""
    table, unit = attempt.table, unit_of(attempt)
    if unit is None or attempt.answering:
        return
    done = table.has(unit, "moved") or table.has(unit, CHARGING)
    if done and table.mark(unit, ACTED) in (None, table.step):
        yield Finding(model=attempt.subject)


# --- who has to move


def must_move(table: Table, rules: RuleSet, unit: str) -> bool:
    """Whether a unit is bound to move in the compulsory moves, and has not done so."""
    if table.has(unit, ACTED):
        return False
    free = not has(table, unit, "fleeing") and may_begin(table, Command("move", unit=unit), rules).legal
    return has(table, unit, "fleeing") or (free and (random_mover(table, unit) or has(table, unit, "compelled")))


def all_compelled_moved(attempt: Attempt) -> Iterator[Finding]:
    """The compulsory moves do not end while a unit still has to move."""
    table = attempt.table
    if table.step == COMPULSORY and attempt.command.do == "end-step":
        for unit in mine(table):
            if must_move(table, attempt.rules, unit):
                yield Finding(model=unit)


# --- the ends of sub-phases


def start_ends(run: Run) -> None:
    """The tests of the start of the turn."""
    if run.rules.option(RALLY_WHEN) == START:
        rally_all(run)


def charges_end(run: Run) -> None:
    """The charges that were declared are rolled for and moved; then those in flight may rally."""
    move_chargers(run)
    if run.rules.option(RALLY_WHEN) == COMPULSORY:
        rally_all(run)


def nobody_can_act(table: Table, rules: RuleSet) -> bool:
    """Whether no unit of the side whose turn it is can do anything in this sub-phase."""
    if table.pending:
        return False
    match table.step:
        case "start-of-turn":
            return not due_at_start(table, rules)
        case "charges":
            return not (charges_waiting(table) or _rally_due(table, rules) or _may_charge(table, rules))
        case "compulsory":
            return not any(must_move(table, rules, unit) for unit in mine(table))
        case _:
            verbs = ("move", "march", "reform", "swift-reform")
            begun = (may_begin(table, Command(verb, unit=unit), rules) for unit in mine(table) for verb in verbs)
            return not any(verdict.ruling != "illegal" for verdict in begun)


def _rally_due(table: Table, rules: RuleSet) -> bool:
    when = rules.option(RALLY_WHEN) == COMPULSORY
    return when and any(to_be_rallied(table, rules, unit) for unit in mine(table))


def _may_charge(table: Table, rules: RuleSet) -> bool:
    there = replace(table, step=CHARGES)
    return any(
        may_begin(there, Command("charge", unit=unit, targets=(foe,)), rules).ruling != "illegal"
        for unit in mine(table)
        for foe in enemies(table, unit)
    )
