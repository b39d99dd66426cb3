"""Paths: their lengths, arcs, ends, cuts, and the part of a base that travels furthest."""

import math
from random import Random

import numpy as np
import pytest
from geometry_bases import any_base, oval, path_of

from movetray._kernel import Path, Shape, ahead, bearing, distance
from oracle.motion import Body, Ellipse, Leg


def test_an_arc_goes_by_the_shorter_turn_and_counter_clockwise_when_both_are_equal() -> None:
    quarter = Path((1, 0, 0), [(0, 1, 0, 0, 0)])
    assert quarter.length == pytest.approx(math.pi / 2)
    assert quarter.pose(0, 0.5)[:2] == pytest.approx((math.sqrt(0.5), math.sqrt(0.5)))
    back = Path((0, 1, 0), [(1, 0, 0, 0, 0)])
    assert back.pose(0, 0.5)[:2] == pytest.approx((math.sqrt(0.5), math.sqrt(0.5)))
    for end in ((-1, 0), (-1, 1e-7), (-1, -1e-7)):
        half = Path((1, 0, 0), [(*end, 0, 0, 0)])
        assert half.pose(0, 0.5)[:2] == pytest.approx((0, 1), abs=1e-6)
    assert Path((1, 0, 0), [(-1, -0.01, 0, 0, 0)]).pose(0, 0.5)[1] < 0


def test_an_arc_ends_where_it_is_told_even_if_its_centre_was_rounded() -> None:
    path = Path((1, 0, 0), [(0, 1.000001, 0, 0.0000004, 0)])
    assert path.end[:2] == (0, 1.000001)
    assert path.legs == [(0, 1.000001, 0, 0.0000004, 0)]
    with pytest.raises(ValueError, match="makes no arc"):
        Path((1, 0, 0), [(0, 1.2, 0, 0, 0)])


def test_lengths_are_of_the_centre_and_places_along_are_found_again() -> None:
    path = Path((0, 0, 90), [(3, 4, 0, None, None), (3, 4, 90, None, None), (5, 4, -30, 4, 4)])
    assert path.lengths == pytest.approx([5, 0, math.pi])
    assert path.length == pytest.approx(5 + math.pi)
    assert path.end == (5, 4, 150)
    assert path.along(2.5) == (0, 0.5)
    assert path.along(5 + math.pi / 2) == pytest.approx((2, 0.5))
    assert path.along(99) == (2, 1.0)
    assert path.along(0) == (0, 0.0)
    assert path.pose(1, 0.5) == (3, 4, 135)


def test_a_cut_path_is_the_path_up_to_there() -> None:
    path = Path((0, 0, 10), [(4, 0, 40, None, None), (4, 4, -90, 4, 2)])
    for leg, t in ((0, 0.25), (0, 1.0), (1, 0.0), (1, 0.5)):
        part = path.cut(leg, t)
        assert part.end == pytest.approx(path.pose(leg, t), abs=1e-12)
        assert part.length == pytest.approx(sum(path.lengths[:leg]) + t * path.lengths[leg])
        assert part.pose(leg, 0.5) == pytest.approx(path.pose(leg, t / 2), abs=1e-9)
        # and it is the same again when it is written down and read
        again = Path(part.start, part.legs)
        assert again.end == pytest.approx(part.end, abs=1e-12)
        assert again.length == pytest.approx(part.length, abs=1e-9)


def _outline(body: Body, count: int) -> list[tuple[float, float]]:
    if isinstance(body.pieces[0], Ellipse):
        a, b = body.pieces[0].a, body.pieces[0].b
        return [(a * math.cos(k), b * math.sin(k)) for k in np.linspace(0, 2 * math.pi, count)]
    return [(float(x), float(y)) for piece in body.pieces if not isinstance(piece, Ellipse) for x, y in piece]


