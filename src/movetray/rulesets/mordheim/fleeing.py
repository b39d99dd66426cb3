"""Flight (¶3)."""

from movetray._kernel import Placed, ahead, bearing, distance
from movetray.checks import contact
from movetray.checks.distance import apart
from movetray.engine.command import Waypoint
from movetray.engine.event import ModelRemoved
from movetray.engine.planning import placing, start_of
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.walk import LEVEL, Leg, Walk, cut_at, prices, walk_of
from movetray.engine.ways import shortest_to_edge
from movetray.procedures.moving import cite_way, go
from movetray.rulesets.mordheim.facts import standing
from movetray.rulesets.mordheim.hiding import after_moving
from movetray.rulesets.mordheim.ways import stand_back
from movetray.table.board import ORIGIN
from movetray.table.edges import NEARLY, open_edges
from movetray.table.table import Table
from movetray.units import TOLERANCE, compare


def flee(run: Run) -> None:
    """Two dice of inches toward the nearest edge; off it the model is gone; an enemy in the way stops it 1" short."""
    model = run.command.model
    assert model is not None
    run.cite("mordheim.compulsory.flee", model)
    inches = float(sum(run.roll(2, 6, "mordheim.compulsory.flee")))
    run.mark(model, "moved")
    run.mark(model, "fled")
    run.unmark(model, "hidden")
    way, leaves = flight(run.table, run.rules, model)
    priced = prices(run.table, run.rules, way)
    cost = sum(price.inches for price in priced)
    short = stand_back(run, stop_before_enemies(run.table, cut_at(way, priced, inches, run.table, run.rules)))
    whole = short.length >= way.length - TOLERANCE
    gone = prices(run.table, run.rules, short)
    run.spent = sum(price.inches for price in gone)
    cite_way(run, short)
    if whole and leaves and compare(inches, cost) > 0:
        run.emit(ModelRemoved(model, "fled"))
        run.outcome = "destroyed"
        return
    if short.legs:
        go(run, short, gone)
        after_moving(run, short)


def flight(table: Table, rules: RuleSet, model: str) -> tuple[Walk, bool]:
    """The whole way of a flight, and whether it leads off the table."""
    foes = tuple(m for m in contact.enemies(table, table.side_of(model)))
    if rules.option("flee-way") == "from-enemies":
        upright = [m for m in foes if standing(table, m)]
        if upright:
            near = min(upright, key=lambda m: apart(table, model, m))
            x, y, _ = table.pose_of(model).plan
            away = (bearing(start_of(table, model), start_of(table, near)) + 180.0) % 360.0
            return straight_flight(table, rules, model, (x, y, away), foes)
    way = shortest_to_edge(table, rules, model, "move", foes)
    return (Walk(model, table.shape_of(model), table.pose_of(model), ()), False) if way is None else (way, True)


def straight_flight(
    table: Table, rules: RuleSet, model: str, heading: tuple[float, float, float], foes: tuple[str, ...]
) -> tuple[Walk, bool]:
    """Straight ahead until the edge or the first thing in the way."""
    pose, shape = table.pose_of(model), table.shape_of(model)
    far = distance((0.0, 0.0), table.board.bounds[2:])
    way = walk_of(table, model, [Waypoint(*ahead(heading, far))])
    leg = way.legs[0]
    edge = table.board.rim.first(shape, leg.plan, TOLERANCE)
    stop, leaves = (edge.t, True) if edge is not None else (1.0, False)
    here = table.board.slice(pose.height)
    for contact_ in here.placed.blocking(shape, leg.plan, TOLERANCE):
        solid = here.solids[contact_.index]
        if rules.crossed_by(solid.kind, solid.top - pose.height) is None and contact_.t < stop:
            stop, leaves = contact_.t, False
    friends = [m for m in table.standing if m != model and m not in foes and table.pose_of(m).z == pose.z]
    met = Placed([placing(table, m) for m in friends]).first(shape, leg.plan, TOLERANCE)
    brink = Placed([(e.strip, ORIGIN) for e in open_edges(table.board, pose.height, rules.low)]).first(
        NEARLY, leg.plan, TOLERANCE
    )
    for found in (met, brink):
        if found is not None and found.t < stop:
            stop, leaves = found.t, False
    return Walk(model, shape, pose, (leg.upto(stop),)), leaves


def stop_before_enemies(table: Table, way: Walk) -> Walk:
    """The part of a flight before it comes within 1" of an enemy; who was nearer at the start is only not run over."""
    foes = contact.enemies(table, table.side_of(way.model))
    placed = Placed([placing(table, m) for m in foes])
    heights = [table.pose_of(m).height for m in foes]
    close = placed.near(way.shape, way.start.plan, 1.0 + TOLERANCE)
    beside = {index for index, _ in close if abs(heights[index] - way.start.height) <= TOLERANCE}
    legs: list[Leg] = []
    for leg in way.legs:
        here = {index for index, height in enumerate(heights) if abs(height - leg.end_height) <= TOLERANCE}
        if leg.by not in LEVEL:
            if here & {index for index, gap in placed.near(way.shape, leg.plan.end, 1.0) if gap < 1.0 - TOLERANCE}:
                break
            legs.append(leg)
            continue
        near, far = (tuple(set(range(len(foes))) - here | some) for some in (beside, here - beside))
        ends: list[float] = []
        if (short := placed.first(way.shape, leg.plan, TOLERANCE, 1.0, near)) is not None:
            ends.append(short.t)
        if (met := placed.first(way.shape, leg.plan, TOLERANCE, 0.0, far)) is not None:
            # found a tolerance deep: where it stops, snapped, it must not be in the other's base
            ends.append(max(met.t - 2 * TOLERANCE / max(leg.length, TOLERANCE), 0.0))
        if ends:
            legs.append(leg.upto(min(ends)))
            break
        legs.append(leg)
    return Walk(way.model, way.shape, way.start, tuple(legs))
