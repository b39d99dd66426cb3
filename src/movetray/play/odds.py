"""The odds of a command: the same `resolve` that plays it, run with branching dice."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from movetray.engine.command import Command
from movetray.engine.command_json import to_json
from movetray.engine.dice import Dice
from movetray.engine.judge import judge
from movetray.engine.resolve import Resolution, resolve
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Verdict
from movetray.play.branching import CAP, TooManyOutcomes, distribution
from movetray.play.dice import SeededDice
from movetray.table.table import Table

SAMPLES = 10_000
"""Games that are played where there are too many to count."""

SUCCESS = "done"
"""The outcome that counts as success."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance of every outcome of a legal command; of an illegal or disputed one only its verdict.

    `assumed` says what was taken for granted: the answers to the choices that the command leads to. `sampled` is the
    number of games that were played instead of counting, 0 where the chances are exact.
    """

    verdict: Verdict
    outcomes: dict[str, Fraction] = field(default_factory=dict)
    assumed: tuple[dict[str, Any], ...] = ()
    sampled: int = 0

    @property
    def success(self) -> Fraction:
        """The chance that it is done."""
        return self.outcomes.get(SUCCESS, Fraction(0))

    def to_json(self) -> dict[str, Any]:
        """The answer to `ask: odds`. Fractions are written `4/9`, or 0 and 1."""
        if self.verdict.ruling == "illegal":
            broken = [reason.clause for reason in self.verdict.reasons if reason.kind == "broken"]
            return {"legal": False, "rule": list(dict.fromkeys(broken)), "verdict": self.verdict.to_json()}
        said = {
            "legal": "asks" if self.verdict.ruling == "asks" else True,
            "success": str(self.success),
            "outcomes": {name: str(chance) for name, chance in sorted(self.outcomes.items())},
            "assumed": list(self.assumed),
        }
        return {**said, "sampled": self.sampled} if self.sampled else said


def odds(table: Table, command: Command, rules: RuleSet, answers: Sequence[Command] = (), cap: int = CAP) -> Odds:
    """The chance of each outcome of a command, as exact fractions.

    `answers` are given, in order, to the choices that they answer; else every side declines what it may and takes the
    first of what it must choose from. What branches into more than `cap` runs is sampled. A command that the players
    have to settle is taken as agreed on.
    """
    rules = rules.choosing(rules.foretold)
    game = _Game(table, command, rules, tuple(answers))
    verdict = judge(table, command, rules)
    if verdict.ruling == "illegal":
        return Odds(verdict)
    sampled = 0
    try:
        found = distribution(game.play, cap)
    except TooManyOutcomes:
        sampled = SAMPLES
        dice = SeededDice("odds")
        seen = Counter(game.play(dice) for _ in range(SAMPLES))
        found = {name: Fraction(count, SAMPLES) for name, count in seen.items()}
    assumed = tuple(game.assumed.values())
    return Odds(verdict, found, assumed, sampled)


def tests_on_the_way(table: Table, command: Command, rules: RuleSet, cap: int = CAP) -> tuple[str, ...]:
    """The clauses that ask for dice where a legal command goes well, in their order, once for each roll.

    Empty where it cannot go well, or branches too much to say.
    """
    game = _Game(table, command, rules, ())

    def played(dice: Dice) -> tuple[str, tuple[str, ...]]:
        told = _Told(dice)
        return game.play(told), tuple(told.why)

    try:
        found = distribution(played, cap)
    except TooManyOutcomes:
        return ()
    return max((why for outcome, why in found if outcome == SUCCESS), key=len, default=())


def rolled_allowances(table: Table, rules: RuleSet, model: str, verb: str, then: str = "move") -> dict[float, Fraction]:
    """What a verb that is rolled for may leave a model to move by, in inches, each with its chance, the least first.

    Empty where nothing is rolled before a way is said, where it may not be begun, or where it branches too much.
    """
    command, follows = Command(verb, model=model), rules.kinds.get(then)
    kind = rules.kinds.get(verb)
    if kind is None or follows is None or follows.allowance is None:
        return {}
    if judge(table, command, rules).ruling == "illegal":  # it is not said without a way
        return {}
    game, allowance = _Game(table, command, rules, ()), follows.allowance

    def left(dice: Dice) -> float:
        found = game.end(dice)
        if found is None or found.outcome != "pending" or found.table.models[model].pose is None:
            return 0.0
        return round(float(allowance(found.table, rules, model)), 6)

    try:
        found = dict(sorted(distribution(left, CAP).items()))
        return found if any(found) else {}
    except TooManyOutcomes:
        return {}


class _Told:
    """Dice that remember why they were rolled."""

    def __init__(self, dice: Dice) -> None:
        self.dice, self.why = dice, list[str]()

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        self.why.append(why)
        return self.dice.roll(count, sides, why)


class _Game:
    """A command and all that it leads to, played over and over; remembers what was assumed on the way."""

    def __init__(self, table: Table, command: Command, rules: RuleSet, answers: Sequence[Command]) -> None:
        self.table, self.command, self.rules, self.answers = table, command, rules, answers
        self.assumed: dict[str, dict[str, Any]] = {}

    def play(self, dice: Dice) -> str:
        """The outcome of one game."""
        found = self.end(dice)
        return "refused" if found is None else found.outcome

    def end(self, dice: Dice) -> Resolution | None:
        """How one game ends; None where the command is refused once what stood open is declined."""
        table = self.table
        if table.pending and not _answers(table, self.command):
            while table.pending and not table.pending[0].must:  # what stands open is declined by it
                table = self._assume(table, Command("pass", side=table.pending[0].side), dice).table
            if judge(table, self.command, self.rules).ruling == "illegal":
                return None
        found = resolve(table, self.command, self.rules, dice)
        left = list(self.answers)
        while found.table.pending:
            found = self._answered(found.table, left, dice)
        return found

    def _answered(self, table: Table, left: list[Command], dice: Dice) -> Resolution:
        for index, answer in enumerate(left):
            if _answers(table, answer) and judge(table, answer, self.rules).ruling != "illegal":
                return resolve(table, left.pop(index), self.rules, dice)
        decision = table.pending[0]
        if not decision.must:
            return self._assume(table, Command("pass", side=decision.side), dice)
        if "choose" in decision.verbs:
            return self._assume(table, Command("choose", side=decision.side, option=1), dice)
        return self._assume(table, Command("agree", side=decision.side), dice)

    def _assume(self, table: Table, answer: Command, dice: Dice) -> Resolution:
        of = table.pending[0].of
        said = {**to_json(answer), "of": to_json(of)}
        self.assumed.setdefault(f"{answer.do} {answer.side} {of.do} {of.subject}", said)
        return resolve(table, answer, self.rules, dice)


def _answers(table: Table, command: Command) -> bool:
    """Whether a command answers the choice that is open."""
    return command.do == "pass" or table.answered_by(command)
