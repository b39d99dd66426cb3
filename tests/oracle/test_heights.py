"""The second opinion on legs between levels finds what is wrong with those that are broken on purpose."""

import pytest

from movetray.engine.event import Track
from movetray.table.table import Pose, Table
from movetray.table.terrain import Ladder, Stairs, Terrain
from movetray.units import snap
from oracle.build import Piece, block, box, deck, set_up, wall
from oracle.heights import cost_between, leg_problems


def ruin() -> Table:
    """A barn 3 high, a taller tower beside it, a deck with a hatch, a ladder, stairs, a wall upstairs."""
    terrain: list[Terrain] = [
        block("barn", box(4, 4, 10, 10), 3.0, climbable=True),
        block("tower", box(12, 4, 16, 10), 5.0),
        deck("loft", box(4, 14, 12, 20), 3.0, [box(6, 16, 7.2, 17.2)]),
        wall("rail", [(12, 14), (12, 20)], 1.5, 0.2, z=3.0),
        Ladder("ladder", (snap(4), snap(18)), 0, snap(3)),
        Stairs("steps", ((snap(8), snap(24)), (snap(8), snap(20))), 0, snap(3)),
    ]
    return set_up([Piece("wren", (20, 20)), Piece("jay", (10.6, 8))], terrain)


def said(start: tuple[float, float, float], by: str, end: tuple[float, float, float]) -> list[str]:
    return list(leg_problems(ruin(), "wren", Pose.at(*start), Track(by, Pose.at(*end)), {}))


@pytest.mark.parametrize(
    ("start", "by", "end"),
    [
        ((10, 6, 3), "jump", (10.6, 6, 0)),
        ((9.6, 6, 3), "climb", (10.492126, 6, 0)),
        ((10.492126, 6, 0), "climb", (9.6, 6, 3)),
        ((12, 6, 5), "leap", (10, 6, 3)),
        ((4, 18, 0), "ladder", (4, 18, 3)),
        ((8, 24, 0), "stairs", (8, 20, 3)),
        ((6.6, 16, 3), "jump", (6.6, 16.6, 0)),
        ((5, 15, 3), "walk", (11, 15, 3)),
    ],
)
def test_what_can_be_gone_is_passed(
    start: tuple[float, float, float], by: str, end: tuple[float, float, float]
) -> None:
    assert not said(start, by, end)


@pytest.mark.parametrize(
    ("start", "by", "end", "wrong"),
    [
        ((10, 6, 3), "jump", (11.6, 6, 0), "sideways"),
        ((10, 6, 3), "jump", (10.3, 6, 0), "barn"),
        ((10, 8, 3), "jump", (10.6, 8, 0), "jay"),
        ((10, 6, 3), "jump", (10.6, 6, 1), "nothing carries it"),
        ((9.6, 6, 3), "climb", (10.7, 6, 0), "nothing to climb"),
        ((11.5, 6, 0), "climb", (12.4, 6, 5), "nothing to climb"),
        ((10, 6, 3), "leap", (13.5, 6, 3), "leaps"),
        ((10, 6, 3), "leap", (12, 6, 5), "up"),
        ((10, 6, 0), "ladder", (10, 6, 3), "no ladder"),
        ((8, 24, 0), "stairs", (8, 18, 3), "no stairs"),
        ((11, 17, 3), "jump", (12.7, 17, 0), "rail"),
        ((6.3, 16, 3), "jump", (6.3, 16.6, 0), "boards of loft"),
        ((9, 6, 3), "walk", (10.5, 6, 3), "air"),
        ((6.6, 15, 3), "walk", (6.6, 18, 3), "air"),
    ],
)
def test_what_cannot_be_gone_is_said(
    start: tuple[float, float, float], by: str, end: tuple[float, float, float], wrong: str
) -> None:
    assert any(wrong in one for one in said(start, by, end)), said(start, by, end)


@pytest.mark.parametrize(
    ("by", "end", "inches"),
    [("climb", (0, 0.9, 3), 3.0), ("stairs", (4, 0, 3), 5.0), ("ladder", (0, 0.5, 3), 3.5), ("leap", (2, 0, 0), 2.0)],
)
def test_what_it_costs(by: str, end: tuple[float, float, float], inches: float) -> None:
    assert cost_between(Pose.at(0, 0, 0), Track(by, Pose.at(*end)), {}) == pytest.approx(inches, abs=1e-3)


def test_the_way_out_of_a_jump_is_paid_or_free() -> None:
    jump = Track("jump", Pose.at(1.2, 0, 0))
    assert cost_between(Pose.at(0, 0, 3), jump, {}) == pytest.approx(1.2)
    assert cost_between(Pose.at(0, 0, 3), jump, {"jump-sideways": "free"}) == 0.0
