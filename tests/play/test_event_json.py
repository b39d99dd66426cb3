"""Events and states as JSON: what is written is read again as it was, to the hundredth."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_tables import small_table

from movetray.engine import event as ev
from movetray.engine.command import Command, Waypoint
from movetray.engine.command_json import exact
from movetray.engine.event_json import EventFormError, event_json, plain, pose_json, read_event, read_pose
from movetray.engine.evolve import evolve
from movetray.engine.table_json import state_json
from movetray.table.table import Decision, Pose

NAMES = st.text("abcdefghijklmnopqrstuvwxyz-0123456789.", min_size=1, max_size=8).filter(lambda t: t[0].isalpha())
LENGTHS = st.integers(-(10**6), 10**6)
POSES = st.builds(Pose, LENGTHS, LENGTHS, LENGTHS, st.integers(0, 35999))
INCHES = st.floats(-400, 400).map(lambda v: float(exact(v)))
SPOTS = st.tuples(INCHES, INCHES)
TRACKS = st.lists(
    st.builds(ev.Track, st.sampled_from(["walk", "jump", "wheel"]), POSES, st.none() | SPOTS), max_size=4
).map(tuple)
JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | INCHES | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
FACTS = st.dictionaries(NAMES, JSON, max_size=3)
COMMANDS = st.builds(
    Command,
    do=NAMES,
    model=st.none() | NAMES,
    targets=st.lists(NAMES, max_size=2).map(tuple),
    path=st.none()
    | st.lists(st.builds(Waypoint, INCHES, INCHES, st.none() | INCHES), min_size=1, max_size=3).map(tuple),
)
DECISIONS = st.builds(
    Decision,
    side=NAMES,
    verbs=st.lists(NAMES, max_size=3).map(tuple),
    models=st.lists(NAMES, max_size=3).map(tuple),
    of=COMMANDS,
    then=NAMES,
    until=NAMES,
    must=st.booleans(),
    facts=FACTS,
)
EVENTS: dict[type, st.SearchStrategy[ev.Event]] = {
    ev.ModelMoved: st.builds(ev.ModelMoved, NAMES, POSES, TRACKS),
    ev.BlockMoved: st.builds(ev.BlockMoved, NAMES, POSES, POSES, st.integers(1, 20), TRACKS),
    ev.ModelPlaced: st.builds(ev.ModelPlaced, NAMES, POSES),
    ev.ModelRemoved: st.builds(ev.ModelRemoved, NAMES, NAMES),
    ev.DiceRolled: st.builds(ev.DiceRolled, NAMES, st.integers(1, 100), st.lists(st.integers(1, 6)).map(tuple)),
    ev.MarkSet: st.builds(ev.MarkSet, NAMES, NAMES, JSON),
    ev.MarkCleared: st.builds(ev.MarkCleared, NAMES, NAMES),
    ev.WoundsLost: st.builds(ev.WoundsLost, NAMES, st.integers(0, 9), st.integers(0, 9)),
    ev.DecisionOpened: st.builds(ev.DecisionOpened, DECISIONS),
    ev.DecisionClosed: st.builds(ev.DecisionClosed, NAMES, NAMES),
    ev.StepEnded: st.builds(ev.StepEnded, NAMES, st.integers(1, 9), NAMES, st.booleans()),
    ev.TerrainSettled: st.builds(ev.TerrainSettled, NAMES, NAMES),
    ev.Undone: st.builds(ev.Undone, NAMES),
    ev.Agreed: st.builds(ev.Agreed, FACTS),
}


def test_every_event_of_the_closed_list_is_tried() -> None:
    assert set(EVENTS) == set(get_args(ev.Event))


@given(st.one_of(*EVENTS.values()))
def test_an_event_is_read_again_as_it_was_written(event: ev.Event) -> None:
    written = json.loads(json.dumps(event_json(event)))
    assert written["is"] == type(event).__name__
    assert read_event(written) == event
    assert event_json(read_event(written)) == written


@given(POSES)
def test_a_pose_comes_back_to_the_same_hundredth_from_six_decimals_and_two(pose: Pose) -> None:
    said = pose_json(pose)
    assert read_pose(json.loads(json.dumps(said))) == pose
    assert all(len(repr(v).partition(".")[2]) <= 6 for v in said[:3])
    assert len(repr(said[3]).partition(".")[2]) <= 2


@given(st.floats(-1000, 1000))
def test_numbers_have_six_decimals_at_most_and_whole_ones_no_point(value: float) -> None:
    written = json.dumps(exact(value))
    assert len(written.partition(".")[2]) <= 6
    assert not written.endswith(".0")
    assert written != "-0"
    assert exact(float(written)) == exact(value)
    assert abs(float(written) - value) <= 5.1e-7


def test_values_are_written_as_they_will_be_read() -> None:
    assert plain({"a": (1, 2.0), "b": frozenset({"y", "x"})}) == {"a": [1, 2], "b": ["x", "y"]}
    with pytest.raises(TypeError):
        plain(object())


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"is": "ModelTeleported"},
        {"is": ["ModelMoved"]},
        {"is": "ModelMoved", "model": "a"},
        {"is": "ModelPlaced", "model": "a", "to": [1, 2, 3]},
        {"is": "ModelPlaced", "model": "a", "to": 5},
        {"is": "DecisionOpened", "decision": {"side": "red"}},
        {"is": "DecisionOpened", "decision": 1},
    ],
)
def test_what_is_no_event_is_said_to_be_none(said: Any) -> None:
    with pytest.raises(EventFormError):
        read_event(said)


def test_a_state_that_changed_in_anything_is_another() -> None:
    table = small_table()
    decision = Decision("blue", ("dodge",), ("c",), Command("rush", model="a"), "rush-on", facts={"n": 1})
    events: list[ev.Event] = [
        ev.ModelPlaced("a", Pose.at(1.234, 5.678, 2, 33.33)),
        ev.ModelRemoved("c", "gone"),
        ev.WoundsLost("b", 1, 1),
        ev.MarkSet("a", "tired", {"inches": 2.5}),
        ev.BlockMoved("s", Pose.at(30, 30), Pose.at(20, 25, 0, 90), 3),
        ev.DecisionOpened(decision),
        ev.TerrainSettled("hill", "difficult"),
        ev.StepEnded("later", 3, "blue", fresh=True),
    ]
    seen = [json.dumps(state_json(table))]
    for event in events:
        table = evolve(table, event)
        seen.append(json.dumps(state_json(table)))
    assert len(set(seen)) == len(seen)
    assert json.dumps(state_json(evolve(table, ev.DiceRolled("x", 6, (1,))))) == seen[-1]
