"""The way of a charge: one wheel, straight on, the door closed; what is in its way, and whom it brushes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from movetray._kernel import Block, Charge, NoCharge, Path, Shape, ahead, best_charge
from movetray.engine import blocks
from movetray.engine.event import BlockMoved, Track
from movetray.engine.ruleset import RuleSet
from movetray.rulesets.whfb8.facts import FAR
from movetray.table.board import ORIGIN
from movetray.table.table import Body, Pose, Table
from movetray.units import TOLERANCE

Plan = tuple[float, float, float]
Thing = tuple[str, Shape, Plan]

NO_THIRD = "whfb8.charge.no-third-contact"
FREE_WHEEL = "whfb8.wheel.charge-free"
CONTACT = "whfb8.charge.contact"
QUARTER = 90.0
"""Degrees that a charge wheels at most."""

EDGE = ""
"""The name of what lies beyond the table: no unit and no piece has it."""

INCH = 1.0
"""Inches that units stay away from each other."""

Hindered = Literal["terrain", "friend", "enemy", "turn"]


@dataclass(frozen=True)
class Barred:
    """Why a charge comes to nobody: what is in its way (a unit, a piece of terrain), or that it cannot turn so far."""

    kind: Hindered
    by: str | None = None


@dataclass(frozen=True)
class Approach:
    """How a charge comes into contact. Poses are of the middle of the charger's front."""

    unit: str
    target: str
    files: int
    start: Pose
    path: Path
    end: Pose
    wheel: float
    straight: float
    chargers: int
    targets: int
    contact: tuple[float, float]
    tracks: tuple[Track, ...]
    others: tuple["Approach", ...] = ()
    """Other ways that are as good."""

    @property
    def event(self) -> BlockMoved:
        """The event of the charge gone."""
        return BlockMoved(self.unit, self.start, self.end, self.files, self.tracks)


def approach(table: Table, rules: RuleSet, unit: str, target: str, turn: float = QUARTER) -> Approach | Barred:
    """The way of a charge that brings the most models into contact; of equally good ones the one with least wheel.

    Raises ValueError where the charger is no block.
    """
    body, aims = blocks.body_of(table, unit), bodies_of(table, target)
    if body is None:
        raise ValueError(f"{unit} is no block")
    solid, untouched = in_the_way(table, rules, unit, target)
    found: list[tuple[Charge, Body]] = []
    missed: NoCharge | None = None
    for aim in aims:
        block, stands = as_block(aim)
        way = best_charge(
            body.block,
            body.pose.plan,
            block,
            stands,
            FAR,
            [(shape, plan) for _, shape, plan in solid],
            [(shape, plan) for _, shape, plan in untouched],
            turn=turn if rules.has(FREE_WHEEL) else 0.0,
        )
        if isinstance(way, Charge):
            found.append((way, aim))
        else:
            missed = missed or way
    if not found:
        return barred(table, unit, missed, solid, untouched)
    best, _ = max(found, key=lambda way: (way[0].count, -abs(way[0].wheel)))
    closes = rules.has(CONTACT)
    others = tuple(_approach(body, target, other, closes) for other in best.equals) if closes else ()
    return replace(_approach(body, target, best, closes), others=others)


def _approach(body: Body, target: str, best: Charge, closes: bool) -> Approach:
    legs = best.path.legs
    kinds = ["wheel"] * (best.wheel != 0.0)
    kinds += ["forward"] * (len(kinds) < len(legs) and legs[len(kinds)][3] is None)
    kinds += ["pivot"] * (len(legs) - len(kinds))
    if not closes:
        kinds = [kind for kind in kinds if kind != "pivot"]
    path = Path(body.pose.plan, legs[: len(kinds)])
    tracks = []
    for index, kind in enumerate(kinds):
        x, y, facing = path.pose(index, 1.0)
        _, _, _, cx, cy = legs[index]
        around = None if cx is None or cy is None else (cx, cy)
        tracks.append(Track(kind, Pose.at(x, y, body.pose.height, facing), around))
    end = tracks[-1].to if tracks else body.pose
    return Approach(
        body.unit,
        target,
        body.block.files,
        body.pose,
        path,
        end,
        best.wheel,
        best.straight,
        len(best.chargers),
        len(best.targets),
        best.contact,
        tuple(tracks),
    )


def barred(
    table: Table, unit: str, missed: NoCharge | None, solid: Sequence[Thing], untouched: Sequence[Thing]
) -> Barred:
    """What the kernel says is in the way, by its name."""
    if missed is None or missed.by is None:
        return Barred("turn")
    kind, index = missed.by
    name = (solid if kind == "solid" else untouched)[index][0]
    if name == EDGE:
        return Barred("terrain")
    if name not in table.units:
        return Barred("terrain", name)
    return Barred("friend" if table.side_of(name) == table.side_of(unit) else "enemy", name)


def in_the_way(table: Table, rules: RuleSet, unit: str, target: str) -> tuple[list[Thing], list[Thing]]:
    """What a charger does not pass through, and whom it may not even touch: enemies that it has not declared."""
    body = blocks.body_of(table, unit)
    height = 0.0 if body is None else body.pose.height
    solid = blocks.impassable(table, rules, height)
    solid += [(EDGE, slab, ORIGIN) for slab in table.board.beyond]
    untouched: list[Thing] = []
    side = table.side_of(unit)
    for name, shape, plan in blocks.others_of(table, unit, target):
        stranger = table.side_of(name) != side and rules.has(NO_THIRD)
        (untouched if stranger else solid).append((name, shape, plan))
    return solid, untouched


def bodies_of(table: Table, unit: str) -> list[Body]:
    """What of a unit stands on the table as one: its block, or each of its loose models."""
    return [body for body in table.bodies if body.unit == unit]


def as_block(body: Body) -> tuple[Block, Plan]:
    """A body as one that is charged: a loose model is a block of one about its middle."""
    if body.loose is None:
        return body.block, body.pose.plan
    x, y = ahead(body.pose.plan, body.block.depth / 2)
    return body.block, (x, y, body.pose.plan[2])


def brushed(table: Table, rules: RuleSet, way: Approach) -> list[tuple[str, float, tuple[float, float]]]:
    """Whom or what else, except its target, a charge comes nearer to than 1", how near, and where."""
    body = blocks.body_of(table, way.unit)
    assert body is not None
    around = blocks.hindrances(
        [
            *blocks.others_of(table, way.unit, way.target),
            *blocks.impassable(table, rules, way.start.height),
        ]
    )
    nearest: dict[str, tuple[float, tuple[float, float]]] = {}
    for met in around.placed.clearances(body.shape, way.path, INCH - TOLERANCE):
        name, measured = around.names[met.index], max(met.gap, 0.0)
        if name not in nearest or measured < nearest[name][0]:
            nearest[name] = measured, met.at
    return [(name, measured, at) for name, (measured, at) in nearest.items()]
