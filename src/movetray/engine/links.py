"""Ways from one surface to another that a base could take: stairs, ladders, climbs, drops and leaps, as families.

A link joins a place on one surface with a place on another. Stairs and ladders lie where they lie; a climb, a drop or
a leap can be taken anywhere along an edge, so it is a family with one or two sliding parameters from 0 to 1. Whether a
link is allowed and what it costs is for the rules to say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from movetray._kernel import Shape, distance, edge_distance, gap
from movetray.engine.command import Waypoint
from movetray.table.board import ORIGIN, Board
from movetray.table.edges import open_edges, sides
from movetray.table.terrain import Block, Point, Wall
from movetray.units import TOLERANCE, to_inches

Spot = tuple[float, float, float]
"""x, y, z in inches."""

CLEAR = 1e-4
"""How far beyond touching a planned landing keeps, so that snapping does not bring it into the wall (inches)."""


@dataclass(frozen=True, slots=True)
class Link:
    """A family of ways. Where it starts slides along `starts`, where it ends along `ends` (a stretch in plan each).

    `joint`: both slide together. Heights are those of the two surfaces.
    """

    by: str
    starts: tuple[Point, Point]
    start_height: float
    ends: tuple[Point, Point]
    end_height: float
    joint: bool = False

    @property
    def length(self) -> float:
        """How far it can slide, in inches."""
        return max(distance(*self.starts), distance(*self.ends))

    def start(self, s: float) -> Spot:
        """Where it starts, `s` from 0 to 1."""
        return (*_along(self.starts, s), self.start_height)

    def end(self, s: float) -> Spot:
        """Where it ends, `s` from 0 to 1."""
        return (*_along(self.ends, s), self.end_height)

    def waypoint(self, s: float) -> Waypoint:
        """The leg as a point of a path, ending at `s`."""
        x, y, z = self.end(s)
        return Waypoint(x, y, z, self.by)


def _along(stretch: tuple[Point, Point], s: float) -> Point:
    (ax, ay), (bx, by) = stretch
    return ax + (bx - ax) * s, ay + (by - ay) * s


def links(board: Board, shape: Shape, ways: frozenset[str], longest: Mapping[str, float]) -> Iterator[Link]:
    """Every family of these ways that the terrain offers to a base of this shape, both directions apart.

    `longest` is how long a leg of a way may be, in inches; a leap needs one.
    """
    yield from _fixed(board, shape)
    if "climb" in ways:
        yield from _climbs(board, shape)
    if "jump" in ways:
        yield from _drops(board, shape)
    if "leap" in ways:
        yield from _leaps(board, longest.get("leap", 0.0))


def _fixed(board: Board, shape: Shape) -> Iterator[Link]:
    for ladder in board.ladders:
        at = to_inches(ladder.at[0]), to_inches(ladder.at[1])
        yield from _both_ways("ladder", board, shape, (*at, to_inches(ladder.bottom)), (*at, to_inches(ladder.top)))
    for flight in board.stairs:
        (fx, fy), (tx, ty) = flight.line
        foot = (to_inches(fx), to_inches(fy), to_inches(flight.bottom))
        head = (to_inches(tx), to_inches(ty), to_inches(flight.top))
        yield from _both_ways("stairs", board, shape, foot, head)


def _both_ways(by: str, board: Board, shape: Shape, foot: Spot, head: Spot) -> Iterator[Link]:
    for low in _beside(board, shape, foot):
        for high in _beside(board, shape, head):
            yield Link(by, (low, low), foot[2], (high, high), head[2], True)
            yield Link(by, (high, high), head[2], (low, low), foot[2], True)


def _beside(board: Board, shape: Shape, spot: Spot) -> Iterator[Point]:
    """Where a base stands to take a ladder or stairs: on the spot, or touching it where a wall leaves no room."""
    point = spot[:2]
    walls = [s.shape for s in board.slice(spot[2]).solids if edge_distance(s.shape, ORIGIN, point) < shape.radius]
    if not walls:
        yield point
    for wall in walls:
        for side in sides(wall):
            if _off(side.start, side.end, point) <= TOLERANCE:
                nx, ny = side.out
                yield point[0] + nx * (shape.radius - CLEAR), point[1] + ny * (shape.radius - CLEAR)


def _off(a: Point, b: Point, point: Point) -> float:
    """How far a point is from a stretch, as the way there and back is longer than the stretch (inches)."""
    return distance(a, point) + distance(point, b) - distance(a, b)


def _climbs(board: Board, shape: Shape) -> Iterator[Link]:
    """Up and down the faces of what may be climbed, ending as far past the face as a base is wide, half, or not."""
    for solid in board.solids:
        piece = board.pieces[solid.piece]
        if not isinstance(piece, Block | Wall) or not piece.climbable:
            continue
        for side in sides(solid.shape):
            foot = side.shifted(shape.radius)
            for past in (2 * shape.radius, shape.radius, 0.0):
                top = side.shifted(-past)
                for low in {s.height for s in board.surfaces if s.height < solid.top - TOLERANCE}:
                    if low >= solid.bottom - TOLERANCE:
                        yield Link("climb", foot, low, top, solid.top, True)
                        yield Link("climb", top, solid.top, foot, low, True)


def _heights(board: Board) -> list[float]:
    return sorted({surface.height for surface in board.surfaces})


def _drops(board: Board, shape: Shape) -> Iterator[Link]:
    """Down from every edge onto every lower surface, clear of the edge."""
    for high in _heights(board):
        for edge in open_edges(board, high):
            landing = edge.shifted(shape.radius + CLEAR)
            for low in _heights(board):
                if low < high - TOLERANCE:
                    yield Link("jump", (edge.start, edge.end), high, landing, low)


def _leaps(board: Board, longest: float) -> Iterator[Link]:
    """From every edge straight to every other edge that is as high and faces it."""
    for height in _heights(board):
        edges = open_edges(board, height)
        for one in edges:
            for two in edges:
                facing = one.out[0] * two.out[0] + one.out[1] * two.out[1] < 0
                if facing and gap(one.strip, ORIGIN, two.strip, ORIGIN) <= longest:
                    yield Link("leap", (one.start, one.end), height, (two.start, two.end), height)
