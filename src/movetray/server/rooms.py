"""All matches of this server: made, imported, opened when somebody comes, forgotten when nobody is there."""

import asyncio
import hashlib
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from movetray.form.node import SituationError
from movetray.play.audit import Auditor
from movetray.play.dice import DiceMismatch, key_of
from movetray.play.house import without
from movetray.play.log import Record, RecordError, canonical, chained, commitment, header_of, parse_record
from movetray.play.match import Match, Source
from movetray.play.reading import read
from movetray.play.replay import begin, rules_of
from movetray.rulesets import load_rules
from movetray.server.faults import Fault
from movetray.server.keeper import Keeper, StorageError
from movetray.server.room import Room
from movetray.server.store import Kept, Link
from movetray.table.situation import Question, Situation
from movetray.table.writer import situation_json

Json = dict[str, Any]

EXAMPLES = Path(__file__).parents[1] / "examples"
OPEN = 200
"""So many rooms stay open though nobody is in them."""


class Rooms:
    """The matches that are kept, and the rooms that are open."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self._rooms: dict[str, asyncio.Task[Room]] = {}

    async def make(self, situation: Situation, asked: "Wanted") -> tuple[str, list[Json]]:
        """A new match and a link to each of its seats. Raises Fault."""
        match, title = await asyncio.to_thread(begun, situation, asked)
        header = header_of(match, title)
        header["hash"] = chained(header, "")
        texts = [canonical(header)]
        return await self._keep(key_of(match.secret), title, texts, match.table.sides)

    async def take_in(self, data: bytes, secret: bytes | None) -> tuple[str, list[Json]]:
        """A match file from elsewhere, judged again. Raises Fault."""
        record, sides = await asyncio.to_thread(_audited, data, secret)
        known = record.secret or secret
        texts = [
            canonical(line) for line in (record.header, *record.entries, *(() if not record.end else (record.end,)))
        ]
        return await self._keep(known, str(record.header["situation"].get("title", "")), texts, sides)

    async def _keep(
        self, secret: bytes | None, title: str, texts: list[str], sides: tuple[str, ...]
    ) -> tuple[str, list[Json]]:
        name = secrets.token_urlsafe(9)
        seats = (*sides, "referee", "spectator")
        if len(set(seats)) < len(seats):
            raise Fault("form", "no side can be called `referee` or `spectator`", "sides", 422)
        tokens = [secrets.token_urlsafe(32) for _ in seats]
        links = [
            Link(name, number, seat, hashed(token))
            for number, (seat, token) in enumerate(zip(seats, tokens, strict=True), 1)
        ]
        kept = Kept(name, title, secret, tuple(texts))
        await self.ask(lambda repository: repository.add_match(kept, links))
        return name, [
            {"link": link.link, "seat": link.seat, "token": token} for link, token in zip(links, tokens, strict=True)
        ]

    async def link(self, match: str, seat: str) -> tuple[Link, str]:
        """One more link to a seat, and its token. Raises Fault."""
        token = secrets.token_urlsafe(32)
        link: Link = await self.ask(lambda repository: repository.add_link(match, seat, hashed(token)))
        return link, token

    async def seat(self, token: str) -> Link:
        """The link that a token opens. Raises Fault."""
        link = await self.ask(lambda repository: repository.find_link(hashed(token)))
        if link is None or link.revoked:
            raise Fault("token", "this link is unknown, or was revoked", status=401)
        found: Link = link
        return found

    async def open(self, match: str) -> Room:
        """The room of a match that is kept. Raises Fault."""
        task = self._rooms.get(match)
        if task is None:
            task = self._rooms[match] = asyncio.get_running_loop().create_task(self._open(match))
        try:
            return await asyncio.shield(task)
        except Exception:
            if self._rooms.get(match) is task and task.done():
                del self._rooms[match]
            raise

    async def _open(self, match: str) -> Room:
        kept = await self.ask(lambda repository: repository.find_match(match))
        if kept is None:
            raise Fault("match", "there is no such match", status=404)
        self._forget()
        try:
            return await asyncio.to_thread(opened, kept)
        except RecordError as wrong:
            raise Fault("suspended", f"this match cannot go on: {wrong.what}", status=409) from wrong

    def _forget(self) -> None:
        if len(self._rooms) < OPEN:
            return
        for name, task in list(self._rooms.items()):
            if task.done() and task.exception() is None:
                room = task.result()
                if not room.guests and not room.lock.locked():
                    del self._rooms[name]

    async def ask(self, task: Any) -> Any:
        """What the repository answers. Raises Fault where it cannot."""
        try:
            return await self.keeper.do(task)
        except StorageError as wrong:
            raise Fault("storage", "the database does not answer", status=503) from wrong

    async def revoke(self, match: str, link: int) -> None:
        """A link leads nowhere any more; who came by it has to go. Raises Fault."""
        links = await self.ask(lambda repository: repository.links_of(match))
        if not any(known.link == link for known in links):
            raise Fault("match", "there is no such link", status=404)
        await self.ask(lambda repository: repository.revoke(match, link))
        room = await self.open(match)
        for guest in tuple(room.guests):
            if getattr(guest, "link", None) == link:
                guest.leave("token", "this link was revoked")


@dataclass(frozen=True)
class Wanted:
    """What is wanted of a new match beside its situation."""

    rules: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    dice: Source = "seeded"
    seed: int | str | None = None
    title: str | None = None
    until: int = 0
    without: tuple[str, ...] = ()


def hashed(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


def examples() -> dict[str, Path]:
    """The bundled situations by id."""
    return {path.name.partition(".table.")[0]: path for path in sorted(EXAMPLES.rglob("*.table.yaml"))}


def situation_of(said: Any) -> Situation:
    """The situation of a text or an object. Raises Fault with the key and the line."""
    try:
        if isinstance(said, str):
            return read(said if "\n" in said else said + "\n")
        return read(said)
    except SituationError as wrong:
        raise Fault("form", wrong.message, f"{wrong.key}:{wrong.line}" if wrong.line else wrong.key, 422) from wrong
    except (ValueError, RecursionError) as wrong:
        raise Fault("form", str(wrong), "situation", 422) from wrong


def begun(situation: Situation, asked: Wanted) -> tuple[Match, str]:
    """The match that a situation sets up, its own steps played as far as is wanted. Raises Fault."""
    name = asked.rules or situation.rules
    if name != situation.rules:
        said = {**situation_json(situation), "rules": name}
        said.pop("steps", None)
        situation = situation_of(said)
    try:
        rules = load_rules(name)
    except KeyError as wrong:
        raise Fault("form", f"no rule set `{name}` is installed", "rules", 422) from wrong
    unknown = [clause for clause in asked.without if not rules.has(clause)]
    if unknown:
        raise Fault("form", f"{name} has no clause `{unknown[0]}`", "without", 422)
    rules = without(rules, asked.without)
    options = {**situation.options, **asked.options}
    seed: int | str | bytes = os.urandom(32) if asked.seed is None else asked.seed
    try:
        match = Match.start(rules, situation.table, options=options, seed=seed, dice=asked.dice)
    except ValueError as wrong:
        raise Fault("form", str(wrong), "options", 422) from wrong
    title = situation.title if asked.title is None else asked.title
    if asked.until:
        match = _played(situation, match, asked)
    return match, title


def _played(situation: Situation, match: Match, asked: Wanted) -> Match:
    """A match that begins where the first steps of the situation lead."""
    prelude = Match.from_situation(situation, match.rules)
    for step in situation.steps[: asked.until]:
        if isinstance(step.said, Question):
            continue
        try:
            prelude.play(step.said, step.dice)
        except DiceMismatch as wrong:
            raise Fault("form", str(wrong), "until", 422) from wrong
    fresh = Match(match.rules, prelude.table, match.secret, match.source)
    again = read(header_of(fresh)["situation"])  # what cannot be written is no way to begin
    return Match(match.rules, again.table, match.secret, match.source)


def opened(kept: Kept) -> Room:
    """The room of a match as it is kept: its record judged again, entry by entry. Raises RecordError."""
    record = parse_record(("\n".join(kept.lines) + "\n").encode(), kept.id)
    rules = rules_of(record)
    secret = kept.secret if kept.secret is not None else os.urandom(32)
    match = Match(rules, begin(record), secret, record.header["dice"])
    room = Room(kept, match, record.header, record.last_hash, len(kept.lines) - 1)
    auditor = Auditor(record, rules)
    for entry, deed in auditor.deeds():
        before = match.table
        match.recorder = None
        result = match.keep(deed, entry["seat"], entry["id"], given=entry.get("given", False))
        room.replayed(before, result)
    match.recorder = room.recorder
    if record.end is not None:
        room.over()
    if auditor.first is not None:
        room.suspended = f"its record differs from these rules: {auditor.first}"
    return room


def _audited(data: bytes, secret: bytes | None) -> tuple[Record, tuple[str, ...]]:
    try:
        record = parse_record(data, "record")
        rules = rules_of(record)
        if secret is not None and commitment(secret) != record.header["commitment"]:
            raise Fault("form", "this is not the secret that its dice are made of", "secret", 422)
        audit = Auditor(record, rules).audit()
        if audit.first is not None:
            raise Fault("form", f"the record differs: {audit.first}", f"line {audit.first.line}", 422)
        return record, begin(record).sides
    except RecordError as wrong:
        raise Fault("form", wrong.what, f"line {wrong.line}", 422) from wrong
