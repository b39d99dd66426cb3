"""Charges (¶7-9): from the declaration to the fight, or to falling short."""

from collections.abc import Iterator

from movetray._kernel import Plan
from movetray.checks import contact
from movetray.checks.distance import apart
from movetray.checks.states import carrying
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command
from movetray.engine.event import DecisionOpened
from movetray.engine.planning import placing, start_of
from movetray.engine.resolve import Run
from movetray.engine.sight import in_line_of_sight
from movetray.engine.verdict import Finding
from movetray.engine.walk import Price, Walk, cut_at, prices, walk_of
from movetray.procedures.moving import still_legal
from movetray.rulesets.mordheim.beside import interceptors
from movetray.rulesets.mordheim.facts import fought_by, initiative_test, movement, mover, running
from movetray.rulesets.mordheim.hiding import after_moving, notices
from movetray.rulesets.mordheim.walking import travel
from movetray.rulesets.mordheim.ways import charge_ways, cite_charge, stand_back, stop_short
from movetray.table.table import Decision, Table
from movetray.units import at_most


def sighted(table: Table, model: str, target: str) -> bool:
    """Whether a charger sees its target where both stand."""
    return in_line_of_sight(table, model, target)


def unseen_but_near(attempt_table: Table, model: str, target: str) -> bool:
    """Out of sight, not hidden, and within 4"."""
    return (
        not attempt_table.has(target, "hidden")
        and at_most(apart(attempt_table, model, target), 4.0)
        and not sighted(attempt_table, model, target)
    )


def targets_named(attempt: Attempt) -> Iterator[Finding]:
    """Charger and targets are named; a target is an enemy on the table."""
    table = attempt.table
    for target in attempt.command.targets:
        enemy = target in table.models and table.models[target].pose is not None
        if not enemy or table.side_of(target) == attempt.side:
            yield Finding(model=attempt.subject, facts={"target": target})


def within_one_reach(attempt: Attempt) -> Iterator[Finding]:
    """Several targets need one place from which a base touches all of them, whatever stands in its way."""
    table, model, targets = attempt.table, mover(attempt), attempt.targets
    if model is None or len(targets) < 2:
        return
    levels = {table.pose_of(target).z for target in targets}
    plan = Plan(table.shape_of(model), table.pose_of(model).plan[2], table.board.bounds, [])
    if len(levels) > 1 or not plan.to_contact(start_of(table, model), [placing(table, t) for t in targets]):
        yield Finding(model=model, facts={"count": len(targets)})


def target_visible(attempt: Attempt) -> Iterator[Finding]:
    """A line leads to every target that is not hidden - or it is so near that a test will do."""
    table, model = attempt.table, mover(attempt)
    tested = attempt.rules.has("mordheim.charge.unseen")
    for target in attempt.targets:
        if model is None or table.has(target, "hidden") or sighted(table, model, target):
            continue
        if not (tested and at_most(apart(table, model, target), 4.0)):
            yield Finding(model=model, at=table.pose_of(target).point, facts={"target": target})


def target_hidden(attempt: Attempt) -> Iterator[Finding]:
    """A hidden model is no target, unless the charger has noticed it."""
    table, model = attempt.table, mover(attempt)
    for target in attempt.targets:
        if model is not None and table.has(target, "hidden") and not notices(attempt.rules, table, model, target):
            yield Finding(model=model, at=table.pose_of(target).point, facts={"target": target})


def lost_sight(attempt: Attempt) -> Iterator[Finding]:
    """After a failed test for an unseen enemy there is neither charge nor run this turn."""
    if attempt.command.do in ("charge", "run"):
        yield from carrying("lost-sight")(attempt)


def charge_way(attempt: Attempt) -> Iterator[Finding]:
    """A charge along a given path ends in contact with every target, and no other way is shorter, safe or not."""
    table, rules = attempt.table, attempt.rules
    for way in attempt.walks:
        fought = fought_by(table, rules, way.model, way.end)
        for target in attempt.targets:
            if target not in fought:
                facts = {"target": target, "measured": apart(table, way.model, target, way.end), "allowed": 0.0}
                yield Finding(model=way.model, leg=way.last, at=way.end.point, facts=facts)
        shortest = charge_ways(table, rules, way.model, attempt.targets) if attempt.targets else []
        if shortest and way.length > shortest[0].length + 0.01:
            facts = {"measured": way.length, "allowed": shortest[0].length}
            yield Finding(model=way.model, leg=way.last, at=way.end.point, facts=facts)


