"""How near a way leads past other models, over all its length and at every height it has."""

from collections.abc import Iterable, Iterator

from movetray._kernel import distance, gap
from movetray.checks.distance import apart
from movetray.engine.sweep import columns, sweeps
from movetray.engine.verdict import Finding, Place
from movetray.engine.walk import Leg, Walk
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, compare

STEPS = 40
"""Halvings by which the nearest place of a sloping leg is found: far below the tolerance."""


def within(table: Table, model: str, others: Iterable[str], inches: float, pose: Pose | None = None) -> list[str]:
    """The models among `others` that are at most so many inches from a model where it stands (or would stand)."""
    at = pose or table.pose_of(model)
    wanted = set(others)
    skip = [index for index, name in enumerate(table.standing) if name not in wanted or name == model]
    near = table.bases.near(table.shape_of(model), at.plan, inches + TOLERANCE, skip)
    names = [table.standing[index] for index, _ in near]
    return [name for name in names if compare(apart(table, model, name, at), inches) <= 0]


def passes(table: Table, walk: Walk, others: Iterable[str], inches: float, strictly: bool) -> Iterator[Finding]:
    """Every one of `others` that a way leads too near to, at the place where it is nearest.

    Too near is nearer than so many inches, `strictly` also exactly so near. What flies passes nobody: only where it
    comes down counts.
    """
    nearest: dict[str, tuple[float, int, Place]] = {}
    wanted = set(others)
    skip = [index for index, name in enumerate(table.standing) if name not in wanted]
    for leg in walk.legs:
        for name, measured, at in _beside(table, walk, leg, inches + TOLERANCE, skip):
            if name not in nearest or measured < nearest[name][0] - 1e-9:
                nearest[name] = measured, leg.index, at
    for name, (measured, leg_index, at) in nearest.items():
        if compare(measured, inches) < (1 if strictly else 0):
            facts = {"other": name, "measured": measured, "allowed": inches, "at_least": True}
            yield Finding(model=walk.model, leg=leg_index, at=at, facts=facts)


def _beside(table: Table, walk: Walk, leg: Leg, reach: float, skip: list[int]) -> Iterator[tuple[str, float, Place]]:
    shape, standing = walk.shape, table.standing
    for plan, height in sweeps(leg):
        for met in table.bases.clearances(shape, plan, reach, skip):
            name = standing[met.index]
            x, y, _ = met.pose
            yield name, distance((0.0, 0.0), (met.gap, table.pose_of(name).height - height)), (x, y, height)
    for column in columns(leg):
        for index, apart_in_plan in table.bases.near(shape, column.pose, reach, skip):
            there = table.pose_of(standing[index]).height
            off = max(column.bottom - there, there - column.top, 0.0)
            height = min(max(there, column.bottom), column.top)
            yield standing[index], distance((0.0, 0.0), (max(apart_in_plan, 0.0), off)), (*column.pose[:2], height)
    if leg.by in ("stairs", "ladder"):
        for met in table.bases.clearances(shape, leg.plan, reach, skip):
            t, measured = _on_the_slope(table, walk, leg, standing[met.index])
            x, y, _ = leg.plan.pose(0, t)
            yield standing[met.index], measured, (x, y, leg.start_height + leg.rise * t)
    if leg.by == "fly" and leg is walk.legs[-1]:
        for name in standing:
            if standing.index(name) not in skip:
                yield name, apart(table, walk.model, name, walk.end), walk.end.point


def _on_the_slope(table: Table, walk: Walk, leg: Leg, other: str) -> tuple[float, float]:
    """Where along a sloping leg a model is nearest, from 0 to 1, and how near."""
    pose = table.pose_of(other)

    def measured(t: float) -> float:
        level = max(gap(walk.shape, leg.plan.pose(0, t), table.shape_of(other), pose.plan), 0.0)
        return distance((0.0, 0.0), (level, pose.height - leg.start_height - leg.rise * t))

    low, high = 0.0, 1.0
    for _ in range(STEPS):
        third = (high - low) / 3
        if measured(low + third) <= measured(high - third):
            high -= third
        else:
            low += third
    t = (low + high) / 2
    return t, measured(t)
