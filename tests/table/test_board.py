"""What the terrain of a board makes of it: walls with doors, floors with holes, surfaces."""

from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point, Polygon, box, unary_union, union_all
from shapely.geometry.base import BaseGeometry

from movetray._kernel import Shape
from movetray.table.board import Board
from movetray.table.floors import floor_pieces
from movetray.table.terrain import Block, Door, Floor, Spot, Wall
from movetray.table.walls import Piece, along, wall_pieces
from movetray.units import snap

Place = tuple[float, float]


def spot(place: Place) -> Spot:
    return snap(place[0]), snap(place[1])


def spots(*places: Place) -> tuple[Spot, ...]:
    return tuple(spot(place) for place in places)


def wall(
    *points: tuple[float, float], doors: Iterable[tuple[tuple[float, float], tuple[float, float], float]] = ()
) -> Wall:
    made = tuple(Door(spot(start), spot(end), snap(height)) for start, end, height in doors)
    return Wall("wall", spots(*points), snap(0.5), snap(4), doors=made)


def seen(pieces: list[Piece], height: float) -> BaseGeometry:
    """What of the pieces is solid at a height."""
    parts = [Polygon(outline) for outline, bottom, top in pieces if bottom <= height < top]
    return union_all(parts, grid_size=1e-7)  # neighbours differ in the last bit


def nearly(one: BaseGeometry, other: BaseGeometry) -> bool:
    return bool(one.symmetric_difference(other).area < 1e-4)


def test_a_wall_without_doors_is_a_piece_a_segment() -> None:
    pieces = wall_pieces(wall((0, 0), (10, 0), (10, 6)))
    assert len(pieces) == 2
    assert {(bottom, top) for _, bottom, top in pieces} == {(0.0, 4.0)}


def test_a_door_opens_the_wall_up_to_its_height_and_leaves_a_lintel() -> None:
    pieces = wall_pieces(wall((0, 0), (10, 0), doors=[((4, 0), (6, 0), 2)]))
    assert nearly(seen(pieces, 1), box(0, -0.25, 4, 0.25).union(box(6, -0.25, 10, 0.25)))
    assert nearly(seen(pieces, 3), box(0, -0.25, 10, 0.25))


def test_doors_may_be_written_either_way_round_and_in_any_order() -> None:
    one = wall_pieces(wall((0, 0), (10, 0), doors=[((1, 0), (2, 0), 2), ((7, 0), (8, 0), 3)]))
    other = wall_pieces(wall((10, 0), (0, 0), doors=[((8, 0), (7, 0), 3), ((2, 0), (1, 0), 2)]))
    for height in (1, 2.5, 3.5):
        assert nearly(seen(one, height), seen(other, height))


def test_a_door_may_lead_round_a_corner() -> None:
    pieces = wall_pieces(wall((0, 0), (10, 0), (10, 6), doors=[((9, 0), (10, 1), 2)]))
    assert nearly(seen(pieces, 1), box(0, -0.25, 9, 0.25).union(box(9.75, 1, 10.25, 6)))
    assert nearly(seen(pieces, 3), box(0, -0.25, 10.25, 0.25).union(box(9.75, -0.25, 10.25, 6)))


def test_a_gate_as_high_as_its_wall_has_no_lintel() -> None:
    pieces = wall_pieces(wall((0, 0), (10, 0), doors=[((0, 0), (3, 0), 4)]))
    assert nearly(seen(pieces, 3.9), box(3, -0.25, 10, 0.25))


def test_a_door_close_to_a_corner_leaves_the_corner_standing() -> None:
    pieces = wall_pieces(wall((0, 0), (10, 0), (10, 6), doors=[((9.7, 0), (5, 0), 2)]))
    rest = seen(pieces, 1)
    assert rest.covers(Point(10, 0)) and rest.covers(Point(9.75, 0))
    assert not rest.covers(Point(9.65, 0)) and not rest.covers(Point(5.1, 0.2))


def test_a_closed_wall_has_mitred_joints_all_round_and_may_have_doors() -> None:
    ring = [(0, 0), (10, 0), (10, 6), (0, 6), (0, 0)]
    whole = box(-0.25, -0.25, 10.25, 6.25).difference(box(0.25, 0.25, 9.75, 5.75))
    assert nearly(seen(wall_pieces(wall(*ring)), 1), whole)
    opened = wall_pieces(wall(*ring, doors=[((4, 6), (5, 6), 2)]))
    assert nearly(seen(opened, 1), whole.difference(box(4, 5, 5, 7)))


def test_an_upstairs_wall_has_its_door_from_its_own_foot() -> None:
    made = Wall(
        "w", spots((0, 0), (10, 0)), snap(0.5), snap(3), snap(4), doors=(Door(spot((4, 0)), spot((6, 0)), snap(2)),)
    )
    pieces = wall_pieces(made)
    assert nearly(seen(pieces, 5), box(0, -0.25, 4, 0.25).union(box(6, -0.25, 10, 0.25)))
    assert nearly(seen(pieces, 6.5), box(0, -0.25, 10, 0.25))
    assert seen(pieces, 3.9).is_empty


