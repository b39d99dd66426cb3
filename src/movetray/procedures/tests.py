"""Characteristic tests, and what falls on dice sums."""

from movetray.engine.resolve import Run


def roll_under(run: Run, model: str, characteristic: str, why: str, six_fails: str | None = None) -> bool:
    """A die at or under a characteristic of a model; under clause `six_fails` a natural six is a failure."""
    (face,) = run.roll(1, 6, why)
    value = run.table.unit_of(model).stat(characteristic)
    if six_fails is not None and face == 6 and run.rules.has(six_fails):
        if value >= 6:
            run.cite(six_fails, model, facts={"rolled": face, "needed": 5})
        return False
    return face <= value


def two_dice_under(run: Run, model: str, characteristic: str, why: str) -> bool:
    """The sum of two dice at or under a characteristic of a model."""
    faces = run.roll(2, 6, why)
    return sum(faces) <= run.table.unit_of(model).stat(characteristic)
