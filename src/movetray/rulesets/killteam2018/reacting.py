"""Reactions to a charge (¶16-20): who may, in what order; overwatch and retreat."""

from collections.abc import Iterator

from movetray.checks.distance import Within, apart
from movetray.engine.attempt import Attempt
from movetray.engine.resolve import Run
from movetray.engine.verdict import Finding
from movetray.procedures import table as word
from movetray.rulesets.killteam2018.charging import ask_next
from movetray.rulesets.killteam2018.facts import NEAR, foes, retreating
from movetray.rulesets.killteam2018.heights import perish
from movetray.rulesets.killteam2018.moving import ends_near, travel
from movetray.rulesets.killteam2018.shooting import in_range, volley
from movetray.table.table import Decision
from movetray.units import compare

SHOOT = "killteam2018.overwatch.shoot"
COSTS = "killteam2018.retreat.costs"
DEAD = "killteam2018.react.dead-charger"


def charge_open(attempt: Attempt) -> Decision | None:
    """The question about a charge that is open now; None where another is, or none."""
    decision = attempt.decision
    return decision if decision is not None and decision.of.do == "charge" else None


def is_target(attempt: Attempt) -> Iterator[Finding]:
    """Only a target that is more than 1" from the charger reacts."""
    decision, table = charge_open(attempt), attempt.table
    if decision is None or decision.of.model not in table.standing:
        return
    charger = decision.of.model
    for model in attempt.models:
        if model not in decision.of.targets:
            yield Finding(model=model, facts={"charger": charger})
        elif compare(measured := apart(table, model, charger), NEAR) <= 0:
            facts = {"charger": charger, "measured": measured, "allowed": NEAR, "at_least": True}
            yield Finding(model=model, facts=facts)


def in_its_turn(attempt: Attempt) -> Iterator[Finding]:
    """Each side finishes all its reactions before the next begins."""
    decision = charge_open(attempt)
    for model in attempt.models:
        if decision is not None and model in decision.of.targets and attempt.side != decision.side:
            yield Finding(model=model, facts={"side": decision.side})


def one_kind(attempt: Attempt) -> Iterator[Finding]:
    """Against one charge a model reacts in one way, and once."""
    decision = charge_open(attempt)
    for model in attempt.models if decision is not None else ():
        assert decision is not None
        for reacted, verb in decision.facts["reacted"]:
            if reacted == model:
                yield Finding(model=model, facts={"verb": verb})


def may_shoot(attempt: Attempt) -> Iterator[Finding]:
    """How often, and at whom: a weapon has to reach the charger, which has to be in sight (`overwatch`)."""
    decision, table, rules = charge_open(attempt), attempt.table, attempt.rules
    for model in attempt.models:
        if (rules.option("reaction-each-charge") == "once-per-phase" and table.has(model, "overwatched")) or (
            decision is not None and [model, "overwatch"] in decision.facts["reacted"]
        ):
            yield Finding(model=model, facts={"status": "overwatched"})
        charger = None if decision is None else decision.of.model
        if charger is None or charger not in table.standing or rules.option("overwatch") == "ask":
            continue
        if not in_range(table, model, charger):
            yield Finding(model=model, facts={"charger": charger})


def has_moved(attempt: Attempt) -> Iterator[Finding]:
    """Nobody retreats that has moved, or tried to charge, in this phase."""
    for model in attempt.models:
        for mark in ("moved", "advanced", "fell-back", "charged", "failed-charge"):
            if attempt.table.has(model, mark):
                yield Finding(model=model, facts={"status": mark})
                break


def retreats_far_enough(attempt: Attempt) -> Iterator[Finding]:
    """At most 3", further from the charger than before, and away from every other enemy."""
    decision, table = charge_open(attempt), attempt.table
    yield from Within(retreating)(attempt)
    for walk in attempt.walks:
        charger = None if decision is None else decision.of.model
        if charger is not None and charger in table.standing:
            before, after = apart(table, walk.model, charger), apart(table, walk.model, charger, walk.end)
            if compare(after, before) <= 0:
                facts = {"charger": charger, "measured": after, "allowed": before, "at_least": True}
                yield Finding(model=walk.model, leg=len(walk.legs) - 1, at=walk.end.point, facts=facts)
        spared = [] if charger is None else [charger]
        yield from ends_near(table, walk, foes(table, walk.model, spared))


# --- what is done


def answer(run: Run) -> Decision:
    """The open question is closed by this answer; what it was is what the charge goes on from."""
    decision = run.table.pending[0]
    word.close_only(run, run.command.do)
    return decision


def go_on(run: Run, decision: Decision) -> None:
    """Who has reacted is remembered; the next in turn is asked, or the charge is rolled."""
    reacted = [*decision.facts["reacted"], [run.command.model, run.command.do]]
    ask_next(run, decision.of, {**decision.facts, "reacted": reacted})


def overwatch(run: Run) -> None:
    """A target fires at the charger: rolled from its weapons, or as the players found (`overwatch`)."""
    decision = answer(run)
    model, charger = run.command.model, decision.of.model
    assert model is not None and charger is not None
    run.cite(SHOOT, model)
    run.mark(model, "overwatched")
    if run.rules.option("overwatch") == "roll":
        volley(run, model, charger)
    elif run.command.rest.get("result") == "destroyed":
        perish(run, charger)
    if run.table.models[charger].pose is None:
        run.cite(DEAD, charger)
    go_on(run, decision)


def retreat(run: Run) -> None:
    """A target steps back."""
    decision = answer(run)
    model = run.command.model
    assert model is not None
    (walk,) = run.attempt().walks
    run.cite("killteam2018.retreat.distance", model)
    if run.rules.has(COSTS):
        run.cite(COSTS, model)
        run.mark(model, "retreated")
    run.spent = travel(run, walk).spent
    run.outcome = "done"
    go_on(run, decision)