@given(st.lists(st.integers(1, 199), min_size=2, max_size=8, unique=True).map(sorted), st.integers(0, 359))
def test_what_a_slanting_wall_with_doors_lacks_is_its_doors(cuts: list[int], angle: int) -> None:
    from math import cos, radians, sin

    dx, dy = cos(radians(angle)), sin(radians(angle))
    place = [(dx * cut / 10, dy * cut / 10) for cut in cuts]
    doors = [(place[i], place[i + 1], 2.0) for i in range(0, len(place) - 1, 2)]
    whole = wall((0, 0), (20 * dx, 20 * dy))
    opened = wall_pieces(wall((0, 0), (20 * dx, 20 * dy), doors=doors))
    width = sum(cuts[i + 1] - cuts[i] for i in range(0, len(cuts) - 1, 2)) / 10
    solid = seen(wall_pieces(whole), 1)
    assert seen(opened, 1).area == pytest.approx(solid.area - width * 0.5, abs=0.002)
    assert nearly(seen(opened, 3), solid)
    parts = [Polygon(outline) for outline, _, _ in opened]
    assert all(a.intersection(b).area < 1e-9 for a, b in combinations(parts, 2))


def test_along_says_where_on_a_line_and_how_far_off() -> None:
    line = spots((0, 0), (10, 0), (10, 10))
    assert along(line, spots((2.5, 0))[0]) == (0, 0.25, 0.0)
    assert along(line, spots((10, 0))[0]) == (1, 0.0, 0.0)
    segment, part, off = along(line, spots((12, 5))[0])
    assert (segment, part) == (1, 0.5)
    assert off == pytest.approx(2)
    assert along(line, spot((10, 12)))[:2] == (2, 0.0)


# --- floors


def test_a_floor_without_holes_is_one_piece() -> None:
    corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)]
    assert floor_pieces(Floor("f", spots(*corners), snap(3))) == [corners]


@st.composite
def floors(draw: st.DrawFn) -> tuple[Floor, BaseGeometry]:
    """A floor whose holes may overlap one another, touch its edge or hang over it."""
    outline = draw(
        st.sampled_from(
            [
                [(0, 0), (12, 0), (12, 9), (0, 9)],
                [(0, 0), (12, 1), (9, 9), (6, 4), (2, 9)],
                [(0, 5), (5, 0), (12, 5), (5, 9)],
            ]
        )
    )
    holes = []
    for _ in range(draw(st.integers(1, 3))):
        x, y = draw(st.integers(0, 20)) / 2, draw(st.integers(0, 16)) / 2
        holes.append(
            draw(
                st.sampled_from(
                    [
                        [(x, y), (x + 2, y), (x + 2, y + 1.5), (x, y + 1.5)],
                        [(x, y), (x + 2.3, y + 0.4), (x + 0.7, y + 3.1)],
                    ]
                )
            )
        )
    floor = Floor("f", spots(*outline), snap(3), tuple(spots(*hole) for hole in holes))
    return floor, Polygon(outline).difference(unary_union([Polygon(hole) for hole in holes]))


@given(floors())
def test_the_pieces_of_a_floor_are_the_floor_less_its_holes(made: tuple[Floor, BaseGeometry]) -> None:
    floor, expected = made
    parts = [Polygon(piece) for piece in floor_pieces(floor)]
    assert all(part.is_valid for part in parts)
    assert all(a.intersection(b).area < 1e-9 for a, b in combinations(parts, 2))
    assert unary_union(parts).symmetric_difference(expected).area < 0.005


# --- boards


def board() -> Board:
    corners = spots((10, 10), (16, 10), (16, 16), (10, 16))
    hole = spots((12, 12), (13, 12), (13, 13), (12, 13))
    return Board(
        snap(48),
        snap(48),
        (
            Block("house", spots((30, 30), (36, 30), (36, 36), (30, 36)), snap(3)),
            Block("mark", spots((40, 40), (42, 40), (42, 42), (40, 42)), 0),
            Floor("loft", corners, snap(3), (hole,)),
            wall((0, 20), (10, 20), doors=[((4, 20), (6, 20), 2)]),
        ),
    )


def test_sight_is_stopped_by_solids_and_by_floors_less_their_holes() -> None:
    made = board()
    stops = [(piece, bottom, top) for piece, _, bottom, top in made.sight]
    assert [stop for stop in stops if stop[0] != "loft"] == [
        ("house", 0.0, 3.0),
        ("mark", 0.0, 0.0),
        ("wall", 0.0, 4.0),
        ("wall", 2.0, 4.0),
        ("wall", 0.0, 4.0),
    ]
    lofts = [(shape, bottom, top) for piece, shape, bottom, top in made.sight if piece == "loft"]
    assert {(bottom, top) for _, bottom, top in lofts} == {(3.0, 3.0)}
    assert sum(shape.area for shape, _, _ in lofts) == pytest.approx(35)


def test_a_base_runs_into_what_reaches_above_its_foot() -> None:
    made = board()
    assert [solid.piece for solid in made.slice(0).solids] == ["house", "wall", "wall"]
    assert [solid.piece for solid in made.slice(2).solids] == ["house", "wall", "wall", "wall"]
    assert [solid.piece for solid in made.slice(3).solids] == ["wall", "wall", "wall"]
    man = Shape.disc(0.5)
    assert made.slice(0).placed.near(man, (5.0, 20.0, 0.0), 0.0) == []
    assert len(made.slice(2).placed.near(man, (5.0, 20.0, 0.0), 0.0)) == 1
    assert made.slice(0) is made.slice(0)


def test_one_stands_on_the_ground_on_tops_and_on_floors_but_not_in_their_holes() -> None:
    made = board()
    assert [surface.piece for surface in made.surfaces] == [None, "house", "mark", "loft"]
    upstairs = made.surfaces_at(3)
    loft = next(surface for surface in upstairs if surface.piece == "loft")
    assert loft.supports(11, 11)
    assert loft.supports(12, 12.5)  # exactly on the edge of the hole
    assert not loft.supports(12.5, 12.5)
    assert not loft.supports(9, 9)
