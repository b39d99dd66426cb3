"""Moves that fool programs which sample, round, or compare with the wrong number."""

import math

import pytest

from movetray._kernel import Path, Placed, Shape, gap

TOLERANCE = 0.0006
R32 = 32 / 25.4 / 2
R25 = 25 / 25.4 / 2
WALL = Shape.polygon([(0, 0), (10, 0), (10, 0.25), (0, 0.25)])
THIN = Shape.polygon([(0, 0), (10, 0), (10, 0.001), (0, 0.001)])


def straight(start: tuple[float, float], end: tuple[float, float], facing: float = 0.0, turn: float = 0.0) -> Path:
    return Path((*start, facing), [(*end, turn, None, None)])


def turn(at: tuple[float, float], facing: float, degrees: float) -> Path:
    return Path((*at, facing), [(*at, degrees, None, None)])


def test_a_graze_of_five_thousandths_in_the_middle_of_a_long_move_is_seen() -> None:
    post = Placed([(Shape.disc(0.05), (24.0, 5.0 + R32 + 0.05 - 0.005, 0.0))])
    contact = post.first(Shape.disc(R32), straight((0, 5), (48, 5)), TOLERANCE)
    assert contact is not None
    # the chord of the circle about the post that the way cuts off by 0.0044
    reach = R32 + 0.05
    half = math.sqrt((reach - TOLERANCE) ** 2 - (reach - 0.005) ** 2)
    assert contact.t * 48 == pytest.approx(24 - half, abs=1e-9)
    corner = Placed([(Shape.polygon([(0, 0), (1, 2), (-1, 2)]), (24.0, 5.5 - 0.005, 0.0))])
    for shape in (Shape.rectangle(1.0, 1.0), Shape.oval(2.0, 1.0), Shape.disc(0.5)):
        assert corner.first(shape, straight((0, 5), (48, 5)), TOLERANCE) is not None
        assert corner.first(shape, straight((0, 4.99), (48, 4.99)), TOLERANCE) is None


def test_passing_at_099_where_an_inch_is_needed_is_refused_and_at_an_inch_allowed() -> None:
    enemy = Placed([(Shape.disc(R25), (10.0, 10.0, 0.0))])
    for shape, reach in ((Shape.disc(R32), R32), (Shape.oval(2.0, 1.2), 0.6), (Shape.rectangle(2.0, 1.0), 0.5)):
        for apart, allowed in ((0.99, False), (0.9992, False), (0.9995, True), (1.0, True), (1.01, True)):
            way = straight((0, 10 - R25 - reach - apart), (20, 10 - R25 - reach - apart))
            assert (enemy.first(shape, way, TOLERANCE, 1.0) is None) == allowed, (shape, apart)
            (least,) = enemy.clearances(shape, way, 2.0)
            assert least.gap == pytest.approx(apart, abs=1e-12)


def test_half_a_turn_on_the_spot_swings_a_hull_into_a_wall_that_neither_end_touches() -> None:
    hull = Shape.polygon([(3.0, 0.3), (-1.0, 1.0), (-0.6, 0.0), (-1.0, -1.0), (3.0, -0.3)])
    wall = Placed([(THIN, (-5.0, 2.0, 0.0))])
    assert wall.gap(0, hull, (0, 0, 0)) > 0.9
    assert wall.gap(0, hull, (0, 0, 180)) > 0.9
    for degrees in (180, -180):
        contact = wall.first(hull, turn((0, 0), 0, degrees), TOLERANCE)
        if degrees > 0:
            assert contact is not None
            tip = math.hypot(3.0, 0.3)
            ahead = math.degrees(math.asin((2.0 + TOLERANCE) / tip)) - math.degrees(math.atan2(0.3, 3.0))
            assert contact.t * 180 == pytest.approx(ahead, abs=1e-4)
        else:
            assert contact is None


def test_a_thin_wall_between_start_and_end_of_a_turn_is_not_passed_through() -> None:
    hair = Placed([(Shape.polygon([(0, 0), (0.002, 0), (0.002, 0.4), (0, 0.4)]), (1.2, 0.8, 45.0))])
    base = Shape.rectangle(4.0, 0.5)
    assert hair.first(base, turn((0, 0), 0, 90), TOLERANCE) is not None
    assert hair.first(base, turn((0, 0), 0, -90), TOLERANCE) is None
    assert hair.first(base, turn((0, 0), 0, 10), TOLERANCE) is None


def test_turning_from_350_to_10_goes_by_20_degrees_not_by_340() -> None:
    base = Shape.rectangle(4.0, 0.5)
    beside = Placed([(Shape.disc(0.2), (0.0, 1.5, 0.0)), (Shape.disc(0.2), (-1.5, 1.0, 0.0))])
    short = turn((0, 0), 350, 20)
    assert short.end == (0, 0, 10)
    assert beside.first(base, short, TOLERANCE) is None
    assert len(beside.blocking(base, turn((0, 0), 350, -340), TOLERANCE)) == 2
    assert short.travel(base) == pytest.approx(math.radians(20) * math.hypot(2, 0.25), abs=1e-12)


