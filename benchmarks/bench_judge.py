"""One verdict on a move among 80 models and 30 walls, beside Shapely asking only what the swept base runs into."""

import gc
import statistics
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np
import shapely
from shapely import LineString

from benchmarks.board import Spot
from benchmarks.compare import ROUNDS, Result
from benchmarks.crowd import THICK, Crowd, Move, crowd, situation
from movetray.engine.command import Command, Waypoint
from movetray.engine.judge import judge
from movetray.play.match import Match
from movetray.table.reader import read_mapping

MEDIAN = 300e-6  # seconds
TAIL = 3  # times the median, for the 95th percentile
WALL, BASE = "table.solid", "mordheim.move.models"  # the clauses that a swept base breaks


class Peer:
    """Walls and bases as prepared geometries; for each model those of the others, made before the clock runs."""

    def __init__(self, table: Crowd) -> None:
        self.walls = shapely.union_all([LineString(wall).buffer(THICK / 2, cap_style="flat") for wall in table.walls])
        shapely.prepare(self.walls)
        self.others = {}
        for mover in table.bases:
            rest = [base for base in table.bases if base is not mover]
            centres = shapely.points([base.at for base in rest])
            self.others[mover.id] = centres, np.array([base.radius + mover.radius for base in rest])

    def hits(self, move: Move) -> tuple[bool, bool]:
        """Whether the swept base goes into a wall, and into another base."""
        way = LineString((move.base.at, *move.path))
        centres, reach = self.others[move.base.id]
        near = shapely.dwithin(centres, way, reach)  # type: ignore[call-overload]
        return bool(self.walls.dwithin(way, move.base.radius)), bool(near.any())


def command(move: Move) -> Command:
    """The move as a player says it."""
    return Command(move.do, model=move.base.id, path=tuple(_waypoint(spot) for spot in move.path))


def _waypoint(spot: Spot) -> Waypoint:
    return Waypoint(*spot)


def run() -> list[Result]:
    """The race; raises AssertionError where the two differ on what a move runs into."""
    crowded = crowd()
    match = Match.from_situation(read_mapping(situation(crowded)))
    table, rules, peer = match.table, match.rules, Peer(crowded)
    pairs = [(move, command(move)) for move in crowded.moves]
    rulings = []
    for move, said in pairs:
        verdict = judge(table, said, rules)
        assert verdict.stage == "move"
        broken = {reason.clause for reason in verdict.reasons if reason.kind == "broken"}
        assert (WALL in broken, BASE in broken) == peer.hits(move), said
        rulings.append(verdict.ruling)
    legal = rulings.count("legal")
    assert 200 < legal < 800, f"{legal} of {len(rulings)} moves are legal: not mixed"

    moves = [move for move, _ in pairs]
    commands = [said for _, said in pairs]
    mine, theirs = _timed([(lambda said: judge(table, said, rules), commands), (peer.hits, moves)])
    (fresh,) = _timed([(lambda said: judge(replace(table), said, rules), commands)])
    median, tail = statistics.median(mine), float(np.percentile(mine, 95))
    shapely_only = statistics.median(theirs)
    name = "Shapely, the sweep only"
    what = f"judge, median of {len(pairs)} ({legal} legal)"
    return [
        Result(what, median, shapely_only, name, "< 300 us", median < MEDIAN),
        Result("judge, 95th percentile", tail, None, "", f"< {TAIL}x 300 us", tail < TAIL * MEDIAN),
        Result("judge, median on a table just changed", statistics.median(fresh), shapely_only, name, "-", True),
    ]


Work = tuple[Callable[[Any], object], Sequence[Any]]


def _timed(rivals: Sequence[Work]) -> list[list[float]]:
    """Seconds of every call of every rival: the median of the rounds, which are taken by turns."""
    taken: list[list[list[float]]] = [[] for _ in rivals]
    gc.collect()
    gc.disable()
    try:
        for _ in range(ROUNDS):
            for (ask, questions), rounds in zip(rivals, taken, strict=True):
                rounds.append([])
                for question in questions:
                    start = perf_counter()
                    ask(question)
                    rounds[-1].append(perf_counter() - start)
    finally:
        gc.enable()
    return [[statistics.median(call) for call in zip(*rounds, strict=True)] for rounds in taken]
