"""A volley at a charger (¶18): to hit, to wound, to save, and the damage."""

from movetray.checks.distance import apart
from movetray.engine.resolve import Run
from movetray.engine.sight import in_line_of_sight
from movetray.procedures.wounds import lose_wounds, wounding_hits
from movetray.rulesets.killteam2018.heights import perish
from movetray.table.table import Table, Weapon
from movetray.units import at_most

WHY = "killteam2018.overwatch.shoot"
HIT = 6
"""The face that hits, whatever the skill."""

NO_SAVE = 7


def in_range(table: Table, model: str, target: str) -> list[Weapon]:
    """The weapons with which a model could fire at another where they stand."""
    far = apart(table, model, target)
    weapons = [weapon for weapon in table.unit_of(model).weapons if at_most(far, weapon.range)]
    return weapons if weapons and in_line_of_sight(table, model, target) else []


def volley(run: Run, model: str, target: str) -> None:
    """Every weapon that reaches fires, one after another, until the target is gone."""
    for weapon in in_range(run.table, model, target):
        if run.table.models[target].pose is None:
            return
        fire(run, weapon, target)


def fire(run: Run, weapon: Weapon, target: str) -> None:
    """One weapon: sixes hit, hits wound by Strength against Toughness, saves stop them, the rest do damage."""
    shots = amount(run, weapon.shots)
    hits = sum(face == HIT for face in run.roll(shots, 6, WHY)) if shots else 0
    wounds = wounding_hits(run, target, hits, weapon.strength, WHY)
    needed = run.table.unit_of(target).stat("Sv", NO_SAVE) + abs(weapon.piercing)
    for _ in range(wounds):
        if needed < NO_SAVE:
            (face,) = run.roll(1, 6, WHY)
            if face > 1 and face >= needed:
                continue
        lose_wounds(run, target, amount(run, weapon.damage))
        if run.table.models[target].wounds == 0:
            perish(run, target)
            return


def amount(run: Run, said: int | str) -> int:
    """A number, or one that is rolled: D3, 2D6, D6+2."""
    if isinstance(said, int):
        return said
    dice, _, more = said.upper().partition("+")
    count, _, sides = dice.partition("D")
    faces = run.roll(int(count or 1), 6, WHY)
    return sum((face + 1) // 2 if sides == "3" else face for face in faces) + int(more or 0)
