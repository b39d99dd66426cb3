"""The best charge of a block beside trying every wheel."""

import math
from random import Random
from typing import Any

import pytest
import shapely

from movetray._kernel import Placed, Shape
from movetray.geometry import Block, Charge, NoCharge, best_charge
from oracle import charge as oracle
from oracle.blocks import Pose, Regiment, ahead, in_contact
from oracle.charge import Duel

HERE = (0.0, 0.0, 0.0)
MILLIMETRES = 25.4


def block_of(one: Regiment) -> Block:
    return Block(one.models, one.files, one.width, one.depth)


def shape_of(thing: Any) -> tuple[Shape, Pose]:
    return Shape.polygon([(float(x), float(y)) for x, y in shapely.get_coordinates(thing)]), HERE


def asked(duel: Duel) -> Charge | NoCharge:
    return best_charge(
        block_of(duel.charger),
        duel.pose,
        block_of(duel.target),
        duel.stands,
        duel.limit,
        [shape_of(thing) for thing in duel.solid],
        [shape_of(thing) for thing in duel.untouched],
    )


def any_regiment(random: Random) -> Regiment:
    base = random.choice(((20, 20), (25, 25), (25, 50), (40, 40), (50, 50)))
    files = random.randint(1, 6)
    return Regiment(random.randint(1, 4 * files), files, base[0] / MILLIMETRES, base[1] / MILLIMETRES)


def any_duel(random: Random) -> Duel:
    """A target somewhere before the charger, woods and bystanders about the way there."""
    charger, target = any_regiment(random), any_regiment(random)
    pose = (random.uniform(-5, 5), random.uniform(-5, 5), random.choice((0.0, 90.0, random.uniform(0, 360))))
    far, aside = random.uniform(3, 13), random.uniform(-6, 6)
    x, y, _ = ahead(pose, far, aside if random.random() < 0.8 else 0.0)
    facing = random.choice((pose[2] + 180, pose[2] + 90, pose[2] + random.uniform(0, 360)))
    stands = (x, y, facing)
    start, foot = charger.footprint(pose), target.footprint(stands)
    if start.distance(foot) < 1:
        return any_duel(random)
    solid: list[Any] = []
    untouched: list[Any] = []
    for _ in range(random.choice((0, 1, 2, 4))):
        cx, cy, _ = ahead(pose, random.uniform(-1, far + 2), random.uniform(-6, 6))
        if random.random() < 0.6:
            size = random.uniform(0.3, 1.5)
            turns = sorted(random.uniform(0, 2 * math.pi) for _ in range(random.randint(3, 6)))
            thing = shapely.Polygon([(cx + size * math.cos(t), cy + size * math.sin(t)) for t in turns])
            into = solid
        else:
            thing = any_regiment(random).footprint((cx, cy, random.uniform(0, 360)))
            into = untouched
        if thing.area > 0.02 and thing.distance(start) > 0.05 and thing.distance(foot) > 0.05:
            into.append(thing)
    return Duel(charger, pose, target, stands, random.uniform(5, 16), tuple(solid), tuple(untouched))


def check(duel: Duel) -> str:
    """The kernel's answer is not beaten by any wheel tried, and can be done."""
    found = asked(duel)
    count = found.count if isinstance(found, Charge) else 0
    degrees = abs(found.wheel) if isinstance(found, Charge) else math.inf
    for one in oracle.tries(duel):
        beaten = one.count > count or (one.count == count and abs(one.degrees) < degrees - 1e-6)
        assert not (beaten and oracle.door_closes(duel, one)), (duel, found, one)
    if isinstance(found, NoCharge):
        return found.reason
    assert found.straight <= duel.limit + 1e-6
    assert degrees <= 90 + 1e-9
    block, path = block_of(duel.charger), found.path
    assert path.end == pytest.approx(found.end)
    placed = Placed([shape_of(thing) for thing in duel.solid])
    assert placed.first(block.shape, path, 0.0006) is None
    strangers = Placed([shape_of(thing) for thing in duel.untouched])
    assert strangers.first(block.shape, path, 0.0, 0.0009) is None
    foe = Placed([(block_of(duel.target).shape, duel.stands)])
    assert foe.first(block.shape, path, 1e-5) is None
    own, others = in_contact(duel.charger, found.end, duel.target, duel.stands, 2e-6)
    # by chance a flank may touch as well, beside a last rank that is not full
    assert set(own) >= set(found.chargers), (duel, found)
    assert set(others) >= set(found.targets), (duel, found)
    if duel.target.models % duel.target.files == 0:
        assert (own, others) == (found.chargers, found.targets), (duel, found)
    return "contact"


def five_wide(models: int = 20) -> Block:
    return Block(models, 5, 1.0, 1.0)


def test_a_regiment_opposite_is_met_man_to_man_without_a_wheel() -> None:
    found = best_charge(five_wide(), (0, 0, 90), five_wide(), (0, 9, 270), 9.0)
    assert isinstance(found, Charge)
    assert (found.pivot, found.wheel, found.straight, found.closing, found.flank) == (None, 0, 9, 0, "front")
    assert (found.chargers, found.targets, found.end) == ([0, 1, 2, 3, 4], [0, 1, 2, 3, 4], (0, 9, 90))
    assert [leg[:2] for leg in found.path.legs] == [(0, 9)]


