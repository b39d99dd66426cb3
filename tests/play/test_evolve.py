"""What each event does to a table, and what it leaves alone."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_tables import small_table

from movetray.engine import event as ev
from movetray.engine.command import Command
from movetray.engine.evolve import evolve, starts_of, take
from movetray.table.table import Decision, Pose

POSES = st.builds(Pose, st.integers(0, 10**5), st.integers(0, 10**5), st.integers(0, 9999), st.integers(0, 35999))


def choice(side: str = "blue", *verbs: str, must: bool = False) -> Decision:
    return Decision(side, verbs or ("pass",), (), Command("charge", model="a"), "go-on", must=must)


def test_a_model_stands_at_the_end_of_its_last_leg_and_nobody_else_moves() -> None:
    before = small_table()
    track = (ev.Track("walk", Pose.at(11, 10)), ev.Track("walk", Pose.at(12, 12)))
    after = evolve(before, ev.ModelMoved("a", Pose.at(10, 10), track))
    assert after.pose_of("a") == Pose.at(12, 12)
    assert {m: after.models[m] for m in "bc"} == {m: before.models[m] for m in "bc"}
    assert before.pose_of("a") == Pose.at(10, 10)


@given(POSES)
def test_a_placed_model_stands_there_to_the_hundredth(pose: Pose) -> None:
    assert evolve(small_table(), ev.ModelPlaced("c", pose)).pose_of("c") == pose


def test_a_removed_model_is_off_the_table_but_remembered() -> None:
    after = evolve(small_table(), ev.ModelRemoved("c", "fled"))
    assert after.models["c"].pose is None
    assert "c" not in after.standing


def test_a_block_stands_in_ranks_behind_its_front_and_the_last_rank_is_centred() -> None:
    width = 2000 / 2540
    after = evolve(small_table(), ev.BlockMoved("s", Pose.at(30, 30), Pose.at(20, 20, facing=90), 2))
    x, y, _ = after.pose_of("s-1").point  # facing north, its left is west
    assert (x, y) == pytest.approx((20 - width / 2, 20 - width / 2), abs=1e-3)
    assert after.pose_of("s-2").point[:2] == pytest.approx((20 + width / 2, 20 - width / 2), abs=1e-3)
    assert after.pose_of("s-4").point[:2] == pytest.approx((20 + width / 2, 20 - 1.5 * width), abs=1e-3)
    assert after.pose_of("s-5").point[:2] == pytest.approx((20, 20 - 2.5 * width), abs=1e-3)
    assert {after.pose_of(m).facing for m in after.units["s"].models} == {9000}


def test_a_block_that_loses_its_last_man_but_one_centres_the_last() -> None:
    table = evolve(small_table(), ev.BlockMoved("s", Pose.at(30, 30), Pose.at(20, 20, facing=90), 3))
    after = evolve(table, ev.ModelRemoved("s-5", "lost"))
    assert after.models["s-5"].pose is None
    assert after.pose_of("s-4").point[0] == pytest.approx(20, abs=1e-3)


def test_marks_come_and_go_and_leave_no_empty_owner_behind() -> None:
    before = small_table()
    marked = evolve(before, ev.MarkSet("a", "hidden", {"behind": "wall"}))
    assert marked.mark("a", "hidden") == {"behind": "wall"}
    assert not before.has("a", "hidden")
    both = evolve(marked, ev.MarkSet("a", "ran"))
    assert evolve(both, ev.MarkCleared("a", "hidden")).marks == {"a": {"ran": True}}
    assert evolve(marked, ev.MarkCleared("a", "hidden")) == before
    assert evolve(before, ev.MarkCleared("a", "hidden")) == before


def test_wounds_lost_leaves_what_is_left() -> None:
    assert evolve(small_table(), ev.WoundsLost("a", 1, 1)).models["a"].wounds == 1


def test_choices_wait_in_order_and_the_first_is_closed() -> None:
    first, second = choice("blue", "flee", "pass"), choice("green", "flee", "pass")
    table = evolve(evolve(small_table(), ev.DecisionOpened(first)), ev.DecisionOpened(second))
    assert table.pending == (first, second)
    assert evolve(table, ev.DecisionClosed("blue", "pass")).pending == (second,)
    with pytest.raises(ValueError, match="green"):
        evolve(table, ev.DecisionClosed("green", "pass"))


def test_missing_dice_come_first_then_what_must_be_answered_then_the_rest() -> None:
    may, also = choice("blue", "flee", "pass"), choice("green", "flee", "pass")
    must, then = choice("red", "choose", must=True), choice("blue", "choose", must=True)
    dice = choice("red", "roll", must=True)
    table = small_table()
    for decision in (may, must, also, then, dice):
        table = evolve(table, ev.DecisionOpened(decision))
    assert table.pending == (dice, must, then, may, also)


def test_a_turn_that_begins_takes_the_poses_it_begins_from() -> None:
    begun = small_table()
    table = evolve(evolve(begun, ev.ModelPlaced("a", Pose.at(3, 3))), ev.ModelRemoved("c", "fled"))
    same = evolve(table, ev.StepEnded("charges", 1, "red"))
    assert (same.step, same.starts) == ("charges", begun.starts)
    fresh = evolve(table, ev.StepEnded("charges", 2, "blue", fresh=True))
    assert (fresh.round, fresh.active) == (2, "blue")
    assert fresh.starts == starts_of(table)
    assert fresh.starts["a"] == Pose.at(3, 3)
    assert "c" not in fresh.starts


def test_settled_ground_is_remembered() -> None:
    assert evolve(small_table(), ev.TerrainSettled("hill", "difficult")).settled == {"hill": "difficult"}


def test_dice_and_agreements_change_nothing() -> None:
    table = small_table()
    assert evolve(table, ev.DiceRolled("x", 6, (1, 2))) is table
    assert evolve(table, ev.Agreed({"clauses": ["x"]})) is table


def test_what_is_taken_back_is_the_last_command_of_the_same_side() -> None:
    first = small_table()
    second = take(first, evolve(first, ev.ModelPlaced("a", Pose.at(3, 3))), "red", binding=False)
    third = take(second, evolve(second, ev.ModelPlaced("b", Pose.at(4, 4))), "red", binding=False)
    assert evolve(third, ev.Undone("red")) == second
    assert evolve(evolve(third, ev.Undone("red")), ev.Undone("red")) == first
    fourth = take(third, evolve(third, ev.ModelPlaced("c", Pose.at(5, 5))), "blue", binding=True)
    with pytest.raises(ValueError, match="red"):
        evolve(fourth, ev.Undone("red"))
    back = evolve(fourth, ev.Undone("blue"))
    assert back == third
    assert back.last is None


def test_every_event_of_the_closed_list_is_understood() -> None:
    from movetray.engine import evolve as module

    assert set(module._CHANGES) == set(get_args(ev.Event))
