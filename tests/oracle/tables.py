"""Random legal tables for Mordheim: the same for the same seed, by the second opinion's geometry alone."""

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

import shapely
from shapely import Polygon

from movetray.table.table import Base, Pose, Table
from movetray.table.terrain import Block, Ladder, Stairs, Terrain, Wall
from movetray.units import snap
from oracle.build import (
    CAVALRY,
    ROUND_25,
    ROUND_32,
    ROUND_40,
    SQUARE_20,
    XY,
    Piece,
    block,
    box,
    deck,
    marked,
    patch,
    set_up,
    wall,
)
from oracle.plan import Body, body_of, gap, inches, obstacles, supported, within
from oracle.step_checker import in_view
from oracle.table_checker import bodies, enemies, problems, standing

SIZE = (30.0, 26.0)
BASES = (ROUND_25, ROUND_25, ROUND_25, ROUND_32, ROUND_40, SQUARE_20, CAVALRY)
AFFLICTED: Mapping[str, float] = {"fleeing": 0.1, "knocked-down": 0.06, "stunned": 0.05}
"""Shares of the models that are not as they should be."""
SIDES = ("red", "blue", "green")
NAMES = {"red": "wren", "blue": "pike", "green": "newt"}


def random_table(
    seed: int,
    *,
    storeys: bool = False,
    step: str = "start-of-turn",
    crowd: int = 7,
    afflicted: Mapping[str, float] = AFFLICTED,
    walled: float = 0.4,
) -> Table:
    """Two or three warbands of about `crowd` models among walls, houses and rough ground.

    Some flee, hide, lie on the ground or fight. `storeys`: houses have ways up and models on them. `afflicted`: which
    share of the models is in which state; `walled`: the chance of long low walls across the table.
    """
    rng = random.Random(f"table {seed}")
    sides = SIDES[: 3 if rng.random() < 0.25 else 2]
    lanes = not storeys and rng.random() < walled
    terrain = _lanes(rng) if lanes else _terrain(rng, storeys)
    pieces = _warbands(rng, sides, crowd)
    table = set_up([], terrain, size=SIZE, step=step, sides=sides)
    for piece in pieces:
        table = _placed(rng, table, piece, storeys, _camp(piece, sides) if lanes else (0.0, SIZE[1]))
    table = _fights(rng, table)
    table = _afflicted(rng, table, afflicted)
    table = _hiding(rng, table)
    table = replace(table, starts={m.id: m.pose for m in table.models.values() if m.pose is not None})
    assert not problems(table), (seed, problems(table))
    return table


def forked_table(seed: int) -> Table:
    """A charger and its target on either side of a wall that it looks over and cannot cross: two ways are as short."""
    rng = random.Random(f"fork {seed}")
    x, y = (
        rng.randint(60, 200) / 10,
        rng.randint(60, 200) / 10,
    )  # tenths of an inch: no snapping
    half, far = rng.randint(5, 15) / 10, rng.randint(15, 25) / 10
    stats = {"M": 6, "I": 3, "Ld": 7, "T": 3, "W": 1}
    pieces = [
        Piece("wren-0", (x - far, y), "red", high=1.5, stats=stats),
        Piece("pike-0", (x + far, y), "blue", rng.choice((ROUND_25, ROUND_32)), high=1.5, stats=stats),
    ]
    return set_up(pieces, [wall("paling", [(x, y - half), (x, y + half)], 1.1)], size=SIZE, step="charges")


def ambush_table(seed: int) -> Table:
    """A charger, its target, and an enemy beside the way between them."""
    rng = random.Random(f"ambush {seed}")
    x, y, turn = rng.uniform(9, 20), rng.uniform(9, 16), rng.uniform(0, 2 * math.pi)
    far, along, aside = rng.uniform(5, 9), rng.uniform(1.5, 4), rng.uniform(1.2, 2.7) * rng.choice((-1, 1))
    cos, sin = math.cos(turn), math.sin(turn)
    stats = {"M": 5, "I": 3, "Ld": rng.randint(5, 9), "T": 3, "W": 1}
    fear = frozenset({"fear"})
    pieces = [
        Piece("wren-0", (x, y), "red", keywords=rng.choice((frozenset(), fear)), stats=stats),
        Piece("pike-0", (x + far * cos, y + far * sin), "blue", rng.choice((ROUND_25, ROUND_32)), stats=stats),
        Piece(
            "pike-1",
            (x + along * cos - aside * sin, y + along * sin + aside * cos),
            "blue",
            rng.choice((ROUND_25, SQUARE_20)),
            rng.uniform(0, 360),
            keywords=rng.choice((frozenset(), fear)),
            stats=stats,
        ),
    ]
    return set_up(pieces, size=SIZE, step="charges")


