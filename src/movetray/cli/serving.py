"""`serve`, and what the server says of itself: needs the extra `server`."""

import webbrowser
from pathlib import Path
from threading import Timer
from typing import Any

from movetray.cli.failure import Complaint
from movetray.cli.situations import speak
from movetray.words import say


def server_schema(of: str) -> dict[str, Any]:
    """The JSON Schema of the websocket's messages (`wire`), or the OpenAPI description (`http`)."""
    try:
        from movetray.server.wire import wire_schema
    except ImportError as error:
        raise needs_extra(error) from error
    if of == "wire":
        return wire_schema()
    from movetray.server.app import described

    return described()


def serve_at(host: str, port: int, database: Path, origins: list[str], lang: str | None, open_it: bool = False) -> None:
    """Serve until somebody stops it."""
    tongue = speak(lang)
    try:
        from movetray.server.serve import Taken, serve
    except ImportError as error:
        raise needs_extra(error) from error
    address = f"http://{'[' + host + ']' if ':' in host else host}:{port}/"
    print(
        say(
            "the table is at {address:n} (Ctrl+C ends it; the matches are in {file:n})",
            tongue,
            address=address,
            file=str(database),
        ),
        flush=True,
    )
    if open_it:
        Timer(1.0, webbrowser.open, (address,)).start()
    try:
        serve(host, port, database, tuple(origins), quiet=True)
    except Taken as error:
        said = say("another server has {file:n} open", tongue, file=str(database))
        raise Complaint(said) from error


def needs_extra(error: ImportError) -> Complaint:
    """The server's packages are not installed."""
    lang = speak(None)
    said = say("the server needs more packages: pip install 'movetray[server]' ({error:n})", lang, error=str(error))
    return Complaint(said)
