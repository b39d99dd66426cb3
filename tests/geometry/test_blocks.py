"""Blocks: swept moves beside the exact sweep of one base and a dense sampler, ways of corners, who goes where."""

import itertools
import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
import shapely

from movetray._kernel import Placed, Shape
from movetray.geometry import Block, Scene, bottleneck, bottleneck_of_corners
from oracle.blocks import Pose, Regiment, ahead, wheeled

if TYPE_CHECKING:
    from movetray._kernel import BlockStep

HERE = (0.0, 0.0, 0.0)
SAMPLES = 400


def pieces(random: Random, count: int) -> list[list[tuple[float, float]]]:
    found = []
    for _ in range(count):
        x, y, size = random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(0.1, 2.5)
        turns = sorted(random.uniform(0, 2 * math.pi) for _ in range(random.randint(3, 7)))
        ring = [(x + size * math.cos(t), y + size * random.uniform(0.3, 1.0) * math.sin(t)) for t in turns]
        if shapely.Polygon(ring).is_valid and shapely.Polygon(ring).area > 0.01:
            found.append(ring)
    return found


def any_regiment(random: Random) -> Regiment:
    return Regiment(random.randint(1, 24), random.randint(1, 7), random.choice((0.8, 1.0, 2.0)), random.uniform(0.7, 2))


def block_of(one: Regiment) -> Block:
    return Block(one.models, one.files, one.width, one.depth)


def step(degrees: float) -> "BlockStep":
    return ("wheel-left", degrees) if degrees >= 0 else ("wheel-right", -degrees)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("clearance", [0.0, 1.0])
def test_many_moves_at_once_are_blocked_where_the_exact_sweep_of_one_says_so(seed: int, clearance: float) -> None:
    random = Random(seed)
    terrain = pieces(random, 7)
    circles = [(random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(0.2, 1.5)) for _ in range(2)]
    scene, block = Scene(terrain, circles), block_of(any_regiment(random))
    placed = Placed(
        [(Shape.polygon(ring), HERE) for ring in terrain] + [(Shape.disc(r), (x, y, 0.0)) for x, y, r in circles]
    )
    poses = [(random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(0, 360)) for _ in range(150)]
    sizes = [random.uniform(0.0, 6.0) for _ in poses]
    ways = [random.choice(("forward", "back", "left", "right")) for _ in poses]
    wheels = [random.uniform(-170, 170) for _ in poses]
    unit = {"forward": (1, 0), "back": (-1, 0), "left": (0, 1), "right": (0, -1)}
    moves = np.array([(*p, s * unit[w][0], s * unit[w][1]) for p, s, w in zip(poses, sizes, ways, strict=True)])
    turns = np.array([(*p, w) for p, w in zip(poses, wheels, strict=True)])
    lists: list[tuple[list[BlockStep], np.ndarray, np.ndarray, np.ndarray]] = [
        (
            list(zip(ways, sizes, strict=True)),
            scene.block_many(block, moves, clearance),
            scene.block_first_many(block, moves, clearance),
            scene.block_gap_many(block, moves, 3.0),
        ),
        (
            [step(w) for w in wheels],
            scene.wheel_many(block, turns, clearance),
            scene.wheel_first_many(block, turns, clearance),
            scene.wheel_gap_many(block, turns, 3.0),
        ),
    ]
    met = 0
    for steps, blocked, first, gaps in lists:
        for k, (pose, one) in enumerate(zip(poses, steps, strict=True)):
            path = block.path(pose, [one])
            contact = placed.first(block.shape, path, 1e-9, clearance)
            assert blocked[k] == (contact is not None), (pose, one)
            assert math.isnan(first[k]) == (contact is None)
            least = min((c.gap for c in placed.clearances(block.shape, path, 3.0)), default=math.inf)
            assert gaps[k] == pytest.approx(least)
            if contact:
                met += 1
                done = (contact.leg + contact.t) / len(path.legs) * one[1]
                assert first[k] == pytest.approx(done, abs=1e-9)
    assert met > 10


@pytest.mark.parametrize("seed", range(25))
def test_what_a_dense_sampler_finds_in_the_way_of_a_wheel_is_in_its_way(seed: int) -> None:
    random = Random(100 + seed)
    terrain = pieces(random, 4)
    one = any_regiment(random)
    block, scene = block_of(one), Scene(terrain)
    solid = shapely.union_all([shapely.Polygon(ring) for ring in terrain])
    shapely.prepare(solid)
    for _ in range(12):
        pose = random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(0, 360)
        degrees = random.uniform(-110, 110)
        first = float(scene.wheel_first_many(block, np.array([(*pose, degrees)]))[0])
        sampled = [k / SAMPLES * degrees for k in range(SAMPLES + 1)]
        gaps = [shapely.distance(solid, one.footprint(wheeled(pose, one.front, turn))) for turn in sampled]
        hit = next((abs(turn) for turn, gap in zip(sampled, gaps, strict=True) if gap == 0.0), None)
        if hit is not None:
            assert first <= hit + 1e-6
        # and just before the contact the block is still free, just at it it is as good as touching
        end = abs(degrees) if math.isnan(first) else first
        free = solid.intersection(one.footprint(wheeled(pose, one.front, math.copysign(max(end - 1e-5, 0), degrees))))
        assert end < 1e-5 or free.area < 1e-6
        if not math.isnan(first) and first > 0:
            there = one.footprint(wheeled(pose, one.front, math.copysign(first, degrees)))
            assert shapely.distance(solid, there) < 1e-6


