"""Looking ahead: previews, what may be done, questions. Everything is asked of the table as a seat sees it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from movetray.engine.attempt import Attempt
from movetray.engine.command import Command, Waypoint
from movetray.engine.command_json import exact, manoeuvre_json, read_command, waypoint_json
from movetray.engine.event_json import pose_json
from movetray.engine.judge import may_begin
from movetray.engine.ruleset import MoveKind, RuleSet
from movetray.engine.verdict import Verdict
from movetray.engine.walk import Leg, Walk, cut_at, waypoints
from movetray.form.node import FormError
from movetray.play.ask import answer
from movetray.play.carry import ANSWERS, rule_on
from movetray.server.faults import Fault
from movetray.server.telling import Json, clauses_json, reason_json, stated, verdict_json
from movetray.table.table import Table
from movetray.words import in_order, word

PARTS = 10
"""A way is halved so often to find where it stops being legal: a 1,024th of it."""

DISTANCES = frozenset({"distance", "reach", "route", "odds", "threat"})
"""Questions whose answers are measured."""


# --- previews


def preview(table: Table, rules: RuleSet, side: str | None, said: Any, lang: str) -> Json:
    """The verdict on a command, and how far its ways would be legal. Raises Fault where it is no command."""
    command = _read(said)
    verdict = judged(table, rules, side, command)
    if blindfold(table, rules, command):
        return {"verdict": verdict_json(verdict, rules, lang), "ways": {}}
    return {"verdict": verdict_json(verdict, rules, lang), "ways": _ways(table, rules, side, command, verdict)}


def judged(table: Table, rules: RuleSet, side: str | None, command: Command) -> Verdict:
    """The verdict on a command as it may be shown: without distances where nobody may measure."""
    if not blindfold(table, rules, command):
        return rule_on(table, command, rules, side)
    bare = may_begin(table, command, rules)
    return _without_distances(bare if bare.ruling == "illegal" else replace(bare, ruling="legal", reasons=()))


def _ways(table: Table, rules: RuleSet, side: str | None, command: Command, verdict: Verdict) -> Json:
    kind = rules.kinds.get(command.do)
    if kind is None or verdict.stage == "form":
        return {}
    if command.steps is not None:
        return _block(table, rules, side, command, verdict)
    attempt = Attempt(table, command, rules)
    walks = attempt.walks
    allowed = {walk.model: _allowance(kind, table, rules, walk.model) for walk in walks}
    found = walks if verdict.ruling != "illegal" else _legal_part(table, rules, side, command, attempt, allowed)
    parts = {walk.model: walk for walk in found}
    return {walk.model: _stop(attempt, walk, allowed[walk.model], parts.get(walk.model)) for walk in walks}


def _stop(attempt: Attempt, walk: Walk, allowed: float | None, part: Walk | None) -> Json:
    used = attempt.spent(walk.model)
    legal = part is not None and bool(part.legs)
    assert not legal or part is not None
    return {
        "used": exact(used),
        "left": None if allowed is None else exact(allowed - used),
        "allowed": None if allowed is None else exact(allowed),
        "until": pose_json(part.end)[:3] if legal and part is not None else None,
        "path": [waypoint_json(point) for point in waypoints(part)] if legal and part is not None else None,
        "end": pose_json(walk.end)[:3],
        "steps": None,
    }


def _legal_part(
    table: Table,
    rules: RuleSet,
    side: str | None,
    command: Command,
    attempt: Attempt,
    allowed: Mapping[str, float | None],
) -> tuple[Walk, ...]:
    """The longest beginning of the ways that is found legal; none where not even a beginning is."""
    paid = tuple(
        walk if (most := allowed[walk.model]) is None else cut_at(walk, attempt.priced[walk.model], most, table, rules)
        for walk in attempt.walks
    )

    def legal(walks: tuple[Walk, ...]) -> bool:
        there = _along(command, walks)
        return there is not None and rule_on(table, there, rules, side).ruling != "illegal"

    if legal(paid):
        return paid
    low, high = 0.0, 1.0
    best: tuple[Walk, ...] = ()
    for _ in range(PARTS):
        middle = (low + high) / 2
        trial = tuple(_upto(walk, middle) for walk in paid)
        if legal(trial):
            low, best = middle, trial
        else:
            high = middle
    return best


def _along(command: Command, walks: tuple[Walk, ...]) -> Command | None:
    """The command along these ways; None where somebody would not go at all."""
    if not all(walk.legs for walk in walks):
        return None
    if command.paths is not None:
        return replace(command, paths={walk.model: _rounded(waypoints(walk)) for walk in walks})
    return replace(command, path=_rounded(waypoints(walks[0])), to=None) if len(walks) == 1 else None


def _rounded(path: Iterable[Waypoint]) -> tuple[Waypoint, ...]:
    """A path as it would be read from the wire."""
    return tuple(
        Waypoint(
            round(p.x, 6),
            round(p.y, 6),
            None if p.z is None else round(p.z, 6),
            p.by,
            None if p.around is None else (round(p.around[0], 6), round(p.around[1], 6)),
            None if p.facing is None else round(p.facing, 2),
        )
        for p in path
    )


def _upto(walk: Walk, part: float) -> Walk:
    """The first part of a way, 0 to 1 of its length; a leg between levels is gone whole or not at all."""
    left = walk.length * part
    legs: list[Leg] = []
    for leg in walk.legs:
        if leg.way <= left + 1e-12:
            legs.append(leg)
            left -= leg.way
            continue
        if leg.by in ("walk", "fly") and left > 0:
            legs.append(leg.upto(left / leg.way))
        break
    return Walk(walk.model, walk.shape, walk.start, tuple(legs))


def _block(table: Table, rules: RuleSet, side: str | None, command: Command, verdict: Verdict) -> Json:
    """A block's manoeuvres: the longest beginning of them that is legal."""
    assert command.steps is not None
    best = command.steps if verdict.ruling != "illegal" else ()
    if verdict.ruling == "illegal":
        count = len(command.steps)
        low, high = 0.0, float(count)
        for _ in range(PARTS):
            middle = (low + high) / 2
            whole, rest = int(middle), middle - int(middle)
            last = command.steps[whole : whole + 1]
            steps = (*command.steps[:whole], *(replace(s, amount=round(s.amount * rest, 4)) for s in last if rest > 0))
            if steps and rule_on(table, replace(command, steps=steps), rules, side).ruling != "illegal":
                low, best = middle, steps
            else:
                high = middle
    measured = [r.facts for r in verdict.reasons if "measured" in r.facts and "allowed" in r.facts]
    used, allowed = (measured[0]["measured"], measured[0]["allowed"]) if measured else (None, None)
    stop = {
        "used": used,
        "left": None if used is None else exact(allowed - used),
        "allowed": allowed,
        "until": None,
        "path": None,
        "end": None,
        "steps": [manoeuvre_json(step) for step in best] if best else None,
    }
    return {str(command.subject): stop}


