"""Small tables for the tests of play: two sides, three models, a block, no terrain."""

from movetray.table.board import Board
from movetray.table.table import Base, Model, Pose, Ranks, Table, Unit
from movetray.units import INCH

DISC = Base("round", 2500, 2500)
TRAY = Base("rectangle", 2000, 2000)


def small_table(step: str = "moves") -> Table:
    """Red `a` and `b`, blue `c`, and a blue block `s` of five in files of two."""
    block = tuple(f"s-{n}" for n in range(1, 6))
    units = {
        "rats": Unit("rats", "red", DISC, 3048, ("a", "b"), {"M": 4, "I": 3, "Ld": 7, "W": 2}),
        "cats": Unit("cats", "blue", DISC, 3048, ("c",), {"M": 5, "I": 4}),
        "s": Unit("s", "blue", TRAY, 3048, block, {"M": 4}, block=Ranks(2, Pose.at(30, 30))),
    }
    models = {
        "a": Model("a", "rats", Pose.at(10, 10), 2),
        "b": Model("b", "rats", Pose.at(10, 14), 2),
        "c": Model("c", "cats", Pose.at(20, 10)),
        **{name: Model(name, "s", Pose.at(30, 30 - n)) for n, name in enumerate(block)},
    }
    return Table(Board(48 * INCH, 48 * INCH), ("red", "blue"), units, models, 1, "red", step)