def test_a_left_wheel_is_the_mirror_of_a_right_one() -> None:
    random = Random(5)
    for _ in range(60):
        block = block_of(any_regiment(random))
        pose = random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(0, 360)
        mirrored = pose[0], -pose[1], -pose[2]
        degrees = random.uniform(0, 150)
        left, right = block.path(pose, [step(degrees)]), block.path(mirrored, [step(-degrees)])
        assert right.end[:2] == pytest.approx((left.end[0], -left.end[1]))
        assert left.end[2] + right.end[2] == pytest.approx(360)
        corners = block.shape.outline(HERE)
        assert left.ways(corners) == pytest.approx(right.ways([(x, -y) for x, y in corners]))
        ring = pieces(random, 3)
        over = [[(x, -y) for x, y in one] for one in ring]
        blocked = [
            bool(Scene(r).wheel_many(block, np.array([(*p, d)]))[0])
            for r, p, d in ((ring, pose, degrees), (over, mirrored, -degrees))
        ]
        assert blocked[0] == blocked[1]


@pytest.mark.parametrize("degrees", [3.0, 30.0, 60.0, 90.0])
def test_a_wheel_left_and_right_carries_the_front_forward_and_to_the_left(degrees: float) -> None:
    block = Block(20, 5, 0.9, 0.9)
    start = (7.0, 3.0, 25.0)
    end = block.path(start, [step(degrees), step(-degrees)]).end
    turn = math.radians(degrees)
    want = ahead(start, block.width * math.sin(turn), block.width * (1 - math.cos(turn)))
    assert end == pytest.approx(want, abs=1e-12)


def test_each_point_of_a_wheeling_block_travels_its_arc_and_costs_add_up() -> None:
    block = Block(11, 4, 1.0, 2.0)
    corner, points = (0.0, 2.0), [(0.0, -2.0), (-6.0, -2.0), *block.places]
    for parts in ([40.0], [15.0, 25.0], [1.0] * 40):
        path = block.path((1.0, 1.0, 77.0), [step(part) for part in parts])
        want = [math.dist(point, corner) * math.radians(40) for point in points]
        assert path.ways(points) == pytest.approx(want, abs=1e-9)
    mixed = block.path((0, 0, 0), [("forward", 3), step(20), ("back", 1), ("left", 2), ("pivot", 90)])
    straight = [math.dist(p, (-3.0, 0.0)) * math.pi / 2 + 6 + math.radians(20) * math.dist(p, corner) for p in points]
    assert mixed.ways(points) == pytest.approx(straight, abs=1e-9)
    assert block.path((5, 5, 5), [step(60)]).shifts([(0.0, -2.0)]) == pytest.approx([4.0])


@pytest.mark.parametrize("seed", range(40))
def test_no_way_of_going_to_new_places_has_a_shorter_longest_way(seed: int) -> None:
    random = Random(seed)
    count = 1 + seed % 8
    starts = [(random.uniform(0, 6), float(random.randint(0, 3))) for _ in range(count)]
    ends = [(random.uniform(0, 6), random.uniform(0, 6)) for _ in range(count)]
    found, longest = bottleneck(starts, ends)
    assert sorted(found) == list(range(count))
    assert max(math.dist(a, ends[k]) for a, k in zip(starts, found, strict=True)) == pytest.approx(longest)
    best = min(
        max(math.dist(a, ends[k]) for a, k in zip(starts, order, strict=True))
        for order in itertools.permutations(range(count))
    )
    assert longest == pytest.approx(best)


def corner_way(start: tuple[float, float], end: tuple[float, float], before: float, after: float) -> float:
    poses: tuple[Pose, Pose] = ((*start, before), (*end, after))
    return max(
        math.dist(ahead(poses[0], x, y)[:2], ahead(poses[1], x, y)[:2]) for x in (-0.5, 0.5) for y in (-0.25, 0.25)
    )


def test_the_furthest_corner_counts_where_bases_turn_as_they_go() -> None:
    random = Random(3)
    for _ in range(30):
        count = random.randint(1, 6)
        starts = [(random.uniform(0, 6), random.uniform(0, 6)) for _ in range(count)]
        ends = [(random.uniform(0, 6), random.uniform(0, 6)) for _ in range(count)]
        before, after = random.uniform(0, 360), random.uniform(0, 360)
        _, longest = bottleneck_of_corners(starts, ends, (before, after), 0.5, 1.0)
        best = min(
            max(corner_way(a, ends[k], before, after) for a, k in zip(starts, order, strict=True))
            for order in itertools.permutations(range(count))
        )
        assert longest == pytest.approx(best)


def test_blocks_and_batches_refuse_what_is_none_in_one_sentence() -> None:
    block, scene = Block(4, 2, 1, 1), Scene([[(0, 0), (1, 0), (0, 1)]])
    for make in (
        lambda: Block(0, 1, 1, 1),
        lambda: Block(1, 0, 1, 1),
        lambda: Block(1, 1, math.nan, 1),
        lambda: Block(1, 1, 1, -1),
        lambda: block.path(HERE, [("sideways", 1)]),
        lambda: block.path(HERE, [("forward", math.inf)]),
        lambda: block.path(HERE, [("wheel-left", -3)]),
        lambda: bottleneck([(0, 0)], []),
        lambda: bottleneck([(0, math.nan)], [(0, 0)]),
        lambda: scene.block_many(block, np.zeros((2, 4))),
        lambda: scene.block_many(block, np.ones((2, 5))),
        lambda: scene.wheel_many(block, np.full((1, 4), np.nan)),
        lambda: scene.wheel_many(block, np.full((1, 4), 400.0)),
        lambda: scene.wheel_many(block, np.zeros((1, 4)), -1.0),
    ):
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            make()
    with pytest.raises(TypeError):
        scene.block_many(block, [[0, 0, 0, 1, 0]])
