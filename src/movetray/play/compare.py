"""What a step expected against what came of it, key by key."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from movetray.engine.command import Waypoint
from movetray.engine.verdict import Verdict
from movetray.play.result import Result
from movetray.table.table import Table
from movetray.units import TOLERANCE

SPENT = 0.01
"""Inches by which an allowance spent may differ."""

PLACE = 0.02
"""Inches by which each coordinate of a place may differ."""

SHARE = Fraction(1, 1000)
"""The part by which a number of an answer may differ, unless `tol` says otherwise."""

Difference = tuple[str, Any, Any, str]
"""The key, what was expected, what was got, and why that is not the same."""


# --- commands


def of_command(expect: Mapping[str, Any], result: Result) -> list[Difference]:
    """Where a result is not as expected."""
    return [
        (key, expect[key], got, why)
        for key, look in _COMMAND.items()
        if key in expect
        for got, why in look(expect[key], result)
    ]


Look = Callable[[Any, Result], list[tuple[Any, str]]]


def cited(verdict: Verdict, *kinds: str) -> list[str]:
    """The clauses a verdict cites, each once; only those of some kinds, if any are named."""
    return list(dict.fromkeys(r.clause for r in verdict.reasons if not kinds or r.kind in kinds))


def _legal(wanted: Any, result: Result) -> list[tuple[Any, str]]:
    got = {"legal": True, "illegal": False}.get(result.verdict.ruling, result.verdict.ruling)
    return [] if got == wanted else [(got, "it cites " + (", ".join(cited(result.verdict)) or "no clause"))]


def _rule(wanted: Sequence[str], result: Result) -> list[tuple[Any, str]]:
    got = cited(result.verdict)
    for passed in result.declined:
        got += [clause for clause in cited(passed.verdict) if clause not in got]
    missing = [clause for clause in wanted if clause not in got]
    return [(got, "not cited: " + ", ".join(missing))] if missing else []


def _only(wanted: Sequence[str], result: Result) -> list[tuple[Any, str]]:
    kind = {"legal": "applied", "illegal": "broken"}.get(result.verdict.ruling, result.verdict.ruling)
    got = cited(result.verdict, kind)
    return [] if set(got) == set(wanted) else [(got, "not exactly these clauses")]


def _outcome(wanted: str, result: Result) -> list[tuple[Any, str]]:
    return [] if result.outcome == wanted else [(result.outcome, "another outcome")]


def _spent(wanted: float, result: Result) -> list[tuple[Any, str]]:
    got = result.spent
    if got is not None and abs(got - wanted) <= SPENT:
        return []
    return [(None if got is None else round(got, 4), "another part of the allowance")]


def _at(wanted: Mapping[str, Sequence[float]], result: Result) -> list[tuple[Any, str]]:
    found: list[tuple[Any, str]] = []
    for model, place in wanted.items():
        pose = result.table.models[model].pose
        if pose is None:
            found.append((None, f"`{model}` stands nowhere"))
        elif any(abs(is_ - should) > PLACE for is_, should in zip(pose.point, place, strict=False)):
            found.append(([round(value, 4) for value in pose.point], f"`{model}` stands elsewhere"))
    return found


def carries(table: Table, owner: str, status: str) -> bool:
    """Whether a model, a unit or a side has a status: itself, by its unit, or by all its models on the table."""
    if table.has(owner, status):
        return True
    if owner in table.models:
        return table.has(table.models[owner].unit, status)
    unit = table.units.get(owner)
    return unit is not None and all(table.has(model, status) for model in unit.models)


def statuses(table: Table, owner: str) -> list[str]:
    """Everything that is true of a model, unit or side."""
    own = [mark for mark, value in table.marks.get(owner, {}).items() if value is True]
    return own + (statuses(table, table.models[owner].unit) if owner in table.models else [])


def _status(wanted: Mapping[str, Sequence[str]], result: Result) -> list[tuple[Any, str]]:
    return [
        ({owner: statuses(result.table, owner)}, f"`{owner}` is not {status}")
        for owner, listed in wanted.items()
        for status in listed
        if not carries(result.table, owner, status)
    ]


def _not_status(wanted: Mapping[str, Sequence[str]], result: Result) -> list[tuple[Any, str]]:
    table = result.table
    return [
        ({owner: statuses(table, owner)}, f"`{owner}` is {status}")
        for owner, listed in wanted.items()
        for status in listed
        if carries(table, owner, status) or any(table.has(m, status) for m in _members(table, owner))
    ]


def _members(table: Table, owner: str) -> tuple[str, ...]:
    unit = table.units.get(owner)
    return unit.models if unit else ()


def _wounds(wanted: Mapping[str, int], result: Result) -> list[tuple[Any, str]]:
    return [
        (got, f"`{model}` has another number of wounds left")
        for model, left in wanted.items()
        if (got := result.table.models[model].wounds) != left
    ]


def _rolled(wanted: int, result: Result) -> list[tuple[Any, str]]:
    got = sum(len(roll["faces"]) for roll in result.rolled)
    return [] if got == wanted else [(got, "another number of dice")]


def _pending(wanted: Mapping[str, Any], result: Result) -> list[tuple[Any, str]]:
    got = result.to_json()["pending"]
    if got is None:
        return [(None, "no choice is open")]
    return [
        (got.get(key), f"another `{key}`")
        for key, value in wanted.items()
        if (set(got[key]) != set(value) if isinstance(value, tuple) else got.get(key) != value)
    ]


_COMMAND: Mapping[str, Look] = {
    "legal": _legal,
    "rule": _rule,
    "only": _only,
    "outcome": _outcome,
    "spent": _spent,
    "at": _at,
    "status": _status,
    "not-status": _not_status,
    "wounds": _wounds,
    "rolled": _rolled,
    "pending": _pending,
}


# --- questions


def of_answer(expect: Mapping[str, Any], answer: Mapping[str, Any]) -> list[Difference]:
    """Where an answer is not as expected."""
    found: list[Difference] = []
    tolerance = expect.get("tol")
    for key, wanted in expect.items():
        if key == "tol":
            continue
        got = answer.get(key, True if key == "legal" else None)
        why = _ANSWER[key](wanted, got, answer) if key in _ANSWER else _number(wanted, got, tolerance)
        if why:
            found.append((key, wanted, got, why))
    return found


def _number(wanted: float, got: Any, tolerance: float | None) -> str:
    if not isinstance(got, int | float) or isinstance(got, bool):
        return "no number"
    slack = float(abs(Fraction(wanted)) * SHARE) if tolerance is None else tolerance
    return "" if abs(got - wanted) <= max(slack, TOLERANCE if tolerance is None else 0.0) else "another number"


def _same(wanted: Any, got: Any, _answer: Mapping[str, Any]) -> str:
    return "" if got == wanted else "another answer"


def _fraction(wanted: Fraction, got: Any, _answer: Mapping[str, Any]) -> str:
    return "" if got is not None and Fraction(got) == wanted else "another chance"


def _outcomes(wanted: Mapping[str, Fraction], got: Any, _answer: Mapping[str, Any]) -> str:
    chances = {name: Fraction(chance) for name, chance in (got or {}).items() if Fraction(chance)}
    return "" if chances == {name: chance for name, chance in wanted.items() if chance} else "other chances"


def _listed(wanted: Sequence[str], got: Any, _answer: Mapping[str, Any]) -> str:
    return "" if got is not None and list(got) == list(wanted) else "others are listed"


def _rules(wanted: Sequence[str], got: Any, _answer: Mapping[str, Any]) -> str:
    listed = [got] if isinstance(got, str) else got or []
    missing = [clause for clause in wanted if clause not in listed]
    return "not cited: " + ", ".join(missing) if missing else ""


def _path(wanted: Sequence[Waypoint], got: Any, _answer: Mapping[str, Any]) -> str:
    places = [step["to"] if isinstance(step, dict) else step for step in got or ()]
    if len(places) != len(wanted):
        return "another number of points"
    far = any(
        abs(is_ - should) > PLACE
        for place, point in zip(places, wanted, strict=True)
        for is_, should in zip(place, (point.x, point.y, *(() if point.z is None else (point.z,))), strict=False)
    )
    return "another way" if far else ""


def _within(wanted: Sequence[Sequence[float]], got: Any, _answer: Mapping[str, Any]) -> str:
    inside = {tuple(map(float, point)) for point in got or ()}
    missing = [list(point) for point in wanted if tuple(point) not in inside]
    return f"not so: {missing}" if missing else ""


def _includes(wanted: Sequence[str], got: Any, answer: Mapping[str, Any]) -> str:
    missing = [verb for verb in wanted if verb not in (got or ())]
    forbids = {verb: clause for verb, clause in (answer.get("excludes") or {}).items() if verb in missing}
    return f"not included: {', '.join(missing)} {forbids or ''}".strip() if missing else ""


def _excludes(wanted: Any, got: Any, answer: Mapping[str, Any]) -> str:
    if wanted and not isinstance(wanted, Mapping) and not isinstance(wanted[0], str):
        return _within(wanted, got, answer)
    included = answer.get("includes") or ()
    allowed = [verb for verb in wanted if verb in included]
    if allowed:
        return "included: " + ", ".join(allowed)
    if not isinstance(wanted, Mapping):
        return ""
    for verb, clauses in wanted.items():
        why = (got or {}).get(verb) or ()
        missing = [clause for clause in clauses if clause not in ([why] if isinstance(why, str) else why)]
        if missing:
            return f"{verb} is not excluded by {', '.join(missing)}"
    return ""


def _threat(wanted: Sequence[Mapping[str, Any]], got: Any, _answer: Mapping[str, Any]) -> str:
    chances = {tuple(map(float, entry["point"])): Fraction(entry["chance"]) for entry in got or ()}
    other = [list(entry["point"]) for entry in wanted if chances.get(tuple(entry["point"])) != entry["chance"]]
    return f"another chance at {other}" if other else ""


_ANSWER: Mapping[str, Callable[[Any, Any, Mapping[str, Any]], str]] = {
    "legal": _same,
    "rule": _rules,
    "success": _fraction,
    "outcomes": _outcomes,
    "tests": _listed,
    "path": _path,
    "visible": _same,
    "contains": _within,
    "includes": _includes,
    "excludes": _excludes,
    "at": _threat,
}
