"""Commands have one JSON shape, and it reads back to the same command."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movetray.engine.command import Command, Manoeuvre, Waypoint
from movetray.engine.command_json import WAYS, read_command, to_json
from movetray.form.node import FormError

SAID: list[dict[str, Any]] = [
    {"do": "move", "model": "rat", "path": [[16, 13, 5], {"to": [17, 13, 0], "by": "jump"}, [18, 13]]},
    {"do": "move", "model": "rat", "path": [{"to": [4, 5], "around": [4, 2.5], "facing": 270}]},
    {"do": "move", "unit": "squad", "paths": {"one": [[2, 3]], "two": [[4.25, 3], [5, 3.125]]}},
    {"do": "move", "model": "rat", "to": {"to": [3, 4, 5], "facing": 12.5}},
    {"do": "charge", "model": "rat", "targets": ["cat", "dog"], "path": [[1, 2]]},
    {"do": "intercept", "model": "rat", "charger": "cat"},
    {"do": "march", "unit": "row", "steps": [{"forward": 3}, {"wheel": "left", "degrees": 30}, {"back": 0.5}]},
    {"do": "move", "unit": "row", "steps": [{"sideways": "right", "distance": 1}, {"pivot": -40}]},
    {"do": "reform", "unit": "row", "files": 7, "facing": 90},
    {"do": "move", "unit": "jet", "pivot": 45, "forward": 22.5},
    {"do": "tidy", "unit": "row", "to": [12, 13]},
    {"do": "arrive", "unit": "squad", "positions": {"one": [1, 2, 3], "two": {"to": [3, 3], "facing": 180}}},
    {"do": "embark", "unit": "squad", "transport": "cart"},
    {"do": "fall-back", "unit": "squad", "paths": {"one": [[9, 9]]}, "breakout": True},
    {"do": "lose", "unit": "squad", "models": ["two"]},
    {"do": "remove", "unit": "row", "models": 3},
    {"do": "suffer", "model": "rat", "status": ["stunned"], "not-status": ["hidden"], "wounds": 2},
    {"do": "place", "model": "rat", "at": [3, 4], "facing": 15},
    {"do": "settle", "terrain": "hill", "kinds": ["normal", "impassable"]},
    {"do": "overwatch", "model": "rat", "result": "destroyed"},
    {"do": "choose", "option": 2},
    {"do": "roll", "faces": [1, 6]},
    {"do": "undo", "side": "blue"},
    {"do": "end-step"},
]


@pytest.mark.parametrize("said", SAID, ids=lambda said: said["do"])
def test_every_shape_reads_back_as_it_was_written(said: dict[str, Any]) -> None:
    assert to_json(read_command(said)) == said


numbers = st.integers(-4_000_000, 4_000_000).map(lambda n: n / 1000)
angles = st.integers(-36_000, 36_000).map(lambda n: n / 100)
names = st.text("abcdefgh-123", min_size=1, max_size=9)
waypoints = st.builds(
    Waypoint,
    numbers,
    numbers,
    st.none() | numbers,
    st.none() | st.sampled_from(WAYS),
    st.none() | st.tuples(numbers, numbers),
    st.none() | angles,
)
paths = st.lists(waypoints, min_size=1, max_size=4).map(tuple)
lengths = st.integers(0, 100_000).map(lambda n: n / 1000)
manoeuvres = (
    st.builds(Manoeuvre, st.sampled_from(["forward", "back"]), lengths)
    | st.builds(Manoeuvre, st.just("sideways"), lengths, st.sampled_from(["left", "right"]))
    | st.builds(Manoeuvre, st.just("wheel"), angles.map(abs), st.sampled_from(["left", "right"]))
    | st.builds(Manoeuvre, st.just("pivot"), angles)
)
commands = st.builds(
    Command,
    names,
    model=st.none() | names,
    unit=st.none() | names,
    side=st.none() | names,
    targets=st.lists(names, max_size=3).map(tuple),
    charger=st.none() | names,
    path=st.none() | paths,
    paths=st.none() | st.dictionaries(names, paths, max_size=2),
    to=st.none() | waypoints,
    positions=st.none() | st.dictionaries(names, waypoints, max_size=2),
    steps=st.none() | st.lists(manoeuvres, max_size=3).map(tuple),
    wounds=st.none() | st.integers(0, 9),
    faces=st.none() | st.lists(st.integers(1, 6), max_size=4).map(tuple),
    rest=st.fixed_dictionaries({}, optional={"pivot": angles, "files": st.integers(1, 30), "breakout": st.booleans()}),
)


@given(commands)
def test_any_command_reads_back_from_its_json(command: Command) -> None:
    assert read_command(to_json(command)) == command


@pytest.mark.parametrize(
    ("said", "key", "words"),
    [
        ({"model": "a"}, "do", "is missing"),
        ({"do": "move", "model": 7}, "model", "not a name"),
        ({"do": "move", "path": [[1, 2], [12]]}, "path", "point 2 has one coordinate"),
        ({"do": "move", "path": [[1, 2, 3, 4]]}, "path", "point 1 has 4 coordinates"),
        ({"do": "move", "path": [[1, 2], "there"]}, "path", "point 2, `there`"),
        ({"do": "move", "path": [{"to": [1, 2], "by": "ladr"}]}, "path.by", "perhaps `ladder`"),
        ({"do": "move", "path": [{"to": [1, 2], "buy": "walk"}]}, "path.buy", "not known (perhaps `by`)"),
        ({"do": "move", "path": []}, "path", "no points"),
        ({"do": "move", "path": [[1, float("nan")]]}, "path", "not a finite number"),
        ({"do": "move", "path": [[1, 1e9]]}, "path", "too large"),
        ({"do": "move", "paths": [[1, 2]]}, "paths", "not a mapping"),
        ({"do": "march", "steps": [{"forward": 1, "back": 1}]}, "steps", "here it is 2"),
        ({"do": "march", "steps": [{"wheel": "left"}]}, "steps.degrees", "is missing"),
        ({"do": "march", "steps": [{"forward": -1}]}, "steps.forward", "below zero"),
        ({"do": "charge", "target": ["a"]}, "target", "perhaps `targets`"),
        ({"do": "move", "breakout": "perhaps"}, "breakout", "neither"),
        (["do", "move"], "", "a list is not a mapping"),
        ("move", "", "`move` is not a mapping"),
    ],
)
def test_what_is_wrong_is_said_with_its_key(said: Any, key: str, words: str) -> None:
    with pytest.raises(FormError) as raised:
        read_command(said)
    assert raised.value.key == key
    assert words in raised.value.message


def test_more_decimals_than_the_log_keeps_are_rounded_when_read() -> None:
    said = read_command({"do": "move", "path": [{"to": [1 / 3, 2], "facing": 100 / 3}], "pivot": 2 / 3})
    assert said.path == (Waypoint(0.333333, 2.0, facing=33.33),)
    assert said == read_command(to_json(said))


def test_a_command_nested_without_end_is_refused() -> None:
    said: Any = []
    for _ in range(5000):
        said = [said]
    with pytest.raises(FormError, match="nested too deeply"):
        read_command({"do": "move", "path": said})


def test_the_caller_may_say_where_a_command_stands() -> None:
    with pytest.raises(FormError, match=r"command\.path: point 1"):
        read_command({"do": "move", "path": [[1]]}, "command")
