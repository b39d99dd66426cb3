"""What models are and can: the profile, the states, the allowances."""

from movetray.checks import contact
from movetray.engine.attempt import Attempt
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.procedures.tests import roll_under
from movetray.table.table import Pose, Table

START, CHARGES, COMPULSORY, REMAINING = "start-of-turn", "charges", "compulsory", "remaining"
DOWN = ("fleeing", "knocked-down", "stunned")
ONCE_A_TURN = (
    "ran", "charged", "dived", "moved", "failed-charge", "lost-sight", "rallied", "fled", "rooted", "fell",
    "stood-up", "came-round", "near-enemy", "intercepted", "stepped-in", "shaken",
)  # fmt: skip

BESIDE_LANDING = 2.0
"""Inches from where a diver lands within which its target is."""

WALK = frozenset({"move"})
RUN = frozenset({"run"})
CHARGE = frozenset({"charge"})
HIDE = frozenset({"hide"})
ON_FOOT = frozenset({"move", "run", "charge", "crawl"})
WALKERS = frozenset({"move", "run", "crawl"})
LATER = frozenset({"shoot", "cast", "assault"})


def standing(table: Table, model: str) -> bool:
    """Neither fleeing, knocked down nor stunned."""
    return not table.has_any(model, DOWN)


def watchful(table: Table, model: str) -> bool:
    """Standing and not hidden: an enemy that keeps others from running."""
    return standing(table, model) and not table.has(model, "hidden")


def characteristic(table: Table, model: str, name: str) -> float:
    """A characteristic of a model's profile."""
    return table.unit_of(model).stat(name)


def movement(table: Table, model: str) -> float:
    """The Movement of a model, in inches."""
    return characteristic(table, model, "M")


def walking(table: Table, rules: RuleSet, model: str) -> float:
    """Inches of a walk: Movement, or half of it after standing up."""
    halved = table.has(model, "stood-up") and rules.has("mordheim.status.knocked-down")
    return movement(table, model) / 2 if halved else movement(table, model)


def running(table: Table, _rules: RuleSet, model: str) -> float:
    """Inches of a run or a charge: twice the Movement."""
    return 2 * movement(table, model)


def crawling(_table: Table, _rules: RuleSet, _model: str) -> float:
    """Inches of a crawl."""
    return 2.0


def fought_by(table: Table, rules: RuleSet, model: str, pose: Pose | None = None) -> list[str]:
    """The enemies a model is in combat with where it stands (or would stand)."""
    low = rules.crossings if rules.has("mordheim.charge.across-obstacle") else {}
    heights = {kind: height for kind, (_, height) in low.items()}
    return contact.in_combat_with(table, heights, model, pose or table.pose_of(model))


def mover(attempt: Attempt) -> str | None:
    """The one model that the command is about, if it is on the table."""
    return attempt.models[0] if attempt.models else None


def initiative_test(run: Run, model: str, why: str) -> bool:
    """A die at or under Initiative; a six always fails (`six-always-fails`)."""
    fails = run.rules.option("six-always-fails") == "on"
    return roll_under(run, model, "I", why, "mordheim.test.initiative", fails)
