"""Ways over several levels: which links to take, and where along their edges, for the fewest inches or the best chance.

A search over the links of the terrain, taken at places a little apart along their edges, keeps for every place the
trades between inches and chance that no other beats; what it finds is then slid along the edges until no place is
better. Every part of a way between two links is the exact planner's.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count

from movetray._kernel import Plan, Route, distance
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command, Waypoint
from movetray.engine.links import Link, Spot, links
from movetray.engine.planning import plan_for, route_points
from movetray.engine.rule import WayLimit
from movetray.engine.ruleset import RuleSet
from movetray.engine.walk import Walk, prices, walk_of
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE

APART = 1.5
"""Inches between the places along an edge at which a link is first tried."""

FINE = 1e-4
"""How near to the best place along an edge a link is slid, as a part of the edge."""

MOST = 60.0
"""No way is looked for that costs more inches than this."""

Measure = Callable[[Walk], float]
"""What is to be short: the cost of a walk, or its length."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a way is to end: at a place, or in contact with all of some models."""

    height: float
    routes: Callable[[Plan, tuple[float, float]], list[Route]]
    toward: tuple[float, float]
    within: float


@dataclass(frozen=True, slots=True)
class Stop:
    """A link taken at one place of its edges."""

    link: Link
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Found:
    """A way found: the walk, what it measures, and with what chance all its tests are passed."""

    walk: Walk
    inches: float
    chance: Fraction


@dataclass(order=True)
class _Label:
    inches: float
    number: int
    chance: Fraction = field(compare=False)
    at: Spot = field(compare=False)
    stops: tuple[Stop, ...] = field(compare=False)


