"""Ways between levels: which climbs, drops and leaps the terrain offers."""

from collections.abc import Iterator

from movetray._kernel import contains
from movetray.checks.faces import base_width, face_climbed
from movetray.checks.ground import lands
from movetray.engine.attempt import Attempt
from movetray.engine.sweep import carried
from movetray.engine.verdict import Finding
from movetray.engine.walk import Leg, Walk
from movetray.table.board import ORIGIN, Solid
from movetray.table.edges import NEARLY
from movetray.table.table import Table
from movetray.units import TOLERANCE, at_most, compare, to_inches

FREE_STEP = 0.5
"""What a drop goes sideways beyond the width of the base, in inches."""


def climbs(attempt: Attempt, walk: Walk, leg: Leg) -> bool:
    """A climb goes from one surface to another; the top of a wall is none to rest on, but one can climb over it."""
    if abs(leg.rise) <= TOLERANCE:
        return False
    climbed = face_climbed(attempt.table, walk, leg)
    return climbed is not None and (lands(attempt, walk, leg) or on_top(climbed, leg))


def on_top(climbed: Solid, leg: Leg) -> bool:
    """Whether a climb ends on the very top of what is climbed."""
    over = contains(climbed.shape, ORIGIN, leg.plan.end[:2], TOLERANCE)
    return over and compare(leg.end_height, climbed.top) == 0


def drops(attempt: Attempt, walk: Walk, leg: Leg) -> bool:
    """A jump or a dive lands lower than it starts."""
    return leg.rise < -TOLERANCE and lands(attempt, walk, leg)


def leaps_a_gap(attempt: Attempt, walk: Walk, leg: Leg) -> bool:
    """A leap is the straight way across a gap from one supported place to another."""
    board = attempt.table.board
    starts = any(surface.supports(*leg.plan.start[:2]) for surface in board.surfaces_at(leg.start_height))
    return starts and over_a_gap(attempt, leg) and lands(attempt, walk, leg)


def over_a_gap(attempt: Attempt, leg: Leg) -> bool:
    """Whether there is anything to leap over: nothing to stand on somewhere below, or ground where nobody goes."""
    table = attempt.table
    pits = [
        table.board.region(ground.id)
        for ground, _ in table.board.grounds
        if attempt.rules.going(table, ground) == "impassable" and abs(to_inches(ground.z) - leg.level) <= TOLERANCE
    ]
    return not carried(table.board, leg) or any(pit.first(NEARLY, leg.plan, 0.0) is not None for pit in pits)


def legs_by(attempt: Attempt, *ways: str) -> Iterator[tuple[Walk, Leg]]:
    """Every leg of these ways."""
    for walk in attempt.walks:
        for leg in walk.legs:
            if leg.by in ways:
                yield walk, leg


def sideways_in_a_drop(table: Table, model: str) -> float:
    """How far a jump or dive goes sideways at most, in inches."""
    return base_width(table, model) + FREE_STEP


def drops_near(attempt: Attempt) -> Iterator[Finding]:
    """A jump or dive goes sideways at most the width of the base and half an inch."""
    for walk, leg in legs_by(attempt, "jump", "dive"):
        allowed = sideways_in_a_drop(attempt.table, walk.model)
        if not at_most(leg.length, allowed):
            facts = {"measured": leg.length, "allowed": allowed}
            yield Finding(model=walk.model, leg=leg.index, at=leg.end, facts=facts)
