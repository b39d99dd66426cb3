"""`resolve`: what a legal command does, as events. All chance comes through `dice`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from movetray.engine.attempt import Attempt
from movetray.engine.command import Command
from movetray.engine.dice import Dice
from movetray.engine.event import DiceRolled, Event, MarkCleared, MarkSet
from movetray.engine.evolve import evolve
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Place, Reason
from movetray.table.table import Decision, Table


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a command did: its outcome, the allowance spent, the clauses that came to bear, the events, the table."""

    outcome: str
    spent: float | None
    reasons: tuple[Reason, ...]
    events: tuple[Event, ...]
    table: Table


@dataclass
class Run:
    """A command being carried out. Procedures roll, emit and cite through it; `table` is always the newest.

    `continued` is the choice whose closing let an earlier command go on, `chosen` what was chosen there.
    """

    table: Table
    command: Command
    rules: RuleSet
    dice: Dice
    outcome: str = "done"
    spent: float | None = None
    continued: Decision | None = None
    chosen: Any = None
    events: list[Event] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        """Something happened."""
        self.events.append(event)
        self.table = evolve(self.table, event)

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """Dice fall because of a clause. Raises DiceWanted where their faces are not known yet."""
        faces = self.dice.roll(count, sides, why)
        self.emit(DiceRolled(why, sides, faces))
        return faces

    def cite(
        self,
        clause: str,
        model: str | None = None,
        leg: int | None = None,
        at: Place | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        """A clause came to bear. One that is not in force, or is cited already for this model, is passed over."""
        known = any(r.clause == clause and r.model == model and r.leg == leg for r in self.reasons)
        if self.rules.has(clause) and not known:
            self.reasons.append(Reason(clause, "applied", model, leg, at, facts or {}))

    def mark(self, owner: str, mark: str, value: Any = True) -> None:
        """A model, unit or side carries a mark from now on."""
        if not self.table.has(owner, mark) or self.table.mark(owner, mark) != value:
            self.emit(MarkSet(owner, mark, value))

    def unmark(self, owner: str, *marks: str) -> None:
        """Marks are gone, where they were there."""
        for mark in marks:
            if self.table.has(owner, mark):
                self.emit(MarkCleared(owner, mark))

    def attempt(self) -> Attempt:
        """The command as it is now to be judged."""
        return Attempt(self.table, self.command, self.rules)


def resolve(table: Table, command: Command, rules: RuleSet, dice: Dice) -> Resolution:
    """Carry out a command that `judge` found legal.

    Raises DiceWanted where a face is not known yet; it can then be asked again from the beginning with one face more.
    """
    run = Run(table, command, rules, dice)
    rules.kinds[command.do].resolve(run)
    outcome = "pending" if run.table.pending and run.outcome == "done" else run.outcome
    return Resolution(outcome, run.spent, tuple(run.reasons), tuple(run.events), run.table)
