"""Lines of sight between volumes, past walls, floors and models."""

from random import Random

import pytest

from movetray._kernel import Shape, convex_parts, sees, wall_outlines
from oracle import lines
from oracle.lines import XY

Seen = tuple[Shape, tuple[float, float, float], float, float]
BASE = Shape.disc(25 / 25.4 / 2)
TALL = 6.0


def model(x: float, y: float, z: float = 0.0, height: float = 1.2, shape: Shape = BASE) -> Seen:
    return shape, (x, y, 0.0), z, z + height


def prism(points: list[XY], low: float, high: float) -> Seen:
    return Shape.polygon(points), (0.0, 0.0, 0.0), low, high


def wall(*line: XY, low: float = 0.0, high: float = TALL, thickness: float = 0.25, closed: bool = False) -> list[Seen]:
    return [prism(piece, low, high) for piece in wall_outlines(line, thickness, closed)]


def test_a_tall_wall_hides_what_is_behind_it_and_not_what_is_beside_it() -> None:
    hedge = wall((14, 4), (14, 12))
    assert not sees(model(10, 10), model(18, 8), hedge)
    assert sees(model(10, 10), model(18, 14), hedge)
    assert sees(model(10, 10), model(13, 4), hedge)


def test_who_sees_is_seen() -> None:
    hedge = [*wall((14, 4), (14, 12)), *wall((3, 3), (20, 1), high=1.0), model(12, 12)]
    random = Random(1)
    for _ in range(200):
        a, b = (model(random.uniform(0, 24), random.uniform(0, 24), random.choice((0.0, 3.0))) for _ in "ab")
        assert sees(a, b, hedge) == sees(b, a, hedge)


@pytest.mark.parametrize(("opening", "seen"), [(0.6, True), (0.02, True), (0.011, True), (0.009, False), (0.0, False)])
def test_a_slit_between_two_tall_walls_counts_from_a_hundredth_on(opening: float, seen: bool) -> None:
    slit = [*wall((14, -30), (14, 10 - opening / 2)), *wall((14, 10 + opening / 2), (14, 50))]
    assert sees(model(10, 10), model(18, 10), slit) == seen
    ball = Shape.disc(1)
    gate = [model(14, 9 - opening / 2, height=TALL, shape=ball), model(14, 11 + opening / 2, height=TALL, shape=ball)]
    fences = [*wall((14, -30), (14, 9)), *wall((14, 11), (14, 50))]
    assert sees(model(10, 10), model(18, 10), [*gate, *fences]) == seen


def test_a_slit_is_found_wherever_it_is_and_from_wherever_it_is_looked_through() -> None:
    random = Random(2)
    for _ in range(200):
        at, aside = random.uniform(5, 15), random.uniform(-2, 2)
        for opening, seen in ((random.uniform(0.015, 0.1), True), (random.uniform(0.0, 0.009), False)):
            slit = [
                *wall((14, -30), (14, at - opening / 2), thickness=0.001),
                *wall((14, at + opening / 2), (14, 50), thickness=0.001),
            ]
            # the line through both centres leads through the slit
            assert sees(model(8, at - aside), model(20, at + aside), slit) == seen


def test_walls_that_meet_leave_no_gap() -> None:
    corner = wall((14, 0), (14, 12), (0, 12))
    assert not sees(model(10, 8), model(20, 14), corner)
    assert not sees(model(10, 8), model(4, 20), corner)
    touching = [
        prism([(13, 0), (14, 0), (14, 10), (13, 10)], 0, 6),
        prism([(14, 10), (15, 10), (15, 30), (14, 30)], 0, 6),
    ]
    assert not sees(model(10, 10), model(18, 10), touching)
    ring = wall((8, 8), (12, 8), (12, 12), (8, 12), closed=True)
    assert not sees(model(10, 10), model(20, 20), ring)
    assert sees(model(9, 9), model(11, 11), ring)
    chain = [model(14, 4 + k * 25 / 25.4) for k in range(8)]
    assert not sees(model(11, 7), model(17, 7), chain)


def test_low_walls_are_looked_over() -> None:
    assert sees(model(10, 8), model(18, 8), wall((14, -30), (14, 50), high=1.0))
    assert not sees(model(10, 8), model(18, 8), wall((14, -30), (14, 50), high=1.2))
    assert not sees(model(10, 8), model(18, 8), wall((14, -30), (14, 50), high=1.3))
    assert sees(model(10, 8), model(18, 8, 3), wall((11, -30), (11, 50), high=1.3))
    # from a tower over a wall of two inches: two inches behind it the wall hides, ten inches behind it does not
    screen = wall((14, -30), (14, 50), high=2.0)
    assert not sees(model(10, 8, 2), model(15, 8, height=1.0), screen)
    assert sees(model(10, 8, 2), model(30, 8, height=1.0), screen)


