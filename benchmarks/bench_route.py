"""The shortest way of one base among 80 others and 30 walls, beside a visibility graph made with Shapely."""

import heapq
import itertools
import math

import numpy as np
import shapely
from shapely import LineString, Point

from benchmarks.board import DEPTH, WIDTH, Spot
from benchmarks.compare import Result, Rival, race
from benchmarks.crowd import THICK, Base, Crowd, Move, crowd
from movetray._kernel import Plan, Shape, wall_outlines

WITHIN = 0.1  # seconds
QUERIES = 12
FAR = 12.0  # inches a route may have
CHORDS = 8  # a quarter circle, for the peer
SHORT = 0.03  # inches: what the peer's chords may cut off a route of this length


class Graph:
    """The peer: obstacles grown by the radius with chords for arcs, corners joined where they see each other."""

    def __init__(self, table: Crowd, move: Move) -> None:
        radius = move.base.radius
        near = Point(move.base.at).buffer(FAR)
        walls = [LineString(wall).buffer(THICK / 2, cap_style="flat") for wall in table.walls]
        grown = [wall.buffer(radius, quad_segs=CHORDS) for wall in walls]
        grown += [
            Point(base.at).buffer(base.radius + radius, quad_segs=CHORDS)
            for base in table.bases
            if base is not move.base
        ]
        solid = shapely.union_all([shape for shape in grown if shape.intersects(near)])
        field = shapely.box(radius, radius, WIDTH - radius, DEPTH - radius)
        corners = shapely.get_coordinates(solid)
        self.corners = corners[shapely.covers(field, shapely.points(corners))]
        self.solid = solid.buffer(-1e-6)  # so that a line along an edge is free
        shapely.prepare(self.solid)

    def length(self, start: Spot, goal: Spot) -> float | None:
        """Inches of the shortest way, by A* over the corners; None where there is none."""
        spots = np.vstack([start, goal, self.corners])
        rest = np.hypot(*(spots - spots[1]).T)
        best = np.full(len(spots), math.inf)
        best[0] = 0.0
        done = np.zeros(len(spots), dtype=bool)
        heap = [(rest[0], 0)]
        while heap:
            _, at = heapq.heappop(heap)
            if at == 1:
                return float(best[1])
            if done[at]:
                continue
            done[at] = True
            far = best[at] + np.hypot(*(spots - spots[at]).T)
            others = np.flatnonzero((far < best) & (far + rest <= FAR + 1) & ~done)
            lines = shapely.linestrings(np.stack([np.broadcast_to(spots[at], (len(others), 2)), spots[others]], axis=1))
            for other in others[~shapely.intersects(self.solid, lines)]:
                best[other] = far[other]
                heapq.heappush(heap, (far[other] + rest[other], int(other)))
        return None


def plan_of(table: Crowd, mover: Base, *left_out: Base) -> Plan:
    """The plan of one base among the walls and the others; made anew for every question, as after every move."""
    pieces = [Shape.polygon(part) for wall in table.walls for part in wall_outlines(wall, THICK)]
    solid = [(piece, (0.0, 0.0, 0.0)) for piece in pieces]
    solid += [placed(base) for base in table.bases if base is not mover and base not in left_out]
    return Plan(Shape.disc(mover.radius), 0.0, (0.0, 0.0, WIDTH, DEPTH), solid)


def placed(base: Base) -> tuple[Shape, tuple[float, float, float]]:
    """A base where it stands."""
    return Shape.disc(base.radius), (*base.at, 0.0)


def ours(table: Crowd, move: Move, goal: Spot) -> float | None:
    """Inches of the shortest way to a place."""
    route = plan_of(table, move.base).to_point(move.base.at, goal, FAR)
    return None if route is None else route.length


def charge(table: Crowd, mover: Base, enemy: Base) -> float | None:
    """Inches of the shortest way into contact with an enemy."""
    routes = plan_of(table, mover, enemy).to_contact(mover.at, [placed(enemy)], FAR)
    return routes[0].length if routes else None


def questions(table: Crowd) -> list[tuple[Move, Spot]]:
    """Models and free places 8" to 11" away, in sight or not."""
    found = []
    for move, turn in itertools.product(table.moves[:40], range(0, 360, 40)):
        (x, y), angle = move.base.at, math.radians(turn + 7)
        far = 8 + 3 * (turn / 360)
        goal = round(x + far * math.cos(angle), 3), round(y + far * math.sin(angle), 3)
        graph = Graph(table, move)
        inside = 1 < goal[0] < WIDTH - 1 and 1 < goal[1] < DEPTH - 1
        if inside and Point(goal).distance(graph.solid) > SHORT:
            straight = LineString((move.base.at, goal)).intersects(graph.solid)
            if straight and graph.length(move.base.at, goal) is not None:
                found.append((move, goal))
        if len(found) == QUERIES:
            break
    return found


def run() -> list[Result]:
    """The race; raises AssertionError where the lengths differ by more than chords explain."""
    table = crowd()
    asked = questions(table)
    assert len(asked) == QUERIES
    for move, goal in asked:
        mine, theirs = ours(table, move, goal), Graph(table, move).length(move.base.at, goal)
        assert mine is not None
        assert theirs is not None
        assert theirs - 1e-4 <= mine <= theirs + SHORT, f"{move.base.id} to {goal}: {mine}, by chords {theirs}"
    mine, peer = race(
        Rival("Plan.to_point", lambda: [ours(table, move, goal) for move, goal in asked], QUERIES),
        Rival(
            "Shapely visibility graph",
            lambda: [Graph(table, move).length(move.base.at, goal) for move, goal in asked],
            QUERIES,
        ),
    )
    half = len(table.bases) // 2
    pairs = [
        (mover, enemy)
        for mover, enemy in itertools.product(table.bases[:half], table.bases[half:])
        if near(mover, enemy)
    ]
    assert any(charge(table, *pair) for pair in pairs)
    charging, _ = race(
        Rival("Plan.to_contact", lambda: [charge(table, *pair) for pair in pairs], len(pairs)), Rival("", lambda: None)
    )
    what = "among 80 bases and 30 walls"
    return [
        Result(f"shortest route {what}", mine, peer, "Shapely visibility graph", "< 100 ms", mine < WITHIN),
        Result(f"shortest charge {what}", charging, None, "", "< 100 ms", charging < WITHIN),
    ]


def near(mover: Base, enemy: Base) -> bool:
    """Whether an enemy is within a long charge as the crow flies."""
    return math.dist(mover.at, enemy.at) - mover.radius - enemy.radius < FAR / 2
