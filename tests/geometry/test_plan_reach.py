"""Reach: areas against closed forms, places against the routes that lead to them."""

import math
import random

import pytest
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry
from test_plan_random import RADII, SIZE, Table

from movetray._kernel import Placed, Plan, Reach, Shape

R25, R32 = 12.5 / 25.4, 16 / 25.4
TABLE = (0.0, 0.0, 48.0, 36.0)
EXACT = 5e-5
"""Of the area, where the closed form is known; what is asked for is 5e-4."""
Pose = tuple[float, float, float]
Item = tuple[Shape, Pose]


def disc(x: float, y: float, radius: float) -> Item:
    return Shape.disc(radius), (x, y, 0)


def box(x0: float, y0: float, x1: float, y1: float) -> Item:
    return Shape.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), (0, 0, 0)


def drawn(reach: Reach, chord: float = 0.0) -> float:
    """The area of the rings, even-odd."""
    area: BaseGeometry = Polygon()
    for ring in reach.outline(chord):
        area = area.symmetric_difference(Polygon(ring).buffer(0))
    return float(area.area)


@pytest.mark.parametrize("budget", [0.3, 2.5, 7, 11])
def test_in_the_open_it_is_a_disc(budget: float) -> None:
    reach = Plan(Shape.disc(R32), 0, TABLE, []).reach((23, 17), budget)
    assert reach.area == pytest.approx(math.pi * budget**2, rel=EXACT)
    assert drawn(reach) == pytest.approx(reach.area, rel=1e-3)
    assert reach.contains((23 + budget - 1e-6, 17), 0)
    assert not reach.contains((23 + budget + 1e-6, 17), 0)


def test_a_corner_of_the_table_cuts_it() -> None:
    # a disc of 3 about (1.5, 1) on x >= r, y >= r: two segments cut off, their overlap counted once
    reach = Plan(Shape.disc(R25), 0, TABLE, []).reach((1.5, 1), 3)
    a, b = 1.5 - R25, 1 - R25
    inside = Point(1.5, 1).buffer(3, quad_segs=4000).intersection(Polygon([(R25, R25), (9, R25), (9, 9), (R25, 9)]))
    assert (a, b) > (0, 0)
    assert reach.area == pytest.approx(inside.area, rel=EXACT)
    assert reach.contains((R25, R25), 0)
    assert not reach.contains((R25 - 1e-6, 2), 0)
    assert reach.contains((R25 - 0.0005, 2))


@pytest.mark.parametrize("far, budget", [(2.0, 2.9), (3.5, 4.2), (1.7, 3.0)])
def test_the_shadow_of_a_round_piece(far: float, budget: float) -> None:
    piece = 0.8
    wide = piece + R32
    reach = Plan(Shape.disc(R32), 0, TABLE, [disc(20 + far, 18, piece)]).reach((20, 18), budget)
    tangent = math.sqrt(far**2 - wide**2)
    half = math.asin(wide / far)
    lit = (math.pi - half) * budget**2 + tangent * wide - (math.pi / 2 - half) * wide**2
    # walking round it by phi leaves the rest of the budget to go straight: the integral of half its square
    left = budget - tangent
    assert left / wide < math.pi / 2 + half, "the two ways round must not meet"
    around = 2 * left**3 / (6 * wide)
    assert reach.area == pytest.approx(lit + around, rel=EXACT)


def test_round_the_end_of_a_long_wall() -> None:
    # start beside the wall's end, in contact with it: half a disc, then the way round the end unrolls
    wall = box(20, 2, 20.4, 18)
    budget = 3.0
    reach = Plan(Shape.disc(R25), 0, TABLE, [wall]).reach((20 - R25, 18), budget)
    half = math.pi * budget**2 / 2
    quarter = R25 * math.pi / 2
    first = (budget**3 - (budget - quarter) ** 3) / (6 * R25)
    rest = budget - quarter - 0.4
    second = (rest**3 - (rest - quarter) ** 3) / (6 * R25)
    assert reach.area == pytest.approx(half + first + second, rel=EXACT)


