"""Characteristic tests, and what falls on dice sums."""

from movetray.engine.resolve import Run


def roll_under(run: Run, model: str, characteristic: str, why: str, sixes: str, six_fails: bool) -> bool:
    """A die at or under a characteristic of a model; by clause `sixes` a natural six is a failure, or is not."""
    (face,) = run.roll(1, 6, why)
    value = run.table.unit_of(model).stat(characteristic)
    if face < 6 or value < 6:
        return face <= value
    run.cite(sixes, model, facts={"rolled": face})
    return not (six_fails and run.rules.has(sixes))


def two_dice_under(run: Run, model: str, characteristic: str, why: str) -> bool:
    """The sum of two dice at or under a characteristic of a model."""
    faces = run.roll(2, 6, why)
    return sum(faces) <= run.table.unit_of(model).stat(characteristic)
