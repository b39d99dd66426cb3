"""A server in this process, and people who sit at its tables. Every frame that comes is held to the schema."""

import json
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient, WebSocketTestSession

from movetray.server.app import Settings, create_app
from movetray.server.wire import FromServer

SERVER: TypeAdapter[Any] = TypeAdapter(FromServer)

LANE: dict[str, Any] = {
    "movetray": 1,
    "rules": "mordheim",
    "title": "A lane",
    "options": {"measuring": "open"},
    "table": {"width": 40, "depth": 24},
    "terrain": [{"id": "hedge", "kind": "wall", "line": [[10, 11], [16, 11]], "thickness": 0.2, "height": 2}],
    "units": [
        {
            "id": "carters",
            "side": "red",
            "stats": {"M": 4, "I": 3, "Ld": 7, "W": 1, "T": 3},
            "base": "25mm",
            "models": [{"id": "carter", "at": [6, 6]}, {"id": "drover", "at": [6, 9]}],
        },
        {
            "id": "poachers",
            "side": "blue",
            "stats": {"M": 4, "I": 3, "Ld": 7, "W": 1, "T": 3},
            "base": "25mm",
            "models": [{"id": "poacher", "at": [30, 18]}, {"id": "snarer", "at": [13, 12]}],
        },
    ],
    "state": {"round": 1, "active": "red", "step": "remaining"},
}
"""A table on which everybody may walk."""


@contextmanager
def server(database: Path) -> Iterator[TestClient]:
    """A server on a database."""
    with TestClient(create_app(Settings(f"sqlite:///{database}"))) as client:
        yield client


def made(client: TestClient, situation: Any = LANE, **wanted: Any) -> tuple[str, dict[str, str]]:
    """A new match: its name, and the token of every seat."""
    said = client.post("/api/matches", json={"situation": situation, **wanted})
    assert said.status_code == 201, said.text
    return said.json()["match"], {link["seat"]: link["token"] for link in said.json()["links"]}


class Guest:
    """Somebody at the table: says things, and keeps what is heard."""

    def __init__(self, socket: WebSocketTestSession, match: str) -> None:
        self.socket, self.match = socket, match
        self.heard: list[str] = []
        self.n = 0

    def hello(self, token: str, **more: Any) -> dict[str, Any]:
        """Say who one is; answers the view, or the entries that were missed."""
        self.socket.send_json({"is": "hello", "token": token, **more})
        self.wait("welcome")
        came = self.wait("view", "entries")
        self.wait("presence")
        return came

    def next(self) -> dict[str, Any]:
        """The next message, held to the schema."""
        text = self.socket.receive_text()
        self.heard.append(text)
        said: dict[str, Any] = json.loads(text)
        SERVER.validate_python(said)
        if said["is"] in ("view", "entry"):
            self.n = said["n"]
        if said["is"] == "entries":
            self.n = said["upto"]
        return said

    def wait(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; others are kept in `heard`."""
        while True:
            said = self.next()
            if said["is"] in kinds:
                return said

    def say(self, command: dict[str, Any], name: str | None = None, seen: int | None = None, **more: Any) -> Any:
        """A command; its answer."""
        self.socket.send_json(
            {
                "is": "command",
                "match": self.match,
                "id": name or str(uuid.uuid4()),
                "seen": self.n if seen is None else seen,
                "command": command,
                **more,
            }
        )
        return self.wait("ack", "refused", "stale", "duplicate", "error")

    def ask(self, kind: str, answer: str, **said: Any) -> Any:
        """Anything else with an id; its answer."""
        self.socket.send_json({"is": kind, "id": str(uuid.uuid4()), **said})
        return self.wait(answer, "error")


@contextmanager
def sitting(client: TestClient, match: str, token: str, **more: Any) -> Iterator[Guest]:
    """Somebody who has said hello."""
    with client.websocket_connect("/api/ws") as socket:
        guest = Guest(socket, match)
        guest.hello(token, **more)
        yield guest
