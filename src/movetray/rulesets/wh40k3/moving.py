"""A unit moves (¶5-7, 27-30): the dice first, then its models one after another; and what is noted at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from movetray._kernel import Placed
from movetray.checks.members import present, unit_of
from movetray.engine.attempt import Attempt
from movetray.engine.judge import judge
from movetray.engine.resolve import Run
from movetray.engine.walk import Walk, cut_at, waypoints
from movetray.procedures.moving import go
from movetray.rulesets.wh40k3.difficult import (
    EDGE,
    ENTERING,
    ROLLED,
    demands,
    first_roll,
    goes,
    hindrances,
    rolled,
)
from movetray.rulesets.wh40k3.formation import formation
from movetray.units import TOLERANCE, at_most

ROOM = 0.02
"""Inches by which a way to an edge is shortened until there is room for the base."""

Faces = Mapping[int, Sequence[int]]


def move(run: Run) -> None:
    """The models of a unit go their ways, as far as the unit's dice allow."""
    attempt = run.attempt()
    unit = unit_of(attempt)
    if not attempt.walks:
        _roll_first(run, attempt, unit)
        return
    known: dict[int, Sequence[int]] = {dice: (best,) for dice, best in rolled(run.table, unit).items()}
    for demand in demands(attempt):
        if demand.dice not in known:
            known[demand.dice] = run.roll(demand.dice, 6, demand.why)
    ways = [goes(attempt, walk, known) for walk in attempt.walks]
    if None in ways:
        _fails(run, attempt, unit, known)
        return
    put = [way.model for way, said in zip(ways, attempt.walks, strict=True) if way is not None and way is not said]
    if put:
        paths = {way.model: waypoints(way) for way in _side_by_side(attempt, ways, put) if way.legs}
        shorter = replace(run.command, model=None, path=None, to=None, unit=unit, paths=paths)
        _remember(run, unit, known)
        if judge(run.table, shorter, run.rules).ruling == "illegal":
            _fails(run, attempt, unit, known)
            return
        attempt = Attempt(run.table, shorter, run.rules)
        run.outcome = "failed"
        for model in put:
            run.cite(EDGE, model)
    run.spent = 0.0
    gone: dict[str, float] = {}
    for way in attempt.order.walks:
        spent = go(run, way, attempt.priced[way.model]).spent
        gone[way.model] = spent
        run.spent = max(run.spent, spent)
    for model in present(run.table, unit):
        run.mark(model, "moved", round(gone.get(model, 0.0), 4))
    run.unmark(unit, ROLLED, ENTERING)


def _roll_first(run: Run, attempt: Attempt, unit: str) -> None:
    """A unit rolls before it says where it goes."""
    demand = first_roll(attempt)
    assert demand is not None  # else the command would lack its path
    faces = run.roll(demand.dice, 6, demand.why)
    run.cite(demand.why, facts={"unit": unit, "count": demand.dice})
    _remember(run, unit, {demand.dice: faces})
    run.outcome = "pending"


def _side_by_side(attempt: Attempt, ways: Sequence[Walk | None], put: Sequence[str]) -> list[Walk]:
    """The ways, those to an edge cut shorter where somebody else comes to stand: as near to the edge as there is room.

    A model further ahead keeps its place, one behind it stops in contact, or wherever it first has room.
    """
    going = [way for way in ways if way is not None]
    found = {way.model: way for way in going if way.model not in put}
    for way in sorted((way for way in going if way.model in put), key=lambda one: one.length):
        others = [(one.shape, one.end.plan) for one in found.values()]
        others += [
            (attempt.table.shape_of(model), attempt.table.pose_of(model).plan)
            for model in present(attempt.table, unit_of(attempt))
            if model not in {one.model for one in going}
        ]
        placed, inches, shorter = Placed(others), way.length, way
        while inches > 0.0 and placed.near(shorter.shape, shorter.end.plan, -TOLERANCE):
            inches -= ROOM
            priced = attempt.priced[way.model][: len(way.legs)]
            shorter = cut_at(way, priced, max(inches, 0.0), attempt.table, attempt.rules)
        found[way.model] = shorter
    return [found[way.model] for way in going]


def _fails(run: Run, attempt: Attempt, unit: str, known: Faces) -> None:
    """The dice are too few inches for somebody's way: nobody moves, and the roll stands."""
    run.outcome, run.spent = "failed", 0.0
    _remember(run, unit, known)
    if run.rules.option("difficult-declared") == "before-roll" and not run.table.has(unit, ENTERING):
        entering = [walk.model for walk in attempt.walks if hindrances(attempt, walk)]
        if entering:
            run.mark(unit, ENTERING, entering)


def _remember(run: Run, unit: str, known: Faces) -> None:
    run.mark(unit, ROLLED, {str(dice): max(int(face) for face in faces) for dice, faces in sorted(known.items())})


def phase_ends(run: Run) -> None:
    """Units of which nobody moved are noted; those that stood broken are told what they lose."""
    table, rules = run.table, run.rules
    for unit in table.units.values():
        models = present(table, unit.id)
        if unit.side != table.active or not models:
            continue
        if rules.has("wh40k3.move.stationary") and not any(_went(run, model) for model in models):
            run.cite("wh40k3.move.stationary", models[0], facts={"unit": unit.id})
            for model in models:
                run.mark(model, "stationary")
        found = formation(table, rules, unit.id, {})
        if not found.whole:
            facts = {"unit": unit.id, "left": max(gap.inches for gap in found.gaps)}
            run.cite("wh40k3.coherency.penalty", models[0], facts=facts)


def _went(run: Run, model: str) -> bool:
    return not at_most(run.table.mark(model, "moved") or 0.0, 0.0)
