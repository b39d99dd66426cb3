"""Where a base may go: the edge of the table, solids, ground, surfaces, and the ways between them."""

from collections.abc import Iterator

from movetray._kernel import Shape, covers, gap
from movetray.engine.attempt import Attempt
from movetray.engine.ruleset import Check
from movetray.engine.sweep import carried, columns, floors_in
from movetray.engine.verdict import Finding
from movetray.engine.walk import LEVEL, Leg, Walk, ladder_between, stairs_between
from movetray.table.board import ORIGIN, Board, Solid
from movetray.table.table import Pose
from movetray.units import TOLERANCE, to_inches


def on_the_board(attempt: Attempt) -> Iterator[Finding]:
    """No part of a base passes or ends off the table."""
    rim = attempt.table.board.rim
    for walk in attempt.walks:
        for leg in walk.legs:
            contact = rim.first(walk.shape, leg.plan, TOLERANCE)
            if contact is not None:
                yield Finding(model=walk.model, leg=leg.index, at=(*contact.at, leg.level))
                break
    for rest in attempt.rests:
        if rest.leg is None and rim.near(rest.shape, rest.pose.plan, -TOLERANCE):
            yield Finding(model=rest.model, at=rest.pose.point)


def crossable(attempt: Attempt, solid: Solid, height: float) -> bool:
    """Whether a clause lets bases cross this solid freely from this height."""
    return attempt.rules.crossed_by(solid.kind, solid.top - height) is not None


def through_solids(attempt: Attempt) -> Iterator[Finding]:
    """No base enters a solid that no clause lets it cross, nor impassable ground; none ends in a wall or astride."""
    for walk in attempt.walks:
        for solid, leg, place in attempt.solids_met[walk.model]:
            if leg.by in LEVEL and crossable(attempt, solid, leg.level):
                continue
            facts = {"piece": solid.piece, "height": solid.top - leg.level}
            yield Finding(model=walk.model, leg=leg.index, at=place, facts=facts)
        yield from _through_floors(attempt, walk)
        yield from _impassable(attempt, walk)
    yield from _ends_in_solid(attempt)


def _through_floors(attempt: Attempt, walk: Walk) -> Iterator[Finding]:
    for leg in walk.legs:
        for column in columns(leg):
            for piece in floors_in(attempt.table.board, walk.shape, column):
                if not any(s.piece == piece for s in attempt.table.board.solids):
                    yield Finding(model=walk.model, leg=leg.index, at=leg.end, facts={"piece": piece, "height": 0.0})


def _impassable(attempt: Attempt, walk: Walk) -> Iterator[Finding]:
    table = attempt.table
    for ground, _region in table.board.grounds:
        if attempt.rules.going(table, ground) != "impassable":
            continue
        for leg in walk.legs:
            if leg.by in LEVEL and abs(leg.level - to_inches(ground.z)) <= TOLERANCE:
                contact = table.board.region(ground.id).first(walk.shape, leg.plan, TOLERANCE)
                if contact is not None:
                    at = (*contact.at, leg.level)
                    yield Finding(model=walk.model, leg=leg.index, at=at, facts={"piece": ground.id, "height": 0.0})
                    break


def _ends_in_solid(attempt: Attempt) -> Iterator[Finding]:
    """A low thing that may be crossed may still not be stood in; what is set down stands in nothing at all."""
    for rest in attempt.rests:
        here = attempt.slice(rest.pose.height)
        for index, _ in here.placed.near(rest.shape, rest.pose.plan, -TOLERANCE):
            solid = here.solids[index]
            if rest.leg is None or crossable(attempt, solid, rest.pose.height):
                facts = {"piece": solid.piece, "height": solid.top - rest.pose.height}
                yield Finding(model=rest.model, leg=rest.leg, at=rest.pose.point, facts=facts)


def crossed(kind: str) -> Check:
    """Pieces of a kind that are low enough are crossed freely, which is an exception to note; higher walls block."""

    def check(attempt: Attempt) -> Iterator[Finding]:
        for walk in attempt.walks:
            for solid, leg, place in attempt.solids_met[walk.model]:
                if leg.by not in LEVEL or solid.kind != kind:
                    continue
                height = solid.top - leg.level
                facts = {"piece": solid.piece, "measured": height, "allowed": attempt.rules.crossings[kind][1]}
                if crossable(attempt, solid, leg.level):
                    yield Finding("applied", walk.model, leg.index, place, facts)
                elif kind == "wall":
                    yield Finding("broken", walk.model, leg.index, place, facts)

    return check


def supported(board: Board, whole: bool, shape: Shape, pose: Pose) -> bool:
    """Whether a surface carries the base there: its centre, or the whole of it."""
    x, y, _ = pose.plan
    surfaces = board.surfaces_at(pose.height)
    if not whole:
        return any(s.supports(x, y) for s in surfaces)
    return any(
        covers(s.outline, ORIGIN, shape, pose.plan, TOLERANCE)
        and all(gap(hole, ORIGIN, shape, pose.plan) >= -TOLERANCE for hole in s.holes)
        for s in surfaces
    )


def ends_supported(attempt: Attempt) -> Iterator[Finding]:
    """A move ends on a surface that supports the base."""
    whole = attempt.rules.option("support") == "whole"
    for rest in attempt.rests:
        if not supported(attempt.table.board, whole, rest.shape, rest.pose):
            yield Finding(model=rest.model, leg=rest.leg, at=rest.pose.point)


def legs_exist(attempt: Attempt) -> Iterator[Finding]:
    """Each leg is of a way that exists there; where the planner is asked for a way there is one."""
    if attempt.command.to is not None and not attempt.walks:
        yield Finding(model=attempt.subject, facts={"by": "walk"})
    for walk in attempt.walks:
        for leg in walk.legs:
            if not _exists(attempt, walk, leg):
                yield Finding(model=walk.model, leg=leg.index, at=leg.end, facts={"by": leg.by})


def _exists(attempt: Attempt, walk: Walk, leg: Leg) -> bool:
    board = attempt.table.board
    match leg.by:
        case "walk":
            whole = attempt.rules.option("support") == "whole"
            x, y, facing = leg.plan.end
            ends = supported(board, whole, walk.shape, Pose.at(x, y, leg.end_height, facing))
            last = leg.index == len(walk.legs) - 1  # where a move ends unsupported, `table.support` says so
            return abs(leg.rise) <= TOLERANCE and (carried(board, leg) or (last and not ends))
        case "stairs":
            return stairs_between(board, leg.start, leg.end, walk.shape.radius)
        case "ladder":
            return ladder_between(board, leg.start, leg.end, walk.shape.radius)
        case "step":
            return attempt.rules.crossed_by("block", abs(leg.rise)) is not None
        case _:
            way = attempt.rules.ways.get(leg.by)
            return way is not None and way(attempt, walk, leg)
