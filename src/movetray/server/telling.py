"""Verdicts, choices and entries as the wire has them: finished sentences beside ids and facts."""

from collections.abc import Iterable, Sequence
from typing import Any

from movetray.drawing.picture import said
from movetray.engine.command import Command
from movetray.engine.command_json import to_json
from movetray.engine.event import DiceRolled, Event
from movetray.engine.event_json import plain
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Reason, Verdict
from movetray.play.house import house_json
from movetray.play.result import pending_json
from movetray.rulesets import published
from movetray.table.table import Decision
from movetray.words import in_order, say, says, sentence, word

Json = dict[str, Any]


def reason_json(reason: Reason, rules: RuleSet, lang: str) -> Json:
    """A reason, with its sentence and what its clause states."""
    return {
        **plain(reason.to_json()),
        "sentence": sentence(reason, rules, lang),
        "says": stated(reason.clause, rules, lang),
    }


def stated(clause: str, rules: RuleSet, lang: str) -> str:
    """What a clause states; empty for one that the rule set does not have."""
    return says(rules.clauses[clause], lang) if rules.has(clause) else ""


def verdict_json(verdict: Verdict, rules: RuleSet, lang: str) -> Json:
    """A verdict, its reasons in the order in which to show them."""
    return {
        "ruling": verdict.ruling,
        "word": word(verdict.ruling, lang),
        "stage": verdict.stage,
        "reasons": [reason_json(reason, rules, lang) for reason in in_order(verdict.reasons)],
        "margin": None if verdict.margin is None else round(verdict.margin, 6),
    }


def clauses_json(clauses: Iterable[str], rules: RuleSet, lang: str) -> list[Json]:
    """Clauses that something breaks, no facts known."""
    return [
        {
            "clause": clause,
            "kind": "broken",
            "model": None,
            "leg": None,
            "at": None,
            "facts": {},
            "sentence": stated(clause, rules, lang),
            "says": stated(clause, rules, lang),
        }
        for clause in clauses
    ]


def house_rules(rules: RuleSet, lang: str) -> list[Json]:
    """The clauses in which the house differs from the installed rule set, and what they state."""
    house = house_json(rules) or {}
    kinds: tuple[str, ...] = ("without", "amended", "added")
    differing = [(what, clause) for what in kinds for clause in house.get(what, ())]
    if not differing:
        return []
    book = published(rules.id)
    return [
        {"clause": clause, "what": what, "says": stated(clause, book if what == "without" else rules, lang)}
        for what, clause in differing
    ]


def rolls_json(events: Sequence[Event], rules: RuleSet, lang: str) -> list[Json]:
    """The dice that fell, and why."""
    return [
        {"why": e.why, "says": stated(e.why, rules, lang), "sides": e.sides, "faces": list(e.faces)}
        for e in events
        if isinstance(e, DiceRolled)
    ]


def choice_json(decision: Decision, of: str | None, rules: RuleSet, lang: str, mine: bool) -> Json:
    """An open choice as players are asked it."""
    shown = pending_json(decision, of)
    facts = decision.facts
    options = facts.get("options", [])
    return {
        **shown,
        "words": [word(verb, lang) for verb in decision.verbs],
        "mine": mine,
        "sentence": _asked(decision, rules, lang),
        "command": to_json(decision.of),
        "clauses": clauses_json(facts.get("clauses", ()), rules, lang),
        "options": plain(options) if isinstance(options, list | tuple) else [],
    }


def _asked(decision: Decision, rules: RuleSet, lang: str) -> str:
    facts = decision.facts
    if facts.get("kind") == "dice":
        why = stated(facts["why"], rules, lang) or facts["why"]
        dice = f"{facts['count']}D{facts['sides']}"
        return say("{side} rolls {dice:n}: {why:n}", lang, side=decision.side, dice=dice, why=why)
    about = said(decision.of, lang)
    verbs = list(decision.verbs)
    if verbs[:1] == ["agree"]:
        return say("{side} is asked to agree: {about:n}", lang, side=decision.side, about=about)
    if decision.must:
        return say("{side} has to choose for “{about:n}”: {verbs}", lang, side=decision.side, about=about, verbs=verbs)
    return say("{side} may answer “{about:n}”: {verbs}", lang, side=decision.side, about=about, verbs=verbs)


def lines_of(
    command: Command | None, seat: str | None, outcome: str | None, spent: float | None, rolls: list[Json], lang: str
) -> list[str]:
    """An entry told: who said what, the dice, what came of it."""
    told: list[str] = []
    if command is not None:
        who = say("{seat}: {command:n}", lang, seat=seat, command=said(command, lang)) if seat else said(command, lang)
        told.append(who)
    for roll in rolls:
        faces = ", ".join(map(str, roll["faces"]))
        told.append(say("rolled for {clause:n}: {faces:n}", lang, clause=roll["why"], faces=faces))
    if outcome is not None:
        line = say("outcome: {outcome:word}", lang, outcome=outcome)
        if spent is not None:
            line += "; " + say("spent: {spent:in}", lang, spent=spent)
        told.append(line)
    return told
