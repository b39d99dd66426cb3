"""Whether everything stands where it can: on the table, on a surface, in nothing solid, in nobody else."""

from collections.abc import Sequence

from movetray._kernel import Placed, distance
from movetray.form.node import Complaints, Spot
from movetray.table.board import Board
from movetray.table.read_units import Read
from movetray.table.table import Base, Model
from movetray.units import at_least, at_most, compare, to_inches


def check_places(board: Board, reads: Sequence[Read], bad: Complaints) -> None:
    """Complain about every model that cannot stand where it is said to: of a block once for each fault."""
    sound = []
    for read in reads:
        worst: dict[str, tuple[Model, Fault]] = {}
        for model in read.models:
            fault = _off_table(board, read, model) or _in_solid(board, read, model) or _unsupported(board, model)
            if fault is None:
                sound.append((read, model))
            elif not read.unit.block:
                worst[model.id] = model, fault
            elif fault[0] not in worst or worst[fault[0]][1][2] < fault[2]:
                worst[fault[0]] = model, fault
        for model, (says, facts, _) in worst.values():
            _spot(read, model, bad).say(read.lines[model.id], says, **facts)
    _overlaps(sound, bad)


Fault = tuple[str, dict[str, str], float]
"""What is wrong, its facts, and how bad it is."""


def _spot(read: Read, model: Model, bad: Complaints) -> Spot:
    if read.unit.block:
        return Spot(bad, read.spot_key, "unit", read.unit.id)
    return Spot(bad, read.spot_key, "model", model.id)


def _written(*numbers: float) -> str:
    return "[" + ", ".join(f"{round(value, 4):g}" for value in numbers) + "]"


def _off_table(board: Board, read: Read, model: Model) -> Fault | None:
    if model.pose is None:
        return None
    x0, y0, x1, y1 = read.unit.base.shape.bounds(model.pose.plan)
    _, _, width, depth = board.bounds
    if at_least(x0, 0) and at_least(y0, 0) and at_most(x1, width) and at_most(y1, depth):
        return None
    off = max(-x0, -y0, x1 - width, y1 - depth)
    x, y, _ = model.pose.point
    facts = {"place": _written(x, y), "off": f"{off:.2f}", "width": f"{width:g}", "depth": f"{depth:g}"}
    if read.unit.block:
        return 'the block is up to {off}" off the {width} x {depth} table, a place on it is wanted', facts, off
    says = '{place} is {off}" off the {width} x {depth} table, a place on it for the whole base is wanted'
    return says, facts, off


def _in_solid(board: Board, read: Read, model: Model) -> Fault | None:
    if model.pose is None:
        return None
    here = board.slice(model.pose.height)
    for index, gap in here.placed.near(read.unit.base.shape, model.pose.plan, 0.0):
        if not at_least(gap, 0.0):
            x, y, _ = model.pose.point
            facts = {"place": _written(x, y), "terrain": here.solids[index].piece}
            return "the base at {place} is inside `{terrain}`, a free place is wanted", facts, -gap
    return None


def _unsupported(board: Board, model: Model) -> Fault | None:
    if model.pose is None:
        return None
    x, y, z = model.pose.point
    if any(surface.supports(x, y) for surface in board.surfaces_at(z)):
        return None
    under = sorted({s.height for s in board.surfaces if s.supports(x, y)})
    heights = ", ".join(f"{round(height, 4):g}" for height in under) or "none"
    facts = {"place": _written(x, y, z), "heights": heights}
    return "at {place} nothing supports the base, a height with a surface is wanted (there: {heights})", facts, 0.0


def _overlaps(standing: Sequence[tuple[Read, Model]], bad: Complaints) -> None:
    on_table = [(read, model, model.pose) for read, model in standing if model.pose is not None]
    bases = Placed([(read.unit.base.shape, pose.plan) for read, _, pose in on_table])
    told: set[tuple[str, str]] = set()
    for index, (read, model, pose) in enumerate(on_table):
        for other, gap in bases.near(read.unit.base.shape, pose.plan, 0.0, (index,)):
            its, him, there = on_table[other]
            pair = _who(read, model), _who(its, him)
            # the men of a block stand shoulder to shoulder by construction
            if other < index or at_least(gap, 0.0) or compare(pose.height, there.height) or len(set(pair)) < 2:
                continue
            if pair in told:
                continue
            told.add(pair)
            first, second = (read, model), (its, him)
            if its.lines[him.id] < read.lines[model.id]:
                first, second = second, first
            facts = {
                "name": _who(*second),
                "line": str(second[0].lines[second[1].id]),
                "apart": f"{distance(pose.plan[:2], there.plan[:2]):.2f}",
                "widths": _widths(read.unit.base, its.unit.base),
            }
            if first[0].unit.block or second[0].unit.block:
                says = "overlaps `{name}` (line {line}), bases apart or in contact are wanted"
            else:
                says = (
                    'overlaps `{name}` (line {line}): the centres are {apart}" apart, the bases {widths}" wide;'
                    " bases apart or in contact are wanted"
                )
            _spot(*first, bad).say(first[0].lines[first[1].id], says, **facts)


def _who(read: Read, model: Model) -> str:
    return read.unit.id if read.unit.block else model.id


def _widths(one: Base, other: Base) -> str:
    widths = dict.fromkeys(f"{to_inches(base.width):.2f}" for base in (one, other))
    return '" and '.join(widths)
