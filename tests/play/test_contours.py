"""An allowance that is rolled has a contour for each roll."""

import math
from fractions import Fraction
from typing import Any

from movetray.play.match import Match
from movetray.play.reading import read
from sixth.lanterns import LANTERNS

OPEN = """\
movetray: 1
rules: lanterns
units:
  - {id: hares, side: red, stats: {S: 5}, base: 25mm, models: [{id: ada, at: [24, 24]}]}
  - {id: owls, side: blue, stats: {S: 4}, base: 25mm, models: [{id: otto, at: [4, 4]}]}
"""


def reach(**asked: Any) -> dict[str, Any]:
    match = Match.from_situation(read(OPEN, rules=LANTERNS), LANTERNS)
    return match.ask({"ask": "reach", "model": "ada", **asked})


def test_each_face_of_a_dart_has_its_circle_and_the_chance_of_coming_so_far() -> None:
    contours = reach(**{"as": "dart"})["contours"]
    assert [one["budget"] for one in contours] == [6, 7, 8, 9, 10, 11]
    assert [Fraction(one["chance"]) for one in contours] == [Fraction(n, 6) for n in (6, 5, 4, 3, 2, 1)]
    for one in contours:
        assert math.isclose(one["area"], math.pi * one["budget"] ** 2, rel_tol=1e-3)
        assert one["outline"]


def test_nothing_is_rolled_for_a_walk_or_where_the_inches_are_said() -> None:
    assert "contours" not in reach()
    assert "contours" not in reach(budget=7, **{"as": "dart"})


def test_an_advance_of_kill_team_has_six() -> None:
    said = OPEN.replace("lanterns", "killteam2018").replace("{S: 5}", "{M: 5}").replace("{S: 4}", "{M: 4}")
    match = Match.from_situation(read(said + "state: {round: 1, active: red, step: movement}\n"))
    contours = match.ask({"ask": "reach", "model": "ada", "as": "advance"})["contours"]
    assert [(one["budget"], one["chance"]) for one in contours][::5] == [(6, "1"), (11, "1/6")]
