"""Ruins to play in: houses with ways up, galleries, walls to climb over, models on every level."""

import random
from dataclasses import replace

from movetray.table.table import Base, Pose, Table
from movetray.table.terrain import Block, Floor, Ground, Ladder, Stairs, Terrain, Wall
from movetray.table.terrain import Spot as Spot2
from movetray.units import snap
from oracle.build import ROUND_25, ROUND_32, SQUARE_20, Piece, marked, set_up
from oracle.legs import Ruin, Spot
from oracle.plan import INCH, body_of, within
from oracle.small_ruins import SIZE as ONE
from oracle.small_ruins import free_place, terrain_of
from oracle.table_checker import problems
from oracle.tables import fits

CROWD = 5
"""Models on each side."""

SIZE = (2 * ONE[0], ONE[1])
"""Two small ruins beside each other."""


def storeys_table(seed: int, step: str) -> Table:
    """Two warbands on all levels, a third of them where one can climb or jump; the same for the same seed."""
    rng = random.Random(f"storeys {seed}")
    terrain = [_over(rng, _beside(piece, side * ONE[0])) for side in range(2) for piece in terrain_of(rng)]
    table = set_up([], terrain, size=SIZE, step=step)
    for n in range(2 * CROWD):
        side = ("red", "blue")[n % 2]
        base = rng.choice((ROUND_25, ROUND_25, ROUND_25, ROUND_32, SQUARE_20))
        spot = _place(rng, table, base)
        if spot is None:
            continue
        stats = {
            "M": rng.randint(4, 8),
            "I": rng.randint(2, 5),
            "Ld": rng.randint(6, 9),
            "T": 3,
            "W": rng.randint(1, 2),
        }
        keywords = frozenset({"animal"}) if rng.random() < 0.1 else frozenset()
        piece = Piece(f"{'wren' if side == 'red' else 'pike'}-{n}", spot, side, base, 0.0, (), 1.2, keywords, 1, stats)
        alone = set_up([piece], size=SIZE)
        table = replace(table, units={**table.units, **alone.units}, models={**table.models, **alone.models})
    for name in table.models:
        roll = rng.random()
        for mark, upto in (("fleeing", 0.06), ("knocked-down", 0.12), ("stunned", 0.15)):
            if roll < upto:
                table = marked(table, name, mark)
                break
    table = replace(table, starts={m.id: m.pose for m in table.models.values() if m.pose is not None})
    assert not problems(table), (seed, problems(table))
    return table


def _beside(piece: Terrain, by: float) -> Terrain:
    """A piece so many inches further along the table, called something else."""

    def there(spots: tuple[Spot2, ...]) -> tuple[Spot2, ...]:
        return tuple((x + snap(by), y) for x, y in spots)

    match piece:
        case Block():
            return replace(piece, id=f"{piece.id}-{by:g}", outline=there(piece.outline))
        case Floor():
            return replace(
                piece,
                id=f"{piece.id}-{by:g}",
                outline=there(piece.outline),
                holes=tuple(there(hole) for hole in piece.holes),
            )
        case Wall():
            return replace(piece, id=f"{piece.id}-{by:g}", line=there(piece.line))
        case Ladder():
            return replace(piece, id=f"{piece.id}-{by:g}", at=there((piece.at,))[0])
        case Stairs(line=(foot, head)):
            return replace(piece, id=f"{piece.id}-{by:g}", line=(there((foot,))[0], there((head,))[0]))
        case Ground():
            return replace(piece, id=f"{piece.id}-{by:g}", outline=there(piece.outline))


def _over(rng: random.Random, piece: Terrain) -> Terrain:
    """Low walls are climbed over now and then."""
    if isinstance(piece, Wall) and piece.height < snap(3) and rng.random() < 0.6:
        return replace(piece, climbable=True)
    return piece


def _place(rng: random.Random, table: Table, base: Base) -> Spot | None:
    for _ in range(30):
        spot = rng.choice((_at_an_edge, _at_an_edge, _at_an_edge, _at_a_face, _at_a_flight, _anywhere))(
            rng, table, base
        )
        if spot is None:
            continue
        pose = Pose.at(*spot)
        if fits(table, base, pose, room=0.0005 if base.kind != "round" else -0.0004) and within(
            body_of(base, pose), *SIZE
        ):
            return spot
    return None


def _anywhere(rng: random.Random, table: Table, base: Base) -> Spot | None:
    heights = [0.0, *sorted({s.height for s in table.board.surfaces if s.height > 0})]
    return free_place(rng, table, base, heights, SIZE)


def _at_a_flight(rng: random.Random, table: Table, base: Base) -> Spot | None:
    flights = [p for p in table.board.terrain if isinstance(p, Ladder | Stairs)]
    if not flights:
        return None
    piece = rng.choice(flights)
    foot, head = (piece.at, piece.at) if isinstance(piece, Ladder) else piece.line
    (x, y), z = rng.choice(((foot, piece.bottom), (head, piece.top)))
    reach = base.width / INCH / 2
    return x / INCH + rng.uniform(-reach, reach), y / INCH + rng.uniform(-reach, reach), z / INCH


def _at_a_face(rng: random.Random, table: Table, base: Base) -> Spot | None:
    blocks = [p for p in table.board.terrain if isinstance(p, Block) and p.climbable]
    if not blocks or base.kind != "round":
        return None
    block = rng.choice(blocks)
    k, part, r = rng.randrange(len(block.outline)), rng.uniform(0.1, 0.9), base.width / INCH / 2
    (ax, ay), (bx, by) = (
        (x / INCH, y / INCH) for x, y in (block.outline[k], block.outline[(k + 1) % len(block.outline)])
    )
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    out = ((by - ay) / long, (ax - bx) / long)  # the outlines of these houses run counter-clockwise
    return ax + (bx - ax) * part + out[0] * r, ay + (by - ay) * part + out[1] * r, 0.0


def _at_an_edge(rng: random.Random, table: Table, _base: Base) -> Spot | None:
    ruin = Ruin(table, "")
    edges = [(a, b, out, h) for h in ruin.levels for a, b, out in ruin.edges(h)]
    if not edges:
        return None
    (ax, ay), (bx, by), (nx, ny), height = rng.choice(edges)
    part, back = rng.random(), rng.uniform(0.0, 0.9)
    return ax + (bx - ax) * part - nx * back, ay + (by - ay) * part - ny * back, height