def test_a_floor_between_storeys_hides_and_its_edge_hides_what_is_near_beneath() -> None:
    storey = [prism([(0, 0), (20, 0), (20, 20), (0, 20)], 3, 3)]
    assert not sees(model(10, 10), model(10, 10, 3), storey)
    assert not sees(model(10, 10), model(14, 14, 3), storey)
    assert sees(model(10, 10, 3), model(14, 14, 3), storey)
    assert sees(model(10, 10), model(14, 14), storey)
    floor = [prism([(8, 8), (16, 8), (16, 16), (8, 16)], 3, 3)]
    for near, seen in ((17.0, False), (40.0, True)):
        assert sees(model(near, 12), model(12, 12, 3), floor) == seen
        assert sees(model(12, 12, 3), model(near, 12), floor) == seen
    # over the edge where it stands
    assert sees(model(17, 12), model(15.6, 12, 3), floor)


def test_a_hatch_in_the_floor_lets_one_look_straight_up() -> None:
    whole: list[XY] = [(0, 0), (20, 0), (20, 20), (0, 20)]
    # the floor about a hatch from (9, 9) to (11, 11), in four pieces
    around: list[list[XY]] = [
        [(0.0, 0.0), (20.0, 0.0), (20.0, 9.0), (0.0, 9.0)],
        [(0.0, 11.0), (20.0, 11.0), (20.0, 20.0), (0.0, 20.0)],
        [(0.0, 9.0), (9.0, 9.0), (9.0, 11.0), (0.0, 11.0)],
        [(11.0, 9.0), (20.0, 9.0), (20.0, 11.0), (11.0, 11.0)],
    ]
    assert not sees(model(10, 10), model(10, 10, 3), [prism(whole, 3, 3)])
    assert sees(model(10, 10), model(10, 10, 3), [prism(piece, 3, 3) for piece in around])
    assert not sees(model(3, 3), model(3.2, 3, 3), [prism(piece, 3, 3) for piece in around])
    assert sees(model(8.5, 10, height=2.5), model(11.5, 10, 3), [prism(piece, 3, 3) for piece in around])


def test_a_wall_on_an_upper_floor_stops_no_line_below_it() -> None:
    assert sees(model(10, 10), model(18, 8), wall((14, 4), (14, 12), low=3, high=6))
    assert not sees(model(10, 10, 3), model(18, 8, 3), wall((14, 4), (14, 12), low=3, high=6))
    bridge = [prism([(13, 0), (15, 0), (15, 30), (13, 30)], 1.0, 1.1)]
    assert sees(model(10, 10), model(18, 10), bridge)


def test_bases_in_contact_see_each_other_whatever_stands_around() -> None:
    ring = wall((8, 8), (12, 8), (12, 12), (8, 12), closed=True)
    assert sees(model(9.5, 10), model(9.5 + 25 / 25.4, 10), [*ring, *wall((0, 9.2), (20, 9.2))])


def _random_scene(random: Random) -> tuple[list[Seen], list[lines.Prism]]:
    seen: list[Seen] = []
    slow: list[lines.Prism] = []
    for _ in range(random.randint(2, 14)):
        x, y = random.uniform(6, 18), random.uniform(0, 24)
        low = random.choice((0.0, 0.0, 0.0, 2.0))
        high = low + random.choice((0.5, 1.0, 2.0, 6.0))
        if random.random() < 0.4:
            radius = random.uniform(0.4, 1.5)
            seen.append(model(x, y, low, high - low, Shape.disc(radius)))
            slow.append(lines.Prism(lines.Round((x, y), radius), low, high))
            continue
        for piece in convex_parts([(x, y), (x + random.uniform(0.2, 6), y), (x + 1, y + random.uniform(0.2, 9))]):
            seen.append(prism(piece, low, high))
            slow.append(lines.Prism(tuple(piece), low, high))
    return seen, slow


def test_sight_agrees_with_many_thrown_lines() -> None:
    random = Random(3)
    answers = []
    for seed in range(400):
        seen, slow = _random_scene(random)
        radius = random.choice((0.5, 0.63, 1.0))
        ends = [
            (x, random.uniform(4, 20), random.choice((0.0, 0.0, 3.0)), random.choice((1.2, 2.0))) for x in (2.0, 22.0)
        ]
        a, b = (model(x, y, z, height, Shape.disc(radius)) for x, y, z, height in ends)
        pa, pb = (lines.Prism(lines.Round((x, y), radius), z, z + height) for x, y, z, height in ends)
        answer = sees(a, b, seen)
        answers.append(answer)
        if lines.free_line(pa, pb, slow, 4000, seed, grown=0.01):
            assert answer, (seed, "a line is free, and with room to spare")
        elif answer:
            # a narrow view: it takes more lines to find it
            tries = (lines.free_line(pa, pb, slow, 200_000, 7 * seed + k) for k in range(10))
            assert any(tries), (seed, "no line of two million is free")
    assert 60 < sum(answers) < 340
