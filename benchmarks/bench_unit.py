"""One verdict on a move of a whole unit: 20 models through 30 pieces of terrain among 80 models, beside Shapely asking
only what the swept bases run into."""

import math
import statistics
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import shapely
from shapely import LineString, Polygon

from benchmarks.bench_judge import _timed
from benchmarks.board import Spot
from benchmarks.compare import Result
from movetray.engine.command import Command, Waypoint
from movetray.engine.judge import judge
from movetray.play.match import Match
from movetray.table.reader import read_mapping

SEED = 20260402
WIDTH, DEPTH = 60.0, 44.0
GATE = 2e-3  # seconds
COUNT = 200
SIDE, GAP = 25 / 25.4, 1.25  # inches: the width of a base, from centre to centre in a unit
FILES, RANKS = 5, 4
UNITS: dict[str, Spot] = {"red1": (20, 14), "red2": (36, 14), "blue1": (16, 34), "blue2": (40, 34)}
MOVER = "red1"
OTHERS_KEEP = 2.0  # inches between the terrain and the models as they start
Box = tuple[Spot, Spot, Spot, Spot]


def places(unit: str) -> dict[str, Spot]:
    """Where the models of a unit stand."""
    x, y = UNITS[unit]
    spots = product(range(FILES), range(RANKS))
    return {f"{unit}-{n}": (round(x + i * GAP, 3), round(y + j * GAP, 3)) for n, (i, j) in enumerate(spots)}


def boxes(rng: Random) -> list[Box]:
    """Thirty rectangles that stand in nobody, close about the mover above all."""
    models = [spot for unit in UNITS for spot in places(unit).values()]
    found: list[Box] = []
    while len(found) < 30:
        near = len(found) < 20
        x, y = (rng.uniform(13, 32), rng.uniform(7, 25)) if near else (rng.uniform(3, 57), rng.uniform(3, 41))
        w, h, angle = rng.uniform(0.5, 3), rng.uniform(0.2, 1.5), rng.uniform(0, math.pi)
        c, s = math.cos(angle), math.sin(angle)
        corners = [(x + a * c - b * s, y + a * s + b * c) for a, b in ((0, 0), (w, 0), (w, h), (0, h))]
        box = tuple((round(p, 3), round(q, 3)) for p, q in corners)
        shape = Polygon(box)
        if shapely.dwithin(shape, shapely.multipoints(models), SIDE / 2 + 0.1):
            continue
        if all(0 < p < WIDTH and 0 < q < DEPTH for p, q in box):
            found.append(box)  # type: ignore[arg-type]
    return found


def situation(rules: str) -> dict[str, Any]:
    """The table: a third of the terrain each is difficult, low enough to step over, and solid."""
    kinds: list[dict[str, Any]] = [
        {"kind": "ground", "ground": "difficult"},
        {"kind": "block", "height": 0.5},
        {"kind": "block", "height": 4},
    ]
    return {
        "movetray": 1,
        "title": "A unit among terrain",
        "rules": rules,
        "table": {"width": WIDTH, "depth": DEPTH},
        "terrain": [{"id": f"t{n}", "shape": box, **kinds[n % 3]} for n, box in enumerate(boxes(Random(SEED)))],
        "units": [
            {
                "id": unit,
                "side": unit[:-1],
                "stats": {"M": 6},
                "base": "25mm",
                "models": [{"id": name, "at": at} for name, at in places(unit).items()],
            }
            for unit in UNITS
        ],
        "state": {"round": 1, "active": "red"},
    }


def moves(rng: Random) -> Iterator[Command]:
    """The unit goes together, straight or round a corner, each model a little in its own way."""
    for _ in range(COUNT):
        angle, bend, length = rng.uniform(0, 2 * math.pi), rng.uniform(-1, 1), rng.uniform(1, 3)
        legs = rng.choice((1, 2))
        paths = {}
        for name, (x, y) in places(MOVER).items():
            points, at = [], (x, y)
            for leg in range(legs):
                way = angle + leg * bend
                at = at[0] + length * math.cos(way), at[1] + length * math.sin(way)
                points.append(Waypoint(round(at[0] + rng.uniform(0, 0.1), 3), round(at[1] + rng.uniform(0, 0.1), 3)))
            paths[name] = tuple(points)
        yield Command("move", unit=MOVER, paths=paths)


class Peer:
    """The solid terrain and the other models as prepared geometries, made before the clock runs."""

    def __init__(self, said: dict[str, Any]) -> None:
        high = [piece["shape"] for piece in said["terrain"] if piece.get("height", 0) > 1]
        self.walls = shapely.union_all([Polygon(shape) for shape in high])
        shapely.prepare(self.walls)
        self.others = shapely.multipoints([at for unit in UNITS if unit != MOVER for at in places(unit).values()])
        shapely.prepare(self.others)

    def hits(self, said: Command) -> tuple[bool, bool]:
        """Whether a swept base of the unit goes into solid terrain, and into a model of another unit."""
        starts, walls, others = places(MOVER), False, False
        for name, path in (said.paths or {}).items():
            way = LineString((starts[name], *((point.x, point.y) for point in path)))
            walls |= bool(self.walls.dwithin(way, SIDE / 2))
            others |= bool(self.others.dwithin(way, SIDE))
        return walls, others


def run() -> list[Result]:
    """The race under two rule sets; raises AssertionError where the two differ on what a move runs into."""
    return [_race(rules) for rules in ("wh40k9", "wh40k3")]


def _race(rules: str) -> Result:
    said = situation(rules)
    match = Match.from_situation(read_mapping(said))
    table, game, peer = match.table, match.rules, Peer(said)
    commands = list(moves(Random(SEED)))
    legal = 0
    for command in commands:
        verdict = judge(table, command, game)
        assert verdict.stage == "move"
        legal += verdict.ruling == "legal"
        broken = {reason.clause for reason in verdict.reasons if reason.kind == "broken"}
        # the sweep into what is high is refused; so are rests in what is low
        assert ("table.solid" in broken) >= peer.hits(command)[0], command
    assert 10 < legal < COUNT - 10, f"{legal} of {COUNT} moves are legal: not mixed"
    mine, theirs = _timed([(lambda one: judge(table, one, game), commands), (peer.hits, commands)])
    median, other = statistics.median(mine), statistics.median(theirs)
    what = f"judge a unit of 20, {rules}, median of {COUNT} ({legal} legal)"
    return Result(what, median, other, "Shapely, the sweep only", "< 2 ms", median < GATE)
