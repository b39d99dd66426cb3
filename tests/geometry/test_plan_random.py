"""Routes on random tables against a visibility graph, and never through anything."""

import math
import random

import pytest
import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from benchmarks import board
from movetray._kernel import Path, Placed, Plan, Route, Shape
from oracle import visibility

SIZE = 20.0
RADII = (0.3, 12.5 / 25.4, 16 / 25.4, 1.0)
Place = tuple[float, float]
Circle = tuple[float, float, float]


def turned(points: list[Place], x: float, y: float, angle: float) -> list[Place]:
    sin, cos = math.sin(angle), math.cos(angle)
    return [(x + px * cos - py * sin, y + px * sin + py * cos) for px, py in points]


def pocket(size: float, wall: float) -> list[Place]:
    far = size - wall
    return [(0, 0), (size, 0), (size, size), (far, size), (far, wall), (wall, wall), (wall, size), (0, size)]


def star(dice: random.Random) -> list[Place]:
    corners, size = dice.randint(3, 9), dice.uniform(0.5, 2.5)
    at = [(2 * math.pi * (k + dice.uniform(-0.3, 0.3)) / corners, size * dice.uniform(0.45, 1)) for k in range(corners)]
    return [(r * math.cos(a), r * math.sin(a)) for a, r in at]


def slab(width: float, depth: float) -> list[Place]:
    return [(0, 0), (width, 0), (width, depth), (0, depth)]


class Table:
    """Pieces that may overlap, two that share an edge, and some bases, some of them touching."""

    def __init__(self, seed: int) -> None:
        self.dice = dice = random.Random(seed)
        self.polygons: list[list[Place]] = []
        for _ in range(dice.randint(3, 8)):
            shape = dice.choice(
                [slab(dice.uniform(0.2, 4), dice.uniform(0.2, 4)), pocket(dice.uniform(1, 4), 0.3), star(dice)]
            )
            angle = dice.choice([0, math.pi / 2, dice.uniform(0, 6.3)])
            placed = turned(shape, dice.uniform(2, SIZE - 2), dice.uniform(2, SIZE - 2), angle)
            if Polygon(placed).is_valid:
                self.polygons.append(placed)
        x, y, angle = dice.uniform(3, SIZE - 5), dice.uniform(3, SIZE - 5), dice.uniform(0, 6.3)
        self.polygons.append(turned(slab(1, 0.3), x, y, angle))
        self.polygons.append(turned([(px + 1, py) for px, py in slab(1, 0.3)], x, y, angle))
        self.circles: list[Circle] = [
            (dice.uniform(2, SIZE - 2), dice.uniform(2, SIZE - 2), dice.choice([0.3, 0.5, 0.63, 1.5]))
            for _ in range(dice.randint(0, 6))
        ]
        if self.circles:
            cx, cy, r = self.circles[0]
            self.circles.append((cx + r + 0.5, cy, 0.5))
        self.solid = [(Shape.polygon(p), (0.0, 0.0, 0.0)) for p in self.polygons]
        self.solid += [(Shape.disc(r), (x, y, 0.0)) for x, y, r in self.circles]

    def free(self, radius: float) -> Place:
        while True:
            x, y = self.dice.uniform(radius, SIZE - radius), self.dice.uniform(radius, SIZE - radius)
            apart = min(Polygon(p).distance(Point(x, y)) for p in self.polygons)
            others = min((math.dist((x, y), c[:2]) - c[2] for c in self.circles), default=math.inf)
            if min(apart, others) > radius + 1e-3:
                return x, y

    def field(self, radius: float, chords: int, outside: bool) -> visibility.Field:
        reach = radius / math.cos(math.pi / (4 * chords)) if outside else radius
        grown = [Polygon(p).buffer(reach, quad_segs=chords) for p in self.polygons]
        grown += [visibility.disc(x, y, r + radius, chords, outside) for x, y, r in self.circles]
        return visibility.Field.of([*grown, frame((radius, radius, SIZE - radius, SIZE - radius))])


def frame(inner: tuple[float, float, float, float]) -> BaseGeometry:
    return shapely.box(-9, -9, SIZE + 9, SIZE + 9).difference(shapely.box(*inner))


def length(route: Route | None) -> float:
    return math.inf if route is None else route.length


def check_way(route: Route, start: Place, shape: Shape, facing: float, placed: Placed) -> None:
    """The legs are a path of the length that is said, and run into nothing."""
    path = Path((*start, facing), route.legs)
    assert path.length == pytest.approx(route.length, abs=1e-9)
    assert path.end[:2] == pytest.approx(route.end, abs=1e-12)
    assert placed.blocking(shape, path, 1e-7) == []


@pytest.mark.parametrize("seed", range(40))
def test_no_way_is_shorter_and_none_that_is_longer_is_given(seed: int) -> None:
    table = Table(seed)
    radius = table.dice.choice(RADII)
    shape = Shape.disc(radius)
    plan = Plan(shape, 0, (0, 0, SIZE, SIZE), table.solid)
    placed = Placed(table.solid)
    inside, outside = table.field(radius, 12, False), table.field(radius, 12, True)
    for _ in range(3):
        start, goal = table.free(radius), table.free(radius)
        route = plan.to_point(start, goal)
        low, high = inside.length(start, goal), outside.length(start, goal)
        assert low - 1e-7 <= length(route) <= high + 1e-7
        if route is not None:
            check_way(route, start, shape, 0, placed)


