"""A crowded table for the judge and the planner: 80 bases and 30 walls, and 1000 mixed moves among them."""

import math
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from benchmarks.board import DEPTH, WIDTH, Spot

SEED = 20260401
MODELS, WALLS = 80, 30
THICK, TALL = 0.25, 3.0
INCH = 25.4
SIZES = (25, 25, 28.5, 32)  # millimetres; a unit has one
UNIT = 10
ROOM = 0.1  # kept free around every base, so that all of them stand still legally
WALK = 4.0


class Base(NamedTuple):
    """A model on its round base; inches."""

    id: str
    unit: int
    radius: float
    at: Spot


class Wall(NamedTuple):
    """The middle line of a straight wall."""

    start: Spot
    end: Spot


class Move(NamedTuple):
    """What a model of the first side tries: the verb and the points after its own place."""

    do: str
    base: Base
    path: tuple[Spot, ...]


class Crowd(NamedTuple):
    """Where everything stands, and what is tried."""

    bases: list[Base]
    walls: list[Wall]
    moves: list[Move]


def crowd(count: int = 1000) -> Crowd:
    """The crowded table with so many moves on it, the same on every machine."""
    rng = Random(SEED)
    walls = _walls(rng)
    bases = _bases(rng, walls)
    return Crowd(bases, walls, [_move(rng, bases) for _ in range(count)])


def situation(table: Crowd) -> dict[str, Any]:
    """The table as a situation file: two sides in units of ten, the first to move."""
    units = [[base for base in table.bases if base.unit == unit] for unit in range(MODELS // UNIT)]
    return {
        "movetray": 1,
        "title": "A crowd among walls",
        "rules": "mordheim",
        "table": {"width": WIDTH, "depth": DEPTH},
        "terrain": [
            {"id": f"wall{n}", "kind": "wall", "line": [wall.start, wall.end], "thickness": THICK, "height": TALL}
            for n, wall in enumerate(table.walls)
        ],
        "units": [
            {
                "id": f"unit{unit}",
                "side": "red" if unit < len(units) / 2 else "blue",
                "stats": {"M": WALK, "I": 3, "Ld": 7},
                "base": f"{members[0].radius * 2 * INCH:g}mm",
                "models": [{"id": base.id, "at": base.at} for base in members],
            }
            for unit, members in enumerate(units)
        ],
        "state": {"round": 1, "active": "red", "step": "remaining"},
    }


def _walls(rng: Random) -> list[Wall]:
    walls: list[Wall] = []
    while len(walls) < WALLS:
        x, y = rng.uniform(2, WIDTH - 2), rng.uniform(2, DEPTH - 2)
        angle, length = rng.uniform(0, math.pi), rng.uniform(2, 6)
        end = x + length * math.cos(angle), y + length * math.sin(angle)
        if 1 < end[0] < WIDTH - 1 and 1 < end[1] < DEPTH - 1:
            walls.append(Wall(_rounded((x, y)), _rounded(end)))
    return walls


def _bases(rng: Random, walls: list[Wall]) -> list[Base]:
    """Units of ten, each scattered over its side's part of the table and a little into the other's."""
    bases: list[Base] = []
    for number in range(MODELS):
        unit = number // UNIT
        radius = SIZES[unit % len(SIZES)] / INCH / 2
        low, high = (2.0, DEPTH * 0.6) if unit < MODELS // UNIT / 2 else (DEPTH * 0.4, DEPTH - 2)
        for at in _drops(rng, low, high):
            if all(math.dist(at, other.at) > radius + other.radius + ROOM for other in bases) and all(
                _to_line(at, wall) > radius + THICK + ROOM for wall in walls
            ):
                bases.append(Base(f"m{number}", unit, radius, at))
                break
    return bases


def _drops(rng: Random, low: float, high: float) -> Iterator[Spot]:
    while True:
        yield _rounded((rng.uniform(1, WIDTH - 1), rng.uniform(low, high)))


def _move(rng: Random, bases: list[Base]) -> Move:
    """Walks of one leg and of two, and runs; one in three or so longer than is allowed."""
    base = rng.choice(bases[: len(bases) // 2])
    do, legs, most = rng.choice((("move", 1, 5.0), ("move", 1, 5.0), ("move", 2, 2.6), ("run", 2, 4.5)))
    points = [base.at]
    for _ in range(legs):
        angle, length = rng.uniform(0, 2 * math.pi), rng.uniform(0.5, most)
        x, y = points[-1]
        points.append(_rounded((x + length * math.cos(angle), y + length * math.sin(angle))))
    return Move(do, base, tuple(points[1:]))


def _rounded(spot: Spot) -> Spot:
    return round(spot[0], 3), round(spot[1], 3)


def _to_line(at: Spot, wall: Wall) -> float:
    (ax, ay), (bx, by) = wall
    dx, dy = bx - ax, by - ay
    t = max(0.0, min(1.0, ((at[0] - ax) * dx + (at[1] - ay) * dy) / (dx * dx + dy * dy)))
    return math.dist(at, (ax + t * dx, ay + t * dy))
