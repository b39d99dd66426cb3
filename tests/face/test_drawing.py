"""Pictures: valid SVG, the same every time, with everyone and every reason in it."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from face_tables import HOUSE, one_of_everything

from movetray.drawing import draw_step, draw_table, to_png
from movetray.engine.command import Command, Waypoint
from movetray.engine.event import DiceRolled, ModelMoved, Track
from movetray.engine.verdict import Reason, Ruling, Verdict
from movetray.table.table import Decision, Pose

SVG = "{http://www.w3.org/2000/svg}"
WALK = Command(
    "charge", model="a", targets=("e",), path=(Waypoint(9, 9), Waypoint(10, 8, around=(10, 9)), Waypoint(18, 10))
)
REASONS = (
    Reason("house.slow", "applied", "a", 1, (9, 9, 0), {"length": 1.2, "piece": "scrub"}),
    Reason("house.far", "broken", "a", 2, (17, 10, 0), {"measured": 8.004, "allowed": 8}),
    Reason("house.solid", "broken", "a", 2, (16.1, 9.8, 0), {"piece": "tower"}),
)


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")]


def titles(svg: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}title")]


def step(ruling: Ruling, reasons: tuple[Reason, ...] = (), command: Command = WALK) -> str:
    return draw_step(one_of_everything(), command, Verdict(ruling, "move", reasons), rules=HOUSE)


def test_every_model_and_every_piece_is_there_and_named() -> None:
    table = one_of_everything()
    svg = draw_table(table, rules=HOUSE)
    words = texts(svg)
    for model in table.models:
        assert any(re.fullmatch(rf"{model}( .*)?", text) for text in words), model
    for piece in table.board.terrain:
        assert any(text.startswith(piece.id) for text in words), piece.id
        assert any(title.startswith(f"{piece.id}: ") for title in titles(svg)), piece.id


def test_heights_are_written_on_what_is_high_and_on_who_stands_there() -> None:
    words = texts(draw_table(one_of_everything()))
    assert {'tower 5"', 'hedge 1"', 'deck z 4"', 'rope 0"–5"', 'steps 0"–4"', 'c z 5"'} <= set(words)


def test_statuses_are_letters_explained_in_the_legend_and_other_marks_stay_out() -> None:
    words = texts(draw_table(one_of_everything(), rules=HOUSE))
    assert "e h" in words
    assert "hidden" in words
    assert "seen first" not in words


def test_the_sides_differ_by_ring_as_well_as_by_colour() -> None:
    svg = draw_table(one_of_everything())
    rings = {
        (node.get("stroke"), node.get("stroke-dasharray"))
        for node in ET.fromstring(svg).iter(f"{SVG}circle")
        if node.get("stroke-width") == "2.4"
    }
    assert len({colour for colour, _ in rings}) == len({dash for _, dash in rings}) == 2


def test_bases_are_true_to_shape() -> None:
    root = ET.fromstring(draw_table(one_of_everything(), scale=20))
    circles = [node for node in root.iter(f"{SVG}circle") if node.get("stroke-width") == "2.4"]
    assert {float(node.get("r", 0)) for node in circles} == {round(25 / 25.4 / 2 * 20, 2)}
    (oval,) = [node for node in root.iter(f"{SVG}ellipse") if node.get("stroke-width") == "2.4"]
    assert float(oval.get("rx", 0)) == pytest.approx(35.5 / 25.4 / 2 * 20, abs=0.01)
    assert float(oval.get("ry", 0)) == pytest.approx(60 / 25.4 / 2 * 20, abs=0.01)
    assert (oval.get("transform") or "").startswith("rotate(-30 ")


def test_the_path_of_a_command_is_drawn_with_true_arcs_and_the_whole_corridor() -> None:
    root = ET.fromstring(step("illegal", REASONS))
    arcs = [node for node in root.iter(f"{SVG}path") if re.search(r"A25\.33 25\.33 0 0 0 ", node.get("d", ""))]
    widths = {float(node.get("stroke-width", 0)) for node in arcs}
    assert any(width == pytest.approx(25 / 25.4 * 760 / 30, abs=0.01) for width in widths), "the swept base"
    assert 1.8 in widths, "the line of the centre"


def test_the_arc_goes_the_way_the_base_goes() -> None:
    there = Command("move", model="a", path=(Waypoint(4, 12, around=(4, 11)),))  # half a turn: counter-clockwise
    back = Command("move", model="a", path=(Waypoint(5, 11, around=(5, 10)),))  # a quarter, clockwise
    assert re.search(r"A25\.33 25\.33 0 0 0 ", step("legal", command=there))
    assert re.search(r"A25\.33 25\.33 0 0 1 ", step("legal", command=back))


def test_every_reason_is_pinned_and_said_under_its_number() -> None:
    svg = step("illegal", REASONS)
    pins = [node for node in ET.fromstring(svg).iter(f"{SVG}g") if node.get("class") == "reason"]
    numbers = ["".join(pin.itertext()) for pin in pins]
    assert numbers == ["1", "2", "3"], "broken ones first"
    words = " ".join(texts(svg))
    assert 'goes 8.004" of 8".' in words
    assert "runs into “tower” at (16.1, 9.8)." in words
    assert "in “scrub” & cost double." in words
    assert "[house.solid]" in words


@pytest.mark.parametrize(("ruling", "dash"), [("legal", None), ("illegal", "7 4"), ("asks", "2 4")])
def test_the_line_says_the_ruling_without_colour(ruling: Ruling, dash: str | None) -> None:
    root = ET.fromstring(step(ruling))
    (line,) = [node for node in root.iter(f"{SVG}path") if node.get("stroke-width") == "1.8"]
    assert line.get("stroke-dasharray") == dash
    assert any(text.startswith(ruling) for text in texts(step(ruling)))


def test_what_was_gone_is_drawn_rather_than_what_was_asked() -> None:
    before = one_of_everything()
    moved = before.with_model(replace(before.models["a"], pose=Pose.at(6, 9)))
    events = (
        ModelMoved("a", before.pose_of("a"), (Track("walk", Pose.at(6, 9)),)),
        DiceRolled("house.slow", 6, (4, 2)),
    )
    svg = draw_step(before, WALK, Verdict("legal", "move"), rules=HOUSE, after=moved, events=events)
    (line,) = [node for node in ET.fromstring(svg).iter(f"{SVG}path") if node.get("stroke-width") == "1.8"]
    assert (line.get("d") or "").count("L") == 1
    assert "rolled for house.slow: 4, 2 (D6)" in texts(svg)


def test_an_open_choice_says_who_may_answer() -> None:
    table = one_of_everything()
    choice = Decision("blue", ("intercept", "pass"), ("e", "i"), WALK, "go-on")
    after = replace(table, pending=(choice,))
    svg = draw_step(table, WALK, Verdict("legal", "move"), rules=HOUSE, after=after)
    assert "blue may answer: intercept, pass (e, i)" in texts(svg)


@pytest.mark.parametrize("model", ["r", "o", "h"])
def test_the_corridor_of_any_base_reaches_from_start_to_end(model: str) -> None:
    way = Command("move", model=model, path=(Waypoint(15, 20, facing=10), Waypoint(12, 20, around=(13.5, 20))))
    assert ET.fromstring(step("legal", command=way)) is not None
    assert 'opacity="0.16"' in step("legal", command=way)


def test_the_same_table_gives_the_same_picture() -> None:
    assert step("illegal", REASONS) == step("illegal", REASONS)


def test_names_cannot_break_the_picture() -> None:
    table = one_of_everything()
    svg = draw_table(table, title='<script>"&')
    assert '<script>"&' in texts(svg)


def test_a_window_shows_a_part() -> None:
    svg = draw_table(one_of_everything(), window=(0, 18, 12, 30))
    words = texts(svg)
    assert "o" in words
    assert not any(text.startswith("tower") for text in words)


def test_a_picture_becomes_pixels() -> None:
    assert to_png(draw_table(one_of_everything())).startswith(b"\x89PNG")


def test_a_table_shows_itself_in_a_notebook() -> None:
    table = one_of_everything()
    shown = table._repr_svg_()
    assert shown == draw_table(table)
    assert "tower" in str(shown)
