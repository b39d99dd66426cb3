"""Ladders and stairs: which one leads from one place to another, and the boards it would have to pass."""

from collections.abc import Iterator

from movetray._kernel import distance
from movetray.table.board import Board
from movetray.table.terrain import Ladder, Point, Stairs
from movetray.units import TOLERANCE, at_most, to_inches

Spot = tuple[float, float, float]
"""x, y, z in inches."""


def ends(flight: Ladder | Stairs) -> tuple[Spot, Spot]:
    """The foot and the head of a ladder or of stairs."""
    (fx, fy), (tx, ty) = (flight.at, flight.at) if isinstance(flight, Ladder) else flight.line
    foot = to_inches(fx), to_inches(fy), to_inches(flight.bottom)
    return foot, (to_inches(tx), to_inches(ty), to_inches(flight.top))


def ladder_joining(board: Board, start: Spot, end: Spot, reach: float) -> Ladder | None:
    """The ladder or rope that leads from one place to the other; a base of radius `reach` touches both its ends."""
    return next((ladder for ladder in board.ladders if _joins(*ends(ladder), start, end, reach)), None)


def stairs_joining(board: Board, start: Spot, end: Spot, reach: float) -> Stairs | None:
    """The flight of stairs that leads from one place to the other; a base of radius `reach` touches both its ends."""
    return next((flight for flight in board.stairs if _joins(*ends(flight), start, end, reach)), None)


def boards_on(board: Board, flight: Ladder | Stairs) -> Iterator[str]:
    """The floors between its two ends through whose boards a ladder or flight leads, no hatch being there."""
    foot, head = ends(flight)
    for surface in board.surfaces:
        above = (surface.height - foot[2]) / (head[2] - foot[2])
        between = foot[2] + TOLERANCE < surface.height < head[2] - TOLERANCE
        if surface.piece is not None and between and surface.boards(*_along(foot, head, above)):
            yield surface.piece


def _along(foot: Spot, head: Spot, part: float) -> Point:
    return foot[0] + (head[0] - foot[0]) * part, foot[1] + (head[1] - foot[1]) * part


def _joins(foot: Spot, head: Spot, start: Spot, end: Spot, reach: float) -> bool:
    up = _touches(foot, start, reach) and _touches(head, end, reach)
    return up or (_touches(head, start, reach) and _touches(foot, end, reach))


def _touches(spot: Spot, place: Spot, reach: float) -> bool:
    """Whether a base of this radius there touches a spot at its own height."""
    return abs(spot[2] - place[2]) <= TOLERANCE and at_most(distance(spot[:2], place[:2]), reach)
