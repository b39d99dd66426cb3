"""One command carried through: judged, rolled for, put to the others where it is theirs to say, remembered for undo.

Everything here is a function of table, command, seat and dice; a match calls it to play, an audit to play again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from movetray.engine.command import Command
from movetray.engine.command_json import read_command, to_json
from movetray.engine.dice import Dice, DiceWanted
from movetray.engine.event import Agreed, DecisionClosed, DecisionOpened, DiceRolled, Event, Undone
from movetray.engine.event_json import event_json, read_event
from movetray.engine.evolve import evolve, take
from movetray.engine.judge import judge
from movetray.engine.resolve import Resolution, resolve
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Reason, Verdict
from movetray.play.dice import DiceMismatch, PhysicalDice, admit
from movetray.table.table import Decision, Table

ROLL = ("roll",)
"""The verbs of the choice that stands while faces of physical dice are wanted."""

WORD = frozenset({"suffer", "remove", "place", "shoot", "cast", "assault", "end-battle", "destroy"})
"""What one side says happened outside this phase: in a match the others have to agree."""

ANSWERS = frozenset({"pass", "choose", "agree", "disagree", "roll"})
"""Verbs that are answers wherever they are said."""

CONSENT = frozenset({"agree", "disagree"})


@dataclass(frozen=True, slots=True)
class Deed:
    """A command judged and, if it could be, carried out: the table is the one after it.

    `events` are as they are recorded, and the table follows from them. A refused command has none and no outcome.
    """

    command: Command
    verdict: Verdict
    outcome: str | None
    spent: float | None
    events: tuple[Event, ...]
    table: Table

    @property
    def refused(self) -> bool:
        """Whether nothing happened."""
        return not self.events and self.outcome is None

    @property
    def rolled(self) -> tuple[DiceRolled, ...]:
        """The dice that fell, in order."""
        return tuple(event for event in self.events if isinstance(event, DiceRolled))


def as_recorded(command: Command) -> Command:
    """The command as a record keeps it: inches to six decimals, degrees to two."""
    return read_command(to_json(command))


def side_of(table: Table, command: Command, seat: str | None = None) -> str:
    """The side that a command is of: the seat's, its subject's, the one named, the one asked, or the active one."""
    if seat is not None:
        return seat
    subject = command.subject
    if subject is not None and (subject in table.models or subject in table.units):
        return table.side_of(subject)
    if command.side is not None:
        return command.side
    if table.pending and (command.do in ANSWERS or command.do in table.pending[0].verbs):
        return table.pending[0].side
    return table.active


def rule_on(table: Table, command: Command, rules: RuleSet, seat: str | None = None) -> Verdict:
    """The verdict on a command of a seat: what `judge` finds, and what the others have a say in.

    A seat is a side, or None for the referee (a file, one screen for all), who speaks for everybody.
    """
    if command.do in ROLL:
        return _rule_on_faces(table, command, seat)
    if seat is not None and command.side is None:
        command = replace(command, side=seat)
    verdict = judge(table, command, rules)
    if seat is not None and command.do not in WORD:
        acting = side_of(table, command)
        if acting != seat and verdict.stage != "form":
            facts = {"side": seat, "active": table.active}
            return _refused("table.turn", facts, [r for r in verdict.reasons if r.clause != "table.turn"])
    if not verdict.legal:
        return verdict
    if command.do == "undo" and table.last is not None and table.last.binding:
        reason = Reason("table.undo", "asks", facts={"side": table.last.side})
        return replace(verdict, ruling="asks", reasons=(*verdict.reasons, reason))
    if seat is not None and command.do in WORD:
        return replace(verdict, ruling="asks")
    return verdict


def _refused(clause: str, facts: Mapping[str, Any], also: Sequence[Reason] = (), stage: Any = "time") -> Verdict:
    broken = [reason for reason in also if reason.kind == "broken"]
    return Verdict("illegal", stage, (Reason(clause, "broken", facts=facts), *broken))


def _rule_on_faces(table: Table, command: Command, seat: str | None) -> Verdict:
    if not table.pending or table.pending[0].verbs != ROLL or seat not in (None, table.pending[0].side):
        return _refused("table.no-choice", {"verb": command.do})
    wanted = table.pending[0].facts
    try:
        admit(command.faces or (), wanted["count"], wanted["sides"], wanted["why"])
    except DiceMismatch:
        facts = {"verb": command.do, "wanted": "faces", "count": wanted["count"], "sides": wanted["sides"]}
        return _refused("table.unknown", facts, stage="form")
    return Verdict("legal", "move")


def carry_out(
    table: Table,
    command: Command,
    rules: RuleSet,
    dice: Dice,
    *,
    seat: str | None = None,
    verdict: Verdict | None = None,
    ask_for_faces: bool = False,
    anyway: bool = False,
) -> Deed:
    """Judge a command and carry it out, or put it to the others.

    `verdict`: the one it has already, if it was judged on this table. `ask_for_faces`: a die that is not known
    becomes an open choice to be answered by `roll`; else DiceWanted is raised. `anyway`: a refused command is put to
    the others, who may let it happen.
    """
    verdict = verdict or rule_on(table, command, rules, seat)
    said = command if seat is None or command.side is not None else replace(command, side=seat)
    if verdict.ruling == "illegal" and not anyway:
        return Deed(command, verdict, None, None, (), table)
    if verdict.ruling != "legal":
        asked = _put_to_the_others(table, said, verdict, side_of(table, said, seat))
        if asked:  # where there is no other side, nobody objects
            return _done(table, command, rules, verdict, Resolution("pending", None, (), asked, table), seat)
    before, of, known = _meant(table, said)
    try:
        found = resolve(before, of, rules, PhysicalDice(known) if command.do in ROLL else dice)
        events = _with_agreement(before, found.events) if of.do in CONSENT else found.events
        if verdict.ruling == "illegal":
            events = (Agreed(_matter(verdict)), *events)
    except DiceWanted as wanted:
        if not ask_for_faces:
            raise
        events = (_faces_wanted(side_of(before, of), of, wanted, known),)
        found = Resolution("pending", None, (), events, before)
    closed = (DecisionClosed(table.pending[0].side, "roll"),) if command.do in ROLL else ()
    return _done(table, command, rules, verdict, replace(found, events=(*closed, *events)), seat)


def _meant(table: Table, command: Command) -> tuple[Table, Command, Sequence[Any]]:
    """What is carried out and on which table: faces that were typed in let the command go on that waits for them."""
    if command.do not in ROLL:
        return table, command, ()
    decision = table.pending[0]
    return replace(table, pending=table.pending[1:]), decision.of, (*decision.facts["known"], command.faces)


def _put_to_the_others(table: Table, command: Command, verdict: Verdict, acting: str) -> tuple[Event, ...]:
    """Every other side is asked, in its order; the procedure `asked` carries the command out when all agree."""
    facts = _matter(verdict)
    return tuple(
        DecisionOpened(Decision(side, ("agree", "disagree"), (), command, "asked", "answered", True, facts))
        for side in table.sides
        if side != acting
    )


def _matter(verdict: Verdict) -> dict[str, Any]:
    """What the sides have to agree on: the clauses that leave it to them, or refuse it."""
    clauses = [reason.clause for reason in verdict.reasons if reason.kind != "applied"]
    return {"clauses": list(dict.fromkeys(clauses)), "refused": verdict.ruling == "illegal"}


def _faces_wanted(side: str, of: Command, wanted: DiceWanted, known: Sequence[Any]) -> DecisionOpened:
    facts = {
        "kind": "dice",
        "count": wanted.count,
        "sides": wanted.sides,
        "why": wanted.why,
        "known": [list(faces) for faces in known],
    }
    return DecisionOpened(Decision(side, ROLL, (), of, "roll", until="rolled", must=True, facts=facts))


def _with_agreement(table: Table, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of an answer to what was put to the others, with a note of it once all have agreed."""
    asked, *others = table.pending
    answered = all(event.by == "agree" for event in events if isinstance(event, DecisionClosed))
    if "clauses" not in asked.facts or not answered or any(other.of == asked.of for other in others):
        return events
    return (events[0], Agreed(asked.facts), *events[1:])


