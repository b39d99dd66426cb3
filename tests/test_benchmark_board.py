"""The benchmarks' table is the one that all published figures were measured on."""

import hashlib
import json

from shapely import LineString, Polygon
from shapely.ops import unary_union

from benchmarks.board import RADIUS, bench


def test_the_table_is_the_same_on_every_machine() -> None:
    table = bench()
    digest = hashlib.sha256(json.dumps(table).encode()).hexdigest()
    assert digest == "3538df91be40162460c16f670685a5fa1909e56ed8ed64ce61269e34ddc540e0"


def test_the_table_has_25_pieces_with_195_corners_and_214_of_1000_moves_run_into_one() -> None:
    table = bench()
    terrain = unary_union([Polygon(piece) for piece in table.pieces])
    blocked = sum(LineString([(a, b), (c, d)]).distance(terrain) < RADIUS for a, b, c, d in table.moves)
    assert (len(table.pieces), sum(map(len, table.pieces)), blocked) == (25, 195, 214)
