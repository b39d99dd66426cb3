"""What a base passes through on a leg: flat sweeps at one height, and columns straight up or down."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from movetray._kernel import Path, Placed, Shape, covers, gap, spans
from movetray.engine.verdict import Place
from movetray.engine.walk import AFLOAT, Leg, Walk
from movetray.table.board import ORIGIN, Board, Solid
from movetray.table.edges import NEARLY
from movetray.table.table import Table
from movetray.units import TOLERANCE


@dataclass(frozen=True, slots=True)
class Column:
    """A base at one spot, from one height to another (inches)."""

    pose: tuple[float, float, float]
    bottom: float
    top: float


def sweeps(leg: Leg) -> Iterator[tuple[Path, float]]:
    """The flat parts of a leg: what is gone sideways, and at which height - the upper one."""
    if leg.by not in AFLOAT:
        yield leg.plan, leg.level


def columns(leg: Leg) -> Iterator[Column]:
    """The upright parts of a leg: before the step onto the top, or after the step out from it."""
    if leg.by in AFLOAT or leg.by in ("walk", "fly") or abs(leg.rise) <= TOLERANCE:
        return
    pose = leg.plan.start if leg.rise > 0 else leg.plan.end
    yield Column(pose, leg.bottom, leg.top)


def lands(walk: Walk, place: int) -> bool:
    """Whether a leg, by its place in the walk, comes down: a flight goes on over what is below its points."""
    return walk.legs[place].by != "fly" or place + 1 == len(walk.legs) or walk.legs[place + 1].by != "fly"


def rests(leg: Leg) -> Iterator[tuple[float, float, float]]:
    """Where a leg sets the base down that did not sweep there."""
    if leg.by in AFLOAT:
        yield leg.plan.end


def bases_met(
    placed: Placed, heights: Sequence[float], shape: Shape, leg: Leg, skip: Sequence[int] = (), down: bool = True
) -> Iterator[tuple[int, Place]]:
    """The bases, by index, that a leg goes through: those at the height where it goes, and those in its columns.

    `down`: it comes down at its end, if it does not sweep there.
    """
    if leg.by == "walk":
        height = leg.level
        for contact in placed.blocking(shape, leg.plan, TOLERANCE, 0.0, skip):
            if abs(heights[contact.index] - height) <= TOLERANCE:
                yield contact.index, (*contact.at, height)
        return
    for plan, height in sweeps(leg):
        for contact in placed.blocking(shape, plan, TOLERANCE, 0.0, skip):
            if abs(heights[contact.index] - height) <= TOLERANCE:
                yield contact.index, (*contact.at, height)
    for column in columns(leg):
        for index, _ in placed.near(shape, column.pose, -TOLERANCE, skip):
            if column.bottom - TOLERANCE <= heights[index] < column.top - TOLERANCE:
                yield index, leg.end
    for pose in rests(leg) if down else ():
        for index, _ in placed.near(shape, pose, -TOLERANCE, skip):
            if abs(heights[index] - leg.end_height) <= TOLERANCE:
                yield index, leg.end


def solids_in(board: Board, shape: Shape, column: Column) -> Iterator[Solid]:
    """The solids that a column goes into, deeper than the tolerance."""
    for solid in board.solids:
        reaches = solid.bottom < column.top - TOLERANCE and solid.top > column.bottom + TOLERANCE
        if reaches and gap(shape, column.pose, solid.shape, ORIGIN) < -TOLERANCE:
            yield solid


def floors_in(board: Board, shape: Shape, column: Column) -> Iterator[str]:
    """The floors whose boards a column would break through."""
    for surface in board.surfaces:
        if surface.piece is None or not column.bottom + TOLERANCE < surface.height <= column.top + TOLERANCE:
            continue
        if gap(shape, column.pose, surface.outline, ORIGIN) >= -TOLERANCE:
            continue
        if not any(hole_takes(hole, shape, column.pose) for hole in surface.holes):
            yield surface.piece


def hole_takes(hole: Shape, shape: Shape, pose: tuple[float, float, float]) -> bool:
    """Whether a base fits through a hole there."""
    return covers(hole, ORIGIN, shape, pose, TOLERANCE)


def carried(board: Board, leg: Leg) -> bool:
    """Whether the centre is on some surface at the leg's height all along a level leg."""
    surfaces = board.surfaces_at(leg.level)
    if leg.level <= TOLERANCE:
        return True
    on: list[tuple[float, float]] = []
    for surface in surfaces:
        over = [(a, b) for _, a, b in spans(NEARLY, leg.plan, surface.outline, ORIGIN, 0.0)]
        for hole in surface.holes:
            for _, a, b in spans(None, leg.plan, hole, ORIGIN, TOLERANCE):
                over = [part for s, e in over for part in ((s, min(e, a)), (max(s, b), e)) if part[1] >= part[0]]
        on.extend(over)
    reached = 0.0
    for a, b in sorted(on):
        if a > reached + TOLERANCE / max(leg.length, 1.0):
            return False
        reached = max(reached, b)
    return reached >= 1.0 - TOLERANCE / max(leg.length, 1.0) if leg.length > TOLERANCE else bool(surfaces)


def solids_met(board: Board, walk: Walk) -> Iterator[tuple[Solid, Leg, Place]]:
    """Every solid that the swept base goes into, with the leg and the place: once for each height and way of going in.

    What may be crossed at one height or by one way may bar another leg of the same walk.
    """
    seen: set[tuple[str, float, str]] = set()
    for solid, leg, place in _solids_in_legs(board, walk):
        key = solid.piece, place[2], leg.by
        if key not in seen:
            seen.add(key)
            yield solid, leg, place


def _solids_in_legs(board: Board, walk: Walk) -> Iterator[tuple[Solid, Leg, Place]]:
    for place, leg in enumerate(walk.legs):
        for plan, height in sweeps(leg):
            here = board.slice(height)
            for contact in here.placed.blocking(walk.shape, plan, TOLERANCE):
                yield here.solids[contact.index], leg, (*contact.at, height)
        for column in columns(leg):
            for solid in solids_in(board, walk.shape, column):
                yield solid, leg, leg.end
        for pose in rests(leg) if lands(walk, place) else ():
            here = board.slice(leg.end_height)
            for index, _ in here.placed.near(walk.shape, pose, -TOLERANCE):
                yield here.solids[index], leg, leg.end


def models_met(table: Table, walk: Walk, skip: Sequence[int] = ()) -> Iterator[tuple[str, Leg, Place]]:
    """Every model that the swept base goes into at its height, once, with the leg and the place.

    `skip` are places in `table.standing` that are not looked at: those of models that move as well.
    """
    seen: set[str] = set()
    for number, leg in enumerate(walk.legs):
        # that the end of a whole flight is free is asked of its rest
        down = lands(walk, number) and (leg.by != "fly" or leg is not walk.legs[-1])
        for index, place in bases_met(table.bases, table.heights, walk.shape, leg, skip, down):
            other = table.standing[index]
            if other not in seen:
                seen.add(other)
                yield other, leg, place
