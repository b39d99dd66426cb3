"""Ways over several levels pulled tight: where along their edges links are taken so that the whole way is shortest.

Each link in turn is moved to where the way from the last bend before it to the first bend after it is shortest; where
something stands there, as far toward it as one may. Where a way is paid for by the ground, or blocked so, small steps
to all sides look for what is left to be gained.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from movetray._kernel import Route, distance
from movetray.engine.flights import Spot
from movetray.engine.links import Link, Stop, Strip, held
from movetray.table.terrain import Point

ROUNDS = 8
"""So often at most each link of a way is moved."""

GAIN = 1e-5
"""Gaining fewer inches than this is not worth another round."""

STEPS = (0.25, 0.06, 0.015, 0.004)
"""Inches by which a link is moved to all sides, the smaller ones once the larger gain nothing."""

TOO_LONG = 1000.0
"""What every inch beyond the longest leg costs while a link is moved."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A link taken somewhere along its edges. It costs `fixed` inches and `weight` for every inch in plan."""

    link: Link
    stop: Stop
    weight: float
    fixed: float

    @property
    def first(self) -> Spot:
        """Where it begins."""
        return self.link.first(self.stop)

    @property
    def last(self) -> Spot:
        """Where it ends."""
        return self.link.last(self.stop)

    @property
    def least(self) -> float:
        """Inches it costs, where the ground is open."""
        return self.fixed + self.weight * distance(self.first[:2], self.last[:2])


class Ways(Protocol):
    """Who knows the parts of a way."""

    def permitted(self, link: Link, stop: Stop) -> bool:
        """Whether a link may be taken there."""
        ...

    def price(self, link: Link, stop: Stop) -> float:
        """What it measures there, in inches."""
        ...

    def route(self, at: Spot, to: Point, limit: float) -> Route | None:
        """The best way on one level, within so many inches."""
        ...

    def last_route(self, at: Spot, limit: float) -> Route | None:
        """The best way to the goal, on its level, within so many inches."""
        ...

    def measure(self, route: Route) -> float:
        """What that measures, in inches."""
        ...

    def pivot(self, route: Route) -> Point | None:
        """What the last straight part of a way to the goal makes for; None where no one place says it."""
        ...


def bound(start: Spot, taken: Sequence[Taken], toward: Point, within: float) -> float:
    """No way by these links is shorter, whatever stands about (inches); `within` of `toward` is the goal."""
    way = [replace(one, stop=replace(one.stop, beyond=one.link.end.least)) for one in taken]
    total = _straight(start, way, toward)
    for _ in range(ROUNDS):
        for k, one in enumerate(way):
            a = way[k - 1].last[:2] if k else start[:2]
            b = way[k + 1].first[:2] if k + 1 < len(way) else toward
            way[k] = replace(one, stop=tightened(one, a, b))
        before, total = total, _straight(start, way, toward)
        if before - total < GAIN:
            break
    return total - within


def _straight(start: Spot, way: Sequence[Taken], toward: Point) -> float:
    places = [start[:2], *(p[:2] for one in way for p in (one.first, one.last)), toward]
    between = sum(distance(places[k], places[k + 1]) for k in range(0, len(places), 2))
    return between + sum(one.least for one in way)


