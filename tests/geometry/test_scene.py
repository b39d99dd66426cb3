"""The low-level door: discs swept past polygons and circles."""

import math
import subprocess
import sys
from random import Random

import numpy as np
import pytest
import shapely

from benchmarks.board import RADIUS, bench
from movetray.geometry import Scene

SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]


def test_all_thousand_moves_of_the_benchmark_agree_with_shapely_to_the_contact() -> None:
    table = bench()
    scene = Scene(table.pieces)
    moves = np.array(table.moves)
    blocked = scene.swept_many(RADIUS, moves)
    assert blocked.dtype == np.bool_
    assert blocked.shape == (1000,)
    assert blocked.sum() == 214
    terrain = shapely.union_all([shapely.Polygon(piece) for piece in table.pieces])
    assert (blocked == shapely.dwithin(terrain, shapely.linestrings(moves.reshape(-1, 2, 2)), RADIUS)).all()
    for (x0, y0, x1, y1), answer in zip(table.moves, blocked, strict=True):
        contact = scene.swept(RADIUS, (x0, y0), (x1, y1))
        assert (contact is not None) == answer
        if contact is None:
            continue
        assert contact.kind == "polygon"
        piece = shapely.Polygon(table.pieces[contact.index])
        assert piece.distance(shapely.Point(contact.centre)) == pytest.approx(RADIUS, abs=2e-9)
        assert math.dist(contact.point, contact.centre) == pytest.approx(RADIUS, abs=2e-9)
        assert piece.exterior.distance(shapely.Point(contact.point)) < 1e-9
        assert contact.distance == pytest.approx(math.dist((x0, y0), contact.centre), abs=1e-9)
        assert contact.t == pytest.approx(contact.distance / math.dist((x0, y0), (x1, y1)), abs=1e-12)
        # nothing before it was touched
        before = shapely.LineString([(x0, y0), contact.centre])
        assert terrain.distance(before) > RADIUS - 2e-9


def test_random_scenes_agree_with_shapely() -> None:
    random = Random(1)
    for _ in range(60):
        polygons = []
        for _ in range(random.randint(0, 70)):
            x, y = random.uniform(0, 48), random.uniform(0, 48)
            turns = sorted(random.uniform(0, 2 * math.pi) for _ in range(random.randint(3, 8)))
            corners = [
                (x + far * math.cos(turn), y + far * math.sin(turn))
                for turn, far in ((t, random.uniform(0.3, 4)) for t in turns)
            ]
            if shapely.Polygon(corners).is_valid:
                polygons.append(corners)
        circles = [
            (random.uniform(0, 48), random.uniform(0, 48), random.uniform(0.3, 3)) for _ in range(random.randint(0, 9))
        ]
        radius = random.uniform(0, 1.5)
        moves = np.array([[random.uniform(0, 48) for _ in range(4)] for _ in range(100)])
        moves[::2, 2:] = moves[::2, :2] + moves[::2, 2:] / 12 - 2
        paths = shapely.linestrings(moves.reshape(-1, 2, 2))
        polygon = shapely.union_all([shapely.Polygon(p) for p in polygons])
        near = np.asarray(shapely.distance(polygon, paths)) if polygons else np.full(100, np.inf)
        for x, y, r in circles:
            near = np.minimum(near, np.maximum(shapely.distance(shapely.Point(x, y), paths) - r, 0))
        blocked = Scene(polygons, circles).swept_many(radius, moves)
        sure = np.abs(near - radius) > 1e-8
        if radius < 1e-8:
            sure &= near != 0
        assert (blocked == (near < radius))[sure].all()


def test_the_first_of_several_is_met_and_circles_count() -> None:
    scene = Scene([SQUARE, [(5, 0), (6, 0), (6, 2), (5, 2)]], circles=[(3.5, 1.0, 0.25), (30, 30, 1)])
    contact = scene.swept(0.5, (10, 1), (-10, 1))
    assert contact is not None
    assert (contact.kind, contact.index) == ("polygon", 1)
    assert contact.distance == pytest.approx(3.5, abs=1e-8)
    assert contact.point == pytest.approx((6, 1), abs=1e-8)
    contact = scene.swept(0.5, (4.4, 1), (-10, 1))
    assert contact is not None
    assert (contact.kind, contact.index) == ("circle", 0)
    assert contact.distance == pytest.approx(0.15, abs=1e-8)
    assert contact.point == pytest.approx((3.75, 1), abs=1e-8)
    assert contact.centre == pytest.approx((4.25, 1), abs=1e-8)


def test_contact_is_no_obstacle_to_sliding_along_or_leaving_but_to_going_on() -> None:
    scene = Scene([SQUARE], [(5, 1, 1)])
    assert scene.swept(0.5, (-1, -0.5), (3, -0.5)) is None
    assert scene.swept(0.5, (1, -0.5), (1, -3)) is None
    assert scene.swept(0.5, (1, -5), (1, -0.5)) is None
    assert scene.swept(0.5, (5, -0.5), (5, -0.5)) is None
    on = scene.swept(0.5, (1, -0.5), (1, 3))
    assert on is not None
    assert on.distance < 1e-8
    for start in ((1, -0.4), (1, 1), (5, 1)):
        inside = scene.swept(0.5, start, (9, 9))
        assert inside is not None
        assert (inside.distance, inside.t, inside.centre) == (0, 0, start)


def test_a_move_of_no_length_is_blocked_where_it_stands_in_something() -> None:
    scene = Scene([SQUARE])
    moves = np.array([[1, 1, 1, 1], [2.4, 1, 2.4, 1], [2.6, 1, 2.6, 1], [-0.3, -0.3, -0.3, -0.3]], dtype=float)
    assert scene.swept_many(0.5, moves).tolist() == [True, True, False, True]


def test_moves_may_be_any_buffer_of_rows_of_four_and_nothing_else() -> None:
    scene = Scene([SQUARE])
    rows = np.array([[-5, 1, 5, 1], [-5, 9, 5, 9], [-5, 1, -4, 1]], dtype=float)
    expected = [True, False, False]
    assert scene.swept_many(0.5, rows).tolist() == expected
    assert scene.swept_many(0.5, np.asfortranarray(rows)).tolist() == expected
    assert scene.swept_many(0.5, np.repeat(rows, 2, axis=0)[::2]).tolist() == expected
    assert scene.swept_many(0.5, memoryview(rows.data)).tolist() == expected
    assert scene.swept_many(0.5, np.empty((0, 4))).tolist() == []
    answers = scene.swept_many(0.5, rows)
    answers[:] = False  # it is the caller's own
    for wrong in ([[0, 0, 1, 1]], rows.astype(np.float32), "moves", None):
        with pytest.raises(TypeError, match="float64"):
            scene.swept_many(0.5, wrong)
    for odd in (rows[:, :3], rows[0], rows.reshape(3, 2, 2)):
        with pytest.raises(ValueError, match="rows"):
            scene.swept_many(0.5, odd)
    rows[1, 2] = math.nan
    with pytest.raises(ValueError, match="move 1"):
        scene.swept_many(0.5, rows)


def test_importing_the_door_costs_no_numpy() -> None:
    code = "import movetray, movetray.geometry, sys; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
