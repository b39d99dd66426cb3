"""Ways of blocks in wheels and straight on: they can be done, they end where they should, and little is cheaper."""

import math
from random import Random
from typing import Any

import pytest
import shapely

from movetray._kernel import Placed, Shape
from movetray.geometry import Block, BlockPlan, BlockRoute
from oracle.blocks import Pose, Regiment, ahead
from oracle.manoeuvres import candidates, clear

HERE = (0.0, 0.0, 0.0)
TABLE = (-24.0, -24.0, 24.0, 24.0)
SPEARS = Regiment(15, 5, 0.8, 0.8)
Things = list[tuple[Any, float]]


def block_of(one: Regiment) -> Block:
    return Block(one.models, one.files, one.width, one.depth)


def shape_of(thing: Any) -> Shape:
    return Shape.polygon([(float(x), float(y)) for x, y in shapely.get_coordinates(thing)])


def plan_of(one: Regiment, things: Things, radius: float | None = None) -> BlockPlan:
    solid = [(shape_of(thing), HERE, clearance) for thing, clearance in things]
    return BlockPlan(block_of(one), TABLE, solid, radius or one.front)


def cost_of(route: BlockRoute, radius: float) -> float:
    return sum(size if kind == "forward" else math.radians(size) * radius for kind, size in route.steps)


def check(one: Regiment, start: Pose, route: BlockRoute, things: Things, radius: float) -> None:
    """The steps cost what is said, lead to the end that is said, and keep their distance on the way."""
    block = block_of(one)
    assert {kind for kind, _ in route.steps} <= {"forward", "wheel-left", "wheel-right"}
    assert route.cost == pytest.approx(cost_of(route, radius), abs=1e-9)
    path = block.path(start, route.steps)
    assert path.end == pytest.approx(route.end, abs=1e-9)
    for thing, clearance in things:
        assert Placed([(shape_of(thing), HERE)]).first(block.shape, path, 0.0006, clearance) is None
    x0, y0, x1, y1 = TABLE
    rim = [
        (Shape.polygon([(a, b), (c, b), (c, d), (a, d)]), HERE)
        for a, b, c, d in ((-99, -99, x0, 99), (x1, -99, 99, 99), (-99, -99, 99, y0), (-99, y1, 99, 99))
    ]
    assert Placed(rim).first(block.shape, path, 0.0006) is None


def any_question(random: Random, crowded: bool) -> tuple[Regiment, Pose, Pose, Things]:
    """A block, where it stands, where it is wanted, and what it keeps away from."""
    files = random.randint(1, 6)
    one = Regiment(random.randint(1, 3 * files), files, 0.8, random.choice((0.8, 1.6)))
    start = (random.uniform(-6, 6), random.uniform(-6, 6), random.choice((0.0, 90.0, random.uniform(0, 360))))
    x, y, _ = ahead(start, random.uniform(3, 12), random.uniform(-5, 5))
    goal = (x, y, start[2] + random.choice((0.0, 0.0, 90.0, random.uniform(-90, 90))))
    things: Things = []
    for _ in range(random.randint(1, 4) if crowded else 0):
        cx, cy, _ = ahead(start, random.uniform(1, 10), random.uniform(-6, 6))
        turns = sorted(random.uniform(0, 2 * math.pi) for _ in range(random.randint(3, 6)))
        ring = [(cx + 1.2 * math.cos(t), cy + 1.2 * math.sin(t)) for t in turns]
        thing, clearance = shapely.Polygon(ring), random.choice((0.0, 1.0))
        room = clearance + 0.1
        if thing.area > 0.1 and min(thing.distance(one.footprint(pose)) for pose in (start, goal)) > room:
            things.append((thing, clearance))
    return one, start, goal, things


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(k, marks=pytest.mark.soak) for k in range(12, 150))])
@pytest.mark.parametrize("crowded", [False, True])
def test_no_way_of_three_wheels_is_a_hundredth_cheaper(seed: int, crowded: bool) -> None:
    random = Random(seed)
    one, start, goal, things = any_question(random, crowded)
    radius = one.front * random.choice((1.0, 1.2))
    route = plan_of(one, things, radius).to_pose(start, goal)
    assert route is not None
    known = route.whole if route.whole is not None else math.inf
    if route.arrives:
        check(one, start, route, things, radius)
        assert route.end[:2] == pytest.approx(goal[:2], abs=1e-6)
        assert math.remainder(route.end[2] - goal[2], 360) == pytest.approx(0, abs=1e-6)
    cheaper = candidates(one.front, start, goal, radius, 5.0, min(0.99 * known, 40.0))
    for steps in cheaper[:60]:
        assert not clear(one, start, steps, things), (route, steps)


