"""Threat: how likely somebody standing at a place would be charged home.

One more enemy is thought to stand there; every model charges it as if it were its turn now, and nobody reacts.
"""

from dataclasses import replace
from fractions import Fraction

from movetray.engine.command import Command
from movetray.engine.ruleset import RuleSet
from movetray.play.odds import odds
from movetray.table.table import Base, Model, Pose, Table, Unit
from movetray.units import snap

CHARGE = "charge"
NOBODY = "?"
"""The name of who is thought to stand there: no file can give it to anybody."""


def threat(table: Table, rules: RuleSet, models: tuple[str, ...], place: Pose, base: Base) -> Fraction:
    """The chance that at least one of these models of one side would reach a base at this place."""
    side = table.side_of(models[0])
    foe = next((other for other in table.sides if other != side), NOBODY)
    kind = rules.kinds[CHARGE]
    steps = [step.id for step in rules.steps if not kind.steps or step.id in kind.steps]
    unit = Unit(NOBODY, foe, base, snap(1.0), (NOBODY,))
    then = replace(
        table,
        sides=table.sides if foe in table.sides else (*table.sides, foe),
        units={**table.units, NOBODY: unit},
        models={**table.models, NOBODY: Model(NOBODY, NOBODY, place)},
        active=side,
        step=steps[0],
        pending=(),
        last=None,
    )
    spared = Fraction(1)
    for name, is_block in _chargers(table, models).items():
        said = (
            Command(CHARGE, unit=name, targets=(NOBODY,))
            if is_block
            else Command(CHARGE, model=name, targets=(NOBODY,))
        )
        spared *= 1 - odds(then, said, rules).success
    return 1 - spared


def _chargers(table: Table, models: tuple[str, ...]) -> dict[str, bool]:
    """Who charges: each loose model, of blocks the unit; and whether it is a block."""
    found = {}
    for model in models:
        unit = table.unit_of(model)
        found[model if unit.block is None else unit.id] = unit.block is not None
    return found
