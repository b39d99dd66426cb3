"""Questions about a table: distances, options - and what cannot be answered."""

from typing import Any

import pytest
from toy import toy

from movetray.form.node import FormError
from movetray.play.match import Match
from movetray.table.reader import read_mapping

BASE = 25 / 25.4
TABLE: dict[str, Any] = {
    "movetray": 1,
    "rules": "toy",
    "terrain": [
        {"id": "block", "kind": "block", "shape": [[20, 20], [24, 20], [24, 24], [20, 24]], "height": 3},
        {"id": "wall", "kind": "wall", "line": [[10, 16], [20, 16]], "thickness": 0.5, "height": 1},
        {"id": "deck", "kind": "floor", "shape": [[30, 20], [34, 20], [34, 24], [30, 24]], "z": 4},
        {"id": "scrub", "kind": "ground", "shape": [[0, 30], [6, 30], [6, 36], [0, 36]], "ground": "difficult"},
        {"id": "rope", "kind": "ladder", "at": [25, 22], "z": [0, 3]},
        {"id": "stair", "kind": "stairs", "line": [[28, 22], [30, 22]], "z": [0, 4]},
    ],
    "units": [
        {
            "id": "rats",
            "side": "red",
            "base": "25mm",
            "stats": {"M": 4},
            "models": [{"id": "a", "at": [10, 10]}, {"id": "b", "at": [22, 22, 3]}],
        },
        {
            "id": "cats",
            "side": "blue",
            "base": "25mm",
            "models": [{"id": "c", "at": [14, 10]}, {"id": "d", "at": [3, 33]}],
        },
    ],
}


def ask(**question: Any) -> dict[str, Any]:
    if "start" in question:
        question["from"] = question.pop("start")
    return Match.start(toy(), read_mapping(TABLE).table, seed=1).ask(question)


@pytest.mark.parametrize(
    ("start", "to", "inches"),
    [
        ("a", "c", 4 - BASE),
        ("c", "a", 4 - BASE),
        ("a", "a", 0),
        ("a", "wall", 16 - 0.25 - 10 - BASE / 2),
        ("a", "block", (100 + 100) ** 0.5 - BASE / 2),
        ("b", "block", 0),  # it stands on top
        ("b", "wall", (((2**2 + 5.75**2) ** 0.5 - BASE / 2) ** 2 + 2**2) ** 0.5),
        ("a", "deck", ((((20) ** 2 + 10**2) ** 0.5 - BASE / 2) ** 2 + 4**2) ** 0.5),
        ("d", "scrub", 0),
        ("a", "scrub", (4**2 + 20**2) ** 0.5 - BASE / 2),
        ("b", "rope", 3 - BASE / 2),
        ("b", "stair", 6 - BASE / 2),
        ("rats", "cats", 4 - BASE),
        ("wall", "block", 4 - 0.25),
        ("deck", "scrub", ((30 - 6) ** 2 + (30 - 24) ** 2 + 4**2) ** 0.5),
    ],
)
def test_distances_are_measured_between_edges_and_up(start: str, to: str, inches: float) -> None:
    assert ask(ask="distance", start=start, to=to)["inches"] == pytest.approx(inches, abs=2e-3)


def test_a_distance_names_the_models_it_was_measured_between() -> None:
    said = ask(ask="distance", start="rats", to="cats")
    assert (said["from"], said["to"]) == ("a", "c")


def test_unknown_and_absent_models_are_answered_with_the_clause() -> None:
    assert ask(ask="distance", start="a", to="nobody") == {"legal": False, "rule": ["table.unknown"]}
    game = Match.start(toy(), read_mapping(TABLE).table, seed=1)
    game.play({"do": "remove", "model": "c"})
    assert game.ask({"ask": "distance", "from": "a", "to": "c"}) == {"legal": False, "rule": ["table.off-table"]}
    assert game.ask({"ask": "options", "model": "x"}) == {"legal": False, "rule": ["table.unknown"]}


def test_options_are_the_verbs_that_may_be_begun_and_the_clauses_that_forbid_the_rest() -> None:
    game = Match.start(toy(), read_mapping(TABLE).table, seed=1)
    said = game.ask({"ask": "options", "model": "a"})
    assert {"walk", "hop", "rush", "shoot"} <= set(said["includes"])
    assert said["excludes"] == {}
    assert set(game.ask({"ask": "options", "model": "c"})["excludes"]) >= {"walk", "hop", "rush"}
    game.play({"do": "walk", "model": "a", "path": [[11, 10]]})
    said = game.ask({"ask": "options", "model": "a"})
    assert said["excludes"] == {verb: ["table.already-moved"] for verb in ("walk", "hop", "rush")}
    assert "shoot" in said["includes"]


def test_what_asks_nothing_is_an_error_of_form() -> None:
    for wrong in ({}, {"ask": "weather"}, {"ask": "distance", "from": "a"}, {"ask": "sees", "model": 3, "target": "a"}):
        with pytest.raises(FormError):
            ask(**wrong)
