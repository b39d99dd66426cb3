"""Four hundred clients and five hundred commands a second, over the loopback: how long an acknowledgement takes.

`python -m benchmarks.load` starts a server of its own on one core and stays on another; it prints one line of JSON. The
probe's own worst stall - how late its clock ever woke up - stands beside the figures: below it nothing can be measured.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from movetray.play.audit import verify
from movetray.play.log import parse_record


def table(models: int = 10) -> dict[str, Any]:
    """A table with a few walls and two warbands of so many models each."""
    walls = [
        {"id": f"w{i}", "kind": "wall", "line": [[12 + 4 * i, 10], [14 + 4 * i, 14]], "thickness": 0.3, "height": 2}
        for i in range(6)
    ]

    def band(side: str, y: float) -> dict[str, Any]:
        stand = [{"id": f"{side}-{i}", "at": [4 + 3 * i, y]} for i in range(models)]
        stats = {"M": 4, "I": 3, "Ld": 7, "W": 1, "T": 3}
        return {"id": f"{side}s", "side": side, "stats": stats, "base": "25mm", "models": stand}

    return {
        "movetray": 1,
        "rules": "mordheim",
        "table": {"width": 48, "depth": 36},
        "terrain": walls,
        "units": [band("red", 4), band("blue", 32)],
        "state": {"round": 1, "active": "red", "step": "remaining"},
    }


class Player:
    """The side that acts in one match, and what its acknowledgements took."""

    def __init__(self, socket: ClientConnection, match: str, models: int) -> None:
        self.socket, self.match, self.models = socket, match, models
        self.n = self.said = self.moved = 0
        self.sent: dict[str, float] = {}
        self.took: list[float] = []
        self.refused = 0
        self.answered = asyncio.Event()

    async def listen(self) -> None:
        """Everything that comes."""
        async for text in self.socket:
            said = json.loads(text)
            if said["is"] == "entry":
                self.n = said["n"]
            elif said["is"] in ("ack", "refused", "stale", "error"):
                self.took.append(time.perf_counter() - self.sent.pop(said["id"]))
                self.refused += said["is"] != "ack"
                self.answered.set()

    async def act(self) -> None:
        """The next command: a model walks two inches, or one that walked is called back."""
        model = f"red-{self.moved % self.models}"
        x = 4 + 3 * (self.moved % self.models)
        command: dict[str, Any] = {"do": "move", "model": model, "path": [[x, 6]]}
        if self.said % 2:
            command = {"do": "undo"}
            self.moved += 1
        name = f"c{self.said}"
        self.said += 1
        self.answered.clear()
        self.sent[name] = time.perf_counter()
        said = {"is": "command", "match": self.match, "id": name, "seen": self.n, "command": command}
        await self.socket.send(json.dumps(said))


def wait_for(port: int, seconds: float = 60.0) -> None:
    """Until the server answers. Raises httpx.ConnectError where it does not in time."""
    until = time.monotonic() + seconds
    while True:
        try:
            httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=5.0)
            return
        except httpx.ConnectError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


async def sit(port: int, token: str) -> ClientConnection:
    """A socket that has said hello."""
    socket = await connect(f"ws://127.0.0.1:{port}/api/ws", compression=None, max_queue=256)
    await socket.send(json.dumps({"is": "hello", "token": token}))
    return socket


async def deaf(socket: ClientConnection) -> None:
    """Reads and forgets."""
    async for _ in socket:
        pass


async def probe(stalls: list[float]) -> None:
    """How late this process wakes up."""
    while True:
        wanted = time.perf_counter() + 0.005
        await asyncio.sleep(0.005)
        stalls.append(time.perf_counter() - wanted)


async def measure(port: int, clients: int, rate: float, seconds: float) -> dict[str, Any]:
    """The figures."""
    matches, models = clients // 4, 10
    players, others, token = [], [], ""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        for _ in range(matches):
            made = (await http.post("/api/matches", json={"situation": table(models)})).json()
            tokens = {link["seat"]: link["token"] for link in made["links"]}
            token, match = tokens["referee"], made["match"]
            players.append(Player(await sit(port, tokens["red"]), match, models))
            others += [await sit(port, tokens[seat]) for seat in ("blue", "referee", "spectator")]
        tasks = [asyncio.create_task(player.listen()) for player in players]
        tasks += [asyncio.create_task(deaf(socket)) for socket in others]
        stalls: list[float] = []
        tasks.append(asyncio.create_task(probe(stalls)))
        await asyncio.sleep(1.0)
        stalls.clear()
        began, sent = time.perf_counter(), 0
        while (now := time.perf_counter()) < began + seconds:
            due = int((now - began) * rate)
            while sent < due:
                player = players[sent % matches]
                if not player.sent:
                    await player.act()
                sent += 1
            await asyncio.sleep(0.001)
        took_seconds = time.perf_counter() - began
        await asyncio.sleep(0.5)
        took = sorted(t for player in players for t in player.took)
        record = parse_record(
            (await http.get(f"/api/matches/{match}/record", headers={"Authorization": f"Bearer {token}"})).content
        )
        assert verify(record).sound
        for task in tasks:
            task.cancel()
    return {
        "clients": clients,
        "matches": matches,
        "commands_a_second": round(len(took) / took_seconds, 1),
        "refused": sum(player.refused for player in players),
        "unanswered": sum(len(player.sent) for player in players),
        "p50_ms": round(took[len(took) // 2] * 1000, 2),
        "p99_ms": round(took[int(len(took) * 0.99)] * 1000, 2),
        "worst_ms": round(took[-1] * 1000, 2),
        "probe_worst_stall_ms": round(max(stalls) * 1000, 2),
    }


def main() -> None:
    """A server, the measurement, one line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=400)
    parser.add_argument("--rate", type=float, default=500.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--port", type=int, default=8521)
    asked = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "movetray.server.serve", str(asked.port), str(Path(folder) / "load.db")]
        server = subprocess.Popen(command)
        try:
            os.sched_setaffinity(server.pid, {cores[0]})
            os.sched_setaffinity(0, {cores[-1]})
            wait_for(asked.port)
            found = asyncio.run(measure(asked.port, asked.clients, asked.rate, asked.seconds))
        finally:
            server.terminate()
            server.wait()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
