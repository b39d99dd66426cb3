"""A disc swept along 1000 short moves among 25 pieces, beside Shapely: call against call, batch against batch."""

import numpy as np
import shapely
from shapely import LineString, Polygon

from benchmarks.board import RADIUS, bench
from benchmarks.compare import Result, Rival, at_least
from movetray.geometry import Scene

BLOCKED = 214
PASSES = 20  # ours is too quick for one pass to be a measurement


def run() -> list[Result]:
    """The two races; raises AssertionError where the answers differ."""
    table = bench()
    scene = Scene(polygons=table.pieces)
    terrain = shapely.union_all([Polygon(piece) for piece in table.pieces])
    shapely.prepare(terrain)
    ends = [((a, b), (c, d)) for a, b, c, d in table.moves]
    array = np.array(table.moves)

    def ours_single() -> list[bool]:
        return [scene.swept(RADIUS, start, end) is not None for start, end in ends]

    def peer_single() -> list[bool]:
        return [bool(terrain.dwithin(LineString((start, end)), RADIUS)) for start, end in ends]

    def ours_batch() -> list[bool]:
        return list(scene.swept_many(RADIUS, array))

    def peer_batch() -> list[bool]:
        lines = shapely.linestrings(array.reshape(-1, 2, 2))
        return [bool(hit) for hit in np.atleast_1d(shapely.dwithin(terrain, lines, RADIUS))]

    answers = ours_single()
    assert sum(answers) == BLOCKED, f"{sum(answers)} moves are blocked, not {BLOCKED}"
    for other in (peer_single, ours_batch, peer_batch):
        assert other() == answers, f"{other.__name__} answers differently"

    moves = len(ends)
    return [
        at_least(
            "swept disc, one call a move",
            40,
            Rival("Scene.swept", lambda: [ours_single() for _ in range(PASSES)], PASSES * moves),
            Rival("Shapely dwithin", peer_single, moves),
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
