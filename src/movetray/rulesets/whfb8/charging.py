"""Charges (¶3, ¶12, ¶32): the declaration, the answer, the roll, and how the charger comes to the enemy - or not."""

from collections.abc import Iterator, Sequence
from typing import Any

from movetray.engine import blocks
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command, Manoeuvre
from movetray.engine.event import DecisionOpened
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.rulesets.whfb8.approach import CONTACT, FREE_WHEEL, INCH, Approach, Barred, approach, brushed
from movetray.rulesets.whfb8.facts import (
    CHARGING,
    in_front,
    in_view,
    movement,
    on_table,
    random_mover,
    spend,
    unit_of,
)
from movetray.rulesets.whfb8.tidying import make_room
from movetray.table.table import Body, Decision, Table
from movetray.units import TOLERANCE, at_most

DECLARE = "whfb8.charge.declare"
RANGE = "whfb8.charge.range"
FAILED = "whfb8.charge.failed"
EXEMPT = "whfb8.gap.charge-exempt"
ANSWERED = "charge-answered"
POSITION = "charge-position"
REACTIONS = ("hold", "stand-and-shoot", "flee")
HOPE = 12.0
"""Inches beyond its Movement that a unit may hope for: the best of two dice."""


def target_of(attempt: Attempt) -> str | None:
    """The enemy unit that a charge names, if it names just one and that is there."""
    targets = attempt.command.targets
    if len(targets) != 1 or targets[0] not in attempt.table.units or not on_table(attempt.table, targets[0]):
        return None
    return None if attempt.table.side_of(targets[0]) == attempt.side else targets[0]


# --- what may be declared


def once_each(attempt: Attempt) -> Iterator[Finding]:
    """A unit declares one charge, and a block does."""
    table, unit = attempt.table, unit_of(attempt)
    if unit is None or attempt.answering:
        return
    if table.has(unit, CHARGING):
        yield Finding(model=unit, facts={"before": table.mark(unit, CHARGING)[0]})
    elif blocks.body_of(table, unit) is None:
        yield Finding(model=unit, facts={"count": len(attempt.models)})


def declared_rightly(attempt: Attempt) -> Iterator[Finding]:
    """The target is an enemy in the front arc, in sight, and no further than the best of rolls leads."""
    table, unit, targets = attempt.table, unit_of(attempt), attempt.command.targets
    if unit is None or not targets:
        return
    target = target_of(attempt)
    if target is None:
        named = {"targets": list(targets)} if len(targets) != 1 else {"friend": targets[0]}
        yield Finding(model=unit, facts=named)
        return
    measured, hope = blocks.apart(table, unit, target), movement(table, unit) + HOPE
    if not at_most(measured, hope):
        facts = {"target": target, "measured": measured, "allowed": hope}
        yield Finding(model=unit, at=_middle(table, target), facts=facts)
    if not in_front(table, unit, target):
        yield Finding(model=unit, at=_middle(table, target), facts={"target": target, "arc": 45.0})
    elif not in_view(table, unit, target):
        yield Finding(model=unit, at=_middle(table, target), facts={"target": target})


def _middle(table: Table, unit: str) -> tuple[float, float, float]:
    body = next(body for body in table.bodies if body.unit == unit)
    x, y, _ = blocks.centre_of(body)
    return x, y, body.pose.height


def way_of_charge(attempt: Attempt) -> Approach | Barred | None:
    """The best way of a charge as things are, found once; None where there is nobody to charge."""
    unit, target = unit_of(attempt), target_of(attempt)
    if (
        unit is None
        or target is None
        or blocks.body_of(attempt.table, unit) is None
        or random_mover(attempt.table, unit)
    ):
        return None
    return attempt.once("approach", lambda: approach(attempt.table, attempt.rules, unit, target))


def reachable(attempt: Attempt) -> Iterator[Finding]:
    """One wheel and a way straight on have to lead into contact."""
    way = way_of_charge(attempt)
    if not isinstance(way, Barred):
        return
    facts = {"target": target_of(attempt), **({} if way.by is None else {"other": way.by})}
    if way.kind == "enemy":
        yield Finding("applied", unit_of(attempt), facts=facts, explains=True)
    else:
        yield Finding(model=unit_of(attempt), facts=facts)


