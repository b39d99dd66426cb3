"""Ranked blocks on the move: a unit as one body, the way of its steps, and how far its men come on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from movetray._kernel import Block, Path, Placed, Shape, ahead, gap
from movetray.engine.attempt import Attempt
from movetray.engine.command import Manoeuvre
from movetray.engine.event import BlockMoved, Track
from movetray.engine.ruleset import RuleSet
from movetray.table.board import ORIGIN
from movetray.table.table import Body, Pose, Ranks, Table, Unit, formed
from movetray.units import to_inches

Point = tuple[float, float]
Plan = tuple[float, float, float]


@dataclass(frozen=True)
class Stretch:
    """One step of a block as it is gone: from a pose that is not snapped, along its own path."""

    step: Manoeuvre
    path: Path
    leg: int

    @property
    def legs(self) -> int:
        """How many legs of the whole path it is."""
        return len(self.path.legs)


@dataclass(frozen=True)
class BlockWay:
    """The way of a block: what it is, where it starts, and its steps one after another. Poses are of its front edge."""

    unit: str
    block: Block
    start: Pose
    stretches: tuple[Stretch, ...]

    @cached_property
    def path(self) -> Path:
        """All of it, as one path of the middle of the front edge."""
        legs = [leg for stretch in self.stretches for leg in stretch.path.legs]
        return Path(self.start.plan, legs)

    @property
    def end(self) -> Pose:
        """Where it comes to rest, snapped."""
        if not self.stretches:
            return self.start
        x, y, facing = self.stretches[-1].path.end
        return Pose.at(x, y, self.start.height, facing)

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The legs as a record keeps them."""
        found = []
        for stretch in self.stretches:
            path, z = stretch.path, self.start.height
            for index, (_, _, _, cx, cy) in enumerate(path.legs):
                x, y, facing = path.pose(index, 1.0)
                around = None if cx is None or cy is None else (cx, cy)
                found.append(Track(stretch.step.kind, Pose.at(x, y, z, facing), around))
        return tuple(found)


def body_of(table: Table, unit: str) -> Body | None:
    """The block of a unit that stands on the table; None where it has none."""
    if table.units[unit].block is None:
        return None
    return next((body for body in table.bodies if body.unit == unit), None)


def way_along(body: Body, steps: Sequence[Manoeuvre]) -> BlockWay:
    """The way of a block by these steps. Wheels that follow one another about the same corner are one."""
    pose: Plan = body.pose.plan
    found: list[Stretch] = []
    legs = 0
    for step in joined(steps):
        path = body.block.path(pose, [_said(step)])
        found.append(Stretch(step, path, legs))
        legs += len(path.legs)
        pose = path.end
    return BlockWay(body.unit, body.block, body.pose, tuple(found))


def joined(steps: Sequence[Manoeuvre]) -> list[Manoeuvre]:
    """Steps with nothing of none, and those that go on with what the last began made one."""
    found: list[Manoeuvre] = []
    for step in steps:
        if step.amount == 0:
            continue
        last = found[-1] if found else None
        if last is not None and (last.kind, last.toward) == (step.kind, step.toward) and step.kind == "wheel":
            found[-1] = Manoeuvre("wheel", last.amount + step.amount, step.toward)
        else:
            found.append(step)
    return found


def _said(step: Manoeuvre) -> tuple[str, float]:
    match step.kind:
        case "sideways":
            return (step.toward or "left"), step.amount
        case "wheel":
            return f"wheel-{step.toward}", step.amount
        case kind:
            return kind, step.amount


def way_of(attempt: Attempt) -> BlockWay | None:
    """The way of the block that a command gives steps; None where it moves no block or says no steps."""
    command = attempt.command
    if command.unit is None or not command.steps:
        return None
    return attempt.once("block way", lambda: _way(attempt))