def hedge_table(seed: int) -> tuple[Table, Pose]:
    """A model a walk away from a long hedge, an enemy far beyond it, and the place at the hedge."""
    rng = random.Random(f"hedge {seed}")
    x, y, thick = rng.uniform(8, 22), rng.uniform(8, 12), rng.choice((0.1, 0.25))
    base = rng.choice((ROUND_25, ROUND_32, SQUARE_20))
    there = Pose.at(x + rng.uniform(-2, 2), y - thick / 2 - base.width / 5080 - rng.uniform(0.02, 0.8), 0, 90)
    stats = {"M": 4, "I": rng.randint(1, 5), "Ld": 7, "T": 3, "W": 1}
    pieces = [
        Piece("wren-0", (there.point[0], there.point[1] - rng.uniform(0.5, 3)), "red", base, 90, high=0.9, stats=stats),
        Piece("pike-0", (x + rng.uniform(-6, 6), rng.uniform(20, 24)), "blue", high=0.9, stats=stats),
    ]
    hedge = wall("hedge", [(x - 7, y), (x + 7, y)], rng.choice((0.6, 1.0)), thick)
    return set_up(pieces, [hedge], size=SIZE), there


def _terrain(rng: random.Random, storeys: bool) -> list[Terrain]:
    found: list[Terrain] = []
    taken: list[Polygon] = []

    def free(shape: Polygon, apart: float) -> bool:
        return all(shapely.distance(shape, other) >= apart for other in taken)

    for n in range(rng.randint(2, 4)):
        shape = _turned_box(rng, rng.uniform(2, 5), rng.uniform(2, 5))
        if free(Polygon(shape), 0.3):
            taken.append(Polygon(shape))
            height = rng.choice((0.6, 2.0, 3.0, 4.0)) if not storeys else rng.choice((2.0, 3.0, 4.0, 5.0))
            found.append(block(f"house-{n}", shape, height, climbable=storeys and rng.random() < 0.6))
    for n in range(rng.randint(3, 7)):
        line = _line(rng)
        thick = rng.choice((0.1, 0.25, 0.5))
        if free(Polygon(shapely.buffer(shapely.LineString(line), thick, cap_style="flat")), 0.3):
            taken.append(Polygon(shapely.buffer(shapely.LineString(line), thick / 2, cap_style="flat")))
            found.append(wall(f"wall-{n}", line, rng.choice((0.5, 1.0, 1.0, 1.5, 5.0)), thick))
    for n in range(rng.randint(1, 4)):
        shape = _turned_box(rng, rng.uniform(2, 8), rng.uniform(2, 8))
        going = rng.choice(("open", "difficult", "difficult", "very-difficult"))
        found.append(patch(f"ground-{n}", shape, going))  # type: ignore[arg-type]
    if storeys:
        found += _ways_up(rng, found)
    return found


def _lanes(rng: random.Random) -> list[Terrain]:
    """Low walls across the table with gaps in them, for warbands that look at each other from behind them."""
    found: list[Terrain] = []
    for n, y in enumerate((4.0, 9.0, 13.0, 17.0, 22.0)):
        gap_at = rng.uniform(6, SIZE[0] - 6)
        ends = ((0.5, gap_at - 1), (gap_at + 1, SIZE[0] - 0.5))
        for k, (x0, x1) in enumerate(ends):
            line = [(x0, y + rng.uniform(-0.5, 0.5)), (x1, y + rng.uniform(-0.5, 0.5))]
            found.append(wall(f"lane-{n}{k}", line, rng.choice((0.8, 1.0)), rng.choice((0.1, 0.25))))
    found.append(patch("thicket", _turned_box(rng, 4, 6), "difficult"))
    return found


def _camp(piece: Piece, sides: tuple[str, ...]) -> XY:
    """From where to where up the table a side begins."""
    part = SIZE[1] / len(sides)
    return part * sides.index(piece.side), part * (sides.index(piece.side) + 1)


