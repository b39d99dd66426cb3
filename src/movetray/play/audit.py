"""A match file under audit: every command judged anew with its recorded dice, every roll made again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from movetray.engine.command import Command
from movetray.engine.command_json import read_command
from movetray.engine.dice import DiceWanted
from movetray.engine.event import Agreed
from movetray.engine.event_json import event_json, plain
from movetray.engine.fingerprint import fingerprint
from movetray.engine.ruleset import RuleSet
from movetray.play.carry import Deed, carry_out
from movetray.play.dice import DiceMismatch, SeededDice
from movetray.play.house import house_json
from movetray.play.log import Line, Record, canonical, chained, commitment, read_record
from movetray.play.replay import begin, rules_of
from movetray.play.result import dice_json
from movetray.table.table import Table

NoteKind = Literal["torn", "listed-dice", "agreed", "unrevealed", "other-rules"]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line of a file (from 1) that is not as it should be: under which key, what it says, what it should.

    Keys: `hash`, `n`, `command`, `verdict`, `dice`, `events`; `rolls` and `secret` where the dice are not those of the
    secret.
    """

    line: int
    key: str
    recorded: Any
    found: Any

    def to_json(self) -> dict[str, Any]:
        """The shape of `verify --json`."""
        return {"line": self.line, "key": self.key, "recorded": self.recorded, "found": self.found}

    def __str__(self) -> str:
        return f"line {self.line}: {self.key}: recorded {canonical(self.recorded)}, found {canonical(self.found)}"


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is no fault, and that whoever trusts the record should know. `line` counts from 1."""

    kind: NoteKind
    line: int
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Audit:
    """What judging a record again came to."""

    entries: int
    first: Difference | None
    notes: tuple[Note, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether no line differs."""
        return self.first is None

    def to_json(self) -> dict[str, Any]:
        """The shape of `verify --json`."""
        return {
            "sound": self.sound,
            "entries": self.entries,
            "first": None if self.first is None else self.first.to_json(),
            "notes": [{"kind": note.kind, "line": note.line, **note.facts} for note in self.notes],
        }


class RecordedDice:
    """The dice of an entry, rolled again: each roll has to be the one that was recorded.

    A roll that was recorded otherwise raises DiceMismatch, one that was not recorded DiceWanted.
    """

    def __init__(self, rolls: Sequence[Line]) -> None:
        self.left = list(rolls)

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """The faces of the next recorded roll."""
        if not self.left:
            raise DiceWanted(count, sides, why)
        said = self.left.pop(0)
        faces: Any = said.get("faces")
        possible = isinstance(faces, list) and all(isinstance(face, int) and 1 <= face <= sides for face in faces)
        if not possible or (said.get("sides"), said.get("why"), len(faces)) != (sides, why, count):
            raise DiceMismatch(f"{count}D{sides} for {why}")
        return tuple(faces)


def verify(source: Path | str | Record, rules: RuleSet | None = None) -> Audit:
    """Judge every command of a record again, with the recorded dice, and find the first line that differs.

    Once the secret is revealed every roll is made again too. `rules` take the place of the installed rule set.
    Raises RecordError or OSError for what is no record.
    """
    record = source if isinstance(source, Record) else read_record(source)
    rules = rules or rules_of(record)
    return Auditor(record, rules).audit()


