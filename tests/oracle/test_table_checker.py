"""The second opinion is worth something: it finds every table broken on purpose and leaves sound ones alone."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from movetray.engine.command import Command
from movetray.table.table import Base, Decision, Model, Pose, Table
from movetray.table.terrain import Door, Terrain, Wall
from movetray.units import snap
from oracle.build import (
    CAVALRY,
    HULL,
    OVAL,
    ROUND_25,
    ROUND_32,
    ROUND_40,
    SQUARE_20,
    Piece,
    block,
    box,
    deck,
    marked,
    set_up,
    spots,
    wall,
)
from oracle.table_checker import problems
from oracle.tables import random_table

R25, R32, R40 = 2500 / 5080, 3200 / 5080, 4000 / 5080
HOUSE = block("house", box(10, 10, 16, 16), 4.0)
CRATE = block("crate", box(10, 10, 12, 12), 0.6)
FENCE = wall("fence", [(20, 10), (20, 20)], 1.0)
BEND = wall("bend", [(30, 10), (36, 10), (36, 16)], 5.0, 1.0)
GALLERY = deck("gallery", box(20, 20, 28, 28), 3.0, [box(22, 22, 24, 24)])
GATE = Wall(
    "gate",
    spots([(4, 10), (4, 20)]),
    snap(0.25),
    snap(3),
    doors=(Door((snap(4), snap(14)), (snap(4), snap(16)), snap(2)),),
)


def alone(x: float, y: float, z: float = 0.0, base: Base = ROUND_25, facing: float = 0.0, *terrain: Terrain) -> Table:
    return set_up([Piece("a", (x, y, z), base=base, facing=facing)], terrain)


def pair(base: Base, other: Base, apart: float, facing: float = 0.0, turned: float = 0.0) -> Table:
    return set_up(
        [Piece("a", (20, 30), base=base, facing=facing), Piece("b", (20 + apart, 30), base=other, facing=turned)]
    )


def status(*marks: str, high: float = 1.2, cover: float | None = 19.3) -> Table:
    """A model with these marks, beside the fence unless it is put elsewhere."""
    return set_up([Piece("a", (cover or 40, 15), marks=marks, high=high)], [FENCE])


def asked(side: str = "blue", model: str = "b") -> Table:
    table = set_up([Piece("a", (10, 10)), Piece("b", (14, 10), "blue"), Piece("c", (20, 20), "blue")])
    table = table.with_model(Model("c", "c-unit", None))
    charge = Command("charge", model="a", targets=("b",))
    return replace(table, pending=(Decision(side, ("intercept", "pass"), (model,), charge, "charge"),))


def orphan() -> Table:
    table = alone(10, 10)
    return table.with_model(Model("ghost", "a-unit", Pose.at(30, 30)))


SLIP = 0.002
"""Inches: the size of the smallest fault that has to be found."""

BROKEN: dict[str, Callable[[], Table]] = {
    "a disc over the west edge": lambda: alone(R25 - SLIP, 20),
    "a disc over the south edge": lambda: alone(20, R32 - SLIP, base=ROUND_32),
    "a disc over the east edge": lambda: alone(48 - R40 + SLIP, 20, base=ROUND_40),
    "a disc over the north edge": lambda: alone(20, 48 - R25 + SLIP),
    "a corner of a turned square over the edge": lambda: alone(0.5, 20, base=SQUARE_20, facing=45),
    "the long end of a cavalry base over the edge": lambda: alone(20, 48 - 0.98, base=CAVALRY, facing=90),
    "an oval over the edge": lambda: alone(2500 / 5080, 20, base=OVAL),
    "the point of a hull over the edge": lambda: alone(48 - 1 + SLIP, 20, base=HULL),
    "a model off the table altogether": lambda: alone(60, 60),
    "two discs a hair too close": lambda: pair(ROUND_25, ROUND_25, 2 * R25 - SLIP),
    "two discs of two sizes": lambda: pair(ROUND_25, ROUND_40, R25 + R40 - SLIP),
    "two discs on one spot": lambda: pair(ROUND_32, ROUND_32, 0.0),
    "a disc in the side of a square": lambda: pair(ROUND_25, SQUARE_20, R25 + 2000 / 5080 - SLIP),
    "a disc in the corner of a turned square": lambda: pair(ROUND_25, SQUARE_20, 1.045, turned=45),
    "a disc wholly inside a cavalry base": lambda: pair(ROUND_25, CAVALRY, 0.3),
    "two squares side in side": lambda: pair(SQUARE_20, SQUARE_20, 2000 / 2540 - SLIP),
    "two squares corner in side": lambda: pair(SQUARE_20, SQUARE_20, 0.948, turned=45),
    "two cavalry bases crossed": lambda: pair(CAVALRY, CAVALRY, 0.1, turned=90),
    "an oval in a disc": lambda: pair(OVAL, ROUND_25, 6000 / 5080 + R25 - SLIP),
    "two ovals end to end": lambda: pair(OVAL, OVAL, 6000 / 2540 - SLIP),
    "the point of a hull in a disc": lambda: pair(HULL, ROUND_25, 1 + R25 - SLIP),
    "a disc in a house": lambda: alone(13, 13, 0, ROUND_25, 0, HOUSE),
    "a disc in the side of a house": lambda: alone(10 - R25 + SLIP, 13, 0, ROUND_25, 0, HOUSE),
    "a disc on the corner of a house": lambda: alone(9.66, 9.66, 0, ROUND_25, 0, HOUSE),
    "a turned square in a house": lambda: alone(9.45, 13, 0, SQUARE_20, 45, HOUSE),
    "a base astride the side of a low crate": lambda: alone(9.7, 11, 0, ROUND_25, 0, CRATE),
    "a base astride a low fence": lambda: alone(20.1, 15, 0, ROUND_25, 0, FENCE),
    "a base a hair in the fence": lambda: alone(20.125 + R25 - SLIP, 15, 0, ROUND_25, 0, FENCE),
    "a base in the mitred corner of a thick wall": lambda: alone(36.5 + 0.34, 9.5 - 0.34, 0, ROUND_25, 0, BEND),
    "a base in the wall beside the door": lambda: alone(4, 14.3, 0, ROUND_25, 0, GATE),
    "a base a floor up beside no wall, in a house that goes on": lambda: alone(
        9.7, 13, 2, ROUND_25, 0, HOUSE, deck("shelf", box(4, 10, 10, 16), 2.0)
    ),
    "a base in the air": lambda: alone(20, 20, 1.0),
    "a base just beyond the edge of a roof": lambda: alone(16 + SLIP, 13, 4.0, ROUND_25, 0, HOUSE),
    "a base over a hatch": lambda: alone(23, 23, 3.0, ROUND_25, 0, GALLERY),
    "a base under the ground": lambda: alone(20, 20, -0.5),
    "a base between a roof and the sky": lambda: alone(13, 13, 4.5, ROUND_25, 0, HOUSE),
    "hidden and fleeing": lambda: status("hidden", "fleeing"),
    "hidden and knocked down": lambda: status("hidden", "knocked-down"),
    "hidden and stunned": lambda: status("hidden", "stunned"),
    "hidden after a run": lambda: status("hidden", "ran"),
    "hidden after a charge": lambda: status("hidden", "charged"),
    "knocked down and stunned at once": lambda: status("knocked-down", "stunned"),
    "ran and charged": lambda: status("ran", "charged"),
    "out of action and still standing there": lambda: status("out-of-action"),
    "hidden in the open": lambda: status("hidden", cover=None),
    "hidden 1.01 inches from cover": lambda: status("hidden", cover=20 - 0.125 - R25 - 1.01),
    "hidden behind what is not half as high": lambda: status("hidden", high=2.1),
    "less than no wounds": lambda: set_up([Piece("a", (10, 10), wounds=-1)]),
    "a mark on nobody": lambda: marked(alone(10, 10), "nobody", "ran"),
    "the turn of a side that does not play": lambda: replace(alone(10, 10), active="green"),
    "a step no turn has": lambda: replace(alone(10, 10), step="shooting"),
    "round nought": lambda: replace(alone(10, 10), round=0),
    "a choice of nobody": lambda: asked(side="green", model="b"),
    "a choice for one who is gone": lambda: asked(model="c"),
    "a choice for the wrong side's model": lambda: asked(model="a"),
    "a model its unit does not know": orphan,
}

SOUND: dict[str, Callable[[], Table]] = {
    "a disc against the west edge": lambda: alone(R25, 20),
    "a disc against the north edge": lambda: alone(20, 48 - R40, base=ROUND_40),
    "a turned square in the corner": lambda: alone(0.5569, 0.5569, base=SQUARE_20, facing=45),
    "the point of a hull against the edge": lambda: alone(47, 20, base=HULL),
    "two discs in contact": lambda: pair(ROUND_25, ROUND_40, R25 + R40),
    "a disc against a square": lambda: pair(ROUND_25, SQUARE_20, R25 + 2000 / 5080),
    "two squares in contact": lambda: pair(SQUARE_20, SQUARE_20, 2000 / 2540),
    "two ovals end to end in contact": lambda: pair(OVAL, OVAL, 6000 / 2540),
    "a disc in the notch of a hull": lambda: pair(HULL, ROUND_25, -1.35),
    "a disc against a house": lambda: alone(10 - R25, 13, 0, ROUND_25, 0, HOUSE),
    "a disc on a roof, half over the edge": lambda: alone(16, 13, 4.0, ROUND_25, 0, HOUSE),
    "a disc against a fence": lambda: alone(20.125 + R25, 15, 0, ROUND_25, 0, FENCE),
    "a disc in a doorway": lambda: alone(4, 15, 0, ROUND_25, 0, GATE),
    "a disc under a gallery": lambda: alone(23, 23, 0, ROUND_25, 0, GALLERY),
    "a disc beside a hatch": lambda: alone(22, 23, 3.0, ROUND_25, 0, GALLERY),
    "one above the other": lambda: set_up([Piece("a", (26, 26, 3.0)), Piece("b", (26, 26, 0.0))], [GALLERY]),
    "hidden an inch from cover": lambda: status("hidden", cover=20 - 0.125 - R25 - 1.0),
    "hidden behind what is half as high": lambda: status("hidden", high=2.0),
    "a choice for those who may": asked,
}


def test_there_are_fifty_broken_tables() -> None:
    assert len(BROKEN) >= 50


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_table_is_found(name: str) -> None:
    assert problems(BROKEN[name]()), name


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_table_is_left_alone(name: str) -> None:
    assert problems(SOUND[name]()) == []


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("storeys", [False, True])
def test_generated_tables_are_sound_and_the_same_again(seed: int, storeys: bool) -> None:
    table = random_table(seed, storeys=storeys)
    assert problems(table) == []
    again = random_table(seed, storeys=storeys)
    assert again.models == table.models
    assert again.board.terrain == table.board.terrain


def test_generated_tables_have_something_on_them() -> None:
    tables = [random_table(seed) for seed in range(20)]
    for mark in ("hidden", "fleeing", "knocked-down", "stunned"):
        assert any(mark in marks for table in tables for marks in table.marks.values()), mark
    assert {len(table.sides) for table in tables} == {2, 3}
    assert {unit.base.kind for table in tables for unit in table.units.values()} >= {"round", "rectangle"}
    assert all(len(table.models) >= 6 for table in tables)
