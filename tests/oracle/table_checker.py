"""Is this table possible? A second opinion in plain words, for Mordheim, levels included.

`problems` looks at one table, `oracle.step_checker` at what a command did to it. Nothing here asks the kernel or
the checks of the engine; where both agree a fault would have to be made twice.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from movetray.table.table import Table
from oracle.plan import EPS, INCH, Body, body_of, gap, obstacles, overlap, supported, within

DOWN = ("knocked-down", "stunned")
GONE = ("out-of-action", "destroyed")
STATUSES = frozenset({"hidden", "fleeing", "ran", "charged", "dived", "compelled", "out-of-action", "destroyed", *DOWN})
STEPS = ("start-of-turn", "charges", "compulsory", "remaining")

APART = (
    ("hidden", "fleeing"),
    ("hidden", "knocked-down"),
    ("hidden", "stunned"),
    ("hidden", "ran"),
    ("hidden", "charged"),
    ("knocked-down", "stunned"),
    ("ran", "charged"),
)
"""Statuses that no model carries together."""


def problems(table: Table, options: Mapping[str, Any] | None = None) -> list[str]:
    """Everything that cannot be so, each as a sentence; empty for a possible table."""
    chosen = options or {}
    return [*places(table), *overlaps(table), *_statuses(table), *_hidden(table, chosen), *_turn(table)]


def bodies(table: Table) -> dict[str, Body]:
    """The footprints of the models that are on the table."""
    return {m.id: body_of(table.unit_of(m.id).base, m.pose) for m in table.models.values() if m.pose is not None}


def same_level(table: Table, one: str, other: str) -> bool:
    return abs(table.pose_of(one).z - table.pose_of(other).z) / INCH <= 0.01


def standing(table: Table, model: str) -> bool:
    """Whether it is on the table and neither flees nor lies on the ground."""
    return table.models[model].pose is not None and not table.has_any(model, ("fleeing", *DOWN, *GONE))


def enemies(table: Table, model: str) -> list[str]:
    side = table.side_of(model)
    return [m.id for m in table.models.values() if m.pose is not None and table.side_of(m.id) != side]


def places(table: Table) -> Iterator[str]:
    width, depth = table.board.width / INCH, table.board.depth / INCH
    for name, body in bodies(table).items():
        x, y, z = (v / INCH for v in (table.pose_of(name).x, table.pose_of(name).y, table.pose_of(name).z))
        if not within(body, width, depth):
            yield f"{name} is not whole on the table: its base is at ({x:.3f}, {y:.3f})"
        if z < -EPS:
            yield f"{name} is {-z:.3f} below the table"
        elif not supported(table, x, y, z):
            yield f"{name} stands on nothing at ({x:.3f}, {y:.3f}, {z:.3f})"
        for solid in obstacles(table, z):
            if overlap(body, solid.body):
                yield f"{name} stands in {solid.piece}"
        unit = table.unit_of(name)
        if name not in unit.models:
            yield f"{name} says it belongs to {unit.id}, which does not know it"


def overlaps(table: Table) -> Iterator[str]:
    for (one, a), (other, b) in combinations(bodies(table).items(), 2):
        if same_level(table, one, other) and overlap(a, b):
            yield f"{one} and {other} overlap by {-gap(a, b):.4f}"


def _statuses(table: Table) -> Iterator[str]:
    for name, model in table.models.items():
        for one, other in APART:
            if table.has(name, one) and table.has(name, other):
                yield f"{name} is {one} and {other}"
        if model.pose is not None and table.has_any(name, GONE):
            yield f"{name} is out of the battle and stands on the table"
        if model.wounds is not None and model.wounds < 0:
            yield f"{name} has {model.wounds} wounds left"
    for owner in table.marks:
        if owner not in table.models and owner not in table.units and owner not in table.sides:
            yield f"{owner} carries a mark and does not exist"


def _hidden(table: Table, options: Mapping[str, Any]) -> Iterator[str]:
    reach = float(options.get("hide-cover", 1))
    for name, body in bodies(table).items():
        if not table.has(name, "hidden"):
            continue
        high = table.unit_of(name).height / INCH
        covers = (o for o in obstacles(table, table.pose_of(name).z / INCH) if o.rise >= high / 2 - EPS)
        if not any(gap(body, cover.body) <= reach + EPS for cover in covers):
            yield f"{name} is hidden with no cover within {reach}"


def _turn(table: Table) -> Iterator[str]:
    if table.active not in table.sides:
        yield f"it is the turn of {table.active}, who does not play"
    if table.step not in STEPS:
        yield f"there is no step {table.step}"
    if table.round < 1:
        yield f"round {table.round}"
    for decision in table.pending:
        if decision.side not in table.sides:
            yield f"{decision.side} is asked and does not play"
        for name in decision.models:
            if name not in table.models or table.models[name].pose is None:
                yield f"{name} is asked and is not on the table"
            elif table.side_of(name) != decision.side:
                yield f"{name} is asked for {decision.side} and is of {table.side_of(name)}"