def test_more_chords_close_in_on_the_length() -> None:
    gaps: dict[int, float] = {4: 0.0, 8: 0.0, 16: 0.0}
    for seed in (3, 8, 21):
        table = Table(seed)
        plan = Plan(Shape.disc(RADII[1]), 0, (0, 0, SIZE, SIZE), table.solid)
        start, goal = table.free(RADII[1]), table.free(RADII[1])
        exact = length(plan.to_point(start, goal))
        for chords in gaps:
            gaps[chords] += exact - table.field(RADII[1], chords, False).length(start, goal)
    assert gaps[4] > 1e-4
    # second order: twice the chords leave a quarter
    assert gaps[8] / gaps[4] == pytest.approx(1 / 4, abs=0.1)
    assert gaps[16] / gaps[8] == pytest.approx(1 / 4, abs=0.1)


def ellipse(depth: float, width: float) -> list[Place]:
    at = (2 * math.pi * k / 96 for k in range(96))
    return [(depth / 2 * math.cos(a), width / 2 * math.sin(a)) for a in at]


BASES: list[tuple[Shape, list[list[Place]]]] = [
    (Shape.rectangle(1.6, 0.8), [[(-0.8, -0.4), (0.8, -0.4), (0.8, 0.4), (-0.8, 0.4)]]),
    (Shape.oval(1.7, 0.9), [ellipse(1.7, 0.9)]),
    (
        Shape.polygon([(0.8, -0.2), (0.8, 0.2), (-0.4, 0.2), (-0.4, 0.7), (-0.8, 0.7), (-0.8, -0.2)]),
        [slab(1.6, 0.4), slab(0.4, 0.9)],
    ),
]


@pytest.mark.parametrize("seed", range(12))
def test_bases_that_are_not_round(seed: int) -> None:
    table = Table(100 + seed)
    shape, outlines = BASES[seed % 3]
    facing = table.dice.choice([0.0, 90.0, table.dice.uniform(0, 360)])
    if seed % 3 == 2:
        outlines = [[(x - 0.8, y - 0.2) for x, y in outline] for outline in outlines]
    parts = [Polygon(turned(outline, 0, 0, math.radians(facing))) for outline in outlines]
    whole = shapely.union_all(parts).bounds
    obstacles = [Polygon(p) for p in table.polygons]
    obstacles += [visibility.disc(x, y, r, 24, False) for x, y, r in table.circles]
    grown = [visibility.grown(o, part) for o in obstacles for part in parts]
    grown.append(frame((-whole[0], -whole[1], SIZE - whole[2], SIZE - whole[3])))
    field = visibility.Field.of(grown)
    plan = Plan(shape, facing, (0, 0, SIZE, SIZE), table.solid)
    placed = Placed(table.solid)
    blocked = shapely.union_all(grown)
    for _ in range(3):
        start, goal = table.free(0.5), table.free(0.5)
        if min(blocked.distance(Point(start)), blocked.distance(Point(goal))) < 0.005:
            continue
        route = plan.to_point(start, goal)
        low = field.length(start, goal)
        assert length(route) == low or low - 1e-7 <= length(route) <= low + 0.005
        if route is not None:
            check_way(route, start, shape, facing, placed)


@pytest.mark.parametrize("seed", range(10))
def test_contact_is_as_near_as_the_nearest_place_in_contact(seed: int) -> None:
    """Against many places around the target, each asked for by itself."""
    table = Table(200 + seed)
    radius, other = RADII[1], 0.63
    start, target = table.free(radius), table.free(other)
    base = Shape.disc(radius)
    aim = (Shape.disc(other), (*target, 0.0))
    plan = Plan(base, 0, (0, 0, SIZE, SIZE), table.solid)
    routes = plan.to_contact(start, [aim])
    placed = Placed([*table.solid, aim])
    with_target = Plan(base, 0, (0, 0, SIZE, SIZE), [*table.solid, aim])
    around = [
        length(with_target.to_point(start, (target[0] + r * math.cos(a), target[1] + r * math.sin(a))))
        for a in (2 * math.pi * k / 240 for k in range(240))
        for r in [radius + other + 1e-9]
    ]
    best = routes[0].length if routes else math.inf
    assert best <= min(around) + 1e-6
    if math.isfinite(min(around)):
        assert best >= min(around) - 0.002
    for route in routes:
        assert math.dist(route.end, target) == pytest.approx(radius + other, abs=1e-9)
        check_way(route, start, base, 0, placed)


def test_the_benchmark_table_adds_up() -> None:
    table = board.bench()
    solid = [(Shape.polygon(piece), (0.0, 0.0, 0.0)) for piece in table.pieces]
    plan = Plan(Shape.disc(board.RADIUS), 0, (0, 0, board.WIDTH, board.DEPTH), solid)
    total = math.fsum(length(plan.to_point((x, y), (u, v))) for x, y, u, v in table.pairs)
    assert total == pytest.approx(32832.439576361, abs=1e-6)
