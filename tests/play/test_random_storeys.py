"""Mordheim played at random among storeys: nobody in the air, in a wall, in another or half way up anything.

By the word of the second opinion, which looks after every command. How much is played is for
`MOVETRAY_STOREYS_COMMANDS` to say.
"""

import os
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest
from climber import Climber

from movetray.engine.event import ModelMoved
from movetray.play.match import Match
from movetray.play.result import Result
from movetray.rulesets import load_rules
from oracle.step_checker import Watch
from oracle.storeys import storeys_table
from oracle.table_checker import problems

COMMANDS = int(os.environ.get("MOVETRAY_STOREYS_COMMANDS", "1500"))
GAME = 50
"""Commands of one match; then another ruin is set up."""

STEPS = ("remaining", "charges", "remaining", "remaining")
OPTIONS = ("jump-sideways", "climb-touch", "climb-in-charge", "leap-too-wide", "fall-rounding", "climb-height")


@dataclass
class Census:
    """What was said, what of it was done, by which ways, and what came of it."""

    said: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)

    def count(self, result: Result) -> None:
        verb = result.command.do
        self.said[verb] += 1
        if result.outcome is not None:
            self.done[verb] += 1
            self.outcomes[result.outcome] += 1
        self.ways.update(t.by for e in result.events if isinstance(e, ModelMoved) for t in e.tracks)
        if result.verdict.ruling == "illegal":
            self.broken.update(reason.clause for reason in result.verdict.reasons if reason.kind == "broken")

    def __str__(self) -> str:
        return "\n".join(f"{name}: {dict(c.most_common())}" for name, c in vars(self).items())


def play(seed: int, commands: int, census: Census) -> None:
    """One match among ruins, looked at after every command."""
    rng = random.Random(f"storeys match {seed}")
    rules = load_rules("mordheim")
    for name in OPTIONS:
        if rng.random() < 0.3:
            rules = rules.choosing({name: rng.choice(rules.options[name].values)})
    options = {name: rules.option(name) for name in rules.options}
    match = Match.start(rules, storeys_table(seed, STEPS[seed % len(STEPS)]), seed=seed)
    proposer, watch = Climber(rng), Watch()
    for _ in range(commands):
        before, said = match.table, proposer.propose(match.table)
        result = match.play(said)
        proposer.done[said["do"]] += result.outcome is not None
        wrong = []
        for one in (*result.declined, result):
            wrong += watch.look(before, one.command, one, one.table, options)
            before = one.table
            census.count(one)
        wrong += problems(match.table, options)
        assert not wrong, f"seed {seed}, command {len(match.results)}: {said}\n{result.to_json()}\n" + "\n".join(wrong)


def played(first: int, commands: int) -> Census:
    census = Census()
    for seed in range(first, first + commands // GAME):
        play(seed, GAME, census)
    print(census)
    return census


def well_mixed(census: Census, share: float) -> None:
    """What was played was worth it."""
    assert sum(census.done.values()) >= 0.4 * sum(census.said.values()), census
    for way, count in (("ladder", 9), ("stairs", 4), ("climb", 12), ("jump", 35), ("leap", 3), ("dive", 3)):
        assert census.ways[way] >= count * share, (way, census)
    assert census.outcomes["fell"] >= 50 * share, census
    assert census.done["charge"] >= 40 * share, census


def test_nobody_hangs_in_the_air() -> None:
    well_mixed(played(0, COMMANDS), COMMANDS / 1500)


@pytest.mark.soak
def test_nobody_hangs_in_the_air_at_length() -> None:
    well_mixed(played(1000, 10_000), 6.0)