def test_places_where_one_may_not_end_are_left_out() -> None:
    start, budget = (20.0, 18.0), 4.0
    low_wall = box(21, 16, 21.2, 20)
    plain = Plan(Shape.disc(R25), 0, TABLE, []).reach(start, budget)
    reach = Plan(Shape.disc(R25), 0, TABLE, [], [low_wall]).reach(start, budget)
    barred = Polygon([(21, 16), (21.2, 16), (21.2, 20), (21, 20)]).buffer(R25, quad_segs=500)
    assert plain.area - reach.area == pytest.approx(barred.intersection(Point(start).buffer(budget)).area, rel=1e-3)
    assert not reach.contains((21.1, 18))
    assert reach.contains((22, 18))
    assert reach.contains((21.2 + R25, 18), 0)


def test_a_closed_room_keeps_one_in() -> None:
    room = [box(10, 10, 16, 10.5), box(10, 15.5, 16, 16), box(10, 10, 10.5, 16), box(15.5, 10, 16, 16)]
    reach = Plan(Shape.disc(R25), 0, TABLE, room).reach((13, 13), 20)
    assert reach.area == pytest.approx((5 - 2 * R25) ** 2, rel=1e-4)
    assert not reach.contains((20, 13))


@pytest.mark.parametrize("price", [2.0, 4.0])
def test_slow_ground_all_around(price: float) -> None:
    field = Shape.rectangle(14, 14), (20.0, 18.0, 0.0), price
    reach = Plan(Shape.disc(R32), 0, TABLE, [], [], [field]).reach((20, 18), 5)
    assert reach.area == pytest.approx(math.pi * (5 / price) ** 2, rel=EXACT)


def test_into_slow_ground_from_a_straight_border() -> None:
    # half a plane at twice the price, by the centre: outside half a disc, inside what refraction at the border leaves
    field = box(24, -40, 80, 80)
    start, budget, price = (21.5, 18.0), 4.0, 2.0
    reach = Plan(Shape.disc(R25), 0, TABLE, [], [], [(*field, price)], True).reach(start, budget)
    off = 24 - start[0]
    edge = math.sqrt(budget**2 - off**2)
    outside = math.pi * budget**2 - (budget**2 * math.acos(off / budget) - off * edge)
    steps = 200_000
    inside = 0.0
    last = (0.0, 0.0)
    for k in range(steps):
        # the outline inside, by the angle at which the border is met
        angle = (k + 0.5) / steps * math.acos(off / budget)
        along = math.asin(math.sin(angle) / price)
        y, left = off * math.tan(angle), budget - off / math.cos(angle)
        deep, aside = left / price * math.cos(along), y + left / price * math.sin(along)
        if k:
            inside += (aside - last[1]) * (deep + last[0]) / 2
        last = (deep, aside)
    assert reach.area == pytest.approx(outside + 2 * inside, rel=2e-4)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_in_reach_is_what_a_way_leads_to(seed: int) -> None:
    table = Table(300 + seed)
    dice = table.dice
    radius, budget = dice.choice(RADII), dice.choice([2.0, 4.0, 8.0])
    ground = []
    if seed % 2:
        size = dice.uniform(2, 6)
        place = dice.uniform(4, 16), dice.uniform(4, 16), dice.uniform(0, 90)
        ground = [(Shape.rectangle(size, 3), place, dice.choice([2.0, 4.0]))]
    base = Shape.disc(radius)
    plan = Plan(base, 0, (0, 0, SIZE, SIZE), table.solid, [], ground)
    solid = Placed(table.solid)
    start = table.free(radius)
    reach = plan.reach(start, budget)
    in_reach = total = 0
    for _ in range(80):
        spot = start[0] + dice.uniform(-budget, budget), start[1] + dice.uniform(-budget, budget)
        if not all(radius < c < SIZE - radius for c in spot) or solid.near(base, (*spot, 0), 0.001):
            continue
        route = plan.to_point(start, spot)
        cost = math.inf if route is None else route.cost
        if abs(cost - budget) > (0.001 if ground else 1e-6):
            assert reach.contains(spot, 0) is (cost < budget), (spot, cost)
            total += 1
            in_reach += cost < budget
    assert total > 10
    assert drawn(reach) == pytest.approx(reach.area, rel=2e-3)