def test_ending_exactly_in_contact_is_allowed_and_a_hair_further_is_not() -> None:
    wall = Placed([(WALL, (0.0, 5.0, 0.0))])
    for shape, reach in ((Shape.disc(R32), R32), (Shape.oval(2.0, 1.2), 0.6), (Shape.rectangle(2.0, 1.0), 0.5)):
        assert wall.first(shape, straight((5, 0), (5, 5 - reach)), TOLERANCE) is None
        contact = wall.first(shape, straight((5, 0), (5, 5 - reach + 0.0008)), TOLERANCE)
        assert contact is not None
        assert contact.t * (5 - reach + 0.0008) == pytest.approx(5 - reach + TOLERANCE, abs=1e-9)
        assert contact.at == pytest.approx((contact.at[0], 5.0), abs=1e-9)


def test_from_contact_moving_in_stops_at_once_and_sliding_or_leaving_is_free() -> None:
    wall = Placed([(WALL, (0.0, 5.0, 0.0))])
    for shape, reach in ((Shape.disc(R32), R32), (Shape.oval(2.0, 1.2), 0.6), (Shape.rectangle(2.0, 1.0), 0.5)):
        for overlap in (0.0, 0.0004):
            y = 5 - reach + overlap
            contact = wall.first(shape, straight((5, y), (5, y + 3)), TOLERANCE)
            assert contact is not None
            assert contact.t * 3 == pytest.approx(TOLERANCE - overlap, abs=1e-9)
            assert wall.first(shape, straight((2, y), (8, y)), TOLERANCE) is None
            assert wall.first(shape, straight((5, y), (5, 0)), TOLERANCE) is None
            assert wall.first(shape, straight((5, y), (9, y - 1)), TOLERANCE) is None
    # too deep already: that is no contact
    deep = wall.first(Shape.disc(1.0), straight((5, 4.001), (5, 0)), TOLERANCE)
    assert deep is not None
    assert deep.t == 0


def test_a_start_inside_a_zone_breaks_it_at_once() -> None:
    enemy = Placed([(Shape.disc(R25), (10.0, 10.0, 0.0))])
    contact = enemy.first(Shape.disc(R25), straight((8.5, 10), (0, 10)), TOLERANCE, 1.0)
    assert contact is not None
    assert contact.t == 0


def test_a_32_mm_base_passes_a_gap_of_126_hundredths_and_no_narrower_one() -> None:
    def walls(opening: float) -> Placed:
        return Placed([(WALL, (-10.0, 5.0, 0.0)), (WALL, (opening, 5.0, 0.0))])

    base = Shape.disc(R32)
    assert pytest.approx(1.2598, abs=1e-4) == 2 * R32
    assert walls(1.26).first(base, straight((0.63, 0), (0.63, 10)), TOLERANCE) is None
    assert walls(2 * R32).first(base, straight((R32, 0), (R32, 10)), TOLERANCE) is None
    assert walls(1.258).first(base, straight((0.629, 0), (0.629, 10)), TOLERANCE) is not None


@pytest.mark.parametrize("margin", [0.001, -0.001])
def test_a_corner_is_cleared_or_clipped_by_a_thousandth(margin: float) -> None:
    block = Placed([(Shape.polygon([(0, 0), (4, 0), (4, 4), (0, 4)]), (0.0, 0.0, 0.0))])
    # past the corner (4, 4), straight and round it
    side = (4 + (R32 + margin) / math.sqrt(2), 4 + (R32 + margin) / math.sqrt(2))
    by = straight((side[0] - 3, side[1] + 3), (side[0] + 3, side[1] - 3))
    assert (block.first(Shape.disc(R32), by, TOLERANCE) is None) == (margin > 0)
    radius = R32 + margin
    around = Path((4.0, 4 + radius, 0.0), [(4 + radius, 4.0, 0.0, 4.0, 4.0)])
    assert (block.first(Shape.disc(R32), around, TOLERANCE) is None) == (margin > 0)
    # a square base that turns beside it
    square = Shape.rectangle(1.0, 1.0)
    away = math.sqrt(0.5) + margin
    assert (block.first(square, turn((4 + away, 2.0), 0, 90), TOLERANCE) is None) == (margin > 0)
    assert block.first(square, turn((4 + away, 2.0), 0, 40), TOLERANCE) is None


def test_a_long_slide_in_contact_takes_no_longer_than_a_move_in_the_open() -> None:
    wall = Placed([(WALL, (0.0, 5.0, 0.0))])
    oval = Shape.oval(2.4, 1.4)
    # turning by a full circle while it rolls along is free, but never lets go of the wall
    ways = [(k / 50, 5 - _half(2.4, 1.4, 7.2 * k), 7.2 * k) for k in range(51)]
    legs = [(x + 3, y, 7.2, None, None) for x, y, _ in ways[1:]]
    rolled = Path((3.0, ways[0][1], 0.0), legs)
    (least,) = wall.clearances(oval, rolled, 1.0)
    assert -0.01 < least.gap < 0.0
    assert gap(oval, rolled.end, WALL, (0.0, 5.0, 0.0)) == pytest.approx(0.0, abs=1e-9)


def _half(depth: float, width: float, facing: float) -> float:
    """Half the room an oval takes up across the table."""
    return math.hypot(depth / 2 * math.sin(math.radians(facing)), width / 2 * math.cos(math.radians(facing)))
