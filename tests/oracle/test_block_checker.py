"""The second opinion on blocks is worth something: it finds what is broken on purpose, and leaves sound steps alone."""

from dataclasses import dataclass, replace
from typing import Any

import movetray
from movetray.engine.command import Command, Manoeuvre
from movetray.engine.event import BlockMoved, Event, MarkSet, Track
from movetray.engine.evolve import evolve
from movetray.play.match import Match
from movetray.table.table import Pose, Table
from oracle.block_checker import step_problems, table_problems

MARCH = Command("march", unit="pikes", steps=(Manoeuvre("wheel", 30.0, "left"), Manoeuvre("forward", 2.0)))


@dataclass
class Came:
    """What a command is said to have come to."""

    events: tuple[Event, ...]
    spent: float | None = None
    outcome: str | None = "done"


def match(crows: tuple[float, float] = (20, 40)) -> Match:
    def block(name: str, side: str, front: tuple[float, float], facing: float) -> dict[str, Any]:
        ranks = {"models": 8, "files": 5, "front": list(front), "facing": facing}
        return {"id": name, "side": side, "stats": {"M": 4, "Ld": 7}, "base": "25x25mm", "block": ranks}

    units = [block("pikes", "red", (20, 20), 90), block("crows", "blue", crows, 270)]
    state = {"round": 2, "active": "red", "step": "remaining"}
    return Match.from_situation(
        movetray.read({"movetray": 1, "title": "Blocks", "rules": "whfb8", "state": state, "units": units})
    )


def after(table: Table, *events: Event) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def test_a_sound_march_is_left_alone() -> None:
    game = match()
    before = game.table
    result = game.play(MARCH)
    assert result.verdict.legal
    assert list(step_problems(before, MARCH, result, game.table)) == []


def test_another_price_is_found() -> None:
    game = match()
    before = game.table
    result = game.play(MARCH)
    found = list(step_problems(before, MARCH, Came(result.events, 1.0), game.table))
    assert found == [f"pikes is said to have paid 1.0, not {result.spent:.3f}"]


def test_a_way_within_an_inch_is_found() -> None:
    game = match(crows=(20, 22.5))
    start = Pose.at(20, 20, 0, 90)
    end = Pose.at(20, 21.6, 0, 90)
    moved = BlockMoved("pikes", start, end, 5, (Track("forward", end),))
    said = Command("move", unit="pikes", steps=(Manoeuvre("forward", 1.6),))
    found = list(step_problems(game.table, said, Came((moved,), 1.6), after(game.table, moved)))
    assert any("comes within" in problem and "crows" in problem for problem in found)


def test_a_wheel_about_the_middle_is_found() -> None:
    game = match()
    end = Pose.at(20, 20, 0, 120)
    moved = BlockMoved("pikes", Pose.at(20, 20, 0, 90), end, 5, (Track("wheel", end, (20, 20)),))
    said = Command("move", unit="pikes", steps=(Manoeuvre("wheel", 30, "left"),))
    found = list(step_problems(game.table, said, Came((moved,), 2.58), after(game.table, moved)))
    assert "pikes: a wheel about no front corner" in found


def test_a_charge_that_touches_nobody_is_found() -> None:
    game = match()
    mark = MarkSet("pikes", "charged", True)
    found = list(step_problems(game.table, Command("end-step"), Came((mark,)), after(game.table, mark)))
    assert found == ["pikes has charged and touches nobody"]


def test_a_man_out_of_his_place_and_blocks_in_each_other_are_found() -> None:
    table = match().table
    moved = table.with_model(replace(table.models["pikes-3"], pose=Pose.at(20, 21, 0, 90)))
    assert list(table_problems(moved)) == ["a man of pikes is out of his place"]
    onto = BlockMoved("crows", Pose.at(20, 40, 0, 270), Pose.at(21, 19, 0, 270), 5)
    assert list(table_problems(after(table, onto))) == ["pikes stands in crows"]
