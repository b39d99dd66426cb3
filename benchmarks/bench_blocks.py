"""Blocks among 25 pieces: 1000 sweeps beside Shapely's hull of a straight move, who goes where beside SciPy, the best
charge and the cheapest manoeuvre."""

import math
from functools import partial
from random import Random
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching
from shapely import Polygon

from benchmarks.board import DEPTH, SEED, WIDTH, Bench, Spot, bench
from benchmarks.compare import Result, Rival, at_least, race
from movetray._kernel import Placed, Shape
from movetray.geometry import Block, BlockPlan, Charge, Scene, best_charge, bottleneck

Pose = tuple[float, float, float]
Floats = NDArray[np.float64]

BLOCK = Block(10, 5, 0.78, 1.0)  # 3.9" x 2"
PASSES, OFTEN = 20, 50
CHARGE_WITHIN, PLAN_WITHIN = 200e-6, 20e-3  # seconds
CHARGES, PLANS, BYSTANDERS = 60, 40, 8
HERE = (0.0, 0.0, 0.0)


def corners(block: Block, pose: Pose) -> Floats:
    """The corners of the block where it stands."""
    x, y, facing = pose
    cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    half = block.width / 2
    own = [(-block.depth, -half), (0.0, -half), (0.0, half), (-block.depth, half)]
    return np.array([(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in own])


def free_poses(table: Bench, block: Block, count: int, room: float, seed: int) -> list[Pose]:
    """Poses on the table, clear of every piece by so much."""
    rng, terrain = Random(seed), shapely.union_all([Polygon(piece) for piece in table.pieces])
    field, found = shapely.box(0, 0, WIDTH, DEPTH), list[Pose]()
    while len(found) < count:
        pose = rng.uniform(3, WIDTH - 3), rng.uniform(3, DEPTH - 3), rng.uniform(0, 360)
        body = Polygon(corners(block, pose))
        if field.contains(body) and body.distance(terrain) > room:
            found.append(pose)
    return found


def sweeps(table: Bench) -> list[Result]:
    """1000 straight moves and 1000 wheels, one call each; raises AssertionError where answers differ."""
    rng = Random(SEED + 3)
    poses = free_poses(table, BLOCK, 1000, 0.02, SEED + 4)
    far = [rng.uniform(1, 6) for _ in poses]
    turns = [rng.uniform(5, 90) * rng.choice((-1, 1)) for _ in poses]
    moves = np.array([(*pose, way, 0.0) for pose, way in zip(poses, far, strict=True)])
    wheels = np.array([(*pose, turn) for pose, turn in zip(poses, turns, strict=True)])
    scene = Scene(table.pieces)
    terrain = shapely.union_all([Polygon(piece) for piece in table.pieces])
    shapely.prepare(terrain)
    half = BLOCK.width / 2
    own = [(-BLOCK.depth, -half), (0.0, -half), (0.0, half), (-BLOCK.depth, half)]
    # the block where it begins and where it ends
    bodies = [np.array([*own, *((u + way, v) for u, v in own)]) for way in far]

    def peer() -> list[bool]:
        found = []
        for (x, y, facing), body in zip(poses, bodies, strict=True):
            angle = math.radians(facing)
            cos, sin = math.cos(angle), math.sin(angle)
            points = body @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
            found.append(bool(terrain.intersects(shapely.convex_hull(shapely.multipoints(points)))))
        return found

    assert list(scene.block_many(BLOCK, moves)) == peer()
    placed = Placed([(Shape.polygon(piece), HERE) for piece in table.pieces])
    one_by_one = []
    for pose, turn in zip(poses, turns, strict=True):
        path = BLOCK.path(pose, [("wheel-left" if turn > 0 else "wheel-right", abs(turn))])
        one_by_one.append(placed.first(BLOCK.shape, path, 1e-9) is not None)
    assert list(scene.wheel_many(BLOCK, wheels)) == one_by_one
    hull = Rival("Shapely hull of a straight move", peer, len(poses))
    return [
        at_least(
            "block straight on, one call for 1000",
            200,
            Rival(
                "Scene.block_many",
                lambda: [scene.block_many(BLOCK, moves) for _ in range(PASSES)],
                PASSES * len(moves),
            ),
            hull,
        ),
        at_least(
            "block in a wheel, one call for 1000",
            100,
            Rival(
                "Scene.wheel_many",
                lambda: [scene.wheel_many(BLOCK, wheels) for _ in range(PASSES)],
                PASSES * len(wheels),
            ),
            hull,
        ),
    ]


def by_bisection(starts: Floats, ends: Floats) -> float:
    """The peer: the least distance up to which everybody can be matched."""
    away = np.hypot(*(starts[:, None] - ends[None]).transpose(2, 0, 1))
    known = np.unique(away)
    low, high = 0, len(known) - 1
    while low < high:
        middle = (low + high) // 2
        matched: Any = maximum_bipartite_matching(csr_matrix(away <= known[middle]))
        if (matched >= 0).all():
            high = middle
        else:
            low = middle + 1
    return float(known[low])


def reform(models: int) -> tuple[list[Spot], list[Spot]]:
    """Five wide to ten wide, turned by 70° about the middle."""
    wide, broad = Block(models, 5, 0.98, 0.98), Block(models, 10, 0.98, 0.98)
    cos, sin = math.cos(math.radians(70)), math.sin(math.radians(70))
    ends = [(x + broad.depth / 2, y) for x, y in broad.places]
    starts = [(x + wide.depth / 2, y) for x, y in wide.places]
    return starts, [(x * cos - y * sin, x * sin + y * cos) for x, y in ends]


def often(starts: list[Spot], ends: list[Spot]) -> None:
    """Ours is too quick for one call to be a measurement."""
    for _ in range(OFTEN):
        bottleneck(starts, ends)


def assignments() -> list[Result]:
    """Who goes where, for 20 and 60 models; raises AssertionError where the longest ways differ."""
    found = []
    for models, times in ((20, 100), (60, 35)):
        starts, ends = reform(models)
        rows, columns = np.array(starts), np.array(ends)
        assert math.isclose(bottleneck(starts, ends)[1], by_bisection(rows, columns), rel_tol=1e-12)
        found.append(
            at_least(
                f"who goes where, {models} models",
                times,
                Rival("bottleneck", partial(often, starts, ends), OFTEN),
                Rival("bisection over SciPy's matching", partial(by_bisection, rows, columns)),
            )
        )
    return found


def charges(table: Bench) -> Result:
    """The best charge from everywhere on the table, among solid pieces and blocks that may not be touched."""
    foe = Block(20, 5, 0.98, 0.98)
    solid = [(Shape.polygon(piece), HERE) for piece in table.pieces]
    others = [(BLOCK.shape, pose) for pose in free_poses(table, BLOCK, BYSTANDERS, 0.1, SEED + 5)]
    chargers = free_poses(table, foe, CHARGES, 0.1, SEED + 6)
    rng = Random(SEED + 7)
    asked = []
    for x, y, facing in chargers:
        far, turn = rng.uniform(5, 12), math.radians(facing + rng.uniform(-30, 30))
        asked.append(((x, y, facing), (x + far * math.cos(turn), y + far * math.sin(turn), rng.uniform(0, 360))))

    def ask() -> list[object]:
        return [best_charge(foe, start, foe, stands, 14.0, solid, others) for start, stands in asked]

    home = sum(isinstance(found, Charge) for found in ask())
    assert CHARGES / 4 < home < CHARGES, f"{home} of {CHARGES} charges come home"
    ours, _ = race(Rival("best_charge", ask, CHARGES), Rival("", lambda: None))
    what = f"best charge among 25 pieces and {BYSTANDERS} blocks"
    return Result(what, ours, None, "", "< 200 us", ours < CHARGE_WITHIN)


def manoeuvres(table: Bench) -> Result:
    """The cheapest way of up to 16" to poses 3" to 12" away, an inch kept from every piece; the slowest counts."""
    things = [(Shape.polygon(piece), HERE, 1.0) for piece in table.pieces]
    plan = BlockPlan(BLOCK, (0.0, 0.0, WIDTH, DEPTH), things, BLOCK.width)
    starts = free_poses(table, BLOCK, 4 * PLANS, 1.01, SEED + 8)
    goals = free_poses(table, BLOCK, 40 * PLANS, 1.01, SEED + 9)

    def ahead(start: Pose, goal: Pose) -> bool:
        bearing = math.degrees(math.atan2(goal[1] - start[1], goal[0] - start[0]))
        turned = [math.remainder(a - start[2], 360) for a in (bearing, goal[2])]
        return 3 < math.dist(start[:2], goal[:2]) < 12 and abs(turned[0]) < 60 and abs(turned[1]) < 90

    pairs = [(start, goal) for start in starts for goal in goals if ahead(start, goal)][::2][:PLANS]
    assert len(pairs) == PLANS
    arrived = sum(bool((found := plan.to_pose(*pair, 16.0)) and found.arrives) for pair in pairs)
    assert arrived > PLANS / 4, f"{arrived} of {PLANS} arrive"
    nothing = Rival("", lambda: None)
    slowest = max(race(Rival("to_pose", partial(plan.to_pose, *pair, 16.0)), nothing, 1, 3)[0] for pair in pairs)
    what = f"manoeuvre of a block, slowest of {PLANS} ({arrived} arrive)"
    return Result(what, slowest, None, "", "< 20 ms", slowest < PLAN_WITHIN)


def run() -> list[Result]:
    """All races."""
    table = bench()
    return [*sweeps(table), *assignments(), charges(table), manoeuvres(table)]