def tightened(taken: Taken, a: Point, b: Point) -> Stop:
    """Where a link is taken so that the way from `a` by it to `b` is shortest, were there nothing else."""
    link, stop, weight = taken.link, taken.stop, taken.weight
    free = weight <= 0
    before = link.start.off(a) if free else stop.before
    beyond = link.end.off(b) if free else stop.beyond
    (px, py), (dx, dy) = _line(link.start, before)
    (qx, qy), (ex, ey) = _line(link.end, beyond)

    def inches(s: float, t: float) -> float:
        p, q = (px + dx * s, py + dy * s), (qx + ex * t, qy + ey * t)
        gone = distance(p, q)
        over = TOO_LONG * (gone - link.most) if gone > link.most else 0.0
        return distance(a, p) + weight * gone + distance(q, b) + over

    def across(share: float) -> float:
        p, q = (px + dx * share, py + dy * share), (qx + ex * share, qy + ey * share)
        return distance(a, p) + distance(q, b)

    if link.joint:
        s = lowest(across) if link.start.length > 0 else stop.s
        return Stop(s, before, s, beyond)
    over, under = _crossed(a, b, (px, py), (dx, dy)), _crossed(a, b, (qx, qy), (ex, ey))
    if over is not None and under is not None and abs(weight - 1.0) < EXACT:
        p, q = (px + dx * over, py + dy * over), (qx + ex * under, qy + ey * under)
        if distance(p, q) <= link.most:
            return Stop(over, before, under, beyond)  # straight ahead
    s, t = stop.s, stop.t
    # The way by both is pulled along together, each by as many inches, then one by one.
    on = 1.0 if dx * ex + dy * ey >= 0 else -1.0
    step = link.start.length / link.end.length * on if link.end.length > 0 else 0.0
    for _ in range(ROUNDS):
        was = s, t
        # so far back, and so far on, both are still on their edges
        spare = [(-t / step, (1.0 - t) / step)] if step else []
        least, most = max([-s, *(min(pair) for pair in spare)]), min([1.0 - s, *(max(pair) for pair in spare)])
        moved = least + (most - least) * lowest(
            lambda share, s=s, t=t, low=least, far=most - least: inches(  # type: ignore[misc]
                s + low + far * share, t + (low + far * share) * step
            )
        )
        s, t = held(s + moved), held(t + moved * step)
        s = lowest(lambda share, t=t: inches(share, t))  # type: ignore[misc]
        t = lowest(lambda share, s=s: inches(s, share))  # type: ignore[misc]
        if abs(s - was[0]) + abs(t - was[1]) < EXACT:
            break
    return Stop(s, before, t, beyond)


def _crossed(a: Point, b: Point, start: Point, along: Point) -> float | None:
    """The share of a stretch at which the straight way from `a` to `b` crosses it; None where it does not."""
    ahead = b[0] - a[0], b[1] - a[1]
    turn = ahead[0] * along[1] - ahead[1] * along[0]
    if turn == 0.0:
        return None
    off = start[0] - a[0], start[1] - a[1]
    way = (off[0] * along[1] - off[1] * along[0]) / turn
    share = (off[0] * ahead[1] - off[1] * ahead[0]) / turn
    return share if 0.0 <= way <= 1.0 and 0.0 <= share <= 1.0 else None


def _line(strip: Strip, beyond: float) -> tuple[Point, Point]:
    """The stretch of a strip so far beyond its edge: where it starts, and where it leads."""
    (ax, ay), (bx, by) = strip.at(0.0, beyond), strip.at(1.0, beyond)
    return (ax, ay), (bx - ax, by - ay)


GOLDEN = 0.6180339887498949

EXACT = 1e-5
"""How near a share is looked for; what it measures is then nearer by far."""


def lowest(function: Callable[[float], float]) -> float:
    """Where a function of a share that has one valley is lowest, from 0 to 1."""
    low, high = 0.0, 1.0
    left, right = high - GOLDEN, low + GOLDEN
    at_left, at_right = function(left), function(right)
    while high - low > EXACT:
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = function(right)
    # at an end of the edge it is the end itself
    return 0.0 if low <= 0.0 else 1.0 if high >= 1.0 else (low + high) / 2


def pulled(ways: Ways, start: Spot, taken: tuple[Taken, ...], limit: float) -> tuple[Taken, ...]:
    """The same links taken where the whole way is shortest; as they are where it is longer than `limit` inches."""
    best = total(ways, start, taken, limit)
    if best is None:
        return taken
    rough = False
    for _ in range(ROUNDS):
        before = best
        for k in range(len(taken)):
            bends = _bends(ways, start, taken, k, best)
            if bends is None:
                return taken
            a, b, exact = bends
            taken, best, all_the_way = _moved(ways, start, taken, k, tightened(taken[k], a, b), best)
            rough = rough or not all_the_way or not exact
        if before - best < GAIN:
            break
    return _nudged(ways, start, taken, best) if rough else taken


