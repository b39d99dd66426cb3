"""A disc swept along 1000 short moves among 25 pieces, beside Shapely: call against call, batch against batch."""

import numpy as np
import shapely
from shapely import LineString, Polygon

from benchmarks.board import RADIUS, bench
from benchmarks.compare import Result, Rival, at_least
from movetray.geometry import Scene

BLOCKED = 214
PASSES = 10  # ours is too quick for one pass to be a measurement


def run() -> list[Result]:
    """The two races; raises AssertionError where the answers differ."""
    table = bench()
    scene = Scene(polygons=table.pieces)
    terrain = shapely.union_all([Polygon(piece) for piece in table.pieces])
    shapely.prepare(terrain)
    ends = [((a, b), (c, d)) for a, b, c, d in table.moves]
    array = np.array(table.moves)

    answers = [scene.swept(RADIUS, start, end) is not None for start, end in ends]
    assert sum(answers) == BLOCKED, f"{sum(answers)} moves are blocked, not {BLOCKED}"
    lines = shapely.linestrings(array.reshape(-1, 2, 2))
    assert [terrain.dwithin(LineString((start, end)), RADIUS) for start, end in ends] == answers
    assert list(scene.swept_many(RADIUS, array)) == answers
    assert list(np.atleast_1d(shapely.dwithin(terrain, lines, RADIUS))) == answers

    def ours(radius: float = RADIUS) -> None:
        for _ in range(PASSES):
            for start, end in ends:
                scene.swept(radius, start, end)

    def peer(radius: float = RADIUS) -> None:
        for start, end in ends:
            terrain.dwithin(LineString((start, end)), radius)

    moves = len(ends)
    return [
        at_least(
            "swept disc, one call a move",
            40,
            Rival("Scene.swept", ours, PASSES * moves),
            Rival("Shapely dwithin", peer, moves),
        ),
        at_least(
            "swept disc, one call for 1000",
            30,
            Rival("Scene.swept_many", lambda: [scene.swept_many(RADIUS, array) for _ in range(PASSES)], PASSES * moves),
            Rival(
                "Shapely dwithin, vectorised",
                lambda: shapely.dwithin(terrain, shapely.linestrings(array.reshape(-1, 2, 2)), RADIUS),
                moves,
            ),
        ),
    ]
