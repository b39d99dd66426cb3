"""A match: commands, verdicts and events in order; the only way a table changes."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from movetray.engine.command import Command
from movetray.engine.command_json import read_command
from movetray.engine.dice import Dice, DiceWanted
from movetray.engine.evolve import starts_of
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Reason, Verdict
from movetray.play.ask import answer
from movetray.play.carry import Deed, as_recorded, carry_out, rule_on, side_of
from movetray.play.dice import DiceLeft, DiceShort, PhysicalDice, ScriptedDice, SeededDice
from movetray.play.result import Result
from movetray.rulesets import load_rules
from movetray.table.situation import Question, Situation
from movetray.table.table import NEXT, Decision, Table

Source = Literal["seeded", "physical"]
"""Whose dice a match rolls: its own, or those on the players' table."""

Said = Command | Mapping[str, Any]
"""A command, as a value or as its JSON object."""


class Recorder(Protocol):
    """Keeps what was played, for ever, before anybody is told of it."""

    def record(self, result: Result) -> None:
        """Keep one entry; it is on disk when this returns."""
        ...


class CannotBeDone(ValueError):  # noqa: N818 - what is wrong is in the name
    """A refused command that not even agreement can carry out: what it speaks of does not exist."""


@dataclass
class Match:
    """A table and the rules it is played by. `play` is the only door to another table.

    `secret` is what seeded dice are made of; `rolls` counts the rolls so far and never goes back. `recorder` is told
    of every entry before the table changes.
    """

    rules: RuleSet
    table: Table
    secret: int | str | bytes
    source: Source = "seeded"
    recorder: Recorder | None = None
    rolls: int = 0
    results: list[Result] = field(default_factory=list)

    @classmethod
    def start(
        cls,
        rules: RuleSet,
        table: Table,
        *,
        options: Mapping[str, Any] | None = None,
        seed: int | str | bytes | None = None,
        dice: Source = "seeded",
        recorder: Recorder | None = None,
    ) -> "Match":
        """A match on this table. Without a seed its dice come of 32 random bytes.

        Raises ValueError for an option or a value that the rule set does not know.
        """
        if options:
            rules = rules.choosing(options)
        return cls(rules, set_up(table, rules), os.urandom(32) if seed is None else seed, dice, recorder)

    @classmethod
    def from_situation(cls, situation: Situation, rules: RuleSet | None = None) -> "Match":
        """The match that a situation file sets up; a file without a seed has the seed 0.

        `rules` take the place of the installed rule set of that name. Raises KeyError where none is installed,
        ValueError for options that it does not have.
        """
        seed = 0 if situation.seed is None else situation.seed
        return cls.start(rules or load_rules(situation.rules), situation.table, options=situation.options, seed=seed)

    @property
    def pending(self) -> Decision | None:
        """The choice that is to be settled next."""
        return self.table.pending[0] if self.table.pending else None

    def judge(self, command: Said, seat: str | None = None) -> Verdict:
        """May this be done now, and why? Changes nothing, rolls nothing."""
        return rule_on(self.table, _command(command), self.rules, seat)

    def ask(self, question: Question | Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question (`distance`, `sees`, `options`, `odds`, …): its keys are those of the file format.

        Changes nothing. Raises FormError where a JSON object asks nothing.
        """
        return answer(self.table, question, self.rules)

    def play(
        self,
        command: Said,
        dice: Sequence[int] | None = None,
        seat: str | None = None,
        id: str | None = None,  # noqa: A002 - its name on the wire
    ) -> Result:
        """Judge a command and, if it is legal, carry it out.

        `dice` are the faces it rolls, all of them and no more (None: the match's own). `seat` is the side that
        says it, None the referee. A command whose id was played already is not played again: it has the same answer.
        A choice that may be declined is declined by a legal command that is no answer to it; a refused one changes
        nothing, save that dice which fell for that decline stay fallen.

        Raises DiceShort or DiceLeft where `dice` are not what is rolled; then nothing has changed. Raises FormError
        where a JSON object is no command.
        """
        known = next((result for result in self.results if id is not None and result.id == id), None)
        if known is not None:
            return known
        said = _command(command)
        declined, refusal = self._make_way(said, seat)
        if refusal is not None:
            return self._answered(Deed(said, refusal, None, None, (), self.table), seat, id, dice)
        table = declined[-1].table if declined else self.table
        rolls = self.rolls + sum(len(deed.rolled) for deed in declined)
        source = self._source(dice, rolls)
        try:
            deed = carry_out(
                table, said, self.rules, source, seat=seat, ask_for_faces=dice is None and self.source == "physical"
            )
        except DiceWanted as wanted:
            raise DiceShort(f"more dice are rolled than the {len(dice or ())} listed: {wanted}") from wanted
        if deed.refused and rolls == self.rolls:
            return self._answered(replace(deed, table=self.table), seat, id, dice)
        if isinstance(source, ScriptedDice) and source.left and not deed.refused:
            listed = len(dice or ())
            raise DiceLeft(f"dice rolled: {listed - len(source.left)}, listed: {listed}")
        passes = tuple(self.keep(passed, None, None) for passed in declined)
        if deed.refused:
            return self._answered(deed, seat, id, dice, passes)
        return self.keep(deed, seat, id, passes, given=dice is not None and bool(deed.rolled))

    def propose(self, command: Said, seat: str | None = None, id: str | None = None) -> Result:  # noqa: A002
        """Put a refused command to the other sides: if all agree it is played all the same, and the record says so.

        A legal one is simply played. Raises CannotBeDone for a command that has no meaning on this table.
        """
        said = _command(command)
        verdict = self.judge(said, seat)
        if verdict.ruling != "illegal":
            return self.play(said, seat=seat, id=id)
        if verdict.stage == "form" or self.table.pending:
            raise CannotBeDone(", ".join(dict.fromkeys(reason.clause for reason in verdict.reasons)))
        legal = replace(verdict, ruling="legal")
        try:  # a procedure may count on what the verdict refuses; what it raises then is not for the table to suffer
            carry_out(self.table, said, self.rules, SeededDice("rehearsal"), seat=seat, verdict=legal)
        except Exception as failure:
            raise CannotBeDone(f"{type(failure).__name__}: {failure}") from failure
        deed = carry_out(self.table, said, self.rules, PhysicalDice(), seat=seat, verdict=verdict, anyway=True)
        return self.keep(deed, seat, id)

    def _make_way(self, command: Command, seat: str | None) -> tuple[list[Deed], Verdict | None]:
        """The choices that a command declines, each passed; or the verdict that refuses the command before that."""
        pending = self.pending
        if pending is None or pending.must or command.do in ("undo", "pass") or self.table.answered_by(command):
            return [], None
        if side_of(self.table, command, seat) == pending.side and pending.until != NEXT:
            return [], None
        try:
            return self._decline(command, PhysicalDice()), None
        except DiceWanted:
            # Dice decide what the decline leads to, and a refused command must not tell which they would be.
            verdict = rule_on(self.table, command, self.rules, seat)
        if verdict.ruling == "illegal":
            return [], verdict
        if self.source == "physical":
            facts = {"side": pending.side, "verbs": list(pending.verbs)}
            return [], Verdict("illegal", "time", (Reason("table.pending", "broken", facts=facts),))
        return self._decline(command, SeededDice(self.secret, self.rolls)), None

    def _decline(self, command: Command, dice: Dice) -> list[Deed]:
        """Every choice that may be declined is. Raises DiceWanted where dice fall that are not known."""
        deeds: list[Deed] = []
        table = self.table
        while table.pending and not table.pending[0].must and not table.answered_by(command):
            deed = carry_out(table, Command("pass", side=table.pending[0].side), self.rules, dice)
            if deed.refused:
                raise LookupError(f"{self.rules.id} lets nobody pass: {deed.verdict}")
            deeds.append(deed)
            table = deed.table
        return deeds

    def _source(self, dice: Sequence[int] | None, rolls: int) -> Dice:
        if dice is not None:
            return ScriptedDice(dice)
        return PhysicalDice() if self.source == "physical" else SeededDice(self.secret, rolls)

    def _answered(
        self,
        deed: Deed,
        seat: str | None,
        name: str | None,
        dice: Sequence[int] | None,
        declined: tuple[Result, ...] = (),
    ) -> Result:
        """A refused command is answered, not kept."""
        of = None if not deed.table.pending else self._id_of(deed.table.pending[0].of)
        return Result(None, name or "", seat, deed, of, declined, tuple(dice or ()))

    def keep(
        self,
        deed: Deed,
        seat: str | None,
        name: str | None,
        declined: tuple[Result, ...] = (),
        *,
        given: bool = False,
    ) -> Result:
        """Take what was done into the match: recorded first, then it is so. For those who play a record again."""
        n = len(self.results) + 1
        name = name or f"#{n}"
        pending = deed.table.pending
        of = None if not pending else name if pending[0].of == deed.command else self._id_of(pending[0].of)
        result = Result(n, name, seat, deed, of, declined, given=given)
        if self.recorder is not None:
            self.recorder.record(result)
        self.results.append(result)
        self.rolls += len(deed.rolled)
        self.table = deed.table
        return result

    def _id_of(self, command: Command) -> str | None:
        for result in reversed(self.results):
            if result.command in (command, replace(command, side=result.command.side)):
                return result.id
        return None


def set_up(table: Table, rules: RuleSet) -> Table:
    """The table as play begins: in the first step in which something can be done, if none is named; starts taken."""
    if not table.step:
        named = {step for kind in rules.kinds.values() for step in kind.steps}
        steps = [step.id for step in rules.steps]
        first = next((step for step in steps if step in named), steps[0])
        later = [replace(table, step=step) for step in steps[steps.index(first) :]]
        busy = (there for there in later if rules.passing_over(there) is None)
        table = next(busy, later[-1])
    return table if table.starts else replace(table, starts=starts_of(table))


def _command(said: Said) -> Command:
    return as_recorded(said) if isinstance(said, Command) else read_command(said)
