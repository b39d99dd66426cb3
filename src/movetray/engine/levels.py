"""Ways over several levels: which links to take, and where along their edges, for the fewest inches or the best chance.

A search over the links of the terrain, taken at places a little apart along their edges, finds which of them lie on
good ways; `sliding` then pulls each of these tight. Every part of a way between two links is the exact planner's, every
link is allowed by the clauses themselves, and the whole is put before them once more.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import count

from movetray._kernel import Plan, Route, distance
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command, Waypoint
from movetray.engine.flights import Spot
from movetray.engine.links import Limits, Link, Stop, Strip, flights_from, links_from
from movetray.engine.planning import plan_for, route_points
from movetray.engine.rule import WayLimit
from movetray.engine.ruleset import RuleSet
from movetray.engine.sliding import Taken, bound, pulled
from movetray.engine.walk import Walk, prices, walk_from
from movetray.table.table import Pose, Table
from movetray.table.terrain import Point
from movetray.units import TOLERANCE, at_most

APART = 1.5
"""Inches between the places along an edge at which a link is first tried."""

SLACK = 0.75
"""Ways that are so many inches longer than the best are pulled tight too, before one is chosen."""

MOST = 60.0
"""No way is looked for that costs more inches than this."""

NOTHING = 1e-9

NO_MATTER = Fraction(0)
"""However unlikely the tests on a way are passed."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a way is to end: at a place, or in contact with all of some models.

    `routes` are the ways there on its own level, within so many inches. No place of the goal is further than `within`
    inches from `toward`; `centred`: the way there by a straight line is the way to `toward`, less that.
    """

    height: float
    routes: Callable[[Plan, Point, float], list[Route]]
    toward: Point
    within: float
    centred: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """A way found: the walk, what it measures, and with what chance all its tests are passed."""

    walk: Walk
    inches: float
    chance: Fraction


@dataclass(frozen=True, slots=True)
class _Label:
    """A place reached: by which links, for how many inches, with what chance, and what was gone up and down by way."""

    at: Spot
    inches: float = 0.0
    chance: Fraction = Fraction(1)
    risen: tuple[tuple[str, float], ...] = ()
    taken: tuple[Taken, ...] = ()


@dataclass
class Search:
    """One search: a model, a verb, a goal.

    `by_length`: the shortest counts, not the cheapest. `without`: models that are not in the way. `likely`: the tests
    on the way are all passed at least so likely.
    """

    table: Table
    rules: RuleSet
    model: str
    verb: str
    goal: Goal
    by_length: bool = False
    without: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    likely: Fraction = NO_MATTER
    _plans: dict[tuple[float, bool], Plan] = field(default_factory=dict, init=False, repr=False)
    _routes: dict[tuple[Spot, Point], tuple[Route | None, float]] = field(default_factory=dict, init=False, repr=False)
    _permits: dict[tuple[int, Stop], float | None] = field(default_factory=dict, init=False, repr=False)
    _families: dict[float, list["Family"]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self.pose = self.table.pose_of(self.model)
        self.shape = self.table.shape_of(self.model)
        checks = [clause for clause in self.rules.checks[self.verb]["move"] if clause.check is not None]
        self._alike = [clause for clause in checks if clause.leg and clause.alike]
        self._places = [clause for clause in checks if clause.leg and not clause.alike]
        self._whole = [clause for clause in checks if clause.leg or clause.rest]

    # --- the search

    def found(self, limit: float = MOST, *, best: bool = False) -> list[Found]:
        """The trades between inches and chance that nothing beats, the fewest inches first; `best`: only that."""
        ways = self._arrivals(limit, best)
        front: list[Found] = []
        for taken, chance in sorted(ways, key=lambda way: self._bound(way[0])):
            lowest = self._bound(taken)
            if beaten([(way.inches, way.chance) for way in front], lowest, chance, best):
                continue
            way = self._settled(taken, chance, limit)
            if way is not None and not beaten([(w.inches, w.chance) for w in front], way.inches, chance, best):
                rest = [
                    w for w in front if not best and not (way.inches <= w.inches + TOLERANCE and chance >= w.chance)
                ]
                front = [*rest, way]
        return sorted(front, key=lambda way: (way.inches, -way.chance))

    def _arrivals(self, limit: float, best: bool) -> list[tuple[tuple[Taken, ...], Fraction]]:
        """The sequences of links that may lie on a best way, each at good places along its edges."""
        front: list[tuple[float, Fraction]] = []
        ways: dict[tuple[int, ...], tuple[float, tuple[Taken, ...], Fraction]] = {}
        known: dict[tuple[int, int], list[_Label]] = {}
        number = count()
        start = _Label(self.pose.point)
        heap: list[tuple[float, int, str, _Label, tuple[Family, int] | None]] = []

        def push(inches: float, kind: str, label: _Label, trip: "tuple[Family, int] | None" = None) -> None:
            if inches <= limit + TOLERANCE:
                heappush(heap, (inches, next(number), kind, label, trip))

        push(self._still(start.at), "at", start)
        while heap:
            inches, _, kind, label, trip = heappop(heap)
            if beaten(front, inches - SLACK, label.chance, best):
                continue
            match kind:
                case "home":
                    home = self._home(label.at, limit - label.inches)
                    if home is not None:
                        push(label.inches + home, "arrived", label)
                case "arrived":
                    front.append((inches, label.chance))
                    key = tuple(id(taken.link) for taken in label.taken)
                    if key not in ways or inches < ways[key][0]:
                        ways[key] = inches, label.taken, label.chance
                case "trip" if trip is not None:
                    family, place = trip
                    if any(covers(other, label) for other in known.get((id(family.link), place), ())):
                        continue
                    end = self._onward(label, family, place, limit)
                    if end is not None:
                        push(end.inches + self._still(end.at), "at", end, trip)
                case _:
                    if trip is not None:
                        reached = known.setdefault((id(trip[0].link), trip[1]), [])
                        if any(covers(other, label) for other in reached):
                            continue
                        reached.append(label)
                    if abs(label.at[2] - self.goal.height) <= TOLERANCE:
                        push(label.inches + self._still(label.at), "home", label)
                    for family in self.families(label.at[2]):
                        for place, stop in enumerate(family.stops):
                            there = label.inches + distance(label.at[:2], family.link.first(stop)[:2])
                            ahead = there + family.least(stop) + self._still(family.link.last(stop))
                            if ahead <= limit:
                                push(ahead, "trip", label, (family, place))
        return [(taken, chance) for _, taken, chance in ways.values()]

    def _onward(self, label: _Label, family: "Family", place: int, limit: float) -> _Label | None:
        """What a link leads to from a place; None where it is refused, leads nowhere, or was gone too much already."""
        link = family.link
        risen = _added(label.risen, family.risen)
        if any(not at_most(up, self._altogether.get(by, up)) for by, up in risen):
            return None
        chance = label.chance * family.chance
        if chance < self.likely or chance <= 0:
            return None
        stop = next((stop for stop in family.choices(place) if self.permitted(link, stop)), None)
        if stop is None:
            return None
        inches = self.price(link, stop) + label.inches
        way = self.route(label.at, link.first(stop)[:2], limit - inches)
        if way is None:
            return None
        taken = (*label.taken, Taken(link, stop, family.weight, family.fixed))
        return _Label(link.last(stop), inches + self.measure(way), chance, risen, taken)

    # --- the links there are

    def families(self, height: float) -> list["Family"]:
        """The families of links that start at a height and that no clause forbids altogether."""
        if height not in self._families:
            found = [*links_from(self.table.board, self._limits, height), *self._flights(height)]
            self._families[height] = [family for link in found if (family := self._family(link)) is not None]
        return self._families[height]

    @cached_property
    def _limits(self) -> Limits:
        laid = [value for _, value in self.rules.laid_down(WayLimit)]
        sideways = {v.by: v.length(self.table, self.model) for v in laid if v.length is not None}
        heights = {v.by: v.height(self.table, self.model) for v in laid if v.height is not None}
        rises = self.rules.crossings.get("block", ("", 0.0))[1]
        leaps = max((v.up(self.table, self.model) for v in laid if v.up is not None), default=0.0)
        return Limits(self.shape, self.pose.plan[2], sideways, heights, frozenset(self.rules.ways), leaps, rises)

    @cached_property
    def _altogether(self) -> dict[str, float]:
        laid = [value for _, value in self.rules.laid_down(WayLimit)]
        return {v.by: v.altogether(self.table, self.model) for v in laid if v.altogether is not None}

    def _flights(self, height: float) -> Iterator[Link]:
        """Ladders and stairs, with the centre on them; beside them only where there is no room."""
        for by, one, other in flights_from(self.table.board, height):
            for a in self._beside(one):
                for b in self._beside(other):
                    start, end = (Strip(p[:2], p[:2], (0.0, 0.0), p[2]) for p in (a, b))
                    yield Link((by,), start, end, True)

    def _beside(self, spot: Spot) -> list[Spot]:
        surfaces = self.table.board.surfaces_at(spot[2])
        free = self.plan(spot[2]).free_near(spot[:2])
        near = [p for p in free if at_most(distance(p, spot[:2]), self.shape.radius)]
        near = [p for p in near if any(surface.supports(*p) for surface in surfaces)]
        on = near[:1] if near and distance(near[0], spot[:2]) <= TOLERANCE else near
        return [(*p, spot[2]) for p in on]

    def _family(self, link: Link) -> "Family | None":
        """A link with what is the same all along it; None where the clauses refuse it wherever it is taken."""
        near = Stop(0.5, link.start.least, 0.5, link.end.least)
        walk = self._walk(link, near)
        attempt = Attempt(self.table, self._command(link.legs(near)), self.rules, along=(walk,))
        for clause in self._alike:
            if clause.check is not None and any(f.kind == "broken" for f in clause.check(attempt)):
                return None
        chance = self.rules.chance(self.table, self.rules, walk) if self.rules.chance is not None else Fraction(1)
        if chance <= 0:
            return None
        weight, fixed = self._prices(link, walk)
        risen = tuple((leg.by, abs(leg.rise)) for leg in walk.legs if leg.by in self._altogether)
        family = Family(link, weight, fixed, chance, _added((), risen))
        toward = [self.pose.point[:2], self.goal.toward]
        family.stops = list(_stops(link, toward, self.goal if link.end.height == self.goal.height else None, weight))
        return family

    def _prices(self, link: Link, walk: Walk) -> tuple[float, float]:
        """What a link costs for every inch in plan, and besides."""
        if self.by_length:
            return 1.0, sum(leg.way - leg.length for leg in walk.legs)
        other = self._walk(link, Stop(0.5, link.start.most, 0.5 if link.joint else 1.0, link.end.most))
        gone, further = (sum(leg.length for leg in w.legs) for w in (walk, other))
        cost, dearer = self._inches(walk), self._inches(other)
        weight = (dearer - cost) / (further - gone) if further - gone > TOLERANCE else 0.0
        return weight, cost - weight * gone

    def permitted(self, link: Link, stop: Stop) -> bool:
        """Whether the clauses and the terrain let a link be taken at these places."""
        return self._permit(link, stop) is not None

    def price(self, link: Link, stop: Stop) -> float:
        """What a permitted link measures there, in inches."""
        found = self._permit(link, stop)
        return MOST if found is None else found

    def _permit(self, link: Link, stop: Stop) -> float | None:
        key = id(link), stop
        if key not in self._permits:
            self._permits[key] = self._asked(link, stop)
        return self._permits[key]

    def _asked(self, link: Link, stop: Stop) -> float | None:
        walk = self._walk(link, stop)
        attempt = Attempt(self.table, self._command(link.legs(stop)), self.rules, along=(walk,))
        for clause in self._places:
            if clause.check is not None and any(f.kind == "broken" for f in clause.check(attempt)):
                return None
        x, y, height = link.last(stop)
        if not any(surface.supports(x, y) for surface in self.table.board.surfaces_at(height)):
            return None
        return self._inches(walk)

    def _walk(self, link: Link, stop: Stop) -> Walk:
        start = Pose.at(*link.first(stop), self.pose.plan[2])
        return walk_from(self.table, self.model, start, link.legs(stop), at=link.first(stop))

    def _command(self, path: tuple[Waypoint, ...]) -> Command:
        return Command(self.verb, model=self.model, path=path, targets=self.targets)

    def _inches(self, walk: Walk) -> float:
        if self.by_length:
            return walk.length
        return sum(price.inches for price in prices(self.table, self.rules, walk))

    # --- between them

    def plan(self, height: float, *, ends: bool = False) -> Plan:
        """The planner of one level, for ways that go on from there or (`ends`) that end there."""
        key = height, ends
        if key not in self._plans:
            self._plans[key] = plan_for(
                self.table,
                self.rules,
                self.model,
                without=self.without,
                slowed=not self.by_length,
                height=height,
                verb=self.verb,
                targets=self.targets,
                ends=ends,
            )
        return self._plans[key]

    def measure(self, route: Route) -> float:
        """What a part of a way on one level measures, in inches."""
        return route.length if self.by_length else route.cost

    def route(self, at: Spot, to: Point, limit: float = MOST) -> Route | None:
        """The best way on one level from one place to another; None where there is none within so many inches."""
        if distance(at[:2], to) > limit + TOLERANCE:
            return None
        known, tried = self._routes.get((at, to), (None, -1.0))
        if known is None and tried < limit:
            known = self.plan(at[2]).to_point(at[:2], to, limit)
            self._routes[at, to] = known, limit
        return None if known is None or self.measure(known) > limit + TOLERANCE else known

    def last_route(self, at: Spot, limit: float = MOST) -> Route | None:
        """The best way on the goal's level from a place to the goal."""
        if abs(at[2] - self.goal.height) > TOLERANCE:
            return None
        routes = self.goal.routes(self.plan(at[2], ends=True), at[:2], limit)
        return routes[0] if routes else None

    def _home(self, at: Spot, limit: float) -> float | None:
        route = self.last_route(at, limit)
        return None if route is None else self.measure(route)

    def _still(self, at: Spot) -> float:
        """No way from here is shorter than this."""
        return max(0.0, distance(at[:2], self.goal.toward) - self.goal.within) * self._thrift

    @cached_property
    def _thrift(self) -> float:
        """No inch in plan costs less than this; below 1 where going sideways on a link is free or cheap."""
        least = 1.0
        for height in {surface.height for surface in self.table.board.surfaces} if not self.by_length else ():
            for link in links_from(self.table.board, self._limits, height):
                walk = self._walk(link, Stop(0.5, link.start.most, 0.5, link.end.most))
                gone = sum(leg.length for leg in walk.legs)
                least = min(least, self._inches(walk) / gone) if gone > TOLERANCE else least
        return least

    # --- the whole way

    def pivot(self, route: Route) -> Point | None:
        """What a straight way to the goal makes for; None where no one place says it."""
        if self.goal.within <= 0:
            return route.end
        return self.goal.toward if self.goal.centred else None

    def _bound(self, taken: tuple[Taken, ...]) -> float:
        return bound(self.pose.point, taken, self.goal.toward, self.goal.within)

    def _settled(self, taken: tuple[Taken, ...], chance: Fraction, limit: float) -> Found | None:
        """A way pulled tight, as the clauses let it pass; None where they do not."""
        walk = self._whole_walk(pulled(self, self.pose.point, taken, limit + SLACK) if taken else taken)
        if walk is None:
            return None
        attempt = Attempt(self.table, self._command(()), self.rules, along=(walk,))
        for clause in self._whole:
            if clause.check is not None and any(f.kind == "broken" for f in clause.check(attempt)):
                return None
        inches = self._inches(walk)
        return Found(walk, inches, chance) if inches <= limit + TOLERANCE else None

    def _whole_walk(self, stops: Sequence[Taken]) -> Walk | None:
        points: list[Waypoint] = []
        at: Spot = self.pose.point
        for taken in stops:
            route = self.route(at, taken.link.first(taken.stop)[:2])
            if route is None:
                return None
            points += route_points(route)
            points += taken.link.legs(taken.stop)
            at = taken.link.last(taken.stop)
        route = self.last_route(at)
        if route is None:
            return None
        return walk_from(self.table, self.model, self.pose, [*points, *route_points(route)])


