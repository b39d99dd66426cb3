"""What must hold of every swept move, whatever it is: mirrors, turns, shifts, and larger clearances."""

from random import Random

import pytest
from geometry_bases import any_base, path_of, rotated, turned
from hypothesis import given, settings
from hypothesis import strategies as st

from movetray._kernel import Contact, Placed, Shape, gap
from oracle.motion import XY, Leg, Spot

SEEDS = st.integers(0, 2**32 - 1)
Thing = tuple[Shape, Spot]


def _move(seed: int) -> tuple[Shape, list[Leg], list[Thing]]:
    """A base, two or three legs, and a few things near their way."""
    random = Random(seed)
    spot = (random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(0, 360))
    legs = []
    for _ in range(random.randint(2, 3)):
        to = (random.uniform(-6, 6), random.uniform(-6, 6))
        turn = random.choice((0.0, random.uniform(-180, 180)))
        around = None
        if random.random() < 0.3:
            aside = random.uniform(-2, 2)
            around = (
                (spot[0] + to[0]) / 2 - aside * (to[1] - spot[1]),
                (spot[1] + to[1]) / 2 + aside * (to[0] - spot[0]),
            )
        if random.random() < 0.2:
            to, around = spot[:2], None
        legs.append(Leg(spot, to, turn, around))
        spot = (*to, spot[2] + turn)
    things = [
        (any_base(random).shape, (random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(0, 360)))
        for _ in range(6)
    ]
    return any_base(random).shape, legs, things


def _when(contact: Contact | None) -> tuple[int, float]:
    return (99, 0.0) if contact is None else (contact.leg, contact.t)


def _mirrored_shape(shape: Shape) -> Shape:
    if shape.kind != "polygon":
        return shape
    return Shape.polygon([(x, -y) for x, y in shape.outline((0, 0, 0))])


def _flip(point: XY) -> XY:
    return point[0], -point[1]


@settings(max_examples=120, deadline=None)
@given(SEEDS, st.floats(-360, 360), st.floats(-20, 20), st.floats(-20, 20))
def test_a_move_turned_shifted_or_mirrored_meets_the_same_things_at_the_same_moments(
    seed: int, by: float, x: float, y: float
) -> None:
    base, legs, things = _move(seed)
    tolerance = 0.0006

    def same(shape: Shape, ways: list[Leg], others: list[Thing]) -> list[tuple[int, int, float]]:
        found = Placed(others).blocking(shape, path_of(*ways), tolerance)
        return [(c.index, c.leg, c.t) for c in found]

    plain = same(base, legs, things)

    def shifted(spot: Spot) -> Spot:
        tx, ty, facing = turned(spot, by)
        return tx + x, ty + y, facing

    def place(point: XY) -> XY:
        tx, ty = rotated(point, by)
        return tx + x, ty + y

    moved = [Leg(shifted(way.start), place(way.to), way.turn, way.around and place(way.around)) for way in legs]
    again = same(base, moved, [(shape, shifted(spot)) for shape, spot in things])
    flipped = [
        Leg((*_flip(way.start[:2]), -way.start[2]), _flip(way.to), -way.turn, way.around and _flip(way.around))
        for way in legs
    ]
    mirrored = same(_mirrored_shape(base), flipped, [(_mirrored_shape(s), (*_flip(p[:2]), -p[2])) for s, p in things])
    for other in (again, mirrored):
        assert [c[:2] for c in other] == [c[:2] for c in plain]
        assert [c[2] for c in other] == pytest.approx([c[2] for c in plain], abs=1e-5)


@settings(max_examples=120, deadline=None)
@given(SEEDS, st.floats(0, 3), st.floats(0, 3))
def test_a_larger_clearance_is_broken_no_later_and_by_no_fewer(seed: int, one: float, other: float) -> None:
    base, legs, things = _move(seed)
    small, large = sorted((one, other))
    placed, path = Placed(things), path_of(*legs)
    near = {c.index: c for c in placed.blocking(base, path, 0.0006, small)}
    wide = {c.index: c for c in placed.blocking(base, path, 0.0006, large)}
    assert near.keys() <= wide.keys()
    assert all(_when(wide[k]) <= (near[k].leg, near[k].t + 1e-9) for k in near)
    for tolerance in (0.0, 0.01):
        first = placed.first(base, path, tolerance, small)
        every = placed.blocking(base, path, tolerance, small)
        assert _when(first) == min((_when(c) for c in every), default=(99, 0.0))


@settings(max_examples=120, deadline=None)
@given(SEEDS)
def test_clearances_are_what_blocking_decides_by(seed: int) -> None:
    base, legs, things = _move(seed)
    placed, path = Placed(things), path_of(*legs)
    least = placed.clearances(base, path, 100.0)
    assert [c.index for c in least] == list(range(len(things)))
    for c in least:
        # not nearer than this at any moment looked at, and as near at the moment told
        assert gap(base, c.pose, *things[c.index]) == pytest.approx(c.gap, abs=1e-7)
        along = [gap(base, path.pose(k, t / 16), *things[c.index]) for k in range(len(legs)) for t in range(17)]
        assert min(along) > c.gap - (1e-9 if c.gap > -0.002 else 2e-4)
        if c.gap > 0.001:
            held = placed.blocking(base, path, 0.0, c.gap - 0.0001)
            assert c.index not in [b.index for b in held]
            broken = placed.blocking(base, path, 0.0, c.gap + 0.0001)
            assert c.index in [b.index for b in broken]


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_the_way_up_to_the_first_contact_is_free_and_the_rest_begins_in_contact(seed: int) -> None:
    base, legs, things = _move(seed)
    placed, path = Placed(things), path_of(*legs)
    contact = placed.first(base, path, 0.0006)
    if contact is None or (contact.leg, contact.t) == (0, 0.0):
        return
    before = path.cut(contact.leg, max(contact.t - 1e-6, 0.0))
    assert placed.first(base, before, 0.0006) is None
    assert path.cut(contact.leg, contact.t).end == pytest.approx(contact.pose, abs=1e-9)
