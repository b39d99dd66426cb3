"""`serve`, and what the server says of itself: needs the extra `server`."""

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
    return wire_schema() if of == "wire" else {}


def needs_extra(error: ImportError) -> Complaint:
    """The server's packages are not installed."""
    lang = speak(None)
    said = say("the server needs more packages: pip install 'movetray[server]' ({error:n})", lang, error=str(error))
    return Complaint(said)
