"""Charges (¶11-16): the declaration, the question to every side in turn, the roll, and what comes of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from movetray._kernel import Route
from movetray.checks.distance import Within, apart
from movetray.checks.near import passes, within
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command
from movetray.engine.event import DecisionOpened
from movetray.engine.judge import may_begin
from movetray.engine.levels import Goal, Search
from movetray.engine.planning import flight_along, in_plan, placing, plan_for, start_of, walk_along
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.engine.walk import Walk, prices
from movetray.procedures.moving import cite_way, still_legal
from movetray.rulesets.killteam2018.facts import BEST_CHARGE, CHARGE_RANGE, NEAR, foes, near_foes, walking
from movetray.rulesets.killteam2018.moving import travel
from movetray.rulesets.killteam2018.order import has_done_something
from movetray.table.table import Decision, Table
from movetray.units import TOLERANCE, at_most

DECLARE = "killteam2018.charge.declare"
ROLL = "killteam2018.charge.roll"
REACH = "killteam2018.charge.reach"
FAILED = "killteam2018.charge.failed"
GOES_ON = "charge-goes-on"
ANSWERS = ("overwatch", "retreat")


# --- what may be declared


def declared_rightly(attempt: Attempt) -> Iterator[Finding]:
    """A model that has done nothing yet and has no enemy by it names enemies within 12"."""
    table = attempt.table
    yield from has_done_something(attempt)
    for model in attempt.models:
        for other in near_foes(table, model)[:1]:
            yield Finding(model=model, facts={"other": other})
        for target in attempt.command.targets:
            if target not in table.standing or table.side_of(target) == attempt.side:
                yield Finding(model=model, facts={"target": target})
                continue
            measured = apart(table, model, target)
            if not at_most(measured, CHARGE_RANGE):
                facts = {"target": target, "measured": measured, "allowed": CHARGE_RANGE}
                yield Finding(model=model, at=table.pose_of(target).point, facts=facts)


def best_charge(_table: Table, _rules: RuleSet, _model: str) -> float:
    """Inches that a charge leads with the best of rolls."""
    return BEST_CHARGE


within_any_roll = Within(best_charge, noted=False)


def reaches(attempt: Attempt) -> Iterator[Finding]:
    """A charge ends within 1" of a target, and comes to no enemy that is none."""
    table, targets = attempt.table, attempt.command.targets
    for walk in attempt.walks:
        if attempt.targets and not within(table, walk.model, attempt.targets, NEAR, walk.end):
            measured, target = min((apart(table, walk.model, target, walk.end), target) for target in attempt.targets)
            facts = {"target": target, "measured": measured, "allowed": NEAR}
            yield Finding(model=walk.model, leg=len(walk.legs) - 1, at=walk.end.point, facts=facts)
        yield from passes(table, walk, foes(table, walk.model, targets), NEAR, strictly=True)


def after_failing(attempt: Attempt) -> Iterator[Finding]:
    """A failed charger neither shoots nor tries again; it moves within its roll, away from all enemies, or stays."""
    table = attempt.table
    failed = [model for model in attempt.models if table.has(model, "failed-charge")]
    if attempt.command.do != "move" or attempt.rules.option("failed-charge") == "stay":
        yield from (Finding(model=model) for model in failed)
        return
    if not failed:
        return
    yield from Within(walking, noted=False)(attempt)
    for walk in attempt.walks:
        if walk.model in failed:
            yield from passes(table, walk, foes(table, walk.model), NEAR, strictly=True)


# --- ways


def charge_ways(table: Table, rules: RuleSet, model: str, targets: Sequence[str]) -> list[Walk]:
    """The cheapest way of a charge to within an inch of one of its targets, that no enemy else is near to."""
    ways: list[tuple[float, Walk]] = []
    for target in targets:
        for walk in ways_near(table, rules, model, target, tuple(targets)):
            ways.append((sum(price.inches for price in prices(table, rules, walk)), walk))
    return [min(ways, key=lambda way: way[0])[1]] if ways else []


def ways_near(table: Table, rules: RuleSet, model: str, target: str, targets: tuple[str, ...]) -> list[Walk]:
    """The cheapest way of a model to within an inch of a target, on the target's level or on its own beside it."""
    pose, there, aim = table.pose_of(model), table.pose_of(target), placing(table, target)
    levels = {there.height}
    rise = abs(there.height - pose.height)
    if rise < NEAR - TOLERANCE:
        levels.add(pose.height)
    found = []
    for level in levels:
        room = in_plan(NEAR, abs(there.height - level))
        plan = plan_for(
            table, rules, model, without=(target,), height=level, verb="charge", targets=targets
        )  # the target is an obstacle by itself where it is to be approached
        if rules.flying(table, model):
            routes = plan.to_contact(start_of(table, model), [aim], BEST_CHARGE, room)
            found += [flight_along(table, model, route, level) for route in routes[:1]]
        elif abs(level - pose.height) <= TOLERANCE and not table.board.links:
            routes = plan.to_contact(start_of(table, model), [aim], BEST_CHARGE, room)
            found += [walk_along(table, model, route) for route in routes[:1]]
        else:
            found += _over_levels(table, rules, model, target, targets, level, room)
    return found


