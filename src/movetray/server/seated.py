"""Who asks over HTTP, and in which language: what the endpoints of a match depend on."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Query, Request
from fastapi import Path as InPath

from movetray.server.faults import Fault
from movetray.server.room import Room
from movetray.server.rooms import Rooms
from movetray.server.store import Link
from movetray.words import LANGUAGES


def _lang(
    lang: Annotated[str | None, Query(max_length=8)] = None,
    accept_language: Annotated[str | None, Header()] = None,
) -> str:
    if lang in LANGUAGES:
        return lang
    return "ru" if (accept_language or "").lower().startswith("ru") else "en"


Lang = Annotated[str, Depends(_lang)]
MatchName = Annotated[str, InPath(max_length=40)]


@dataclass(frozen=True)
class Sitting:
    """Who asks: the room, and the seat that the token leads to."""

    room: Room
    link: Link


async def _sitting(
    request: Request, match: MatchName, authorization: Annotated[str, Header(max_length=300)] = ""
) -> Sitting:
    rooms: Rooms = request.app.state.rooms
    kind, _, token = authorization.partition(" ")
    if kind.lower() != "bearer" or not token:
        raise Fault("token", "this needs the token of a seat: `Authorization: Bearer …`", status=401)
    link = await rooms.seat(token)
    if link.match != match:
        raise Fault("match", "this link leads to another match", status=403)
    return Sitting(await rooms.open(match), link)


Seated = Annotated[Sitting, Depends(_sitting)]


def only_referee(sitting: Sitting) -> None:
    """Raises Fault for everybody else."""
    if sitting.link.seat != "referee":
        raise Fault("seat", "only the referee may do this", status=403)


def may_link(sitting: Sitting, seat: str) -> None:
    """Who plays may let somebody look on; any other link is the referee's to hand out. Raises Fault."""
    if not (seat == "spectator" and sitting.room.side(sitting.link.seat) is not None):
        only_referee(sitting)
