"""The edges of surfaces: where one could go over."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from movetray._kernel import Path, Shape, contains, distance, spans
from movetray.table.board import ORIGIN, Board, Surface
from movetray.table.terrain import Point
from movetray.units import TOLERANCE, at_most

HAIR = 0.01
"""A stretch of edge shorter than this, or this near to more floor, does not count, in inches."""

THIN = 1e-3
"""How thick an edge is drawn as something that one may not cross, in inches."""

NEARLY = Shape.disc(TOLERANCE)
"""A point with the tolerance about it: what it touches, the point is on."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A straight stretch of a surface's edge with nothing beyond it at that height; `out` points off the surface."""

    start: Point
    end: Point
    out: Point

    @property
    def strip(self) -> Shape:
        """The edge as a thin shape just off the surface."""
        (ax, ay), (bx, by), (nx, ny) = self.start, self.end, self.out
        # Longer than the edge by its thickness: two strips leave no way out between them at a corner.
        more = THIN / distance(self.start, self.end)
        ex, ey = (bx - ax) * more, (by - ay) * more
        ax, ay, bx, by = ax - ex, ay - ey, bx + ex, by + ey
        return Shape.polygon([(ax, ay), (bx, by), (bx + nx * THIN, by + ny * THIN), (ax + nx * THIN, ay + ny * THIN)])

    @property
    def line(self) -> Shape:
        """The edge itself, as thin as the tolerance is."""
        (ax, ay), (bx, by), (nx, ny) = self.start, self.end, self.out
        thin = TOLERANCE / 8
        return Shape.polygon([(ax, ay), (bx, by), (bx - nx * thin, by - ny * thin), (ax - nx * thin, ay - ny * thin)])

    def shifted(self, by: float) -> tuple[Point, Point]:
        """The stretch moved outward by so many inches (inward below zero)."""
        (ax, ay), (bx, by_), (nx, ny) = self.start, self.end, self.out
        return (ax + nx * by, ay + ny * by), (bx + nx * by, by_ + ny * by)


def sides(outline: Shape) -> Iterator[Edge]:
    """The sides of an outline, each with the direction that leads out of it."""
    corners = outline.outline(ORIGIN)
    pairs = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)
    turn = 1.0 if area > 0 else -1.0
    for (ax, ay), (bx, by) in pairs:
        length = distance((ax, ay), (bx, by))
        if length > TOLERANCE:
            yield Edge((ax, ay), (bx, by), (turn * (by - ay) / length, turn * (ax - bx) / length))


@lru_cache(maxsize=128)
def open_edges(board: Board, height: float, low: tuple[tuple[str, float], ...] = ()) -> tuple[Edge, ...]:
    """Every edge at a height beyond which nothing carries on and no wall stands. The ground has none.

    `low`: kinds of pieces, and up to which height (inches) they are no wall: what is stepped over closes no edge.
    """
    open_over = dict(low)
    solids = board.slice(height).solids
    walls = tuple(s.shape for s in solids if not at_most(s.top - height, open_over.get(s.kind, 0.0)))
    here = board.surfaces_at(height)
    return tuple(
        part
        for surface in here
        if surface.piece is not None
        for edge in _outlines(surface)
        for part in _open_parts(walls, surface, here, edge)
    )


def _outlines(surface: Surface) -> Iterator[Edge]:
    yield from sides(surface.outline)
    for hole in surface.holes:
        for edge in sides(hole):
            yield Edge(edge.start, edge.end, (-edge.out[0], -edge.out[1]))


def _open_parts(walls: tuple[Shape, ...], surface: Surface, here: tuple[Surface, ...], edge: Edge) -> Iterator[Edge]:
    (ax, ay), (bx, by) = edge.start, edge.end
    length = distance(edge.start, edge.end)
    start, end = edge.shifted(HAIR)
    beyond = Path((*start, 0.0), [(*end, 0.0, None, None)])
    covered = [
        (t0, t1)
        for region in (
            *(s.outline for s in here if s is not surface and not _in_hole(s, start, end)),
            *walls,
        )
        for _, t0, t1 in spans(NEARLY, beyond, region, ORIGIN, 0.0)
    ]
    reached = 0.0
    for t0, t1 in [*sorted(covered), (1.0, 1.0)]:
        if (t0 - reached) * length > HAIR:
            a = (ax + (bx - ax) * reached, ay + (by - ay) * reached)
            b = (ax + (bx - ax) * t0, ay + (by - ay) * t0)
            yield Edge(a, b, edge.out)
        reached = max(reached, t1)


def _in_hole(surface: Surface, start: Point, end: Point) -> bool:
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return any(contains(hole, ORIGIN, middle, 0.0) for hole in surface.holes)