class Auditor:
    """One record under audit; `first` is the first difference so far."""

    def __init__(self, record: Record, rules: RuleSet) -> None:
        self.record, self.rules = record, rules
        self.first: Difference | None = None
        self.notes: list[Note] = []
        self.rolls = 0

    def audit(self) -> Audit:
        record = self.record
        if fingerprint(self.rules) != record.header["fingerprint"]:
            facts = {"recorded": record.header.get("house"), "found": house_json(self.rules)}
            self.notes.append(Note("other-rules", 1, {"rules": self.rules.id, **facts}))
        entries = sum(1 for _ in self.deeds())
        end = len(record.entries) + 2
        if record.end is not None:
            self._expect(end, "hash", record.end["hash"], chained(record.end, self._hash_before(end)))
        elif record.header["dice"] == "seeded":
            self.notes.append(Note("unrevealed", end))
        if record.torn:
            self.notes.append(Note("torn", end, {"says": record.torn}))
        return Audit(entries, self.first, tuple(sorted(self.notes, key=lambda note: note.line)))

    def deeds(self) -> Iterator[tuple[Line, Deed]]:
        """Every entry that is as it should be, with what was done; stops at the first that is not."""
        record = self.record
        self._expect(1, "hash", record.header["hash"], chained(record.header, ""))
        if record.secret is not None:
            bound = commitment(record.secret)
            self._expect(1, "secret", record.header["commitment"], bound)
        table = begin(record)
        for number, entry in enumerate(record.entries, 2):
            if self.first is not None:
                return
            deed = self._again(number, entry, table)
            if self.first is not None or deed is None:
                return
            yield entry, deed
            table = deed.table

    def _hash_before(self, line: int) -> str:
        if line <= 2:
            return str(self.record.header["hash"])
        return str(self.record.entries[line - 3]["hash"])

    def _expect(self, line: int, key: str, recorded: Any, found: Any) -> bool:
        if self.first is None and recorded != found:
            self.first = Difference(line, key, recorded, found)
        return self.first is None

    def _again(self, line: int, entry: Line, table: Table) -> Deed | None:
        self._expect(line, "hash", entry["hash"], chained(entry, self._hash_before(line)))
        if not self._expect(line, "n", entry["n"], line - 1):
            return None
        try:
            command = read_command(entry["command"])
        except ValueError as wrong:
            self._expect(line, "command", entry["command"], str(wrong))
            return None
        deed = self._played(line, entry, table, command)
        if deed is None:
            return None
        rolled = [dice_json(event) for event in deed.rolled]
        self._expect(line, "verdict", entry["verdict"], plain(deed.verdict.to_json()))
        self._expect(line, "dice", entry["dice"], rolled)
        self._expect(line, "events", entry["events"], [event_json(event) for event in deed.events])
        self._roll_again(line, entry, rolled)
        for event in deed.events:
            if isinstance(event, Agreed) and event.facts.get("refused"):
                self.notes.append(Note("agreed", line, {"clauses": event.facts["clauses"]}))
        return deed

    def _played(self, line: int, entry: Line, table: Table, command: Command) -> Deed | None:
        dice = RecordedDice(entry["dice"])
        refused = entry["verdict"].get("ruling") == "illegal"
        try:
            return carry_out(
                table,
                command,
                self.rules,
                dice,
                seat=entry["seat"],
                ask_for_faces=self.record.header["dice"] == "physical" and not entry["dice"],
                anyway=refused,
            )
        except (DiceWanted, DiceMismatch) as wanted:
            self._expect(line, "dice", entry["dice"], f"{wanted} is rolled")
        except Exception as failure:  # a record may say what no procedure was made for; that is its fault
            self._expect(line, "command", entry["command"], f"cannot be carried out: {type(failure).__name__}")
        return None

    def _roll_again(self, line: int, entry: Line, rolled: Sequence[Line]) -> None:
        """The rolls of an entry, made again from the revealed secret."""
        first, self.rolls = self.rolls, self.rolls + len(rolled)
        if entry.get("given") and rolled:
            self.notes.append(Note("listed-dice", line, {"rolls": len(rolled)}))
        elif self.record.secret is not None and self.record.header["dice"] == "seeded":
            dice = SeededDice(self.record.secret, first)
            again = [
                {**roll, "faces": list(dice.roll(len(roll["faces"]), roll["sides"], roll["why"]))} for roll in rolled
            ]
            self._expect(line, "rolls", rolled, again)
