"""The board: size, terrain and what follows from it - solids, surfaces, ground - made once and shared by all tables."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from movetray._kernel import Placed, Shape, contains
from movetray.table.floors import floor_pieces
from movetray.table.terrain import Block, Floor, Ground, Ladder, Point, Spot, Stairs, Terrain, Wall
from movetray.table.walls import wall_pieces
from movetray.units import TOLERANCE, to_inches

Screen = tuple[str, Shape, float, float]
"""Something that stops a line of sight: its piece, its shape where it stands, bottom and top in inches."""

ORIGIN = (0.0, 0.0, 0.0)
"""Terrain outlines are already where they stand."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A convex or simple prism that stops bases and sight: inches. `piece` is the terrain it belongs to, `kind` what
    sort of piece that is."""

    piece: str
    shape: Shape
    bottom: float
    top: float
    kind: Literal["block", "wall"]


@dataclass(frozen=True, slots=True)
class Slice:
    """What stops a base whose foot is at one height: the solids, and their footprints in the same order."""

    solids: tuple[Solid, ...]
    placed: Placed


@dataclass(frozen=True, slots=True)
class Surface:
    """Somewhere to stand: the ground (`piece` None), a floor, the top of a block. Inches."""

    piece: str | None
    height: float
    outline: Shape
    holes: tuple[Shape, ...] = ()

    def supports(self, x: float, y: float) -> bool:
        """Whether a point is on it; its edge and the edges of its holes are."""
        if not contains(self.outline, ORIGIN, (x, y), TOLERANCE):
            return False
        return not any(contains(hole, ORIGIN, (x, y), -TOLERANCE) for hole in self.holes)

    def boards(self, x: float, y: float) -> bool:
        """Whether there is floor at a point and all around it: not so on an edge, nor on the edge of a hole."""
        if not contains(self.outline, ORIGIN, (x, y), -TOLERANCE):
            return False
        return not any(contains(hole, ORIGIN, (x, y), TOLERANCE) for hole in self.holes)


def points(outline: tuple[Spot, ...]) -> list[Point]:
    """An outline in inches."""
    return [(to_inches(x), to_inches(y)) for x, y in outline]


def polygon(outline: tuple[Spot, ...]) -> Shape:
    """An outline as the kernel's shape, where it stands."""
    return Shape.polygon(points(outline))


