"""What one kind of seat may know of a match: its table, its entries and their numbers.

Where nothing is hidden, all seats share one sight. Else there is one for every side, one for onlookers, who see what
all sides see, and the referee's, who sees everything. A sight numbers its own entries: what it may not know is not
counted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from movetray.engine.command_json import to_json
from movetray.engine.event import DecisionClosed, DecisionOpened, Event, ModelPlaced, StepEnded
from movetray.engine.event_json import event_json
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Verdict
from movetray.play.result import Result
from movetray.server.course import Course, follow
from movetray.server.shot import Shot, changes, shot_of
from movetray.server.telling import choice_json, lines_of, rolls_json, verdict_json
from movetray.table.observe import names, observe
from movetray.table.table import Table
from movetray.words import word

Json = dict[str, Any]

ALL = "*"
"""The sight of who sees everything."""


@dataclass
class Seen:
    """One entry as a sight has it. `result` is None where only what came of it is known."""

    n: int
    real: int
    result: Result
    whole: bool
    before: Shot
    after: Shot
    course: Course
    hidden: frozenset[str]
    written: dict[str, Json] = field(default_factory=dict)


@dataclass
class Sight:
    """A table and its entries in the eyes of `viewer`: a side, None for an onlooker, ALL for who sees everything."""

    rules: RuleSet
    viewer: str | None
    shot: Shot
    course: Course = field(default_factory=Course)
    entries: list[Seen] = field(default_factory=list)
    ended: bool = False

    @classmethod
    def of(cls, rules: RuleSet, viewer: str | None, table: Table) -> "Sight":
        """A match that begins."""
        sight = cls(rules, viewer, shot_of(table))
        sight.shot = shot_of(observe(table, sight.hidden(table)))
        return sight

    @property
    def n(self) -> int:
        """The number of the newest entry."""
        return len(self.entries)

    @property
    def table(self) -> Table:
        """The table as it is seen."""
        return self.shot.table

    def hidden(self, table: Table) -> frozenset[str]:
        """The models that are hidden from this sight."""
        return frozenset() if self.viewer == ALL else self.rules.concealed(table, self.viewer)

    def take(self, before: Table, result: Result) -> Seen | None:
        """The next entry of the match; None where this sight may not know of it."""
        was, now = self.hidden(before), self.hidden(result.table)
        concealed = was | now
        after = shot_of(observe(result.table, now), self.shot)
        whole = not concealed or not names(to_json(result.command), concealed)
        if not whole and after.digest == self.shot.digest:
            return None
        if concealed and result.command.do == "undo" and after.digest == self.shot.digest:
            return None
        self.course = _cleaned(follow(self.course, before, result), concealed)
        seen = Seen(self.n + 1, result.n or 0, result, whole, self.shot, after, self.course, concealed)
        self.entries.append(seen)
        self.shot = after
        return seen

    # --- as JSON

    def now(self, lang: str, seat: str, of: str | None, seen: Seen | None = None) -> Json:
        """The moment for a seat, now or after an entry. `of`: the id of the command that the open choice comes from."""
        table, course = (self.table, self.course) if seen is None else (seen.after.table, seen.course)
        pending = table.pending[0] if table.pending else None
        last = table.last
        mine = seat == "referee"
        return {
            "round": table.round,
            "active": table.active,
            "step": table.step,
            "step_word": word(table.step, lang),
            "pending": None
            if pending is None
            else choice_json(pending, of, self.rules, lang, mine or seat == pending.side),
            "waiting": len(table.pending),
            "undo": None
            if last is None
            else {"side": last.side, "asks": last.binding, "mine": mine or seat == last.side},
            "used": dict(course.used),
            "trails": {name: [list(point) for point in trail] for name, trail in course.trails.items()},
            "moved": [name for name, carried in table.marks.items() if "moved" in carried],
            "ended": self.ended,
        }

    def entry(self, seen: Seen, match: str, seat: str, lang: str) -> Json:
        """An entry for a seat."""
        result = seen.result
        said = seen.written.get(lang)
        if said is None:
            said = seen.written[lang] = self._entry(seen, match, lang)
        of = None if result.of is None or not seen.whole else result.of
        return {**said, "now": self.now(lang, seat, of, seen)}

    def _entry(self, seen: Seen, match: str, lang: str) -> Json:
        result = seen.result
        events = [event_json(event) for event in told(seen)]
        fell = seen.whole and not any(names(event, seen.hidden) for event in map(event_json, result.events))
        rolls = rolls_json(result.events, self.rules, lang) if fell or not seen.hidden else []
        verdict: Verdict | None = result.verdict if seen.whole else None
        outcome = result.outcome if seen.whole else None
        spent = result.spent if seen.whole else None
        command = result.command if seen.whole else None
        return {
            "is": "entry",
            "match": match,
            "n": seen.n,
            "seat": result.seat,
            "id": result.id if seen.whole else f"#{seen.n}",
            "command": None if command is None else to_json(command),
            "verdict": None if verdict is None else verdict_json(clean(verdict, seen.hidden), self.rules, lang),
            "outcome": outcome,
            "spent": None if spent is None else round(spent, 6),
            "rolls": rolls,
            "events": events,
            "lines": lines_of(command, result.seat, outcome, spent, rolls, lang),
            "change": changes(seen.before, seen.after),
            "digest": seen.after.digest,
        }


def clean(verdict: Verdict, hidden: frozenset[str]) -> Verdict:
    """A verdict without the reasons that speak of hidden models."""
    if not hidden:
        return verdict
    left = tuple(reason for reason in verdict.reasons if not names(reason.to_json(), hidden))
    return replace(verdict, reasons=left)


def told(seen: Seen) -> Iterator[Event]:
    """The events of an entry that its sight may know; who comes into sight is set down where it stands."""
    if not seen.hidden:
        yield from seen.result.events
        return
    was, now = seen.before.table, seen.after.table
    for event in seen.result.events:
        if isinstance(event, DecisionOpened | DecisionClosed) or names(event_json(event), seen.hidden):
            continue
        if isinstance(event, StepEnded) or seen.whole:
            yield event
    for name, model in now.models.items():
        if name not in was.models and model.pose is not None:
            yield ModelPlaced(name, model.pose)


def _cleaned(course: Course, hidden: frozenset[str]) -> Course:
    if not hidden:
        return course
    used = {name: inches for name, inches in course.used.items() if name not in hidden}
    trails = {name: trail for name, trail in course.trails.items() if name not in hidden}
    return Course(used, trails, course.before)


def sights(rules: RuleSet, table: Table) -> Mapping[str, Sight]:
    """Seat to its sight: one for all where nothing can be hidden."""
    seats = (*table.sides, "referee", "spectator")
    if not rules.hides:
        one = Sight.of(rules, ALL, table)
        return dict.fromkeys(seats, one)
    found = {side: Sight.of(rules, side, table) for side in table.sides}
    return {**found, "referee": Sight.of(rules, ALL, table), "spectator": Sight.of(rules, None, table)}
