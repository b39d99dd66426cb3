"""Pictures for a seat: the table as it sees it, after one of its entries or with a command that is disputed."""

import asyncio
from dataclasses import replace
from typing import Any

from fastapi import FastAPI
from fastapi.responses import Response

from movetray.drawing import draw_step, draw_table, to_png
from movetray.engine.command_json import read_command
from movetray.form.node import FormError
from movetray.server import forms
from movetray.server.faults import Fault
from movetray.server.looking import blindfold, judged
from movetray.server.room import Room
from movetray.server.seated import Lang, Seated
from movetray.server.sight import Sight, clean, told

ZOOM = 2.0
"""Pixels of a PNG for one of the drawing."""


def add_pictures(app: FastAPI, wrong: dict[int | str, dict[str, Any]]) -> None:
    """The endpoint of the pictures."""

    @app.post("/api/matches/{match}/picture", responses=wrong, response_class=Response)
    async def picture(sitting: Seated, body: forms.Picture, lang: Lang) -> Response:
        async with app.state.thinking:
            drawn = await asyncio.to_thread(drawing, sitting.room, sitting.link.seat, body, lang)
            if body.format == "svg":
                return Response(drawn, media_type="image/svg+xml")
            try:
                pixels = await asyncio.to_thread(to_png, drawn, ZOOM)
            except ModuleNotFoundError as missing:
                raise Fault("cannot", "PNG needs an extra: pip install 'movetray[png]'", status=503) from missing
            return Response(pixels, media_type="image/png")


def drawing(room: Room, seat: str, asked: forms.Picture, lang: str) -> str:
    """The SVG that is asked for. Raises Fault."""
    sight = room.sight(seat)
    if asked.n is not None and asked.n > sight.n:
        raise Fault("future", f"there is no entry {asked.n}, {sight.n} is the newest", "n", 404)
    if asked.command is not None:
        return _disputed(room, sight, seat, asked.command, lang)
    n = sight.n if asked.n is None else asked.n
    if n == 0:
        first = sight.entries[0].before.table if sight.entries else sight.table
        return draw_table(first, rules=room.rules, lang=lang, title=room.title)
    seen = sight.entries[n - 1]
    title = f"{room.title} · {n}"
    after = seen.after.table
    if not seen.whole or seen.result.command.subject is None:
        return draw_table(after, rules=room.rules, lang=lang, title=title)
    verdict = clean(seen.result.verdict, seen.hidden)
    return draw_step(
        seen.before.table,
        seen.result.command,
        verdict,
        rules=room.rules,
        after=after,
        events=tuple(told(seen)),
        lang=lang,
        title=title,
    )


def _disputed(room: Room, sight: Sight, seat: str, said: forms.Json, lang: str) -> str:
    """A command on the table as it is now, with the verdict on it; nothing happens."""
    try:
        command = read_command(said)
    except FormError as fault:
        raise Fault("form", fault.message, fault.key or None, 422) from fault
    verdict = judged(sight.table, room.rules, room.side(seat), command)
    if verdict.stage == "form":
        raise Fault("form", "this names what is not on the table", "command", 422)
    if blindfold(sight.table, room.rules, command):
        command = replace(command, path=None, paths=None, to=None)  # the length of a way is written beside it
    return draw_step(sight.table, command, verdict, rules=room.rules, lang=lang, title=f"{room.title} · {sight.n}")
