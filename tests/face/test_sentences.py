"""Every reason that any case gives can be said, in both languages, with all its facts."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Reason
from movetray.play.match import Match
from movetray.table.reader import read_situation
from movetray.table.situation import Question
from movetray.words import facts_of, placeholders, sentence, variants

ROOT = Path(__file__).resolve().parents[2]
CASES = [
    path
    for folder in (ROOT / "tests" / "cases", ROOT / "src" / "movetray" / "examples")
    for path in sorted(folder.rglob("*.table.yaml"))
    if "bad" not in path.parts
]


@cache
def given() -> tuple[tuple[RuleSet, Reason], ...]:
    return tuple(_given())


def _given() -> Iterator[tuple[RuleSet, Reason]]:
    for path in CASES:
        situation = read_situation(path)
        match = Match.from_situation(situation)
        for step in situation.steps:
            if not isinstance(step.said, Question):
                for reason in match.play(step.said, step.dice).verdict.reasons:
                    yield match.rules, reason


def test_no_message_asks_for_a_fact_that_is_not_there() -> None:
    lacking = {
        (reason.clause, reason.kind, tuple(sorted(facts_of(reason))))
        for rules, reason in given()
        if not any(
            placeholders(text) <= facts_of(reason).keys()
            for text in variants(rules.clauses[reason.clause], reason.kind == "broken")
        )
    }
    assert not lacking


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_sentences_are_whole(lang: str) -> None:
    assert len(given()) > 200
    for rules, reason in given():
        said = sentence(reason, rules, lang)
        assert said.endswith("."), said
        assert not {"{", "}", "None"} & set(said.split()), said


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_was_measured_and_what_was_allowed_never_read_alike_where_one_broke_the_other(lang: str) -> None:
    for rules, reason in given():
        measured, allowed = reason.facts.get("measured"), reason.facts.get("allowed")
        if reason.kind != "broken" or measured is None or allowed is None or abs(measured - allowed) <= 0.0006:
            continue
        lengths = [word.strip(".,;:") for word in sentence(reason, rules, lang).split() if '"' in word]
        assert len(lengths) == len(set(lengths)), sentence(reason, rules, lang)