def _over_levels(
    table: Table, rules: RuleSet, model: str, target: str, targets: tuple[str, ...], level: float, room: float
) -> list[Walk]:
    x, y, _ = table.pose_of(target).plan
    aim = placing(table, target)

    def routes(plan: Any, at: tuple[float, float], limit: float) -> list[Route]:
        return list(plan.to_contact(at, [aim], min(limit, BEST_CHARGE), room))[:1]

    reach = table.shape_of(target).radius + table.shape_of(model).radius + NEAR
    goal = Goal(level, routes, (x, y), reach, False)
    search = Search(table, rules, model, "charge", goal, without=(target,), targets=targets)
    return [way.walk for way in search.found(BEST_CHARGE)[:1]]


# --- what is done


def declare(run: Run) -> None:
    """A charge is declared; every side that may react is asked in its turn."""
    run.spent = 0.0
    run.cite(DECLARE, run.command.model)
    ask_next(run, run.command, {"reacted": [], "asked": []})


def ask_next(run: Run, command: Command, facts: Mapping[str, Any]) -> None:
    """The next side in order of initiative that may still react is asked; when there is none, the charge is rolled."""
    assert command.model is not None
    if run.table.models[command.model].pose is None and run.rules.has("killteam2018.react.dead-charger"):
        run.outcome = "destroyed"
        return
    for side in reacting_sides(run, command):
        if side in facts["asked"]:
            continue
        targets = tuple(t for t in command.targets if run.table.side_of(t) == side and t in run.table.standing)
        choice = Decision(side, ANSWERS, targets, command, GOES_ON, until="the next command", facts=facts)
        able = tuple(target for target in targets if can_react(run.table, run.rules, choice, target))
        if able:
            run.emit(DecisionOpened(replace(choice, models=able)))
            return
    charge_home(run, command)


def reacting_sides(run: Run, command: Command) -> list[str]:
    """The sides that are asked, in their order: by initiative, or as the charger named them."""
    assert command.model is not None
    order = [side for side in run.rules.acting(run.table) if side != run.table.side_of(command.model)]
    if run.rules.has("killteam2018.react.order"):
        return order
    named = dict.fromkeys(run.table.side_of(target) for target in command.targets)
    return [side for side in named if side in order]


def can_react(table: Table, rules: RuleSet, choice: Decision, target: str) -> bool:
    """Whether a target may still fire or retreat, were its side asked now."""
    asked = replace(table, pending=(choice,))
    return any(may_begin(asked, Command(verb, model=target), rules).legal for verb in ANSWERS)


def goes_on(run: Run) -> None:
    """A side has declined what it still could choose."""
    decision = run.continued
    assert decision is not None
    ask_next(run, decision.of, {**decision.facts, "asked": [*decision.facts["asked"], decision.side]})


def charge_home(run: Run, command: Command) -> None:
    """Two dice, and the charger reaches a target - or fails."""
    model = command.model
    assert model is not None
    if run.table.models[model].pose is None:
        run.outcome = "destroyed"
        return
    inches = BEST_CHARGE
    if run.rules.has(ROLL):
        inches = float(sum(run.roll(2, 6, ROLL)))
        run.cite(ROLL, model, facts={"allowed": inches})
    way = chosen_way(run, command)
    cost = 0.0 if way is None else sum(price.inches for price in prices(run.table, run.rules, way))
    if way is None or not at_most(cost, inches):
        fail(run, model, inches)
        return
    run.cite(REACH, model, at=way.end.point)
    said, run.command = run.command, command
    cite_way(run, way)
    gone = travel(run, way)
    run.command = said
    if run.command.do != "retreat":
        run.spent = gone.spent
    if gone.failure is None:
        arrive(run, model)


def chosen_way(run: Run, command: Command) -> Walk | None:
    """The way of a declared charge as things are now: the one given, or the cheapest; None where none is left."""
    assert command.model is not None
    if command.path is None and command.to is None:
        ways = charge_ways(run.table, run.rules, command.model, command.targets)
        return ways[0] if ways else None
    if not still_legal(run, command):
        return None
    walks = Attempt(run.table, command, run.rules).walks
    return walks[0] if walks else None


def arrive(run: Run, model: str) -> None:
    """The charge is home: it has been made, and those it has come to have been met."""
    run.mark(model, "charged")
    run.mark(model, "moved")
    for other in near_foes(run.table, model):
        run.mark(other, "met", model)


def fail(run: Run, model: str, inches: float) -> None:
    """The charger reaches nobody."""
    run.outcome = "failed"
    if run.rules.has(FAILED):
        run.cite(FAILED, model, facts={"allowed": inches})
        run.mark(model, "failed-charge", inches)
    else:
        run.mark(model, "moved")