def _way(legs: list[Leg], point: tuple[float, float]) -> float:
    """The length of a point's way as the sum of many chords."""
    total = 0.0
    for leg in legs:
        spots = np.array([leg.spot(t) for t in np.linspace(0, 1, 2001)])
        angles = np.radians(spots[:, 2])
        x = spots[:, 0] + point[0] * np.cos(angles) - point[1] * np.sin(angles)
        y = spots[:, 1] + point[0] * np.sin(angles) + point[1] * np.cos(angles)
        total += float(np.sum(np.hypot(np.diff(x), np.diff(y))))
    return total


def test_the_part_that_travels_furthest_adds_up_its_own_way() -> None:
    random = Random(6)
    for _ in range(25):
        base = any_base(random, ("oval", "rectangle", "hull"))
        legs = []
        spot = (0.0, 0.0, random.uniform(0, 360))
        for k in range(random.randint(1, 3)):
            to = (random.uniform(-4, 4), random.uniform(-4, 4))
            aside = random.uniform(-2, 2)
            around = (
                (spot[0] + to[0]) / 2 - aside * (to[1] - spot[1]),
                (spot[1] + to[1]) / 2 + aside * (to[0] - spot[0]),
            )
            leg = Leg(spot, to, random.choice((0.0, random.uniform(-300, 300))), around if k == 1 else None)
            legs.append(leg)
            spot = (*to, spot[2] + leg.turn)
        slow = max(_way(legs, point) for point in _outline(base.body, 121))
        fast = path_of(*legs).travel(base.shape)
        # the slow way is a little short: its chords, and the points between those looked at
        assert slow - 1e-6 <= fast <= slow * (1 + 4e-4) + 1e-3
        assert fast >= path_of(*legs).length - 1e-9


def test_round_bases_count_the_centre_and_turns_on_the_spot_count_the_arc() -> None:
    path = Path((0, 0, 0), [(3, 0, 180, None, None), (3, 0, 90, None, None)])
    assert path.travel(Shape.disc(1)) == 3
    spun = Path((0, 0, 0), [(0, 0, 90, None, None)])
    assert spun.travel(Shape.rectangle(4, 3)) == pytest.approx(math.pi / 2 * 2.5)
    assert spun.travel(oval(4, 3).shape) == pytest.approx(math.pi, abs=2e-5)
    assert Path((0, 0, 0), [(3, 4, 0, None, None)]).travel(Shape.rectangle(4, 3)) == 5


def test_a_rank_that_wheels_travels_by_its_outer_corner() -> None:
    # five files of 20 mm wheel by 45 degrees about the left front corner
    width, depth = 100 / 25.4, 40 / 25.4
    block = Shape.rectangle(depth, width)
    pivot = (depth / 2, width / 2)
    x, y = -pivot[0], -pivot[1]
    cos, sin = math.cos(math.radians(45)), math.sin(math.radians(45))
    end = (pivot[0] + x * cos - y * sin, pivot[1] + x * sin + y * cos)
    wheel = Path((0, 0, 0), [(*end, 45, *pivot)])
    assert wheel.travel(block) == pytest.approx(math.radians(45) * math.hypot(width, depth), abs=1e-9)


def test_bearings_distances_and_places_ahead() -> None:
    assert bearing((0, 0), (0, -2)) == 270
    assert bearing((1, 1), (2, 2)) == pytest.approx(45, abs=1e-12)
    assert bearing((3, 3), (3, 3)) == 0
    assert distance((1, 1), (4, 5)) == 5
    assert ahead((1, 2, 90), 3) == (1, 5)
    assert ahead((1, 2, 180), 3, 1) == (-2, 1)
    random = Random(7)
    for _ in range(500):
        a = (random.uniform(-9, 9), random.uniform(-9, 9))
        facing, far, aside = random.uniform(0, 360), random.uniform(0.1, 9), random.uniform(-9, 9)
        b = ahead((*a, facing), far)
        assert distance(a, b) == pytest.approx(far, abs=1e-12)
        assert math.remainder(bearing(a, b) - facing, 360) == pytest.approx(0, abs=1e-9)
        assert distance(b, ahead((*a, facing), far, aside)) == pytest.approx(abs(aside), abs=1e-12)
