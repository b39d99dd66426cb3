"""A table as JSON, made from the one before it: only what changed is written anew."""

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Any

from movetray.play.log import canonical
from movetray.table.table import Table
from movetray.table.writer import moment_json, unit_json

Json = dict[str, Any]


@dataclass(frozen=True)
class Shot:
    """The units and the state of a table as a situation file has them, and their digest.

    `texts` are the units in canonical form, by id. The places at which the turn began are left out of the state.
    """

    table: Table
    units: dict[str, Json]
    state: Json
    texts: dict[str, str]
    digest: str

    @property
    def listed(self) -> list[Json]:
        """The units in their order."""
        return list(self.units.values())


def shot_of(table: Table, before: Shot | None = None) -> Shot:
    """The table as JSON; units that are as they were in `before` are taken from there."""
    units: dict[str, Json] = {}
    texts: dict[str, str] = {}
    for name, unit in table.units.items():
        if before is not None and _same(before.table, table, name):
            units[name], texts[name] = before.units[name], before.texts[name]
        else:
            texts[name] = canonical(unit_json(table, unit))
            units[name] = json.loads(texts[name])
    at = {name: model.pose for name, model in table.models.items() if model.pose is not None}
    state = canonical(moment_json(replace(table, starts=at)))
    digest = hashlib.sha256(f"[[{','.join(texts.values())}],{state}]".encode()).hexdigest()[:16]
    return Shot(table, units, json.loads(state), texts, digest)


def changes(before: Shot, after: Shot) -> Json:
    """What leads from one to the other."""
    return {
        "units": [after.units[name] for name, text in after.texts.items() if before.texts.get(name) != text],
        "gone": [name for name in before.units if name not in after.units],
        "state": after.state,
    }


def _same(was: Table, now: Table, name: str) -> bool:
    old, unit = was.units.get(name), now.units[name]
    if old is not unit and old != unit:
        return False
    if was.marks.get(name) != now.marks.get(name):
        return False
    for model in unit.models:
        one, other = was.models.get(model), now.models[model]
        if (one is not other and one != other) or was.marks.get(model) != now.marks.get(model):
            return False
    return True