# --- options


def options(table: Table, rules: RuleSet, side: str | None, of: Iterable[str], lang: str) -> Json:
    """What models and units may do now, what not and why; and the verbs of the side."""
    found = [_choice(table, rules, side, name, lang) for name in dict.fromkeys(of)]
    return {"of": found, "side": _of_the_side(table, rules, side, lang)}


def _choice(table: Table, rules: RuleSet, side: str | None, name: str, lang: str) -> Json:
    if name not in table.models and name not in table.units:
        raise Fault("form", f"there is no {name} on this table", "of")
    what = "unit" if name in table.units else "model"
    includes, excludes = [], []
    for verb, kind in rules.kinds.items():
        if not any(what in need.split("|") for need in kind.needs):
            continue
        command = Command(verb, model=name) if what == "model" else Command(verb, unit=name)
        verdict = may_begin(table, command, rules)
        if verdict.ruling == "illegal":
            reasons = [r for r in in_order(verdict.reasons) if r.kind == "broken"]
            excluded = {"verb": verb, "word": word(verb, lang), "needs": list(kind.needs)}
            excludes.append({**excluded, "reasons": [reason_json(reason, rules, lang) for reason in reasons]})
        else:
            asks = verdict.ruling == "asks" or (kind.any_side and side is not None)
            includes.append(_verb(table, rules, kind, command, asks, lang))
    return {"name": name, "kind": what, "includes": includes, "excludes": excludes}


