"""Every situation of tests/cases on record: verified, replayed, resumed, taken back, and as its odds allow."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from movetray import rulesets
from movetray.engine.command import Command
from movetray.engine.table_json import state_json
from movetray.play.audit import verify
from movetray.play.log import MatchLog, read_record
from movetray.play.match import Match
from movetray.play.odds import odds
from movetray.play.replay import tables
from movetray.play.result import Result
from movetray.play.resume import resume
from movetray.table.reader import read_situation
from movetray.table.situation import Situation

CASES = Path(__file__).resolve().parents[1] / "cases"
GOOD = sorted(path for path in CASES.rglob("*.table.yaml") if path.parent.name != "bad")


def commands(situation: Situation) -> Iterator[tuple[Command, tuple[int, ...] | None]]:
    for step in situation.steps:
        if isinstance(step.said, Command):
            yield step.said, step.dice


def test_there_are_cases() -> None:
    assert len(GOOD) >= 20


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.name.removesuffix(".table.yaml"))
def test_a_case_on_record_is_verified_replayed_and_resumed(path: Path, tmp_path: Path) -> None:
    situation = read_situation(path, rulesets)
    match = Match.from_situation(situation)
    log = MatchLog.create(tmp_path / "m.jsonl", match, situation.title)
    for command, dice in commands(situation):
        match.play(command, dice)
    log.close()
    audit = verify(tmp_path / "m.jsonl")
    assert (audit.first, audit.entries) == (None, len(match.results))
    *_, last = tables(read_record(tmp_path / "m.jsonl"))
    assert state_json(last) == state_json(match.table)
    again = resume(tmp_path / "m.jsonl", match.secret)
    assert [r.to_json() | {"declined": []} for r in again.results] == [
        r.to_json() | {"declined": []} for r in match.results
    ]


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.name.removesuffix(".table.yaml"))
def test_a_case_is_taken_back_step_by_step_and_comes_out_as_its_odds_allow(path: Path) -> None:
    situation = read_situation(path, rulesets)
    match = Match.from_situation(situation)
    for command, dice in commands(situation):
        before, pending = state_json(match.table), match.table.pending
        chances = odds(match.table, command, match.rules) if command.do in match.rules.kinds else None
        result = match.play(command, dice)
        if result.outcome is None or pending or result.outcome == "pending" or command.do == "undo":
            continue
        assert chances is not None
        assert sum(chances.outcomes.values()) == 1
        assert chances.outcomes.get(result.outcome, 0) > 0
        if _undone(match, result):
            assert state_json(match.table) == before
            assert match.play(command, dice).outcome == result.outcome


def _undone(match: Match, result: Result) -> bool:
    """Take the last command back, the others agreeing."""
    last = match.table.last
    if last is None or result.declined:
        return False
    undone = match.play(Command("undo", side=last.side))
    assert undone.outcome in {"done", "pending"}
    while match.pending is not None and "agree" in match.pending.verbs:
        match.play(Command("agree"))
    return True
