"""Whatever is said to a match, it answers with a verdict or says what is wrong with the words, and nothing else."""

import os
import secrets
import time
from collections import Counter
from typing import Any

import pytest
from wild_commands import Wild

from movetray.engine.table_json import state_json
from movetray.engine.verdict import Verdict
from movetray.form.node import FormError
from movetray.play.dice import DiceMismatch
from movetray.play.match import Match
from movetray.rulesets import load_rules
from oracle.tables import random_table

SECONDS = int(os.environ.get("MOVETRAY_FUZZ_SECONDS", "20"))
STEPS = ("start-of-turn", "charges", "compulsory", "remaining")
KEPT: tuple[int, ...] = ()
"""Seeds that once found something."""


def matches() -> list[Match]:
    rules = load_rules("mordheim")
    tables = [random_table(seed, storeys=seed % 2 == 1, step=STEPS[seed % 4]) for seed in range(8)]
    return [Match.start(rules, table, seed=1) for table in tables]


def say(match: Match, seed: int) -> str:
    """What came of one thing said: a ruling, an error of form, an answer. Anything else is raised."""
    wild = Wild(seed, match.table, list(match.rules.kinds))
    if seed % 8 == 0:
        try:
            match.ask(wild.question())
        except (FormError, KeyError):
            return "no question"
        return "answered"
    said: dict[str, Any] = wild.command()
    try:
        verdict = match.judge(said)
        assert isinstance(verdict, Verdict)
        if seed % 3 == 0:
            before = match.table
            result = match.play(said)
            if result.outcome is None:
                assert match.table is before
            state_json(match.table)
        return verdict.ruling
    except FormError:
        return "no command"
    except DiceMismatch:
        return "no dice"


def fuzz(seconds: float, first: int) -> Counter[str]:
    found: Counter[str] = Counter()
    fresh = matches()
    playing = list(fresh)
    end = time.monotonic() + seconds
    seed = first
    while time.monotonic() < end:
        which = seed % len(playing)
        try:
            found[say(playing[which], seed)] += 1
        except Exception as error:
            raise AssertionError(f"seed {seed} after {found.total()} more: {type(error).__name__}: {error}") from error
        if len(playing[which].results) > 30:
            start = fresh[which]
            playing[which] = Match.start(start.rules, random_table(which, step=STEPS[which % 4]), seed=seed)
        seed += 1
    return found


def test_a_match_answers_whatever_is_said_to_it() -> None:
    found = fuzz(SECONDS, int(os.environ.get("MOVETRAY_FUZZ_SEED", "0")))
    print(dict(found))
    assert found.total() > 20 * SECONDS
    for kind in ("legal", "illegal", "no command", "answered"):
        assert found[kind] > 0, found


@pytest.mark.soak
def test_a_match_answers_for_ten_minutes_whatever_is_said_to_it() -> None:
    first = secrets.randbelow(2**40)
    print(first, dict(fuzz(600, first)))
