"""The situation file in memory: a table set up, and the steps to be played on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from movetray.engine.command import Command
from movetray.table.table import Table


@dataclass(frozen=True, slots=True)
class Question:
    """An `ask`: its name, and its other keys as JSON (`of` is a Command, `answers` commands)."""

    ask: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    of: Command | None = None
    answers: tuple[Command, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a command or a question; the dice it lists (None: from the seed); what is expected of it.

    `expect` has the file's keys: points are tuples, chances Fractions, names tuples of names. `line` is where the step
    stands in the file, counted from 1; `lines` those of its keys.
    """

    said: Command | Question
    dice: tuple[int, ...] | None = None
    expect: Mapping[str, Any] | None = None
    line: int = 0
    lines: Mapping[str, int] = field(default_factory=dict)

    def line_of(self, key: str) -> int:
        """The line of one of its keys, the step's own where it is left out."""
        return self.lines.get(key, self.line)


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything a situation file says. `table.step` is as written, or empty where the file leaves it to the rules."""

    title: str
    rules: str
    table: Table
    options: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""
    seed: int | str | None = None
    steps: tuple[Step, ...] = ()
    path: str = ""
