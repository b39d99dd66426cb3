"""What models are and can: where they stand to their enemies, what they have done, how far they may go."""

from collections.abc import Iterable

from movetray.checks.contact import enemies
from movetray.checks.distance import apart
from movetray.checks.near import within
from movetray.engine.ruleset import RuleSet
from movetray.table.table import Table
from movetray.units import TOLERANCE, at_most

INITIATIVE, MOVEMENT = "initiative", "movement"

NEAR = 1.0
"""Inches: so near an enemy pins, and so near a charge has to come."""

CHARGE_RANGE = 12.0
RETREAT = 3.0
BEST_ADVANCE, BEST_CHARGE = 6.0, 12.0
"""The most that a die for an advance adds, and that the two for a charge show."""

SHOWN = ("readied", "advanced", "fell-back", "retreated", "charged")
"""Statuses that end with the round."""

HIDDEN = ("moved", "advance", "failed-charge", "met", "overwatched")
"""What else the rules remember until the round ends: a move made, the inches of an advance or of a failed charge, an
enemy that came near, a volley fired."""

MOVE = frozenset({"move"})
ADVANCE = frozenset({"advance"})
FALL_BACK = frozenset({"fall-back"})
READY = frozenset({"ready"})
CHARGE = frozenset({"charge"})
OVERWATCH = frozenset({"overwatch"})
RETREATS = frozenset({"retreat"})
REACTIONS = OVERWATCH | RETREATS
ON_FOOT = frozenset({"move", "advance", "fall-back", "charge", "retreat"})
OWN_MOVES = frozenset({"move", "advance", "fall-back", "charge", "ready"})


def flies(table: Table, rules: RuleSet, model: str) -> bool:
    """Whether a model flies, and the clause that lets it is in force."""
    return rules.has("killteam2018.move.vertical") and can_fly(table, model)


def can_fly(table: Table, model: str) -> bool:
    """Whether a model has the keyword."""
    return "fly" in table.unit_of(model).keywords


def movement(table: Table, model: str) -> float:
    """The Move of a model, in inches."""
    return table.unit_of(model).stat("M")


def walking(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches of a move: Move - or what a declared advance or a failed charge has left to it."""
    for rolled in ("advance", "failed-charge"):
        inches = table.mark(model, rolled)
        if inches is not None:
            return float(inches)
    return movement(table, model)


def advancing(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches that an advance leads for certain."""
    return movement(table, model) + 1.0


def charging(_table: Table, _rules: RuleSet, _model: str) -> float:
    """Inches that a charge leads for certain."""
    return 2.0


def retreating(_table: Table, _rules: RuleSet, _model: str) -> float:
    """Inches of a retreat."""
    return RETREAT


def falling_back(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches of a fall back."""
    return movement(table, model)


def foes(table: Table, model: str, less: Iterable[str] = ()) -> list[str]:
    """The enemies of a model that are on the table, less some."""
    spared = set(less)
    return [other for other in enemies(table, table.side_of(model)) if other not in spared]


def near_foes(table: Table, model: str) -> list[str]:
    """The enemies within an inch of a model now."""
    return within(table, model, foes(table, model), NEAR)


def near_at_start(table: Table, model: str) -> list[str]:
    """The enemies within an inch of a model when the phase began, whatever became of them."""
    start = table.starts.get(model)
    if start is None:
        return []
    side = table.side_of(model)
    reach = table.shape_of(model).radius + NEAR + TOLERANCE
    found = []
    for other, there in table.starts.items():
        room = reach + table.shape_of(other).radius
        far = abs(there.plan[0] - start.plan[0]) > room or abs(there.plan[1] - start.plan[1]) > room
        if far or table.side_of(other) == side:
            continue
        if at_most(apart(table, model, other, start, there), NEAR):
            found.append(other)
    return found


def keeping_off(rules: RuleSet) -> float:
    """The inch that a way keeps off enemies, for the planner: a hair more where exactly an inch is too close."""
    return NEAR if rules.option("exactly-one-inch") == "allowed" else off_by_more(rules)


def off_by_more(_rules: RuleSet) -> float:
    """More than an inch, for the planner."""
    return NEAR + 2 * TOLERANCE