def _way(attempt: Attempt) -> BlockWay | None:
    assert attempt.command.unit is not None
    body = body_of(attempt.table, attempt.command.unit)
    return None if body is None else way_along(body, attempt.command.steps or ())


def moved(way: BlockWay, files: int, end: Pose | None = None) -> BlockMoved:
    """The event of a way gone."""
    return BlockMoved(way.unit, way.start, end or way.end, files, way.tracks)


# --- what its men are about the middle of its front


def middles(block: Block) -> list[Point]:
    """The middles of its models about its pose."""
    return list(block.places)


def corners(unit: Unit, block: Block) -> list[Point]:
    """The corners of its models about its pose."""
    half_depth, half_width = to_inches(unit.base.depth) / 2, to_inches(unit.base.width) / 2
    return [
        (x + along * half_depth, y + across * half_width)
        for x, y in block.places
        for along in (1, -1)
        for across in (1, -1)
    ]


def centre_of(body: Body) -> Plan:
    """The middle of the rectangle of its ranks and files, with its facing."""
    x, y = ahead(body.pose.plan, 0.0 if body.loose is not None else -body.block.depth / 2)
    return x, y, body.pose.plan[2]


def front_about(centre: Point, facing: float, block: Block, height: float = 0.0) -> Pose:
    """The front of a block whose middle is there."""
    x, y = ahead((*centre, facing), block.depth / 2)
    return Pose.at(x, y, height, facing)


def re_formed(table: Table, unit: str, files: int) -> Block:
    """The men that a unit has left in so many files."""
    left = sum(table.models[model].pose is not None for model in table.units[unit].models)
    return formed(table.units[unit].base, left, files)


def ranks_of(table: Table, unit: str) -> Ranks:
    """How a unit that is a block stands."""
    ranks = table.units[unit].block
    assert ranks is not None
    return ranks


# --- what it keeps its distance from


@dataclass(frozen=True)
class Hindrances:
    """Shapes that a block meets, and what each of them is: a unit or a piece of terrain."""

    names: tuple[str, ...]
    placed: Placed


def others_of(table: Table, *units: str) -> list[tuple[str, Shape, Plan]]:
    """The bodies of all other units."""
    return [(body.unit, body.shape, body.pose.plan) for body in table.bodies if body.unit not in units]


def impassable(table: Table, rules: RuleSet, height: float) -> list[tuple[str, Shape, Plan]]:
    """What nobody passes at this height: solids that no clause lets anybody cross, and impassable ground."""
    found: list[tuple[str, Shape, Plan]] = [
        (solid.piece, solid.shape, ORIGIN)
        for solid in table.board.slice(height).solids
        if rules.crossed_by(solid.kind, solid.top - height) is None
    ]
    found += [
        (ground.id, region, ORIGIN)
        for ground, region in table.board.grounds
        if rules.going(table, ground) == "impassable"
    ]
    return found


def hindrances(found: Sequence[tuple[str, Shape, Plan]]) -> Hindrances:
    """These, to be asked at once."""
    return Hindrances(tuple(name for name, _, _ in found), Placed([(shape, plan) for _, shape, plan in found]))


def apart(table: Table, unit: str, other: str) -> float:
    """Inches between two units, from base to base."""
    ours = [body for body in table.bodies if body.unit == unit]
    theirs = [body for body in table.bodies if body.unit == other]
    gaps = [gap(a.shape, a.pose.plan, b.shape, b.pose.plan) for a in ours for b in theirs]
    return max(min(gaps, default=float("inf")), 0.0)


def near(table: Table, unit: str, within: float) -> Iterator[tuple[str, float]]:
    """The other units within so many inches of a unit, each with the distance, in the order of the table."""
    found: dict[str, float] = {}
    for body in table.bodies:
        if body.unit != unit:
            continue
        for index, measured in table.body_places.near(body.shape, body.pose.plan, within):
            other = table.bodies[index].unit
            if other != unit:
                found[other] = min(found.get(other, measured), measured)
    yield from found.items()
