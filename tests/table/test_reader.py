"""What a situation file says is what stands on the table."""

from fractions import Fraction
from pathlib import Path

import pytest
from small_rules import Shelf

from movetray.engine.command import Command, Manoeuvre, Waypoint
from movetray.table.reader import read_mapping, read_situation, read_text
from movetray.table.situation import Question, Situation
from movetray.table.table import Base, Pose, Weapon
from movetray.table.terrain import Block, Door, Floor, Ground, Ladder, Stairs, Wall
from movetray.units import snap

EVERYTHING = Path(__file__).with_name("everything.table.yaml")


@pytest.fixture(scope="module")
def everything() -> Situation:
    return read_situation(EVERYTHING, Shelf())


def test_the_head_of_the_file(everything: Situation) -> None:
    assert everything.title == "Every key of the format, once: not a game of any set"
    assert (everything.rules, everything.options) == ("mordheim", {"measuring": "closed"})
    assert (everything.source, everything.seed, everything.path) == ("made up", "twelve", str(EVERYTHING))
    table = everything.table
    assert (table.board.width, table.board.depth) == (snap(60), snap(44))
    assert table.board.edges == {"red": "south", "blue": "north"}
    assert table.sides == ("red", "blue", "green")
    assert (table.round, table.active, table.step) == (3, "blue", "charges")


def test_every_kind_of_terrain(everything: Situation) -> None:
    pieces = everything.table.board.pieces
    assert [type(piece) for piece in pieces.values()] == [
        Block,
        Floor,
        Wall,
        Wall,
        Ground,
        Ground,
        Ground,
        Ladder,
        Ladder,
        Stairs,
    ]
    square = ((snap(10), snap(10)), (snap(16), snap(10)), (snap(16), snap(16)), (snap(10), snap(16)))
    assert pieces["tower"] == Block("tower", square, snap(5), climbable=True, breachable=True)
    front = pieces["front"]
    assert isinstance(front, Wall)
    assert front.doors == (Door((snap(4), snap(30)), (snap(5.5), snap(30)), snap(2)),)
    assert pieces["rungs"] == Ladder("rungs", (snap(16), snap(13)), 0, snap(5))
    bog, plot = pieces["bog"], pieces["plot"]
    assert isinstance(bog, Ground) and isinstance(plot, Ground)
    assert (bog.going, bog.dice) == ("very-difficult", 2)
    assert (plot.like, plot.going) == ("cornfield", "open")


def test_units_with_their_profile(everything: Situation) -> None:
    units = everything.table.units
    rats = units["rats"]
    assert rats.stats == {"M": "2D6", "I": 4, "Ld": 6.5, "T": 3, "W": 2, "Sv": 3}
    assert rats.weapons == (Weapon("sling", 18.0, "D3", 3, -1, 2), Weapon("knife", 0.0, 1, 4, 0, 1))
    assert (rats.base, rats.height) == (Base("round", 2500, 2500), snap(1.1))
    assert units["cart"].base == Base("oval", 6000, 10000)
    assert units["spears"].base == Base("rectangle", 2000, 2500)
    assert units["late"].base == Base("round", 2850, 2850)
    hull = units["kite"].base
    assert (hull.kind, hull.width, hull.depth, len(hull.outline)) == ("hull", snap(2), snap(4), 5)
    assert units["squad"].aboard == "cart"
    assert units["cart"].carries == {"infantry"}


@pytest.mark.parametrize(
    ("base", "height"),
    [("25mm", 1.2), ("26mm", 1.2), ("32mm", 1.5), ("40mm", 2), ("60mm", 2.5), ("61.5mm", 3), ("25x50mm", 1.2)],
)
def test_how_high_a_model_is_follows_from_the_width_of_its_base(base: str, height: float) -> None:
    said = {"id": "u", "side": "red", "base": base, "models": [{"id": "m", "at": [20, 20]}]}
    unit = read_mapping({"movetray": 1, "rules": "any", "units": [said]}).table.units["u"]
    assert unit.height == snap(height)


def test_models_stand_where_the_file_says(everything: Situation) -> None:
    models = everything.table.models
    assert models["rat"].pose == Pose.at(13, 13, 5, 45)
    assert models["mouse"].pose == Pose.at(24, 14.5, 4, 10.5)
    assert [models[name].pose for name in ("one", "two", "l")] == [None, None, None]
    assert (models["rat"].wounds, models["mouse"].wounds, models["k"].wounds) == (1, 2, None)
    assert everything.table.starts["rat"] == models["rat"].pose
    assert "l" not in everything.table.starts


