"""Hits become wounds: Strength against Toughness."""

from movetray.engine.event import WoundsLost
from movetray.engine.resolve import Run

EVEN = 4
"""The roll that wounds when Strength equals Toughness; each point more or less makes it one easier or harder."""


def to_wound(strength: float, toughness: float) -> float | None:
    """The least face that wounds, from 2 to 6; None where Strength is four or more below Toughness."""
    difference = strength - toughness
    return None if difference <= -4 else min(6.0, max(2.0, EVEN - difference))


def wounding_hits(run: Run, model: str, hits: int, strength: float, why: str) -> int:
    """How many of these hits wound a model: a die each, none where none can."""
    needed = to_wound(strength, run.table.unit_of(model).stat("T"))
    if needed is None or hits == 0:
        return 0
    return sum(face >= needed for _ in range(hits) for face in run.roll(1, 6, why))


def lose_wounds(run: Run, model: str, wounds: int) -> int:
    """Take wounds off a model; how many of them it took with none left, the last of its own among them."""
    if wounds == 0:
        return 0
    before = run.table.models[model].wounds
    left = 1 if before is None else before
    lost = min(wounds, left)
    run.emit(WoundsLost(model, lost, left - lost))
    return wounds - lost + (1 if left > 0 and lost == left else 0)
