"""Going on until nothing is near: how far straight on a block stands free of everything."""

from collections.abc import Sequence

from movetray._kernel import Path, ahead
from movetray.engine import blocks
from movetray.rulesets.whfb8.approach import INCH, Thing
from movetray.table.table import Body
from movetray.units import TOLERANCE

Plan = tuple[float, float, float]


def onward(pose: Plan, bearing: float, inches: float) -> Plan:
    """A pose so many inches further in a direction (degrees), its facing as it was."""
    x, y = ahead((pose[0], pose[1], bearing), inches)
    return x, y, pose[2]


def along(start: Plan, end: Plan) -> Path:
    """The straight way between two poses of one facing."""
    return Path(start, [(end[0], end[1], 0.0, None, None)])


def free_after(
    around: Sequence[Thing], body: Body, pose: Plan, bearing: float, least: float, most: float
) -> float | None:
    """The fewest inches, from `least` to `most`, in a direction after which a body is an inch from all things.

    None where it is not so anywhere.
    """
    things = blocks.hindrances(list(around)).placed
    gone = least
    for _ in range(len(around) + 1):
        here = onward(pose, bearing, gone)
        close = {index for index, _ in things.near(body.shape, here, INCH - TOLERANCE)}
        if not close:
            return gone
        if gone >= most:
            return None
        back = along(onward(pose, bearing, most), here)
        others = [index for index in range(len(things)) if index not in close]
        met = things.first(body.shape, back, 0.0, INCH, others)
        if met is None:
            return None
        gone += (most - gone) * (1.0 - met.t)
    return None
