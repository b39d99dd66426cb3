"""What every part of these rules asks: whose turn of what it is, who fights, how far a unit goes."""

from movetray._kernel import Shape, gap, sees
from movetray.engine import blocks
from movetray.engine.attempt import Attempt
from movetray.engine.resolve import Run
from movetray.table.board import ORIGIN
from movetray.table.table import Body, Table, formed
from movetray.units import at_most, to_inches

START, CHARGES, COMPULSORY, REMAINING = "start-of-turn", "charges", "compulsory", "remaining"

MOVE, MARCH, CHARGE, FLEE = (frozenset({verb}) for verb in ("move", "march", "charge", "flee"))
REFORM, SWIFT, TIDY, SHOOT = (frozenset({verb}) for verb in ("reform", "swift-reform", "tidy", "shoot"))
STEPPED = MOVE | MARCH
"""What is gone by steps."""
REFORMS = REFORM | SWIFT
REACTIONS = frozenset({"hold", "stand-and-shoot", "flee"})
ACTS = STEPPED | REFORMS | CHARGE
"""What a unit does of its own will in its turn."""

ACTED = "acted"
"""The mark of a unit that has done something this turn: in which sub-phase."""
CHARGING = "charging"
"""The mark of a unit whose charge is declared and not moved yet: its target, and the how manyth it is."""

IN_CONTACT = 0.003
"""Inches: what the snapped pose of a block that closed the door may leave between its front and the enemy."""
FAR = 200.0
"""Inches: further than any table is wide."""


def unit_named(table: Table, name: str) -> str | None:
    """The unit of this name, or the one that a model of this name is in; None where there is none."""
    if name in table.units:
        return name
    return table.models[name].unit if name in table.models else None


def unit_of(attempt: Attempt) -> str | None:
    """The unit that acts, if it stands on the table."""
    subject = attempt.subject
    unit = None if subject is None else unit_named(attempt.table, subject)
    return unit if unit is not None and on_table(attempt.table, unit) else None


def on_table(table: Table, unit: str) -> bool:
    """Whether any of its models is there."""
    return strength(table, unit) > 0


def strength(table: Table, unit: str) -> int:
    """How many of its models are there."""
    return sum(table.models[model].pose is not None for model in table.units[unit].models)


def mine(table: Table) -> list[str]:
    """The units of the active side that are on the table, in their order."""
    return [unit.id for unit in table.units.values() if unit.side == table.active and on_table(table, unit.id)]


def enemies(table: Table, unit: str) -> list[str]:
    """The units of other sides that are on the table."""
    side = table.units[unit].side
    return [other.id for other in table.units.values() if other.side != side and on_table(table, other.id)]


def has(table: Table, unit: str, *marks: str) -> bool:
    """Whether a unit, or any of its models, carries one of these marks."""
    return table.has_any(unit, marks) or any(table.has_any(model, marks) for model in table.units[unit].models)


def clear(run: Run, unit: str, *marks: str) -> None:
    """A unit and its models carry these marks no longer."""
    for owner in (unit, *run.table.units[unit].models):
        run.unmark(owner, *marks)


def random_mover(table: Table, unit: str) -> bool:
    """Whether its Movement is rolled for."""
    return "random-movement" in table.units[unit].keywords or isinstance(table.units[unit].stats.get("M"), str)


def movement(table: Table, unit: str) -> float:
    """Its Movement in inches; 0 for one that rolls for it."""
    return 0.0 if isinstance(table.units[unit].stats.get("M"), str) else table.units[unit].stat("M")


def fought_by(table: Table, unit: str) -> str | None:
    """An enemy in contact with a unit; None where there is none."""
    side = table.units[unit].side
    touching = (other for other, _ in blocks.near(table, unit, IN_CONTACT))
    return next((other for other in touching if table.units[other].side != side), None)


def spend(run: Run, unit: str) -> None:
    """The unit has done what it does this turn."""
    run.mark(unit, ACTED, run.table.step)


# --- what lies before it, and what it sees


def front_arc(body: Body) -> Shape:
    """What lies before a unit: between the lines that run out at 45 degrees from its two front corners."""
    half = body.block.width / 2
    depth = 0.0 if body.loose is None else body.block.depth / 2
    return Shape.polygon([(depth, half), (depth, -half), (depth + FAR, -half - FAR), (depth + FAR, half + FAR)])


def in_front(table: Table, unit: str, other: str) -> bool:
    """Whether any part of another unit lies in the front arc of this one."""
    ours = [(front_arc(body), body.pose.plan) for body in table.bodies if body.unit == unit]
    theirs = [(body.shape, body.pose.plan) for body in table.bodies if body.unit == other]
    return any(at_most(gap(*arc, *target), 0.0) for arc in ours for target in theirs)


def in_view(table: Table, unit: str, other: str) -> bool:
    """Whether a line leads from the front rank of a unit to some part of another, past terrain and other units."""
    between = [(shape, ORIGIN, bottom, top) for _, shape, bottom, top in table.board.sight]
    between += [_prism(table, body) for body in table.bodies if body.unit not in (unit, other)]
    lookers = [_front_rank(table, body) for body in table.bodies if body.unit == unit]
    targets = [_prism(table, body) for body in table.bodies if body.unit == other]
    return any(sees(looker, target, between) for looker in lookers for target in targets)


Prism = tuple[Shape, tuple[float, float, float], float, float]


def _prism(table: Table, body: Body, shape: Shape | None = None) -> Prism:
    foot = body.pose.height
    return shape or body.shape, body.pose.plan, foot, foot + to_inches(table.units[body.unit].height)


def _front_rank(table: Table, body: Body) -> Prism:
    if body.loose is not None:
        return _prism(table, body)
    abreast = min(body.block.files, body.block.models)
    return _prism(table, body, formed(table.units[body.unit].base, abreast, abreast).shape)
