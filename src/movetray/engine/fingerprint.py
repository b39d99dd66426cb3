"""The fingerprint of a rule set: what it says, as one hash. A record keeps it, so that an audit by other rules says so.

It covers what a rule set lays down as data: ids, sentences, numbers, options and their chosen values, steps, verbs,
marks, and the file that house rules come from. A check is its name and its settings, its code is not read: mending one
that measured wrongly leaves the fingerprint as it was.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from movetray.engine.ruleset import Clause, RuleSet

PACKAGE = __name__.partition(".")[0]


def fingerprint(rules: RuleSet) -> str:
    """64 hexadecimal digits: the same for the same rules, on every machine."""
    said = {
        "id": rules.id,
        "steps": [step.id for step in rules.steps],
        "kinds": [[kind.verb, sorted(kind.steps), kind.misplaced, list(kind.needs)] for kind in rules.kinds.values()],
        "clauses": [clause_said(clause) for clause in rules.clauses.values()],
        "options": [[o.id, list(o.values), o.default, _written(rules.option(o.id))] for o in rules.options.values()],
        "marks": [[m.id, m.lapses, m.shown] for m in rules.marks.values()],
    }
    if rules.house:
        said["house"] = rules.house
    return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def clause_said(c: Clause) -> list[Any]:
    """What a clause lays down, as JSON: equal for equal clauses. Its messages are words, not rules."""
    check = "" if c.check is None else _written(c.check)
    return [c.id, c.seed, c.says, check, sorted(c.verbs), c.stage, c.early, _written(c.value)]


def _named(function: Any) -> str:
    """A function's name; with its module, where that is none of ours, for there one takes the place of another."""
    name = str(getattr(function, "__qualname__", None) or type(function).__qualname__)
    module = str(getattr(function, "__module__", "") or "")
    return name if module.partition(".")[0] == PACKAGE else f"{module}.{name}"


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
