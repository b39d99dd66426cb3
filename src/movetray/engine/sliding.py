"""Ways over several levels pulled tight: where along their edges links are taken so that the whole way is shortest.

Each link in turn is moved to where the way from the last bend before it to the first bend after it is shortest; where
something stands there, as far toward it as one may. Where a way is paid for by the ground, or blocked so, small steps
to all sides look for what is left to be gained.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from movetray._kernel import Route
from movetray.engine.flights import Spot
from movetray.engine.links import Link, Stop, held
from movetray.engine.tight import GAIN, ROUNDS, Taken, straightened, tightened
from movetray.table.terrain import Point

STEPS = (0.25, 0.06, 0.015, 0.004)
"""Inches by which a link is moved to all sides, the smaller ones once the larger gain nothing."""


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


def pulled(ways: Ways, start: Spot, taken: tuple[Taken, ...], limit: float, worth: float) -> tuple[Taken, ...]:
    """The same links taken where the whole way is shortest; as they are where it is longer than `limit` inches.

    A way that is longer than `worth` when the plain means are exhausted is not worth the small steps.
    """
    best = total(ways, start, taken, limit)
    if best is None:
        return taken
    taken, best, all_of_it = _all_moved(ways, start, taken, limit, best)
    rough = not all_of_it
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
    return _nudged(ways, start, taken, best) if rough and best <= worth else taken


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


def _all_moved(
    ways: Ways, start: Spot, taken: tuple[Taken, ...], limit: float, best: float
) -> tuple[tuple[Taken, ...], float, bool]:
    """All links moved at once toward where they would be if there were nothing else; and whether they came there."""
    after = ways.last_route(taken[-1].last, limit) if len(taken) > 1 else None
    if after is None:
        return taken, best, len(taken) < 2
    pivot = ways.pivot(after)
    wanted = straightened(start, taken, after.end if pivot is None else pivot)
    for part in PARTS:
        trial = tuple(
            replace(one, stop=_between(one.stop, there.stop, part)) for one, there in zip(taken, wanted, strict=True)
        )
        inches = total(ways, start, trial, best)
        if inches is not None:
            return trial, inches, part == 1.0
    return taken, best, False


PARTS = (1.0, 0.5, 0.25, 0.06)
"""How much of the way a link is moved toward a better place, the whole of it first."""


def _between(stop: Stop, other: Stop, part: float) -> Stop:
    return Stop(
        stop.s + (other.s - stop.s) * part,
        stop.before + (other.before - stop.before) * part,
        stop.t + (other.t - stop.t) * part,
        stop.beyond + (other.beyond - stop.beyond) * part,
    )


def _moved(
    ways: Ways, start: Spot, taken: tuple[Taken, ...], k: int, wanted: Stop, best: float
) -> tuple[tuple[Taken, ...], float, bool]:
    """One link moved as far as it may toward where it is wanted, if that gains; and whether it came there."""
    now = taken[k].stop
    for part in PARTS:
        stop = _between(now, wanted, part)
        trial = (*taken[:k], replace(taken[k], stop=stop), *taken[k + 1 :])
        if stop == now or not ways.permitted(taken[k].link, stop):
            continue
        inches = total(ways, start, trial, best + GAIN)
        if inches is not None and inches < best:
            return trial, inches, part == 1.0
        if part == 1.0 and inches is not None and inches < best + GAIN:
            return taken, best, True
    return taken, best, stop == now


def _nudged(ways: Ways, start: Spot, taken: tuple[Taken, ...], best: float) -> tuple[Taken, ...]:
    """The links moved by small steps to all sides, until no step gains."""
    for step in STEPS:
        for _ in range(ROUNDS):
            gained = False
            for k in range(len(taken)):
                for trial in _beside(taken, k, step):
                    inches = total(ways, start, trial, best - GAIN)
                    if inches is not None:
                        taken, best, gained = trial, inches, True
                        break
            if not gained:
                break
    return taken


def _beside(taken: tuple[Taken, ...], k: int, step: float) -> Iterator[tuple[Taken, ...]]:
    """A way with one link moved by a step, or that one and the next together along their edges."""
    for stop in _around(taken[k], step):
        yield (*taken[:k], replace(taken[k], stop=stop), *taken[k + 1 :])
    if k + 1 < len(taken):
        one, other = taken[k], taken[k + 1]
        for sign in (1, -1):
            both = [
                replace(link, stop=_shifted(link, sign * by))
                for link, by in zip((one, other), _pair(one, other, step), strict=True)
            ]
            yield (*taken[:k], *both, *taken[k + 2 :])


def _pair(one: Taken, other: Taken, step: float) -> tuple[float, float]:
    """A step along the edges of two links the same way, as far as they lead the same way."""
    (ax, ay), (bx, by) = one.link.end.start, one.link.end.end
    (cx, cy), (dx, dy) = other.link.start.start, other.link.start.end
    return step, step if (bx - ax) * (dx - cx) + (by - ay) * (dy - cy) >= 0 else -step


def _shifted(taken: Taken, by: float) -> Stop:
    """Where a link is taken so many inches along its edges."""
    link, stop = taken.link, taken.stop
    ds, dt = (by / strip.length if strip.length > 0 else 0.0 for strip in (link.start, link.end))
    s = held(stop.s + ds)
    return replace(stop, s=s, t=s if link.joint else held(stop.t + dt))


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
