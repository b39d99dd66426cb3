"""What is hidden from a seat changes not one byte of what it gets: entries, numbers, views, previews, refusals."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from movetray.engine.ruleset import RuleSet
from movetray.rulesets import load_rules
from movetray.server import looking, rooms
from movetray.server.faults import Fault
from movetray.server.room import Room
from movetray.server.rooms import Rooms, Wanted, situation_of
from movetray.server.sight import Sight
from movetray.table.table import Table
from server.guests import LANE
from server.test_keeper import keeper_of

CANARY = "zq7canary"


def conceals(table: Table, _rules: RuleSet, side: str | None) -> frozenset[str]:
    """A house rule: nobody else sees a hidden model."""
    return frozenset(m for m in table.models if table.has(m, "hidden") and table.side_of(m) != side)


RULES = replace(load_rules("mordheim"), conceals=conceals)


def lane(*, there: bool = True, at: tuple[float, float] = (13, 12)) -> dict[str, Any]:
    """The lane with somebody hidden in it, here or there or not at all."""
    said: dict[str, Any] = json.loads(json.dumps(LANE))
    hidden = {"id": CANARY, "at": list(at), "status": ["hidden"]}
    said["units"][1]["models"] = [said["units"][1]["models"][0], *([hidden] if there else [])]
    return said


class Guest:
    """Keeps all that is sent to a seat."""

    def __init__(self, seat: str) -> None:
        self.seat, self.lang, self.link = seat, "en", 1
        self.heard: list[str] = []

    def send(self, message: Any) -> None:
        self.heard.append(json.dumps(message))

    def leave(self, code: str, _message: str) -> None:
        raise AssertionError(code)


@contextmanager
def house_rule() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rooms, "rules_of", lambda record: RULES.choosing(record.header["options"]))
        yield


async def heard_by(database: Path, seat: str, said: dict[str, Any]) -> list[str]:
    """Everything that a seat gets while the same things are done before its eyes."""
    keeper = keeper_of(database)
    try:
        everybody = Rooms(keeper)
        match, _ = await everybody.make(situation_of(said), Wanted(seed=3))
        room = await everybody.open(match)
        guest = Guest(seat)
        room.come(guest)
        guest.send(room.view(seat, "en"))
        await _play(room, keeper, guest)
        guest.send(room.view(seat, "ru"))
        return [text.replace(match, "MATCH") for text in guest.heard]
    finally:
        keeper.stop()


async def _play(room: Room, keeper: Any, guest: Guest) -> None:
    side = room.side(guest.seat)
    commands: list[tuple[str, dict[str, Any]]] = [
        ("red", {"do": "move", "model": "carter", "path": [[8, 6]]}),
        ("red", {"do": "move", "model": "drover", "path": [[20, 9]]}),
        ("blue", {"do": "move", "model": "poacher", "path": [[28, 18]]}),
        ("red", {"do": "charge", "model": "drover", "targets": [CANARY]}),
        ("red", {"do": "end-step"}),
    ]
    for number, (seat, command) in enumerate(commands):
        sight = room.sight(guest.seat)
        guest.send(looking.preview(sight.table, room.rules, side, command, "en"))
        guest.send(looking.options(sight.table, room.rules, side, ["drover", "poacher"], "en"))
        for question in ({"ask": "reach", "model": "drover"}, {"ask": "distance", "from": "drover", "to": CANARY}):
            guest.send(looking.ask(sight.table, room.rules, question, "en"))
        try:
            answer = await room.say(keeper, seat, "en", f"c{number}", room.sight(seat).n, command)
        except Fault as fault:
            answer = {"code": fault.code, "message": fault.message}
        if seat == guest.seat:
            guest.send(answer)


PAIRS = [
    (lane(at=(13, 12)), lane(there=False)),
    (lane(at=(13, 12)), lane(at=(15, 12))),
]


@pytest.mark.parametrize("seat", ["red", "spectator"])
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_what_is_hidden_changes_no_byte(tmp_path: Path, seat: str, one: Any, other: Any) -> None:
    with house_rule():
        here = asyncio.run(heard_by(tmp_path / "a.db", seat, one))
        there = asyncio.run(heard_by(tmp_path / "b.db", seat, other))
    assert here == there
    assert len(here) > 20


def test_its_own_side_and_the_referee_see_it(tmp_path: Path) -> None:
    with house_rule():
        for seat in ("blue", "referee"):
            heard = asyncio.run(heard_by(tmp_path / f"{seat}.db", seat, lane()))
            assert CANARY in heard[1]


def test_looking_ahead_on_the_whole_table_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant: a sight that shows the truth to whoever asks."""
    monkeypatch.setattr(Sight, "hidden", lambda _self, _table: frozenset())
    with house_rule():
        here = asyncio.run(heard_by(tmp_path / "a.db", "red", PAIRS[0][0]))
        there = asyncio.run(heard_by(tmp_path / "b.db", "red", PAIRS[0][1]))
    assert here != there
