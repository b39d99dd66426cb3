"""Planned ways over several levels: as short as trying everything finds, and legal as they stand."""

import pytest

from movetray.engine.command import Command
from movetray.engine.walk import waypoints
from movetray.engine.ways import Way, ways_to
from movetray.play.match import Match
from movetray.rulesets import load_rules
from oracle.legs import Ruin
from oracle.small_ruins import Asked, small_ruin
from oracle.step_checker import step_problems
from oracle.table_checker import problems

RULES = load_rules("mordheim").with_options(climb_touch="any-time")

NEAR = 0.01
"""Inches: a planned way is not longer than the best that was tried by more."""

COARSE = 0.025
"""Inches by which what was tried at places a little apart may be longer than a planned way."""

QUICK = 16
ALL = 100


def trades(asked: Asked) -> list[tuple[int, Way]]:
    """Each planned way with the number of tests on it: every one is passed on three faces of six."""
    ways = ways_to(asked.table, RULES, "wren", "move", asked.goal)
    assert RULES.chance is not None
    return [(RULES.chance(asked.table, RULES, way.walk).denominator.bit_length() - 1, way) for way in ways]


def compare(seed: int) -> None:
    asked = small_ruin(seed)
    planned = [(tests, way.cost) for tests, way in trades(asked)]
    tried = Ruin(asked.table, "wren").best(asked.table.pose_of("wren").point, asked.goal).trades()
    for tests, inches in tried:
        least = min((cost for number, cost in planned if number <= tests), default=None)
        assert least is not None, f"{seed}: no way with {tests} tests, one of {inches:.4f} was tried"
        assert least <= inches + NEAR, f"{seed}: {least:.4f} with {tests} tests, {inches:.4f} was tried"
    for tests, cost in planned:
        least = min((inches for number, inches in tried if number <= tests), default=None)
        assert least is not None, f"{seed}: {cost:.4f} with {tests} tests, and nothing that was tried leads there"
        assert cost >= least - COARSE, f"{seed}: {cost:.4f} with {tests} tests is less than the {least:.4f} tried"


@pytest.mark.parametrize("seed", range(QUICK))
def test_the_best_trades_are_those_that_trying_finds(seed: int) -> None:
    compare(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(QUICK, ALL))
def test_the_best_trades_are_those_that_trying_finds_at_length(seed: int) -> None:
    compare(seed)


def test_the_ruins_offer_something_to_choose() -> None:
    found = [trades(small_ruin(seed)) for seed in range(40)]
    ways = [way for ways in found for _, way in ways]
    by = {leg.by for way in ways for leg in way.walk.legs}
    assert by >= {"walk", "ladder", "stairs", "climb", "jump", "leap"}, by
    assert sum(len(ways) > 1 for ways in found) >= 8
    assert sum(not ways for ways in found) <= 12


@pytest.mark.parametrize("seed", range(60))
def test_a_planned_way_is_legal_and_ends_where_it_should(seed: int) -> None:
    asked = small_ruin(seed)
    for tests, way in trades(asked):
        match = Match.start(RULES, asked.table)
        before, command = match.table, Command("move", model="wren", path=waypoints(way.walk))
        result = match.play(command, dice=[1] * tests)
        assert result.verdict.ruling == "legal", (seed, [r.clause for r in result.verdict.reasons])
        assert result.outcome == "done"
        assert match.table.pose_of("wren").point == pytest.approx(asked.goal, abs=1e-3)
        assert not problems(match.table)
        assert not step_problems(before, command, result, match.table, {"climb-touch": "any-time"})