@dataclass(frozen=True, eq=False)
class Board:
    """The table top and its terrain. Compared by identity: every table of a match shares one board.

    `edges` says whose edge is whose: side to `south`, `north`, `west` or `east`.
    """

    width: int
    depth: int
    terrain: tuple[Terrain, ...] = ()
    edges: Mapping[str, str] = field(default_factory=dict)
    _slices: dict[float, Slice] = field(default_factory=dict, repr=False)
    _floors: dict[float, tuple[Surface, ...]] = field(default_factory=dict, repr=False)
    _stretches: dict[tuple[str, ...], Placed] = field(default_factory=dict, repr=False)

    @cached_property
    def pieces(self) -> dict[str, Terrain]:
        """Terrain by id."""
        return {piece.id: piece for piece in self.terrain}

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in inches."""
        return 0.0, 0.0, to_inches(self.width), to_inches(self.depth)

    @cached_property
    def rim(self) -> Placed:
        """What lies beyond the four edges, as solids."""
        return Placed([(slab, ORIGIN) for slab in self.beyond])

    @cached_property
    def beyond(self) -> tuple[Shape, ...]:
        """What lies beyond each of the four edges: west, east, south, north."""
        x0, y0, x1, y1 = self.bounds
        far = 1000.0
        slabs = (
            (x0 - far, y0 - far, x0, y1 + far),
            (x1, y0 - far, x1 + far, y1 + far),
            (x0 - far, y0 - far, x1 + far, y0),
            (x0 - far, y1, x1 + far, y1 + far),
        )
        return tuple(Shape.polygon([(a, b), (c, b), (c, d), (a, d)]) for a, b, c, d in slabs)

    @cached_property
    def _regions(self) -> dict[str, Placed]:
        return {ground.id: Placed([(shape, ORIGIN)]) for ground, shape in self.grounds}

    def region(self, ground: str) -> Placed:
        """A stretch of ground as something that a base may run into."""
        return self._regions[ground]

    @cached_property
    def solids(self) -> tuple[Solid, ...]:
        """Every prism that stops a base: blocks, walls piece by piece with their doors open."""
        found: list[Solid] = []
        for piece in self.terrain:
            match piece:
                case Block():
                    found.append(Solid(piece.id, polygon(piece.outline), 0.0, to_inches(piece.height), "block"))
                case Wall():
                    found.extend(
                        Solid(piece.id, Shape.polygon(outline), bottom, top, "wall")
                        for outline, bottom, top in wall_pieces(piece)
                    )
                case _:
                    pass
        return tuple(found)

    @cached_property
    def sight(self) -> tuple[Screen, ...]:
        """Everything that stops a line of sight: the solids, and floors less their holes, which have no thickness."""
        floors = [
            (floor.id, Shape.polygon(piece), to_inches(floor.z), to_inches(floor.z))
            for floor in self.terrain
            if isinstance(floor, Floor)
            for piece in floor_pieces(floor)
        ]
        return (*((solid.piece, solid.shape, solid.bottom, solid.top) for solid in self.solids), *floors)

    @cached_property
    def surfaces(self) -> tuple[Surface, ...]:
        """Everywhere a base can stand, the ground first."""
        x0, y0, x1, y1 = self.bounds
        ground = Surface(None, 0.0, Shape.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))
        found = [ground]
        for piece in self.terrain:
            match piece:
                case Block():
                    found.append(Surface(piece.id, to_inches(piece.height), polygon(piece.outline)))
                case Floor():
                    holes = tuple(polygon(hole) for hole in piece.holes)
                    found.append(Surface(piece.id, to_inches(piece.z), polygon(piece.outline), holes))
                case _:
                    pass
        return tuple(found)

    @cached_property
    def grounds(self) -> tuple[tuple[Ground, Shape], ...]:
        """Stretches of ground with their shapes."""
        return tuple((p, polygon(p.outline)) for p in self.terrain if isinstance(p, Ground))

    def stretches(self, names: tuple[str, ...]) -> Placed:
        """Stretches of ground, by their names, as what a base may come into."""
        known = self._stretches.get(names)
        if known is None:
            shapes = {ground.id: shape for ground, shape in self.grounds}
            known = self._stretches[names] = Placed([(shapes[name], ORIGIN) for name in names])
        return known

    @cached_property
    def ladders(self) -> tuple[Ladder, ...]:
        """Ladders and ropes."""
        return tuple(p for p in self.terrain if isinstance(p, Ladder))

    @cached_property
    def stairs(self) -> tuple[Stairs, ...]:
        """Flights of stairs."""
        return tuple(p for p in self.terrain if isinstance(p, Stairs))

    @cached_property
    def links(self) -> bool:
        """Whether there is more than the ground to stand on."""
        return len(self.surfaces) > 1

    def slice(self, height: float) -> Slice:
        """The solids that a base standing at this height would run into."""
        known = self._slices.get(height)
        if known is None:
            solids = tuple(s for s in self.solids if s.bottom <= height + TOLERANCE and s.top > height + TOLERANCE)
            known = self._slices[height] = Slice(solids, Placed([(s.shape, ORIGIN) for s in solids]))
        return known

    def surfaces_at(self, height: float) -> tuple[Surface, ...]:
        """The surfaces at a height."""
        known = self._floors.get(height)
        if known is None:
            known = self._floors[height] = tuple(s for s in self.surfaces if abs(s.height - height) <= TOLERANCE)
        return known
