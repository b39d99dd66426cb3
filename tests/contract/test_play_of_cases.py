"""What judging and resolving have to be, whatever is played: shown on every step of every case of every rule set."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from movetray.engine.command import Command
from movetray.engine.command_json import read_command, to_json
from movetray.engine.dice import DiceWanted
from movetray.engine.event import DecisionOpened
from movetray.engine.event_json import event_json, read_event
from movetray.engine.judge import judge, may_begin
from movetray.engine.resolve import Resolution, resolve
from movetray.engine.ruleset import RuleSet
from movetray.engine.table_json import state_json
from movetray.engine.verdict import Reason
from movetray.play.dice import DiceMismatch, ScriptedDice
from movetray.play.match import Match
from movetray.play.reading import read
from movetray.rulesets import installed
from movetray.table.table import Table
from movetray.words import facts_of, placeholders, variants
from sixth.lanterns import LANTERNS

TESTS = Path(__file__).parent.parent
CASES = {LANTERNS.id: TESTS / "sixth" / "cases"}
"""Where the cases of a rule set lie that is not installed."""


@dataclass(frozen=True)
class Said:
    """A command as it was said in a case, on the table as it was then, with the faces that fell."""

    where: str
    table: Table
    command: Command
    rules: RuleSet
    faces: tuple[int, ...]
    reasons: tuple[Reason, ...]
    legal: bool


@cache
def said(rule_set: str) -> tuple[Said, ...]:
    return tuple(
        one
        for path in sorted(CASES.get(rule_set, TESTS / "cases" / rule_set).rglob("*.table.yaml"))
        for one in _played(path)
    )


def _played(path: Path) -> Iterator[Said]:
    situation = read(path)
    match = Match.from_situation(situation)
    for count, step in enumerate(situation.steps, 1):
        if not isinstance(step.said, Command):
            continue
        before = match.table
        result = match.play(step.said, dice=step.dice)
        table = result.declined[-1].table if result.declined else before
        faces = tuple(face for roll in result.rolled for face in roll["faces"])
        where = f"{path.stem}, step {count}"
        legal = result.verdict.legal and result.outcome is not None
        yield Said(where, table, result.command, match.rules, faces, result.verdict.reasons, legal)


@pytest.fixture(params=(*installed(), LANTERNS.id))
def commands(request: pytest.FixtureRequest) -> tuple[Said, ...]:
    return said(request.param)


def test_there_are_cases_for_every_rule_set(commands: tuple[Said, ...]) -> None:
    assert len(commands) > 20


def test_judging_twice_says_the_same_and_changes_nothing(commands: tuple[Said, ...]) -> None:
    for one in commands:
        before = state_json(one.table)
        first = judge(one.table, one.command, one.rules)
        assert judge(one.table, one.command, one.rules) == first, one.where
        assert state_json(one.table) == before, one.where


def test_what_may_be_done_may_be_begun(commands: tuple[Said, ...]) -> None:
    for one in commands:
        if judge(one.table, one.command, one.rules).ruling == "legal":
            assert may_begin(one.table, one.command, one.rules).ruling != "illegal", one.where


def test_an_illegal_verdict_cites_something_broken_and_a_legal_one_nothing(commands: tuple[Said, ...]) -> None:
    for one in commands:
        verdict = judge(one.table, one.command, one.rules)
        broken = [reason for reason in verdict.reasons if reason.kind == "broken"]
        assert bool(broken) == (verdict.ruling == "illegal"), one.where
        assert all(one.rules.has(reason.clause) for reason in verdict.reasons), one.where


def resolved(one: Said) -> Resolution | None:
    """What it does with the faces that fell; None where it does nothing yet, or is for the match to undo."""
    if not one.legal or one.command.do in ("undo", "roll"):
        return None
    try:
        return resolve(one.table, one.command, one.rules, ScriptedDice(one.faces))
    except (DiceWanted, DiceMismatch):  # what the others are asked first is rolled for later
        return None


def test_resolving_is_settled_by_the_faces(commands: tuple[Said, ...]) -> None:
    done = [(one, resolved(one)) for one in commands]
    assert sum(found is not None for _, found in done) > 20
    for one, found in done:
        assert resolved(one) == found, one.where


def test_commands_and_events_are_the_same_again_after_json(commands: tuple[Said, ...]) -> None:
    for one in commands:
        assert read_command(to_json(one.command)) == one.command, one.where
        found = resolved(one)
        for event in found.events if found else ():
            told = event_json(event)
            assert event_json(read_event(told)) == told, one.where


def test_every_choice_that_is_opened_has_somebody_to_go_on_with_it(commands: tuple[Said, ...]) -> None:
    for one in commands:
        found = resolved(one)
        for event in found.events if found else ():
            if isinstance(event, DecisionOpened):
                decision = event.decision
                assert decision.then in one.rules.procedures, one.where
                assert decision.side in one.table.sides, one.where
                assert set(decision.verbs) <= set(one.rules.kinds), one.where
                assert decision.verbs, one.where


def test_every_reason_has_words_that_fit_what_was_found(commands: tuple[Said, ...]) -> None:
    mute = set()
    for one in commands:
        for reason in one.reasons:
            clause = one.rules.clauses[reason.clause]
            texts = variants(clause, reason.kind == "broken")
            if not any(placeholders(text) <= facts_of(reason).keys() for text in texts):
                mute.add((reason.clause, reason.kind, tuple(sorted(reason.facts)), one.where))
    assert not mute


def test_without_any_one_clause_the_game_still_answers(commands: tuple[Said, ...]) -> None:
    """A house rule takes a clause away; whatever is said then, a verdict comes out."""
    rules = {one.rules.id: one.rules for one in commands}
    some = commands[:: max(1, len(commands) // 12)]
    for clause in next(iter(rules.values())).clauses:
        for one in some:
            if one.rules.has(clause):
                judge(one.table, one.command, one.rules.without(clause))
