"""The application: HTTP, the websocket, the client's files. `create_app` makes one on a database."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Header, Query, Request, WebSocket
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from movetray.engine.ruleset import RuleSet
from movetray.play.reading import read
from movetray.rulesets import installed, load_rules
from movetray.server import forms
from movetray.server.faults import Fault
from movetray.server.keeper import Keeper
from movetray.server.limits import BODY, read_json
from movetray.server.pictures import add_pictures
from movetray.server.rooms import Rooms, Wanted, examples, situation_of
from movetray.server.seated import Lang, Seated, may_link, only_referee
from movetray.server.socket import Socket
from movetray.server.store import Repository, SqlStore
from movetray.server.wire import PROTOCOL
from movetray.table.situation import Situation
from movetray.table.writer import situation_json
from movetray.words import catalogue, says, word

STATIC = Path(__file__).with_name("static")
"""Where the built client lies in a package; in a clone it is `web/dist`."""

THINKING = 2
"""So many long questions are thought about at once."""


@dataclass(frozen=True)
class Settings:
    """How the server is set up. `origins`: pages from elsewhere that may open a websocket."""

    database: str = "sqlite:///movetray.db"
    origins: tuple[str, ...] = ()


WRONG: dict[int | str, dict[str, Any]] = {
    code: {"model": forms.Wrong} for code in (400, 401, 403, 404, 409, 413, 422, 503)
}


def create_app(settings: Settings, open_store: Callable[[], Repository] | None = None) -> FastAPI:
    """The application. `open_store` opens another repository than the settings' database."""
    keeper = Keeper(open_store or (lambda: SqlStore(settings.database)))
    rooms = Rooms(keeper)

    @asynccontextmanager
    async def alive(_app: FastAPI) -> AsyncIterator[None]:
        keeper.start()
        yield
        await asyncio.to_thread(keeper.stop)

    app = FastAPI(
        title="movetray",
        version=version("movetray"),
        lifespan=alive,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.rooms = rooms
    app.state.thinking = asyncio.Semaphore(THINKING)
    app.state.settings = settings
    app.add_middleware(BodyLimit)
    app.add_exception_handler(Fault, _fault)
    app.add_exception_handler(RequestValidationError, _unreadable)
    _about(app)
    _matches(app, rooms)
    add_pictures(app, WRONG)
    _socket(app, rooms, settings)
    _client(app)
    return app


# --- what there is


def _about(app: FastAPI) -> None:
    @app.get("/api/health", responses=WRONG)
    async def health(request: Request) -> forms.Health:
        matches = await request.app.state.rooms.ask(lambda repository: repository.count_matches())
        return forms.Health(status="ok", version=version("movetray"), protocol=PROTOCOL, matches=matches)

    @app.get("/api/rulesets")
    def rulesets(lang: Lang) -> list[forms.RuleSetForm]:
        return [forms.RuleSetForm(**_rules(load_rules(name), lang)) for name in installed()]

    @app.get("/api/rulesets/{name}", responses=WRONG)
    def ruleset(name: str, lang: Lang) -> forms.RulesForm:
        if name not in installed():
            raise Fault("form", f"no rule set `{name}` is installed", status=404)
        rules = load_rules(name)
        clauses = [forms.ClauseForm(id=c.id, seed=c.seed, says=says(c, lang)) for c in rules.clauses.values()]
        return forms.RulesForm(**_rules(rules, lang), clauses=clauses)

    @app.get("/api/situations")
    def situations() -> list[forms.SituationForm]:
        return [_listed(name, read(path)) for name, path in examples().items()]

    @app.get("/api/situations/{name}", responses=WRONG)
    def situation(name: str) -> dict[str, Any]:
        return situation_json(_example(name))

    @app.post("/api/situations/check", responses=WRONG)
    def check(body: forms.Check) -> forms.Checked:
        return forms.Checked(situation=situation_json(situation_of(body.situation)))


def _rules(rules: RuleSet, lang: str) -> dict[str, Any]:
    return {
        "id": rules.id,
        "title": rules.title,
        "steps": [{"id": step.id, "word": word(step.id, lang)} for step in rules.steps],
        "verbs": [
            {
                "verb": verb,
                "word": word(verb, lang),
                "needs": list(kind.needs),
                "steps": sorted(kind.steps),
                "answers": kind.answers,
                "any_side": kind.any_side,
            }
            for verb, kind in rules.kinds.items()
        ],
        "statuses": [{"id": m.id, "word": word(m.id, lang)} for m in rules.marks.values() if m.shown],
        "keywords": sorted(rules.keywords),
        "stats": sorted(rules.stats),
        "options": [
            {
                "id": option.id,
                "values": list(option.values),
                "default": option.default,
                "why": catalogue(lang).pgettext("option", option.why),
            }
            for option in rules.options.values()
        ],
    }


def _listed(name: str, found: Situation) -> forms.SituationForm:
    return forms.SituationForm(
        id=name,
        title=found.title,
        rules=found.rules,
        sides=list(found.table.sides),
        models=len(found.table.models),
        steps=len(found.steps),
    )


def _example(name: str) -> Situation:
    path = examples().get(name)
    if path is None:
        raise Fault("form", f"no situation `{name}` comes along", "example", 404)
    return read(path)


# --- matches


def _matches(app: FastAPI, rooms: Rooms) -> None:
    @app.post("/api/matches", status_code=201, responses=WRONG)
    async def create(body: forms.Create) -> forms.Created:
        if (body.example is None) == (body.situation is None):
            raise Fault("form", "one of `example` and `situation` is wanted", "situation", 422)
        situation = await asyncio.to_thread(
            lambda: _example(body.example) if body.example is not None else situation_of(body.situation)
        )
        wanted = Wanted(body.rules, body.options, body.dice, body.seed, body.title, body.until, tuple(body.without))
        return _created(await rooms.make(situation, wanted))

    @app.post("/api/matches/import", status_code=201, responses=WRONG)
    async def take_in(
        request: Request, movetray_secret: Annotated[str | None, Header(max_length=200)] = None
    ) -> forms.Created:
        try:
            secret = None if movetray_secret is None else bytes.fromhex(movetray_secret)
        except ValueError as wrong:
            raise Fault("form", "a secret is hexadecimal", "Movetray-Secret", 422) from wrong
        return _created(await rooms.take_in(await request.body(), secret))

    @app.get("/api/matches/{match}", responses=WRONG)
    async def about(sitting: Seated) -> forms.MatchForm:
        room, seat = sitting.room, sitting.link.seat
        return forms.MatchForm(
            match=room.id,
            title=room.title,
            rules=room.rules.id,
            options=dict(room.header["options"]),
            dice=room.match.source,
            seat=seat,
            seats=list(room.seats),
            n=room.sight(seat).n,
            ended=room.ended,
        )

    @app.get("/api/matches/{match}/links", responses=WRONG)
    async def links(sitting: Seated) -> list[forms.KnownLink]:
        only_referee(sitting)
        known = await rooms.ask(lambda repository: repository.links_of(sitting.room.id))
        return [forms.KnownLink(link=link.link, seat=link.seat, revoked=link.revoked) for link in known]

    @app.post("/api/matches/{match}/links", status_code=201, responses=WRONG)
    async def link(sitting: Seated, body: forms.NewLink) -> forms.LinkForm:
        may_link(sitting, body.seat)
        if body.seat not in sitting.room.seats:
            raise Fault("seat", f"there is no seat `{body.seat}`", "seat", 422)
        made, token = await rooms.link(sitting.room.id, body.seat)
        return forms.LinkForm(link=made.link, seat=made.seat, token=token)

    @app.delete("/api/matches/{match}/links/{link}", status_code=204, responses=WRONG)
    async def revoke(sitting: Seated, link: Annotated[int, InPath(ge=0, lt=2**31)]) -> None:
        only_referee(sitting)
        await rooms.revoke(sitting.room.id, link)

    @app.get("/api/matches/{match}/record", responses=WRONG, response_class=PlainTextResponse)
    async def record(sitting: Seated) -> Response:
        room = sitting.room
        if room.secretive and not room.ended and sitting.link.seat != "referee":
            raise Fault("seat", "the record holds what is hidden from you until the match has ended", status=403)
        kept = await rooms.ask(lambda repository: repository.find_match(room.id))
        name = {"Content-Disposition": f'attachment; filename="{room.id}.jsonl"'}
        return Response("".join(f"{line}\n" for line in kept.lines), media_type="application/jsonl", headers=name)

    @app.get("/api/matches/{match}/situation", responses=WRONG)
    async def situation(sitting: Seated, n: Annotated[int | None, Query(ge=0, lt=2**31)] = None) -> dict[str, Any]:
        room, sight = sitting.room, sitting.room.sight(sitting.link.seat)
        if n is not None and n > sight.n:
            raise Fault("future", f"there is no entry {n}, {sight.n} is the newest", "n", 404)
        table = sight.table if n is None or n == sight.n else sight.entries[n].before.table
        options = {name: room.rules.option(name) for name in room.rules.options}
        return situation_json(Situation(room.title, room.rules.id, table, options))

    @app.post("/api/matches/{match}/end", responses=WRONG)
    async def end(sitting: Seated) -> forms.Revealed:
        only_referee(sitting)
        return forms.Revealed(secret=await sitting.room.end(rooms.keeper))


def _created(made: tuple[str, list[dict[str, Any]]]) -> forms.Created:
    match, links = made
    return forms.Created(match=match, links=[forms.LinkForm(**link) for link in links])


# --- the websocket, the client, what is wrong


def _socket(app: FastAPI, rooms: Rooms, settings: Settings) -> None:
    @app.websocket("/api/ws")
    async def socket(websocket: WebSocket) -> None:
        if not _own(websocket, settings.origins):
            await websocket.close(4403, "origin")
            return
        await Socket(websocket, rooms, app.state.thinking).serve()


def _own(socket: WebSocket, others: tuple[str, ...]) -> bool:
    """Whether the page that opens a socket is this server's own, or one that is welcome; programs name none."""
    origin = socket.headers.get("origin")
    if origin is None or origin in others:
        return True
    return urlsplit(origin).netloc == socket.headers.get("host")


def client_files() -> Path | None:
    """Where the built client lies; None where it was not built."""
    built = Path(__file__).parents[3] / "web" / "dist"
    return next((folder for folder in (STATIC, built) if (folder / "index.html").is_file()), None)


def _client(app: FastAPI) -> None:
    folder = client_files()
    if folder is not None:
        app.mount("/", StaticFiles(directory=folder, html=True), name="client")


async def _fault(_request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Fault)
    said = {"code": fault.code, "message": fault.message, "where": fault.where}
    return JSONResponse(said, fault.status)


async def _unreadable(_request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, RequestValidationError)
    first = wrong.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    return JSONResponse({"code": "form", "message": first["msg"], "where": where}, 422)


class BodyLimit:
    """Refuses bodies that are too large before they are read, and JSON that no message may hold."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "DELETE"):
            await self.app(scope, receive, send)
            return
        chunks, size, more = [], 0, True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            chunk: bytes = message.get("body", b"")
            size += len(chunk)
            if size > BODY:
                said = {"code": "size", "message": f"a body has at most {BODY} bytes", "where": None}
                await JSONResponse(said, 413)(scope, receive, send)
                return
            chunks.append(chunk)
            more = message.get("more_body", False)
        body = b"".join(chunks)
        if body and not scope["path"].endswith("/import"):
            try:
                read_json(body)
            except (Fault, UnicodeDecodeError) as wrong:
                await JSONResponse({"code": "form", "message": str(wrong), "where": None}, 422)(scope, receive, send)
                return
        await self.app(scope, _again(body, receive), send)


def _again(body: bytes, receive: Receive) -> Callable[[], Awaitable[Message]]:
    given = False

    async def once() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return once


def described() -> dict[str, Any]:
    """The OpenAPI description."""
    found: dict[str, Any] = json.loads(json.dumps(create_app(Settings("sqlite://")).openapi()))
    return found
