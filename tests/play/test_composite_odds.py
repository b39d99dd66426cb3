"""The odds of moves made of several legs are those of their dice, counted one by one."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from ruamel.yaml import YAML

from movetray.play.ask import answer
from movetray.play.match import Match
from movetray.table.reader import read_mapping

RUIN = """
movetray: 1
rules: mordheim
options: {{six-always-fails: "{six}", climb-touch: any-time}}
state: {{round: 1, active: red, step: {step}}}
terrain:
  - {{id: west, kind: block, shape: [[6, 6], [12, 6], [12, 12], [6, 12]], height: 4.2, climbable: true}}
  - {{id: east, kind: block, shape: [[14, 6], [20, 6], [20, 12], [14, 12]], height: 4.2}}
  - {{id: shed, kind: block, shape: [[14, 12], [20, 12], [20, 15], [14, 15]], height: 2}}
  - {{id: garden, kind: wall, line: [[30, 6], [30, 12]], thickness: 0.2, height: 2, climbable: true}}
units:
  - id: birds
    side: red
    stats: {{M: 12, I: {i}, T: 3, W: 1}}
    base: 25mm
    height: 3
    models: [{{id: wren, at: [10, 8, 4.2]}}, {{id: rook, at: [5.2, 9]}}, {{id: jay, at: [29, 9]}}]
  - {{id: fish, side: blue, stats: {{M: 4, I: 3}}, base: 25mm, height: 5, models: [{{id: pike, at: [22.6, 8]}}]}}
"""


def loaded(said: str) -> Any:
    return YAML(typ="safe").load(said)


UP, DOWN, JUMP, LEAP = "failed", "fell", "fell", "fell"
"""What a failed test of a kind comes to."""

MOVES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a leap and a jump": (
        {
            "do": "move",
            "model": "wren",
            "path": [[12, 8], {"to": [14, 8, 4.2], "by": "leap"}, [15, 6, 4.2], {"to": [15, 5.4, 0], "by": "jump"}],
        },
        [LEAP, JUMP, JUMP],
    ),
    "a leap onto a lower roof": (
        {"do": "move", "model": "wren", "path": [[12, 11.5], {"to": [14, 12.5, 2], "by": "leap"}]},
        [LEAP, JUMP],
    ),
    "two jumps": (
        {
            "do": "run",
            "model": "wren",
            "path": [
                [12, 8],
                {"to": [14, 8, 4.2], "by": "leap"},
                [16, 12, 4.2],
                {"to": [16, 12.6, 2], "by": "jump"},
                [16, 15, 2],
                {"to": [16, 15.6, 0], "by": "jump"},
            ],
        },
        [LEAP, JUMP, JUMP],
    ),
    "up and down the other side": (
        {
            "do": "move",
            "model": "rook",
            "path": [
                [5.507874, 9],
                {"to": [6.9, 9, 4.2], "by": "climb"},
                [7, 6.5, 4.2],
                {"to": [7, 5.507874, 0], "by": "climb"},
            ],
        },
        [UP, DOWN],
    ),
    "over a wall": (
        {
            "do": "move",
            "model": "jay",
            "path": [[29.407874, 9], {"to": [30, 9, 2], "by": "climb"}, {"to": [30.592126, 9, 0], "by": "climb"}],
        },
        [UP, DOWN],
    ),
    "over a wall and down by a jump": (
        {
            "do": "move",
            "model": "jay",
            "path": [[29.407874, 9], {"to": [30, 9, 2], "by": "climb"}, {"to": [30.6, 9, 0], "by": "jump"}],
        },
        [UP, JUMP],
    ),
    "a leap and a dive": (
        {
            "do": "charge",
            "model": "wren",
            "targets": ["pike"],
            "path": [
                [12, 8],
                {"to": [14, 8, 4.2], "by": "leap"},
                [20, 8, 4.2],
                {"to": [20.6, 8, 0], "by": "dive"},
                [21.615748, 8, 0],
            ],
        },
        [LEAP, JUMP, JUMP],
    ),
}


def counted(initiative: int, sixes_fail: bool, tests: list[str]) -> dict[str, Fraction]:
    """The outcomes of a row of tests, by trying every roll of as many dice."""
    found: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=len(tests)):
        passed = [face <= initiative and not (sixes_fail and face == 6) for face in faces]
        found[next((what for what, good in zip(tests, passed, strict=True) if not good), "done")] += 1
    return {name: Fraction(count, 6 ** len(tests)) for name, count in found.items()}


@pytest.mark.parametrize("six", ["on", "off"])
@pytest.mark.parametrize("initiative", range(1, 7))
@pytest.mark.parametrize("name", MOVES)
def test_the_odds_are_those_of_the_dice(name: str, initiative: int, six: str) -> None:
    command, tests = MOVES[name]
    # With M 12 nothing is out of reach of a walk but the longest of these, which is a run.
    step = "charges" if command["do"] == "charge" else "remaining"
    said = RUIN.format(i=initiative, six=six, step=step)
    if command["do"] == "run":
        said = said.replace("at: [22.6, 8]", "at: [40, 40]")
    match = Match.from_situation(read_mapping(loaded(said)))
    found = answer(match.table, {"ask": "odds", "of": command}, match.rules)
    expected = counted(initiative, six == "on", tests)
    assert {name: Fraction(chance) for name, chance in found["outcomes"].items()} == expected, found


def test_a_route_tells_its_trades() -> None:
    match = Match.from_situation(read_mapping(loaded(RUIN.format(i=4, six="on", step="remaining"))))
    found = answer(match.table, {"ask": "route", "model": "wren", "to": [15, 13.5, 2], "as": "run"}, match.rules)
    trades = found["trades"]
    assert {key: found[key] for key in trades[0]} == trades[0]
    assert [Fraction(trade["success"]) for trade in trades] == sorted(Fraction(trade["success"]) for trade in trades)
    assert [trade["cost"] for trade in trades] == sorted(trade["cost"] for trade in trades)
    assert trades[0]["tests"] == ["mordheim.leap.test", "mordheim.jump.tests"]
    for trade in trades:
        points = match.table, {"do": "run", "model": "wren", "path": trade["path"]}
        assert answer(points[0], {"ask": "odds", "of": points[1]}, match.rules)["success"] == trade["success"]


def test_a_charge_tells_its_trades_and_goes_the_shortest() -> None:
    said = RUIN.format(i=3, six="on", step="charges").replace(
        "units:", "  - {id: stairs, kind: stairs, line: [[11, 2], [11, 6]], z: [0, 4.2]}\nunits:", 1
    )
    match = Match.from_situation(read_mapping(loaded(said.replace("at: [22.6, 8]", "at: [12.5, 3]"))))
    trades = answer(match.table, {"ask": "route", "model": "wren", "contact": "pike"}, match.rules)["trades"]
    assert [(trade["success"], trade.get("rule")) for trade in trades] == [
        ("1/4", None),
        ("0", ["mordheim.charge.distance"]),
    ]
    paths = [{"do": "charge", "model": "wren", "targets": ["pike"], "path": trade["path"]} for trade in trades]
    assert [match.judge(command).ruling for command in paths] == ["legal", "illegal"]
    assert [r.clause for r in match.judge(paths[1]).reasons if r.kind == "broken"] == ["mordheim.charge.distance"]
