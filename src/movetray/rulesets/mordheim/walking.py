"""Walking and running (¶5, 6)."""

from collections.abc import Iterator

from movetray.checks import contact
from movetray.checks.distance import apart
from movetray.engine.attempt import Attempt
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding, Kind, Place
from movetray.engine.walk import Price, Walk
from movetray.procedures.moving import Gone, go
from movetray.rulesets.mordheim.facts import fought_by, watchful
from movetray.rulesets.mordheim.hiding import after_moving
from movetray.rulesets.mordheim.ruins import fall, leg_test
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most

TOO_NEAR = 8.0
"""Inches from a watchful enemy within which nobody starts a run."""


def walk(run: Run) -> None:
    """A walk, a run or a crawl along its path."""
    attempt = run.attempt()
    run.spent = 0.0
    for way in attempt.walks:
        if run.command.do == "run":
            run.mark(way.model, "ran")
            run.cite("mordheim.run.no-shooting", way.model)
        assert attempt.kind is not None and attempt.kind.allowance is not None
        allowance = attempt.kind.allowance(run.table, run.rules, way.model)
        gone = travel(run, way, attempt.priced[way.model], allowance)
        run.spent = max(run.spent, gone.spent)
        if run.command.do == "run":
            run.unmark(way.model, "hidden")
        after_moving(run, way)


def travel(run: Run, way: Walk, priced: tuple[Price, ...], allowance: float) -> Gone:
    """A model goes its way, with the tests due on it, and has then had its move - or a failed test has ended it."""
    gone = go(run, way, priced, leg_test, allowance)
    match gone.failure:
        case None:
            run.mark(way.model, "moved")
        case "stays":
            run.outcome = "failed"
            run.mark(way.model, "rooted")
        case _:
            fall(run, way.model)
    return gone


def enemy_near_start(table: Table, model: str) -> tuple[str, float] | None:
    """The nearest watchful enemy within 8" of where a model began the turn, and how near it was."""
    start, side = table.starts.get(model) or table.pose_of(model), table.side_of(model)
    near: tuple[str, float] | None = None
    for index, _ in table.start_bases.near(table.shape_of(model), start.plan, TOO_NEAR + TOLERANCE):
        other = table.standing[index]
        if table.side_of(other) != side and watchful(table, other):
            measured = apart(table, model, other, start, table.starts.get(other))
            if at_most(measured, TOO_NEAR) and (near is None or measured < near[1]):
                near = other, measured
    return near


def nobody_near(attempt: Attempt) -> Iterator[Finding]:
    """A run needs every watchful enemy to be more than 8" from where the model starts."""
    table = attempt.table
    for model in attempt.models:
        if table.has(table.active, "charges-declared"):
            found = table.mark(model, "near-enemy")
        else:
            found = enemy_near_start(table, model)
        if found is not None:
            facts = {"other": found[0], "measured": found[1], "allowed": TOO_NEAR, "at_least": True}
            yield Finding(model=model, at=table.pose_of(model).point, facts=facts)


def comes_near(attempt: Attempt) -> Iterator[Finding]:
    """A run that comes within 8" of an enemy on its way may do so."""
    table = attempt.table
    for way in attempt.walks:
        near = closest_enemy(table, way)
        if near is not None:
            other, closest, at = near
            yield Finding("applied", way.model, at=at, facts={"other": other, "closest": closest})


def closest_enemy(table: Table, way: Walk) -> tuple[str, float, Place] | None:
    """The enemy within 8" that a way comes closest to, how close, and where; None where it stays away from all."""
    side = table.side_of(way.model)
    best: tuple[str, float, Place] | None = None
    for leg in way.legs:
        for found in table.bases.clearances(way.shape, leg.plan, TOO_NEAR + TOLERANCE):
            other = table.standing[found.index]
            if table.side_of(other) == side:
                continue
            x, y, facing = found.pose
            measured = apart(table, way.model, other, Pose.at(x, y, leg.level, facing))
            if at_most(measured, TOO_NEAR) and (best is None or measured < best[1]):
                best = other, measured, (x, y, leg.level)
    return best


def ends_in_contact(attempt: Attempt) -> Iterator[Finding]:
    """A walk or run that ends with its base at an enemy's is refused."""
    for way in attempt.walks:
        for other in contact.touched(attempt.table, way.model, way.end):
            if attempt.table.side_of(other) != attempt.side:
                yield Finding("broken", way.model, way.last, way.end.point, {"other": other})


def ends_in_combat(attempt: Attempt) -> Iterator[Finding]:
    """A walk or run that ends in combat would be a charge: refused across an obstacle, where no bases touch."""
    for way in attempt.walks:
        touched = contact.touched(attempt.table, way.model, way.end)
        for other in fought_by(attempt.table, attempt.rules, way.model, way.end):
            kind: Kind = "applied" if other in touched else "broken"
            yield Finding(kind, way.model, way.last, way.end.point, {"other": other}, explains=True)


def held_by(table: Table, rules: RuleSet, model: str) -> list[str]:
    """The enemies that a model is in combat with and that do not lie on the ground."""
    return [m for m in fought_by(table, rules, model) if not table.has_any(m, ("knocked-down", "stunned"))]


def held_in_combat(attempt: Attempt) -> Iterator[Finding]:
    """In combat nobody moves, unless every enemy it touches lies on the ground."""
    table = attempt.table
    for model in attempt.models:
        for other in held_by(table, attempt.rules, model):
            yield Finding(model=model, at=table.pose_of(model).point, facts={"other": other})
