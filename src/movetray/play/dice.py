"""Where faces come from: seeded, scripted and physical dice behind `roll(count, sides, why)`.

Seeded faces are the same for ever; docs/dice.md says how they are made, so that anybody can check them.
"""

import hmac
from collections.abc import Sequence

from movetray.engine.dice import DiceWanted

MOST_SIDES = 256
"""A die's face is made of one byte."""


class DiceMismatch(ValueError):  # noqa: N818 - what is wrong is in the name
    """The faces that were listed are not the ones that the command rolls."""


class DiceShort(DiceMismatch):
    """More dice are rolled than were listed."""


class DiceLeft(DiceMismatch):
    """More dice were listed than are rolled."""


class ImpossibleFace(DiceMismatch):
    """A face that a die with so many sides does not have."""


def key_of(seed: int | str | bytes) -> bytes:
    """The key of the seeded dice: bytes as they are, texts in UTF-8, whole numbers by their decimal digits."""
    return seed if isinstance(seed, bytes) else str(seed).encode()


def face(key: bytes, roll: int, die: int, sides: int) -> int:
    """The face of one die: `roll` and `die` count from 0, the rolls of a match and the dice of a roll.

    Bytes of HMAC-SHA256(key, "roll|die|sides") are taken in order; one that would favour the low faces is passed
    over. Should all 32 be, "roll|die|sides|1", "roll|die|sides|2", … follow. Raises ValueError for a die without
    sides or with more than 256.
    """
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"no die has {sides} sides")
    fair = MOST_SIDES - MOST_SIDES % sides
    block, name = 0, f"{roll}|{die}|{sides}"
    while True:
        said = name if block == 0 else f"{name}|{block}"
        for byte in hmac.digest(key, said.encode(), "sha256"):
            if byte < fair:
                return byte % sides + 1
        block += 1


class SeededDice:
    """Dice whose faces follow from a key; `next` is the number of the roll to come."""

    def __init__(self, seed: int | str | bytes, first: int = 0) -> None:
        self.key = key_of(seed)
        self.next = first

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:  # noqa: ARG002 - the protocol
        """That many faces. Raises ValueError for a die without sides or with more than 256."""
        faces = tuple(face(self.key, self.next, die, sides) for die in range(count))
        self.next += 1
        return faces


class ScriptedDice:
    """Faces listed beforehand, one a die, used up in order; `left` are those not used yet."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = tuple(faces)

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """The next faces. Raises DiceWanted where the list is too short, ImpossibleFace for what no such die shows."""
        if count > len(self.left):
            raise DiceWanted(count, sides, why)
        faces, self.left = self.left[:count], self.left[count:]
        admit(faces, count, sides, why)
        return faces


class PhysicalDice:
    """Rolls made at the table and typed in, those known so far; the next one is asked for."""

    def __init__(self, known: Sequence[Sequence[int]] = ()) -> None:
        self._known = [tuple(faces) for faces in known]
        self._used = 0

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """The next known roll. Raises DiceWanted where it has not been made, ImpossibleFace or DiceMismatch for
        faces that cannot be its result."""
        if self._used == len(self._known):
            raise DiceWanted(count, sides, why)
        faces = self._known[self._used]
        admit(faces, count, sides, why)
        self._used += 1
        return faces


def admit(faces: Sequence[int], count: int, sides: int, why: str) -> None:
    """Whether these can be the faces of such a roll. Raises DiceShort, DiceLeft or ImpossibleFace where not."""
    if len(faces) < count:
        raise DiceShort(f"{why} rolls {count} dice, {len(faces)} listed")
    if len(faces) > count:
        raise DiceLeft(f"{why} rolls {count} dice, {len(faces)} listed")
    for value in faces:
        if not 1 <= value <= sides:
            raise ImpossibleFace(f"a die with {sides} sides shows no {value} ({why})")
