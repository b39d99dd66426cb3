"""Seeded faces are the same for ever and fair; listed and typed faces are what was listed and typed."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movetray.engine.dice import DiceWanted
from movetray.play.dice import (
    DiceLeft,
    DiceShort,
    ImpossibleFace,
    PhysicalDice,
    ScriptedDice,
    SeededDice,
    admit,
    face,
    key_of,
)

DOCS = Path(__file__).resolve().parents[2] / "docs" / "dice.md"
VECTORS: dict[int | bytes, list[tuple[int, int, tuple[int, ...]]]] = {
    7: [(2, 6, (5, 4)), (1, 6, (4,)), (5, 6, (4, 1, 3, 6, 3)), (3, 100, (94, 76, 9))],
    bytes(range(32)): [(2, 6, (6, 3)), (1, 6, (2,)), (5, 6, (3, 6, 2, 5, 4)), (3, 100, (68, 1, 92))],
}


def test_seeded_faces_are_those_of_the_vectors() -> None:
    for seed, rolls in VECTORS.items():
        dice = SeededDice(seed)
        assert [(n, sides, dice.roll(n, sides, "why")) for n, sides, _ in rolls] == rolls


def test_the_page_on_dice_shows_the_vectors() -> None:
    shown = re.findall(r"^\| .* \| (\d+D\d+: .*) \|$", DOCS.read_text("utf-8"), re.M)
    assert shown == [
        "; ".join(f"{n}D{sides}: {' '.join(map(str, faces))}" for n, sides, faces in rolls)
        for rolls in VECTORS.values()
    ]


def test_a_roll_depends_on_its_number_only_and_not_on_those_before() -> None:
    one = SeededDice("table")
    first, second = one.roll(2, 6, "a"), one.roll(3, 6, "b")
    assert SeededDice("table", first=1).roll(3, 6, "c") == second
    assert SeededDice("table").roll(2, 6, "d") == first
    assert one.next == 2


def test_seeds_are_keys_by_their_text() -> None:
    assert key_of(7) == key_of("7") == key_of(b"7")
    assert SeededDice("007").roll(8, 6, "x") != SeededDice(7).roll(8, 6, "x")


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 100, 200, 256])
def test_faces_come_equally_often(sides: int) -> None:
    rolled = 60 * sides
    seen = Counter(face(b"fair", roll, 0, sides) for roll in range(rolled))
    assert set(seen) <= set(range(1, sides + 1))
    square = sum((seen[value] - 60) ** 2 / 60 for value in range(1, sides + 1))
    # the mean of chi-square is its degrees of freedom, the deviation sqrt(2 x them): five of them is one in a million
    assert square < (sides - 1) + 5 * (2 * (sides - 1)) ** 0.5 + 5


def test_bytes_that_would_favour_low_faces_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def digest(_key: bytes, said: bytes, _how: str) -> bytes:
        asked.append(said.decode())
        return bytes([255, 252]) * 16 if len(asked) < 3 else bytes([254, 251]) + bytes(30)

    monkeypatch.setattr("movetray.play.dice.hmac.digest", digest)
    assert face(b"k", 4, 1, 6) == 251 % 6 + 1
    assert asked == ["4|1|6", "4|1|6|1", "4|1|6|2"]


@pytest.mark.parametrize("sides", [0, -6, 257])
def test_there_is_no_die_without_sides_or_with_too_many(sides: int) -> None:
    with pytest.raises(ValueError, match=str(sides)):
        SeededDice(1).roll(1, sides, "x")


@given(st.lists(st.integers(1, 6), max_size=12), st.lists(st.integers(0, 4), max_size=6))
def test_listed_faces_are_used_in_order_and_then_wanted(faces: list[int], counts: list[int]) -> None:
    dice, used = ScriptedDice(faces), 0
    for count in counts:
        if used + count > len(faces):
            with pytest.raises(DiceWanted) as wanted:
                dice.roll(count, 6, "clause")
            assert (wanted.value.count, wanted.value.sides, wanted.value.why) == (count, 6, "clause")
            break
        assert list(dice.roll(count, 6, "clause")) == faces[used : used + count]
        used += count
    assert list(dice.left) == faces[used:]


def test_a_listed_face_that_no_such_die_has_is_refused() -> None:
    with pytest.raises(ImpossibleFace, match="no 7"):
        ScriptedDice([7]).roll(1, 6, "clause")
    with pytest.raises(ImpossibleFace, match="no 0"):
        ScriptedDice([3, 0]).roll(2, 6, "clause")


def test_typed_rolls_are_known_one_after_another_and_the_next_is_wanted() -> None:
    dice = PhysicalDice([(3, 4), (6,)])
    assert dice.roll(2, 6, "a") == (3, 4)
    assert dice.roll(1, 6, "b") == (6,)
    with pytest.raises(DiceWanted, match="3D6 for c"):
        dice.roll(3, 6, "c")


def test_a_typed_roll_has_the_right_number_of_dice_with_faces_that_exist() -> None:
    admit((1, 6), 2, 6, "a")
    with pytest.raises(DiceShort):
        admit((1,), 2, 6, "a")
    with pytest.raises(DiceLeft):
        admit((1, 2, 3), 2, 6, "a")
    with pytest.raises(ImpossibleFace):
        admit((1, 7), 2, 6, "a")