@dataclass
class Family:
    """A link with what is the same all along it: what it costs (`fixed`, and `weight` an inch of plan), its chance,
    what it counts toward limits; and the places at which it is first tried."""

    link: Link
    weight: float
    fixed: float
    chance: Fraction
    risen: tuple[tuple[str, float], ...]
    stops: list[Stop] = field(default_factory=list)

    def least(self, stop: Stop) -> float:
        """What it costs at the least when taken there, in inches."""
        link = self.link
        return self.fixed + self.weight * distance(link.first(stop)[:2], link.last(stop)[:2])

    def choices(self, place: int) -> Iterator[Stop]:
        """Where it may be taken about there, what one would choose first: landing further out where need be."""
        stop, end = self.stops[place], self.link.end
        yield stop
        for part in (0.5, 1.0):
            if end.most > end.least + TOLERANCE:
                span = stop.beyond - end.least if self.weight <= 0 else end.most - stop.beyond
                yield replace(stop, beyond=stop.beyond + part * (span if self.weight > 0 else -span))


def _stops(link: Link, toward: Sequence[Point], goal: Goal | None, weight: float) -> Iterator[Stop]:
    """The places at which a family is first tried: a little apart, and opposite of where it comes from and goes to."""
    long = max(link.start.length, link.end.length if link.joint else 0.0)
    steps = int(long / APART) + 1 if long > TOLERANCE else 0
    shares = [step / steps for step in range(steps + 1)] if steps else [0.0]
    shares += [link.start.share(point) for point in toward] if steps else []
    free = weight <= 0 and link.start.most > link.start.least
    for s in sorted(set(shares)):
        before = link.start.most if free else link.start.least
        t = s if link.joint else link.end.share(link.start.at(s, before))
        beyond = {link.end.most if weight <= 0 else link.end.least}
        if goal is not None and weight <= 0:
            beyond.add(link.end.off(goal.toward))
        yield from (Stop(s, before, t, b) for b in sorted(beyond, reverse=True))


def _added(one: tuple[tuple[str, float], ...], other: tuple[tuple[str, float], ...]) -> tuple[tuple[str, float], ...]:
    """Inches by way, summed."""
    if not other:
        return one
    total = dict(one)
    for by, inches in other:
        total[by] = total.get(by, 0.0) + inches
    return tuple(sorted(total.items()))


def covers(one: _Label, other: _Label) -> bool:
    """Whether a place was reached before as cheaply, as likely and with as much left of every limit."""
    risen = dict(one.risen)
    spared = all(risen.get(by, 0.0) <= inches + TOLERANCE for by, inches in other.risen)
    more = any(by not in dict(other.risen) for by in risen)
    return one.inches <= other.inches + TOLERANCE and one.chance >= other.chance and spared and not more


def beaten(front: Sequence[tuple[float, Fraction]], inches: float, chance: Fraction, best: bool) -> bool:
    """Whether something known is as short and as likely (`best`: as short)."""
    return any(known <= inches + NOTHING and (best or odds >= chance) for known, odds in front)
