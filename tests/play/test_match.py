"""A match is the only way a table changes: choices, dice, taking back, agreeing - on the toy game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from play_tables import small_table
from toy import toy

from movetray.engine.event import Agreed, DiceRolled
from movetray.engine.ruleset import Option
from movetray.engine.table_json import state_json
from movetray.play.dice import DiceLeft, DiceShort, ImpossibleFace, SeededDice
from movetray.play.match import CannotBeDone, Match
from movetray.play.result import Result
from movetray.table.table import Model, Pose, Table, Unit

WALK = {"do": "walk", "model": "a", "path": [[13, 10]]}
FAR = {"do": "walk", "model": "a", "path": [[14.1, 10]]}
HOP = {"do": "hop", "model": "a"}
RUSH = {"do": "rush", "model": "a"}


def match(**how: Any) -> Match:
    return Match.start(toy(), how.pop("table", small_table("")), seed=how.pop("seed", 1), **how)


def three_sides() -> Table:
    table = small_table("moves")
    dogs = Unit("dogs", "green", table.units["cats"].base, 3048, ("d",), {"M": 4})
    return replace(
        table,
        sides=("red", "blue", "green"),
        units={**table.units, "dogs": dogs},
        models={**table.models, "d": Model("d", "dogs", Pose.at(5, 40))},
    )


def clauses(result: Result, kind: str = "broken") -> list[str]:
    return [reason.clause for reason in result.verdict.reasons if reason.kind == kind]


def place(found: Match, model: str) -> tuple[float, ...]:
    return tuple(round(v, 3) for v in found.table.pose_of(model).point)


# --- legal, illegal


def test_a_table_without_a_step_begins_in_the_first_in_which_something_can_be_done() -> None:
    found = match()
    assert found.table.step == "moves"
    assert found.table.starts["a"] == Pose.at(10, 10)


def test_a_legal_walk_is_done_and_says_what_it_spent() -> None:
    found = match()
    result = found.play(WALK)
    assert (result.verdict.ruling, result.outcome, result.spent) == ("legal", "done", 3.0)
    assert place(found, "a") == (13, 10, 0)
    assert found.results == [result]


def test_an_illegal_walk_changes_nothing_and_is_not_kept() -> None:
    found = match()
    before = found.table
    result = found.play(FAR)
    assert (result.verdict.ruling, result.outcome, clauses(result)) == ("illegal", None, ["toy.far"])
    assert found.table is before
    assert found.results == []
    assert found.judge(FAR) == result.verdict


def test_what_was_played_is_what_is_recorded_to_six_decimals() -> None:
    found = match()
    result = found.play({"do": "walk", "model": "a", "path": [[11.00000049, 10]]})
    assert result.command.path is not None
    assert result.command.path[0].x == 11.0
    assert found.table.mark("a", "tired") == {"inches": 1}


def test_a_command_with_the_same_id_is_not_played_again() -> None:
    found = match()
    first = found.play(HOP, id="one")
    assert found.play(HOP, id="one") is first
    assert found.play(WALK, id="one") is first
    assert len(found.results) == 1
    assert clauses(found.play(HOP, id="two")) == ["table.already-moved"]


def test_a_result_is_json_of_the_verdict_and_what_came_of_it() -> None:
    said = match().play(RUSH, id="r").to_json()
    assert said["ruling"] == "legal"
    assert said["outcome"] == "pending"
    assert said["pending"] == {
        "side": "blue",
        "kind": "choice",
        "of": "r",
        "verbs": ["dodge", "pass"],
        "models": [],
        "until": "answered",
        "must": False,
    }
    assert said["rolled"] == []


# --- dice


def test_listed_dice_are_exactly_those_that_fall() -> None:
    found = match()
    assert found.play(HOP, dice=[4]).rolled == ({"why": "toy.hop", "sides": 6, "faces": [4]},)
    assert place(found, "a") == (11, 10, 0)


@pytest.mark.parametrize(
    ("dice", "error"), [([], DiceShort), ([1], DiceShort), ([4, 5], DiceLeft), ([7], ImpossibleFace)]
)
def test_too_few_too_many_or_impossible_dice_are_an_error_and_nothing_happens(
    dice: list[int], error: type[Exception]
) -> None:
    found = match()
    before = found.table
    with pytest.raises(error):
        found.play(HOP, dice=dice)
    assert found.table is before
    assert (found.results, found.rolls) == ([], 0)


def test_a_refused_command_uses_no_dice_and_says_which_were_listed() -> None:
    assert match().play(FAR, dice=[1, 2]).unused == (1, 2)


def test_seeded_dice_are_those_of_the_seed_and_count_every_roll() -> None:
    found = match(seed="s")
    found.play(HOP, dice=[4])  # a listed roll is a roll
    result = found.play({"do": "hop", "model": "b"})
    assert result.rolled[0]["faces"] == list(SeededDice("s", 1).roll(1, 6, ""))
    assert found.rolls == 1 + len(result.rolled)


def test_a_match_without_a_seed_has_a_secret_of_32_bytes() -> None:
    one, two = Match.start(toy(), small_table()), Match.start(toy(), small_table())
    assert isinstance(one.secret, bytes)
    assert len(one.secret) == 32
    assert one.secret != two.secret


def test_tests_of_a_step_are_rolled_as_it_ends() -> None:
    found = match(table=small_table("dawn"))
    result = found.play({"do": "end-step"}, dice=[6, 1])
    assert found.table.step == "moves"
    assert found.table.has("a", "risen")
    assert not found.table.has("b", "risen")
    assert [roll["faces"] for roll in result.rolled] == [[6], [1]]


# --- physical dice


def test_physical_dice_are_asked_for_one_roll_after_another() -> None:
    found = match(dice="physical")
    first = found.play(HOP)
    assert (first.outcome, first.rolled) == ("pending", ())
    assert first.to_json()["pending"] | {"of": ""} == {
        "side": "red",
        "kind": "dice",
        "of": "",
        "verbs": ["roll"],
        "models": [],
        "until": "rolled",
        "must": True,
        "count": 1,
        "sides": 6,
        "why": "toy.hop",
    }
    assert place(found, "a") == (10, 10, 0)
    again = found.play({"do": "roll", "faces": [1]})
    assert (again.outcome, again.to_json()["pending"]["kind"]) == ("pending", "dice")
    last = found.play({"do": "roll", "faces": [5]})
    assert last.outcome == "destroyed"
    assert [roll["faces"] for roll in last.rolled] == [[1], [5]]
    assert found.table.models["a"].pose is None
    assert found.pending is None


def test_physical_faces_must_be_possible_and_nothing_else_goes_on() -> None:
    found = match(dice="physical")
    found.play(HOP)
    before = found.table
    faces: Sequence[list[int]] = ([], [7], [1, 2])
    for wrong in faces:
        assert clauses(found.play({"do": "roll", "faces": wrong})) == ["table.unknown"]
    assert clauses(found.play({"do": "hop", "model": "b"})) == ["table.pending"]
    assert "table.pending" in clauses(found.play({"do": "undo"}))
    assert found.table is before
    assert found.play({"do": "roll", "faces": [4]}).outcome == "done"
    assert clauses(found.play({"do": "roll", "faces": [4]})) == ["table.no-choice"]


def test_physical_dice_of_an_answer_wait_before_the_choice_they_answer() -> None:
    found = match(dice="physical")
    found.play(RUSH)
    found.play({"do": "dodge"})
    assert [d.verbs for d in found.table.pending] == [("roll",), ("dodge", "pass")]
    found.play({"do": "roll", "faces": [2]})
    result = found.play({"do": "roll", "faces": [3, 4]})
    assert (result.outcome, place(found, "a")) == ("done", (10, 12, 0))


# --- choices


def test_a_choice_is_answered_or_passed() -> None:
    found = match()
    assert found.play(RUSH).outcome == "pending"
    result = found.play({"do": "pass"}, dice=[3, 4])
    assert (result.outcome, result.spent, place(found, "a")) == ("done", 2.0, (10, 12, 0))
    assert clauses(result, "applied") == ["toy.rush"]
    found = match()
    found.play(RUSH)
    assert found.play({"do": "dodge"}, dice=[6]).outcome == "failed"
    assert found.pending is None


def test_sides_answer_in_their_order_and_the_rest_waits() -> None:
    found = match(table=three_sides())
    found.play(RUSH)
    assert clauses(found.play({"do": "dodge", "side": "green"})) == ["table.no-choice"]
    result = found.play({"do": "pass"}, dice=[])
    assert (result.outcome, found.pending and found.pending.side) == ("pending", "green")
    assert found.play({"do": "pass"}, dice=[6, 6]).outcome == "done"


def test_the_next_legal_command_that_is_no_answer_declines_and_its_dice_are_its_own() -> None:
    found = match(seed=5)
    found.play(RUSH)
    sevens = list(SeededDice(5).roll(2, 6, ""))
    result = found.play({"do": "hop", "model": "b"}, dice=[4])
    assert result.outcome == "done"
    assert [roll["faces"] for roll in result.rolled] == [[4]]
    (declined,) = result.declined
    assert (declined.command.do, declined.command.side) == ("pass", "blue")
    assert declined.rolled[0]["faces"] == sevens
    assert [r.command.do for r in found.results] == ["rush", "pass", "hop"]


def test_a_question_a_refused_command_and_the_asked_side_leave_the_choice_open() -> None:
    found = match()
    found.play(RUSH)
    before = found.table
    assert clauses(found.play({"do": "walk", "model": "b", "path": [[10, 20]]})) == ["toy.far"]
    assert found.judge({"do": "walk", "model": "b", "path": [[11, 14]]}).legal
    assert "table.pending" in clauses(found.play({"do": "walk", "model": "c", "path": [[20, 11]]}))
    assert found.table is before
    assert found.rolls == 0


def test_what_is_refused_only_by_the_dice_of_the_decline_leaves_them_fallen() -> None:
    found = match(seed=_seed_of_a_rush(True))
    found.play(RUSH)
    result = found.play({"do": "walk", "model": "b", "path": [[10, 12]]})  # where `a` now stands
    assert (clauses(result), result.outcome) == (["toy.taken"], None)
    assert [r.command.do for r in found.results] == ["rush", "pass"]
    assert place(found, "a") == (10, 12, 0)
    assert found.rolls == 1


def test_a_dice_error_puts_the_decline_back_too() -> None:
    found = match()
    found.play(RUSH)
    before = found.table
    with pytest.raises(DiceLeft):
        found.play({"do": "walk", "model": "b", "path": [[11, 14]]}, dice=[3])
    assert found.table is before
    assert len(found.results) == 1


def test_with_physical_dice_a_decline_that_rolls_has_to_be_said() -> None:
    found = match(dice="physical")
    found.play(RUSH)
    assert clauses(found.play({"do": "walk", "model": "b", "path": [[11, 14]]})) == ["table.pending"]


def test_what_must_be_chosen_blocks_everything_else() -> None:
    found = match()
    found.play({"do": "pick"})
    assert clauses(found.play(WALK)) == ["table.pending"]
    assert clauses(found.play({"do": "end-step"})) == ["table.pending"]
    assert found.play({"do": "choose", "option": "right"}).outcome == "done"
    assert found.table.mark("red", "picked") == "right"


# --- taking back


def test_a_walk_is_taken_back_freely_again_and_again() -> None:
    found = match()
    begun = state_json(found.table)
    found.play(WALK)
    found.play({"do": "walk", "model": "b", "path": [[10, 15]]})
    assert found.play({"do": "undo"}).outcome == "done"
    assert place(found, "b") == (10, 14, 0)
    found.play({"do": "undo", "side": "red"})
    assert state_json(found.table) == begun
    assert clauses(found.play({"do": "undo"})) == ["table.undo"]
    assert found.play({"do": "walk", "model": "a", "path": [[10, 6]]}).outcome == "done"


def test_a_declared_rush_is_taken_back_before_anybody_answered() -> None:
    found = match()
    found.play(RUSH)
    assert found.play({"do": "undo"}).verdict.legal
    assert found.pending is None
    assert not found.table.has("a", "moved")


def test_nothing_is_taken_back_once_another_side_has_acted() -> None:
    found = match(seed=_seed_of_a_rush(True))
    found.play(RUSH)
    found.play({"do": "pass"})
    assert clauses(found.play({"do": "undo"})) == ["table.undo"]
    assert clauses(found.play({"do": "undo", "side": "red"})) == ["table.undo"]


def test_once_a_die_fell_the_other_side_is_asked() -> None:
    found = match()
    found.play(HOP, dice=[4])
    result = found.play({"do": "undo"})
    assert (result.verdict.ruling, result.outcome, clauses(result, "asks")) == ("asks", "pending", ["table.undo"])
    assert (found.pending and found.pending.side, place(found, "a")) == ("blue", (11, 10, 0))
    assert clauses(found.play({"do": "hop", "model": "b"})) == ["table.pending"]
    agreed = found.play({"do": "agree"})
    assert (agreed.outcome, place(found, "a")) == ("done", (10, 10, 0))
    assert not found.table.has("a", "moved")


def test_a_distance_that_nobody_might_measure_is_not_forgotten_either() -> None:
    rules = toy()
    into = replace(rules.kinds["walk"], into_contact=lambda *_: [])
    measuring = Option("measuring", ("closed", "open"), "closed", "why")
    rules = replace(rules, kinds={**rules.kinds, "walk": into}, options={"measuring": measuring})
    found = Match.start(rules, small_table(), seed=1)
    found.play(WALK)
    assert found.play({"do": "undo"}).verdict.ruling == "asks"
    found = Match.start(rules, small_table(), seed=1, options={"measuring": "open"})
    found.play(WALK)
    assert found.play({"do": "undo"}).verdict.ruling == "legal"


def test_the_die_is_not_taken_back() -> None:
    found = match(seed=3)
    first = found.play(HOP)
    found.play({"do": "undo"})
    found.play({"do": "agree"})
    assert found.rolls == len(first.rolled)
    second = found.play(HOP)
    assert second.rolled[0]["faces"] == list(SeededDice(3, len(first.rolled)).roll(1, 6, ""))


def test_who_disagrees_leaves_the_table_as_it_is() -> None:
    found = match()
    found.play(HOP, dice=[4])
    before = state_json(found.table)
    found.play({"do": "undo"})
    assert found.play({"do": "disagree"}).outcome == "failed"
    assert state_json(found.table) == before
    assert found.play({"do": "undo"}).verdict.ruling == "asks"  # it may be asked again


def test_all_sides_have_to_agree_in_their_order() -> None:
    found = match(table=three_sides())
    found.play(HOP, dice=[4])
    found.play({"do": "undo"})
    assert found.play({"do": "agree"}).outcome == "pending"
    assert place(found, "a") == (11, 10, 0)
    found.play({"do": "agree"})
    assert place(found, "a") == (10, 10, 0)
    found.play(HOP, dice=[4])
    found.play({"do": "undo"})
    found.play({"do": "disagree"})
    assert (found.pending, place(found, "a")) == (None, (11, 10, 0))


def test_where_there_is_no_other_side_nobody_has_to_be_asked() -> None:
    table = small_table()
    found = match(table=replace(table, sides=("red",), units={"rats": table.units["rats"]}, models=_only(table, "ab")))
    found.play(HOP, dice=[4])
    assert found.play({"do": "undo"}).outcome == "done"
    assert (found.pending, place(found, "a")) == (None, (10, 10, 0))


def _only(table: Table, names: str) -> dict[str, Model]:
    return {name: model for name, model in table.models.items() if name in names}


def test_physical_dice_bind_like_any_other() -> None:
    found = match(dice="physical")
    begun = state_json(found.table)
    found.play(HOP)
    found.play({"do": "roll", "faces": [6]})
    assert found.play({"do": "undo"}).verdict.ruling == "asks"
    found.play({"do": "agree"})
    assert state_json(found.table) == begun


# --- agreeing


def test_what_the_rules_leave_open_waits_for_the_other_side() -> None:
    found = match(
        table=replace(small_table(), models={**small_table().models, "a": Model("a", "rats", Pose.at(39, 5))})
    )
    walk = {"do": "walk", "model": "a", "path": [[41, 5]]}
    result = found.play(walk)
    assert (result.verdict.ruling, result.outcome, clauses(result, "asks")) == ("asks", "pending", ["toy.bog"])
    assert place(found, "a") == (39, 5, 0)
    agreed = found.play({"do": "agree"})
    assert (agreed.outcome, agreed.spent, place(found, "a")) == ("done", 2.0, (41, 5, 0))
    assert Agreed({"clauses": ["toy.bog"], "refused": False}) in agreed.events


def test_what_is_refused_may_be_played_if_the_others_agree_and_the_record_says_so() -> None:
    found = match()
    result = found.propose(FAR)
    assert (result.verdict.ruling, result.outcome, place(found, "a")) == ("illegal", "pending", (10, 10, 0))
    agreed = found.play({"do": "agree"})
    assert place(found, "a") == (14.1, 10, 0)
    assert Agreed({"clauses": ["toy.far"], "refused": True}) in agreed.events
    assert clauses(found.play({"do": "undo"})) == ["table.undo"]  # blue has acted


def test_a_refused_command_is_not_played_if_one_disagrees() -> None:
    found = match()
    before = state_json(found.table)
    found.propose(FAR)
    found.play({"do": "disagree"})
    assert state_json(found.table) == before


def test_not_even_agreement_moves_what_is_not_there() -> None:
    found = match()
    with pytest.raises(CannotBeDone):
        found.propose({"do": "walk", "model": "nobody", "path": [[1, 1]]})
    found.play({"do": "remove", "model": "a"})
    with pytest.raises(CannotBeDone):
        found.propose(WALK)
    assert found.pending is None


# --- seats


def test_a_seat_speaks_for_its_own_side_only() -> None:
    found = match()
    assert clauses(found.play(WALK, seat="blue")) == ["table.turn"]
    assert clauses(found.play({"do": "end-step"}, seat="blue")) == ["table.turn"]
    assert found.play(WALK, seat="red").outcome == "done"
    found.play({"do": "rush", "model": "b"}, seat="red")
    assert clauses(found.play({"do": "pass"}, seat="red")) == ["table.no-choice"]
    assert found.play({"do": "pass"}, seat="blue", dice=[6, 6]).outcome == "done"


def test_the_word_of_a_seat_needs_the_others_and_that_of_the_referee_does_not() -> None:
    found = match()
    word = {"do": "suffer", "model": "c", "status": ["risen"]}
    assert found.play(word, seat="red").verdict.ruling == "asks"
    assert not found.table.has("c", "risen")
    assert found.pending is not None
    assert found.pending.side == "blue"
    found.play({"do": "agree"}, seat="blue")
    assert found.table.has("c", "risen")
    assert found.play({"do": "suffer", "model": "a", "status": ["risen"]}).outcome == "done"


def _seed_of_a_rush(reaches: bool) -> int:
    return next(s for s in range(99) if (sum(SeededDice(s).roll(2, 6, "")) >= 7) is reaches)


def test_events_of_a_result_are_the_dice_of_its_json() -> None:
    result = match().play(HOP, dice=[1, 2])
    assert [e for e in result.events if isinstance(e, DiceRolled)] == list(result.deed.rolled)
    assert [e["is"] for e in result.to_json()["events"]][:2] == ["DiceRolled", "DiceRolled"]
