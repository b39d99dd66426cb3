"""One source of chance: `roll(count, sides, why)`.

The engine only knows this protocol and `DiceWanted`; seeded, scripted, physical and branching dice are built on it
in `movetray.play.dice`.
"""

from typing import Protocol


class Dice(Protocol):
    """Where faces come from."""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """That many faces of dice with so many sides; `why` is the clause that asks.

        Raises DiceWanted where the faces are not known yet.
        """
        ...


class DiceWanted(Exception):  # noqa: N818 - a request, not an error
    """A roll is due whose faces are not known."""

    def __init__(self, count: int, sides: int, why: str) -> None:
        super().__init__(f"{count}D{sides} for {why}")
        self.count, self.sides, self.why = count, sides, why
