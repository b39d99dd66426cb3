"""Mordheim played at random: never an impossible table, by the word of the second opinion; and the record is true.

How much is played is for `MOVETRAY_PLAY_COMMANDS` to say.
"""

import os
import random
import secrets
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from proposer import WORD, Proposer

from movetray.engine.command_json import read_command, to_json
from movetray.engine.ruleset import RuleSet
from movetray.engine.table_json import state_json
from movetray.play.audit import verify
from movetray.play.log import MatchLog, canonical, read_record
from movetray.play.match import Match
from movetray.play.replay import tables
from movetray.play.result import Result
from movetray.play.resume import resume
from movetray.rulesets import load_rules
from movetray.table.table import Table
from oracle.step_checker import Watch
from oracle.table_checker import problems
from oracle.tables import ambush_table, forked_table, hedge_table, random_table

COMMANDS = int(os.environ.get("MOVETRAY_PLAY_COMMANDS", "5400"))
SEED = int(os.environ.get("MOVETRAY_PLAY_SEED", "0"))
GAME = 100
"""Commands of one match; then another table is set up."""

FORKS = 110
"""Matches of one charge with two ways equally short, which chance alone seldom makes."""

AMBUSHES = 120
"""Matches of one charge past an enemy."""


MOODS: tuple[tuple[str, dict[str, float]], ...] = (
    ("charges", {"fleeing": 0.05, "knocked-down": 0.1}),
    ("start-of-turn", {"fleeing": 0.1, "knocked-down": 0.1, "stunned": 0.1}),
    ("charges", {}),
    ("compulsory", {"fleeing": 0.5, "compelled": 0.1}),
    ("remaining", {"knocked-down": 0.6, "stunned": 0.1}),
    ("remaining", {"knocked-down": 0.05}),
)
"""In which step a match begins, and which shares of the models are in which state."""


STOREYS = 2
"""The mood in which every other table has houses with ways up."""

HEDGES = 60
"""Matches of a walk up to a hedge, and hiding behind it."""


@dataclass
class Census:
    """What was said, what of it was allowed, and what changed the table."""

    said: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    changed: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    matches: int = 0

    @property
    def share(self) -> float:
        return self.changed / max(1, self.said.total())

    def count(self, result: Result) -> None:
        for one in (*result.declined, result):
            verb = one.command.do
            self.said[verb] += 1
            self.changed += bool(one.events)
            if one.outcome is not None:
                self.done[verb] += 1
                self.outcomes[one.outcome] += 1
            if one.verdict.ruling == "illegal":
                self.broken.update(reason.clause for reason in one.verdict.reasons if reason.kind == "broken")

    def __str__(self) -> str:
        head = f"{self.said.total()} commands in {self.matches} matches, {100 * self.share:.0f} % changed the table"
        lines = [f"  {verb:10} {self.done[verb]:6} of {count:6}" for verb, count in sorted(self.said.items())]
        lines += ["  outcomes: " + ", ".join(f"{k} {v}" for k, v in self.outcomes.most_common())]
        lines += ["  refused by: " + ", ".join(f"{k} {v}" for k, v in self.broken.most_common())]
        return "\n".join([head, *lines])


def options_of(rng: random.Random, rules: RuleSet) -> dict[str, str | float]:
    """Every other option as it comes; those that are numbers near what they are by default."""
    chosen: dict[str, str | float] = {}
    for option in rules.options.values():
        if rng.random() < 0.5:
            chosen[option.id] = rng.choice(option.values) if option.values else rng.choice((0.9, 1.0, 1.5))
    return chosen


def play(seed: int, commands: int, census: Census, folder: Path) -> None:
    """One match of random commands, looked at after each; then its record is looked at."""
    rng = random.Random(f"match {seed}")
    step, afflicted = MOODS[seed % len(MOODS)]
    storeys = seed % (2 * len(MOODS)) == STOREYS
    walled = 0.9 if step == "remaining" else 0.3
    table = random_table(seed, step=step, afflicted=afflicted, walled=walled, storeys=storeys)
    game = Game(seed, table, options_of(rng, load_rules("mordheim")), census, folder)
    proposer = Proposer(rng, cover=2.0 if game.options["hidden-from"] == "line-of-sight" else 0.0)
    for _ in range(commands):
        said = proposer.propose(game.match.table)
        seat = game.match.table.active if said["do"] in WORD and rng.random() < 0.2 else None
        proposer.done[said["do"]] += game.say(said, seat).outcome is not None
    game.check_record()