def _ways_up(rng: random.Random, terrain: list[Terrain]) -> Iterator[Terrain]:
    houses = [p for p in terrain if isinstance(p, Block)]
    for n, house in enumerate(houses):
        (x0, y0), (x1, y1) = house.outline[0], house.outline[1]
        middle = ((x0 + x1) // 2, (y0 + y1) // 2)
        if rng.random() < 0.5:
            yield Ladder(f"ladder-{n}", middle, 0, house.height)
        elif rng.random() < 0.7:
            dx, dy = y1 - y0, x0 - x1  # out from the wall: the outline runs counter-clockwise
            far = math.hypot(dx, dy)
            out = (middle[0] + round(dx / far * house.height), middle[1] + round(dy / far * house.height))
            if 0 < out[0] < snap(SIZE[0]) and 0 < out[1] < snap(SIZE[1]):
                yield Stairs(f"stairs-{n}", (out, middle), 0, house.height)
    if rng.random() < 0.6:
        x, y = rng.uniform(2, SIZE[0] - 8), rng.uniform(2, SIZE[1] - 8)
        yield deck("gallery", box(x, y, x + 5, y + 4), 3.0, [box(x + 1, y + 1, x + 2, y + 2)])


def _turned_box(rng: random.Random, width: float, depth: float) -> list[XY]:
    turn = rng.choice((0.0, rng.uniform(0, math.pi)))
    reach = math.hypot(width, depth) / 2
    x = rng.uniform(reach, SIZE[0] - reach)
    y = rng.uniform(reach, SIZE[1] - reach)
    cos, sin = math.cos(turn), math.sin(turn)
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return [
        (x + cos * a * width / 2 - sin * b * depth / 2, y + sin * a * width / 2 + cos * b * depth / 2)
        for a, b in corners
    ]


def _line(rng: random.Random) -> list[XY]:
    x, y = rng.uniform(3, SIZE[0] - 3), rng.uniform(3, SIZE[1] - 3)
    turn = rng.uniform(0, 2 * math.pi)
    points = [(x, y)]
    for _ in range(rng.randint(1, 2)):
        turn += rng.uniform(-1.2, 1.2)
        run = rng.uniform(2, 6)
        x = min(max(x + run * math.cos(turn), 1.0), SIZE[0] - 1)
        y = min(max(y + run * math.sin(turn), 1.0), SIZE[1] - 1)
        if math.dist((x, y), points[-1]) > 1:
            points.append((x, y))
    return points if len(points) > 1 else [points[0], (points[0][0], points[0][1] + 2)]


def _warbands(rng: random.Random, sides: tuple[str, ...], crowd: int) -> list[Piece]:
    found = []
    for side in sides:
        keywords = frozenset(k for k, chance in (("fear", 0.25), ("fearless", 0.15)) if rng.random() < chance)
        for n in range(max(3, rng.randint(crowd - 1, crowd + 1))):
            stats = {"M": rng.randint(3, 6), "I": rng.randint(1, 5), "Ld": rng.randint(6, 9), "T": 3, "W": 1}
            base = rng.choice(BASES)
            found.append(
                Piece(f"{NAMES[side]}-{n}", (0, 0), side, base, rng.choice((0, 90, rng.uniform(0, 360))), (),
                      rng.choice((0.9, 1.2, 1.5)), keywords, 1, stats)
            )  # fmt: skip
    return found


def _placed(rng: random.Random, table: Table, piece: Piece, storeys: bool, camp: XY) -> Table:
    roofs = [p for p in table.board.terrain if isinstance(p, Block)] if storeys else []
    for _ in range(400):
        z = 0.0
        x, y = rng.uniform(0.5, SIZE[0] - 0.5), rng.uniform(camp[0] + 0.5, camp[1] - 0.5)
        if roofs and rng.random() < 0.25:
            roof = rng.choice(roofs)
            x, y = (sum(c) / len(roof.outline) / 2540 + rng.uniform(-1, 1) for c in zip(*roof.outline, strict=True))
            z = roof.height / 2540
        if fits(table, piece.base, Pose.at(x, y, z, piece.facing)):
            alone = set_up([replace(piece, at=(x, y, z))], size=SIZE)
            return replace(
                table,
                units={**table.units, **alone.units},
                models={**table.models, **alone.models},
            )
    return table


def fits(table: Table, base: Base, pose: Pose, room: float = 0.05) -> bool:
    """Whether a base can stand there with some room around it (whatever is below it)."""
    x, y, z = pose.point
    body = body_of(base, pose)
    wide = Body(body.core, body.reach + room)
    if not within(wide, *SIZE):
        return False
    if any(gap(body, other) < room and table.pose_of(m).z == pose.z for m, other in bodies(table).items()):
        return False
    if any(gap(body, solid.body) < room for solid in obstacles(table, z)):
        return False
    return supported(table, x, y, z)


def _fights(rng: random.Random, table: Table) -> Table:
    """One or two models are put in contact with an enemy."""
    names = list(table.models)
    for _ in range(rng.randint(0, 2)):
        mover = rng.choice(names)
        foes = enemies(table, mover)
        if not foes:
            continue
        foe = rng.choice(foes)
        base, other = table.unit_of(mover).base, table.unit_of(foe).base
        if base.kind != "round" or other.kind != "round":
            continue
        there, turn = table.pose_of(foe), rng.uniform(0, 2 * math.pi)
        far = (base.width + other.width) / 2
        pose = Pose(there.x + round(far * math.cos(turn)), there.y + round(far * math.sin(turn)), there.z)
        trial = table.with_model(replace(table.models[mover], pose=pose))
        if not problems(trial):
            table = trial
    return table


def _afflicted(rng: random.Random, table: Table, afflicted: Mapping[str, float]) -> Table:
    for name in table.models:
        chance = rng.random()
        for mark, share in afflicted.items():
            chance -= share
            if chance < 0:
                table = marked(table, name, mark)
                break
    return table


def _hiding(rng: random.Random, table: Table) -> Table:
    """Some go up to a wall where nobody sees or notices them, and hide."""
    walls = [p for p in table.board.terrain if isinstance(p, Wall)]
    for name in rng.sample(list(table.models), min(6, len(table.models))):
        if table.marks.get(name) or not walls or _in_contact(table, name):
            continue
        away = replace(table, models={k: m for k, m in table.models.items() if k != name})
        for _ in range(12):
            pose = beside(rng, rng.choice(walls), table.unit_of(name).base, table.pose_of(name).facing)
            if not fits(away, table.unit_of(name).base, pose, 0.02):
                continue
            trial = table.with_model(replace(table.models[name], pose=pose))
            if may_hide(trial, name):
                table = marked(trial, name, "hidden") if rng.random() < 0.6 else trial
                break
    return table


def _in_contact(table: Table, name: str) -> bool:
    me = body_of(table.unit_of(name).base, table.pose_of(name))
    return any(gap(me, body_of(table.unit_of(foe).base, table.pose_of(foe))) < 0.01 for foe in enemies(table, name))


def beside(rng: random.Random, wall_: Wall, base: Base, facing: int) -> Pose:
    """A place at most 0.6" from a wall, about the middle of one of its stretches."""
    n = rng.randrange(len(wall_.line) - 1)
    (x0, y0), (x1, y1) = inches(wall_.line[n]), inches(wall_.line[n + 1])
    far, share = math.dist((x0, y0), (x1, y1)), rng.uniform(0.3, 0.7)
    off = (wall_.thickness + max(base.width, base.depth)) / 5080 + rng.uniform(0.03, 0.6)
    side = rng.choice((-1, 1)) * off / far
    x, y = x0 + (x1 - x0) * share - (y1 - y0) * side, y0 + (y1 - y0) * share + (x1 - x0) * side
    return Pose.at(x, y, wall_.z / 2540, facing / 100)


def may_hide(table: Table, name: str, least: float = 0.0) -> bool:
    """Whether a model has cover, nobody in plain view of it, and nobody near enough to notice it.

    `least` inches of cover where enemies may look over it.
    """
    unit, me = table.unit_of(name), body_of(table.unit_of(name).base, table.pose_of(name))
    foot = table.pose_of(name).z / 2540
    high = max(unit.height / 2540 / 2, least)
    covers = [o for o in obstacles(table, foot) if o.rise >= high and gap(me, o.body) <= 0.9]
    if not covers:
        return False
    for foe in enemies(table, name):
        if not standing(table, foe):
            continue
        there = body_of(table.unit_of(foe).base, table.pose_of(foe))
        if gap(me, there) <= float(table.unit_of(foe).stat("I")) + 0.5 or in_view(table, foe, name):
            return False
        if not any(_between(me, there, cover.body) for cover in covers):
            return False
    return True


def _between(a: Body, b: Body, cover: Body) -> bool:
    """Whether every straight line from one body to the other passes the cover."""
    hull = shapely.convex_hull(shapely.union(shapely.buffer(a.core, a.reach), shapely.buffer(b.core, b.reach)))
    left = shapely.difference(hull, cover.core)
    parts = list(left.geoms) if hasattr(left, "geoms") else [left]
    return not any(shapely.intersects(p, a.core) and shapely.intersects(p, b.core) for p in parts)
