"""The kernel answers or refuses in one sentence, whatever it is given."""

import math
import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from movetray._kernel import (
    Path,
    Placed,
    Shape,
    ahead,
    bearing,
    contains,
    convex_parts,
    covers,
    distance,
    edge_distance,
    gap,
    nearest,
    sees,
    spans,
    wall_outlines,
)
from movetray.geometry import Scene

if TYPE_CHECKING:
    from movetray._kernel import Leg

ODD = (math.nan, math.inf, -math.inf, 1e300, -1e300, 1e6)
DISC = Shape.disc(1)
HERE = (0.0, 0.0, 0.0)
REFUSED = (ValueError, TypeError, OverflowError, IndexError)


@pytest.mark.parametrize("odd", [*ODD, 0.0, -1.0, 1e-300])
def test_no_shape_has_such_a_size(odd: float) -> None:
    for make in (
        lambda: Shape.disc(odd),
        lambda: Shape.oval(odd, 1),
        lambda: Shape.oval(1, odd),
        lambda: Shape.rectangle(1, odd),
        lambda: wall_outlines([(0, 0), (1, 1)], odd),
    ):
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            make()


@pytest.mark.parametrize("odd", ODD)
def test_no_place_is_such_a_number(odd: float) -> None:
    legs = [(1.0, 1.0, 0.0, None, None)]
    for ask in (
        lambda: gap(DISC, (odd, 0, 0), DISC, HERE),
        lambda: gap(DISC, HERE, DISC, (0, 0, odd)),
        lambda: Path((0, odd, 0), legs),
        lambda: Path(HERE, [(odd, 0, 0, None, None)]),
        lambda: Path(HERE, [(0, 0, odd, None, None)]),
        lambda: Path(HERE, [(0, 0, 0, odd, 0.0)]),
        lambda: Placed([(DISC, (odd, 0, 0))]),
        lambda: Shape.polygon([(0, 0), (odd, 0), (0, 1)]),
        lambda: sees((DISC, HERE, 0, odd), (DISC, HERE, 0, 1), []),
        lambda: distance((odd, 0), (0, 0)),
        lambda: bearing((odd, 0), (0, 0)),
        lambda: ahead(HERE, odd),
        lambda: contains(DISC, HERE, (0, odd), 0),
        lambda: edge_distance(DISC, HERE, (0, odd)),
        lambda: Scene([[(0, 0), (1, 0), (odd, 1)]]),
        lambda: Scene([], [(0, odd, 1)]),
        lambda: Scene([]).swept(odd, (0, 0), (1, 1)),
        lambda: Scene([]).swept(1, (0, 0), (odd, 1)),
    ):
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            ask()


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ([], "three"),
        ([(0, 0), (1, 1)], "three"),
        ([(0, 0), (1, 1), (0, 0), (1, 1)], "itself"),
        ([(2, 2)] * 5, "three"),
        ([(0, 0), (1, 0), (2, 0)], "itself"),
        ([(0, 0), (2, 2), (2, 0), (0, 2)], "itself"),
        ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], "itself"),
        ([(0, 0), (1e-5, 0), (0, 1e-5)], "area"),
        ([(math.cos(k), math.sin(k)) for k in range(2000)], "corners"),
    ],
)
def test_no_polygon_has_such_an_outline(points: list[tuple[float, float]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Shape.polygon(points)


def test_an_arc_needs_a_whole_centre_equally_far_from_both_ends() -> None:
    for leg in ((1, 1, 0, 0.5, None), (1, 1, 0, None, 0.5), (5, 5, 0, 0.1, 0), (1, 0, 0, 0, 0)):
        with pytest.raises(ValueError, match=r"arc"):
            Path(HERE, [leg])


def test_a_path_has_only_its_own_legs_and_times() -> None:
    path = Path(HERE, [(1, 0, 0, None, None)])
    with pytest.raises(IndexError):
        path.pose(1, 0.5)
    for t in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="from 0 to 1"):
            path.cut(0, t)
    nowhere = Path(HERE, [])
    assert (nowhere.end, nowhere.length, nowhere.along(3), nowhere.pose(0, 0.5)) == (HERE, 0, (0, 0), HERE)
    assert nowhere.travel(Shape.oval(2, 1)) == 0
    inside = Placed([(DISC, (0.5, 0, 0)), (DISC, (9, 0, 0))])
    assert [c.index for c in inside.blocking(DISC, nowhere, 0.0006)] == [0]
    assert [c.index for c in inside.clearances(DISC, nowhere, 10)] == [0, 1]


def test_tolerances_and_clearances_are_not_negative() -> None:
    placed, path = Placed([(DISC, (5, 0, 0))]), Path(HERE, [(1, 0, 0, None, None)])
    for bad in (-0.1, math.nan, math.inf):
        with pytest.raises(ValueError, match="tolerance"):
            placed.first(DISC, path, bad)
        with pytest.raises(ValueError, match="clearance"):
            placed.first(DISC, path, 0, bad)
    with pytest.raises(IndexError):
        placed.gap(1, DISC, HERE)
    with pytest.raises(ValueError, match="not a number"):
        placed.near(DISC, HERE, math.nan)
    assert placed.blocking(DISC, path, 0.0, 3.5, skip=[0, -1, 77]) == []


def _number(random: Random) -> float:
    kind = random.random()
    if kind < 0.6:
        return random.choice((0.0, 1.0, -1.0, 0.5, 2.0, 3.0))
    if kind < 0.9:
        return random.uniform(-5, 5)
    if kind < 0.97:
        return random.choice((1e-9, -1e-9, 1e-4, 1e-300, 9999.0, 5e-324, 1 / 3))
    return random.choice(ODD)


def _pose(random: Random) -> tuple[float, float, float]:
    return _number(random), _number(random), random.choice((0.0, 90.0, 45.0, 359.99, _number(random)))


def _shape(random: Random) -> Shape:
    kind = random.randrange(4)
    if kind == 0:
        return Shape.disc(_number(random))
    if kind == 1:
        return Shape.oval(_number(random), _number(random))
    if kind == 2:
        return Shape.rectangle(_number(random), _number(random))
    return Shape.polygon([(_number(random), _number(random)) for _ in range(random.randint(2, 7))])


def _path(random: Random) -> Path:
    legs: list[Leg] = []
    x, y, facing = _pose(random)
    start = (x, y, facing)
    for _ in range(random.randint(0, 3)):
        leg: Leg = (_number(random), _number(random), 90 * _number(random), None, None)
        if random.random() < 0.3:
            # a half-turn about the middle, or a quarter about a corner
            if random.random() < 0.5:
                leg = (leg[0], leg[1], leg[2], (x + leg[0]) / 2, (y + leg[1]) / 2)
            else:
                side = random.choice((1.0, 2.0))
                leg = (x + side, y + side, leg[2], x + side, y)
        x, y = leg[0], leg[1]
        legs.append(leg)
    return Path(start, legs)


def _ask(random: Random) -> object:
    """One question about random things; many of them degenerate, touching or in line."""
    a, b = _shape(random), _shape(random)
    at, bt = _pose(random), _pose(random)
    kind = random.randrange(9)
    if kind == 0:
        return gap(a, at, b, bt), nearest(a, at, b, bt)
    if kind == 1:
        return covers(a, at, b, bt, abs(_number(random))), edge_distance(a, at, bt[:2])
    placed = Placed([(_shape(random), _pose(random)) for _ in range(2)])
    if kind == 2:
        return placed.near(a, at, _number(random))
    path = _path(random)
    if kind == 3:
        return placed.blocking(a, path, random.choice((0.0, 0.0006)), random.choice((0.0, 1.0)))
    if kind == 4:
        return [c.gap for c in placed.clearances(a, path, 5.0)]
    if kind == 5:
        return spans(random.choice((None, a)), path, b, bt, random.choice((0.0, 0.0006)))
    if kind == 6:
        return path.travel(a), path.along(_number(random)), path.cut(0, 0.5).end
    if kind == 7:
        prisms = [(s, _pose(random), abs(_number(random)), abs(_number(random))) for s in (a, b, a)]
        return sees(prisms[0], prisms[1], prisms[2:])
    line = [(_number(random), _number(random)) for _ in range(random.randint(1, 5))]
    return wall_outlines(line, abs(_number(random)), random.random() < 0.5), convex_parts(line)


def _numbers(answer: object) -> list[float]:
    if isinstance(answer, float):
        return [answer]
    if isinstance(answer, (list, tuple)):
        return [number for part in answer for number in _numbers(part)]
    return []


def _fuzz(seconds: float, seed: int) -> None:
    random = Random(seed)
    end = time.monotonic() + seconds
    answered = refused = 0
    while time.monotonic() < end:
        before = time.process_time()
        try:
            answer = _ask(random)
        except REFUSED as why:
            refused += 1
            assert "\n" not in str(why)
            assert type(why).__name__ != "PanicException"
        else:
            answered += 1
            assert all(math.isfinite(number) for number in _numbers(answer))
        assert time.process_time() - before < 5.0, "one question took longer than five seconds"
    assert answered > 100 * seconds
    assert refused > 10 * seconds


def test_no_question_brings_the_kernel_down() -> None:
    _fuzz(20.0, 1)


@pytest.mark.soak
def test_no_question_brings_the_kernel_down_for_ten_minutes() -> None:
    _fuzz(600.0, 2)
