"""The table that every benchmark is run on: the same on any machine, from one seed and the standard library.

48 x 72 inches, 25 scattered pieces of 4 to 12 corners, no two closer than 1.6"; start and goal pairs across the table,
and straight moves of 1" to 6" of a 32 mm base, which all begin on free ground and sometimes end in a piece.
"""

import math
from collections.abc import Callable
from random import Random
from typing import NamedTuple

Spot = tuple[float, float]
Piece = list[Spot]
Move = tuple[float, float, float, float]

WIDTH, DEPTH = 48.0, 72.0
RADIUS = 0.63  # a 32 mm base
ROOM = RADIUS + 0.02  # kept free around starts, so that rounding them blocks none
PIECES, APART, MARGIN = 25, 1.6, 1.3
SEED = 20240607


class Bench(NamedTuple):
    """Pieces, pairs of far free places, short moves; inches."""

    pieces: list[Piece]
    pairs: list[Move]
    moves: list[Move]


def bench(count: int = 1000) -> Bench:
    """The table, and so many pairs and moves on it."""
    pieces = scattered(Random(SEED))
    pairs = _drawn(Random(SEED + 1), count, _pair, pieces)
    moves = _drawn(Random(SEED + 2), count, _short, pieces)
    return Bench(pieces, pairs, moves)


def scattered(rng: Random) -> list[Piece]:
    """Pieces dropped at random, those that come too near the edge or each other dropped again."""
    pieces: list[Piece] = []
    while len(pieces) < PIECES:
        piece = _piece(rng)
        if not all(MARGIN <= x <= WIDTH - MARGIN and MARGIN <= y <= DEPTH - MARGIN for x, y in piece):
            continue
        piece = [(round(x, 4), round(y, 4)) for x, y in piece]
        if all(_apart(piece, other) >= APART for other in pieces):
            pieces.append(piece)
    return pieces


def _piece(rng: Random) -> Piece:
    """A squashed, turned ring of corners; the order of the draws makes the table what it is."""
    corners = rng.randint(4, 12)
    size, squash, turn = rng.uniform(1.5, 4.5), rng.uniform(0.5, 1.0), rng.uniform(0, 2 * math.pi)
    x, y = rng.uniform(3, WIDTH - 3), rng.uniform(3, DEPTH - 3)
    piece = []
    for step in sorted(rng.uniform(0.15, 0.85) + corner for corner in range(corners)):
        angle = 2 * math.pi * step / corners
        out = size * rng.uniform(0.88, 1.0)
        u, v = out * math.cos(angle), squash * out * math.sin(angle)
        piece.append((x + u * math.cos(turn) - v * math.sin(turn), y + u * math.sin(turn) + v * math.cos(turn)))
    return piece


def free(x: float, y: float, pieces: list[Piece], room: float = ROOM) -> bool:
    """Whether a disc of this radius stands on the table clear of every piece."""
    return _on_table(x, y, room) and not any(
        _inside(x, y, piece) or _outline_distance(x, y, piece) < room for piece in pieces
    )


def _drawn(
    rng: Random, count: int, draw: Callable[[Random, list[Piece]], Move | None], pieces: list[Piece]
) -> list[Move]:
    drawn: list[Move] = []
    while len(drawn) < count:
        if move := draw(rng, pieces):
            drawn.append(move)
    return drawn


def _pair(rng: Random, pieces: list[Piece]) -> Move | None:
    ends = [(rng.uniform(0, WIDTH), rng.uniform(0, DEPTH)) for _ in range(2)]
    return _rounded(*ends) if all(free(x, y, pieces) for x, y in ends) else None


def _short(rng: Random, pieces: list[Piece]) -> Move | None:
    x, y = rng.uniform(0, WIDTH), rng.uniform(0, DEPTH)
    if not free(x, y, pieces):
        return None
    angle, length = rng.uniform(0, 2 * math.pi), rng.uniform(1, 6.0)
    end = x + length * math.cos(angle), y + length * math.sin(angle)
    inside = ROOM < end[0] < WIDTH - ROOM and ROOM < end[1] < DEPTH - ROOM
    return _rounded((x, y), end) if inside else None


def _rounded(start: Spot, end: Spot) -> Move:
    return round(start[0], 4), round(start[1], 4), round(end[0], 4), round(end[1], 4)


def _on_table(x: float, y: float, room: float) -> bool:
    return room <= x <= WIDTH - room and room <= y <= DEPTH - room


def _edges(piece: Piece) -> list[tuple[Spot, Spot]]:
    return list(zip(piece, piece[1:] + piece[:1], strict=True))


def _inside(x: float, y: float, piece: Piece) -> bool:
    crossings = 0
    for (bx, by), (ax, ay) in _edges(piece):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            crossings += 1
    return crossings % 2 == 1


def _outline_distance(x: float, y: float, piece: Piece) -> float:
    return min(_edge_distance(x, y, a, b) for a, b in _edges(piece))


def _edge_distance(x: float, y: float, a: Spot, b: Spot) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / square)) if square else 0.0
    ex, ey = x - (a[0] + t * dx), y - (a[1] + t * dy)
    return math.sqrt(ex * ex + ey * ey)


def _apart(one: Piece, other: Piece) -> float:
    if _inside(*one[0], other) or _inside(*other[0], one):
        return 0.0
    return min(
        *(_outline_distance(x, y, other) for x, y in one),
        *(_outline_distance(x, y, one) for x, y in other),
    )
