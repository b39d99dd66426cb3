"""Moves of a model's own (¶1-9): the normal move, the fall back, the advance, readying."""

from collections.abc import Iterator

from movetray.checks.distance import Within, apart
from movetray.checks.near import passes, within
from movetray.engine.attempt import Attempt
from movetray.engine.resolve import Run
from movetray.engine.ruleset import Check, RuleSet
from movetray.engine.verdict import Finding
from movetray.engine.walk import Walk
from movetray.procedures.moving import Gone, go
from movetray.rulesets.killteam2018.facts import (
    BEST_ADVANCE,
    NEAR,
    can_fly,
    falling_back,
    foes,
    movement,
    near_at_start,
    near_foes,
    walking,
)
from movetray.rulesets.killteam2018.heights import disturb, leg_test, perish
from movetray.table.table import Table
from movetray.units import at_most


def unrolled(attempt: Attempt, model: str) -> bool:
    """Whether a move is a normal one: no advance was declared and no charge has failed."""
    return not attempt.table.has_any(model, ("advance", "failed-charge"))


def normal(check: Check) -> Check:
    """A check of normal moves only."""

    def of_normal(attempt: Attempt) -> Iterator[Finding]:
        for finding in check(attempt):
            if finding.model is None or unrolled(attempt, finding.model):
                yield finding

    return of_normal


normal_distance = normal(Within(lambda table, _rules, model: movement(table, model), noted=False))


def keeps_an_inch(attempt: Attempt) -> Iterator[Finding]:
    """No normal move or advance comes within 1" of an enemy (`exactly-one-inch`); a failed charger has its own rule."""
    table = attempt.table
    strictly = attempt.rules.option("exactly-one-inch") == "too-close"
    for walk in attempt.walks:
        if not table.has(walk.model, "failed-charge"):
            yield from passes(table, walk, foes(table, walk.model), NEAR, strictly)


def pinned(attempt: Attempt) -> Iterator[Finding]:
    """Who stood within 1" of an enemy when the phase began only stays or falls back."""
    for model in attempt.models:
        for other in near_at_start(attempt.table, model)[:1]:
            yield Finding(model=model, at=attempt.table.pose_of(model).point, facts={"other": other})


def caught(attempt: Attempt) -> Iterator[Finding]:
    """Who an enemy has come within 1" of stays, while it is there."""
    table = attempt.table
    for model in attempt.models:
        begun = near_at_start(table, model)
        for other in near_foes(table, model):
            if other not in begun:
                yield Finding(model=model, at=table.pose_of(model).point, facts={"other": other})
                break


def starts_near(attempt: Attempt) -> Iterator[Finding]:
    """Only who began the phase within 1" of an enemy falls back."""
    for model in attempt.models:
        if not near_at_start(attempt.table, model):
            yield Finding(model=model, at=attempt.table.pose_of(model).point)


def just_met(attempt: Attempt) -> Iterator[Finding]:
    """Nobody falls back to whom an enemy has come in this phase."""
    for model in attempt.models:
        if attempt.table.has(model, "met"):
            yield Finding(model=model, facts={"other": attempt.table.mark(model, "met")})


def falls_back_far_enough(attempt: Attempt) -> Iterator[Finding]:
    """At most M, away from every enemy at its end; on the way too, if `fall-back-path` says so."""
    table = attempt.table
    yield from Within(falling_back)(attempt)
    for walk in attempt.walks:
        near = ends_near(table, walk, foes(table, walk.model))
        yield from near
        if attempt.rules.option("fall-back-path") == "one-inch":
            named = {finding.facts["other"] for finding in near}
            others = foes(table, walk.model, {*near_foes(table, walk.model), *named})
            yield from passes(table, walk, others, NEAR, strictly=True)


def ends_near(table: Table, walk: Walk, others: list[str]) -> list[Finding]:
    """The models of `others` that a way ends within 1" of."""
    found = []
    for other in within(table, walk.model, others, NEAR, walk.end):
        measured = apart(table, walk.model, other, walk.end)
        facts = {"other": other, "measured": measured, "allowed": NEAR, "at_least": True}
        found.append(Finding(model=walk.model, leg=len(walk.legs) - 1, at=walk.end.point, facts=facts))
    return found


