"""Routes and contacts against lengths worked out by hand."""

import math

import pytest

from movetray._kernel import Plan, Route, Shape, gap

R25, R32, R40 = 12.5 / 25.4, 16 / 25.4, 20 / 25.4
TABLE = (0.0, 0.0, 48.0, 36.0)
Place = tuple[float, float]
Item = tuple[Shape, tuple[float, float, float]]


def box(x0: float, y0: float, x1: float, y1: float) -> Item:
    return Shape.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), (0, 0, 0)


def disc(x: float, y: float, radius: float) -> Item:
    return Shape.disc(radius), (x, y, 0)


def plan(radius: float, *solid: Item, no_end: tuple[Item, ...] = ()) -> Plan:
    return Plan(Shape.disc(radius), 0, TABLE, solid, no_end)


def found(route: Route | None) -> Route:
    assert route is not None
    return route


def round_one(a: Place, centre: Place, radius: float, b: Place) -> float:
    """The shortest way from a to b past one circle that is between them."""
    (ax, ay), (bx, by) = (a[0] - centre[0], a[1] - centre[1]), (b[0] - centre[0], b[1] - centre[1])
    da, db = math.hypot(ax, ay), math.hypot(bx, by)
    between = math.acos((ax * bx + ay * by) / (da * db))
    arc = between - math.acos(radius / da) - math.acos(radius / db)
    return math.sqrt(da**2 - radius**2) + math.sqrt(db**2 - radius**2) + radius * arc


def test_a_straight_way_is_one_leg() -> None:
    route = found(plan(R25, box(12, 4, 14, 6)).to_point((5, 5), (9, 8)))
    assert route.length == pytest.approx(5, abs=1e-12)
    assert route.legs == [(9, 8, 0, None, None)]
    assert route.end == (9, 8)


def test_round_the_end_of_a_wall() -> None:
    # a wall of no thickness would be one circle; this one has a corner on each side
    wall = box(20, 5, 20.5, 12)
    route = found(plan(R32, wall).to_point((18, 11), (23, 11.5)))
    west = round_one((18, 11), (20, 12), R32, (20.25, 12 + R32))
    east = round_one((23, 11.5), (20.5, 12), R32, (20.25, 12 + R32))
    assert route.length == pytest.approx(west + east, abs=1e-9)
    assert [leg[3:] for leg in route.legs if leg[3] is not None] == [(20, 12), (20.5, 12)]


def test_past_a_base_on_the_nearer_side() -> None:
    route = found(plan(R25, disc(15, 10.2, R40)).to_point((12, 10), (18, 10)))
    assert route.length == pytest.approx(round_one((12, 10), (15, 10.2), R25 + R40, (18, 10)), abs=1e-9)
    assert all(leg[1] <= 10 for leg in route.legs)


def test_touching_pieces_leave_no_crack() -> None:
    left, right = box(10, 10, 14, 11), box(14, 10, 18, 11)
    one = found(plan(R25, left, right).to_point((14, 8), (14, 13)))
    whole = found(plan(R25, box(10, 10, 18, 11)).to_point((14, 8), (14, 13)))
    assert one.length == pytest.approx(whole.length, abs=1e-9)


@pytest.mark.parametrize("slack, passes", [(1e-6, True), (0.0, True), (-1e-6, False)])
def test_a_gap_as_wide_as_the_base(slack: float, passes: bool) -> None:
    gap = 2 * R32 + slack
    route = found(plan(R32, box(10, 4, 11, 10), box(10, 10 + gap, 11, 18)).to_point((8, 10.5), (13, 10.5)))
    assert (route.length < 6) is passes


def test_a_gap_between_bases_as_wide_as_the_base() -> None:
    row = [disc(10, 2 + 2.2 * k, R32) for k in range(12)]
    through = plan(1.1 - R32, *row).to_point((8, 11.9), (12, 11.9))
    assert found(through).length == pytest.approx(4, abs=1e-9)
    round_them = found(plan(1.1 - R32 + 1e-5, *row).to_point((8, 11.9), (12, 11.9)))
    assert round_them.length > 15


def test_out_of_a_pocket() -> None:
    pocket = Shape.polygon([(0, 0), (6, 0), (6, 1), (1, 1), (1, 4), (6, 4), (6, 5), (0, 5)]), (10.0, 10.0, 0.0)
    route = found(plan(R25, pocket).to_point((12, 12.5), (8, 12.5)))
    inside = round_one((12, 12.5), (16, 14), R25, (16 + R25, 14))
    along = 1 + R25 * math.pi / 2 + 6
    back = round_one((8, 12.5), (10, 15), R25, (10, 15 + R25))
    assert route.length == pytest.approx(inside + along + back, abs=1e-9)