def _done(
    table: Table, command: Command, rules: RuleSet, verdict: Verdict, found: Resolution, seat: str | None
) -> Deed:
    events = tuple(read_event(event_json(event)) for event in found.events)
    reasons = (*verdict.reasons, *(reason for reason in found.reasons if reason not in verdict.reasons))
    revealed = found.outcome != "pending" and _measures(_meant(table, command)[1], rules)
    after = fold(table, command, events, seat, revealed)
    return Deed(command, replace(verdict, reasons=reasons), found.outcome, found.spent, events, after)


def _measures(command: Command, rules: RuleSet) -> bool:
    """Whether carrying this out tells how far something is that nobody was allowed to measure."""
    kind = rules.kinds.get(command.do)
    closed = "measuring" in rules.options and rules.option("measuring") == "closed"
    return closed and kind is not None and kind.into_contact is not None


def fold(
    table: Table, command: Command, events: Sequence[Event], seat: str | None = None, revealed: bool = False
) -> Table:
    """The table after the recorded events of a command, and what can be taken back then; no rules are asked.

    A die that fell binds, and so does what was `revealed`.
    """
    after = table
    for event in events:
        after = evolve(after, event)
    if not _acts(command, events):
        return after
    before, of, _ = _meant(table, command)
    binding = revealed or any(isinstance(event, DiceRolled) for event in events)
    return take(before, after, side_of(before, of, seat), binding)


def _acts(command: Command, events: Sequence[Event]) -> bool:
    """Whether this can be taken back. Questions to the others, their answers, and wanting faces are no deeds yet."""
    if any(isinstance(event, Undone) for event in events):
        return False
    if not all(isinstance(event, DecisionOpened | DecisionClosed) for event in events):
        return True
    opened = [event.decision.verbs for event in events if isinstance(event, DecisionOpened)]
    return not (command.do in CONSENT or ROLL in opened or ("agree", "disagree") in opened)
