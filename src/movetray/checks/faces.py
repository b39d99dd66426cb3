"""Faces that are climbed, and what juts out over them."""

from collections.abc import Iterator
from dataclasses import dataclass

from movetray._kernel import Shape, ahead, bearing, edge_distance, gap, nearest
from movetray.engine.attempt import Attempt
from movetray.engine.sweep import columns, floors_in, hole_takes, solids_in
from movetray.engine.walk import Leg, Walk
from movetray.table.board import ORIGIN, Solid
from movetray.table.table import Table
from movetray.table.terrain import Block, Wall
from movetray.units import TOLERANCE, at_least, at_most, to_inches, touching

POINT = Shape.disc(0.001)
"""Small enough to find the place of a face that is nearest to a centre."""


@dataclass(frozen=True, slots=True)
class Overhang:
    """What juts out at most so many inches over a face does not stop a base that goes up or down it by this way."""

    by: str
    inches: float


def base_width(table: Table, model: str) -> float:
    """How wide the base of a model is, in inches."""
    return to_inches(table.unit_of(model).base.width)


def face_climbed(table: Table, walk: Walk, leg: Leg) -> Solid | None:
    """What a climb goes up or down: climbable, its face within a base width of the centre at both ends.

    Who goes up touches it to start; who comes down may get off beside it.
    """
    low, high = (leg.plan.start, leg.plan.end) if leg.rise > 0 else (leg.plan.end, leg.plan.start)
    width = base_width(table, walk.model)
    for solid in table.board.solids:
        piece = table.board.pieces[solid.piece]
        if not isinstance(piece, Block | Wall) or not piece.climbable:
            continue
        if not (at_most(solid.bottom, leg.bottom) and at_least(solid.top, leg.top)):
            continue
        beside = touching(gap(solid.shape, ORIGIN, walk.shape, low))
        if leg.rise < 0:
            beside = beside or at_most(edge_distance(solid.shape, ORIGIN, low[:2]), width)
        beyond = abs(edge_distance(solid.shape, ORIGIN, high[:2]))
        if beside and at_most(leg.length, walk.shape.radius + width) and at_most(beyond, width):
            return solid
    return None


def overhangs(attempt: Attempt, walk: Walk, leg: Leg) -> Iterator[tuple[str, float]]:
    """The pieces above the foot of a leg that a clause lets it pass because they jut out little, and how much may be.

    They stop nobody whose base, put so far away from the face, would not be beneath them.
    """
    allowed = max((v.inches for _, v in attempt.rules.laid_down(Overhang) if v.by == leg.by), default=0.0)
    if allowed <= 0.0:
        return
    board = attempt.table.board
    for column in columns(leg):
        boards = set(floors_in(board, walk.shape, column))
        raised = [
            solid
            for solid in solids_in(board, walk.shape, column)
            if solid.bottom > column.bottom + TOLERANCE and at_most(solid.top, leg.top)
        ]
        face = face_climbed(attempt.table, walk, leg) if boards or raised else None
        if face is None:
            continue
        aside = _away(face, walk.shape, column.pose, allowed)
        for surface in board.surfaces:
            if surface.piece in boards and (
                gap(walk.shape, aside, surface.outline, ORIGIN) >= -TOLERANCE
                or any(hole_takes(hole, walk.shape, aside) for hole in surface.holes)
            ):
                yield surface.piece, allowed
        for solid in raised:
            if gap(walk.shape, aside, solid.shape, ORIGIN) >= -TOLERANCE:
                yield solid.piece, allowed


def _away(face: Solid, shape: Shape, pose: tuple[float, float, float], inches: float) -> tuple[float, float, float]:
    """Where a base beside a face would be, were it so many inches from it."""
    x, y, facing = pose
    foot, _ = nearest(face.shape, ORIGIN, POINT, pose)
    out = inches - max(gap(face.shape, ORIGIN, shape, pose), 0.0)
    return (*ahead((x, y, bearing(foot, (x, y))), max(out, 0.0)), facing)
