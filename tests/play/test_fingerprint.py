"""A fingerprint changes with what the rules say, and with nothing else."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from toy import toy

from movetray.engine.attempt import Attempt
from movetray.engine.fingerprint import fingerprint
from movetray.engine.ruleset import Clause, Option, RuleSet
from movetray.engine.verdict import Finding


@dataclass(frozen=True)
class Limit:
    inches: float
    over: frozenset[str]


def quiet(_attempt: Attempt) -> Iterator[Finding]:
    yield from ()


def variants() -> Iterator[RuleSet]:
    rules = toy()
    yield rules
    yield rules.without("toy.far")
    yield rules.amended("toy.far", says="A walk is at most 2M.")
    yield rules.amended("toy.far", check=quiet)
    yield rules.amended("toy.far", value=Limit(1.0, frozenset({"a", "b"})))
    yield rules.amended("toy.far", value=Limit(1.5, frozenset({"a", "b"})))
    yield rules.with_rule(Clause("toy.new", "+", "Something.", ""))
    yield replace(rules, id="other")
    optional = replace(rules, options={"width": Option("width", ("thin", "wide"), "thin", "why")})
    yield optional
    yield optional.with_options(width="wide")


def test_whatever_the_rules_say_differently_makes_another_fingerprint() -> None:
    found = [fingerprint(rules) for rules in variants()]
    assert len(set(found)) == len(found)
    assert all(len(name) == 64 for name in found)


def test_a_message_or_why_an_option_exists_is_not_a_rule() -> None:
    rules = toy()
    assert fingerprint(rules.amended("toy.far", message="Too far.")) == fingerprint(rules)
    assert fingerprint(toy()) == fingerprint(rules)


def test_a_default_that_is_chosen_is_the_default() -> None:
    rules = replace(toy(), options={"width": Option("width", ("thin", "wide"), "thin", "why")})
    assert fingerprint(rules.with_options(width="thin")) == fingerprint(rules)


def test_it_is_the_same_in_every_run() -> None:
    here = [fingerprint(rules) for rules in variants()]
    script = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); "
        "from test_fingerprint import variants, fingerprint; print(*map(fingerprint, variants()))"
    )
    for hash_seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": hash_seed},
        )
        assert run.stdout.split() == here
