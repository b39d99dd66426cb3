"""The ways of a charge: the shortest into contact, and what they cost."""

from dataclasses import replace

from movetray._kernel import Path as Line
from movetray._kernel import ahead, bearing, gap, nearest, spans
from movetray.checks import ground
from movetray.checks.distance import apart
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command
from movetray.engine.levels import NO_MATTER
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.walk import LEVEL, Price, Walk, prices
from movetray.engine.ways import shortest_into_contact, shortest_to, trades_into_contact
from movetray.rulesets.mordheim.facts import BESIDE_LANDING, fought_by, running
from movetray.table.board import ORIGIN
from movetray.table.edges import NEARLY
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most


def charge_ways(table: Table, rules: RuleSet, model: str, targets: tuple[str, ...]) -> list[Walk]:
    """The equally short ways of a base into contact with all its targets, whatever tests they need.

    Where no charge comes so far but one comes to where only a low obstacle parts them, that one.
    """
    reach = running(table, rules, model)
    home = shortest_into_contact(table, rules, model, "charge", targets, reach, NO_MATTER)
    if not within_charge(table, rules, model, home[:1]) and rules.has("mordheim.charge.across-obstacle"):
        across = across_ways(table, rules, model, targets[0]) if len(targets) == 1 else []
        if within_charge(table, rules, model, across) or not home:
            home = across
    return [as_a_dive(table, rules, way, targets) for way in home]


def charge_trades(table: Table, rules: RuleSet, model: str, targets: tuple[str, ...]) -> list[Walk]:
    """The ways of a charge that trade inches for chance, the shortest first: all that come home, or the shortest."""
    ways = trades_into_contact(table, rules, model, "charge", targets, running(table, rules, model))
    home = [as_a_dive(table, rules, way, targets) for way in ways if within_charge(table, rules, model, [way])]
    return home or charge_ways(table, rules, model, targets)[:1]


def as_a_dive(table: Table, rules: RuleSet, way: Walk, targets: tuple[str, ...]) -> Walk:
    """A charge whose last jump lands within 2" of all its targets is a diving charge."""
    jumps = [place for place, leg in enumerate(way.legs) if leg.by == "jump"]
    if not jumps or not rules.has("mordheim.dive.target"):
        return way
    legs = list(way.legs)
    last = legs[jumps[-1]]
    x, y, facing = last.plan.end
    landed = Pose.at(x, y, last.end_height, facing)
    if not all(at_most(apart(table, way.model, target, landed), BESIDE_LANDING) for target in targets):
        return way
    legs[jumps[-1]] = replace(last, by="dive")
    return Walk(way.model, way.shape, way.start, tuple(legs))


def within_charge(table: Table, rules: RuleSet, model: str, ways: list[Walk]) -> bool:
    """Whether a charge pays for the first of these ways."""
    reach = running(table, rules, model)
    return any(at_most(sum(price.inches for price in prices(table, rules, way)), reach) for way in ways)


def across_ways(table: Table, rules: RuleSet, model: str, target: str) -> list[Walk]:
    """The shortest way to stand opposite a target at a low obstacle that it touches."""
    pose, there = table.pose_of(model), table.pose_of(target)
    shape, other = table.shape_of(model), table.shape_of(target)
    ways = []
    for solid in table.board.slice(there.height).solids:
        low = rules.crossed_by(solid.kind, solid.top - there.height) is not None
        if not low or gap(solid.shape, ORIGIN, other, there.plan) > TOLERANCE:
            continue
        _, touch = nearest(other, there.plan, solid.shape, ORIGIN)
        toward = bearing(there.plan[:2], touch)
        ray = Line((*touch, toward), [(*ahead((*touch, toward), 24.0), 0.0, None, None)])
        through = spans(NEARLY, ray, solid.shape, ORIGIN, 0.0)
        if not through:
            continue
        far = ahead((*touch, toward), through[0][2] * ray.length + shape.radius)
        slack = gap(solid.shape, ORIGIN, shape, (*far, pose.plan[2]))
        goal = ahead((*far, toward), -slack)
        way = shortest_to(table, rules, model, "charge", (*goal, there.height), NO_MATTER)
        if way is not None and opposite(table, rules, way, target):
            ways.append(way)
    return sorted(ways, key=lambda way: way.length)[:1]


def opposite(table: Table, rules: RuleSet, way: Walk, target: str) -> bool:
    """Whether a way ends free of everything and in combat with a target: along a wall one is not opposite it."""
    here = table.board.slice(way.end.height)
    free = not here.placed.near(way.shape, way.end.plan, -2 * TOLERANCE)
    return free and target in fought_by(table, rules, way.model, way.end)


def stand_back(run: Run, way: Walk) -> Walk:
    """The longest part of a walk that ends where the base may stand: not astride a low thing, nor in the air."""
    legs = list(way.legs)
    whole = run.rules.option("support") == "whole"
    while legs:
        trial = Walk(way.model, way.shape, way.start, tuple(legs))
        end = trial.end
        here = run.table.board.slice(end.height)
        astride = here.placed.near(way.shape, end.plan, -TOLERANCE)
        if not astride and ground.supported(run.table.board, whole, trial.shape, end):
            return trial
        last = legs.pop()
        if astride and last.by in LEVEL:
            met = here.placed.first(way.shape, last.plan, TOLERANCE)
            if met is not None and met.t > 0 and met.index in [index for index, _ in astride]:
                legs.append(last.upto(met.t))
                trial = Walk(way.model, way.shape, way.start, tuple(legs))
                if not here.placed.near(way.shape, trial.end.plan, -TOLERANCE):
                    return trial
                legs.pop()
    return Walk(way.model, way.shape, way.start, ())


BACK = 0.05
"""Inches by which a way is shortened until it ends beside nobody."""


def stop_short(run: Run, way: Walk) -> Walk:
    """The part of a way that does not end in combat: a failed charge brushes past an enemy, but stops at none."""
    legs = list(way.legs)
    while legs:
        trial = Walk(way.model, way.shape, way.start, tuple(legs))
        if not fought_by(run.table, run.rules, way.model, trial.end):
            return trial
        last = legs.pop()
        if last.by in LEVEL and last.length > BACK:
            legs.append(last.upto(1.0 - BACK / last.length))
    return Walk(way.model, way.shape, way.start, ())


def cite_charge(run: Run, way: Walk, priced: tuple[Price, ...], targets: tuple[str, ...] = ()) -> None:
    """What made the way of a charge dearer, or let it pass, came to bear: as it does for one that is written down."""
    attempt = Attempt(run.table, Command("charge", model=way.model, targets=targets), run.rules, along=(way,))
    for clause in run.rules.checks["charge"]["move"]:
        if clause.check is None or clause.early or clause.id == "mordheim.charge.distance":
            continue
        for finding in clause.check(attempt):
            if finding.kind == "applied":
                run.cite(clause.id, finding.model, finding.leg, finding.at, finding.facts)
    slow = any(price.clauses for price in priced)
    if slow or any(leg.by not in LEVEL for leg in way.legs):
        run.cite("mordheim.charge.terrain", way.model, facts={"cost": sum(p.inches for p in priced)})