def total(ways: Ways, start: Spot, taken: Sequence[Taken], limit: float) -> float | None:
    """The inches of a whole way; None where there is none within so many inches."""
    at, inches = start, 0.0
    for one in taken:
        if not ways.permitted(one.link, one.stop):
            return None
        inches += ways.price(one.link, one.stop)
        route = ways.route(at, one.first[:2], limit - inches)
        if route is None:
            return None
        inches += ways.measure(route)
        at = one.last
    route = ways.last_route(at, limit - inches)
    return None if route is None else inches + ways.measure(route)


def _bends(ways: Ways, start: Spot, taken: Sequence[Taken], k: int, limit: float) -> tuple[Point, Point, bool] | None:
    """The last bend of a way before a link, and the first after it; and whether the way turns about just these."""
    at = taken[k - 1].last if k else start
    ends = k + 1 == len(taken)
    before = ways.route(at, taken[k].first[:2], limit)
    after = ways.last_route(taken[k].last, limit) if ends else ways.route(taken[k].last, taken[k + 1].first[:2], limit)
    if before is None or after is None:
        return None
    a = before.legs[-2][:2] if len(before.legs) > 1 else at[:2]
    b: Point | None
    b = after.legs[0][:2] if len(after.legs) > 1 else ways.pivot(after) if ends else taken[k + 1].first[:2]
    arcs = [legs[index][3] is not None for legs, index in ((before.legs, -1), (after.legs, 0)) if legs]
    dearer = any(ways.measure(route) > route.length + GAIN for route in (before, after))
    return a, after.end if b is None else b, b is not None and not dearer and not any(arcs)


def _moved(
    ways: Ways, start: Spot, taken: tuple[Taken, ...], k: int, wanted: Stop, best: float
) -> tuple[tuple[Taken, ...], float, bool]:
    """One link moved as far as it may toward where it is wanted, if that gains; and whether it came there."""
    now = taken[k].stop
    for part in (1.0, 0.5, 0.25, 0.06):
        stop = Stop(*(a + (b - a) * part for a, b in zip(_four(now), _four(wanted), strict=True)))
        trial = (*taken[:k], replace(taken[k], stop=stop), *taken[k + 1 :])
        if stop == now or not ways.permitted(taken[k].link, stop):
            continue
        inches = total(ways, start, trial, best + GAIN)
        if inches is not None and inches < best:
            return trial, inches, part == 1.0
        if part == 1.0 and inches is not None and inches < best + GAIN:
            return taken, best, True
    return taken, best, stop == now


def _four(stop: Stop) -> tuple[float, float, float, float]:
    return stop.s, stop.before, stop.t, stop.beyond


def _nudged(ways: Ways, start: Spot, taken: tuple[Taken, ...], best: float) -> tuple[Taken, ...]:
    """The links moved by small steps to all sides, until no step gains."""
    for step in STEPS:
        for _ in range(ROUNDS):
            gained = False
            for k, one in enumerate(taken):
                for stop in _around(one, step):
                    trial = (*taken[:k], replace(one, stop=stop), *taken[k + 1 :])
                    inches = total(ways, start, trial, best - GAIN)
                    if inches is not None:
                        taken, best, gained = trial, inches, True
                        break
            if not gained:
                break
    return taken


def _around(taken: Taken, step: float) -> list[Stop]:
    """The places a step away from where a link is taken, along its edges and beyond them."""
    link, stop = taken.link, taken.stop
    ds, dt = (step / strip.length if strip.length > 0 else 0.0 for strip in (link.start, link.end))
    moves = [(sign * ds, 0.0, sign * dt, 0.0) for sign in (1, -1)]
    if not link.joint:
        moves += [(sign * ds, 0.0, 0.0, 0.0) for sign in (1, -1)] + [(0.0, 0.0, sign * dt, 0.0) for sign in (1, -1)]
    moves += [(0.0, sign * step, 0.0, 0.0) for sign in (1, -1) if link.start.most > link.start.least]
    moves += [(0.0, 0.0, 0.0, sign * step) for sign in (1, -1) if link.end.most > link.end.least]
    found = []
    for s, before, t, beyond in moves:
        there = Stop(
            held(stop.s + s),
            min(link.start.most, max(link.start.least, stop.before + before)),
            held(stop.t + t),
            min(link.end.most, max(link.end.least, stop.beyond + beyond)),
        )
        if there != stop:
            found.append(replace(there, t=there.s) if link.joint else there)
    return found
