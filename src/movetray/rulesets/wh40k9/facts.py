"""What every part of these rules asks: the steps and verbs, who belongs to a unit, what models have and can."""

from movetray.engine.attempt import Attempt
from movetray.engine.ruleset import Check, Clause, RuleSet
from movetray.table.table import Table

MOVE_UNITS, REINFORCEMENTS = "move-units", "reinforcements"

MOVE = frozenset({"move"})
ADVANCE = frozenset({"advance"})
FALL_BACK = frozenset({"fall-back"})
STAY = frozenset({"stay"})
MOVES = MOVE | ADVANCE | FALL_BACK
"""The moves of the movement phase."""

FIGHTING = frozenset({"pile-in", "consolidate", "heroic-intervention"})
"""Moves in and about close combat."""

ON_THE_WAY = MOVES | FIGHTING
"""Every move that models make along a way."""

SHOOT, ASSAULT, CAST = frozenset({"shoot"}), frozenset({"assault"}), frozenset({"cast"})

TIME = {"stage": "time", "early": True}

Clauses = tuple[Clause, ...]


def rule(
    name: str, seed: str, says: str, message: str | tuple[str, ...], check: Check | None = None, **more: object
) -> Clause:
    """One clause of this book."""
    return Clause(f"wh40k9.{name}", seed, says, message, check, **more)  # type: ignore[arg-type]


def has_keyword(table: Table, name: str, keyword: str) -> bool:
    """Whether a model or unit has a keyword."""
    unit = table.units.get(name) or table.unit_of(name)
    return keyword in unit.keywords


def can_fly(table: Table, model: str) -> bool:
    """Whether a model has the keyword."""
    return has_keyword(table, model, "fly")


def flies(table: Table, rules: RuleSet, model: str) -> bool:
    """Whether a model flies, and the clause that lets it is in force."""
    return rules.has("wh40k9.fly.over") and can_fly(table, model)


def movement(table: Table, model: str) -> float:
    """The Move of a model, in inches."""
    return table.unit_of(model).stat("M")


def breaks_out(attempt: Attempt) -> bool:
    """Whether the command is to break out, and the clause that allows it is in force."""
    return bool(attempt.command.rest.get("breakout")) and attempt.rules.has("wh40k9.fall-back.breakout")
