"""What is asked together shares a transaction; what fails, fails alone; nobody hears of what is not on disk."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from movetray.server.faults import Fault
from movetray.server.keeper import Keeper, StorageError
from movetray.server.room import Room
from movetray.server.rooms import Rooms, Wanted, situation_of
from movetray.server.store import Kept, Line, SqlStore
from server.guests import LANE

HEADER = '{"format":"movetray match"}'
WALK = {"do": "move", "model": "carter", "path": [[9, 6]]}


class Listener:
    """Looks at the database, by a connection of its own, whenever something is said."""

    def __init__(self, database: Path) -> None:
        self.seat, self.lang, self.link = "blue", "en", 2
        self.database = database
        self.lines: list[int] = []

    def send(self, message: dict[str, Any]) -> None:
        if message["is"] == "entry":
            self.lines.append(written(self.database))

    def leave(self, code: str, _message: str) -> None:
        raise AssertionError(code)


def written(database: Path) -> int:
    """How many lines anybody can read."""
    with sqlite3.connect(database) as other:
        return int(other.execute("select count(*) from lines").fetchone()[0])


def keeper_of(database: Path) -> Keeper:
    keeper = Keeper(lambda: SqlStore(f"sqlite:///{database}"))
    keeper.start()
    return keeper


async def room_of(rooms: Rooms) -> Room:
    match, _ = await rooms.make(situation_of(LANE), Wanted())
    return await rooms.open(match)


def test_one_task_that_fails_does_not_spoil_the_others(tmp_path: Path) -> None:
    keeper = keeper_of(tmp_path / "m.db")

    async def ask() -> list[Any]:
        await keeper.do(lambda r: r.add_match(Kept("m", "", b"s", (HEADER,)), []))
        tasks = [
            keeper.do(lambda r: r.add_lines("m", [Line(1, "a", "{}")])),
            keeper.do(lambda r: r.add_lines("m", [Line(1, "b", "{}")])),
            keeper.do(lambda r: r.add_lines("m", [Line(2, "c", "{}")])),
            keeper.do(lambda r: r.last_line("m")),
        ]
        return list(await asyncio.gather(*tasks, return_exceptions=True))

    first, second, third, last = asyncio.run(ask())
    assert first is None and isinstance(second, StorageError) and third is None and last == 2
    keeper.stop()
    assert written(tmp_path / "m.db") == 3


async def told_before_written(database: Path) -> bool:
    """Whether anybody at the table heard of an entry that was not on disk."""
    keeper = keeper_of(database)
    room = await room_of(Rooms(keeper))
    listener = Listener(database)
    room.come(listener)
    answer = await room.say(keeper, "red", "en", "one", 0, WALK)
    assert answer["is"] == "ack"
    found = listener.lines != [2] or written(database) != 2
    keeper.stop()
    return found


def test_nobody_hears_of_an_entry_that_is_not_on_disk(tmp_path: Path) -> None:
    assert not asyncio.run(told_before_written(tmp_path / "m.db"))


def test_a_server_that_acknowledges_first_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = Room._keep

    async def early(self: Room, keeper: Keeper) -> Any:
        """The mutant: the lines are on their way, and everybody is told already."""
        real, keeper_do = keeper.do, []

        async def later(task: Any) -> None:
            keeper_do.append(task)

        keeper.do = later  # type: ignore[method-assign, assignment]
        fresh = await keep(self, keeper)
        keeper.do = real  # type: ignore[method-assign]
        return fresh

    monkeypatch.setattr(Room, "_keep", early)
    assert asyncio.run(told_before_written(tmp_path / "m.db"))


def test_what_cannot_be_kept_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError("no space left on device")

    async def play() -> None:
        keeper = keeper_of(tmp_path / "m.db")
        room = await room_of(Rooms(keeper))
        with monkeypatch.context() as broken:
            broken.setattr(SqlStore, "add_lines", full)
            with pytest.raises(Fault) as failed:
                await room.say(keeper, "red", "en", "one", 0, WALK)
            assert failed.value.code == "storage" and room.sight("red").n == 0
        answer = await room.say(keeper, "red", "en", "one", 0, WALK)
        assert (answer["is"], answer["n"]) == ("ack", 1)
        keeper.stop()

    asyncio.run(play())