@dataclass
class Search:
    """One search: a model, a verb, a goal.

    `by_length`: the shortest counts, not the cheapest. `certain`: no test may be due.
    """

    table: Table
    rules: RuleSet
    model: str
    verb: str
    goal: Goal
    by_length: bool = False
    without: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    certain: bool = False

    def __post_init__(self) -> None:
        self.pose = self.table.pose_of(self.model)
        self.shape = self.table.shape_of(self.model)
        self._plans: dict[float, Plan] = {}
        self._permits: dict[int, tuple[float, Fraction] | None] = {}
        longest = {value.by: value.inches for _, value in self.rules.laid_down(WayLimit)}
        found = links(self.table.board, self.shape, frozenset(self.rules.ways), longest)
        stops = (stop for link in found for stop in _stops(link, longest.get(link.by, MOST)))
        self._stops = list(enumerate(stops))

    def plan(self, height: float) -> Plan:
        """The planner of one level."""
        if height not in self._plans:
            self._plans[height] = plan_for(
                self.table,
                self.rules,
                self.model,
                without=self.without,
                slowed=not self.by_length,
                height=height,
                verb=self.verb,
                targets=self.targets,
            )
        return self._plans[height]

    def found(self, limit: float = MOST) -> list[Found]:
        """The trades between inches and chance that nothing beats, the fewest inches first."""
        front: list[tuple[float, Fraction, tuple[Stop, ...]]] = []
        best: dict[int, list[tuple[float, Fraction]]] = {}
        number = count()
        heap = [_Label(0.0, next(number), Fraction(1), self.pose.point, ())]
        while heap:
            label = heappop(heap)
            if beaten(front, label.inches + self._still(label.at), label.chance):
                continue
            home = self._home(label.at)
            if home is not None and label.inches + home <= limit:
                front = kept(front, (label.inches + home, label.chance, label.stops))
            for index, stop in self._stops_at(label.at[2]):
                known = best.setdefault(index, [])
                onward = self._onward(label, index, stop, limit, known, front)
                if onward is not None:
                    known.append(onward)
                    spot = stop.link.end(stop.end)
                    heappush(heap, _Label(onward[0], next(number), onward[1], spot, (*label.stops, stop)))
        return self._settled(front)

    def _onward(
        self,
        label: _Label,
        index: int,
        stop: Stop,
        limit: float,
        known: Sequence[tuple[float, Fraction]],
        front: Sequence[tuple[float, Fraction, tuple[Stop, ...]]],
    ) -> tuple[float, Fraction] | None:
        """The inches and the chance up to the far end of a link; None where it is refused or something beats it."""
        straight = distance(stop.link.start(stop.start)[:2], label.at[:2])
        still = self._still(stop.link.end(stop.end))
        if label.inches + straight > limit or beaten(front, label.inches + straight + still, label.chance):
            return None
        if any(c <= label.inches + straight + TOLERANCE and p >= label.chance for c, p in known):
            return None
        if index not in self._permits:
            self._permits[index] = self._allowed(stop)
        allowed = self._permits[index]
        if allowed is None:
            return None
        inches, odds = label.inches + allowed[0], label.chance * allowed[1]

        def worse(total: float) -> bool:
            return beaten(front, total + still, odds) or any(c <= total + TOLERANCE and p >= odds for c, p in known)

        if worse(inches + straight):
            return None
        way = self._inches_between(label.at, stop, limit - inches)
        return None if way is None or worse(inches + way) else (inches + way, odds)

    # --- the links that may be taken

    def _stops_at(self, height: float) -> Sequence[tuple[int, Stop]]:
        """Every link that starts at a height, at places a little apart along its edges."""
        return [(index, stop) for index, stop in self._stops if abs(stop.link.start_height - height) <= TOLERANCE]

    def _allowed(self, stop: Stop) -> tuple[float, Fraction] | None:
        """The inches and the chance of a link at one place; None where a clause or the terrain refuses it."""
        start, point = stop.link.start(stop.start), stop.link.waypoint(stop.end)
        table = self.table.with_model(replace(self.table.models[self.model], pose=Pose.at(*start, self.pose.plan[2])))
        command = Command(self.verb, model=self.model, path=(point,), targets=self.targets)
        attempt = Attempt(table, command, self.rules)
        for clause in self.rules.checks[self.verb]["move"]:
            if clause.leg and clause.check is not None and any(f.kind == "broken" for f in clause.check(attempt)):
                return None
        (walk,) = attempt.walks
        here = table.board.slice(walk.end.height).placed
        if here.near(self.shape, walk.end.plan, -TOLERANCE):
            return None
        chance = self.rules.chance(table, self.rules, walk) if self.rules.chance is not None else Fraction(1)
        return (self._measure(walk), chance) if chance > (1 - Fraction(1, 10**9) if self.certain else 0) else None

    def _measure(self, walk: Walk) -> float:
        if self.by_length:
            return walk.length
        return sum(price.inches for price in prices(self.table, self.rules, walk))

    # --- between them

    def _inches_between(self, at: Spot, stop: Stop, limit: float) -> float | None:
        start = stop.link.start(stop.start)
        if abs(start[2] - at[2]) > TOLERANCE or distance(start[:2], at[:2]) > limit:
            return None
        route = self.plan(at[2]).to_point(at[:2], start[:2], limit)
        return None if route is None else self._inches(route)

    def _inches(self, route: Route) -> float:
        return route.length if self.by_length else route.cost

    def _home(self, at: Spot) -> float | None:
        if abs(at[2] - self.goal.height) > TOLERANCE:
            return None
        routes = self.goal.routes(self.plan(at[2]), at[:2])
        return self._inches(routes[0]) if routes else None

    def _still(self, at: Spot) -> float:
        """No way from here is shorter than this."""
        return max(0.0, distance(at[:2], self.goal.toward) - self.goal.within) if not self._free_links else 0.0

    @property
    def _free_links(self) -> bool:
        """Whether going sideways can cost nothing (then plan distance bounds nothing)."""
        return not self.by_length and bool({"jump", "climb"} & set(self.rules.way_prices))

    # --- the best places along the edges

    def _settled(self, front: Sequence[tuple[float, Fraction, tuple[Stop, ...]]]) -> list[Found]:
        found: list[Found] = []
        for _, chance, stops in front:
            slid = self._slid(stops)
            walk = self._walk(slid)
            if walk is not None:
                found.append(Found(walk, self._measure_all(slid) or 0.0, chance))
        return sorted(found, key=lambda way: (way.inches, -way.chance))

    def _measure_all(self, stops: Sequence[Stop]) -> float | None:
        """The inches of a whole way by these stops; None where there is none."""
        at: Spot = self.pose.point
        total = 0.0
        for stop in stops:
            allowed = self._allowed(stop)
            way = None if allowed is None else self._inches_between(at, stop, MOST)
            if allowed is None or way is None:
                return None
            total += way + allowed[0]
            at = stop.link.end(stop.end)
        home = self._home(at)
        return None if home is None else total + home

    def _slid(self, stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
        """The stops slid along their edges, one after another, until none gains."""
        best = self._measure_all(stops)
        if best is None:
            return stops
        for _ in range(4):
            before = best
            for k, stop in enumerate(stops):
                if stop.link.length <= TOLERANCE:
                    continue
                for side in ("both",) if stop.link.joint else ("start", "end", "both"):
                    stops, best = self._slide_one(stops, k, side, best)
            if before - best < TOLERANCE / 4:
                break
        return stops

    def _slide_one(self, stops: tuple[Stop, ...], k: int, side: str, best: float) -> tuple[tuple[Stop, ...], float]:
        """One stop moved to where the whole way is shortest, by ever smaller steps."""
        step = APART / max(stops[k].link.length, APART)
        while step > FINE:
            moved = False
            for direction in (-step, step):
                stop = stops[k]
                start = _held(stop.start + (direction if side != "end" else 0.0))
                end = _held(stop.end + (direction if side != "start" else 0.0))
                trial = (*stops[:k], Stop(stop.link, start, end), *stops[k + 1 :])
                inches = self._measure_all(trial)
                if inches is not None and inches < best - 1e-9:
                    stops, best, moved = trial, inches, True
                    break
            if not moved:
                step /= 2
        return stops, best

    def _walk(self, stops: Sequence[Stop]) -> Walk | None:
        """The definite walk by these stops."""
        points: list[Waypoint] = []
        at: Spot = self.pose.point
        for stop in stops:
            route = self.plan(at[2]).to_point(at[:2], stop.link.start(stop.start)[:2], MOST)
            if route is None:
                return None
            points += route_points(route)
            points.append(stop.link.waypoint(stop.end))
            at = stop.link.end(stop.end)
        routes = self.goal.routes(self.plan(at[2]), at[:2])
        if not routes:
            return None
        return walk_of(self.table, self.model, [*points, *route_points(routes[0])])


def _stops(link: Link, longest: float) -> Iterator[Stop]:
    """A link at places a little apart along its edges."""
    steps = int(link.length / APART) + 1 if link.length > TOLERANCE else 0
    places = [step / steps for step in range(steps + 1)] if steps else [0.0]
    for s in places:
        for t in (s,) if link.joint else _near(link, s, places):
            if distance(link.start(s)[:2], link.end(t)[:2]) <= longest + TOLERANCE:
                yield Stop(link, s, t)


def _near(link: Link, s: float, places: Sequence[float]) -> Iterator[float]:
    """The places on the far edge that a link from `s` may sensibly end at: the nearest ones."""
    start = link.start(s)
    yield from sorted(places, key=lambda t: distance(start[:2], link.end(t)[:2]))[:2]


def _held(s: float) -> float:
    return min(1.0, max(0.0, s))


def beaten(front: Sequence[tuple[float, Fraction, tuple[Stop, ...]]], inches: float, chance: Fraction) -> bool:
    """Whether something known is as short and as likely."""
    return any(known <= inches + TOLERANCE and odds >= chance for known, odds, _ in front)


def kept(
    front: Sequence[tuple[float, Fraction, tuple[Stop, ...]]], new: tuple[float, Fraction, tuple[Stop, ...]]
) -> list[tuple[float, Fraction, tuple[Stop, ...]]]:
    """The front with one more way, less what it beats."""
    if beaten(front, new[0], new[1]):
        return list(front)
    rest = [way for way in front if not (new[0] <= way[0] + TOLERANCE and new[1] >= way[1])]
    return [*rest, new]
