"""Aircraft (¶2): their minimum, their straight flight, and who passes beneath them."""

from movetray.engine.ruleset import Mark, MoveKind, Option, RuleSet
from movetray.rulesets.wh40k9.facts import Clauses, can_fly, has_keyword
from movetray.table.table import Table

CLAUSES: Clauses = ()

KINDS: tuple[MoveKind, ...] = ()

SWITCHES: tuple[Option, ...] = ()

MARKS: tuple[Mark, ...] = ()


def is_aircraft(table: Table, model: str) -> bool:
    """Whether a model has the keyword."""
    return has_keyword(table, model, "aircraft")


def past_each_other(table: Table, rules: RuleSet, model: str, other: str) -> bool:
    """Whether two models do not hold each other in engagement range, because one of them is an aircraft."""
    if not rules.has("wh40k9.aircraft.free-move"):
        return False
    return is_aircraft(table, model) or is_aircraft(table, other)


def beneath(table: Table, rules: RuleSet, other: str) -> bool:
    """Whether others may move across a model and through its engagement range, because it is an aircraft."""
    return rules.has("wh40k9.aircraft.move-through") and is_aircraft(table, other)


def overlooked(table: Table, rules: RuleSet, model: str, other: str) -> bool:
    """Whether a model that fights looks past an enemy, because that is an aircraft and it cannot fly itself."""
    return rules.has("wh40k9.aircraft.ignored") and is_aircraft(table, other) and not can_fly(table, model)