def touches_no_other(attempt: Attempt) -> Iterator[Finding]:
    """An enemy who was not declared stands in the only way."""
    way = way_of_charge(attempt)
    if isinstance(way, Barred) and way.kind == "enemy":
        yield Finding(model=unit_of(attempt), facts={"target": target_of(attempt), "other": way.by})


def not_through(attempt: Attempt) -> Iterator[Finding]:
    """A charge may pass a third unit as near as it likes, but not through it."""
    way = way_of_charge(attempt)
    if isinstance(way, Barred) and way.kind == "friend":
        yield Finding("applied", unit_of(attempt), facts={"other": way.by}, explains=True)


def inch_in_a_charge(attempt: Attempt) -> Iterator[Finding]:
    """Where nothing exempts a charge, it keeps its inch from everybody else."""
    way = way_of_charge(attempt)
    if attempt.rules.has(EXEMPT) or not isinstance(way, Approach):
        return
    for other, measured, (x, y) in brushed(attempt.table, attempt.rules, way):
        facts = {"other": other, "measured": measured, "allowed": INCH, "at_least": True}
        yield Finding(model=way.unit, at=(x, y, way.start.height), facts=facts)


def declares_nothing(attempt: Attempt) -> Iterator[Finding]:
    """A random mover declares no charge."""
    unit = unit_of(attempt)
    if unit is not None and attempt.command.do == "charge" and random_mover(attempt.table, unit):
        yield Finding(model=unit, facts={"verb": attempt.command.do})


def after_failing(attempt: Attempt) -> Iterator[Finding]:
    """Who has failed a charge moves no more this turn and does not shoot."""
    unit = unit_of(attempt)
    if unit is not None and attempt.table.has(unit, "failed-charge"):
        yield Finding(model=unit, facts={"verb": attempt.command.do})


# --- what is done


def declare(run: Run) -> None:
    """A charge is declared, and its target is asked. (As a redirection: if its Leadership holds.)"""
    from movetray.rulesets.whfb8.reacting import redirect

    if run.attempt().answering:
        redirect(run)
        return
    unit, target = unit_of(run.attempt()), target_of(run.attempt())
    assert unit is not None and target is not None
    run.spent = 0.0
    said = sum(run.table.has(other, CHARGING) for other in run.table.units)
    run.mark(unit, CHARGING, [target, said + 1])
    spend(run, unit)
    ask(run, target, redirected=False)


def ask(run: Run, target: str, redirected: bool) -> None:
    """The side of the target has to say how it meets the charge."""
    models = tuple(m for m in run.table.units[target].models if run.table.models[m].pose is not None)
    side = run.table.side_of(target)
    facts = {"target": target, "redirected": redirected}
    run.emit(DecisionOpened(Decision(side, REACTIONS, models, run.command, ANSWERED, facts=facts)))


def answered(run: Run, command: Command) -> None:
    """Nothing is left to be said about a charge: it is made now, or when all are declared (`charge-moves`)."""
    unit = command.unit or command.subject
    assert unit is not None
    if run.rules.option("charge-moves") == "at-once":
        run.outcome = "done" if charge_home(run, unit) else "failed"
    else:
        run.outcome, run.spent = "pending", 0.0


def charges_waiting(table: Table) -> list[str]:
    """The units of the active side whose charges are declared and not moved yet, in the order in which they were."""
    found = [u.id for u in table.units.values() if u.side == table.active and table.has(u.id, CHARGING)]
    return sorted(found, key=lambda unit: int(table.mark(unit, CHARGING)[1]))


def move_chargers(run: Run) -> None:
    """All charges that were declared are rolled for and moved, one after another."""
    for unit in charges_waiting(run.table):
        charge_home(run, unit)


def charge_home(run: Run, unit: str) -> bool:
    """Two dice and its Movement, and the charger comes to its target - or fails."""
    target: str = run.table.mark(unit, CHARGING)[0]
    run.unmark(unit, CHARGING)
    if not on_table(run.table, unit):
        return False
    faces = charge_dice(run, unit)
    inches = movement(run.table, unit) + sum(sorted(faces)[-2:])
    there = on_table(run.table, target) and blocks.body_of(run.table, unit) is not None
    way: Approach | Barred = approach(run.table, run.rules, unit, target) if there else Barred("turn")
    measured = blocks.apart(run.table, unit, target) if there else None
    facts: dict[str, Any] = {"target": target, "allowed": inches}
    run.cite(RANGE, unit, facts=facts if measured is None else {**facts, "measured": measured})
    reaches = not run.rules.has(RANGE) or (measured is not None and at_most(measured, inches))
    if not isinstance(way, Approach) or not reaches:
        fall_short(run, unit, target, way, max(faces, default=0))
        return False
    if way.others:
        models = run.table.units[unit].models
        said = Command("charge", unit=unit, targets=(target,))
        facts = {"unit": unit, "target": target, "count": 1 + len(way.others)}
        side = run.table.side_of(unit)
        run.emit(DecisionOpened(Decision(side, ("choose",), models, said, POSITION, must=True, facts=facts)))
    else:
        come_home(run, way)
    return True


