"""Tables in a few words: for the tests that break them and the generator that makes them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from movetray.table.board import Board
from movetray.table.table import Base, Model, Pose, Table, Unit
from movetray.table.terrain import Block, Floor, Going, Ground, Terrain, Wall
from movetray.units import snap

XY = tuple[float, float]

ROUND_25 = Base("round", 2500, 2500)
ROUND_32 = Base("round", 3200, 3200)
ROUND_40 = Base("round", 4000, 4000)
SQUARE_20 = Base("rectangle", 2000, 2000)
CAVALRY = Base("rectangle", 2500, 5000)
OVAL = Base("oval", 3500, 6000)
HULL = Base("hull", 5080, 5080, ((2540, 0), (-2540, 2540), (-1270, 0), (-2540, -2540)))
"""An arrowhead, two inches long and wide, with a notch behind."""


@dataclass(frozen=True)
class Piece:
    """A model to be set up; each is a unit of its own."""

    id: str
    at: Sequence[float]
    side: str = "red"
    base: Base = ROUND_25
    facing: float = 0.0
    marks: tuple[str, ...] = ()
    high: float = 1.2
    keywords: frozenset[str] = frozenset()
    wounds: int | None = 1
    stats: Mapping[str, int | float | str] = field(default_factory=lambda: {"M": 4, "I": 3, "Ld": 7, "T": 3, "W": 1})


def _pose(piece: Piece) -> Pose:
    x, y, *rest = piece.at
    return Pose.at(x, y, rest[0] if rest else 0.0, piece.facing)


def set_up(
    pieces: Iterable[Piece],
    terrain: Iterable[Terrain] = (),
    *,
    size: XY = (48.0, 48.0),
    step: str = "remaining",
    active: str = "red",
    sides: tuple[str, ...] = ("red", "blue"),
) -> Table:
    """A table with these models and this terrain, in round 1."""
    pieces = list(pieces)
    units = {
        f"{p.id}-unit": Unit(f"{p.id}-unit", p.side, p.base, snap(p.high), (p.id,), dict(p.stats), p.keywords)
        for p in pieces
    }
    models = {p.id: Model(p.id, f"{p.id}-unit", _pose(p), p.wounds) for p in pieces}
    marks: dict[str, Mapping[str, Any]] = {p.id: dict.fromkeys(p.marks, True) for p in pieces if p.marks}
    board = Board(snap(size[0]), snap(size[1]), tuple(terrain))
    starts = {name: model.pose for name, model in models.items() if model.pose is not None}
    return Table(board, sides, units, models, 1, active, step, marks, starts)


def spots(points: Iterable[XY]) -> tuple[tuple[int, int], ...]:
    return tuple((snap(x), snap(y)) for x, y in points)


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[XY, ...]:
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def block(name: str, shape: Iterable[XY], height: float, climbable: bool = False) -> Block:
    return Block(name, spots(shape), snap(height), climbable)


def wall(name: str, line: Iterable[XY], height: float, thickness: float = 0.25, z: float = 0.0) -> Wall:
    return Wall(name, spots(line), snap(thickness), snap(height), snap(z))


def deck(name: str, shape: Iterable[XY], z: float, holes: Iterable[Iterable[XY]] = ()) -> Floor:
    return Floor(name, spots(shape), snap(z), tuple(spots(hole) for hole in holes))


def patch(name: str, shape: Iterable[XY], going: Going) -> Ground:
    return Ground(name, spots(shape), going)


def moved(table: Table, model: str, pose: Pose) -> Table:
    """The table with one model put elsewhere, without a question."""
    return table.with_model(replace(table.models[model], pose=pose))


def marked(table: Table, owner: str, *marks: str) -> Table:
    """The table with marks more."""
    return replace(table, marks={**table.marks, owner: {**table.marks.get(owner, {}), **dict.fromkeys(marks, True)}})
