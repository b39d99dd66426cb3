"""Ways over ground that costs more than its length, against a dense graph and against what their legs cost."""

import itertools
import math
import random

import pytest
import shapely
from shapely.geometry import Polygon

from movetray._kernel import Path, Plan, Route, Shape, spans
from oracle import priced

R25 = 12.5 / 25.4
SIZE = 14.0
HERE = (0.0, 0.0, 0.0)
Place = tuple[float, float]
Region = tuple[list[Place], float]


def cost_of(route: Route, start: Place, regions: list[Region], base: Shape | None) -> float:
    """What the legs cost, from when the base is in which region."""
    path = Path((*start, 0), route.legs)
    stays = [
        (leg, low, high, price)
        for outline, price in regions
        for leg, low, high in spans(base, path, Shape.polygon(outline), HERE, 1e-7)
    ]
    total = 0.0
    for leg, long in enumerate(path.lengths):
        cuts = sorted({0.0, 1.0, *(t for s in stays if s[0] == leg for t in s[1:3])})
        for low, high in itertools.pairwise(cuts):
            middle = (low + high) / 2
            prices = [s[3] for s in stays if s[0] == leg and s[1] < middle < s[2]]
            total += (high - low) * long * max(prices, default=1.0)
    return total


def found(route: Route | None) -> Route:
    assert route is not None
    return route


def strip(x0: float, x1: float) -> list[Place]:
    return [(x0, -50), (x1, -50), (x1, 50), (x0, 50)]


@pytest.mark.parametrize("by_centre", [True, False])
@pytest.mark.parametrize("price", [2.0, 4.0])
def test_across_a_strip_it_refracts(price: float, by_centre: bool) -> None:
    outline = strip(6, 7.5)
    plan = Plan(Shape.disc(R25), 0, (0, 0, SIZE, SIZE), [], [], [(Shape.polygon(outline), HERE, price)], by_centre)
    route = found(plan.to_point((3, 3), (11, 8)))
    wide = 1.5 if by_centre else 1.5 + 2 * R25

    def cost(rise: float) -> float:
        return math.hypot(8 - wide, 5 - rise) + price * math.hypot(wide, rise)

    low, high = 0.0, 5.0
    for _ in range(200):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if cost(a) < cost(b) else (a, high)
    assert route.cost == pytest.approx(cost(low), abs=1e-7)
    assert route.cost == pytest.approx(
        cost_of(route, (3, 3), [(outline, price)], None if by_centre else Shape.disc(R25)), abs=1e-5
    )


def test_straight_through_where_nothing_is_won() -> None:
    plan = Plan(Shape.disc(R25), 0, (0, 0, SIZE, SIZE), [], [], [(Shape.polygon(strip(6, 7.5)), HERE, 2.0)])
    route = found(plan.to_point((3, 5), (11, 5)))
    assert route.length == pytest.approx(8, abs=1e-9)
    assert route.cost == pytest.approx(8 + 1.5 + 2 * R25, abs=1e-9)


def test_round_a_bog_when_that_is_cheaper() -> None:
    bog = [(5.0, 4.0), (9.0, 4.0), (9.0, 6.2), (5.0, 6.2)]
    plan = Plan(Shape.disc(R25), 0, (0, 0, SIZE, SIZE), [], [], [(Shape.polygon(bog), HERE, 4.0)])
    solid = Plan(Shape.disc(R25), 0, (0, 0, SIZE, SIZE), [(Shape.polygon(bog), HERE)])
    route = found(plan.to_point((3, 5), (11, 5)))
    assert route.length == pytest.approx(found(solid.to_point((3, 5), (11, 5))).length, abs=1e-6)
    assert route.cost == pytest.approx(route.length, abs=1e-6)


def test_the_dearest_counts_where_two_lie() -> None:
    two = [(Shape.polygon(strip(5, 8)), HERE, 2.0), (Shape.polygon(strip(6, 7)), HERE, 4.0)]
    plan = Plan(Shape.disc(R25), 0, (0, 0, SIZE, SIZE), [], [], two, True)
    assert found(plan.to_point((3, 5), (11, 5))).cost == pytest.approx(8 + 3 + 2, abs=1e-9)


