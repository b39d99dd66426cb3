"""Where a base may go: the edge of the table, solids, ground, surfaces, and the ways between them."""

from collections.abc import Iterator

from movetray._kernel import Shape, gap
from movetray.checks.faces import overhangs
from movetray.engine.attempt import Attempt
from movetray.engine.flights import boards_on, ladder_joining, stairs_joining
from movetray.engine.ruleset import Check
from movetray.engine.sweep import carried, columns, floors_in
from movetray.engine.verdict import Finding, Place
from movetray.engine.walk import AFLOAT, LEVEL, Leg, Walk
from movetray.table.board import ORIGIN, Board, Solid
from movetray.table.edges import open_edges
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


def goes_sideways(leg: Leg, place: Place) -> bool:
    """Whether a leg comes to a place of its own level going sideways, not up, down or on a flight."""
    return leg.by not in AFLOAT and abs(place[2] - leg.level) <= TOLERANCE


def passable(attempt: Attempt, solid: Solid, height: float, model: str) -> bool:
    """Whether a clause lets a model through this solid, because it is low or breachable."""
    rules = attempt.rules
    return crossable(attempt, solid, height) or rules.breached_by(attempt.table, solid.piece, model) is not None


def through_solids(attempt: Attempt) -> Iterator[Finding]:
    """No base enters a solid that no clause lets it cross, nor impassable ground; none ends in a wall or astride."""
    for walk in attempt.walks:
        for solid, leg, place in attempt.solids_met[walk.model]:
            if leg.by in LEVEL | AFLOAT and passable(attempt, solid, leg.end_height, walk.model):
                continue
            if any(piece == solid.piece for piece, _ in overhangs(attempt, walk, leg)):
                continue
            if goes_sideways(leg, place) and crossable(attempt, solid, leg.level):
                continue
            facts = {"piece": solid.piece, "height": solid.top - leg.level}
            yield Finding(model=walk.model, leg=leg.index, at=place, facts=facts)
        yield from _through_floors(attempt, walk)
    yield from on_barred_ground(attempt)
    yield from _ends_in_solid(attempt)


def _through_floors(attempt: Attempt, walk: Walk) -> Iterator[Finding]:
    board = attempt.table.board
    for leg in walk.legs:
        joining = {"ladder": ladder_joining, "stairs": stairs_joining}.get(leg.by)
        flight = joining(board, leg.start, leg.end, walk.shape.radius) if joining is not None else None
        for piece in boards_on(board, flight) if flight is not None else ():
            yield Finding(model=walk.model, leg=leg.index, at=leg.end, facts={"piece": piece, "height": 0.0})
        for column in columns(leg):
            met = [
                piece
                for piece in floors_in(board, walk.shape, column)
                if not any(s.piece == piece for s in board.solids)
            ]
            little = {piece for piece, _ in overhangs(attempt, walk, leg)} if met else set()
            for piece in met:
                if piece not in little:
                    yield Finding(model=walk.model, leg=leg.index, at=leg.end, facts={"piece": piece, "height": 0.0})


def on_barred_ground(attempt: Attempt) -> Iterator[Finding]:
    """Nobody sets foot on impassable ground who has no ability for it."""
    yield from attempt.once("barred", lambda: tuple(_on_barred_ground(attempt)))


def _on_barred_ground(attempt: Attempt) -> Iterator[Finding]:
    table = attempt.table
    for ground, _region in table.board.grounds:
        if attempt.rules.going(table, ground) != "impassable":
            continue
        for walk in attempt.walks:
            if not attempt.rules.bars(table, ground, walk.model):
                continue
            for leg in walk.legs:
                if leg.by == "walk" and abs(leg.level - to_inches(ground.z)) <= TOLERANCE:
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
            astride = not attempt.goes_on and passable(attempt, solid, rest.pose.height, rest.model)
            if rest.leg is None or astride:
                facts = {"piece": solid.piece, "height": solid.top - rest.pose.height}
                yield Finding(model=rest.model, leg=rest.leg, at=rest.pose.point, facts=facts)


def crossed(kind: str) -> Check:
    """Pieces of a kind that are low enough are crossed freely, which is an exception to note; higher walls block."""

    def check(attempt: Attempt) -> Iterator[Finding]:
        for walk in attempt.walks:
            for solid, leg, place in attempt.solids_met[walk.model]:
                if solid.kind != kind or not goes_sideways(leg, place):
                    continue
                height = solid.top - leg.level
                facts = {"piece": solid.piece, "measured": height, "allowed": attempt.rules.crossings[kind][1]}
                if crossable(attempt, solid, leg.level):
                    yield Finding("applied", walk.model, leg.index, place, facts)
                elif kind == "wall" and leg.by in LEVEL:
                    yield Finding("broken", walk.model, leg.index, place, facts)

    return check


def supported(board: Board, whole: bool, shape: Shape, pose: Pose) -> bool:
    """Whether the surfaces at its height carry the base there: its centre, or the whole of it."""
    x, y, _ = pose.plan
    if not any(surface.supports(x, y) for surface in board.surfaces_at(pose.height)):
        return False
    return not whole or not any(
        gap(edge.strip, ORIGIN, shape, pose.plan) < -TOLERANCE for edge in open_edges(board, pose.height)
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
            return abs(leg.rise) <= TOLERANCE and (carried(board, leg) or ends_in_the_air(attempt, walk, leg))
        case "stairs":
            return stairs_joining(board, leg.start, leg.end, walk.shape.radius) is not None
        case "ladder":
            return ladder_joining(board, leg.start, leg.end, walk.shape.radius) is not None
        case "step":
            return attempt.rules.crossed_by("block", abs(leg.rise)) is not None and lands(attempt, walk, leg)
        case _:
            way = attempt.rules.ways.get(leg.by)
            return way is not None and way(attempt, walk, leg)


def ends_in_the_air(attempt: Attempt, walk: Walk, leg: Leg) -> bool:
    """Whether a leg ends its whole way unsupported: `table.support` says so, not that there is no such way."""
    whole = attempt.rules.option("support") == "whole"
    return leg is walk.legs[-1] and not supported(attempt.table.board, whole, walk.shape, walk.end)


def lands(attempt: Attempt, walk: Walk, leg: Leg) -> bool:
    """Whether a leg ends on a surface; where a whole move does not, the clause about that says so."""
    x, y, _ = leg.plan.end
    carries = any(surface.supports(x, y) for surface in attempt.table.board.surfaces_at(leg.end_height))
    return carries or ends_in_the_air(attempt, walk, leg)