def test_straight_ahead_costs_its_inches_and_a_step_aside_two_equal_wheels() -> None:
    plan = plan_of(SPEARS, [])
    ahead_only = plan.to_pose((0, 0, 90), (0, 7, 90))
    assert ahead_only is not None
    assert (ahead_only.steps, ahead_only.cost, ahead_only.arrives) == ([("forward", 7.0)], 7.0, True)
    aside = plan.to_pose((0, 0, 90), (-2, 9, 90))
    assert aside is not None
    kinds = [kind for kind, _ in aside.steps]
    assert kinds == ["wheel-left", "forward", "wheel-right"]
    assert aside.steps[0][1] == pytest.approx(aside.steps[2][1])
    check(SPEARS, (0, 0, 90), aside, [], SPEARS.front)


def test_beyond_the_limit_it_goes_as_far_as_the_limit_allows() -> None:
    plan = plan_of(SPEARS, [])
    short = plan.to_pose((0, 0, 0), (10, 3, 20), 6.0)
    whole = plan.to_pose((0, 0, 0), (10, 3, 20))
    assert short is not None
    assert whole is not None
    assert not short.arrives
    assert short.whole == pytest.approx(whole.cost)
    assert short.cost == pytest.approx(6.0)
    check(SPEARS, (0, 0, 0), short, [], SPEARS.front)


def test_behind_a_wall_from_edge_to_edge_it_comes_as_near_as_the_wall_allows() -> None:
    wall: Things = [(shapely.box(-24, 5, 24, 6), 1.0)]
    route = plan_of(SPEARS, wall).to_pose((0, 0, 90), (0, 12, 90), 10.0)
    assert route is not None
    assert (route.arrives, route.whole) == (False, None)
    assert 3.4 < route.end[1] <= 4.0006
    check(SPEARS, (0, 0, 90), route, wall, SPEARS.front)


def test_round_a_house_it_goes_and_keeps_its_inch() -> None:
    house: Things = [(shapely.box(-1, 5, 1, 8), 1.0)]
    start: Pose = (0.0, 0.0, 90.0)
    route = plan_of(SPEARS, house).to_pose(start, (0.0, 14.0, 90.0))
    assert route is not None
    assert route.arrives
    assert 14.0 < route.cost < 30.0
    check(SPEARS, start, route, house, SPEARS.front)


def test_a_block_that_stands_too_near_has_no_way() -> None:
    assert plan_of(SPEARS, [(shapely.box(0.5, -1, 1, 1), 1.0)]).to_pose(HERE, (5, 0, 0)) is None


@pytest.mark.parametrize("seed", range(4))
def test_reach_holds_what_a_route_gets_to_and_nothing_else(seed: int) -> None:
    random = Random(40 + seed)
    one, start, _, things = any_question(random, seed % 2 == 1)
    plan, budget = plan_of(one, things), random.uniform(3, 8)
    reach = plan.reach(start, budget)
    places = set(reach.places())
    assert reach.area == pytest.approx(len(places) / 16)
    poses = reach.poses()
    rings = [shapely.Polygon(ring) for ring in reach.outline()]
    assert abs(sum(ring.area if ring.exterior.is_ccw else -ring.area for ring in rings)) == pytest.approx(reach.area)
    for pose, cost in random.sample(poses, min(5, len(poses))):
        assert cost <= budget + 1e-9
        assert reach.contains(pose[:2])
    for place in random.sample(sorted(places), min(8, len(places))):
        route = plan.to_point(start, place, budget)
        assert route is not None
        assert route.arrives
        check(one, start, route, things, one.front)
        assert route.end[:2] == pytest.approx(place, abs=1e-6)
        assert reach.contains(place)
    far = ahead(start, budget + 0.01)[:2]
    assert not reach.contains(far)
    missed = 0
    for _ in range(30):
        place = ahead(start, random.uniform(0, budget), random.uniform(-budget / 2, budget / 2))[:2]
        square = (math.floor(place[0] * 4) / 4 + 0.125, math.floor(place[1] * 4) / 4 + 0.125)
        missed += reach.contains(square) and square not in places
    assert missed <= 3  # the area is counted in squares, from places found in steps


def test_on_open_ground_the_area_is_the_fan_of_one_wheel_and_a_straight_way() -> None:
    # a place is reached by wheeling until it lies ahead: counted finely from the closed form of a tangent
    budget, half = 6.0, SPEARS.front / 2
    inside = 0
    fine = 0.05
    for i in range(-130, 131):
        for j in range(131):
            x, y = (i + 0.5) * fine, (j + 0.5) * fine
            left = -x if x < 0 else x  # the two sides are alike
            dx, dy = half - left, y
            away = math.hypot(dx, dy)
            if away < half:
                continue
            straight = math.sqrt(away * away - half * half)
            # pivot at (half, 0) seen with the place on its side; the tangent leaves the circle after this angle
            angle = math.pi / 2 - math.atan2(dy, left - half) + math.atan2(half, straight)
            angle = math.remainder(angle, 2 * math.pi)
            if angle >= -1e-9 and straight + max(angle, 0) * 2 * half <= budget:
                inside += 1
    area = plan_of(SPEARS, []).reach((0, 0, 90), budget).area
    assert area == pytest.approx(inside * fine * fine, rel=0.06)
