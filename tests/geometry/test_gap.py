"""Gaps between standing shapes: against shapely, against the slow oracle, and by symmetry."""

import math
from random import Random

import pytest
import shapely
from geometry_bases import Base, any_base, any_hull, rectangle, rotated
from hypothesis import given, settings
from hypothesis import strategies as st

from movetray._kernel import Placed, Shape, gap, nearest
from oracle import motion
from oracle.motion import Spot

POSES = st.tuples(st.floats(-4, 4), st.floats(-4, 4), st.floats(-360, 360))
SEEDS = st.integers(0, 2**32 - 1)


def _random_spot(random: Random, far: float = 3.0) -> Spot:
    return random.uniform(-far, far), random.uniform(-far, far), random.uniform(0, 360)


def _standing(base: Base, spot: Spot) -> shapely.Polygon:
    return shapely.Polygon(base.shape.outline(spot))


def test_gaps_of_polygons_are_shapelys_distances_and_their_signs_say_overlap() -> None:
    random = Random(1)
    signs = set()
    for _ in range(1500):
        a, b = (any_hull(random) if random.random() < 0.6 else rectangle(random.uniform(0.1, 3), 1) for _ in "ab")
        at, bt = _random_spot(random), _random_spot(random)
        here = gap(a.shape, at, b.shape, bt)
        one, other = _standing(a, at), _standing(b, bt)
        if here > 0:
            assert here == pytest.approx(one.distance(other), abs=1e-9)
        else:
            assert one.intersects(other)
            # moved apart by the depth, along some direction or other, they are apart or nearly
            assert one.intersection(other).area > 0 or here > -1e-9
        signs.add(here > 0)
    assert signs == {True, False}


def test_gaps_of_discs_and_polygons_are_distances_of_points_less_the_radius() -> None:
    random = Random(2)
    for _ in range(1500):
        radius = random.uniform(0.2, 2)
        other = any_hull(random)
        at, bt = _random_spot(random), _random_spot(random)
        outline = _standing(other, bt)
        point = shapely.Point(at[:2])
        here = gap(Shape.disc(radius), at, other.shape, bt)
        if not outline.contains(point):
            assert here == pytest.approx(outline.distance(point) - radius, abs=1e-9)
        else:
            assert here < -radius


def test_gaps_with_ovals_agree_with_a_search_over_directions() -> None:
    random = Random(3)
    apart = 0
    for _ in range(1200):
        a, b = any_base(random, ("oval",)), any_base(random)
        at, bt = _random_spot(random), _random_spot(random)
        slow, here = motion.gap(a.body, at, b.body, bt), gap(a.shape, at, b.shape, bt)
        if slow > 0 or (len(b.body.pieces) == 1):
            # of convex shapes the depth too is the greatest separation along any direction
            assert here == pytest.approx(slow, abs=1e-8), (a, at, b, bt)
        else:
            assert here < 1e-9
        apart += slow > 0
    assert apart > 300


@pytest.mark.parametrize("flat", [1.0001, 1.5, 4.0, 40.0])
def test_long_and_nearly_round_ovals_are_measured_as_exactly(flat: float) -> None:
    random = Random(4)
    for _ in range(150):
        a = motion.ellipse(flat / 2, 0.5)
        b = motion.ellipse(random.uniform(0.2, 2), random.uniform(0.2, 2))
        at, bt = _random_spot(random, 1 + flat), _random_spot(random)
        one = Shape.oval(flat, 1.0)
        (other,) = b.pieces
        assert isinstance(other, motion.Ellipse)
        slow = motion.gap(a, at, b, bt)
        assert gap(one, at, Shape.oval(2 * other.a, 2 * other.b), bt) == pytest.approx(slow, abs=1e-7)


def test_shapes_in_contact_have_no_gap() -> None:
    oval, square = Shape.oval(3.0, 2.0), Shape.rectangle(1.0, 1.0)
    for facing in range(0, 360, 7):
        reach = math.hypot(1.5 * math.cos(math.radians(facing)), 1.0 * math.sin(math.radians(facing)))
        assert gap(oval, (0, 0, facing), square, (reach + 0.5, 0, 0)) == pytest.approx(0, abs=1e-12)
        assert gap(oval, (0, 0, facing), square, (reach + 0.5 + 1e-9, 0, 0)) > 0
        assert gap(oval, (0, 0, facing), square, (reach + 0.5 - 1e-9, 0, 0)) < 0
    assert gap(square, (0, 0, 0), square, (1, 1, 0)) == pytest.approx(0, abs=1e-12)
    assert gap(square, (0, 0, 0), square, (1, 0.3, 90)) == pytest.approx(0, abs=1e-12)
    assert gap(square, (0, 0, 0), square, (0.4, 0.1, 0)) == pytest.approx(-0.6, abs=1e-12)
    assert gap(Shape.disc(1), (0, 0, 0), Shape.disc(2), (0, 3, 0)) == 0


