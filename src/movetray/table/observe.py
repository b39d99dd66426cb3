"""A table as somebody sees it from whom some models are hidden: they have no name, no place and no number in it."""

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Any

from movetray.table.table import Decision, Table, Taken


def observe(table: Table, hidden: Set[str]) -> Table:
    """The table without the models that are hidden, and without a word of them in what is left.

    What is left is listed, not what is taken away: whatever names a hidden model is not in it. A choice that speaks of
    hidden models is there still - everybody waits for it - but says only whose it is.
    """
    if not hidden:
        return table
    units = {}
    for name, unit in table.units.items():
        left = tuple(model for model in unit.models if model not in hidden)
        if left:
            units[name] = unit if len(left) == len(unit.models) else replace(unit, models=left)
    gone = frozenset(hidden) | (table.units.keys() - units.keys())
    models = {name: model for name, model in table.models.items() if name not in hidden}
    marks = {
        owner: {mark: value for mark, value in carried.items() if not names(value, gone)}
        for owner, carried in table.marks.items()
        if owner not in gone
    }
    seen = replace(
        table,
        units=units,
        models=models,
        marks={owner: carried for owner, carried in marks.items() if carried},
        starts={name: pose for name, pose in table.starts.items() if name not in hidden},
        pending=tuple(_choice(decision, gone) for decision in table.pending),
        last=None,
    )
    last = table.last
    return seen if last is None else replace(seen, last=Taken(last.side, last.binding, seen))


def _choice(decision: Decision, gone: Set[str]) -> Decision:
    from movetray.engine.command_json import to_json

    said = [decision.models, to_json(decision.of), decision.facts]
    if not names(said, gone):
        return decision
    of = type(decision.of)("pass")
    return replace(decision, models=(), of=of, facts={})


def names(value: Any, gone: Set[str]) -> bool:
    """Whether a JSON value names one of these: as a text, a key, anywhere in it."""
    if isinstance(value, str):
        return value in gone
    if isinstance(value, Mapping):
        return any(names(key, gone) or names(item, gone) for key, item in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return any(names(item, gone) for item in value)
    return False
