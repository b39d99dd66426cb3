"""Charges: declared, rolled for, moved."""

from movetray.engine.resolve import Run
from movetray.table.table import Table


def charges_waiting(table: Table) -> bool:
    """Whether a declared charge is still to be moved."""
    return any("charging" in marks for marks in table.marks.values())


def move_chargers(_run: Run) -> None:
    """All declared charges are rolled for and moved, in their order."""
