"""Did these blocks do only what they may? A second opinion on ranked blocks: shapely and numpy, nothing of the kernel.

`table_problems` looks at a table alone, `step_problems` at a command and what came of it: every way is gone again in
small steps, every wheel about its corner, every inch of allowance added up anew.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import shapely

from movetray.engine.command import Command
from movetray.engine.event import BlockMoved, DiceRolled, Event, MarkSet, Track
from movetray.table.table import Table, Unit
from movetray.table.terrain import Block, Ground
from oracle.blocks import Pose, Regiment, ahead, wheeled

INCH = 2540
EPS = 0.004
"""Inches that the snapping of two poses and the turn of a deep block may make."""
TOUCH = 0.0006
"""Inches up to which bases are in contact."""

STEP = 0.1


class Result(Protocol):
    """What came of a command, as far as it is looked at here."""

    @property
    def spent(self) -> float | None: ...
    @property
    def outcome(self) -> str | None: ...
    @property
    def events(self) -> Sequence[Event]: ...


def regiment(table: Table, unit: Unit) -> Regiment:
    """The men of a block that are left."""
    left = sum(table.models[model].pose is not None for model in unit.models)
    assert unit.block is not None
    files = min(unit.block.files, max(left, 1))
    return Regiment(left, files, unit.base.width / INCH, unit.base.depth / INCH)


def front(unit: Unit) -> Pose:
    """Where the middle of its front edge is, and which way it faces."""
    assert unit.block is not None
    at = unit.block.front
    return at.x / INCH, at.y / INCH, at.facing / 100


def footprints(table: Table) -> dict[str, Any]:
    """The footprint of every block that is on the table."""
    found = {}
    for unit in table.units.values():
        men = regiment(table, unit)
        if men.models:
            found[unit.id] = men.footprint(front(unit))
    return found


def impassable(table: Table) -> dict[str, Any]:
    """What nobody passes."""
    return {
        piece.id: shapely.Polygon([(x / INCH, y / INCH) for x, y in piece.outline])
        for piece in table.board.terrain
        if isinstance(piece, Block) or (isinstance(piece, Ground) and piece.going == "impassable")
    }


# --- a table


def table_problems(table: Table) -> Iterator[str]:
    """What cannot be on any table: men out of their places, blocks in each other or over the edge."""
    feet = footprints(table)
    field = shapely.box(0, 0, table.board.width / INCH, table.board.depth / INCH)
    for unit in table.units.values():
        men = regiment(table, unit)
        if not men.models:
            continue
        there = [pose for model in unit.models if (pose := table.models[model].pose) is not None]
        for base, pose in zip(men.bases(front(unit)), there, strict=True):
            if math.dist(base.centroid.coords[0], (pose.x / INCH, pose.y / INCH)) > EPS:
                yield f"a man of {unit.id} is out of his place"
        if feet[unit.id].difference(field.buffer(EPS)).area > 1e-9:
            yield f"{unit.id} is off the table"
    names = list(feet)
    for k, one in enumerate(names):
        for other in names[k + 1 :]:
            if feet[one].buffer(-EPS).intersects(feet[other].buffer(-EPS)):
                yield f"{one} stands in {other}"


# --- a step


def step_problems(before: Table, command: Command, result: Result, after: Table) -> Iterator[str]:
    """What of a legal command cannot have been."""
    yield from table_problems(after)
    for event in result.events:
        if isinstance(event, BlockMoved):
            yield from track_problems(before, event)
    moves = [event for event in result.events if isinstance(event, BlockMoved)]
    if command.do in ("move", "march") and command.steps and moves:
        yield from move_problems(before, command, result, moves[0])
    charged = {e.on for e in result.events if isinstance(e, MarkSet) and e.mark == "charged"}
    for unit in charged & set(after.units):
        yield from charge_problems(before, after, unit, [event for event in moves if event.unit == unit])
    if command.do == "flee" and before.step == "compulsory" and moves:
        yield from flight_problems(before, after, command.unit or "", result, moves[0])


def poses(men: Regiment, start: Pose, tracks: Sequence[Track]) -> list[list[Pose]]:
    """Every leg in small steps."""
    found = []
    at = start
    for track in tracks:
        x, y, facing = track.to.x / INCH, track.to.y / INCH, track.to.facing / 100
        turn = (facing - at[2] + 180) % 360 - 180
        reach = math.hypot(men.front, men.depth * 12)
        count = max(1, math.ceil(max(math.dist(at[:2], (x, y)), math.radians(abs(turn)) * reach) / STEP))
        leg = []
        for k in range(count + 1):
            t = k / count
            if track.around is None:
                leg.append((at[0] + (x - at[0]) * t, at[1] + (y - at[1]) * t, at[2]))
            else:
                cx, cy = track.around
                angle = math.radians(turn * t)
                dx, dy = at[0] - cx, at[1] - cy
                cos, sin = math.cos(angle), math.sin(angle)
                leg.append((cx + dx * cos - dy * sin, cy + dx * sin + dy * cos, at[2] + turn * t))
        found.append(leg)
        at = (x, y, facing)
    return found


def track_problems(before: Table, event: BlockMoved) -> Iterator[str]:
    """Forward is ahead, sideways aside, a wheel about a front corner, and each leg ends where the record says."""
    men = regiment(before, before.units[event.unit])
    start = (event.start.x / INCH, event.start.y / INCH, event.start.facing / 100)
    for leg, track in zip(poses(men, start, event.tracks), event.tracks, strict=True):
        first, last = leg[0], leg[-1]
        ends = (track.to.x / INCH, track.to.y / INCH)
        if math.dist(last[:2], ends) > EPS:
            yield f"{event.unit}: a {track.by} ends elsewhere than its arc"
        length = math.dist(first[:2], last[:2])
        wanted = {"forward": ahead(first, length), "back": ahead(first, -length)}.get(track.by)
        if wanted is not None and math.dist(wanted[:2], ends) > EPS:
            yield f"{event.unit}: {track.by} is not along its facing"
        if track.by == "wheel":
            turn = (track.to.facing / 100 - first[2] + 180) % 360 - 180
            if math.dist(wheeled(first, men.front, turn)[:2], ends) > EPS:
                yield f"{event.unit}: a wheel about no front corner"


def move_problems(before: Table, command: Command, result: Result, event: BlockMoved) -> Iterator[str]:
    """An inch from everybody all the way, and no more than the allowance."""
    unit = before.units[event.unit]
    men = regiment(before, unit)
    others = {**footprints(before), **impassable(before)}
    own = others.pop(unit.id)
    begun = {name: own.distance(shape) for name, shape in others.items()}
    legs = poses(men, front(unit), event.tracks)
    for leg in legs:
        for pose in leg:
            foot = men.footprint(pose)
            for name, shape in others.items():
                if foot.distance(shape) < min(1.0, begun[name]) - EPS:
                    yield f"{unit.id} comes within {foot.distance(shape):.3f} of {name}"
    movement = float(unit.stats["M"]) * (2 if command.do == "march" else 1)
    paid = sum(_price(men, track, leg) for track, leg in zip(event.tracks, legs, strict=True))
    if paid > movement + 0.01:
        yield f"{unit.id} paid {paid:.3f} of {movement}"
    if result.spent is None or abs(result.spent - paid) > 0.01:
        yield f"{unit.id} is said to have paid {result.spent}, not {paid:.3f}"


def _price(men: Regiment, track: Track, leg: list[Pose]) -> float:
    turn = math.radians(abs(leg[-1][2] - leg[0][2]))
    length = math.dist(leg[0][:2], leg[-1][:2])
    ranks = -(-men.models // men.files)
    deep = ranks * men.depth
    match track.by:
        case "wheel":
            # the last rank may be narrower: it is centred, so its far corner stands further in
            last = men.models - (ranks - 1) * men.files
            corners = [
                (deep, (men.files + last) / 2 * men.width),
                ((ranks - 1) * men.depth, men.front),
                (0.0, men.front),
            ]
            far = max(math.hypot(*corner) for corner in corners) if deep > men.front + 1e-6 else men.front
            return turn * far
        case "back" | "sideways":
            return 2 * length
        case "pivot":
            return 0.0
        case _:
            return length


def charge_problems(before: Table, after: Table, unit: str, moves: Sequence[BlockMoved]) -> Iterator[str]:
    """Home is flat against an enemy, after one wheel of at most a quarter, and no other enemy is touched."""
    side = after.units[unit].side
    feet = footprints(after)
    foes = {name for name in feet if after.units[name].side != side}
    touched = {name for name in foes if feet[unit].distance(feet[name]) <= EPS}
    if not touched:
        yield f"{unit} has charged and touches nobody"
    flat = [(after.units[unit].block.front.facing - after.units[name].block.front.facing) % 9000 for name in touched]  # type: ignore[union-attr]
    if touched and not any(min(turn, 9000 - turn) <= 1 for turn in flat):
        yield f"{unit} has not closed the door"
    too_many = sorted(name for name in foes if feet[unit].distance(feet[name]) <= TOUCH)
    if len(too_many) > 1:
        yield f"{unit} touches {too_many}"
    for event in moves:
        men = regiment(before, before.units[unit])
        for track, leg in zip(event.tracks, poses(men, front(before.units[unit]), event.tracks), strict=True):
            if track.by == "wheel" and abs(leg[-1][2] - leg[0][2]) > 90.01:
                yield f"{unit} wheels more than a quarter in its charge"
        if sum(track.by == "wheel" for track in event.tracks) > 1:
            yield f"{unit} wheels twice in its charge"


def flight_problems(before: Table, after: Table, unit: str, result: Result, event: BlockMoved) -> Iterator[str]:
    """Straight ahead, at least as far as the dice say, and clear of everything at the end."""
    rolled = next(sum(e.faces) for e in result.events if isinstance(e, DiceRolled))
    x, y, _ = front(before.units[unit])
    gone = math.dist((x, y), (event.end.x / INCH, event.end.y / INCH))
    if gone < rolled - EPS:
        yield f"{unit} fled {gone:.3f} of {rolled}"
    men = regiment(before, before.units[unit])
    foot = men.footprint((event.end.x / INCH, event.end.y / INCH, event.end.facing / 100))
    others = {**footprints(after), **impassable(after)}
    others.pop(unit, None)
    near = {name: foot.distance(shape) for name, shape in others.items() if foot.distance(shape) < 1.0 - EPS}
    if near:
        yield f"{unit} ends its flight near {near}"
