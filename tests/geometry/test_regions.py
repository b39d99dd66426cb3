"""Points and bases in regions, how long they are in them, and polygons in pieces."""

import math
from random import Random

import pytest
import shapely
from geometry_bases import Base, any_base, any_hull, path_of

from movetray._kernel import Path, Shape, contains, convex_parts, covers, edge_distance, gap, spans, wall_outlines
from oracle.motion import XY, Leg, Spot

TOLERANCE = 0.0006


def _spot(random: Random, far: float) -> Spot:
    return random.uniform(-far, far), random.uniform(-far, far), random.uniform(0, 360)


def test_the_distance_to_an_edge_is_shapelys_and_negative_inside() -> None:
    random = Random(1)
    for _ in range(1000):
        region, at = any_hull(random, 4), _spot(random, 2)
        point = _spot(random, 5)[:2]
        outline = shapely.Polygon(region.shape.outline(at))
        slow = outline.exterior.distance(shapely.Point(point))
        here = edge_distance(region.shape, at, point)
        assert abs(here) == pytest.approx(slow, abs=1e-9)
        assert (here < 0) == outline.contains(shapely.Point(point))
        assert contains(region.shape, at, point, 0) == (here <= 0)
        assert contains(region.shape, at, point, 1.0) == (here <= 1.0)
    assert edge_distance(Shape.disc(2), (1, 0, 0), (1, 0.5)) == -1.5
    assert edge_distance(Shape.oval(4, 2), (0, 0, 90), (0, 3)) == pytest.approx(1)
    assert edge_distance(Shape.oval(4, 2), (0, 0, 90), (0, 0)) == pytest.approx(-1)


def test_a_point_on_the_edge_is_inside() -> None:
    square = Shape.rectangle(2, 2)
    assert contains(square, (5, 5, 0), (6, 5.3), 0)
    assert contains(square, (5, 5, 0), (6, 6), 0)
    assert not contains(square, (5, 5, 0), (6.0005, 5), 0)
    assert contains(square, (5, 5, 0), (6.0005, 5), TOLERANCE)


def _points(base: Base, spot: Spot) -> list[XY]:
    return base.shape.outline(spot, 1e-5)


def test_a_shape_is_covered_when_no_point_of_its_outline_is_outside() -> None:
    random = Random(2)
    answers = []
    for _ in range(900):
        region = any_base(random)
        at = _spot(random, 1)
        if random.random() < 0.5:
            region = any_hull(random, 4)
        base, spot = any_base(random), _spot(random, 1.5)
        whole = [edge_distance(region.shape, at, p) for p in _points(base, spot)]
        worst = max(whole)
        corners = region.shape.outline(at) if region.shape.kind == "polygon" else []
        deepest = max((-edge_distance(base.shape, spot, p) for p in corners), default=-1.0)
        if max(worst, deepest) < -1e-4:
            assert covers(region.shape, at, base.shape, spot, 0)
        elif worst > 1e-4 or deepest > 0.05:
            assert not covers(region.shape, at, base.shape, spot, 0)
        answers.append(covers(region.shape, at, base.shape, spot, 0))
        if answers[-1]:
            assert covers(region.shape, at, base.shape, spot, 0.1)
    assert 0.05 < sum(answers) / len(answers) < 0.9


@pytest.mark.parametrize("over", [-0.0001, 0.0, 0.0005, 0.0007, 0.01])
def test_covering_forgives_a_rim_of_the_tolerance(over: float) -> None:
    board = Shape.polygon([(0, 0), (48, 0), (48, 48), (0, 48)])
    ell = Shape.polygon([(0, 0), (48, 0), (48, 20), (30, 20), (30, 48), (0, 48)])
    for base, reach in ((Shape.disc(0.5), 0.5), (Shape.oval(1, 2), 0.5), (Shape.rectangle(1, 2), 0.5)):
        fits = over < TOLERANCE
        assert covers(board, (0, 0, 0), base, (reach - over, 9, 0), TOLERANCE) == fits
        assert covers(ell, (0, 0, 0), base, (30 - reach + over, 40, 0), TOLERANCE) == fits
        assert covers(Shape.disc(20), (0, 0, 0), Shape.disc(0.5), (19.5 + over, 0, 0), TOLERANCE) == fits
    # past a corner that juts in
    tip = Shape.rectangle(2.0, 2.0)
    assert covers(ell, (0, 0, 0), tip, (29 + over, 19 + over, 0), TOLERANCE) == (over < TOLERANCE)
    assert not covers(ell, (0, 0, 0), tip, (30, 20, 0), TOLERANCE)


def _depth(shape: Shape | None, pose: Spot, region: Base, at: Spot) -> float:
    """How far a base, or a point, is from a region; negative inside."""
    return edge_distance(region.shape, at, pose[:2]) if shape is None else gap(shape, pose, region.shape, at)


