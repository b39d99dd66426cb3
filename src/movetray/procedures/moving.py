"""A model goes its way: leg by leg, with the tests that fall due, to the end or to where it is cut short."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from movetray._kernel import Path
from movetray.checks.distance import Priced
from movetray.checks.ground import crossed
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command
from movetray.engine.event import ModelMoved, Track
from movetray.engine.resolve import Run
from movetray.engine.ruleset import Check
from movetray.engine.walk import Leg, Price, Walk
from movetray.table.table import Pose

LegTest = Callable[[Run, Walk, Leg, float], "str | None"]
"""Rolls what a leg asks for; the last argument is what of the allowance the leg would leave. None when it is passed,
else the name of what happens instead."""


@dataclass(frozen=True, slots=True)
class Gone:
    """How far a walk came: the legs done, the allowance they cost, and what cut it short (None: nothing)."""

    done: int
    spent: float
    failure: str | None = None


def tracks(legs: Sequence[Leg]) -> tuple[Track, ...]:
    """Legs as a record keeps them."""
    return tuple(Track(leg.by, _rest(leg), _around(leg.plan)) for leg in legs)


def _rest(leg: Leg) -> Pose:
    x, y, facing = leg.plan.end
    return Pose.at(x, y, leg.end_height, facing)


def _around(plan: Path) -> tuple[float, float] | None:
    _, _, _, cx, cy = plan.legs[0]
    return None if cx is None or cy is None else (cx, cy)


def go(
    run: Run, walk: Walk, priced: Sequence[Price], test: LegTest | None = None, allowance: float | None = None
) -> Gone:
    """Take a walk. A leg that fails its test is not gone; the model then stands where the leg began.

    `test` is told what would be left of the allowance after the leg: below zero it is not paid for.
    """
    spent = 0.0
    failure = None
    done = 0
    for leg, price in zip(walk.legs, priced, strict=True):
        left = 0.0 if allowance is None else allowance - spent - price.inches
        failure = test(run, walk, leg, left) if test is not None else None
        if failure is not None:
            break
        spent += price.inches
        done += 1
    if done:
        run.emit(ModelMoved(walk.model, walk.start, tracks(walk.legs[:done])))
    return Gone(done, spent, failure)


def still_legal(run: Run, command: Command) -> bool:
    """Whether the way of a command that was declared earlier may still be gone, after what the others did."""
    attempt = Attempt(run.table, command, run.rules)
    checks = run.rules.checks[command.do]["move"]
    return not any(
        finding.kind == "broken" for c in checks if c.check is not None and not c.early for finding in c.check(attempt)
    )


def cite_way(run: Run, walk: Walk) -> None:
    """What priced a way that nobody wrote down, or let it pass, came to bear: as it does for one that is judged."""
    attempt = Attempt(run.table, run.command, run.rules, along=(walk,))
    clauses = dict.fromkeys(clause for price in attempt.priced[walk.model] for clause in price.clauses)
    noted: list[tuple[str, Check]] = [(clause, Priced(clause)) for clause in clauses]
    noted += [(clause, crossed(kind)) for kind, (clause, _) in run.rules.crossings.items()]
    for clause, check in noted:
        for finding in check(attempt):
            if finding.kind == "applied":
                run.cite(clause, finding.model, finding.leg, finding.at, finding.facts)
