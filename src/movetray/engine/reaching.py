"""Everywhere a move can end, on every level: what the planner of one level reaches, from all places one comes up or
down to."""

from collections.abc import Mapping
from fractions import Fraction

from movetray._kernel import Plan, Reach, Route, distance
from movetray.engine.families import Family, Label
from movetray.engine.flights import Spot
from movetray.engine.levels import MOST, Goal, Search
from movetray.engine.links import Link, Stop, held
from movetray.engine.planning import start_of
from movetray.engine.ruleset import RuleSet
from movetray.engine.ways import reach
from movetray.table.table import Table
from movetray.table.terrain import Point
from movetray.units import TOLERANCE

APART = 0.25
"""Inches between the places along an edge from which one goes on: what that leaves out of a region is a thousandth of
an inch at its rim."""

SAME = 0.003
"""Inches of allowance that make no difference to what is reached."""

SLANT = 0.3
"""Inches between the places along the far edge to which one goes from each of them."""


def reaches(table: Table, rules: RuleSet, model: str, verb: str, budget: float | None = None) -> Mapping[float, Reach]:
    """Where a move of this verb can end for certain, for the centre of the base: height in inches to the region there.

    `budget` in inches; None: the model's allowance for the verb. Only ways without tests count. Raises ValueError for a
    verb without an allowance.
    """
    if budget is None:
        kind = rules.kinds.get(verb)
        if kind is None or kind.allowance is None:
            raise ValueError(f"{verb} has no allowance to reach by")
        budget = kind.allowance(table, rules, model)
    height = table.pose_of(model).height
    found = {height: reach(table, rules, model, verb, budget)}
    search = Search(table, rules, model, verb, Goal(height, _nowhere, start_of(table, model), 0.0, False), likely=SURE)
    if rules.flying(table, model) or not search.families(height):
        return found
    for label in _arrivals(search, Label(table.pose_of(model).point), budget):
        level = label.at[2]
        more = search.plan(level, ends=True).reach(label.at[:2], max(budget - label.inches, 0.0))
        if more.area > 0:
            found[level] = found[level].joined(more) if level in found else more
    return found


SURE = Fraction(1)


def _nowhere(_plan: Plan, _at: Point, _limit: float) -> list[Route]:
    return []


def _arrivals(search: Search, start: Label, budget: float) -> list[Label]:
    """Where the links that ask for no test lead, one after another: each place once, at its cheapest."""
    best: dict[Key, float] = {}
    found: list[Label] = []
    fine: set[int] = set()
    waiting = [start]
    while waiting:
        label = waiting.pop(0)
        for family in search.families(label.at[2]):
            if family.chance < SURE or any(taken.link is family.link for taken in label.taken):
                continue
            if id(family) not in fine:
                fine.add(id(family))
                _fine(family)
            for least, place in sorted((_least(label, family, place), place) for place in range(len(family.stops))):
                if least > budget + TOLERANCE:
                    break
                if place in family.refused or best.get(_spot(family.last[place]), MOST) <= least + TOLERANCE:
                    continue
                end = search.onward(label, family, place, budget)
                if end is None or best.get(_spot(end.at), MOST) <= end.inches + TOLERANCE:
                    continue
                best[_spot(end.at)] = end.inches
                found.append(end)
                waiting.append(end)
        waiting.sort(key=lambda one: one.inches)
    # a place that is reached from another for no more adds nothing
    cheapest = sorted((end for end in found if end.inches <= best[_spot(end.at)] + TOLERANCE), key=lambda e: e.inches)
    kept: list[Label] = []
    for end in cheapest:
        before = (one for one in kept if one.at[2] == end.at[2])
        near = [one for one in before if one.inches + distance(one.at[:2], end.at[:2]) <= end.inches + SAME]
        if not any(search.route(one.at, end.at[:2], end.inches + SAME - one.inches) for one in near[:3]):
            kept.append(end)
    return kept


Key = tuple[int, int, int]
"""A place to the hundredth of an inch."""


def _spot(at: Spot) -> Key:
    x, y, z = at
    return round(x * 100), round(y * 100), round(z * 100)


def _least(label: Label, family: Family, place: int) -> float:
    """What it costs at the least to go from a place by a link, at one of the places where it is tried."""
    return label.inches + distance(label.at[:2], family.first[place][:2]) + family.costs[place]


def _fine(family: Family) -> None:
    """A family tried all along its edges, as near to them and as far beyond as it may begin and end."""
    link = family.link
    long = max(link.start.length, link.end.length if link.joint else 0.0)
    steps = int(long / APART) + 1 if long > TOLERANCE else 0
    shares = [step / steps for step in range(steps + 1)] if steps else [0.0]
    free = family.weight <= 0
    befores = {link.start.least, link.start.most} if free else {link.start.least}
    beyonds = {link.end.least, link.end.most} if free else {link.end.least}
    stops: list[Stop] = []
    for s in shares:
        for before in befores:
            here = link.start.at(s, before)
            across = [s] if link.joint else _aslant(link, here)
            stops += [Stop(s, before, t, beyond) for beyond in beyonds for t in dict.fromkeys(across)]
    stops = [stop for stop in stops if distance(link.first(stop)[:2], link.last(stop)[:2]) <= link.most + TOLERANCE]
    family.stops = stops
    family.refused.clear()
    for name in ("first", "last", "costs"):
        family.__dict__.pop(name, None)


def _aslant(link: Link, here: Point) -> list[float]:
    """Where along the far edge one may come from a place on the near one: straight across, and to both sides."""
    long, straight = link.end.length, link.end.share(here)
    if long <= TOLERANCE:
        return [straight]
    steps = int(link.most / SLANT)
    return [held(straight + step * SLANT / long) for step in range(-steps, steps + 1)]
