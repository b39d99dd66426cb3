"""Odds are those of every roll written out; what was assumed is said."""

import itertools
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from play_tables import small_table
from toy import toy

from movetray.engine.command import Command
from movetray.engine.command_json import read_command
from movetray.engine.judge import judge
from movetray.engine.table_json import state_json
from movetray.play.dice import DiceShort
from movetray.play.match import Match
from movetray.play.odds import odds
from movetray.play.odds import tests_on_the_way as rolls_on_the_way

RUSH = Command("rush", model="a")
HOP = Command("hop", model="a")


def match(**how: Any) -> Match:
    return Match.start(toy(), small_table(), seed=1, **how)


def played_out(commands: list[dict[str, Any]], most: int) -> dict[str, Fraction]:
    """The chance of the last command's outcome, by playing every list of faces through a match."""
    chances: Counter[str] = Counter()
    for faces in itertools.product(range(1, 7), repeat=most):
        for used in range(most + 1):
            found = match()
            try:
                for command in commands[:-1]:
                    found.play(command, dice=[])
                outcome = found.play(commands[-1], dice=faces[:used]).outcome
            except DiceShort:
                continue
            assert outcome is not None
            chances[outcome] += 1
            break
    return {outcome: Fraction(count, 6**most) for outcome, count in chances.items()}


def test_odds_of_a_hop_are_those_of_all_its_games() -> None:
    found = odds(small_table(), HOP, toy())
    assert found.outcomes == played_out([{"do": "hop", "model": "a"}], 2)
    assert found.success == Fraction(1, 2)
    assert found.outcomes["destroyed"] == Fraction(1, 18)
    assert (found.assumed, found.sampled) == ((), 0)


def test_odds_of_a_rush_assume_that_nobody_dodges() -> None:
    found = odds(small_table(), RUSH, toy())
    assert found.outcomes == played_out([{"do": "rush", "model": "a"}, {"do": "pass"}], 2)
    assert found.success == Fraction(21, 36)
    assert found.assumed == ({"do": "pass", "side": "blue", "of": {"do": "rush", "model": "a"}},)


def test_answers_are_given_instead() -> None:
    found = odds(small_table(), RUSH, toy(), [Command("dodge", side="blue")])
    assert found.outcomes == played_out([{"do": "rush", "model": "a"}, {"do": "dodge"}], 3)
    assert found.success == Fraction(5, 6) * Fraction(21, 36)
    assert found.assumed == ()


def test_the_first_is_chosen_where_one_must_be() -> None:
    found = odds(small_table(), Command("pick"), toy())
    assert found.outcomes == {"done": 1}
    assert [said["do"] for said in found.assumed] == ["choose"]


def test_odds_with_a_choice_open_assume_that_it_is_declined() -> None:
    game = match()
    game.play({"do": "rush", "model": "a"})
    found = odds(game.table, Command("hop", model="b"), toy())
    assert found.success == Fraction(1, 2)
    assert [said["do"] for said in found.assumed] == ["pass"]
    onto = read_command({"do": "walk", "model": "b", "path": [[10, 12]]})  # where `a` stands if it arrives
    assert odds(game.table, onto, toy()).outcomes == {"done": Fraction(15, 36), "refused": Fraction(21, 36)}


def test_an_illegal_command_has_a_rule_instead_of_odds() -> None:
    far = {"do": "walk", "model": "a", "path": [[30, 10]]}
    said = match().ask({"ask": "odds", "of": far})
    assert (said["legal"], said["rule"]) == (False, ["toy.far"])
    assert said["verdict"] == judge(small_table(), read_command(far), toy()).to_json()
    assert "success" not in said


def test_odds_are_written_as_fractions() -> None:
    said = match().ask({"ask": "odds", "of": {"do": "hop", "model": "a"}})
    assert said == {
        "legal": True,
        "success": "1/2",
        "outcomes": {"done": "1/2", "failed": "4/9", "destroyed": "1/18"},
        "assumed": [],
    }
    walk = {"do": "walk", "model": "a", "path": [[12, 10]]}
    assert match().ask({"ask": "odds", "of": walk})["outcomes"] == {"done": "1"}


def test_asking_changes_nothing() -> None:
    game = match()
    before, rolls = state_json(game.table), game.rolls
    game.ask({"ask": "odds", "of": {"do": "hop", "model": "a"}})
    assert (state_json(game.table), game.rolls, game.results) == (before, rolls, [])


def test_what_is_too_much_to_count_is_sampled_and_says_so() -> None:
    found = odds(small_table(), RUSH, toy(), cap=1)
    assert found.sampled == 10_000
    assert found.to_json()["sampled"] == 10_000
    assert sum(found.outcomes.values()) == 1
    assert abs(found.success - Fraction(21, 36)) < Fraction(3, 100)
    assert odds(small_table(), RUSH, toy(), cap=1).outcomes == found.outcomes


def test_the_tests_on_the_way_are_those_of_the_game_that_goes_well() -> None:
    assert rolls_on_the_way(small_table(), HOP, toy()) == ("toy.hop",)
    assert rolls_on_the_way(small_table(), RUSH, toy()) == ("toy.rush",)
    walk = read_command({"do": "walk", "model": "a", "path": [[12, 10]]})
    assert rolls_on_the_way(small_table(), walk, toy()) == ()


@pytest.mark.parametrize("seed", range(3))
def test_games_come_out_as_the_odds_say(seed: int) -> None:
    seen: Counter[str] = Counter()
    game = Match.start(toy(), small_table(), seed=seed)
    for _ in range(600):
        seen[str(game.play({"do": "hop", "model": "a"}).outcome)] += 1
        game.play({"do": "undo"})
        game.play({"do": "agree"})
    for outcome, chance in odds(small_table(), HOP, toy()).outcomes.items():
        assert abs(seen[outcome] / 600 - chance) < 0.08
