"""How near a way leads past other models, over all its length and at every height it has."""

from collections.abc import Iterable, Iterator, Sequence
from math import inf

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


def passes(
    table: Table, walk: Walk, others: Iterable[str], inches: float, strictly: bool, upright: float | None = None
) -> Iterator[Finding]:
    """Every one of `others` that a way leads too near to, at the place where it is nearest.

    Too near is nearer than so many inches, `strictly` also exactly so near. `upright`: inches count in plan, from
    models at most so many inches higher or lower. What flies passes nobody: only where it comes down counts.
    """
    wanted = set(others)
    skip = [index for index, name in enumerate(table.standing) if name not in wanted]
    yield from passes_all_but(table, walk, skip, inches, strictly, upright)


def passes_all_but(
    table: Table, walk: Walk, skip: Sequence[int], inches: float, strictly: bool, upright: float | None = None
) -> Iterator[Finding]:
    """The same of everybody but those at these places in `table.standing`."""
    nearest: dict[str, tuple[float, int, Place]] = {}
    for leg in walk.legs:
        for name, measured, at in _beside(table, walk, leg, inches + TOLERANCE, skip, upright):
            if name not in nearest or measured < nearest[name][0] - 1e-9:
                nearest[name] = measured, leg.index, at
    for name, (measured, leg_index, at) in nearest.items():
        if compare(measured, inches) < (1 if strictly else 0):
            facts = {"other": name, "measured": measured, "allowed": inches, "at_least": True}
            yield Finding(model=walk.model, leg=leg_index, at=at, facts=facts)


def _beside(
    table: Table, walk: Walk, leg: Leg, reach: float, skip: Sequence[int], upright: float | None
) -> Iterator[tuple[str, float, Place]]:
    shape, standing = walk.shape, table.standing
    for plan, height in sweeps(leg):
        for met in table.bases.clearances(shape, plan, reach, skip):
            name = standing[met.index]
            x, y, _ = met.pose
            yield name, _apart(met.gap, table.pose_of(name).height - height, upright), (x, y, height)
    for column in columns(leg):
        for index, apart_in_plan in table.bases.near(shape, column.pose, reach, skip):
            there = table.pose_of(standing[index]).height
            off = max(column.bottom - there, there - column.top, 0.0)
            height = min(max(there, column.bottom), column.top)
            yield standing[index], _apart(apart_in_plan, off, upright), (*column.pose[:2], height)
    if leg.by in ("stairs", "ladder"):
        for met in table.bases.clearances(shape, leg.plan, reach, skip):
            t, measured = _on_the_slope(table, walk, leg, standing[met.index], upright)
            x, y, _ = leg.plan.pose(0, t)
            yield standing[met.index], measured, (x, y, leg.start_height + leg.rise * t)
    if leg.by == "fly" and leg is walk.legs[-1]:
        for index, apart_in_plan in table.bases.near(shape, walk.end.plan, reach, skip):
            off = table.pose_of(standing[index]).height - walk.end.height
            yield standing[index], _apart(apart_in_plan, off, upright), walk.end.point


def _apart(in_plan: float, rise: float, upright: float | None) -> float:
    """Inches between two bases; with `upright` those in plan, and no end of them beyond that height."""
    level = max(in_plan, 0.0)
    if upright is None:
        return distance((0.0, 0.0), (level, rise))
    return level if compare(abs(rise), upright) <= 0 else inf


def _on_the_slope(table: Table, walk: Walk, leg: Leg, other: str, upright: float | None) -> tuple[float, float]:
    """Where along a sloping leg a model is nearest, from 0 to 1, and how near."""
    pose = table.pose_of(other)

    def measured(t: float) -> float:
        level = max(gap(walk.shape, leg.plan.pose(0, t), table.shape_of(other), pose.plan), 0.0)
        rise = pose.height - leg.start_height - leg.rise * t
        return level if upright is not None else distance((0.0, 0.0), (level, rise))

    low, high = 0.0, 1.0
    if upright is not None:
        # the part of the slope that is near enough in height
        ends = sorted((pose.height + off - leg.start_height) / leg.rise for off in (-upright, upright))
        low, high = max(low, ends[0]), min(high, ends[1])
        if low > high:
            return 0.0, inf
    for _ in range(STEPS):
        third = (high - low) / 3
        if measured(low + third) <= measured(high - third):
            high -= third
        else:
            low += third
    t = (low + high) / 2
    return t, measured(t)
