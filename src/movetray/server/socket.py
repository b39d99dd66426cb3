"""A socket at a table: what comes in is read, limited and handed on, what goes out waits in a queue of its own."""

import asyncio
import contextlib
import json
from importlib.metadata import version
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from movetray.server import looking, wire
from movetray.server.faults import Fault
from movetray.server.limits import FRAME, UNREAD, Bucket, read_json
from movetray.server.room import MISSED, Room
from movetray.server.rooms import Rooms
from movetray.server.telling import Json, house_rules
from movetray.words import catalogue

HELLO = 5.0
"""Seconds within which a client says who it is."""

PATIENCE = 10.0
"""Seconds that a frame may take to leave."""

CLOSING = {"token": 4401, "size": 4413, "slow": 4429, "protocol": 4400, "form": 4400}
"""Codes with which a socket is closed."""

HEAVY = frozenset({"reach", "route", "odds", "threat"})
"""Questions that take long enough to be answered beside everything else."""


class Socket:
    """One connection of one seat."""

    def __init__(self, socket: WebSocket, rooms: Rooms, thinking: asyncio.Semaphore) -> None:
        self._socket, self._rooms, self._thinking = socket, rooms, thinking
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(UNREAD)
        self._closing: tuple[int, str] | None = None
        self._asked: set[asyncio.Task[None]] = set()
        self._preview: tuple[wire.Preview, Room] | None = None
        self._previewing: asyncio.Task[None] | None = None
        self.seat, self.lang, self.link = "", "en", 0

    # --- out

    def send(self, message: Json) -> None:
        """Put a message into the queue; who does not read has to go."""
        if self._closing is not None:
            return
        try:
            self._queue.put_nowait(json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False))
        except asyncio.QueueFull:
            self._close("slow")

    def leave(self, code: str, message: str) -> None:
        """Tell it to go."""
        self.send({"is": "error", "id": None, "code": code, "message": message, "where": None})
        self._close(code)

    def _close(self, code: str) -> None:
        if self._closing is not None:
            return
        self._closing = CLOSING.get(code, 1011), code
        if code == "slow":
            while not self._queue.empty():
                self._queue.get_nowait()
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def _write(self) -> None:
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            while (text := await self._queue.get()) is not None:
                await asyncio.wait_for(self._socket.send_text(text), PATIENCE)
        code, reason = self._closing or (1011, "slow")
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            await asyncio.wait_for(self._socket.close(code, reason), PATIENCE)

    # --- in

    async def serve(self) -> None:
        """Everything from hello to the end."""
        await self._socket.accept()
        writing = asyncio.create_task(self._write())
        room: Room | None = None
        try:
            room = await self._hello()
            room.come(self)
            await self._listen(room)
        except Fault as fault:
            self.leave(fault.code, fault.message)
        except TimeoutError:
            self.leave("protocol", "nobody said hello")
        except (WebSocketDisconnect, RuntimeError):
            self._close("gone")
        finally:
            if room is not None:
                room.go(self)
            for task in (*self._asked, *([self._previewing] if self._previewing else [])):
                task.cancel()
            self._close("gone")
            await writing

    async def _hello(self) -> Room:
        said = await asyncio.wait_for(self._next(), HELLO)
        if not isinstance(said, wire.Hello):
            raise Fault("protocol", "the first frame is `hello`")
        if said.protocol != wire.PROTOCOL:
            raise Fault("protocol", f"this server speaks version {wire.PROTOCOL} of the protocol")
        link = await self._rooms.seat(said.token)
        room = await self._rooms.open(link.match)
        self.seat, self.lang, self.link = link.seat, said.lang, link.link
        sight = room.sight(self.seat)
        self.send(self._welcome(room))
        if said.since is not None and said.since <= sight.n and sight.n - said.since <= MISSED:
            entries = room.entries(self.seat, self.lang, said.since)
            self.send({"is": "entries", "id": None, "entries": entries, "upto": sight.n})
        else:
            self.send(room.view(self.seat, self.lang))
        if room.side(self.seat) is not None:
            self.send({"is": "standing", "id": None, "never": list(room.standing.get(self.seat, ()))})
        if room.ended and room.secret is not None:
            self.send({"is": "over", "secret": room.secret.hex()})
        return room

    def _welcome(self, room: Room) -> Json:
        rules = room.rules
        return {
            "is": "welcome",
            "protocol": wire.PROTOCOL,
            "version": version("movetray"),
            "match": room.id,
            "title": room.title,
            "seat": self.seat,
            "side": room.side(self.seat),
            "seats": list(room.seats),
            "rules": rules.id,
            "rules_title": rules.title,
            "options": [
                {
                    "id": option.id,
                    "value": rules.option(option.id),
                    "default": option.default,
                    "why": catalogue(self.lang).pgettext("option", option.why),
                }
                for option in rules.options.values()
            ],
            "house": house_rules(rules, self.lang),
            "dice": room.match.source,
            "commitment": room.header["commitment"],
            "n": room.sight(self.seat).n,
        }

    async def _next(self) -> Any:
        """The next message. Raises Fault for what is none."""
        text = await self._socket.receive_text()
        if len(text) > FRAME:
            raise Fault("size", f"a frame has at most {FRAME} bytes")
        said = read_json(text)
        try:
            return wire.FROM_CLIENT.validate_python(said)
        except ValidationError as wrong:
            first = wrong.errors()[0]
            where = ".".join(str(part) for part in first["loc"][1:])
            name = said.get("id") if isinstance(said, dict) and isinstance(said.get("id"), str) else None
            raise Misread(name, first["msg"], where or None) from wrong

    async def _listen(self, room: Room) -> None:
        clock = asyncio.get_running_loop().time
        says = Bucket.full(30, 60, clock())
        buckets: dict[Any, Bucket] = {
            wire.Preview: Bucket.full(120, 240, clock()),
            wire.Point: Bucket.full(1, 3, clock()),
        }
        while self._closing is None:
            name: str | None = None
            try:
                said = await self._next()
                name = getattr(said, "id", None)
                if not buckets.get(type(said), says).take(clock()):
                    raise Fault("rate", "this is too much at once")
                await self._do(room, said)
            except Fault as fault:
                if fault.code == "size":
                    raise
                name = fault.name if isinstance(fault, Misread) else name
                self.send(_error(name, fault))

    async def _do(self, room: Room, said: Any) -> None:
        match said:
            case wire.Say():
                if said.match != room.id:
                    raise Fault("match", "this link leads to another match")
                answer = await room.say(
                    self._rooms.keeper, self.seat, self.lang, said.id, said.seen, dict(said.command), said.anyway
                )
                self.send(answer)
            case wire.Preview():
                self._preview = said, room
                if self._previewing is None or self._previewing.done():
                    self._previewing = asyncio.create_task(self._previews())
            case wire.AskOptions():
                sight = room.sight(self.seat)
                found = looking.options(sight.table, room.rules, room.side(self.seat), said.of, self.lang)
                self.send({"is": "options", "id": said.id, "n": sight.n, **found})
            case wire.Ask():
                if len(self._asked) >= 8:
                    raise Fault("busy", "too many questions wait for their answers")
                task = asyncio.create_task(self._ask(room, said))
                self._asked.add(task)
                task.add_done_callback(self._asked.discard)
            case wire.CatchUp():
                sight = room.sight(self.seat)
                if said.since > sight.n:
                    raise Fault("future", f"there is no entry {said.since} yet, {sight.n} is the newest")
                entries = room.entries(self.seat, self.lang, said.since)
                self.send({"is": "entries", "id": said.id, "entries": entries, "upto": sight.n})
            case wire.Look():
                self.send(room.view(self.seat, self.lang))
            case wire.Point():
                room.point(self.seat, list(said.at))
            case wire.Standing():
                never = await room.stand_by(self._rooms.keeper, self.seat, list(said.never))
                self.send({"is": "standing", "id": said.id, "never": never})
            case wire.Speak():
                self.lang = said.lang
                self.send(room.view(self.seat, self.lang))
            case wire.Alive():
                self.send({"is": "alive"})
            case _:
                raise Fault("protocol", "hello was said before")

    async def _previews(self) -> None:
        while self._preview is not None:
            (said, room), self._preview = self._preview, None
            sight = room.sight(self.seat)
            try:
                found = looking.preview(sight.table, room.rules, room.side(self.seat), dict(said.command), self.lang)
                self.send({"is": "previewed", "id": said.id, "n": sight.n, **found})
            except Fault as fault:
                self.send(_error(said.id, fault))
            except Exception as failure:
                self.send(_error(said.id, Fault("internal", f"{type(failure).__name__}: {failure}")))
            await asyncio.sleep(0)

    async def _ask(self, room: Room, said: wire.Ask) -> None:
        sight = room.sight(self.seat)
        table, n, lang = sight.table, sight.n, self.lang
        question = dict(said.question)
        try:
            if question.get("ask") in HEAVY:
                async with self._thinking:
                    found = await asyncio.to_thread(looking.ask, table, room.rules, question, lang)
            else:
                found = looking.ask(table, room.rules, question, lang)
            self.send({"is": "answer", "id": said.id, "n": n, **found})
        except Fault as fault:
            self.send(_error(said.id, fault))
        except Exception as failure:
            self.send(_error(said.id, Fault("internal", f"{type(failure).__name__}: {failure}")))

    @property
    def gone(self) -> bool:
        """Whether nobody is there any more."""
        return self._socket.client_state is WebSocketState.DISCONNECTED


class Misread(Fault):
    """What is no message: the id it seems to have."""

    def __init__(self, name: str | None, message: str, where: str | None) -> None:
        super().__init__("form", message, where)
        self.name = None if name is None else name[:64]


def _error(name: str | None, fault: Fault) -> Json:
    return {"is": "error", "id": name, "code": fault.code, "message": fault.message, "where": fault.where}
