"""Who a command is about, where games move units of loose models."""

from movetray.engine.attempt import Attempt
from movetray.table.table import Table


def unit_of(attempt: Attempt) -> str:
    """The unit that a command is about, also where only one model of it is named."""
    subject = str(attempt.subject)
    return subject if subject in attempt.table.units else attempt.table.models[subject].unit


def present(table: Table, unit: str) -> tuple[str, ...]:
    """The models of a unit that are on the table."""
    return tuple(model for model in table.units[unit].models if table.models[model].pose is not None)