def _verb(table: Table, rules: RuleSet, kind: MoveKind, command: Command, asks: bool, lang: str) -> Json:
    models = [m for m in table.members(command.subject or "") if m in table.models and table.models[m].pose is not None]
    allowed = [_allowance(kind, table, rules, model) for model in models]
    known = [inches for inches in allowed if inches is not None]
    return {
        "verb": kind.verb,
        "word": word(kind.verb, lang),
        "needs": list(kind.needs),
        "allowed": exact(min(known)) if known else None,
        "rolled": kind.rolled is not None and kind.rolled(Attempt(table, command, rules)),
        "asks": asks,
    }


def _allowance(kind: MoveKind, table: Table, rules: RuleSet, model: str) -> float | None:
    """Inches of allowance; None where there is none, or it is rolled."""
    if kind.allowance is None:
        return None
    try:
        return kind.allowance(table, rules, model)
    except ValueError:  # a characteristic that is rolled
        return None


def _of_the_side(table: Table, rules: RuleSet, side: str | None, lang: str) -> list[Json]:
    """The verbs that are said without a model: what the side, or the referee for whoever is due, may say now."""
    found = []
    for verb, kind in rules.kinds.items():
        if kind.needs and not (verb in ANSWERS and table.pending):
            continue
        if any("model" in need or "unit" in need for need in kind.needs):
            continue
        verdict = rule_on(table, Command(verb), rules, side)
        if verdict.ruling != "illegal" or (verdict.stage == "form" and verb in ANSWERS):
            found.append(_verb(table, rules, kind, Command(verb), verdict.ruling == "asks", lang))
    return found


# --- questions


def ask(table: Table, rules: RuleSet, said: Any, lang: str) -> Json:
    """The answer to a question. Raises Fault where it is none."""
    name = said.get("ask") if isinstance(said, Mapping) else None
    if name in DISTANCES and closed(table, rules):
        reasons = clauses_json(_measuring(rules), rules, lang)
        return {"question": name, "answer": {"legal": False}, "reasons": reasons, "says": {}}
    try:
        found = answer(table, said, rules)
    except FormError as wrong:
        raise Fault("form", wrong.message, wrong.key or None) from wrong
    except (KeyError, ValueError, TypeError, IndexError) as wrong:
        raise Fault("form", f"this cannot be asked of this table: {wrong}", "question") from wrong
    return {
        "question": name,
        "answer": found,
        "reasons": clauses_json(found.get("rule", ()), rules, lang),
        "says": {clause: stated(clause, rules, lang) for clause in _tests(found)},
    }


def _tests(found: Json) -> list[str]:
    tests = [*found.get("tests", ()), *(test for way in found.get("trades", ()) for test in way.get("tests", ()))]
    return list(dict.fromkeys(tests))


def closed(table: Table, rules: RuleSet) -> bool:
    """Whether nobody may measure now: measuring is closed and nothing has been declared."""
    return "measuring" in rules.options and rules.option("measuring") == "closed" and not table.pending


def blindfold(table: Table, rules: RuleSet, command: Command) -> bool:
    """Whether a preview of this must not tell distances: it goes into contact and nobody may measure."""
    kind = rules.kinds.get(command.do)
    return kind is not None and kind.into_contact is not None and closed(table, rules)


def _measuring(rules: RuleSet) -> list[str]:
    return [clause for clause in rules.clauses if clause.endswith(".measuring")]


def _without_distances(verdict: Verdict) -> Verdict:
    hide = ("measured", "allowed", "distance", "gap")
    reasons = tuple(replace(r, facts={k: v for k, v in r.facts.items() if k not in hide}) for r in verdict.reasons)
    return replace(verdict, reasons=reasons, margin=None)


def _read(said: Any) -> Command:
    try:
        return read_command(said)
    except FormError as wrong:
        raise Fault("form", wrong.message, wrong.key or None) from wrong
