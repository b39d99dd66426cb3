"""One move under several rule sets: what each says of it and why, and which stat or status a set would have to know.

Only `move` is compared: it is the verb that every game has. The table is that of the file as its own rules have it
before the step; each set takes of it what it knows, and asks in the first of its steps in which a move has a place.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from movetray.engine.command import Command
from movetray.engine.command_json import to_json
from movetray.engine.judge import judge
from movetray.engine.ruleset import MoveKind, RuleSet
from movetray.play.match import Match
from movetray.play.result import Result
from movetray.table.table import Table

VERB = "move"
"""What is compared."""


@dataclass(frozen=True, slots=True)
class Lack:
    """What a set misses: `kind` is `verb`, `field` (of the command: a unit, say), `stat` or `status`; `of` is the unit,
    model or side that has none, or has one that the set does not know."""

    kind: str
    name: str
    of: str = ""

    def to_json(self) -> dict[str, str]:
        """The shape of `compare --json`."""
        return {self.kind: self.name, **({"of": self.of} if self.of else {})}


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one rule set says of a move; `result` is None where it lacks what it would have to know."""

    rules: RuleSet
    result: Result | None
    lacks: tuple[Lack, ...] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """A step of a file, counted from 1, and what each rule set says of it."""

    number: int
    command: Command
    opinions: tuple[Opinion, ...]


def compare(number: int, table: Table, command: Command, own: RuleSet, sets: Sequence[RuleSet], seed: Any) -> Compared:
    """A `move` on the table of its own rules, under each of some rule sets. Dice come of `seed`, for each anew."""
    return Compared(number, command, tuple(_opinion(table, command, own, rules, seed) for rules in sets))


def _opinion(table: Table, command: Command, own: RuleSet, rules: RuleSet, seed: Any) -> Opinion:
    kind = rules.kinds.get(command.do)
    if kind is None:
        return Opinion(rules, None, (Lack("verb", command.do),))
    unsaid = tuple(_unsaid(command, kind))
    if unsaid and rules.id != own.id:
        return Opinion(rules, None, unsaid)
    unknown: tuple[Lack, ...] = ()
    if rules.id != own.id:
        unknown = tuple(_unknown(table, own, rules))
        table = _in_step(_taken(table, rules), command, rules, kind)
    missing = tuple(_missing(table, command, rules, kind))
    if missing:
        return Opinion(rules, None, (*missing, *unknown))
    return Opinion(rules, Match.start(rules, table, seed=seed).play(command), unknown)


def _unsaid(command: Command, kind: MoveKind) -> Iterator[Lack]:
    """What a set's own move has to be said with and this one is not: a whole unit, its steps."""
    for need in kind.needs:
        fields = need.split("|")
        if all(command.said(field) in (None, ()) for field in fields):
            yield Lack("field", fields[0])


def _taken(table: Table, rules: RuleSet) -> Table:
    """The table as another set sees it: without the marks that it does not have, with nothing open."""
    marks = {
        owner: kept
        for owner, carried in table.marks.items()
        if (kept := {name: value for name, value in carried.items() if name in rules.marks and rules.marks[name].shown})
    }
    return replace(table, marks=marks, pending=(), starts={}, last=None)


def _unknown(table: Table, own: RuleSet, rules: RuleSet) -> Iterator[Lack]:
    """The statuses on the table that another set has no word for."""
    for owner, carried in table.marks.items():
        for name in carried:
            if name in own.marks and own.marks[name].shown and name not in rules.marks:
                yield Lack("status", name, owner)


def _in_step(table: Table, command: Command, rules: RuleSet, kind: MoveKind) -> Table:
    """The table in the first step of the turn in which the move is not out of time, the last if it always is."""
    steps = [step.id for step in rules.steps if not kind.steps or step.id in kind.steps]
    tables = [replace(table, step=step) for step in steps]
    timely = (there for there in tables if judge(there, command, rules).stage != "time")
    return next(timely, tables[-1])


class _Watched(dict[str, int | float | str]):
    """Characteristics that remember which were asked for and are not there."""

    def __init__(self, stats: Mapping[str, int | float | str]) -> None:
        super().__init__(stats)
        self.missed: list[str] = []

    def get(self, key: str, default: Any = None) -> Any:
        """As of any mapping."""
        if key not in self and key not in self.missed:
            self.missed.append(key)
        return super().get(key, default)


def _missing(table: Table, command: Command, rules: RuleSet, kind: MoveKind) -> Iterator[Lack]:
    """The stats without which a set gives a model no inches at all to move."""
    if kind.allowance is None:
        return
    movers = {name: None for name in (command.model, *(command.paths or ())) if name in table.models}
    if command.unit is not None and command.unit in table.units:
        movers |= dict.fromkeys(table.units[command.unit].models)
    for unit in dict.fromkeys(table.models[mover].unit for mover in movers):
        watched = _Watched(table.units[unit].stats)
        asked = replace(table, units={**table.units, unit: replace(table.units[unit], stats=watched)})
        first = next(mover for mover in movers if table.models[mover].unit == unit)
        if kind.allowance(asked, rules, first) <= 0:
            yield from (Lack("stat", name, unit) for name in watched.missed)


def compared_json(compared: Compared) -> dict[str, Any]:
    """The shape of `compare --json`, sentences apart."""
    return {
        "step": compared.number,
        "command": to_json(compared.command),
        "sets": [opinion_json(opinion) for opinion in compared.opinions],
    }


def opinion_json(opinion: Opinion) -> dict[str, Any]:
    """One set: its verdict and what came of it, or what it lacks."""
    found: dict[str, Any] = {"rules": opinion.rules.id}
    if opinion.rules.house:
        found["house"] = opinion.rules.house.rpartition(" ")[0]
    found["lacks"] = [lack.to_json() for lack in opinion.lacks]
    if opinion.result is None:
        return {**found, "ruling": None}
    told = opinion.result.to_json()
    return {
        **found,
        **{key: told[key] for key in ("ruling", "stage", "reasons", "margin", "outcome", "spent", "rolled")},
    }
