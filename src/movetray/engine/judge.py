"""`judge`: may this be done, and why. Rolls no dice, changes nothing."""

from dataclasses import replace

from movetray.engine.attempt import Attempt
from movetray.engine.command import Command
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Reason, Stage, Verdict
from movetray.table.table import Table

STAGES: tuple[Stage, ...] = ("form", "time", "move")
UNKNOWN = "table.unknown"


def judge(table: Table, command: Command, rules: RuleSet) -> Verdict:
    """The verdict on a command: every reason of the first stage that refuses it, or what a legal one rests on.

    An open choice that may be declined counts as declined for a command that is no answer to it.
    """
    return _verdict(Attempt(_as_declined(table, command, rules), command, rules))


def may_begin(table: Table, command: Command, rules: RuleSet) -> Verdict:
    """The verdict on a command without its path: legal means that it may be begun."""
    return _verdict(Attempt(_as_declined(table, command, rules), command, rules, bare=True))


def _as_declined(table: Table, command: Command, rules: RuleSet) -> Table:
    if not table.pending:
        return table
    attempt = Attempt(table, command, rules)
    kind = attempt.kind
    if kind is None or kind.answers or table.pending[0].must or attempt.side == table.pending[0].side:
        return table
    return replace(table, pending=())


def _verdict(attempt: Attempt) -> Verdict:
    if attempt.kind is None:
        return Verdict("illegal", "form", (Reason(UNKNOWN, "broken", facts={"verb": attempt.command.do}),))
    checks = attempt.rules.checks[attempt.command.do]
    reasons: list[Reason] = []
    for stage in STAGES:
        reasons = [
            Reason.of(clause.id, finding)
            for clause in checks[stage]
            if clause.check is not None and (clause.early or not attempt.bare)
            for finding in clause.check(attempt)
        ]
        if any(reason.kind == "broken" for reason in reasons):
            return Verdict("illegal", stage, tuple(reasons), _margin(reasons))
    asks = any(reason.kind == "asks" for reason in reasons)
    return Verdict("asks" if asks else "legal", "move", tuple(reasons), _margin(reasons))


def _margin(reasons: list[Reason]) -> float | None:
    """The least of allowed minus measured, over the reasons that measure against a most."""
    margins = [
        reason.facts["allowed"] - reason.facts["measured"]
        for reason in reasons
        if isinstance(reason.facts.get("measured"), int | float)
        and isinstance(reason.facts.get("allowed"), int | float)
        and reason.facts.get("at_least") is not True
    ]
    return min(margins, default=None)
