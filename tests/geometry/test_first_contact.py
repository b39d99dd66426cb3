"""The first contact of random moves, against a slow oracle that halves the leg on a bound of the motion."""

import math
from random import Random

import pytest
from geometry_bases import Base, any_base, path_of

from movetray._kernel import Placed, gap
from oracle import motion
from oracle.motion import Leg, Spot

MOVES = 2000
CLOSE = 0.0005


def _arc_centre(random: Random, start: Spot, to: tuple[float, float]) -> tuple[float, float]:
    """A centre from which both ends are equally far."""
    dx, dy = to[0] - start[0], to[1] - start[1]
    aside = random.choice([-1, 1]) * random.uniform(0.3, 2.0)
    return (start[0] + to[0]) / 2 - dy * aside, (start[1] + to[1]) / 2 + dx * aside


def _moves(seed: int, count: int) -> list[tuple[Base, Leg, Base, Spot]]:
    """Moves past something near the origin; a third turn, on the spot or on the way; a sixth go round an arc."""
    random = Random(seed)
    found: list[tuple[Base, Leg, Base, Spot]] = []
    while len(found) < count:
        k = len(found)
        mover = any_base(random, ("oval", "rectangle", "hull"))
        other = any_base(random)
        stands = (random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0, 360))
        start = (random.uniform(-7, -2), random.uniform(-3, 3), random.uniform(0, 360))
        to = (random.uniform(2, 7), random.uniform(-3, 3))
        turn = random.uniform(-200, 200) if k % 3 == 0 else 0.0
        around = _arc_centre(random, start, to) if k % 6 in (1, 3) else None
        if k % 12 == 0:
            away = random.uniform(1.0, 3.5)
            start, to, around = (-away, 0.0, start[2]), (-away, 0.0), None
        leg = Leg(start, to, turn, around)
        if motion.gap(mover.body, start, other.body, stands) > 0.001:
            found.append((mover, leg, other, stands))
    return found


@pytest.mark.parametrize("part", range(4))
def test_first_contacts_agree_with_the_oracle(part: int) -> None:
    met = 0
    for mover, leg, other, stands in _moves(part, MOVES // 4):
        slow = motion.first_contact(mover.body, leg, other.body, stands)
        contact = Placed([(other.shape, stands)]).first(mover.shape, path_of(leg), 0.0)
        told = f"{mover.kind} {leg} past {other.kind} {stands}"
        if slow is None or contact is None:
            # one of them saw a touch of less than a billionth of an inch
            assert (slow is None) == (contact is None) or abs(
                motion.least_gap(mover.body, leg, other.body, stands)[0]
            ) < 1e-7, told
            continue
        met += 1
        assert abs(slow - contact.t) * leg.fastest(mover.body) < CLOSE, told
        assert abs(contact.gap) < 1e-6, told
        assert contact.pose[:2] == pytest.approx(leg.spot(contact.t)[:2], abs=1e-9)
    assert MOVES // 4 * 0.4 < met < MOVES // 4 * 0.9


def test_the_least_gap_of_moves_that_pass_is_reached_and_never_undercut() -> None:
    passed = 0
    for mover, leg, other, stands in _moves(77, 600):
        placed = Placed([(other.shape, stands)])
        (least,) = placed.clearances(mover.shape, path_of(leg), 50.0)
        here = gap(mover.shape, leg.spot(least.t), other.shape, stands)
        assert here == pytest.approx(least.gap, abs=1e-8)
        along = [gap(mover.shape, leg.spot(k / 200), other.shape, stands) for k in range(201)]
        # how deep it is that is well inside is told less finely
        assert min(along) > least.gap - (1e-9 if least.gap > -0.002 else 2e-4)
        if least.gap > 0:
            passed += 1
            assert placed.first(mover.shape, path_of(leg), 0.0) is None
            assert not placed.clearances(mover.shape, path_of(leg), least.gap - 1e-6)
            # the first moment at which it is reached: nothing before is as low
            before = [gap(mover.shape, leg.spot(least.t * k / 50), other.shape, stands) for k in range(49)]
            assert min(before) > least.gap - 2e-9
        else:
            assert placed.first(mover.shape, path_of(leg), 0.0) is not None
    assert passed > 80


def test_a_round_base_going_round_an_arc_agrees_with_the_oracle() -> None:
    random = Random(11)
    met = 0
    for _ in range(500):
        mover, other = any_base(random, ("disc",)), any_base(random)
        stands = (random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0, 360))
        start = (random.uniform(-7, -3), random.uniform(-3, 3), 0.0)
        to = (random.uniform(3, 7), random.uniform(-3, 3))
        leg = Leg(start, to, 0.0, _arc_centre(random, start, to))
        if motion.gap(mover.body, start, other.body, stands) <= 0.001:
            continue
        slow = motion.first_contact(mover.body, leg, other.body, stands)
        contact = Placed([(other.shape, stands)]).first(mover.shape, path_of(leg), 0.0)
        assert (slow is None) == (contact is None)
        if slow is not None and contact is not None:
            met += 1
            assert abs(slow - contact.t) * leg.length < CLOSE
            assert math.isclose(contact.gap, 0.0, abs_tol=1e-8)
    assert met > 100
