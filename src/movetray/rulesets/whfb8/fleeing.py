"""Flight and rallying."""

from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.table.table import Table


def to_be_rallied(_table: Table, _rules: RuleSet, _unit: str) -> bool:
    """Whether a unit in flight takes a test this turn."""
    return False


def rally_all(_run: Run) -> None:
    """Everybody in flight takes his test."""
