"""Ways from one surface to another that a base could take - climbs, drops, leaps, steps, flights - as families.

A link joins a place on one surface with a place on another. Stairs and ladders lie where they lie; everything else can
be taken anywhere along an edge, and may begin or end a little beyond it. Whether a link is allowed and what it costs is
for the rules to say. What is found here depends on the board and the base alone, and is remembered.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from movetray._kernel import Shape, distance, gap
from movetray.engine.command import Waypoint
from movetray.engine.flights import Spot, ends
from movetray.table.board import ORIGIN, Board, Solid
from movetray.table.edges import Edge, open_edges, sides
from movetray.table.terrain import Block, Point, Wall
from movetray.units import TOLERANCE, at_least, to_inches

CLEAR = 1e-4
"""How far beyond touching a planned landing keeps, so that snapping does not bring it into the wall (inches)."""

FAR = 6.0
"""No planned leg goes further sideways than this, in inches, where no rule says how far one may."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Places along a stretch of edge, at a height: from `least` to `most` inches beyond it on the side of `out`."""

    start: Point
    end: Point
    out: Point
    height: float
    least: float = 0.0
    most: float = 0.0

    @property
    def length(self) -> float:
        """Inches from end to end."""
        return distance(self.start, self.end)

    def at(self, s: float, beyond: float) -> Point:
        """The place `s` along it, from 0 to 1, so many inches beyond the edge."""
        (ax, ay), (bx, by), (nx, ny) = self.start, self.end, self.out
        return ax + (bx - ax) * s + nx * beyond, ay + (by - ay) * s + ny * beyond

    def share(self, point: Point) -> float:
        """How far along it the place opposite a point is, from 0 to 1."""
        (ax, ay), (bx, by) = self.start, self.end
        dx, dy = bx - ax, by - ay
        long = dx * dx + dy * dy
        return held(((point[0] - ax) * dx + (point[1] - ay) * dy) / long) if long > 0 else 0.0

    def off(self, point: Point) -> float:
        """How far beyond the edge a point lies, kept between `least` and `most`."""
        off = (point[0] - self.start[0]) * self.out[0] + (point[1] - self.start[1]) * self.out[1]
        return min(self.most, max(self.least, off))


def held(s: float) -> float:
    """A share kept between 0 and 1."""
    return min(1.0, max(0.0, s))


@dataclass(frozen=True, slots=True)
class Link:
    """A family of ways from one strip to another, by one leg or by several with a place to pass between (`over`).

    `joint`: it goes straight across, as far along the one strip as along the other. `most`: no leg is longer, inches.
    """

    by: tuple[str, ...]
    start: Strip
    end: Strip
    joint: bool
    most: float = FAR
    over: Strip | None = None

    def legs(self, stop: "Stop") -> tuple[Waypoint, ...]:
        """The legs as points of a path."""
        points = [] if self.over is None else [(*self.over.at(stop.s, 0.0), self.over.height)]
        points.append(self.last(stop))
        return tuple(Waypoint(x, y, z, by) for (x, y, z), by in zip(points, self.by, strict=True))

    def first(self, stop: "Stop") -> Spot:
        """Where it begins."""
        return (*self.start.at(stop.s, stop.before), self.start.height)

    def last(self, stop: "Stop") -> Spot:
        """Where it ends."""
        return (*self.end.at(stop.t, stop.beyond), self.end.height)


