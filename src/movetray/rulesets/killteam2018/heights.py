"""Terrain and heights: obstacles, climbs, leaps, jumping down, falling."""

from collections.abc import Iterator

from movetray.checks.distance import Priced
from movetray.checks.faces import overhangs
from movetray.checks.ground import crossed
from movetray.checks.ways import climbs, drops, drops_near, leaps_a_gap, legs_by
from movetray.engine.attempt import Attempt
from movetray.engine.event import ModelPlaced, ModelRemoved
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.engine.walk import Leg, Walk
from movetray.procedures import table as word
from movetray.procedures.falls import edge_near, landing
from movetray.procedures.wounds import lose_wounds
from movetray.rulesets.killteam2018.facts import NEAR, can_fly
from movetray.table.table import Table
from movetray.units import TOLERANCE, at_most, to_inches

WIDEST_LEAP, HIGHEST_LEAP = 2.0, 1.0
LITTLE = 1.0
"""Inches that may jut out over a climb."""
INCHES_A_DIE = 3.0
HURTS = 5
FALL = "killteam2018.fall"


def vault_height(rules: RuleSet) -> float:
    """How high an obstacle may be that is crossed freely, in inches."""
    return float(rules.option("vault-height"))


def widest_leap(_table: Table, _model: str) -> float:
    """How far across one leaps at most, in inches."""
    return WIDEST_LEAP


def highest_leap(_table: Table, _model: str) -> float:
    """How far up one leaps at most, in inches."""
    return HIGHEST_LEAP


def climb_price(_rules: RuleSet, leg: Leg) -> float:
    """A climb costs its height and the way over the edge."""
    return abs(leg.rise) + leg.length


def in_the_air(attempt: Attempt, walk: Walk, _leg: Leg) -> bool:
    """Who can fly does so from anywhere to anywhere it can stand."""
    return can_fly(attempt.table, walk.model) and attempt.rules.has("killteam2018.move.vertical")


WAYS = {"climb": climbs, "jump": drops, "leap": leaps_a_gap, "fly": in_the_air}

_priced = Priced("killteam2018.terrain")
_crossings = (crossed("wall"), crossed("block"))


def terrain(attempt: Attempt) -> Iterator[Finding]:
    """Ground, obstacles, climbs, leaps and drops: what they cost and what they allow."""
    yield from _priced(attempt)
    for check in _crossings:
        yield from check(attempt)
    for walk, leg in legs_by(attempt, "climb"):
        for piece, allowed in overhangs(attempt, walk, leg):
            yield Finding("applied", walk.model, leg.index, leg.end, {"piece": piece, "allowed": allowed})
        x, y, _ = leg.plan.end
        if not any(surface.supports(x, y) for surface in attempt.table.board.surfaces_at(leg.end_height)):
            yield Finding(model=walk.model, leg=leg.index, at=leg.end, facts={"height": abs(leg.rise)})
    for walk, leg in legs_by(attempt, "leap"):
        for measured, allowed in ((leg.length, WIDEST_LEAP), (leg.rise, HIGHEST_LEAP)):
            if not at_most(measured, allowed):
                facts = {"measured": measured, "allowed": allowed}
                yield Finding(model=walk.model, leg=leg.index, at=leg.end, facts=facts)
    yield from drops_near(attempt)


# --- falling


def dice_for(height: float, jumped: bool) -> int:
    """How many dice a fall from this height rolls; one fewer for a jump."""
    return max(0, int((height + TOLERANCE) / INCHES_A_DIE) - (1 if jumped else 0))


def leg_test(run: Run, walk: Walk, leg: Leg, _left: float) -> str | None:
    """Jumping down hurts from high up; None where the model lives."""
    if leg.by != "jump" or not run.rules.has(FALL):
        return None
    hurt(run, walk.model, -leg.rise, dice_for(-leg.rise, jumped=True))
    return "destroyed" if run.table.models[walk.model].wounds == 0 else None


def hurt(run: Run, model: str, height: float, dice: int) -> None:
    """The dice of a fall: each five or six is a mortal wound."""
    if dice == 0:
        return
    run.cite(FALL, model, facts={"height": height, "count": dice})
    faces = run.roll(dice, 6, FALL)
    lose_wounds(run, model, sum(face >= HURTS for face in faces))


def disturb(run: Run, model: str) -> None:
    """Whoever is moved, for whatever reason, is no longer ready."""
    if run.table.has(model, "readied") and run.rules.has("killteam2018.ready.lost"):
        run.cite("killteam2018.ready.lost", model)
        run.unmark(model, "readied")


def perish(run: Run, model: str) -> None:
    """A model is destroyed."""
    run.mark(model, "destroyed")
    run.emit(ModelRemoved(model, "destroyed"))
    run.outcome = "destroyed"


def fall(run: Run, model: str) -> None:
    """A model falls from where it stands to the nearest free place beneath."""
    start = run.table.pose_of(model)
    end = landing(run.table, run.rules, model, start)
    run.outcome = "fell"
    run.emit(ModelPlaced(model, end))
    disturb(run, model)
    height = to_inches(start.z - end.z)
    hurt(run, model, height, dice_for(height, jumped=False))
    if run.table.models[model].wounds == 0:
        perish(run, model)


def suffer(run: Run) -> None:
    """The table's word: what befell a model in another phase. Who is hit near an edge may fall."""
    word.suffer(run)
    for model in word.members(run):
        if run.outcome == "destroyed":
            run.mark(model, "destroyed")
        elif not run.command.status and not run.command.not_status:
            if run.table.models[model].wounds == 0 and run.command.wounds:
                perish(run, model)
            else:
                totter(run, model)


def totter(run: Run, model: str) -> None:
    """Hit within an inch of an edge, a model falls on a one."""
    if run.table.models[model].pose is None or not run.rules.has(FALL) or not edge_near(run.table, model, NEAR):
        return
    run.cite(FALL, model, at=run.table.pose_of(model).point)
    if run.roll(1, 6, FALL) == (1,):
        fall(run, model)


def place(run: Run) -> None:
    """The table's word: a model is set down somewhere else, and is no longer ready."""
    word.place(run)
    for rest in run.attempt().rests:
        disturb(run, rest.model)
