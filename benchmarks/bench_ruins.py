"""Ways over the levels of a ruin: 10 pieces, 20 models; charges that nobody drew a path for, and routes with trades."""

import statistics
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.compare import Result
from movetray.engine.ways import shortest_into_contact, ways_to
from movetray.rulesets import load_rules
from movetray.table.reader import read_mapping
from movetray.table.table import Table

SEED = 20260402
WITHIN = 0.15  # seconds
HOUSES = ((4, 4, 3), (13, 3, 4), (22, 5, 3), (5, 15, 2.5), (15, 14, 5), (24, 15, 2.5))  # x, y, height; 6 by 5 inches
PLACES = 12  # on each of the levels that are asked for


def ruin() -> dict[str, Any]:
    """A situation: six houses, a ladder and two flights, a wall; every third model upstairs."""
    chance = Random(SEED)
    terrain: list[dict[str, Any]] = [
        {"id": f"house-{n}", "kind": "block", "shape": _box(x, y), "height": height, "climbable": n % 2 == 0}
        for n, (x, y, height) in enumerate(HOUSES)
    ]
    terrain += [
        {"id": "rungs", "kind": "ladder", "at": [10, 6], "z": [0, 3]},
        {"id": "steps", "kind": "stairs", "line": [[16, 11], [16, 8]], "z": [0, 4]},
        {"id": "stair", "kind": "stairs", "line": [[12, 17], [15, 17]], "z": [0, 5]},
        {"id": "wall", "kind": "wall", "line": [[2, 12], [9, 12]], "thickness": 0.2, "height": 3},
    ]
    spots: list[tuple[float, float, float]] = []
    while len(spots) < 20:
        x, y, height = HOUSES[len(spots) % 6] if len(spots) % 3 == 0 else (1, 1, 0)
        wide, deep = (6, 5) if height else (30, 22)
        spot = round(x + chance.uniform(0.6, wide - 0.6), 2), round(y + chance.uniform(0.6, deep - 0.6), 2), height
        indoors = not height and any(a - 0.6 < spot[0] < a + 6.6 and b - 0.6 < spot[1] < b + 5.6 for a, b, _ in HOUSES)
        near = any(abs(spot[0] - a) < 1.1 and abs(spot[1] - b) < 1.1 for a, b, _ in spots)
        if not indoors and not near and not (1.5 < spot[0] < 9.5 and 11.3 < spot[1] < 12.7):
            spots.append(spot)
    units = [
        {
            "id": side,
            "side": side,
            "stats": {"M": 5, "I": 4, "T": 3, "W": 1},
            "base": "25mm",
            "models": [{"id": f"{side}{n}", "at": list(spot)} for n, spot in enumerate(spots) if n % 2 == part],
        }
        for part, side in enumerate(("red", "blue"))
    ]
    return {"movetray": 1, "rules": "mordheim", "terrain": terrain, "units": units}


def _box(x: float, y: float) -> list[list[float]]:
    return [[x, y], [x + 6, y], [x + 6, y + 5], [x, y + 5]]


def timed(table: Table) -> tuple[list[float], list[float]]:
    """Seconds of every charge of red at the nearest three of blue, and of routes from everywhere to all levels."""
    rules, chance = load_rules("mordheim"), Random(SEED)
    mine, theirs = (table.units[side].models for side in ("red", "blue"))
    charges, routes = [], []
    for model in mine:
        x, y, _ = table.pose_of(model).point
        near = sorted(theirs, key=lambda m: abs(table.pose_of(m).point[0] - x) + abs(table.pose_of(m).point[1] - y))
        for target in near[:3]:
            start = perf_counter()
            shortest_into_contact(table, rules, model, "charge", (target,), 10.0)
            charges.append(perf_counter() - start)
        for _ in range(3):
            a, b, height = chance.choice(HOUSES)
            goal = a + chance.uniform(0.6, 5.4), b + chance.uniform(0.6, 4.4), height
            start = perf_counter()
            ways_to(table, rules, model, "move", goal)
            routes.append(perf_counter() - start)
    return charges, routes


def run() -> list[Result]:
    """The medians and the 95th percentiles."""
    table = read_mapping(ruin()).table
    timed(table)
    charges, routes = timed(read_mapping(ruin()).table)
    found = []
    for what, times in (("charge over a ruin, 20 models", charges), ("route and its trades over a ruin", routes)):
        for name, value in (
            ("median", statistics.median(times)),
            ("95th of 100", statistics.quantiles(times, n=20)[-1]),
        ):
            found.append(Result(f"{what}: {name}", value, None, "", "< 150 ms", value < WITHIN))
    return found
