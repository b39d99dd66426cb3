"""What a move reaches on all storeys together, beside the planner's own ways to places drawn at random."""

import random

import pytest

from movetray.engine.reaching import reaches
from movetray.engine.ruleset import RuleSet
from movetray.engine.ways import ways_to
from movetray.rulesets import load_rules
from movetray.table.reader import read_mapping
from movetray.table.table import Table
from movetray.units import TOLERANCE, to_inches

NEAR_THE_RIM = 0.02
"""Inches of allowance within which the two need not agree: one goes along edges in steps of a quarter of an inch."""


def ruin(rng: random.Random, drop: float | None) -> Table:
    """A deck with stairs, a rope and edges that are low or high, a block beside it, and one model about it."""
    top = round(rng.uniform(0.5, 3.5), 2) if drop is None else drop
    x, y = round(rng.uniform(10, 14), 2), round(rng.uniform(10, 14), 2)
    hut = [[x + 6, y], [x + 8, y], [x + 8, y + 2], [x + 6, y + 2]]
    deck = [[x, y], [x + 5, y], [x + 5, y + 4], [x, y + 4]]
    said = {
        "movetray": 1,
        "title": "a small ruin",
        "rules": "mordheim",
        "table": {"width": 30, "depth": 30},
        "terrain": [
            {"id": "deck", "kind": "floor", "shape": deck, "z": top},
            {"id": "rope", "kind": "ladder", "at": [x + rng.uniform(0.3, 4.7), y + 0.3], "z": [0, top]},
            {"id": "flight", "kind": "stairs", "line": [[x - 2, y + 2], [x + 0.4, y + 2]], "z": [0, top]},
            {"id": "hut", "kind": "block", "shape": hut, "height": 3},
        ],
        "units": [
            {"id": "u", "side": "red", "stats": {"M": rng.choice((4, 5, 6)), "I": 3}, "base": "25mm",
             "models": [{"id": "a", "at": [x + 1.5, y + 1.5, top] if rng.random() < 0.5 else [x - 2.8, y + 1.2]}]},
            {"id": "f", "side": "blue", "stats": {"M": 4}, "base": "25mm", "models": [{"id": "e", "at": [28, 28]}]},
        ],
        "state": {"round": 1, "active": "red", "step": "remaining"},
    }  # fmt: skip
    return read_mapping(said, "ruin", None).table


def cost_for_certain(table: Table, rules: RuleSet, place: tuple[float, float, float]) -> float | None:
    """What the cheapest way without a test costs; None where there is none."""
    assert rules.chance is not None
    ways = [way for way in ways_to(table, rules, "a", "move", place) if rules.chance(table, rules, way.walk) == 1]
    return min((way.cost for way in ways), default=None)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_reached_is_what_ways_without_tests_lead_to(seed: int) -> None:
    rng, rules = random.Random(seed), load_rules("mordheim")
    table = ruin(rng, 1.6 if seed % 2 else None)
    movement = float(table.unit_of("a").stat("M"))
    found = reaches(table, rules, "a", "move")
    heights = sorted({surface.height for surface in table.board.surfaces if surface.piece != "hut"})
    sx, sy, _ = table.pose_of("a").point
    seen = {True: 0, False: 0}
    for _ in range(40):
        place = (sx + rng.uniform(-6, 6), sy + rng.uniform(-6, 6), rng.choice(heights))
        if not any(surface.supports(*place[:2]) for surface in table.board.surfaces_at(place[2])):
            continue
        cost = cost_for_certain(table, rules, place)
        inside = place[2] in found and found[place[2]].contains(place[:2])
        if cost is not None and abs(cost - movement) < NEAR_THE_RIM:
            continue
        seen[inside] += 1
        assert inside == (cost is not None and cost <= movement + TOLERANCE), (seed, place, cost)
    assert seen[True] and seen[False], seen
    assert to_inches(table.pose_of("a").z) in found