def declare_charge(run: Run) -> None:
    """A charge is declared: the test for what is not seen, the choice between equal ends, then the others' choice."""
    command, table = run.command, run.table
    model = command.model
    assert model is not None
    if run.rules.option("measuring") == "closed":
        run.cite("mordheim.charge.declare", model)
    run.spent = 0.0
    unseen = [target for target in command.targets if unseen_but_near(table, model, target)]
    if unseen and run.rules.has("mordheim.charge.unseen"):
        run.cite("mordheim.charge.unseen", model, facts={"target": unseen[0]})
        if not initiative_test(run, model, "mordheim.charge.unseen"):
            run.mark(model, "lost-sight")
            run.outcome = "failed"
            return
    run.unmark(model, "hidden")
    ends = charge_ways(run.table, run.rules, model, command.targets) if command.path is None else []
    if len(ends) > 1:
        options = [list(way.end.point) for way in ends]
        run.emit(
            DecisionOpened(
                Decision(
                    run.table.side_of(model), ("choose",), (model,), command, "charge-chosen",
                    until="answered", must=True, facts={"options": options},
                )
            )
        )  # fmt: skip
        return
    open_to_interception(run, command, 0)


def charge_chosen(run: Run) -> None:
    """The charger has chosen among equally short ends."""
    assert run.continued is not None
    ways = charge_ways(run.table, run.rules, run.continued.of.model or "", run.continued.of.targets)
    picked = run.chosen if isinstance(run.chosen, int) and 1 <= run.chosen <= len(ways) else 1
    open_to_interception(run, run.continued.of, picked - 1)


def chosen_way(run: Run, command: Command, option: int) -> Walk | None:
    """The way of a declared charge as things are now: the path given, or the shortest; None where there is none."""
    model = command.model
    assert model is not None
    if command.path is not None:
        way = walk_of(run.table, model, command.path)
        if not still_legal(run, command):
            return None
        return way
    ways = charge_ways(run.table, run.rules, model, command.targets)
    return ways[min(option, len(ways) - 1)] if ways else None


def open_to_interception(run: Run, command: Command, option: int) -> None:
    """Every other side whose models are near enough to the route is asked, in its order; if none, the charge goes."""
    way = chosen_way(run, command, option)
    assert command.model is not None
    asked = False
    if way is not None:
        able = interceptors(run.table, run.rules, command, way)
        order = run.table.sides.index(run.table.side_of(command.model))
        for side in run.table.sides[order + 1 :] + run.table.sides[:order]:
            mine = tuple(m for m in able if run.table.side_of(m) == side)
            if mine:
                asked = True
                run.emit(
                    DecisionOpened(
                        Decision(
                            side, ("intercept",), mine, command, "charge-goes",
                            until="the next command", facts={"option": option},
                        )
                    )
                )  # fmt: skip
    if not asked:
        charge_home(run, command, option)


def charge_goes(run: Run) -> None:
    """Nobody is left to choose: the charge goes on."""
    assert run.continued is not None
    charge_home(run, run.continued.of, run.continued.facts["option"])


def charge_home(run: Run, command: Command, option: int) -> None:
    """The charger runs to its target, or falls short."""
    model = command.model
    assert model is not None
    way = chosen_way(run, command, option)
    if way is None:
        fail_charge(run, model, None, ())
        return
    priced = prices(run.table, run.rules, way)
    reach = running(run.table, run.rules, model)
    cost = sum(price.inches for price in priced)
    facts = {"measured": cost, "allowed": reach}
    if run.rules.has("mordheim.charge.distance") and not at_most(cost, reach):
        run.cite("mordheim.charge.distance", model, facts=facts)
        fail_charge(run, model, way, priced)
        return
    run.cite("mordheim.charge.distance", model, facts=facts)
    cite_charge(run, way, priced, command.targets)
    gone = travel(run, way, priced, reach)
    run.spent = gone.spent
    if gone.failure is None:
        arrive(run, model)
        if any(leg.by == "dive" for leg in way.legs) and run.rules.has("mordheim.dive.bonus"):
            run.cite("mordheim.dive.bonus", model)
            run.mark(model, "dived")
    after_moving(run, way)


def arrive(run: Run, model: str) -> None:
    """The charge is home: who is touched is charged, and the charger strikes first."""
    fought = fought_by(run.table, run.rules, model)
    touched = contact.touched(run.table, model, run.table.pose_of(model))
    if any(other not in touched for other in fought):
        run.cite("mordheim.charge.across-obstacle", model)
    if len(fought) > 1:
        run.cite("mordheim.charge.several", model, facts={"count": len(fought)})
    run.cite("mordheim.charge.only-way-in", model)
    if run.rules.has("mordheim.charge.strikes-first"):
        run.cite("mordheim.charge.strikes-first", model)
        run.mark(model, "charged")


def fail_charge(run: Run, model: str, way: Walk | None, priced: tuple[Price, ...]) -> None:
    """Out of reach: one walk along the route, at its costs, to a place where the model may stand; no shooting."""
    run.outcome = "failed"
    run.cite("mordheim.charge.failed", model)
    run.mark(model, "failed-charge")
    run.spent = 0.0
    run.mark(model, "moved")
    if way is None or not run.rules.has("mordheim.charge.failed"):
        return
    short = cut_at(way, priced, movement(run.table, model), run.table, run.rules)
    short = stand_back(run, stop_short(run, short))
    if not short.legs:
        return
    cost = prices(run.table, run.rules, short)
    cite_charge(run, short, cost)
    run.spent = travel(run, short, cost, movement(run.table, model)).spent
    after_moving(run, short)
