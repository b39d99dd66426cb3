"""Bases twice over: as the kernel has them and as the slow oracle has them."""

import math
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from movetray._kernel import Path, Shape
from oracle import motion
from oracle.motion import XY, Body, Leg, Spot

if TYPE_CHECKING:
    from movetray._kernel import Leg as LegTuple

TOLERANCE = 0.0006


@dataclass(frozen=True)
class Base:
    """One base, its shape for the kernel and its body for the oracle."""

    kind: str
    shape: Shape
    body: Body


def disc(radius: float) -> Base:
    """A round base."""
    return Base("disc", Shape.disc(radius), motion.ellipse(radius, radius))


def oval(depth: float, width: float) -> Base:
    """An oval base."""
    return Base("oval", Shape.oval(depth, width), motion.ellipse(depth / 2, width / 2))


def rectangle(depth: float, width: float) -> Base:
    """A rectangular base."""
    x, y = depth / 2, width / 2
    return Base("rectangle", Shape.rectangle(depth, width), motion.polygon([(-x, -y), (x, -y), (x, y), (-x, y)]))


def hull(points: list[XY]) -> Base:
    """A hull, convex or not."""
    return Base("hull", Shape.polygon(points), motion.polygon(points))


def any_hull(random: Random, size: float = 2.2) -> Base:
    """A star-shaped hull, seldom convex."""
    corners = random.randint(4, 9)
    turns = (2 * math.pi * (k + random.uniform(0.1, 0.9)) / corners for k in range(corners))
    arms = [(random.uniform(0.25 * size, size), turn) for turn in turns]
    return hull([(arm * math.cos(turn), arm * math.sin(turn)) for arm, turn in arms])


def any_base(random: Random, kinds: tuple[str, ...] = ("disc", "oval", "rectangle", "hull")) -> Base:
    """A base of one of the kinds, of a size that stands on tables."""
    kind = random.choice(kinds)
    if kind == "disc":
        return disc(random.uniform(0.4, 1.6))
    if kind == "hull":
        return any_hull(random)
    depth, width = random.uniform(0.5, 4.0), random.uniform(0.5, 4.0)
    return oval(depth, width) if kind == "oval" else rectangle(depth, width)


def path_of(*legs: Leg) -> Path:
    """The oracle's legs as the kernel's path."""

    def leg(one: Leg) -> "LegTuple":
        cx, cy = one.around or (None, None)
        return (*one.to, one.turn, cx, cy)

    return Path(legs[0].start, [leg(one) for one in legs])


def turned(spot: Spot, degrees: float) -> Spot:
    """A spot turned about the origin."""
    x, y = rotated(spot[:2], degrees)
    return x, y, spot[2] + degrees


def rotated(point: XY, degrees: float) -> XY:
    """A point turned about the origin."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos
