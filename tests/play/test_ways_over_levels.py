"""Ways over levels whose inches one can work out: one for every kind of link, and for what bounds them."""

import pytest

from movetray.engine.ruleset import RuleSet
from movetray.engine.ways import Way, ways_to
from movetray.rulesets import load_rules
from movetray.table.table import Base, Table
from movetray.table.terrain import Ladder, Terrain, Wall
from movetray.units import snap
from oracle.build import ROUND_25, SQUARE_20, Piece, block, box, deck, patch, set_up, wall

RULES = load_rules("mordheim").with_options(climb_touch="any-time")
R = 12.5 / 25.4

BARN = block("barn", box(10, 4, 18, 12), 2.5, climbable=True)
CRATE = block("crate", box(10, 4, 12, 12), 0.8)


def table(*terrain: Terrain, at: tuple[float, ...], movement: int = 8, base: Base = ROUND_25) -> Table:
    stats = {"M": movement, "I": 3, "Ld": 7, "T": 3, "W": 1}
    return set_up([Piece("wren", at, base=base, stats=stats)], terrain)


def ways(given: Table, goal: tuple[float, float, float], rules: RuleSet = RULES) -> list[Way]:
    return ways_to(given, rules, "wren", "move", goal)


def by(way: Way) -> list[str]:
    return [leg.by for leg in way.walk.legs if leg.by != "walk"]


def climbable(piece: Wall) -> Wall:
    return Wall(piece.id, piece.line, piece.thickness, piece.height, piece.z, True)


def test_a_climb_ends_where_it_is_wanted_at_no_cost() -> None:
    # 1 to the wall, 2.5 up; 0.6 past the face costs nothing, 2 past it costs what is more than a base is wide.
    near, far = (ways(table(BARN, at=(9 - R, 8)), (x, 8, 2.5)) for x in (10.6, 12.0))
    assert [(by(way), round(way.cost, 4)) for way in near] == [(["climb"], 3.5)]
    assert near[0].walk.end.point == pytest.approx((10.6, 8, 2.5), abs=1e-3)
    assert far[0].cost == pytest.approx(1 + 2.5 + 2 - 2 * R, abs=1e-3)


def test_over_a_garden_wall() -> None:
    garden = climbable(wall("garden", [(10, 0), (10, 48)], 1.5, 0.2))
    found = ways(table(garden, at=(8, 8)), (12, 8, 0))
    # 2 - 0.1 - R to the wall, up 1.5, onto its middle for nothing; a jump without a test, whose way out counts
    assert by(found[0]) == ["climb", "jump"]
    assert found[0].cost == pytest.approx(2 - 0.1 - R + 1.5 + 2, abs=2e-3)
    assert len(found) == 1


def test_a_wall_nobody_may_climb_is_no_way() -> None:
    assert not ways(table(wall("garden", [(10, 0), (10, 48)], 1.5, 0.2), at=(8, 8)), (12, 8, 0))


def test_up_onto_a_crate_and_off_it() -> None:
    up = ways(table(CRATE, at=(8, 8)), (11, 9, 0.8))
    assert (by(up[0]), round(up[0].cost, 3)) == (["step"], round(10**0.5, 3))
    down = ways(table(CRATE, at=(11, 8, 0.8)), (14, 8, 0))
    assert down[0].cost == pytest.approx(3, abs=1e-3)
    assert by(down[0]) in (["step"], ["jump"])


def test_down_through_a_hatch() -> None:
    loft = deck("loft", box(4, 4, 24, 24), 1.5, [box(12, 12, 13.5, 13.5)])
    found = ways(table(loft, at=(10, 12.75, 1.5)), (12.75, 12.75, 0))
    assert by(found[0]) == ["jump"]
    assert found[0].cost == pytest.approx(2.75, abs=2e-3)


def test_no_way_through_a_hatch_that_is_too_narrow() -> None:
    wide = deck("loft", box(0, 0, 48, 48), 1.5, [box(12, 12, 12.95, 12.95)])
    assert not ways(table(wide, at=(10, 12.5, 1.5)), (12.475, 12.475, 0))


def test_free_jumps_are_as_long_as_they_may_be() -> None:
    free = RULES.with_options(jump_sideways="free")
    porch = block("porch", box(10, 4, 18, 12), 1.5)
    found = ways(table(porch, at=(12, 8, 1.5)), (7, 8, 0), free)
    # 2 to the edge, then 2R + 0.5 for nothing: the other 3 less that along the street
    assert found[0].cost == pytest.approx(2 + 3 - (2 * R + 0.5), abs=5e-3)


def test_the_whole_base_stays_on_the_boards_where_it_has_to() -> None:
    whole = RULES.with_options(support="whole")
    porch = block("porch", box(10, 4, 18, 12), 1.5)
    given = table(porch, at=(14, 8, 1.5))
    assert not ways(given, (10.2, 8, 1.5), whole)
    assert ways(given, (10 + R, 8, 1.5), whole)[0].cost == pytest.approx(4 - R, abs=1e-3)
    off = ways(given, (8, 8, 0), whole)
    assert (by(off[0]), round(off[0].cost, 2)) == (["jump"], 6.0)


def test_a_square_base_climbs_where_it_touches() -> None:
    found = ways(table(BARN, at=(9, 8), base=SQUARE_20), (10.5, 8, 2.5))
    assert by(found[0]) == ["climb"]
    assert found[0].cost == pytest.approx(1 - 10 / 25.4 + 2.5, abs=2e-3)


def test_what_is_climbed_in_a_phase_is_bounded() -> None:
    tower = block("tower", box(12, 4, 18, 12), 5, climbable=True)
    ledge = block("ledge", box(10, 4, 12, 12), 2.5, climbable=True)
    assert by(ways(table(tower, ledge, at=(9, 8), movement=5), (13, 8, 5))[0]) == ["climb", "climb"]
    assert not ways(table(tower, ledge, at=(9, 8), movement=4), (13, 8, 5))


def test_across_a_pit() -> None:
    pit = patch("pit", box(10, 0, 11.5, 48), "impassable")
    found = ways(table(pit, at=(8, 8)), (14, 8, 0))
    assert (by(found[0]), round(found[0].cost, 3)) == (["leap"], 6.0)


def test_a_ladder_whose_head_is_taken_is_no_way() -> None:
    loft = deck("loft", box(10, 4, 18, 12), 3)
    rungs = Ladder("rungs", (snap(10), snap(8)), 0, snap(3))
    given = table(loft, rungs, at=(8, 8))
    assert by(ways(given, (15, 8, 3))[0]) == ["ladder"]
    crowd = set_up(
        [Piece("wren", (8, 8)), *(Piece(f"jay-{n}", (10, 8 + n, 3)) for n in (-0.99, 0, 0.99))], [loft, rungs]
    )
    assert not ways_to(crowd, RULES, "wren", "move", (15, 8, 3))


def test_flat_tables_are_not_searched() -> None:
    flat = table(wall("fence", [(10, 4), (10, 12)], 3.0, 0.2), at=(8, 8))
    (way,) = ways(flat, (12, 8, 0))
    assert by(way) == []