def play_fork(seed: int, census: Census, folder: Path) -> None:
    """A charge with two ways as short, and the choice of one."""
    game = Game(seed, forked_table(seed), {}, census, folder)
    assert game.say({"do": "charge", "model": "wren-0", "targets": ["pike-0"]}).outcome == "pending"
    assert game.say({"do": "choose", "option": 1 + seed % 2}).outcome == "done"
    game.check_record()


def play_ambush(seed: int, census: Census, folder: Path) -> None:
    """A charge past an enemy who steps in, or does not."""
    game = Game(seed, ambush_table(seed), {}, census, folder)
    assert game.say({"do": "charge", "model": "wren-0", "targets": ["pike-0"]}).outcome == "pending"
    if seed % 2:
        game.say({"do": "intercept", "model": "pike-1", "charger": "wren-0"})
    else:
        game.say({"do": "pass"})
    game.check_record()


def play_hedge(seed: int, census: Census, folder: Path) -> None:
    """A walk up to a hedge, and hiding there."""
    table, there = hedge_table(seed)
    game = Game(seed, table, {}, census, folder)
    assert game.say({"do": "move", "model": "wren-0", "path": [list(there.point)]}).outcome == "done"
    assert game.say({"do": "hide", "model": "wren-0"}).outcome == "done"
    game.check_record()


class Game:
    """A match that is recorded, counted, and looked at after every command."""

    def __init__(self, seed: int, table: Table, options: dict[str, str | float], census: Census, folder: Path) -> None:
        rules = load_rules("mordheim").choosing(options)
        self.seed, self.census = seed, census
        self.options: dict[str, object] = {name: rules.option(name) for name in rules.options}
        self.match = Match.start(rules, table, seed=seed)
        self.path = folder / f"{census.matches}.jsonl"
        self.log = MatchLog.create(self.path, self.match)
        self.watch = Watch()
        self.states = [self.match.table]
        census.matches += 1

    def say(self, said: dict[str, object], seat: str | None = None) -> Result:
        before = self.match.table
        result = self.match.play(said, seat=seat)
        wrong = looked_at(self.watch, before, result, self.match.table, self.options)
        where = f"seed {self.seed}, command {len(self.match.results)}: {said} {self.options}"
        assert not wrong, f"{where}\n{result.to_json()}\n" + "\n".join(wrong)
        self.census.count(result)
        self.states += [one.table for one in (*result.declined, result) if one.n is not None]
        return result

    def check_record(self) -> None:
        """The record replays to the same tables, to the byte; resumed it is the same match; judged again it holds."""
        match, path = self.match, self.path
        replayed = [canonical(state_json(table)) for table in tables(read_record(path))]
        assert replayed == [canonical(state_json(table)) for table in self.states]
        if self.seed % 4 == 0:  # it judges everything again, as the audit does below
            assert canonical(state_json(resume(path, match.secret).table)) == replayed[-1]
        written = path.read_bytes()
        self.log.reveal(match.secret)
        assert path.read_bytes().startswith(written)
        audit = verify(path)
        assert audit.sound, f"{path}: {audit.first}"
        for entry in read_record(path).entries:
            assert canonical(entry["command"]) == canonical(to_json(read_command(entry["command"])))


def looked_at(watch: Watch, before: Table, result: Result, after: Table, options: dict[str, object]) -> list[str]:
    found = []
    for one in (*result.declined, result):
        found += watch.look(before, one.command, one, one.table, options)
        before = one.table
    return found + problems(after, options)


def played(commands: int, first: int, folder: Path) -> Census:
    census = Census()
    for count, scene in ((FORKS, play_fork), (AMBUSHES, play_ambush), (HEDGES, play_hedge)):
        for seed in range(count):
            scene(seed, census, folder)
    seed = first
    while census.said.total() < commands:
        play(seed, GAME, census, folder)
        seed += 1
    print(census)
    return census


def assert_rich(census: Census, least: float) -> None:
    assert census.share >= 0.4, str(census)
    rare = {verb: census.done[verb] for verb in load_rules("mordheim").kinds if census.done[verb] < least}
    assert not rare, f"{rare}\n{census}"


def test_random_play_never_leads_to_an_impossible_table(tmp_path: Path) -> None:
    assert_rich(played(COMMANDS, SEED, tmp_path), least=min(100.0, COMMANDS / 50))


@pytest.mark.soak
def test_twelve_thousand_commands_from_anywhere(tmp_path: Path) -> None:
    first = secrets.randbelow(2**40)
    print(f"from seed {first}")
    assert_rich(played(max(12_000, COMMANDS), first, tmp_path), least=100)