def test_spans_are_the_times_at_which_a_base_is_in_a_region() -> None:
    random = Random(3)
    seen = 0
    for k in range(500):
        region, at = any_base(random), _spot(random, 1)
        base = None if k % 4 == 0 else any_base(random)
        start = (-7.0, random.uniform(-3, 3), random.uniform(0, 360))
        to = (7.0, random.uniform(-3, 3))
        aside = random.uniform(0.3, 2)
        around = ((start[0] + to[0]) / 2 + aside * (to[1] - start[1]), (start[1] + to[1]) / 2 - aside * 14)
        leg = Leg(start, to, random.choice((0.0, 150.0)), around if k % 3 == 0 else None)
        path = path_of(leg)
        shape = None if base is None else base.shape
        found = spans(shape, path, region.shape, at, TOLERANCE)

        def depth(
            t: float, shape: Shape | None = shape, path: Path = path, region: Base = region, at: Spot = at
        ) -> float:
            pose = path.pose(0, t)
            if shape is None:
                return edge_distance(region.shape, at, pose[:2])
            return gap(shape, pose, region.shape, at)

        for t in [j / 120 for j in range(121)]:
            inside = any(t0 - 1e-7 <= t <= t1 + 1e-7 for _, t0, t1 in found)
            here = _depth(shape, path.pose(0, t), region, at)
            if abs(here + TOLERANCE) > 1e-6:
                assert inside == (here < -TOLERANCE), (t, here, found)
        for _, t0, t1 in found:
            assert t0 < t1
            for end in (t0, t1):
                if 0 < end < 1:
                    assert _depth(shape, path.pose(0, end), region, at) == pytest.approx(-TOLERANCE, abs=1e-5)
        seen += bool(found)
    assert seen > 250


def test_walking_along_the_edge_of_a_wood_is_not_in_it() -> None:
    wood = Shape.polygon([(10, 0), (20, 0), (20, 10), (10, 10)])
    for base, reach in ((None, 0.0), (Shape.disc(0.5), 0.5), (Shape.rectangle(1, 2), 0.5), (Shape.oval(1, 2), 0.5)):
        beside = Path((10 - reach, -5, 0), [(10 - reach, 15, 0, None, None)])
        assert spans(base, beside, wood, (0, 0, 0), TOLERANCE) == []
        inside = Path((10.01 - reach, -5, 0), [(10.01 - reach, 15, 0, None, None)])
        ((leg, t0, t1),) = spans(base, inside, wood, (0, 0, 0), TOLERANCE)
        assert leg == 0
        assert t1 - t0 > 0.49
    through = Path((0, 5, 0), [(5, 5, 0, None, None), (30, 5, 0, None, None)])
    assert spans(None, through, wood, (0, 0, 0), 0.0)[0] == pytest.approx((1, 0.2, 0.6))
    assert spans(Shape.disc(1), through, wood, (0, 0, 0), 0.0)[0] == pytest.approx((1, 0.16, 0.64))
    turning = Path((15, 5, 0), [(15, 5, 90, None, None)])
    for base in (None, Shape.disc(1), Shape.rectangle(1, 2)):
        assert spans(base, turning, wood, (0, 0, 0), 0.0) == [(0, 0.0, 1.0)]


def test_convex_parts_are_convex_and_together_the_polygon() -> None:
    random = Random(4)
    for _ in range(300):
        hull = any_hull(random)
        whole = shapely.Polygon(hull.shape.outline((0, 0, 0)))
        parts = [shapely.Polygon(p) for p in convex_parts(hull.shape.outline((0, 0, 0)))]
        assert sum(p.area for p in parts) == pytest.approx(whole.area, abs=1e-9)
        assert shapely.union_all(parts).symmetric_difference(whole).area < 1e-9
        assert all(p.convex_hull.area == pytest.approx(p.area, abs=1e-9) for p in parts)
    comb = [
        (float(x), float(y))
        for x, y in [(0, 0), (9, 0), (9, 3), (8, 3), (8, 1), (5, 1), (5, 3), (4, 3), (4, 1), (0, 1)]
    ]
    assert len(convex_parts(comb)) <= 5
    assert convex_parts([(0, 0), (1, 0), (2, 0), (2, 2)])[0][0] in [(0, 0), (1, 0), (2, 0), (2, 2)]


def test_walls_have_square_ends_and_mitred_joints() -> None:
    (only,) = wall_outlines([(0, 0), (4, 0)], 0.5)
    assert sorted(only) == [(0, -0.25), (0, 0.25), (4, -0.25), (4, 0.25)]
    line = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (7.0, 6.0)]
    pieces = [shapely.Polygon(p) for p in wall_outlines(line, 0.5)]
    assert len(pieces) == 3
    mitred = shapely.LineString(line).buffer(0.25, cap_style="flat", join_style="mitre")
    assert shapely.union_all(pieces).symmetric_difference(mitred).area < 1e-9
    ring = [shapely.Polygon(p) for p in wall_outlines([(0, 0), (6, 0), (6, 6), (0, 6)], 0.5, closed=True)]
    assert len(ring) == 4
    assert sum(p.area for p in ring) == pytest.approx(6.5**2 - 5.5**2)
    # a hairpin has no mitre that fits; its segments still are walls of that thickness
    hairpin = [shapely.Polygon(p) for p in wall_outlines([(0, 0), (3, 0), (0, 0.01)], 0.5)]
    assert all(p.is_valid and p.area == pytest.approx(1.5, rel=0.05) for p in hairpin)


def test_areas_radii_and_bounds() -> None:
    assert Shape.disc(2).area == pytest.approx(4 * math.pi)
    assert Shape.oval(4, 2).area == pytest.approx(2 * math.pi)
    assert Shape.rectangle(4, 2).area == 8
    assert Shape.rectangle(4, 3).radius == 2.5
    assert Shape.oval(3, 3).kind == "disc"
    assert Shape.oval(4, 2).bounds((1, 1, 90)) == pytest.approx((0, -1, 2, 3))
    assert Shape.rectangle(4, 2).bounds((1, 1, 90)) == pytest.approx((0, -1, 2, 3))
    random = Random(8)
    for _ in range(200):
        base, spot = any_base(random), _spot(random, 3)
        drawn = shapely.Polygon(base.shape.outline(spot, 1e-6))
        assert base.shape.bounds(spot) == pytest.approx(drawn.bounds, abs=1e-5)
        assert base.shape.area == pytest.approx(drawn.area, rel=1e-4)