@pytest.mark.parametrize("seed", range(6))
def test_the_area_is_that_of_the_places_in_reach(seed: int) -> None:
    """By throwing points: four deviations of what chance leaves."""
    table = Table(400 + seed)
    radius, budget = RADII[seed % 3], 5.0
    start = table.free(radius)
    reach = Plan(Shape.disc(radius), 0, (0, 0, SIZE, SIZE), table.solid).reach(start, budget)
    dice = random.Random(seed)
    thrown = 20_000
    hits = sum(
        reach.contains((start[0] + dice.uniform(-budget, budget), start[1] + dice.uniform(-budget, budget)), 0)
        for _ in range(thrown)
    )
    share = hits / thrown
    deviation = 4 * math.sqrt(max(share * (1 - share), 1e-4) / thrown) * (2 * budget) ** 2
    assert reach.area == pytest.approx(share * (2 * budget) ** 2, abs=deviation)


def test_no_budget_no_reach() -> None:
    plan = Plan(Shape.disc(R25), 0, TABLE, [])
    assert plan.reach((20, 18), -1).area == 0
    assert plan.reach((20, 18), 0).area == pytest.approx(0, abs=1e-9)
    assert not plan.reach((20, 18), -1).contains((20, 18))
    assert plan.reach((60, 18), 5).area == 0


def test_two_reaches_joined_are_counted_once() -> None:
    one = Plan(Shape.disc(R25), 0, TABLE, []).reach((20, 17), 6)
    other = Plan(Shape.disc(R25), 0, TABLE, []).reach((23, 17), 4)
    apart = Plan(Shape.disc(R25), 0, TABLE, []).reach((40, 17), 4)
    union = Point(20, 17).buffer(6, 512).union(Point(23, 17).buffer(4, 512)).area
    assert one.joined(other).area == pytest.approx(union, rel=3e-4)
    assert other.joined(one).area == pytest.approx(union, rel=3e-4)
    assert one.joined(one).area == pytest.approx(one.area, rel=3e-4)
    assert one.joined(apart).area == pytest.approx(one.area + apart.area, rel=3e-4)
    assert one.joined(Plan(Shape.disc(R25), 0, TABLE, []).reach((20.5, 17), 2)).area == pytest.approx(
        one.area, rel=3e-4
    )


def test_a_way_around_joined_with_a_shorter_way_through() -> None:
    strip = box(22, -1, 22.5, 40)  # six around it, four through it: the second disc adds what lies beyond the line
    around = Plan(Shape.disc(R25), 0, TABLE, [strip]).reach((20, 17), 6)
    through = Plan(Shape.disc(R25), 0, TABLE, []).reach((20, 17), 4)
    joined, line = around.joined(through), 22 - R25
    left, right = Polygon([(0, 0), (line, 0), (line, 36), (0, 36)]), Polygon([(line, 0), (48, 0), (48, 36), (line, 36)])
    expected = (
        Point(20, 17).buffer(6, 512).intersection(left).area + Point(20, 17).buffer(4, 512).intersection(right).area
    )
    assert joined.area == pytest.approx(expected, rel=3e-4)
    assert drawn(joined) == pytest.approx(expected, rel=1e-3)
    assert joined.contains((23.9, 17)) and not joined.contains((24.1, 17))
    assert joined.contains((14.1, 17)) and not around.contains((23.9, 17))
