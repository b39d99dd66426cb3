"""Ways over several levels: which links to take, and where along their edges, for the fewest inches or the best chance.

A search over the links of the terrain, taken at places a little apart along their edges, finds which of them lie on
good ways; `sliding` then pulls each of these tight. Every part of a way between two links is the exact planner's, every
link is allowed by the clauses themselves, and the whole is put before them once more.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import count

from movetray._kernel import Plan, Route, distance
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command, Waypoint
from movetray.engine.families import GAINED, NOTHING, Family, Label, added, beaten, covers, stops_of
from movetray.engine.flights import Spot
from movetray.engine.links import Limits, Link, Stop, Strip, flights_from, links_from
from movetray.engine.planning import plan_for, route_points
from movetray.engine.rule import WayLimit
from movetray.engine.ruleset import RuleSet
from movetray.engine.sliding import pulled
from movetray.engine.tight import Taken, bound
from movetray.engine.walk import Walk, prices, walk_from
from movetray.table.table import Pose, Table
from movetray.table.terrain import Point
from movetray.units import TOLERANCE, at_most

SLACK = 0.75
"""Ways that are so many inches longer than the best are pulled tight too, before one is chosen."""

TRIES = 100_000
"""A search that has looked at so many places makes do with what it has found."""

WITNESSES = 3
"""So many places reached before are asked whether one comes on from them more cheaply."""

MOST = 60.0
"""No way is looked for that costs more inches than this."""

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
    _families: dict[float, list[Family]] = field(default_factory=dict, init=False, repr=False)

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

        def no_better(inches: float, chance: float) -> bool:
            return beaten([(way.inches, float(way.chance)) for way in front], inches, chance, best)

        for taken, chance in sorted(ways, key=lambda way: self._bound(way[0])):
            if no_better(self._bound(taken), chance):
                continue
            rivals = (w.inches for w in front if best or float(w.chance) >= chance - NOTHING)
            way = self._settled(taken, limit, min(rivals, default=limit) + GAINED)
            if way is not None and not no_better(way.inches, chance):
                rest = [w for w in front if way.inches > w.inches + TOLERANCE or way.chance < w.chance]
                front = [way] if best else [*rest, way]
        return sorted(front, key=lambda way: (way.inches, -way.chance))

    def _arrivals(self, limit: float, best: bool) -> list[tuple[tuple[Taken, ...], float]]:
        """The sequences of links that may lie on a best way, each at good places along its edges."""
        front: list[tuple[float, float]] = []
        ways: dict[tuple[int, ...], tuple[float, tuple[Taken, ...], float]] = {}
        known: dict[tuple[int, int], list[Label]] = {}
        settled: dict[float, list[Label]] = {}
        number = count()
        start = Label(self.pose.point)
        heap: list[tuple[float, int, str, Label, tuple[Family, int] | None]] = []

        def push(inches: float, kind: str, label: Label, trip: tuple[Family, int] | None = None) -> None:
            if inches <= limit + TOLERANCE:
                heappush(heap, (inches, next(number), kind, label, trip))

        push(self._still(start.at), "at", start)
        tries = 0
        while heap and tries < TRIES:
            tries += 1
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
                    end = self.onward(label, family, place, limit)
                    if end is not None:
                        push(end.inches + self._still(end.at), "at", end, trip)
                case _:
                    if trip is not None:
                        reached = known.setdefault((id(trip[0].link), trip[1]), [])
                        if any(covers(other, label) for other in reached):
                            continue
                        reached.append(label)
                    if self._outrun(label, settled.setdefault(label.at[2], [])):
                        continue
                    if abs(label.at[2] - self.goal.height) <= TOLERANCE:
                        push(label.inches + self._still(label.at), "home", label)
                    for family in self.families(label.at[2]):
                        if any(taken.link is family.link for taken in label.taken):
                            continue  # no good way comes there twice
                        for place in range(len(family.stops)):
                            if place in family.refused:
                                continue
                            there = label.inches + distance(label.at[:2], family.first[place][:2])
                            ahead = there + family.costs[place] + self._still(family.last[place])
                            if ahead <= limit:
                                push(ahead, "trip", label, (family, place))
        return [(taken, chance) for _, taken, chance in ways.values()]

    def _outrun(self, label: Label, others: list[Label]) -> bool:
        """Whether one comes there from a place reached before, by fewer links and all on its level, more cheaply."""
        before = [o for o in others if len(o.taken) < len(label.taken) and covers(o, label)]
        before = [o for o in before if o.inches + distance(o.at[:2], label.at[:2]) <= label.inches - GAINED]
        for other in sorted(before, key=lambda o: o.inches + distance(o.at[:2], label.at[:2]))[:WITNESSES]:
            if self.route(other.at, label.at[:2], label.inches - GAINED - other.inches) is not None:
                return True
        others.append(label)
        return False

    def onward(self, label: Label, family: Family, place: int, limit: float) -> Label | None:
        """What a link leads to from a place; None where it is refused, leads nowhere, or was gone too much already."""
        link = family.link
        risen = added(label.risen, family.risen)
        if any(not at_most(up, self._altogether.get(by, up)) for by, up in risen):
            return None
        chance = label.chance * float(family.chance)
        if chance < self.likely - NOTHING or chance <= 0:
            return None
        stop = next((stop for stop in family.choices(place) if self.permitted(link, stop)), None)
        if stop is None:
            family.refused.add(place)
            return None
        inches = self.price(link, stop) + label.inches
        way = self.route(label.at, link.first(stop)[:2], limit - inches)
        if way is None:
            return None
        taken = (*label.taken, Taken(link, stop, family.weight, family.fixed))
        return Label(link.last(stop), inches + self.measure(way), chance, risen, taken)

    # --- the links there are

    def families(self, height: float) -> list[Family]:
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
        pits = tuple(g.id for g, _ in self.table.board.grounds if self.rules.going(self.table, g) == "impassable")
        return Limits(
            self.shape,
            self.pose.plan[2],
            sideways,
            heights,
            frozenset(self.rules.ways),
            leaps,
            rises,
            pits,
            self.rules.low,
        )

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

    def _family(self, link: Link) -> Family | None:
        """A link with what is the same all along it; None where the clauses refuse it wherever it is taken."""
        near = Stop(0.5, link.start.least, 0.5, link.end.least)
        walk = self._walk(link, near)
        attempt = Attempt(self.table, self._command(link.legs(near)), self.rules, along=(walk,), goes_on=True)
        for clause in self._alike:
            if clause.check is not None and any(f.kind == "broken" for f in clause.check(attempt)):
                return None
        chance = self.rules.chance(self.table, self.rules, walk) if self.rules.chance is not None else Fraction(1)
        if chance <= 0:
            return None
        weight, fixed = self._prices(link, walk)
        risen = tuple((leg.by, abs(leg.rise)) for leg in walk.legs if leg.by in self._altogether)
        family = Family(link, weight, fixed, chance, added((), risen))
        toward = [self.pose.point[:2], self.goal.toward]
        family.stops = list(
            stops_of(link, toward, self.goal.toward if link.end.height == self.goal.height else None, weight)
        )
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
        attempt = Attempt(self.table, self._command(link.legs(stop)), self.rules, along=(walk,), goes_on=True)
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

    def _settled(self, taken: tuple[Taken, ...], limit: float, worth: float) -> Found | None:
        """A way pulled tight, as the clauses let it pass; None where they do not."""
        walk = self._whole_walk(pulled(self, self.pose.point, taken, limit + SLACK, worth) if taken else taken)
        if walk is None:
            return None
        attempt = Attempt(self.table, self._command(()), self.rules, along=(walk,))
        for clause in self._whole:
            if clause.check is not None and any(f.kind == "broken" for f in clause.check(attempt)):
                return None
        inches = self._inches(walk)
        chance = self.rules.chance(self.table, self.rules, walk) if self.rules.chance is not None else Fraction(1)
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
