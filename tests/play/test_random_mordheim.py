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

from movetray.engine.command_json import read_command
from movetray.engine.ruleset import RuleSet
from movetray.engine.table_json import state_json
from movetray.play.audit import verify
from movetray.play.log import MatchLog, canonical, read_record
from movetray.play.match import Match, Result
from movetray.play.replay import tables
from movetray.play.resume import resume
from movetray.rulesets import load_rules
from movetray.table.table import Table
from oracle.step_checker import Watch
from oracle.table_checker import problems
from oracle.tables import random_table

COMMANDS = int(os.environ.get("MOVETRAY_PLAY_COMMANDS", "2000"))
SEED = int(os.environ.get("MOVETRAY_PLAY_SEED", "0"))
GAME = 120
"""Commands of one match; then another table is set up."""

RARE = ("choose",)
"""Verbs for which the chance has to be made: two ways into contact are seldom equally short."""


@dataclass
class Census:
    """What was said and what came of it."""

    said: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    matches: int = 0

    def __str__(self) -> str:
        share = 100 * self.done.total() / max(1, self.said.total())
        lines = [f"{self.said.total()} commands in {self.matches} matches, {share:.0f} % changed the table"]
        lines += [f"  {verb:10} {self.done[verb]:6} of {count:6}" for verb, count in sorted(self.said.items())]
        lines += ["  outcomes " + ", ".join(f"{k} {v}" for k, v in self.outcomes.most_common())]
        lines += ["  refused by " + ", ".join(f"{k} {v}" for k, v in self.broken.most_common())]
        return "\n".join(lines)


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
    table = random_table(seed, step="charges" if rng.random() < 0.6 else "start-of-turn")
    rules = load_rules("mordheim")
    rules = rules.choosing(options_of(rng, rules))
    options = {name: rules.option(name) for name in rules.options}
    match = Match.start(rules, table, seed=seed)
    path = folder / f"{seed}.jsonl"
    log = MatchLog.create(path, match)
    watch, proposer = Watch(), Proposer(rng)
    states = [match.table]
    census.matches += 1
    for _ in range(commands):
        said = proposer.propose(match.table)
        seat = match.table.active if said["do"] in WORD and rng.random() < 0.3 else None
        before = match.table
        result = match.play(said, seat=seat)
        proposer.done[said["do"]] += bool(result.events)
        where = f"seed {seed}, command {len(match.results)}: {said} {options}"
        wrong = looked_at(watch, before, result, match.table, options)
        assert not wrong, f"{where}\n{result.to_json()}\n" + "\n".join(wrong)
        count(census, said["do"], result)
        states += [one.table for one in (*result.declined, result) if one.n is not None]
    recorded(path, log, match, states)


def looked_at(watch: Watch, before: Table, result: Result, after: Table, options: dict[str, object]) -> list[str]:
    found = []
    for one in (*result.declined, result):
        found += watch.look(before, one.command, one, one.table, options)
        before = one.table
    return found + problems(after, options)


def count(census: Census, verb: str, result: Result) -> None:
    census.said[verb] += 1
    census.said.update(one.command.do for one in result.declined)
    if result.events:
        census.done[verb] += 1
        census.outcomes[str(result.outcome)] += 1
    census.done.update(one.command.do for one in result.declined if one.events)
    if result.verdict.ruling == "illegal":
        census.broken.update(reason.clause for reason in result.verdict.reasons if reason.kind == "broken")


def recorded(path: Path, log: MatchLog, match: Match, states: list[Table]) -> None:
    """The record replays to the same tables, to the byte; resumed it is the same match; judged again it is sound."""
    record = read_record(path)
    assert [canonical(state_json(table)) for table in tables(record)] == [canonical(state_json(t)) for t in states]
    again = resume(path, match.secret)
    assert canonical(state_json(again.table)) == canonical(state_json(match.table))
    log.reveal(match.secret)
    audit = verify(path)
    assert audit.sound, f"{path}: {audit.first}"
    for entry in read_record(path).entries:
        assert canonical(entry["command"]) == canonical(as_read(entry["command"]))


def as_read(said: dict[str, object]) -> object:
    from movetray.engine.command_json import to_json

    return to_json(read_command(said))


def played(commands: int, first: int, folder: Path) -> Census:
    census = Census()
    seed = first
    while census.said.total() < commands:
        play(seed, GAME, census, folder)
        seed += 1
    print(census)
    return census


def test_random_play_never_leads_to_an_impossible_table(tmp_path: Path) -> None:
    census = played(COMMANDS, SEED, tmp_path)
    assert census.done.total() >= 0.4 * census.said.total(), str(census)
    share = 100 * min(1.0, COMMANDS / 3000)
    missing = {verb: census.done[verb] for verb in verbs() if census.done[verb] < share}
    assert not missing, f"{missing}\n{census}"


def verbs() -> list[str]:
    return [verb for verb in load_rules("mordheim").kinds if verb not in RARE]


@pytest.mark.soak
def test_ten_thousand_commands_from_anywhere(tmp_path: Path) -> None:
    first = secrets.randbelow(2**40)
    print(f"from seed {first}")
    census = played(max(10_000, COMMANDS), first, tmp_path)
    assert census.done.total() >= 0.4 * census.said.total(), str(census)
    missing = {verb: census.done[verb] for verb in verbs() if census.done[verb] < 100}
    assert not missing, f"{missing}\n{census}"
