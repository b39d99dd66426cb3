"""A room: one match and everybody at its table. Its commands are played one at a time.

Each is judged, its dice fall, it is on disk, and only then is anybody told of it.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from movetray.engine.command import Command
from movetray.engine.command_json import read_command, to_json
from movetray.engine.verdict import Verdict
from movetray.form.node import FormError
from movetray.play.carry import rule_on
from movetray.play.log import canonical, chained, entry_of
from movetray.play.match import CannotBeDone, Match
from movetray.play.result import Result
from movetray.server.faults import Fault
from movetray.server.keeper import Keeper, StorageError
from movetray.server.sight import Seen, Sight, clean, sights
from movetray.server.store import Kept, Line
from movetray.server.telling import choice_json, rolls_json, verdict_json
from movetray.table.table import Table

Json = dict[str, Any]

MISSED = 500
"""So many entries at most are sent to who was away; after more the whole table is."""


class Guest(Protocol):
    """A socket at the table."""

    seat: str
    lang: str

    def send(self, message: Json) -> None:
        """Put a message into its queue."""
        ...

    def leave(self, code: str, message: str) -> None:
        """Tell it to go."""
        ...


@dataclass
class Buffer:
    """The recorder of a match that is kept elsewhere: what was played and is not on disk yet."""

    results: list[Result] = field(default_factory=list)

    def record(self, result: Result) -> None:
        """Keep one entry for the time being."""
        self.results.append(result)


@dataclass(frozen=True)
class Answered:
    """What was answered to a command: who said it, what it was, and the `ack` for a language."""

    seat: str
    said: str
    ack: Callable[[str], Json]


class Room:
    """One match at which people sit. `suspended` says why it cannot go on, if it cannot."""

    def __init__(self, kept: Kept, match: Match, header: Mapping[str, Any], last: str, number: int) -> None:
        self.id, self.title = kept.id, kept.title
        self.match, self.header = match, header
        self.rules = match.rules
        self.sides = match.table.sides
        self.seats = (*self.sides, "referee", "spectator")
        self.playable = kept.secret is not None or match.source == "physical"
        self.secret = kept.secret
        self.ended = False
        self.suspended = ""
        self.standing: dict[str, tuple[str, ...]] = dict(kept.standing)
        self.guests: set[Guest] = set()
        self.lock = asyncio.Lock()
        self.answers: dict[str, Answered] = {}
        self._last, self._number = last, number
        self._eyes: Mapping[str, Sight] = sights(match.rules, match.table)
        self.recorder = Buffer()
        self._before: tuple[Table, int, int] = (match.table, 0, 0)
        match.recorder = self.recorder

    # --- what seats may know

    def side(self, seat: str) -> str | None:
        """The side of a seat; None for the referee and for spectators."""
        return seat if seat in self.sides else None

    def sight(self, seat: str) -> Sight:
        """What a seat may know."""
        return self._eyes[seat]

    @property
    def all_sights(self) -> list[Sight]:
        """Every sight once."""
        return list({id(sight): sight for sight in self._eyes.values()}.values())

    @property
    def secretive(self) -> bool:
        """Whether some seats may know less than others."""
        return len(self.all_sights) > 1

    def replayed(self, before: Table, result: Result) -> None:
        """An entry that was played before the room opened."""
        for sight in self.all_sights:
            sight.take(before, result)
        self._remember(result)

    def view(self, seat: str, lang: str) -> Json:
        """The whole table for a seat."""
        sight = self.sight(seat)
        known = self.header["situation"]
        situation = {key: value for key, value in known.items() if key not in ("units", "state")}
        return {
            "is": "view",
            "match": self.id,
            "seat": seat,
            "n": sight.n,
            "digest": sight.shot.digest,
            "situation": {**situation, "units": sight.shot.listed, "state": sight.shot.state},
            "now": sight.now(lang, seat, self._of(sight)),
        }

    def entry(self, seat: str, seen: Seen, lang: str) -> Json:
        """An entry for a seat."""
        return self.sight(seat).entry(seen, self.id, seat, lang)

    def entries(self, seat: str, lang: str, since: int) -> list[Json]:
        """The entries of a seat after one of them, at most the newest `MISSED`."""
        return [self.entry(seat, seen, lang) for seen in self.sight(seat).entries[since:][-MISSED:]]

    def _of(self, sight: Sight) -> str | None:
        if not sight.entries:
            return None
        newest = sight.entries[-1]
        return newest.result.of if newest.whole else None

    # --- commands

    async def say(
        self, keeper: Keeper, seat: str, lang: str, name: str, seen: int, said: Json, anyway: bool = False
    ) -> Json:
        """Exactly one answer to a command: ack, refused, stale or duplicate. Raises Fault for everything else."""
        async with self.lock:
            known = self._known(seat, name, said, lang)
            if known is not None:
                return known
            self._may_speak(seat)
            sight = self.sight(seat)
            if seen > sight.n:
                raise Fault("future", f"there is no entry {seen} yet, {sight.n} is the newest")
            if seen < sight.n:
                missed = self.entries(seat, lang, seen)
                return {"is": "stale", "id": name, "seen": seen, "entries": missed, "upto": sight.n}
            command = self._command(said)
            if sight.hidden(self.match.table):  # it is judged on what the seat sees, so that a refusal tells no more
                verdict = rule_on(sight.table, command, self.rules, self.side(seat))
                if verdict.ruling == "illegal":
                    return self._refused(seat, lang, name, verdict)
            result = self._play(command, self.side(seat), name, anyway)
            # Choices that were declined because of a command are on the record even where it was refused.
            self._publish(await self._keep(keeper))
            if result.n is None:
                said_of_it = clean(result.verdict, sight.hidden(self.match.table))
                return self._refused(seat, lang, name, said_of_it)
            return self.answers[name].ack(lang)

    def _known(self, seat: str, name: str, said: Json, lang: str) -> Json | None:
        known = self.answers.get(name)
        if known is None:
            return None
        if known.seat != seat or known.said != canonical(_as_read(said)):
            raise Fault("id", "this id was used for another command")
        return {"is": "duplicate", "id": name, "answer": known.ack(lang)}

    def _may_speak(self, seat: str) -> None:
        if seat == "spectator":
            raise Fault("seat", "spectators do not play")
        if self.suspended:
            raise Fault("suspended", self.suspended)
        if self.ended:
            raise Fault("ended", "the match is over")
        if not self.playable:
            raise Fault("ended", "this match was imported without the secret of its dice: it can be looked at")

    def _command(self, said: Json) -> Command:
        """The command of a JSON object. Raises Fault."""
        try:
            return read_command(said)
        except FormError as wrong:
            raise Fault("form", wrong.message, wrong.key or None) from wrong

    def _play(self, command: Command, side: str | None, name: str, anyway: bool) -> Result:
        """Play it in memory; where that fails nothing has happened. Raises Fault."""
        match = self.match
        before = match.table, match.rolls, len(match.results)
        try:
            play = match.propose if anyway else match.play
            result = play(command, seat=side, id=name)
            self._answer_by_standing()
        except CannotBeDone as wrong:
            self._back_to(before)
            raise Fault("cannot", str(wrong)) from wrong
        except Exception as failure:
            self._back_to(before)
            raise Fault("internal", f"{type(failure).__name__}: {failure}") from failure
        self._before = before
        return result

    def _back_to(self, before: tuple[Table, int, int]) -> None:
        self.match.table, self.match.rolls, count = before
        del self.match.results[count:]
        self.recorder.results.clear()

    def _answer_by_standing(self) -> None:
        """Choices that a side never takes are passed for it."""
        while (pending := self.match.pending) is not None:
            never = {*self.standing.get(pending.side, ()), "pass"}
            if pending.must or not self.standing.get(pending.side) or not set(pending.verbs) <= never:
                return
            if self.match.play({"do": "pass"}, seat=pending.side).n is None:
                return

    async def _keep(self, keeper: Keeper) -> list[tuple[Table, Result]]:
        """Bring what was played to disk. Raises Fault; the match is then as it was before."""
        results = list(self.recorder.results)
        if not results:
            return []
        lines, last, number = [], self._last, self._number
        for result in results:
            entry = entry_of(result)
            entry["hash"] = last = chained(entry, last)
            number += 1
            lines.append(Line(number, result.id, canonical(entry)))
        try:
            await keeper.do(lambda repository: repository.add_lines(self.id, lines))
        except StorageError as wrong:
            if not await self._is_there(keeper, number):
                self._back_to(self._before)
                raise Fault("storage", "it could not be kept: nothing has happened", status=503) from wrong
        self._last, self._number = last, number
        self.recorder.results.clear()
        tables = [self._before[0], *(result.table for result in results)]
        return list(zip(tables, results, strict=False))

    async def _is_there(self, keeper: Keeper, number: int) -> bool:
        """Whether a line is on disk after all; where nobody can say, the match does not go on."""
        try:
            return await keeper.do(lambda repository: repository.last_line(self.id)) >= number
        except StorageError as wrong:
            self.suspended = "what was played last could not be kept, or read again"
            raise Fault("suspended", self.suspended, status=503) from wrong

    # --- telling

    def _publish(self, fresh: list[tuple[Table, Result]]) -> None:
        for before, result in fresh:
            seen = {id(sight): sight.take(before, result) for sight in self.all_sights}
            self._remember(result)
            for guest in tuple(self.guests):
                entry = seen[id(self.sight(guest.seat))]
                if entry is not None:
                    guest.send(self.entry(guest.seat, entry, guest.lang))

    def _remember(self, result: Result) -> None:
        if result.id.startswith("#"):
            return
        seat = result.seat or "referee"
        seen = self.sight(seat).entries[-1]  # a seat may know of what it did itself
        said = canonical(to_json(result.command))
        self.answers[result.id] = Answered(seat, said, lambda lang: self._ack(seat, seen, lang))

    def _ack(self, seat: str, seen: Seen, lang: str) -> Json:
        result, hidden = seen.result, seen.hidden
        pending = seen.after.table.pending[0] if seen.after.table.pending else None
        mine = pending is not None and seat in ("referee", pending.side)
        return {
            "is": "ack",
            "id": result.id,
            "n": seen.n,
            "verdict": verdict_json(clean(result.verdict, hidden), self.rules, lang),
            "outcome": result.outcome,
            "spent": None if result.spent is None else round(result.spent, 6),
            "rolls": rolls_json(result.events, self.rules, lang),
            "pending": None if pending is None else choice_json(pending, result.of, self.rules, lang, mine),
        }

    def _refused(self, seat: str, lang: str, name: str, verdict: Verdict) -> Json:
        asks = verdict.stage != "form" and not self.match.table.pending and self.side(seat) is not None
        return {
            "is": "refused",
            "id": name,
            "seen": self.sight(seat).n,
            "verdict": verdict_json(verdict, self.rules, lang),
            "proposable": asks and verdict.ruling == "illegal",
        }

    # --- the rest

    async def end(self, keeper: Keeper) -> str:
        """The match is over: the secret of its dice is the last line. Answers it. Raises Fault."""
        async with self.lock:
            self._may_speak("referee")
            if self.secret is None:
                raise Fault("ended", "nobody knows the secret of these dice")
            line: Json = {"secret": self.secret.hex()}
            line["hash"] = chained(line, self._last)
            added = [Line(self._number + 1, None, canonical(line))]
            try:
                await keeper.do(lambda repository: repository.add_lines(self.id, added))
            except StorageError as wrong:
                raise Fault("storage", "it could not be kept: nothing has happened", status=503) from wrong
            self._number += 1
            self._last = line["hash"]
            self.over()
            for guest in tuple(self.guests):
                guest.send({"is": "over", "secret": self.secret.hex()})
            return self.secret.hex()

    def over(self) -> None:
        """The match has ended."""
        self.ended = True
        for sight in self.all_sights:
            sight.ended = True

    async def stand_by(self, keeper: Keeper, seat: str, never: list[str]) -> list[str]:
        """Standing answers of a side from now on. Raises Fault."""
        side = self.side(seat)
        if side is None:
            raise Fault("seat", "only a side has standing answers")
        answers = {verb for verb, kind in self.rules.kinds.items() if kind.answers}
        unknown = [verb for verb in never if verb not in answers]
        if unknown:
            raise Fault("form", f"`{unknown[0]}` is no answer to a choice", "never")
        async with self.lock:
            standing = {**self.standing, side: tuple(dict.fromkeys(never))}
            try:
                await keeper.do(lambda repository: repository.keep_standing(self.id, standing))
            except StorageError as wrong:
                raise Fault("storage", "it could not be kept: nothing has happened", status=503) from wrong
            self.standing = standing
        return list(standing[side])

    def presence(self) -> Json:
        """Who is at the table."""
        seats = {seat: sum(guest.seat == seat for guest in self.guests) for seat in self.seats}
        return {"is": "presence", "seats": seats}

    def come(self, guest: Guest) -> None:
        """Somebody sits down."""
        self.guests.add(guest)
        self._tell_presence()

    def go(self, guest: Guest) -> None:
        """Somebody leaves."""
        self.guests.discard(guest)
        self._tell_presence()

    def _tell_presence(self) -> None:
        now = self.presence()
        for guest in tuple(self.guests):
            guest.send(now)

    def point(self, seat: str, at: list[float]) -> None:
        """Somebody points at a place."""
        for guest in tuple(self.guests):
            guest.send({"is": "pinged", "seat": seat, "at": at})


def _as_read(said: Json) -> Json:
    try:
        return to_json(read_command(said))
    except FormError:
        return said