def position_chosen(run: Run) -> None:
    """Of equally good ways into contact the charger has taken one: the first is 1."""
    decision = run.continued
    assert decision is not None
    way = approach(run.table, run.rules, decision.facts["unit"], decision.facts["target"])
    if isinstance(way, Approach):
        ways = (way, *way.others)
        picked = run.chosen if isinstance(run.chosen, int) and 1 <= run.chosen <= len(ways) else 1
        come_home(run, ways[picked - 1])


def charge_dice(run: Run, unit: str) -> tuple[int, ...]:
    """The dice of a charge: two, or three of which the lowest is dropped."""
    swift = "swiftstride" in run.table.units[unit].keywords
    return run.roll(3 if swift else 2, 6, RANGE) if run.rules.has(RANGE) else ()


def come_home(run: Run, way: Approach) -> None:
    """The charge is made: the block stands against its target, and who stands too near makes room."""
    near = brushed(run.table, run.rules, way)
    if way.wheel:
        run.cite(FREE_WHEEL, way.unit, facts={"degrees": abs(way.wheel)})
    for other, measured, (x, y) in near:
        run.cite(EXEMPT, way.unit, at=(x, y, way.start.height), facts={"other": other, "measured": measured})
    run.emit(way.event)
    run.spent = way.straight
    run.mark(way.unit, "charged")
    run.mark(way.unit, "moved")
    spend(run, way.unit)
    x, y = way.contact
    counts = {"target": way.target, "chargers": way.chargers, "count": way.chargers + way.targets}
    run.cite(CONTACT, way.unit, at=(x, y, way.start.height), facts=counts)
    make_room(run, way.unit)


def fall_short(run: Run, unit: str, target: str, way: Approach | Barred, inches: int) -> None:
    """The charger goes straight at its target by the highest of its dice, and does nothing more."""
    body = blocks.body_of(run.table, unit)
    run.mark(unit, "moved")
    spend(run, unit)
    if not run.rules.has(FAILED) or body is None:
        run.spent = 0.0
        return
    turns = []
    if isinstance(way, Approach) and way.wheel:
        turns.append(Manoeuvre("wheel", abs(way.wheel), "left" if way.wheel > 0 else "right"))
    run.spent = up_to_an_inch(run, unit, turns, float(inches))
    run.cite(FAILED, unit, facts={"target": target, "length": run.spent})
    run.mark(unit, "failed-charge")


def as_far_as_free(
    table: Table, rules: RuleSet, body: Body, turns: list[Manoeuvre], inches: float, beside: Sequence[str] = ()
) -> float:
    """How far straight on, after a turn, a block stays on the table and an inch from all but `beside`: inches."""
    turned = blocks.way_along(body, turns)
    start = turned.stretches[-1].path.end if turned.stretches else body.pose.plan
    if not inches:
        return 0.0
    ahead = body.block.path(start, [("forward", inches)])
    around = blocks.hindrances(
        [*blocks.others_of(table, body.unit, *beside), *blocks.impassable(table, rules, body.pose.height)]
    )
    met = around.placed.first(body.shape, ahead, TOLERANCE, INCH)
    edge = table.board.rim.first(body.shape, ahead, TOLERANCE)
    return inches * min(1.0 if met is None else met.t, 1.0 if edge is None else edge.t)


def up_to_an_inch(run: Run, unit: str, turns: list[Manoeuvre], inches: float, beside: Sequence[str] = ()) -> float:
    """A block turns and goes straight on as far as it is free to: inches."""
    body = blocks.body_of(run.table, unit)
    assert body is not None
    gone = as_far_as_free(run.table, run.rules, body, turns, inches, beside)
    way = blocks.way_along(body, [*turns, Manoeuvre("forward", gone)])
    if way.stretches:
        run.emit(blocks.moved(way, body.block.files))
    return gone
