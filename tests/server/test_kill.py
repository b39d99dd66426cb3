"""The server is killed, again and again: nothing that was acknowledged is lost, nothing is played twice."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from movetray.play.audit import verify
from movetray.play.log import Record, parse_record
from server.guests import LANE

START = 20.0
"""Seconds within which a server answers."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """A server in a process of its own."""

    def __init__(self, database: Path) -> None:
        self.database, self.port = database, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "movetray.server.serve", str(self.port), str(self.database)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + START
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 0.5):
                    return
            except OSError:
                assert time.monotonic() < until and self.process.poll() is None, "no server"
                time.sleep(0.02)

    def kill(self) -> None:
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def http(self, path: str, said: Any = None, token: str = "") -> bytes:
        body = None if said is None else json.dumps(said).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers)
        with urllib.request.urlopen(request, timeout=START) as answer:
            found: bytes = answer.read()
            return found

    def sit(self, token: str) -> tuple[ClientConnection, int]:
        """A socket that has said hello, and the newest entry."""
        guest = connect(f"ws://127.0.0.1:{self.port}/api/ws", open_timeout=START, compression=None)
        guest.send(json.dumps({"is": "hello", "token": token}))
        while True:
            said = json.loads(guest.recv(START))
            if said["is"] == "view":
                return guest, said["n"]


def steps(count: int, rng: random.Random) -> list[dict[str, Any]]:
    """So many commands for both sides, turn about: walks here and there, and ends of steps."""
    return [{"do": "end-step"} if rng.random() < 0.7 else {"do": "undo"} for _ in range(count)]


def play_and_kill(database: Path, count: int, seed: int) -> Record:
    rng = random.Random(seed)
    server = Server(database)
    server.start()
    try:
        made = json.loads(server.http("/api/matches", {"situation": LANE}))
        match, tokens = made["match"], {link["seat"]: link["token"] for link in made["links"]}
        acknowledged: list[str] = []
        for number, command in enumerate(steps(count, rng)):
            said = {"is": "command", "match": match, "id": f"c{number}", "command": command}
            answer: dict[str, Any] = {}
            seen: int | None = None
            for attempt in range(2):
                guest, newest = server.sit(tokens["referee"])
                seen = newest if seen is None else seen  # said again, it is said as before
                try:
                    guest.send(json.dumps({**said, "seen": seen}))
                    if attempt == 0:  # before it arrives, while it is judged or kept, after its answer
                        time.sleep(rng.choice((0.0, 0.0005, 0.002, 0.01)))
                        server.kill()
                    while answer.get("is") not in ("ack", "duplicate", "refused", "stale"):
                        answer = json.loads(guest.recv(START))
                        assert answer["is"] != "error", answer
                except ConnectionClosed:
                    answer = {}
                if attempt == 0:
                    server.start()
                    if answer:
                        break
            assert answer["is"] in ("ack", "duplicate", "refused"), answer
            if answer["is"] != "refused":
                acknowledged.append(f"c{number}")
        record = parse_record(server.http(f"/api/matches/{match}/record", token=tokens["red"]))
        assert [entry["id"] for entry in record.entries] == acknowledged
        return record
    finally:
        server.kill()


def test_a_killed_server_has_lost_nothing_and_doubled_nothing(tmp_path: Path) -> None:
    record = play_and_kill(tmp_path / "m.db", 4, 1)
    assert verify(record).sound and record.entries


@pytest.mark.soak
def test_a_server_killed_two_hundred_times_has_lost_nothing(tmp_path: Path) -> None:
    record = play_and_kill(tmp_path / "m.db", 200, 2)
    assert verify(record).sound and len(record.entries) > 100


def test_only_one_server_has_a_database(tmp_path: Path) -> None:
    server = Server(tmp_path / "m.db")
    server.start()
    try:
        other = subprocess.run(
            [
                sys.executable,
                "-c",
                "from movetray.cli import main; main()",
                "serve",
                "--lang",
                "en",
                "--db",
                str(tmp_path / "m.db"),
                "--port",
                str(free_port()),
            ],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert other.returncode == 2 and "another server" in other.stderr
    finally:
        server.kill()
