"""Links taken where the way by them is shortest, were there nothing else: a lower bound, and a place to begin with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from movetray._kernel import distance
from movetray.engine.flights import Spot
from movetray.engine.links import Link, Stop, Strip, held
from movetray.table.terrain import Point

ROUNDS = 8
"""So often at most each link of a way is moved."""

GAIN = 1e-5
"""Gaining fewer inches than this is not worth another round."""

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


BLURS = (0.3, 0.1, 0.03, 0.0)
"""Inches by which places are taken for apart that are not, less and less: two links that meet move on together so."""


def bound(start: Spot, taken: Sequence[Taken], toward: Point, within: float) -> float:
    """No way by these links is shorter, whatever stands about (inches); `within` of `toward` is the goal."""
    way = [replace(one, stop=replace(one.stop, beyond=one.link.end.least)) for one in taken]
    return _straight(start, straightened(start, way, toward), toward) - within


def straightened(start: Spot, taken: Sequence[Taken], toward: Point) -> tuple[Taken, ...]:
    """The links taken where the way by them to a place is shortest, were there nothing else."""
    way = list(taken)
    for blur in BLURS if len(way) > 1 else (0.0,):
        total = _straight(start, way, toward)
        for _ in range(ROUNDS):
            for k, one in enumerate(way):
                a = way[k - 1].last[:2] if k else start[:2]
                b = way[k + 1].first[:2] if k + 1 < len(way) else toward
                way[k] = replace(one, stop=tightened(one, a, b, blur))
            before, total = total, _straight(start, way, toward)
            if abs(before - total) < GAIN:
                break
    return tuple(way)


def _straight(start: Spot, way: Sequence[Taken], toward: Point) -> float:
    places = [start[:2], *(p[:2] for one in way for p in (one.first, one.last)), toward]
    between = sum(distance(places[k], places[k + 1]) for k in range(0, len(places), 2))
    return between + sum(one.least for one in way)


def tightened(taken: Taken, a: Point, b: Point, blur: float = 0.0) -> Stop:
    """Where a link is taken so that the way from `a` by it to `b` is shortest, were there nothing else.

    `blur` inches are added to each way, as if across it.
    """
    link, stop, weight = taken.link, taken.stop, taken.weight
    free = weight <= 0
    before = link.start.off(a) if free else stop.before
    beyond = link.end.off(b) if free else stop.beyond
    (px, py), (dx, dy) = _line(link.start, before)
    (qx, qy), (ex, ey) = _line(link.end, beyond)

    def apart(p: Point, q: Point) -> float:
        return distance((distance(p, q), 0.0), (0.0, blur)) if blur else distance(p, q)

    def inches(s: float, t: float) -> float:
        p, q = (px + dx * s, py + dy * s), (qx + ex * t, qy + ey * t)
        gone = distance(p, q)
        over = TOO_LONG * (gone - link.most) if gone > link.most else 0.0
        return apart(a, p) + weight * gone + apart(q, b) + over

    def across(share: float) -> float:
        p, q = (px + dx * share, py + dy * share), (qx + ex * share, qy + ey * share)
        return apart(a, p) + apart(q, b)

    if link.joint:
        s = lowest(across) if link.start.length > 0 else stop.s
        return Stop(s, before, s, beyond)
    over, under = _crossed(a, b, (px, py), (dx, dy)), _crossed(a, b, (qx, qy), (ex, ey))
    if over is not None and under is not None and abs(weight - 1.0) < EXACT and not blur:
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
