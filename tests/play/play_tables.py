"""A small table for the tests of play: two sides, three models, a block, no terrain."""

from dataclasses import replace
from typing import Any

from movetray.table.reader import read_mapping
from movetray.table.table import Table

SMALL: dict[str, Any] = {
    "movetray": 1,
    "rules": "toy",
    "units": [
        {
            "id": "rats",
            "side": "red",
            "stats": {"M": 4, "I": 3, "Ld": 7, "W": 2},
            "base": "25mm",
            "models": [{"id": "a", "at": [10, 10]}, {"id": "b", "at": [10, 14]}],
        },
        {"id": "cats", "side": "blue", "stats": {"M": 5}, "base": "25mm", "models": [{"id": "c", "at": [20, 10]}]},
        {
            "id": "s",
            "side": "blue",
            "base": "20x20mm",
            "block": {"models": 5, "files": 2, "front": [30, 30], "facing": 0},
        },
    ],
}
"""Red `a` and `b`, blue `c`, and a blue block `s` of five in files of two, as a situation file says it."""


def small_table(step: str = "moves") -> Table:
    """The table of `SMALL`, in this step."""
    return replace(read_mapping(SMALL).table, step=step)
