"""What every part of these rules asks: who belongs to the unit, who is locked, how far infantry goes."""

from collections.abc import Iterator

from movetray.checks import contact
from movetray.checks.members import unit_of
from movetray.engine.attempt import Attempt
from movetray.engine.ruleset import Check, RuleSet
from movetray.engine.verdict import Finding, Place
from movetray.engine.walk import Walk
from movetray.table.table import Table

MOVEMENT = "movement"
MOVE = frozenset({"move"})
FIGHT = frozenset({"shoot", "assault"})
FULL_MOVE = 6.0
"""Inches."""


def infantry(_table: Table, _rules: RuleSet, _model: str) -> float:
    """Inches that an infantry model moves at most."""
    return FULL_MOVE


def locked(table: Table, model: str) -> str | None:
    """The enemy that a model is in contact with, None where it is free."""
    return table.once(("locked", model), lambda: _locked(table, model))


def _locked(table: Table, model: str) -> str | None:
    side = table.side_of(model)
    touched = contact.touched(table, model, table.pose_of(model))
    return next((other for other in touched if table.side_of(other) != side), None)


def locked_stays(attempt: Attempt) -> Iterator[Finding]:
    """Who touches an enemy does not move; a unit of nobody else does not begin to."""
    table = attempt.table
    said = attempt.command.path or attempt.command.paths or attempt.command.to
    if attempt.bare or not said:
        found = [(model, locked(table, model)) for model in attempt.models]
        broken = found if all(other for _, other in found) else []
    else:
        broken = [(walk.model, locked(table, walk.model)) for walk in attempt.walks]
    for model, other in broken:
        if other is not None:
            yield Finding(model=model, at=table.pose_of(model).point, facts={"other": other})


def each_its_own_way(attempt: Attempt) -> Iterator[Finding]:
    """Models of a unit that do not go side by side by the same way."""
    ways = {
        tuple((round(x - walk.start.point[0], 3), round(y - walk.start.point[1], 3)) for x, y, _ in points(walk))
        for walk in attempt.walks
    }
    if len(ways) > 1:
        yield Finding("applied", facts={"unit": unit_of(attempt), "count": len(attempt.walks)})


def points(walk: Walk) -> list[Place]:
    """Where the legs of a walk end."""
    return [leg.end for leg in walk.legs]


def turns(attempt: Attempt) -> Iterator[Finding]:
    """A model that turns on its way pays nothing for it."""
    for walk in attempt.walks:
        leg = next((leg for leg in walk.legs if leg.plan.legs[0][2]), None)
        if leg is not None:
            yield Finding("applied", walk.model, leg.index, leg.end)


def both(*checks: Check) -> Check:
    """Several checks of one clause."""

    def check(attempt: Attempt) -> Iterator[Finding]:
        for one in checks:
            yield from one(attempt)

    return check
