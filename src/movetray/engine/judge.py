"""`judge`: may this be done, and why. Rolls no dice, changes nothing."""

from dataclasses import replace

from movetray.engine.attempt import Attempt
from movetray.engine.command import Command
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding, Reason, Stage, Verdict
from movetray.table.table import NEXT, Table

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
    first = table.pending[0]
    if kind is None or kind.answers or first.must or attempt.answering:
        return table
    if attempt.side == first.side and first.until != NEXT:
        return table
    return replace(table, pending=())


def _verdict(attempt: Attempt) -> Verdict:
    if attempt.kind is None:
        return Verdict("illegal", "form", (Reason(UNKNOWN, "broken", facts={"verb": attempt.command.do}),))
    checks = attempt.rules.checks[attempt.command.do]
    reasons: list[Reason] = []
    for stage in STAGES:
        found = [
            (clause.id, finding)
            for clause in checks[stage]
            if clause.check is not None and (clause.early or not attempt.bare)
            for finding in clause.check(attempt)
        ]
        refusal = _refusal(found)
        if refusal:
            return Verdict("illegal", stage, tuple(refusal), _margin(refusal))
        reasons = [Reason.of(clause, finding) for clause, finding in found]
    asks = any(reason.kind == "asks" for reason in reasons)
    return Verdict("asks" if asks else "legal", "move", tuple(reasons), _margin(reasons))


def _refusal(found: list[tuple[str, Finding]]) -> list[Reason]:
    """All that is broken, with what explains it: the prices of a way that is too long, say. Empty where nothing is."""
    broken = [finding for _, finding in found if finding.kind == "broken"]
    too_dear = {finding.model for finding in broken if "allowed" in finding.facts}
    return [
        Reason.of(clause, finding)
        for clause, finding in found
        if broken
        and (finding.kind != "applied" or finding.explains or ("cost" in finding.facts and finding.model in too_dear))
    ]


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
