"""Bases and other bases: passing through, resting apart, touching, being in combat across a low obstacle."""

from collections.abc import Iterator, Mapping

from movetray._kernel import Path, Placed, gap, nearest, spans
from movetray.engine.attempt import Attempt
from movetray.engine.verdict import Finding
from movetray.table.board import ORIGIN
from movetray.table.edges import NEARLY
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most, touching


def through_models(attempt: Attempt) -> Iterator[Finding]:
    """No base passes through another at its height, unless a clause allows it.

    Several models of one command go one after another, in an order that lets all of them through if there is one.
    """
    for walk in attempt.walks:
        for other, leg, place in attempt.models_met[walk.model]:
            yield Finding(model=walk.model, leg=leg.index, at=place, facts={"other": other})
    stuck = attempt.order.stuck
    for walk in attempt.walks:
        if walk.model in stuck:
            yield Finding(model=walk.model, leg=0, at=walk.end.point, facts={"other": stuck[walk.model]})


def through_friends(attempt: Attempt) -> Iterator[Finding]:
    """No base passes through that of a friend."""
    side = attempt.table.side_of
    return (found for found in through_models(attempt) if side(found.facts["other"]) == side(str(found.model)))


def through_enemies(attempt: Attempt) -> Iterator[Finding]:
    """No base passes through that of an enemy."""
    side = attempt.table.side_of
    return (found for found in through_models(attempt) if side(found.facts["other"]) != side(str(found.model)))


def rests_apart(attempt: Attempt) -> Iterator[Finding]:
    """Bases at rest never overlap."""
    table = attempt.table
    moving = {rest.model for rest in attempt.rests}
    skip = [table.places[model] for model in moving if model in table.places]
    rests = attempt.rests
    for rest in rests:
        at = rest.pose
        for index, _ in table.bases.near(rest.shape, at.plan, -TOLERANCE, skip):
            other = table.standing[index]
            if abs(table.pose_of(other).height - at.height) <= TOLERANCE:
                yield Finding(model=rest.model, leg=rest.leg, at=at.point, facts={"other": other})
    placed = Placed([(rest.shape, rest.pose.plan) for rest in rests])
    for one, two, _ in placed.pairs(-TOLERANCE) if len(rests) > 1 else ():
        first, second = rests[one], rests[two]
        if first.pose.z == second.pose.z:
            yield Finding(model=first.model, leg=first.leg, at=first.pose.point, facts={"other": second.model})


def touched(table: Table, model: str, pose: Pose) -> list[str]:
    """The models in base contact with a model that stands at this pose, in the order of the table."""
    found = table.bases.near(table.shape_of(model), pose.plan, TOLERANCE)
    return [
        other
        for index, separation in found
        if (other := table.standing[index]) != model
        and touching(separation)
        and abs(table.pose_of(other).height - pose.height) <= TOLERANCE
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