def advance_far_enough(attempt: Attempt) -> Iterator[Finding]:
    """No way is longer than the best roll allows; once it is rolled, no longer than that."""
    if attempt.command.do == "advance":
        yield from Within(best_advance, noted=False)(attempt)
    elif any(attempt.table.has(walk.model, "advance") for walk in attempt.walks):
        yield from Within(walking, noted=False)(attempt)


def best_advance(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches that an advance leads with the best of rolls."""
    return movement(table, model) + BEST_ADVANCE


def still_flies(attempt: Attempt, model: str) -> bool:
    """Whether a model may shoot all the same, because it can fly."""
    return attempt.command.do == "shoot" and can_fly(attempt.table, model)


def has_assault_weapon(attempt: Attempt, model: str) -> bool:
    """Whether a model may shoot after an advance."""
    return "assault" in attempt.table.unit_of(model).keywords and attempt.command.do == "shoot"


# --- what is done


def travel(run: Run, walk: Walk) -> Gone:
    """A model goes its way, with the dice that fall on it; it is no longer ready then."""
    model = walk.model
    attempt = Attempt(run.table, run.command, run.rules, along=(walk,))
    gone = go(run, walk, attempt.priced[model], leg_test)
    disturb(run, model)
    if gone.failure is not None:
        perish(run, model)
    return gone


def move(run: Run) -> None:
    """A normal move, or what an advance or a failed charge has left."""
    run.spent = 0.0
    for walk in run.attempt().walks:
        if run.table.has(walk.model, "failed-charge"):
            inches = run.table.mark(walk.model, "failed-charge")
            run.cite("killteam2018.charge.failed", walk.model, facts={"allowed": inches})
        elif run.table.has(walk.model, "advance"):
            run.cite("killteam2018.advance.roll", walk.model, facts={"allowed": run.table.mark(walk.model, "advance")})
        gone = travel(run, walk)
        run.spent = max(run.spent, gone.spent)
        run.mark(walk.model, "moved")


def fall_back(run: Run) -> None:
    """Out of the fight, at a price."""
    run.spent = 0.0
    for walk in run.attempt().walks:
        if run.rules.has("killteam2018.fall-back.costs"):
            run.cite("killteam2018.fall-back.costs", walk.model)
            run.mark(walk.model, "fell-back")
        gone = travel(run, walk)
        run.spent = gone.spent
        run.mark(walk.model, "moved")


def advance(run: Run) -> None:
    """The advance is declared and rolled for; the way follows now, or as a move."""
    attempt = run.attempt()
    model = run.command.model
    assert model is not None
    run.spent = 0.0
    inches = movement(run.table, model)
    if run.rules.has("killteam2018.advance.roll"):
        (face,) = run.roll(1, 6, "killteam2018.advance.roll")
        inches += face
        run.cite("killteam2018.advance.roll", model, facts={"allowed": inches})
    if run.rules.has("killteam2018.advance.costs"):
        run.cite("killteam2018.advance.costs", model)
        run.mark(model, "advanced")
    run.mark(model, "advance", inches)
    if not attempt.walks:
        run.outcome = "pending"
        return
    (walk,) = attempt.walks
    if run.rules.has("killteam2018.advance.roll") and not pays(attempt, walk, inches):
        run.outcome = "failed"
        return
    run.spent = travel(run, walk).spent
    run.mark(model, "moved")


def pays(attempt: Attempt, walk: Walk, inches: float) -> bool:
    """Whether so many inches are enough for a way."""
    return at_most(attempt.spent(walk.model), inches)


def ready(run: Run) -> None:
    """The model stays where it is, turns not even round, and is ready."""
    for model in run.attempt().models:
        run.cite("killteam2018.ready.instead", model)
        run.mark(model, "readied")
