"""Ways of a block tried out: up to three wheels and four stretches straight on, the wheels in steps of a few degrees.

For given wheels the stretches follow: the pose at the end asks for two numbers, so two stretches are enough. numpy for
the arithmetic, shapely for what is in the way.
"""

import itertools
import math
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from oracle.blocks import Pose, Regiment, ahead, wheeled

Floats = NDArray[np.float64]
Steps = list[tuple[str, float]]


def candidates(front: float, start: Pose, goal: Pose, radius: float, step: float, below: float) -> list[Steps]:
    """Sequences that end at the goal and cost less than `below`, cheapest first, obstacles left aside."""
    half, begin, end = front / 2, math.radians(start[2]), math.radians(goal[2])
    angles = np.radians(np.arange(0.0, 150.0 + step, step))
    one, two = (grid.ravel() for grid in np.meshgrid(angles, angles))
    found: list[tuple[float, Steps]] = []
    for signs in itertools.product((1.0, -1.0), repeat=3):
        three = np.mod(signs[2] * (end - begin - signs[0] * one - signs[1] * two), 2 * math.pi)
        three = np.where(three > 2 * math.pi - 1e-9, 0.0, three)
        turns = [one, two, three]
        heading = np.full_like(one, begin)
        x, y = np.full_like(one, goal[0] - start[0]), np.full_like(one, goal[1] - start[1])
        headings = [heading]
        for sign, turn in zip(signs, turns, strict=True):
            # the middle of the front goes round the pivot
            x = x - sign * half * (np.sin(heading + sign * turn) - np.sin(heading))
            y = y - sign * half * (np.cos(heading) - np.cos(heading + sign * turn))
            heading = heading + sign * turn
            headings.append(heading)
        wheels = radius * (one + two + three)
        for i, j in itertools.combinations(range(4), 2):
            ux, uy, vx, vy = np.cos(headings[i]), np.sin(headings[i]), np.cos(headings[j]), np.sin(headings[j])
            across = ux * vy - uy * vx
            with np.errstate(divide="ignore", invalid="ignore"):
                first, last = (x * vy - y * vx) / across, (ux * y - uy * x) / across
                costs = wheels + first + last
            fit = (np.abs(across) > 1e-6) & (first >= 0) & (last >= 0) & (costs < below)
            for k in np.flatnonzero(fit):
                straight = {i: float(first[k]), j: float(last[k])}
                steps: Steps = []
                for stretch in range(4):
                    steps.append(("forward", straight.get(stretch, 0.0)))
                    if stretch < 3:
                        side = "wheel-left" if signs[stretch] > 0 else "wheel-right"
                        steps.append((side, math.degrees(float(turns[stretch][k]))))
                found.append((float(costs[k]), [s for s in steps if s[1] > 1e-9]))
    return [steps for _, steps in sorted(found, key=lambda one: one[0])]


def poses(one: Regiment, start: Pose, steps: Steps, step: float) -> list[Pose]:
    """Poses along a way, no point of the block moving further than `step` from one to the next."""
    found, here = [start], start
    reach = math.hypot(one.front, one.depth * math.ceil(one.models / one.files))
    for kind, amount in steps:
        size = amount if kind == "forward" else math.radians(amount) * reach
        parts = max(1, math.ceil(size / step))
        for k in range(1, parts + 1):
            if kind == "forward":
                found.append(ahead(here, amount * k / parts))
            else:
                found.append(wheeled(here, one.front, (amount if kind == "wheel-left" else -amount) * k / parts))
        here = found[-1]
    return found


def clear(one: Regiment, start: Pose, steps: Steps, things: list[tuple[Any, float]], step: float = 0.05) -> bool:
    """Whether a way surely keeps its distance from everything: half a step is kept to spare."""
    feet = [one.footprint(pose) for pose in poses(one, start, steps, step)]
    return all(bool((shapely.distance(feet, thing) >= kept + step / 2).all()) for thing, kept in things)