def test_walled_in_there_is_no_way() -> None:
    ring = [box(10, 10, 16, 10.5), box(10, 15.5, 16, 16), box(10, 10, 10.5, 16), box(15.5, 10, 16, 16)]
    assert plan(R25, *ring).to_point((13, 13), (20, 13)) is None
    assert plan(R25, *ring).to_point((13, 13), (13, 14)) is not None


def test_the_table_ends_at_its_edge() -> None:
    wall = box(20, 0.6, 21, 20)
    assert found(plan(R25, wall).to_point((18, 3), (23, 3))).length > 30
    low = box(20, 2 * R25, 21, 20)
    assert found(plan(R25, low).to_point((18, 3), (23, 3))).length < 10
    assert plan(R25).to_point((5, 5), (5, 0.4)) is None


def test_the_limit_is_kept() -> None:
    somewhere = plan(R25, box(12, 4, 15, 12))
    length = found(somewhere.to_point((10, 10), (17, 10.5))).length
    assert somewhere.to_point((10, 10), (17, 10.5), length) is not None
    assert somewhere.to_point((10, 10), (17, 10.5), length - 1e-6) is None


def test_a_start_snapped_into_a_wall_is_not_stuck() -> None:
    wall = box(10, 10, 16, 12)
    inside = 10 - R25 + 0.0004
    along = found(plan(R25, wall).to_point((12, inside), (14, inside)))
    assert along.length == pytest.approx(2, abs=1e-6)
    away = found(plan(R25, wall).to_point((12, inside), (12, 7)))
    assert away.length == pytest.approx(inside - 7, abs=1e-9)
    round_it = found(plan(R25, wall).to_point((15, inside), (17, 14)))
    clean = found(plan(R25, wall).to_point((15, 10 - R25), (17, 14)))
    assert round_it.length == pytest.approx(clean.length, abs=2e-3)


def test_deep_in_a_wall_there_is_no_way() -> None:
    assert plan(R25, box(10, 10, 16, 12)).to_point((12, 9.8), (12, 7)) is None


def test_into_contact_straight_and_round_a_wall() -> None:
    straight = plan(R25).to_contact((10, 10), [disc(15, 10, R40)])
    assert len(straight) == 1
    assert straight[0].length == pytest.approx(5 - R25 - R40, abs=1e-12)
    # the tangent from the corner's circle to the target's centre, less both radii
    wall = box(20, 5, 20.01, 12)
    near = plan(R25, wall).to_contact((18, 11), [disc(23, 10, R32)])
    top = (20.005, 12 + R25)
    west, east = round_one((18, 11), (20, 12), R25, top), round_one((23, 10), (20.01, 12), R25, top)
    assert near[0].length == pytest.approx(west + east - R25 - R32, abs=1e-9)
    assert math.dist(near[0].end, (23, 10)) == pytest.approx(R25 + R32, abs=1e-12)


def test_into_contact_both_ways_round() -> None:
    wall = box(20, 8, 21, 12)
    routes = plan(R25, wall).to_contact((18, 10), [disc(23, 10, R25)])
    assert [round(r.length, 9) for r in routes] == [round(routes[0].length, 9)] * 2
    assert routes[0].end[1] < 10 < routes[1].end[1]
    assert routes[0].end[0] == pytest.approx(routes[1].end[0], abs=1e-9)


def test_into_contact_with_two_at_once() -> None:
    routes = plan(R25).to_contact((10, 10), [disc(15, 10.9, R32), disc(15, 9.1, R32)])
    x = 15 - math.sqrt((R25 + R32) ** 2 - 0.9**2)
    assert routes[0].end == pytest.approx((x, 10), abs=1e-9)
    assert routes[0].length == pytest.approx(x - 10, abs=1e-9)
    assert plan(R25).to_contact((10, 10), [disc(15, 11.5, R32), disc(15, 8.5, R32)]) == []


def test_into_contact_with_three_at_once() -> None:
    angles = (math.radians(a) for a in (20, 95, 200))
    ring = [disc(15 + 1.2 * math.cos(a), 10 + 1.2 * math.sin(a), 1.2 - R25) for a in angles]
    # snapped as poses are, to hundredths of a millimetre
    snapped = [(shape, (round(x * 2540) / 2540, round(y * 2540) / 2540, 0.0)) for shape, (x, y, _) in ring]
    routes = plan(R25).to_contact((12, 5), snapped)
    assert len(routes) == 1
    assert routes[0].end == pytest.approx((15, 10), abs=1e-3)


def test_a_place_kept_free_is_not_ended_in() -> None:
    target = disc(15, 10, R32)
    low_wall = box(13.6, 9.5, 13.8, 10.2)
    routes = plan(R25, no_end=(low_wall,)).to_contact((10, 10), [target])
    end = routes[0].end
    assert math.dist(end, (15, 10)) == pytest.approx(R25 + R32, abs=1e-9)
    # it crosses the low wall and ends where the base just stands clear of it
    gap = math.hypot(max(13.6 - end[0], 0, end[0] - 13.8), max(9.5 - end[1], 0, end[1] - 10.2))
    assert gap == pytest.approx(R25, abs=1e-9)
    assert routes[0].length > 5 - R25 - R32


