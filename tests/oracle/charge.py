"""Charges of blocks tried out: every wheel in small steps, swept with shapely, contacts counted base by base.

What it finds can be done: between two steps of a wheel nothing can have been passed that stands further away than any
point of the block moves in a step, and that much is kept free. It may overlook what goes through narrower places.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from oracle.blocks import Pose, Regiment, ahead, standing, wheeled

Floats = NDArray[np.float64]
FAR = 60.0
TOUCHING = 1e-6
UNTOUCHED = 0.0011


@dataclass(frozen=True)
class Duel:
    """Who charges whom; what may be touched and what may not; how far straight on."""

    charger: Regiment
    pose: Pose
    target: Regiment
    stands: Pose
    limit: float
    solid: tuple[Any, ...] = ()
    untouched: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Try:
    """One wheel that comes home: degrees with their sign, inches, the place of contact, the end."""

    degrees: float
    straight: float
    contact: tuple[float, float]
    end: Pose
    count: int


def rectangles(one: Regiment) -> list[tuple[float, float, float, float]]:
    """Rear, front, right, left of the full ranks and of the last one."""
    full, left = divmod(one.models, one.files)
    found = []
    if full:
        found.append((-full * one.depth, 0.0, -one.files * one.width / 2, one.files * one.width / 2))
    if left:
        found.append((-(full + 1) * one.depth, 0.0, -left * one.width / 2, left * one.width / 2))
    return found


def boxes(one: Regiment, poses: list[Pose], ahead_by: Floats | None = None) -> list[Any]:
    """The rectangles of a block at many poses, their front further on by so much."""
    found = []
    for rear, front, right, left in rectangles(one):
        rings = []
        for k, pose in enumerate(poses):
            nose = front + (0.0 if ahead_by is None else float(ahead_by[k]))
            rings.append(standing(np.array([(rear, right), (nose, right), (nose, left), (rear, left)]), pose))
        found.append(shapely.polygons(rings))
    return found


def gaps(shapes: list[Any], thing: Any) -> Floats:
    """How near many poses of a block are to a thing."""
    found: Floats = np.min([shapely.distance(shape, thing) for shape in shapes], axis=0)
    return found


def contacts(one: Regiment, ends: list[Pose], other: Regiment, stands: Pose) -> NDArray[np.int64]:
    """How many bases of both touch one of the other side, at many poses of one block that stands flat to the other."""
    own = shapely.get_coordinates(one.bases((0.0, 0.0, 0.0))).reshape(-1, 5, 2)
    foes = shapely.get_coordinates(other.bases(stands)).reshape(-1, 2)
    found = []
    low, high = own.min(axis=1), own.max(axis=1)
    for x, y, facing in ends:
        cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
        seen = ((foes - (x, y)) @ np.array([[cos, -sin], [sin, cos]])).reshape(-1, 5, 2)
        away = np.maximum(seen.min(axis=1)[None] - high[:, None], low[:, None] - seen.max(axis=1)[None])
        near = np.hypot(*np.maximum(away, 0.0).transpose(2, 0, 1)) <= TOUCHING
        found.append(int(near.any(axis=1).sum() + near.any(axis=0).sum()))
    return np.array(found, dtype=np.int64)


def tries(duel: Duel, step: float = 0.05) -> list[Try]:
    """Every wheel, in steps, that comes home; closing the door is not looked at."""
    return [one for sign in (1.0, -1.0) for one in _one_way(duel, sign, step)]


def _one_way(duel: Duel, sign: float, step: float) -> Iterator[Try]:
    front = duel.charger.front
    angles = np.arange(0.0, 90.0 + step / 2, step)
    poses = [wheeled(duel.pose, front, sign * float(a)) if a else duel.pose for a in angles]
    reach = math.hypot(front, max(-rear for rear, *_ in rectangles(duel.charger)))
    kept = reach * math.radians(step)
    foot = duel.target.footprint(duel.stands)
    bodies = boxes(duel.charger, poses)
    free = np.ones(len(angles), dtype=bool)
    for thing in (*duel.solid, *duel.untouched, foot):
        free &= np.logical_and.accumulate(gaps(bodies, thing) >= kept)
    if not free.any():
        return
    angles = angles[free]
    poses = poses[: len(angles)]
    half = front / 2
    lanes = [standing(np.array([(0, -half), (FAR, -half), (FAR, half), (0, half)]), pose) for pose in poses]
    met = shapely.intersection(shapely.polygons(lanes), foot)
    ways, places = [], []
    for pose, shape in zip(poses, met, strict=True):
        cos, sin = math.cos(math.radians(pose[2])), math.sin(math.radians(pose[2]))
        corners = shapely.get_coordinates(shape)
        along = (corners - pose[:2]) @ np.array([cos, sin]) if len(corners) else np.array([math.inf])
        k = int(np.argmin(along))
        ways.append(float(along[k]))
        places.append((float(corners[k][0]), float(corners[k][1])) if len(corners) else (0.0, 0.0))
    home = np.array([0.0 <= way <= duel.limit for way in ways])
    if not home.any():
        return
    swept = boxes(duel.charger, poses, np.array([way if ok else 0.0 for way, ok in zip(ways, home, strict=True)]))
    for thing in duel.solid:
        home &= gaps(swept, thing) > TOUCHING
    for thing in duel.untouched:
        home &= gaps(swept, thing) > UNTOUCHED
    good = [int(k) for k in np.flatnonzero(home)]
    ends = [closed(ahead(poses[k], ways[k]), places[k], foot) for k in good]
    counts = contacts(duel.charger, ends, duel.target, duel.stands)
    for k, end, count in zip(good, ends, counts, strict=True):
        yield Try(sign * float(angles[k]), ways[k], places[k], end, int(count))


def closed(pose: Pose, contact: tuple[float, float], foot: Any) -> Pose:
    """Turned about the place of contact until flat to the side touched there that asks for the smaller turn."""
    ring = shapely.get_coordinates(shapely.get_exterior_ring(shapely.normalize(foot)))
    if shapely.is_ccw(shapely.linearrings(ring)):
        ring = ring[::-1]
    turns = []
    for a, b in pairwise(ring):
        if shapely.distance(shapely.Point(contact), shapely.LineString((a, b))) < TOUCHING:
            # walked clockwise the inside is to the right
            inward = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) - 90
            turns.append(math.remainder(inward - pose[2], 360))
    turn = min(turns, key=abs)
    return about(pose, contact, turn)


def about(pose: Pose, centre: tuple[float, float], turn: float) -> Pose:
    """A pose turned about a place."""
    x, y = standing(np.array([(pose[0] - centre[0], pose[1] - centre[1])]), (*centre, turn))[0]
    return float(x), float(y), pose[2] + turn


def door_closes(duel: Duel, one: Try) -> bool:
    """Whether the door can be closed past everything, with room to spare between the steps."""
    pose = ahead(wheeled(duel.pose, duel.charger.front, one.degrees), one.straight)
    turn = math.remainder(one.end[2] - pose[2], 360)
    steps = max(2, math.ceil(abs(turn) / 0.1))
    poses = [about(pose, one.contact, turn * k / steps) for k in range(steps + 1)]
    reach = math.hypot(duel.charger.front, max(-rear for rear, *_ in rectangles(duel.charger)))
    bodies = boxes(duel.charger, poses)
    kept = reach * math.radians(abs(turn) / steps)
    foot, own = duel.target.footprint(duel.stands), duel.charger.footprint(one.end)
    return (
        all((gaps(bodies, thing) > max(kept, TOUCHING)).all() for thing in duel.solid)
        and all((gaps(bodies, thing) > max(kept, UNTOUCHED)).all() for thing in duel.untouched)
        and foot.intersection(own).area < 1e-5
    )
