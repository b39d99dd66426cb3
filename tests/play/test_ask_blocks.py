"""Routes and reaches of blocks: steps ahead and in wheels that the rules take."""

import math
from typing import Any

import pytest

from movetray.engine.command import Command, Manoeuvre
from movetray.engine.judge import judge
from movetray.play.ask import answer
from movetray.rulesets.whfb8 import WHFB8
from movetray.table.reader import read_mapping

BLOCK = {"models": 15, "files": 5, "front": [14, 24], "facing": 0}
SAID: dict[str, Any] = {
    "movetray": 1,
    "rules": "whfb8",
    "table": {"width": 72, "depth": 48},
    "terrain": [
        {"id": "house", "kind": "block", "shape": [[21, 22.5], [22, 22.5], [22, 23.5], [21, 23.5]], "height": 5}
    ],
    "units": [
        {"id": "s", "side": "red", "stats": {"M": 6, "Ld": 7}, "base": "20x20mm", "block": BLOCK},
        {
            "id": "t",
            "side": "blue",
            "stats": {"M": 4, "Ld": 7},
            "base": "25x25mm",
            "block": {"models": 10, "files": 5, "front": [60, 24], "facing": 180},
        },
    ],
    "state": {"round": 2, "active": "red", "step": "remaining"},
}
WIDTH = 5 * 20 / 25.4


def ask(**question: Any) -> dict[str, Any]:
    return answer(TABLE, question, WHFB8)


TABLE = read_mapping(SAID).table


def played(said: dict[str, Any], verb: str) -> Command:
    """The steps of an answer as the command that goes them."""
    steps = []
    for step in said["steps"]:
        match step:
            case {"wheel": toward, "degrees": degrees}:
                steps.append(Manoeuvre("wheel", degrees, toward))
            case {"forward": inches}:
                steps.append(Manoeuvre("forward", inches))
    assert len(steps) == len(said["steps"])
    return Command(verb, unit="s", steps=tuple(steps))


def test_straight_ahead_a_route_is_one_step() -> None:
    said = ask(ask="route", unit="s", to=[16, 24])
    assert said["steps"] == [{"forward": 2}]
    assert (said["cost"], said["length"], said["success"], said["tests"]) == (2, 2, "1", [])


@pytest.mark.parametrize("to", [[17, 27], [19, 18], {"to": [18, 29], "facing": 40}])
def test_a_route_costs_what_its_wheels_cost_and_the_rules_take_it(to: Any) -> None:
    said = ask(ask="route", unit="s", to=to, **{"as": "march"})
    assert said["success"] == "1"
    priced = sum(
        step["forward"] if "forward" in step else math.radians(step["degrees"]) * WIDTH for step in said["steps"]
    )
    assert said["cost"] == pytest.approx(priced, abs=2e-3)
    verdict = judge(TABLE, played(said, "march"), WHFB8)
    assert verdict.ruling == "legal"
    end = said["path"][-1]
    assert (end["to"] if isinstance(end, dict) else end)[:2] == pytest.approx(to["to"] if isinstance(to, dict) else to)
    if isinstance(to, dict):
        assert end["facing"] == pytest.approx(40, abs=0.02)


def test_out_of_reach_it_says_how_near_one_comes() -> None:
    said = ask(ask="route", model="s-2", to=[30, 24])
    assert (said["length"], said["success"]) == (None, "0")
    nearest = said["nearest"]
    assert nearest["cost"] <= 6.001
    assert judge(TABLE, played(nearest, "move"), WHFB8).ruling == "legal"


def test_a_reach_holds_what_the_allowance_pays_for() -> None:
    # the house is left its inch: straight on ends at 20, which is all of the 6 inches; aside it costs wheels,
    # and nobody gets into that inch
    points = [[15, 24], [19.99, 24], [20.01, 24], [17, 26], [19, 27], [13, 23.5]]
    said = ask(ask="reach", unit="s", points=points)
    assert said["contains"] == [[15, 24], [19.99, 24], [17, 26]]
    assert said["excludes"] == [[20.01, 24], [19, 27], [13, 23.5]]
    there = ask(ask="reach", unit="s", points=[[20.01, 23], [21.5, 23]], **{"as": "march"})
    assert there["contains"] == []
    further = ask(ask="reach", unit="s", **{"as": "march"})
    assert 5 < said["area"] < further["area"]
    assert ask(ask="reach", unit="s", budget=2)["area"] < said["area"]


def test_straight_back_and_sideways_count_at_half_rate() -> None:
    points = [[11.1, 24], [10.9, 24], [14, 26.9], [14, 27.1], [14, 21.1], [13, 25]]
    said = ask(ask="reach", unit="s", points=points)
    assert said["contains"] == [[11.1, 24], [14, 26.9], [14, 21.1]]
    assert ask(ask="reach", unit="s", points=points, **{"as": "march"})["contains"] == []


def test_a_gap_of_exactly_an_inch_is_within_reach() -> None:
    # straight on until the house is an inch away: its front edge lies at 21
    assert ask(ask="reach", unit="s", points=[[20, 24]])["contains"] == [[20, 24]]
    said = ask(ask="route", unit="s", to=[20, 24])
    assert (said["steps"], said["success"]) == ([{"forward": 6}], "1")


def test_a_charge_is_no_move_by_steps() -> None:
    assert "steps" not in ask(ask="route", unit="s", contact="t-1")