@dataclass(frozen=True, slots=True)
class Stop:
    """Where along its edges a link is taken: shares along the strips, inches beyond their edges."""

    s: float
    before: float
    t: float
    beyond: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds the links of a base: itself, its facing, and by way how far it goes sideways and up or down at most.

    What a climb goes sideways is counted from the face. `leaps` and `rises` are how high a leap and a step may lead;
    inches. `pits` are the stretches of ground where nobody goes; `low` what is stepped over, as `open_edges` takes it.
    """

    shape: Shape
    facing: float
    sideways: Mapping[str, float]
    heights: Mapping[str, float]
    ways: frozenset[str]
    leaps: float
    rises: float
    pits: tuple[str, ...] = ()
    low: tuple[tuple[str, float], ...] = ()

    def __hash__(self) -> int:
        return hash(
            (self.shape, self.facing, tuple(self.sideways.items()), tuple(self.heights.items()), self.pits, self.low)
        )

    def touch(self, edge: Edge) -> float:
        """How far from an edge the centre of a base is that touches it, in inches."""
        if self.shape.kind == "disc":
            return self.shape.radius
        (ax, ay), (bx, by) = edge.shifted(FAR)
        return FAR - gap(self.shape, ((ax + bx) / 2, (ay + by) / 2, self.facing), edge.line, ORIGIN)


@lru_cache(maxsize=512)
def links_from(board: Board, limits: Limits, height: float) -> tuple[Link, ...]:
    """Every family that the terrain offers to a base which stands at a height, ladders and stairs left out."""
    found: list[Link] = []
    if "climb" in limits.ways:
        found += _climbs(board, limits, height)
    if "jump" in limits.ways:
        found += _drops(board, limits, height)
    if "leap" in limits.ways:
        found += _leaps(board, limits, height)
        found += _over_pits(board, limits, height)
    if limits.rises > 0:
        found += _steps(board, limits, height)
    return tuple(found)


def flights_from(board: Board, height: float) -> Iterator[tuple[str, Spot, Spot]]:
    """Every ladder and flight of stairs that begins at a height: the way, where one gets on, where one gets off."""
    for by, flights in (("ladder", board.ladders), ("stairs", board.stairs)):
        for flight in flights:
            foot, head = ends(flight)
            for one, other in ((foot, head), (head, foot)):
                if abs(one[2] - height) <= TOLERANCE:
                    yield by, one, other


def _heights(board: Board) -> list[float]:
    return sorted({surface.height for surface in board.surfaces})


def _within(limits: Limits, by: str, rise: float) -> bool:
    return abs(rise) > TOLERANCE and abs(rise) <= limits.heights.get(by, abs(rise)) + TOLERANCE


def _strip(edge: Edge, height: float, least: float = 0.0, most: float | None = None, inward: bool = False) -> Strip:
    out = (-edge.out[0], -edge.out[1]) if inward else edge.out
    return Strip(edge.start, edge.end, out, height, least, least if most is None else most)


def _foot(edge: Edge, limits: Limits, height: float) -> Strip:
    """Where a base stands that touches a face."""
    return _strip(edge, height, limits.touch(edge))


def _climbs(board: Board, limits: Limits, height: float) -> Iterator[Link]:
    """Up and down the faces of what may be climbed, as far past the face as a base is wide, and over walls."""
    for solid in board.solids:
        piece = board.pieces[solid.piece]
        if not isinstance(piece, Block | Wall) or not piece.climbable or not at_least(height, solid.bottom):
            continue
        for face in sides(solid.shape):
            past = _strip(face, solid.top, 0.0, limits.sideways.get("climb", 2 * limits.shape.radius), inward=True)
            if abs(height - solid.top) <= TOLERANCE:
                for low in _heights(board):
                    down = low < height and at_least(low, solid.bottom) and _within(limits, "climb", height - low)
                    if down:
                        yield Link(("climb",), past, _foot(face, limits, low), True)
            elif height < solid.top and _within(limits, "climb", solid.top - height):
                yield Link(("climb",), _foot(face, limits, height), past, True)
                if isinstance(piece, Wall):
                    yield from _overs(board, limits, solid, face, height)


def _overs(board: Board, limits: Limits, solid: Solid, face: Edge, height: float) -> Iterator[Link]:
    """Up one side of a wall and down the other, by a climb or a jump."""
    corners = solid.shape.outline(ORIGIN)
    through = -min(_strip(face, 0.0, -FAR, FAR).off(corner) for corner in corners)
    top = _strip(Edge(*face.shifted(-through / 2), face.out), solid.top)
    behind = Edge(*face.shifted(-through), (-face.out[0], -face.out[1]))
    for low in _heights(board):
        if not (low < solid.top and at_least(low, solid.bottom)):
            continue
        if _within(limits, "climb", solid.top - low):
            yield Link(("climb", "climb"), _foot(face, limits, height), _foot(behind, limits, low), True, over=top)
        most = limits.sideways.get("jump", FAR) - through / 2
        touch = limits.touch(behind) + CLEAR
        if "jump" in limits.ways and _within(limits, "jump", solid.top - low) and most > touch:
            landing = _strip(behind, low, touch, most)
            yield Link(("climb", "jump"), _foot(face, limits, height), landing, True, over=top)


def _drops(board: Board, limits: Limits, height: float) -> Iterator[Link]:
    """Down from every edge onto every lower surface, clear of the edge."""
    most = limits.sideways.get("jump", FAR)
    for edge in open_edges(board, height, limits.low):
        # Past the ends of the edge, too: an oblique jump at a corner lands there.
        landing = Edge(*_longer(edge, most), edge.out)
        touch = limits.touch(edge) + CLEAR
        for low in _heights(board):
            down = low < height and _within(limits, "jump", height - low) and most > touch
            if down and _near(board, edge, low, most):
                yield Link(("jump",), _strip(edge, height), _strip(landing, low, touch, most), False, most)


def _near(board: Board, edge: Edge, height: float, within: float) -> bool:
    """Whether some surface at a height is so many inches from an edge at the most."""
    return any(gap(s.outline, ORIGIN, edge.strip, ORIGIN) <= within for s in board.surfaces_at(height))


def _longer(edge: Edge, by: float) -> tuple[Point, Point]:
    (ax, ay), (bx, by_) = edge.start, edge.end
    more = by / distance(edge.start, edge.end)
    ex, ey = (bx - ax) * more, (by_ - ay) * more
    return (ax - ex, ay - ey), (bx + ex, by_ + ey)


def _leaps(board: Board, limits: Limits, height: float) -> Iterator[Link]:
    """From every edge straight to every edge beyond a gap that is low enough."""
    most = limits.sideways.get("leap", FAR)
    for one in open_edges(board, height, limits.low):
        for low in _heights(board):
            # onto the ground one jumps
            if low > height + limits.leaps + TOLERANCE or (low < height - TOLERANCE and not low > 0):
                continue
            if low != height and not _within(limits, "leap", height - low):
                continue
            for two in open_edges(board, low, limits.low):
                if _faces(one, two) and gap(one.strip, ORIGIN, two.strip, ORIGIN) <= most:
                    yield Link(("leap",), _strip(one, height), _strip(two, low, 0.0, most, inward=True), False, most)


def _over_pits(board: Board, limits: Limits, height: float) -> Iterator[Link]:
    """From every side of ground where nobody goes straight to every other, clear of it with the whole base."""
    most = limits.sideways.get("leap", FAR)
    for ground, region in board.grounds:
        if ground.id not in limits.pits or abs(to_inches(ground.z) - height) > TOLERANCE:
            continue
        banks = [Edge(side.start, side.end, (-side.out[0], -side.out[1])) for side in sides(region)]
        for one in banks:
            for two in banks:
                if one is not two and _faces(one, two):
                    back, on = limits.touch(_turned(one)) + CLEAR, limits.touch(_turned(two)) + CLEAR
                    start, end = _strip(one, height, -back), _strip(_turned(two), height, on, most)
                    yield Link(("leap",), start, end, False, most)


def _turned(edge: Edge) -> Edge:
    return Edge(edge.start, edge.end, (-edge.out[0], -edge.out[1]))


def _faces(one: Edge, two: Edge) -> bool:
    """Whether something leads out over the one edge and in over the other."""

    def out(edge: Edge, point: Point) -> float:
        return (point[0] - edge.start[0]) * edge.out[0] + (point[1] - edge.start[1]) * edge.out[1]

    return max(out(one, two.start), out(one, two.end)) > CLEAR and max(out(two, one.start), out(two, one.end)) > CLEAR


def _steps(board: Board, limits: Limits, height: float) -> Iterator[Link]:
    """Up onto and down from what is low enough to be stepped on."""
    for other in _heights(board):
        low, high = min(other, height), max(other, height)
        if not TOLERANCE < high - low <= limits.rises + TOLERANCE:
            continue
        for edge in open_edges(board, high, limits.low):
            if not _near(board, edge, low, limits.touch(edge) + CLEAR):
                continue
            foot, top = _strip(edge, low, limits.touch(edge) + CLEAR), _strip(edge, high)
            yield Link(("step",), foot, top, False) if height == low else Link(("step",), top, foot, False)