def test_a_wheel_lets_one_more_reach_a_lone_monster() -> None:
    # 3 of the five stand before a base of 2; moved aside by half a man, four do, the outer two by their corners
    straight = best_charge(five_wide(), (0, 0, 90), Block(1, 1, 2.0, 2.0), (0, 9, 270), 12.0, overlap=0.01)
    assert isinstance(straight, Charge)
    assert (straight.wheel, straight.count) == (0, 4)
    corners = best_charge(five_wide(), (0, 0, 90), Block(1, 1, 2.0, 2.0), (0, 9, 270), 12.0)
    assert isinstance(corners, Charge)
    assert (corners.count, len(corners.chargers)) == (5, 4)
    assert 0 < abs(corners.wheel) < 5
    assert corners.end[0] % 0.5 == pytest.approx(0.5, abs=1e-9) or corners.end[0] % 0.5 == pytest.approx(0, abs=1e-9)
    assert corners.end[2] == pytest.approx(90)
    assert [(c.wheel, c.count) for c in corners.equals] == [(-corners.wheel, 5)]


def test_a_column_that_is_met_in_the_flank_is_met_by_its_outer_file() -> None:
    found = best_charge(five_wide(), (0, 0, 90), Block(12, 3, 1.0, 1.0), (-3.5, 8, 180), 9.0)
    assert isinstance(found, Charge)
    assert found.flank == "left"
    assert set(found.targets) <= {0, 3, 6, 9}


def test_a_reason_is_given_where_no_wheel_will_do() -> None:
    pond = [(Shape.rectangle(2.0, 8.0), (0.0, 5.0, 90.0))]
    blocked = best_charge(five_wide(), (0, 0, 90), five_wide(), (0, 9, 270), 16.0, pond)
    assert isinstance(blocked, NoCharge)
    assert (blocked.reason, blocked.by, blocked.during) == ("blocked", ("solid", 0), "straight")
    screen = best_charge(five_wide(), (0, 0, 90), five_wide(), (0, 9, 270), 16.0, [], pond)
    assert isinstance(screen, NoCharge)
    assert screen.by == ("untouched", 0)
    short = best_charge(five_wide(), (0, 0, 90), five_wide(), (0, 9, 270), 4.0)
    assert isinstance(short, NoCharge)
    assert (short.reason, short.by) == ("out-of-reach", None)
    assert short.straight is not None
    assert 4.0 < short.straight < 9.0  # a wheel brings a corner forward
    behind = best_charge(five_wide(), (0, 0, 90), five_wide(), (0, -9, 90), 16.0)
    assert isinstance(behind, NoCharge)
    assert (behind.reason, behind.straight, behind.during) == ("turn", None, None)


def test_what_stands_beside_the_target_in_one_line_is_not_touched() -> None:
    beside = [(five_wide().shape, (5.0, 9.0, 270.0))]
    alone = best_charge(five_wide(), (2.0, 0, 90), five_wide(), (0, 9, 270), 12.0)
    kept = best_charge(five_wide(), (2.0, 0, 90), five_wide(), (0, 9, 270), 12.0, [], beside)
    assert isinstance(alone, Charge)
    assert isinstance(kept, Charge)
    assert kept.end[0] <= -0.0005
    assert kept.wheel != alone.wheel


def test_a_mirrored_table_has_the_mirrored_charge() -> None:
    random = Random(77)
    kinds = set()
    for _ in range(150):
        duel = any_duel(random)
        over = Duel(
            duel.charger,
            mirrored(duel.pose),
            duel.target,
            mirrored(duel.stands),
            duel.limit,
            tuple(shapely.transform(thing, lambda c: c * (1, -1)) for thing in duel.solid),
            tuple(shapely.transform(thing, lambda c: c * (1, -1)) for thing in duel.untouched),
        )
        one, two = asked(duel), asked(over)
        if isinstance(one, Charge):
            assert isinstance(two, Charge)
            kinds.add((one.flank, one.pivot))
            here = sorted((-c.wheel, c.straight, c.end[0], -c.end[1], c.count) for c in (one, *one.equals))
            there = sorted((c.wheel, c.straight, c.end[0], c.end[1], c.count) for c in (two, *two.equals))
            assert len(here) == len(there)
            for a, b in zip(here, there, strict=True):
                assert a == pytest.approx(b, abs=1e-6)
        else:
            assert isinstance(two, NoCharge)
            kinds.add((one.reason, one.during))
            assert (two.reason, two.during) == (one.reason, one.during)
    assert len(kinds) > 9, kinds


def mirrored(pose: Pose) -> Pose:
    return pose[0], -pose[1], -pose[2]


@pytest.mark.parametrize("seed", range(10))
def test_no_wheel_that_is_tried_brings_more_models_into_contact(seed: int) -> None:
    random = Random(seed)
    for _ in range(4):
        check(any_duel(random))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100))
def test_no_wheel_that_is_tried_brings_more_models_into_contact_on_any_of_500_tables(seed: int) -> None:
    random = Random(1000 + seed)
    for _ in range(5):
        check(any_duel(random))
