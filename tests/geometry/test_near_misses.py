"""Moves that miss or clip something by under a hundredth of the smallest base.

Each is built so that its least gap is known: the mover's outermost point in one direction passes the obstacle's
innermost, and nothing of either ever lies beyond. The judge forgives 0.0006".
"""

import math
from collections.abc import Callable
from random import Random

import pytest
from geometry_bases import TOLERANCE, Base, any_base, disc, hull, oval, path_of, rectangle, rotated

from movetray._kernel import Placed
from oracle import motion
from oracle.motion import XY, Ellipse, Leg, Spot

MOVES = 1000
MARGINS = (0.002, 0.001, 0.0008, -0.0008, -0.001, -0.002)
Case = tuple[Base, Leg, Base, Spot]


def farthest(base: Base, facing: float, towards: float) -> XY:
    """The point of a standing base, about its origin, that lies farthest in a direction given in degrees."""
    (piece,) = base.body.pieces
    nx, ny = rotated((1.0, 0.0), towards - facing)
    if isinstance(piece, Ellipse):
        half = math.hypot(piece.a * nx, piece.b * ny)
        point = (piece.a**2 * nx / half, piece.b**2 * ny / half)
    else:
        corners = [(float(x), float(y)) for x, y in piece]
        best = max(x * nx + y * ny for x, y in corners)
        # the middle of a side that lies square to the direction
        points = [(x, y) for x, y in corners if x * nx + y * ny > best - 1e-9]
        point = (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
    return rotated(point, facing)


def _obstacle(random: Random, kind: str, towards: float) -> tuple[Base, float]:
    """An obstacle and its facing: a corner, a side, an arc, an oval or a rectangle any way round to be met from
    `towards`."""
    if kind == "point":
        long, wide = random.uniform(0.5, 2.0), random.uniform(0.2, 1.0)
        return hull([(long, 0.0), (-long, wide), (-long, -wide)]), towards + random.uniform(-10, 10)
    if kind == "edge":
        return rectangle(random.uniform(0.2, 1.0), random.uniform(0.2, 4.0)), towards
    if kind == "arc":
        return disc(random.uniform(0.2, 2.0)), 0.0
    if kind == "oval":
        return oval(random.uniform(0.5, 4.0), random.uniform(0.5, 4.0)), random.uniform(0, 360)
    return rectangle(random.uniform(0.3, 3.0), random.uniform(0.3, 3.0)), random.uniform(0, 360)


def _stand(base: Base, facing: float, meets: XY, towards: float, margin: float) -> Spot:
    """Where the base stands so that its point farthest against `towards` is `margin` beyond a place."""
    px, py = farthest(base, facing, towards + 180)
    nx, ny = rotated((1.0, 0.0), towards)
    return meets[0] + margin * nx - px, meets[1] + margin * ny - py, facing


def straight(random: Random, kind: str, margin: float) -> Case:
    """Straight past it, not turning: the line beside the way keeps the two apart."""
    mover = any_base(random, ("disc", "oval", "rectangle"))
    facing, towards = random.uniform(0, 360), random.uniform(0, 360)
    wx, wy = rotated((0.0, 1.0), towards)
    before, after = random.uniform(1, 5), random.uniform(1, 5)
    leg = Leg((-before * wx, -before * wy, facing), (after * wx, after * wy))
    obstacle, stood = _obstacle(random, kind, towards + 180)
    return mover, leg, obstacle, _stand(obstacle, stood, farthest(mover, facing, towards), towards, margin)


def round_outside(random: Random, kind: str, margin: float) -> Case:
    """Along an arc past something outside it, not turning."""
    mover = any_base(random, ("disc", "oval", "rectangle"))
    facing, towards = random.uniform(0, 360), random.uniform(0, 360)
    radius, before, after = random.uniform(1, 6), random.uniform(20, 80), random.uniform(20, 80)
    sx, sy = rotated((radius, 0.0), towards - before)
    leg = Leg((sx, sy, facing), rotated((radius, 0.0), towards + after), 0.0, (0.0, 0.0))
    px, py = farthest(mover, facing, towards)
    cx, cy = rotated((radius, 0.0), towards)
    obstacle, stood = _obstacle(random, kind, towards + 180)
    return mover, leg, obstacle, _stand(obstacle, stood, (cx + px, cy + py), towards, margin)


def _widest(base: Base, aside: XY) -> tuple[float, float]:
    """Distance and direction from `aside` of the point of a base, facing 0, that is farthest from it."""
    (piece,) = base.body.pieces
    if isinstance(piece, Ellipse):
        # along the longer axis; asked only from the middle
        return max(piece.a, piece.b), 0.0 if piece.a > piece.b else 90.0
    x, y = max(((float(x), float(y)) for x, y in piece), key=lambda p: math.dist(p, aside))
    return math.hypot(x - aside[0], y - aside[1]), math.degrees(math.atan2(y - aside[1], x - aside[0]))


def on_the_spot(random: Random, kind: str, margin: float) -> Case:
    """Turning where it stands: its farthest point draws an arc past the obstacle."""
    mover = any_base(random, ("oval", "rectangle"))
    reach, at = _widest(mover, (0.0, 0.0))
    towards, before, after = random.uniform(0, 360), random.uniform(10, 80), random.uniform(10, 80)
    sign = random.choice((-1, 1))
    facing = towards - at - sign * before
    leg = Leg((0.0, 0.0, facing), (0.0, 0.0), sign * (before + after))
    obstacle, stood = _obstacle(random, kind, towards + 180)
    return mover, leg, obstacle, _stand(obstacle, stood, rotated((reach, 0.0), towards), towards, margin)


def wheeling(random: Random, kind: str, margin: float) -> Case:
    """Turning and moving at once, as a rank wheels: its farthest corner draws an arc past the obstacle."""
    mover = any_base(random, ("rectangle",))
    pivot = (random.uniform(-3, 3), random.uniform(-3, 3))
    reach, at = _widest(mover, pivot)
    towards, before, after = random.uniform(0, 360), random.uniform(10, 80), random.uniform(10, 80)
    sign = random.choice((-1, 1))
    facing = towards - at - sign * before
    px, py = rotated(pivot, facing)
    qx, qy = rotated(pivot, facing + sign * (before + after))
    leg = Leg((-px, -py, facing), (-qx, -qy), sign * (before + after), (0.0, 0.0))
    obstacle, stood = _obstacle(random, kind, towards + 180)
    return mover, leg, obstacle, _stand(obstacle, stood, rotated((reach, 0.0), towards), towards, margin)


def round_inside(random: Random, kind: str, margin: float) -> Case:
    """Along an arc or wheeling, past a small disc inside it; the mover turns with the arc and keeps its side to it."""
    mover = (
        disc(random.uniform(0.3, 1.0)) if kind != "edge" else rectangle(random.uniform(0.5, 3), random.uniform(0.5, 2))
    )
    (piece,) = mover.body.pieces
    half = piece.b if isinstance(piece, Ellipse) else float(max(piece[:, 1]))
    small, off = random.uniform(0.1, 1), random.uniform(0.3, 2)
    inner = off + small + margin
    radius = inner + half
    towards, sign = random.uniform(0, 360), random.choice((-1, 1))
    before, after = random.uniform(20, 80), random.uniform(20, 80)
    sx, sy = rotated((radius, 0.0), towards - sign * before)
    turn = sign * (before + after)
    leg = Leg((sx, sy, towards - sign * before + 90), rotated((radius, 0.0), towards + sign * after), turn, (0.0, 0.0))
    return mover, leg, disc(small), (*rotated((off, 0.0), towards), 0.0)


WAYS: tuple[Callable[[Random, str, float], Case], ...] = (
    straight,
    round_outside,
    on_the_spot,
    wheeling,
    round_inside,
)
KINDS = ("point", "edge", "arc", "oval", "rectangle")


def _cases(margin: float, count: int = MOVES) -> list[Case]:
    random = Random(f"near {margin}")
    cases = []
    for k in range(count):
        kind, way = KINDS[k % 5], WAYS[k // 5 % 5]
        cases.append(way(random, kind, margin))
    return cases


@pytest.mark.parametrize("margin", MARGINS)
def test_every_near_miss_is_free_and_every_clip_is_stopped(margin: float) -> None:
    for mover, leg, obstacle, stands in _cases(margin):
        placed = Placed([(obstacle.shape, stands)])
        contact = placed.first(mover.shape, path_of(leg), TOLERANCE)
        told = f"{mover.kind} {leg} past {obstacle.kind} {stands} by {margin}"
        assert (contact is not None) == (margin < -TOLERANCE), told
        (least,) = placed.clearances(mover.shape, path_of(leg), 1.0)
        # corners that clip each other could slip aside: at no moment are they in as deep as their ways overlap
        corners = margin < 0 and mover.kind == "rectangle" and obstacle.kind in ("hull", "rectangle")
        assert margin - 2e-6 < least.gap < (0.5 * margin if corners else margin + 2e-6), told


@pytest.mark.parametrize("margin", MARGINS)
@pytest.mark.parametrize("zone", [0.25, 1.0])
def test_a_zone_that_must_be_kept_clear_is_as_exact(margin: float, zone: float) -> None:
    for mover, leg, obstacle, stands in _cases(zone + margin, MOVES // 4):
        placed = Placed([(obstacle.shape, stands)])
        contact = placed.first(mover.shape, path_of(leg), TOLERANCE, zone)
        told = f"{mover.kind} {leg} past {obstacle.kind} {stands} at {zone} and {margin}"
        assert (contact is not None) == (margin < -TOLERANCE), told
        if contact is not None and (contact.leg, contact.t) > (0, 0.0):
            assert contact.gap == pytest.approx(zone - TOLERANCE, abs=1e-8), told


def _turning(random: Random, margin: float) -> Case:
    """Straight on while turning: a corner draws a curve past a disc. That nothing else comes nearer the oracle says."""
    while True:
        mover, obstacle = any_base(random, ("rectangle",)), disc(random.uniform(0.2, 0.8))
        start, to = (0.0, 0.0, random.uniform(0, 360)), (random.uniform(1, 5), 0.0)
        leg = Leg(start, to, random.choice((-1, 1)) * random.uniform(30, 170))
        corner = random.choice(mover.shape.outline((0, 0, 0)))
        t, step = random.uniform(0.2, 0.8), 1e-6
        (bx, by), (px, py), (ax, ay) = (
            (x + rotated(corner, facing)[0], y + rotated(corner, facing)[1])
            for x, y, facing in (leg.spot(t - step), leg.spot(t), leg.spot(t + step))
        )
        speed = math.hypot(ax - bx, ay - by)
        nx, ny = (by - ay) / speed, (ax - bx) / speed
        cx, cy, _ = leg.spot(t)
        side = math.copysign(1.0, nx * (px - cx) + ny * (py - cy))
        away = side * (obstacle.shape.radius + margin)
        stands = (px + away * nx, py + away * ny, 0.0)
        moments = (k / 64 for k in range(65))
        if all(motion.gap(mover.body, leg.spot(k), obstacle.body, stands, margin) > margin - 1e-4 for k in moments):
            return mover, leg, obstacle, stands


@pytest.mark.parametrize("margin", MARGINS)
def test_a_corner_that_passes_on_a_curve_is_judged_as_exactly(margin: float) -> None:
    random = Random(f"curve {margin}")
    for _ in range(200):
        mover, leg, obstacle, stands = _turning(random, margin)
        contact = Placed([(obstacle.shape, stands)]).first(mover.shape, path_of(leg), TOLERANCE)
        assert (contact is not None) == (margin < -TOLERANCE), f"{leg} past {stands} by {margin}"