def test_an_l_shaped_bog_is_not_slipped_through_along_an_inner_line() -> None:
    bog = [(4.0, 4.0), (10.0, 4.0), (10.0, 6.0), (6.0, 6.0), (6.0, 10.0), (4.0, 10.0)]
    plan = Plan(Shape.disc(R25), 0, (0, 0, SIZE, SIZE), [], [], [(Shape.polygon(bog), HERE, 2.0)], True)
    route = found(plan.to_point((4.1, 4.1), (5.9, 5.9)))
    assert route.cost == pytest.approx(2 * math.dist((4.1, 4.1), (5.9, 5.9)), abs=1e-9)


def test_contact_over_slow_ground() -> None:
    plan = Plan(Shape.disc(R25), 0, (0, 0, SIZE, SIZE), [], [], [(Shape.polygon(strip(6, 7.5)), HERE, 2.0)], True)
    target = (Shape.disc(R25), (11.0, 8.0, 0.0))
    routes = plan.to_contact((3, 3), [target])
    to_centre = found(plan.to_point((3, 3), (11, 8)))
    # past the strip the way to the rim is the way to the centre, shorter by both radii
    assert routes[0].cost == pytest.approx(to_centre.cost - 2 * R25, abs=1e-6)
    assert math.dist(routes[0].end, (11, 8)) == pytest.approx(2 * R25, abs=1e-9)


class Bogs:
    """Convex bogs and rocks thrown on a small table."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.by_centre = seed % 2 == 0
        self.bogs = [(self.blob(3.5), self.dice.choice([2.0, 4.0])) for _ in range(self.dice.randint(1, 3))]
        self.rocks = [self.blob(1.5) for _ in range(self.dice.randint(0, 3))]

    def blob(self, size: float) -> list[Place]:
        x, y, far = self.dice.uniform(2, 12), self.dice.uniform(2, 12), self.dice.uniform(0.7, size)
        points = [(x + self.dice.uniform(-far, far), y + self.dice.uniform(-far, far)) for _ in range(8)]
        hull = shapely.MultiPoint(points).convex_hull
        assert isinstance(hull, Polygon)
        return [(float(a), float(b)) for a, b in hull.exterior.coords[:-1]]

    def plan(self) -> Plan:
        ground = [(Shape.polygon(outline), HERE, price) for outline, price in self.bogs]
        rocks = [(Shape.polygon(rock), HERE) for rock in self.rocks]
        return Plan(Shape.disc(R25), 0, (0, 0, SIZE, SIZE), rocks, [], ground, self.by_centre)

    def graph(self, apart: float) -> priced.Ground:
        inside = shapely.box(R25, R25, SIZE - R25, SIZE - R25)
        frame = shapely.box(-9, -9, SIZE + 9, SIZE + 9).difference(inside)
        solid = [frame, *(Polygon(rock).buffer(R25, quad_segs=16) for rock in self.rocks)]
        grow = 0.0 if self.by_centre else R25
        return priced.Ground([(Polygon(o).buffer(grow, quad_segs=24), price) for o, price in self.bogs], solid, apart)

    def spot(self) -> Place:
        while True:
            spot = self.dice.uniform(R25, SIZE - R25), self.dice.uniform(R25, SIZE - R25)
            if all(Polygon(rock).distance(shapely.Point(spot)) > R25 + 1e-3 for rock in self.rocks):
                return spot


@pytest.mark.parametrize("seed", range(24))
def test_no_cheaper_way_in_a_dense_graph(seed: int) -> None:
    table = Bogs(seed)
    plan, graph = table.plan(), table.graph(0.12)
    for _ in range(2):
        start, goal = table.spot(), table.spot()
        route, other = plan.to_point(start, goal), graph.cost(start, goal)
        if route is None:
            assert other == math.inf
            continue
        assert route.cost <= other * (1 + 5e-4)
        base = None if table.by_centre else Shape.disc(R25)
        assert route.cost == pytest.approx(cost_of(route, start, table.bogs, base), abs=2e-5)
