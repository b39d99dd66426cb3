"""A way from the side: every leg named and of its true shape, everything at its height."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import pairwise

import pytest
from face_tables import HOUSE, ROUND, spots

from movetray.drawing import draw_step, draw_table
from movetray.drawing.profile import Profile, less
from movetray.drawing.trails import FALL, asked, gone
from movetray.engine.command import Command, Waypoint
from movetray.engine.event import Event, ModelMoved, ModelPlaced, Track
from movetray.engine.verdict import Verdict
from movetray.table.board import Board
from movetray.table.table import Model, Pose, Table, Unit
from movetray.table.terrain import Block, Floor, Ladder, Stairs, Wall
from movetray.units import snap

SVG = "{http://www.w3.org/2000/svg}"
LEGAL = Verdict("legal", "move")
TERRAIN = (
    Block("mill", spots((6, 0), (10, 0), (10, 12), (6, 12)), snap(3), climbable=True),
    Block("barn", spots((12.5, 0), (16, 0), (16, 12), (12.5, 12)), snap(3)),
    Floor("loft", spots((2, 14), (12, 14), (12, 20), (2, 20)), snap(4), (spots((5, 16), (7, 16), (7, 18), (5, 18)),)),
    Ladder("rungs", (snap(5), snap(17)), 0, snap(4)),
    Stairs("flight", (spots((16, 17))[0], spots((12, 17))[0]), 0, snap(4)),
    Wall("fence", spots((18, 0), (18, 12)), snap(0.2), snap(1)),
)


def table(**members: tuple[float, ...]) -> Table:
    units = {
        "band": Unit("band", "red", ROUND, snap(1.2), tuple(m for m in members if m < "e"), {}),
        "foes": Unit("foes", "blue", ROUND, snap(1.2), tuple(m for m in members if m >= "e"), {}),
    }
    models = {m: Model(m, "band" if m < "e" else "foes", Pose.at(*where)) for m, where in members.items()}
    return Table(Board(snap(24), snap(24), TERRAIN), ("red", "blue"), units, models, 1, "red", "remaining")


CLIMB_AND_LEAP = (
    Waypoint(6.4, 6, 3, by="climb"),
    Waypoint(10, 6, 3),
    Waypoint(12.5, 6, 3, by="leap"),
    Waypoint(16, 6, 3),
    Waypoint(17, 6, 0, by="jump"),
)


def picture(
    path: tuple[Waypoint, ...], events: tuple[Event, ...] = (), lang: str = "en", **members: tuple[float, ...]
) -> str:
    command = Command("move", model="a", path=path)
    return draw_step(table(**members), command, LEGAL, rules=HOUSE, events=events, lang=lang)


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")]


def profile(path: tuple[Waypoint, ...], start: tuple[float, ...]) -> Profile:
    (trail,) = asked(table(a=start), Command("move", model="a", path=path))
    return Profile(trail)


def rounded(line: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(round(along, 3), round(up, 3)) for along, up in line]


def heights(svg: str) -> dict[int, float]:
    """Inches up to pixels down, as the scale at the left of the elevation says."""
    side = svg[svg.index("from the side") :]
    found = re.findall(r'<text x="27" y="([\d.]+)"[^>]*>(\d+)<', side)
    return {int(inches): float(y) - 3.5 for y, inches in found}


def test_every_leg_is_named_with_the_inches_that_count() -> None:
    words = texts(picture(CLIMB_AND_LEAP, a=(5.4, 6)))
    for name in ('climb 3"', 'walk 3.6"', 'leap 2.5"', 'walk 3.5"', 'jump 3"'):
        assert name in words, name
    assert "a from the side" in words


def test_it_speaks_russian() -> None:
    words = texts(picture(CLIMB_AND_LEAP, lang="ru", a=(5.4, 6)))
    assert "a: вид сбоку" in words
    assert 'лазание 3"' in words


def test_legs_have_their_true_shape() -> None:
    parts = {part.by: part.line for part in profile(CLIMB_AND_LEAP, (5.4, 6)).stretches}
    assert rounded(parts["climb"]) == [(0, 0), (0, 3), (1, 3)], "up, then over"
    assert [z for _, z in parts["jump"]] == [3, 3, 0], "out, then down"
    assert parts["jump"][1][0] == parts["jump"][2][0]
    crest = max(z for _, z in parts["leap"])
    assert 3 < crest < 3.5, "a shallow arc"
    assert parts["leap"][0][1] == parts["leap"][-1][1] == 3


def test_a_climb_down_goes_over_first() -> None:
    (part,) = profile((Waypoint(5.4, 6, 0, by="climb"),), (6.4, 6, 3)).stretches
    assert rounded(part.line) == [(0, 3), (1, 3), (1, 0)]


def test_lengths_along_arcs_are_those_gone() -> None:
    side = profile((Waypoint(9, 9, 3, around=(8, 9)), Waypoint(9, 11, 3)), (8, 8, 3))
    assert side.length == pytest.approx(3.14159 / 2 + 2, abs=1e-4)
    (part,) = side.stretches
    assert part.by == "walk", "two walks on one level are one"


def test_what_the_way_cuts_is_cut_where_it_is() -> None:
    side = profile(CLIMB_AND_LEAP, (5.4, 6))
    cuts = {solid.piece: side.cut(solid.shape) for solid in table(a=(5.4, 6)).board.solids}
    assert cuts["mill"] == [pytest.approx((0.6, 4.6), abs=0.02)]
    assert cuts["barn"] == [pytest.approx((7.1, 10.6), abs=0.02)]
    assert cuts["fence"] == [pytest.approx((12.5, 12.7), abs=0.02)]


def test_silhouettes_and_floors_stand_at_their_heights() -> None:
    svg = picture(CLIMB_AND_LEAP, a=(5.4, 6))
    scale = heights(svg)
    boxes = [
        (float(node.get("y", 0)), float(node.get("height", 0)))
        for node in ET.fromstring(svg).iter(f"{SVG}rect")
        if node.get("fill") == "url(#stone)"
    ]
    assert len(boxes) == 2
    for top, tall in boxes:
        assert top == pytest.approx(scale[3], abs=0.02)
        assert top + tall == pytest.approx(scale[0], abs=0.02)
    up = picture((Waypoint(5, 17), Waypoint(5, 17, 4, by="ladder"), Waypoint(4, 17, 4)), a=(3, 17))
    floor = re.findall(r'<path d="M[\d.]+ ([\d.]+)L[\d.]+ ([\d.]+)"[^>]*stroke="#8a6d3b" stroke-width="4"', up)
    assert floor
    assert all(float(y) == pytest.approx(heights(up)[4], abs=0.02) for ends in floor for y in ends)


def test_ladders_and_stairs_are_drawn_and_named() -> None:
    up = texts(picture((Waypoint(5, 17), Waypoint(5, 17, 4, by="ladder"), Waypoint(4, 17, 4)), a=(3, 17)))
    assert 'ladder 4"' in up
    assert up.count('rungs 0"–4"') == 2, "on the plan and from the side"
    stairs = texts(picture((Waypoint(12, 17, 4, by="stairs"), Waypoint(10, 17, 4)), a=(16, 17)))
    assert 'stairs 4"' in stairs
    assert stairs.count('flight 0"–4"') == 2


def test_a_hole_is_no_floor() -> None:
    assert list(less([(0, 10)], [(3, 4), (3.5, 5), (9, 12)])) == [(0, 3), (5, 9)]


def test_a_fall_goes_from_the_edge_to_where_it_ended() -> None:
    start, edge, down = Pose.at(9, 6, 3), Pose.at(10, 6, 3), Pose.at(10.5, 6, 0)
    events = (ModelMoved("a", start, (Track("walk", edge),)), ModelPlaced("a", down))
    (trail,) = gone(events)
    part = Profile(trail).stretches[-1]
    assert part.by == FALL
    assert part.line[0] == pytest.approx((1, 3))
    assert part.line[-1] == pytest.approx((1.5, 0), abs=1e-3)
    assert all(b[1] < a[1] for a, b in pairwise(part.line)), "ever lower"
    assert 'fall 3"' in texts(picture(CLIMB_AND_LEAP, events, a=(9, 6, 3)))


def test_who_slips_falls_too_but_nobody_falls_who_is_put_somewhere() -> None:
    here = table(a=(9.6, 6, 3))
    slipped = (ModelPlaced("a", Pose.at(10.5, 6, 0)),)
    suffer, place = (
        Command("suffer", model="a", status=("stunned",)),
        Command("place", model="a", at=Waypoint(10.5, 6, 0)),
    )
    assert 'fall 3"' in texts(draw_step(here, suffer, LEGAL, rules=HOUSE, events=slipped))
    assert "a from the side" not in texts(draw_step(here, place, LEGAL, rules=HOUSE, events=slipped))


def test_there_is_no_elevation_of_a_walk_on_the_ground_nor_of_a_table() -> None:
    assert not any("side" in text for text in texts(picture((Waypoint(2, 2),), a=(1, 1))))
    assert not any("from the side" in text for text in texts(draw_table(table(a=(9, 6, 3)))))


def test_whoever_stands_on_the_way_is_there() -> None:
    with_foe = picture((Waypoint(14, 6, 3),), a=(13, 6, 3), e=(15.2, 6, 3))
    assert texts(with_foe).count("e") == 1, "its name from the side; on the plan its height follows"
    assert 'e z 3"' in texts(with_foe)


def test_the_base_has_its_width_and_the_model_its_height() -> None:
    svg = picture(CLIMB_AND_LEAP, a=(5.4, 6))
    scale = heights(svg)
    inch = scale[0] - scale[1]
    ghosts = [n for n in ET.fromstring(svg).iter(f"{SVG}rect") if n.get("fill-opacity") == "0.07"]
    (ghost,) = ghosts
    assert float(ghost.get("width", 0)) == pytest.approx(25 / 25.4 * inch, abs=0.05)
    assert float(ghost.get("height", 0)) == pytest.approx(1.2 * inch, abs=0.05)


def test_a_ghost_stands_where_the_model_is_not() -> None:
    asked_only = picture(CLIMB_AND_LEAP, a=(5.4, 6))
    start, end = Pose.at(9, 6, 3), Pose.at(10.5, 6, 0)
    went = picture(CLIMB_AND_LEAP, (ModelMoved("a", start, (Track("jump", end),)),), a=(9, 6, 3))
    for svg, dash in ((asked_only, "5 3"), (went, "2 2.5")):
        ghosts = [n for n in ET.fromstring(svg).iter(f"{SVG}rect") if n.get("fill-opacity") == "0.07"]
        assert [ghost.get("stroke-dasharray") for ghost in ghosts] == [dash]


def test_the_same_step_gives_the_same_picture() -> None:
    assert picture(CLIMB_AND_LEAP, a=(5.4, 6)) == picture(CLIMB_AND_LEAP, a=(5.4, 6))
