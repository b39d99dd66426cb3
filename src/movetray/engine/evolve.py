"""`evolve`: the table after an event. Knows no rule set; copies only what changes."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from movetray.engine.event import (
    Agreed,
    BlockMoved,
    DecisionClosed,
    DecisionOpened,
    DiceRolled,
    Event,
    MarkCleared,
    MarkSet,
    ModelMoved,
    ModelPlaced,
    ModelRemoved,
    StepEnded,
    TerrainSettled,
    Undone,
    WoundsLost,
)
from movetray.table.ranks import places
from movetray.table.table import Decision, Pose, Ranks, Table, Taken, Unit


def evolve(table: Table, event: Event) -> Table:
    """The table once this has happened.

    Raises KeyError for a model or unit that does not exist, ValueError for an event that cannot follow on this table.
    """
    return _CHANGES[type(event)](table, event)


def starts_of(table: Table) -> dict[str, Pose]:
    """The poses of all models on the table: what a turn that begins now begins from."""
    return {name: model.pose for name, model in table.models.items() if model.pose is not None}


def take(before: Table, after: Table, side: str, binding: bool) -> Table:
    """The table after a side's command, remembering the one before it so that it can be taken back.

    `binding`: a die fell or something was revealed. Once another side acts, what was done earlier is not kept.
    """
    if before.last is not None and before.last.side != side:
        before = replace(before, last=None)
    return replace(after, last=Taken(side, binding, before))


def _stand(table: Table, model: str, pose: Pose | None) -> Table:
    return table.with_model(replace(table.models[model], pose=pose))


def _model_moved(table: Table, event: ModelMoved) -> Table:
    return _stand(table, event.model, event.tracks[-1].to if event.tracks else event.start)


def _model_placed(table: Table, event: ModelPlaced) -> Table:
    return _stand(table, event.model, event.to)


def _model_removed(table: Table, event: ModelRemoved) -> Table:
    table = _stand(table, event.model, None)
    unit = table.unit_of(event.model)
    # A block closes up: its places are numbered anew from the front.
    return table if unit.block is None else _formed(table, unit, unit.block)


def _block_moved(table: Table, event: BlockMoved) -> Table:
    return _formed(table, table.units[event.unit], Ranks(event.files, event.end))


def _formed(table: Table, unit: Unit, ranks: Ranks) -> Table:
    left = [model for name in unit.models if (model := table.models[name]).pose is not None]
    stand = {
        model.id: replace(model, pose=pose)
        for model, pose in zip(left, places(unit.base, ranks, len(left)), strict=True)
    }
    units = {**table.units, unit.id: replace(unit, block=ranks)}
    return replace(table, units=units, models={**table.models, **stand})


def _nothing(table: Table, _event: DiceRolled | Agreed) -> Table:
    return table


def _mark_set(table: Table, event: MarkSet) -> Table:
    carried = {**table.marks.get(event.on, {}), event.mark: event.value}
    return replace(table, marks={**table.marks, event.on: carried})


def _mark_cleared(table: Table, event: MarkCleared) -> Table:
    carried = {k: v for k, v in table.marks.get(event.on, {}).items() if k != event.mark}
    marks: dict[str, Mapping[str, Any]] = {**table.marks, event.on: carried}
    if not carried:
        del marks[event.on]
    return replace(table, marks=marks)


def _wounds_lost(table: Table, event: WoundsLost) -> Table:
    return table.with_model(replace(table.models[event.model], wounds=event.left))


def _decision_opened(table: Table, event: DecisionOpened) -> Table:
    # Missing faces come before everything, what must be answered before what may be declined; else first come first.
    new = _urgency(event.decision)
    before = [waiting for waiting in table.pending if _urgency(waiting) <= new and new > 0]
    return replace(table, pending=(*before, event.decision, *table.pending[len(before) :]))


def _urgency(decision: Decision) -> int:
    if decision.verbs == ("roll",):
        return 0
    return 1 if decision.must else 2


def _decision_closed(table: Table, event: DecisionClosed) -> Table:
    if not table.pending or table.pending[0].side != event.side:
        raise ValueError(f"no choice of {event.side} is the next to be settled")
    return replace(table, pending=table.pending[1:])


def _step_ended(table: Table, event: StepEnded) -> Table:
    starts = starts_of(table) if event.fresh else table.starts
    return replace(table, step=event.step, round=event.round, active=event.active, starts=starts)


def _terrain_settled(table: Table, event: TerrainSettled) -> Table:
    return replace(table, settled={**table.settled, event.terrain: event.going})


def _undone(table: Table, event: Undone) -> Table:
    if table.last is None or table.last.side != event.side:
        raise ValueError(f"{event.side} has nothing to take back")
    return table.last.before


_CHANGES: Mapping[type, Callable[[Table, Any], Table]] = {
    ModelMoved: _model_moved,
    ModelPlaced: _model_placed,
    ModelRemoved: _model_removed,
    BlockMoved: _block_moved,
    DiceRolled: _nothing,
    Agreed: _nothing,
    MarkSet: _mark_set,
    MarkCleared: _mark_cleared,
    WoundsLost: _wounds_lost,
    DecisionOpened: _decision_opened,
    DecisionClosed: _decision_closed,
    StepEnded: _step_ended,
    TerrainSettled: _terrain_settled,
    Undone: _undone,
}