def test_contact_with_an_edge_and_a_corner() -> None:
    house = box(15, 8, 18, 12)
    square = plan(R25).to_contact((10, 9), [house])
    assert square[0].end == pytest.approx((15 - R25, 9), abs=1e-12)
    corner = plan(R25).to_contact((10, 5), [house])
    assert corner[0].length == pytest.approx(math.dist((10, 5), (15, 8)) - R25, abs=1e-9)


def test_contact_at_a_distance() -> None:
    routes = plan(R25).to_contact((10, 10), [disc(18, 10, R25)], clearance=1.5)
    assert routes[0].length == pytest.approx(8 - 2 * R25 - 1.5, abs=1e-12)
    from_within = plan(R25).to_contact((16.5, 10), [disc(18, 10, R25)], clearance=1.5)
    assert from_within[0].length == pytest.approx(2 * R25, abs=1e-9)
    assert from_within[0].end[0] < 16.5


def test_in_contact_already() -> None:
    start = (10.0, 10.0)
    touching = round((10 + 2 * R25) * 2540) / 2540
    routes = plan(R25).to_contact(start, [disc(touching, 10, R25)])
    assert routes[0].length == pytest.approx(0, abs=5e-4)


def test_a_rectangle_among_corners() -> None:
    base = Shape.rectangle(2, 1)
    route = found(Plan(base, 90, TABLE, [box(15, 5, 16, 12)]).to_point((13, 11), (18, 11)))
    # facing +y it is 1 wide and 2 deep: the centre's obstacle has corners at 14.5 and 16.5, 13
    assert route.length == pytest.approx(2 * math.dist((13, 11), (14.5, 13)) + 2, abs=1e-9)


def test_an_oval_keeps_its_distance() -> None:
    base = Shape.oval(2, 1)
    route = found(Plan(base, 0, TABLE, [disc(15, 10, 0.5)]).to_point((12, 10), (18, 10)))
    low = found(Plan(Shape.disc(0.5), 0, TABLE, [disc(15, 10, 0.5)]).to_point((12, 10), (18, 10))).length
    high = found(Plan(Shape.disc(1), 0, TABLE, [disc(15, 10, 0.5)]).to_point((12, 10), (18, 10))).length
    assert low < route.length < high


def test_to_the_edge() -> None:
    assert found(plan(R25).to_edge((10, 7))).length == pytest.approx(7 - R25, abs=1e-12)
    wall = box(0, 3, 20, 4)
    route = found(plan(R25, wall).to_edge((18, 9)))
    expected = round_one((18, 9), (20, 4), R25, (20 + R25, 3)) + 3 - R25
    assert route.length == pytest.approx(expected, abs=1e-9)
    assert plan(R25, wall).to_edge((18, 9), 8) is None


@pytest.mark.parametrize("bad", [math.nan, math.inf, 1e9])
def test_numbers_that_are_none_are_refused(bad: float) -> None:
    somewhere = plan(R25)
    with pytest.raises(ValueError):
        somewhere.to_point((bad, 1), (2, 2))
    with pytest.raises(ValueError):
        somewhere.to_point((1, 1), (2, bad))
    with pytest.raises(ValueError):
        somewhere.to_contact((1, bad), [disc(5, 5, 1)])
    with pytest.raises(ValueError):
        somewhere.reach((1, 1), bad)
    with pytest.raises(ValueError):
        somewhere.to_edge((bad, 1))
    with pytest.raises(ValueError):
        Plan(Shape.disc(1), bad, TABLE, [])
    with pytest.raises(ValueError):
        Plan(Shape.disc(1), 0, TABLE, [], [], [(Shape.disc(1), (5, 5, 0), bad)])


@pytest.mark.parametrize("facing", [0.0, 33.0, 90.0])
def test_ovals_end_in_contact_as_the_judge_measures_it(facing: float) -> None:
    rider, other = Shape.oval(75 / 25.4, 42 / 25.4), Shape.oval(60 / 25.4, 35 / 25.4)
    target = (20.0, 14.0, 70.0)
    plan = Plan(rider, facing, TABLE, [box(15, 11, 15.5, 15)])
    routes = plan.to_contact((11, 12), [(other, target)])
    assert -1e-9 <= gap(rider, (*routes[0].end, facing), other, target) <= 0.0006
    # and from contact it can leave, past the one it touched
    end = routes[0].end
    snapped = (round(end[0] * 2540) / 2540, round(end[1] * 2540) / 2540)
    stands = Plan(rider, facing, TABLE, [(other, target)])
    away = found(stands.to_point(snapped, (11, 12)))
    assert away.length == pytest.approx(math.dist(snapped, (11, 12)), abs=0.01)
    assert stands.reach(snapped, 2).area > 2
