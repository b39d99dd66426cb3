"""Plans of one level: what is there in full, what is above dashed, what lies beneath faded."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from face_tables import HOUSE, one_of_everything
from typer.testing import CliRunner

from movetray.cli import app
from movetray.drawing import draw_step, draw_table
from movetray.drawing.storeys import legs_at, that_matter, where
from movetray.drawing.trails import asked
from movetray.engine.command import Command, Waypoint
from movetray.engine.verdict import Reason, Verdict

SVG = "{http://www.w3.org/2000/svg}"
UP = Command("move", model="a", path=(Waypoint(24, 17, 4, by="ladder"), Waypoint(20, 17, 4)))
CASE = """movetray: 1
rules: mordheim
state: {round: 1, active: red, step: remaining}
terrain:
  - {id: shed, kind: block, shape: [[8, 8], [14, 8], [14, 14], [8, 14]], height: 2.5}
units:
  - {id: band, side: red, stats: {M: 4, I: 3}, base: 25mm, models: [{id: a, at: [10, 10, 2.5]}, {id: b, at: [3, 3]}]}
steps:
  - {do: move, model: a, path: [[12, 10, 2.5]]}
"""


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")]


def rings(svg: str) -> int:
    """How many models are drawn as standing."""
    return len([n for n in ET.fromstring(svg).iter() if n.get("stroke-width") == "2.4" and n.get("fill") == "none"])


def drawn_as(svg: str, piece: str) -> tuple[bool, bool]:
    """Whether a piece is faded, and whether it is an outline only."""
    root = ET.fromstring(svg)
    parents = {child: parent for parent in root.iter() for child in parent}
    (title,) = [n for n in root.iter(f"{SVG}title") if (n.text or "").startswith(f"{piece}: ")]
    group = parents[title]
    faded = parents[group].get("opacity") == "0.3"
    outline = [n for n in group.iter(f"{SVG}path") if n.get("stroke-dasharray") == "2 4"]
    return faded, bool(outline)


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        (0, {"tower": "through", "deck": "above", "hedge": "through", "scrub": "at", "rope": "at", "steps": "at"}),
        (4, {"tower": "through", "deck": "at", "hedge": "beneath", "scrub": "beneath", "rope": "at", "steps": "at"}),
        (5, {"tower": "at", "deck": "beneath", "hedge": "beneath", "rope": "at", "steps": "beneath"}),
    ],
)
def test_pieces_lie_to_a_level_as_their_heights_say(level: float, expected: dict[str, str]) -> None:
    pieces = one_of_everything().board.pieces
    assert {name: where(pieces[name], level) for name in expected} == expected


def test_above_is_dashed_and_beneath_is_faded() -> None:
    table = one_of_everything()
    assert drawn_as(draw_table(table, level=0), "deck") == (False, True)
    assert drawn_as(draw_table(table, level=4), "deck") == (False, False)
    assert drawn_as(draw_table(table, level=5), "deck") == (True, False)


def test_models_of_other_levels_are_ghosts_with_their_height() -> None:
    table = one_of_everything()
    ground, top = draw_table(table, level=0), draw_table(table, level=5)
    assert rings(ground) == len(table.standing) - 1
    assert rings(top) == 1
    assert 'c z 5"' in texts(ground)
    assert 'e z 0"' in texts(top)
    assert "e" in [text.split()[0] for text in texts(ground)]


def test_every_level_has_its_plan_lowest_first() -> None:
    svg = draw_table(one_of_everything(), levels=True)
    assert [text for text in texts(svg) if text.startswith("level")] == ['level 0"', 'level 5"']
    tops = [float(y) for y in re.findall(r'y="([\d.]+)"[^>]*>level', svg)]
    assert tops == sorted(tops)


def test_a_level_that_the_way_leads_over_has_a_plan_too() -> None:
    table = one_of_everything()
    assert that_matter(table) == [0, 5]
    assert that_matter(table, asked(table, UP)) == [0, 4, 5]
    svg = draw_step(table, UP, Verdict("legal", "move"), rules=HOUSE, levels=True)
    assert [text for text in texts(svg) if text.startswith("level")] == ['level 0"', 'level 4"', 'level 5"']


def test_a_way_is_drawn_on_the_levels_it_leads_over() -> None:
    (trail,) = asked(one_of_everything(), UP)
    assert [[leg.by for leg in part.legs] for part in legs_at(trail, 0)] == [["ladder"]]
    assert [[leg.by for leg in part.legs] for part in legs_at(trail, 4)] == [["ladder", "walk"]]
    assert list(legs_at(trail, 5)) == []
    assert list(legs_at(trail, None)) == [trail]


def test_a_reason_is_pinned_on_its_own_level_only() -> None:
    reasons = (Reason("house.far", "broken", "a", 1, (20, 17, 4), {"measured": 9.0, "allowed": 8.0}),)
    verdict = Verdict("illegal", "move", reasons)
    pins = {
        level: draw_step(one_of_everything(), UP, verdict, rules=HOUSE, level=level).count('class="reason"')
        for level in (0, 4, 5)
    }
    assert pins == {0: 0, 4: 1, 5: 0}
    assert draw_step(one_of_everything(), UP, verdict, rules=HOUSE, levels=True).count('class="reason"') == 1


def test_the_same_plans_every_time() -> None:
    assert draw_table(one_of_everything(), levels=True) == draw_table(one_of_everything(), levels=True)


def test_the_command_line_draws_levels(tmp_path: Path) -> None:
    file, picture = tmp_path / "shed.table.yaml", tmp_path / "shed.svg"
    file.write_text(CASE)
    draw = ["draw", str(file), "-o", str(picture), "--lang", "en"]
    assert CliRunner().invoke(app, [*draw, "--level", "2.5"]).exit_code == 0
    assert 'level 2.5"' in texts(picture.read_text("utf-8"))
    assert CliRunner().invoke(app, [*draw, "--levels"]).exit_code == 0
    assert {'level 0"', 'level 2.5"'} <= set(texts(picture.read_text("utf-8")))


def test_a_level_where_nothing_is_to_stand_on_is_refused(tmp_path: Path) -> None:
    from movetray.cli.failure import Complaint

    file = tmp_path / "shed.table.yaml"
    file.write_text(CASE)
    found = CliRunner().invoke(app, ["draw", str(file), "-o", str(tmp_path / "x.svg"), "--level", "3", "--lang", "en"])
    assert isinstance(found.exception, Complaint)
    assert str(found.exception) == 'no surface at 3"; there are 0", 2.5"'