@settings(max_examples=150, deadline=None)
@given(SEEDS, POSES, POSES, POSES)
def test_gaps_know_no_order_no_place_no_direction_and_no_hand(seed: int, at: Spot, bt: Spot, by: Spot) -> None:
    random = Random(seed)
    a, b = any_base(random), any_base(random)
    here = gap(a.shape, at, b.shape, bt)
    assert gap(b.shape, bt, a.shape, at) == pytest.approx(here, abs=1e-9)

    def moved(spot: Spot) -> Spot:
        x, y = rotated(spot[:2], by[2])
        return x + by[0], y + by[1], spot[2] + by[2]

    assert gap(a.shape, moved(at), b.shape, moved(bt)) == pytest.approx(here, abs=1e-9)

    def mirrored(spot: Spot) -> Spot:
        return spot[0], -spot[1], -spot[2]

    flipped = [
        Shape.polygon([(x, -y) for x, y in base.shape.outline((0, 0, 0))])
        if base.shape.kind == "polygon"
        else base.shape
        for base in (a, b)
    ]
    other_hand = gap(flipped[0], mirrored(at), flipped[1], mirrored(bt))
    # how deep notched hulls are in each other that are well inside depends on the pieces they are taken apart into
    notched = len(a.body.pieces) + len(b.body.pieces) > 2
    assert other_hand == pytest.approx(here, abs=1e-9) or (notched and max(here, other_hand) < -0.01)


@settings(max_examples=150, deadline=None)
@given(SEEDS, POSES, POSES)
def test_the_nearest_points_lie_on_both_shapes_as_far_apart_as_the_gap(seed: int, at: Spot, bt: Spot) -> None:
    random = Random(seed)
    a, b = any_base(random), any_base(random)
    here = gap(a.shape, at, b.shape, bt)
    p, q = nearest(a.shape, at, b.shape, bt)
    if here > 0:
        assert math.dist(p, q) == pytest.approx(here, abs=1e-8)
        pin = Shape.disc(0.001)
        assert gap(pin, (*p, 0), a.shape, at) == pytest.approx(-0.001, abs=1e-8)
        assert gap(pin, (*q, 0), b.shape, bt) == pytest.approx(-0.001, abs=1e-8)


def test_near_lists_what_is_near_in_order_and_leaves_out_what_it_is_told() -> None:
    random = Random(5)
    things = [(any_base(random).shape, _random_spot(random, 10)) for _ in range(60)]
    placed = Placed(things)
    for _ in range(50):
        base, spot = any_base(random).shape, _random_spot(random, 10)
        within = random.uniform(-1, 6)
        slow = [(k, gap(base, spot, shape, pose)) for k, (shape, pose) in enumerate(things)]
        assert placed.near(base, spot, within) == [(k, g) for k, g in slow if g <= within]
        assert placed.near(base, spot, within, [3, 7]) == [(k, g) for k, g in slow if g <= within and k not in (3, 7)]
        assert [placed.gap(k, base, spot) for k in range(60)] == [g for _, g in slow]
        assert [k for k, _ in placed.near(base, spot, math.inf)] == list(range(60))


def test_pairs_are_those_that_are_near_each_other_each_once() -> None:
    rng = Random(9)
    shapes = [Shape.disc(0.5), Shape.oval(1.5, 1), Shape.rectangle(1, 2)]
    items = [(rng.choice(shapes), (rng.uniform(0, 8), rng.uniform(0, 8), rng.uniform(0, 360))) for _ in range(20)]
    placed = Placed(items)
    for within in (-0.1, 0.0, 0.7):
        expected = []
        for index, (shape, pose) in enumerate(items):
            expected += [(index, other, gap) for other, gap in placed.near(shape, pose, within) if other > index]
        assert placed.pairs(within) == expected
        assert len(expected) > 3