def test_the_men_of_a_block_are_numbered_from_its_left_and_the_last_rank_is_centred(everything: Situation) -> None:
    models = everything.table.models
    wide, deep = 20 / 25.4, 25 / 25.4
    front = 20 - deep / 2
    # facing up the page, left is towards smaller x
    assert models["spears-1"].pose == Pose.at(40 - wide, front, 0, 90)
    assert models["spears-3"].pose == Pose.at(40 + wide, front, 0, 90)
    assert models["spears-4"].pose == Pose.at(40 - wide, front - deep, 0, 90)
    assert models["spears-7"].pose == Pose.at(40 - wide / 2, front - 2 * deep, 0, 90)
    assert models["spears-8"].pose == Pose.at(40 + wide / 2, front - 2 * deep, 0, 90)
    assert everything.table.units["spears"].models == tuple(f"spears-{n}" for n in range(1, 9))


def test_statuses_become_marks_of_models_and_of_blocks(everything: Situation) -> None:
    table = everything.table
    assert table.marks["rat"] == {"hidden": True, "ran": True}
    assert table.marks["mouse"] == {"hidden": True}
    assert table.marks["spears"] == {"fleeing": True}
    assert table.marks["l"] == {"reserves": True}


def test_steps_are_commands_and_questions_with_their_lines(everything: Situation) -> None:
    move, march, settle, odds, route, *_ = everything.steps
    assert move.said == Command(
        "move",
        model="rat",
        path=(
            Waypoint(16, 13, 5),
            Waypoint(17, 13, 0, "jump"),
            Waypoint(18, 13, around=(17.5, 13), facing=90),
        ),
    )
    assert move.dice == (2, 3)
    text = EVERYTHING.read_text("utf-8").splitlines()
    assert text[move.line_of("dice") - 1].strip() == "dice: [2, 3]"
    assert move.expect is not None
    assert (move.expect["rule"], move.expect["at"]) == (("some.clause",), {"rat": (18, 13, 0)})
    assert isinstance(march.said, Command)
    assert march.said.steps == (
        Manoeuvre("forward", 3),
        Manoeuvre("wheel", 30, "left"),
        Manoeuvre("sideways", 1, "right"),
    )
    assert (march.dice, march.expect) == (None, None)
    assert settle.expect == {"legal": "asks"}
    assert isinstance(odds.said, Question)
    assert odds.said.of == Command("charge", model="rat", targets=("spears-1", "k"))
    assert odds.said.answers == (Command("intercept", model="k", charger="rat"),)
    assert odds.expect == {
        "success": Fraction(4, 9),
        "outcomes": {"done": Fraction(4, 9), "failed": Fraction(5, 9)},
    }
    assert route.said == Question("route", {"model": "rat", "to": [3, 4], "as": "run"})


SMALL = """\
movetray: 1
rules: any
units:
  - {id: a, side: red, base: 25mm, models: [{id: m, at: [AT]}]}
  - {id: b, side: blue, base: 25mm, models: [{id: n, at: [20, 20]}]}
"""


def test_left_out_it_is_a_table_of_48_inches_in_round_1_and_the_first_side_acts() -> None:
    table = read_text(SMALL.replace("AT", "9, 9")).table
    assert (table.board.width, table.board.depth, table.board.terrain) == (snap(48), snap(48), ())
    assert (table.sides, table.round, table.active, table.step) == (("red", "blue"), 1, "red", "")


@pytest.mark.parametrize(
    ("at", "where"),
    [
        ("20.984252, 20", "in contact with the other base"),
        ("0.492126, 47.507874", "in the very corner of the table"),
        ("20.9840, 20", "as near as snapping may bring it"),
    ],
)
def test_contact_is_not_overlap(at: str, where: str) -> None:
    assert read_text(SMALL.replace("AT", at)).table.models["m"].pose is not None, where


def test_models_on_different_levels_do_not_collide() -> None:
    floor = "terrain: [{id: deck, kind: floor, shape: [[15, 15], [25, 15], [25, 25], [15, 25]], z: 3}]\n"
    assert read_text(SMALL.replace("AT", "20.2, 20, 3") + floor).table.models["m"].pose == Pose.at(20.2, 20, 3)


def test_json_and_yaml_say_the_same() -> None:
    said = {
        "movetray": 1,
        "rules": "any",
        "units": [
            {"id": "a", "side": "red", "base": "25mm", "models": [{"id": "m", "at": [9, 9]}]},
            {"id": "b", "side": "blue", "base": "25mm", "models": [{"id": "n", "at": [20, 20]}]},
        ],
    }
    as_yaml = read_text(SMALL.replace("AT", "9, 9")).table
    as_json = read_mapping(said).table
    assert (as_yaml.units, as_yaml.models) == (as_json.units, as_json.models)


def test_yaml_is_version_1_2() -> None:
    found = read_text(SMALL.replace("AT", "9, 0o11") + "title: yes\noptions: {a: on, b: true, c: 0x1F, d: 1e1}\n")
    assert found.title == "yes"
    assert found.options == {"a": "on", "b": True, "c": 31, "d": 10.0}
    assert found.table.models["m"].pose == Pose.at(9, 9)
