"""The fingerprint of a rule set: what it says, as one hash. A record keeps it, so that an audit by other rules says so.

It covers what a rule set lays down as data: ids, sentences, numbers, options and their chosen values, steps, verbs,
marks. A check is named, not read: mending one that measured wrongly leaves the fingerprint as it was.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from movetray.engine.ruleset import RuleSet


def fingerprint(rules: RuleSet) -> str:
    """64 hexadecimal digits: the same for the same rules, on every machine."""
    said = {
        "id": rules.id,
        "steps": [step.id for step in rules.steps],
        "kinds": [[kind.verb, sorted(kind.steps), kind.misplaced, list(kind.needs)] for kind in rules.kinds.values()],
        "clauses": [
            [c.id, c.seed, c.says, _named(c.check), sorted(c.verbs), c.stage, c.early, _written(c.value)]
            for c in rules.clauses.values()
        ],
        "options": [[o.id, list(o.values), o.default, _written(rules.option(o.id))] for o in rules.options.values()],
        "marks": [[m.id, m.lapses, m.shown] for m in rules.marks.values()],
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _named(function: Any) -> str:
    return "" if function is None else str(getattr(function, "__qualname__", None) or type(function).__qualname__)


def _written(value: Any) -> Any:
    """A value as JSON that does not depend on the run: functions by name, sets in order."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Enum):
        return value.name
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(_written(getattr(value, field.name)) for field in fields(value))]
    if isinstance(value, Mapping):
        return {str(key): _written(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((_written(item) for item in value), key=repr)
    if isinstance(value, tuple | list):
        return [_written(item) for item in value]
    return _named(value)
