"""Bases and other bases: passing through, resting apart, touching, being in combat across a low obstacle."""

from collections.abc import Iterator, Mapping, Sequence

from movetray._kernel import Path, Placed, gap, nearest, spans
from movetray.engine.attempt import Attempt
from movetray.engine.sweep import bases_met
from movetray.engine.verdict import Finding
from movetray.engine.walk import Leg, Walk
from movetray.table.board import ORIGIN
from movetray.table.edges import NEARLY
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most, touching


def through_models(attempt: Attempt) -> Iterator[Finding]:
    """No base passes through another at its height, unless a clause allows it.

    Several models of one command go one after another, in an order that lets all of them through if there is one.
    """
    table = attempt.table
    moving = {walk.model: walk for walk in attempt.walks}
    index = {m: i for i, m in enumerate(table.standing)}
    skip = [index[m] for m in moving if m in index]
    for walk in attempt.walks:
        seen: set[str] = set()
        for leg in walk.legs:
            for other, place in _met(table, walk, leg, skip):
                if other not in seen:
                    seen.add(other)
                    yield Finding(model=walk.model, leg=leg.index, at=place, facts={"other": other})
    if len(moving) > 1:
        yield from _no_order(table, attempt.walks)


def _met(table: Table, walk: Walk, leg: Leg, skip: Sequence[int]) -> Iterator[tuple[str, tuple[float, float, float]]]:
    for index, place in bases_met(table.bases, table.heights, walk.shape, leg, skip):
        yield table.standing[index], place


def _no_order(table: Table, walks: Sequence[Walk]) -> Iterator[Finding]:
    """What is left in the way when the models that can go have gone, one after another."""
    waiting = list(walks)
    where = {walk.model: walk.start for walk in walks}
    while waiting:
        free = next((w for w in waiting if not _blocked_by(table, w, where)), None)
        if free is None:
            for walk in waiting:
                other = next(iter(_blocked_by(table, walk, where)))
                yield Finding(model=walk.model, leg=0, at=walk.end.point, facts={"other": other})
            return
        where[free.model] = free.end
        waiting.remove(free)


def _blocked_by(table: Table, walk: Walk, where: dict[str, Pose]) -> list[str]:
    others = [m for m in where if m != walk.model]
    placed = Placed([(table.shape_of(m), where[m].plan) for m in others])
    heights = [where[m].height for m in others]
    return [others[index] for leg in walk.legs for index, _ in bases_met(placed, heights, walk.shape, leg)]


def rests_apart(attempt: Attempt) -> Iterator[Finding]:
    """Bases at rest never overlap."""
    table = attempt.table
    moving = {rest.model for rest in attempt.rests}
    skip = [i for i, m in enumerate(table.standing) if m in moving]
    for position, rest in enumerate(attempt.rests):
        at = rest.pose
        for index, _ in table.bases.near(rest.shape, at.plan, -TOLERANCE, skip):
            other = table.standing[index]
            if abs(table.pose_of(other).height - at.height) <= TOLERANCE:
                yield Finding(model=rest.model, leg=rest.leg, at=at.point, facts={"other": other})
        for second in attempt.rests[position + 1 :]:
            if at.z == second.pose.z and gap(rest.shape, at.plan, second.shape, second.pose.plan) < -TOLERANCE:
                yield Finding(model=rest.model, leg=rest.leg, at=at.point, facts={"other": second.model})


def touched(table: Table, model: str, pose: Pose) -> list[str]:
    """The models in base contact with a model that stands at this pose, in the order of the table."""
    skip = [i for i, m in enumerate(table.standing) if m == model]
    found = table.bases.near(table.shape_of(model), pose.plan, TOLERANCE, skip)
    return [
        other
        for index, separation in found
        if touching(separation) and abs(table.pose_of(other := table.standing[index]).height - pose.height) <= TOLERANCE
    ]


def across_low(table: Table, free: Mapping[str, float], model: str, pose: Pose, other: str) -> str | None:
    """The low piece that alone parts two bases which both touch it: they fight across it. None where there is none.

    `free` is how high a piece of each kind may rise above the bases to count as low, in inches.
    """
    there = table.pose_of(other)
    if there.z != pose.z:
        return None
    shape, others = table.shape_of(model), table.shape_of(other)
    a, b = nearest(shape, pose.plan, others, there.plan)
    for solid in table.board.slice(pose.height).solids:
        if not at_most(solid.top - pose.height, free.get(solid.kind, 0.0)):
            continue
        if not touching(gap(solid.shape, ORIGIN, shape, pose.plan)):
            continue
        if not touching(gap(solid.shape, ORIGIN, others, there.plan)):
            continue
        between = Path((*a, 0.0), [(*b, 0.0, None, None)])
        inside = sum((t1 - t0) * between.length for _, t0, t1 in spans(NEARLY, between, solid.shape, ORIGIN, 0.0))
        if inside >= between.length - 2 * TOLERANCE:
            return solid.piece
    return None


def in_combat_with(table: Table, free: Mapping[str, float], model: str, pose: Pose) -> list[str]:
    """The enemies that a model standing at this pose fights: those it touches, and those beyond a low obstacle."""
    side = table.side_of(model)
    found = [other for other in touched(table, model, pose) if table.side_of(other) != side]
    if free and _touches_low(table, free, model, pose):
        found += [
            other
            for other in enemies(table, side)
            if other not in found and across_low(table, free, model, pose, other) is not None
        ]
    return found


def _touches_low(table: Table, free: Mapping[str, float], model: str, pose: Pose) -> bool:
    here = table.board.slice(pose.height)
    near = here.placed.near(table.shape_of(model), pose.plan, TOLERANCE)
    return any(
        at_most(here.solids[index].top - pose.height, free.get(here.solids[index].kind, 0.0)) for index, _ in near
    )


def enemies(table: Table, side: str) -> list[str]:
    """The models on the table that are not of this side."""
    return [m for m in table.standing if table.side_of(m) != side]
