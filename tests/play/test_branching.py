"""Branching dice against every roll written out one by one."""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movetray.engine.dice import Dice, DiceWanted
from movetray.play.branching import BranchingDice, TooManyOutcomes, distribution
from movetray.play.dice import ScriptedDice, SeededDice

Play = Callable[[Dice], Hashable]


def written_out(play: Play) -> dict[Hashable, Fraction]:
    """The same by hand: every face of every die that is wanted, one run each."""
    chances: Counter[Hashable] = Counter()

    def follow(known: tuple[int, ...], chance: Fraction) -> None:
        try:
            outcome = play(ScriptedDice(known))
        except DiceWanted as wanted:
            part = chance / wanted.sides**wanted.count
            for faces in itertools.product(range(1, wanted.sides + 1), repeat=wanted.count):
                follow((*known, *faces), part)
            return
        chances[outcome] += chance  # type: ignore[assignment]

    follow((), Fraction(1))
    return dict(chances)  # type: ignore[arg-type]


def runs_of(play: Play) -> int:
    count = 0

    def counted(dice: Dice) -> Hashable:
        nonlocal count
        count += 1
        return play(dice)

    distribution(counted)
    return count


def initiative(dice: Dice) -> str:
    return "done" if dice.roll(1, 6, "i")[0] <= 3 else "failed"


def three_in_a_row(dice: Dice) -> str:
    for _ in range(3):
        value = dice.roll(1, 6, "jump")[0]
        if value > 4 or value == 6:
            return "fell"
    return "done"


def fall(dice: Dice) -> tuple[str, int]:
    hits = (dice.roll(1, 6, "hits")[0] + 1) // 2
    wounds = sum(dice.roll(1, 6, "wound")[0] >= 3 for _ in range(hits))
    worst = max((dice.roll(1, 6, "injury")[0] for _ in range(wounds)), default=0)
    return ("up" if worst == 0 else "down" if worst <= 2 else "stunned" if worst <= 4 else "out"), hits


def flight(dice: Dice) -> str:
    inches = float(sum(dice.roll(2, 6, "flight")))
    return "destroyed" if inches > 6.5 else f"ran {inches}"


def lookup(dice: Dice) -> str:
    return ["none", "one", "two", "three", "four", "five", "six"][dice.roll(1, 6, "x")[0]]


def spread(dice: Dice) -> tuple[str, int]:
    one, two, three = dice.roll(3, 6, "x")
    if one == two:
        return "pair", round(three / 2)
    return "none", abs(one - two) % 3


def pooled(dice: Dice) -> int:
    return sum(1 for face in dice.roll(4, 6, "x") if face in {5, 6})


def nothing(_dice: Dice) -> str:
    return "done"


def odd_dice(dice: Dice) -> str:
    a, b = dice.roll(1, 4, "x")[0], dice.roll(1, 10, "y")[0]
    return "high" if a * b - math.floor(b / 3) >= 12 or -a > -2 else "low"


ALL = [initiative, three_in_a_row, fall, flight, lookup, spread, pooled, nothing, odd_dice]


@pytest.mark.parametrize("play", ALL, ids=lambda play: play.__name__)
def test_the_chances_are_those_of_every_roll_written_out(play: Play) -> None:
    found = distribution(play)
    assert found == written_out(play)
    assert sum(found.values()) == 1


def test_two_runs_settle_a_test_and_a_leap_of_faith_is_a_third() -> None:
    assert runs_of(initiative) == 2
    assert runs_of(three_in_a_row) == 4
    assert runs_of(nothing) == 1
    assert distribution(three_in_a_row)["done"] == Fraction(8, 27)


def test_ten_three_in_a_row_and_ten_dice_at_once_are_exact() -> None:
    def ten(dice: Dice) -> bool:
        return all(dice.roll(1, 6, "x")[0] <= 5 for _ in range(10))

    assert distribution(ten)[True] == Fraction(5, 6) ** 10

    def pool(dice: Dice) -> int:
        return sum(face >= 4 for face in dice.roll(10, 6, "x"))

    assert distribution(pool) == {k: Fraction(math.comb(10, k), 2**10) for k in range(11)}


@st.composite
def procedures(draw: st.DrawFn) -> Play:
    """A random procedure: rolls, then branches on a question about the faces so far, down to an outcome."""
    size = st.integers(1, 2)
    sides = st.sampled_from([2, 3, 6])
    questions = ["<=", "==", "sum>", "//", "bool", "pair", "index"]
    shape = [
        (draw(size), draw(sides), draw(st.sampled_from(questions)), draw(st.integers(1, 7)), draw(st.booleans()))
        for _ in range(draw(st.integers(1, 3)))
    ]

    def play(dice: Dice) -> Hashable:
        seen: list[int] = []
        said: list[object] = []
        for count, die, question, number, stops in shape:
            seen += dice.roll(count, die, "x")
            match question:
                case "<=":
                    yes: object = seen[-1] <= number
                case "==":
                    yes = number == seen[0]
                case "sum>":
                    yes = sum(seen) > number
                case "//":
                    yes = int(seen[-1] // 2) == number
                case "bool":
                    yes = bool(seen[-1] - number)
                case "pair":
                    yes = seen[0] < seen[-1]
                case _:
                    yes = list(range(20))[seen[-1]] % 2 == 0
            said.append(yes)
            if yes and stops:
                break
        return tuple(said)

    return play


@settings(max_examples=150, deadline=None)
@given(procedures())
def test_any_procedure_has_the_chances_of_every_roll_written_out(play: Play) -> None:
    assert distribution(play) == written_out(play)


def test_what_branches_too_much_is_said_to() -> None:
    def many(dice: Dice) -> tuple[int, ...]:
        return tuple(int(face) for face in dice.roll(6, 6, "x"))

    with pytest.raises(TooManyOutcomes):
        distribution(many, cap=1000)

    def together(dice: Dice) -> bool:
        return sum(dice.roll(9, 6, "x")) > 30

    with pytest.raises(TooManyOutcomes, match="9 dice"):
        distribution(together)


def test_a_face_kept_from_another_run_is_no_more_than_a_number() -> None:
    kept: list[int] = []

    def play(dice: Dice) -> bool:
        kept.append(dice.roll(1, 6, "x")[0])
        return kept[-1] + kept[0] * 0 <= 2

    assert distribution(play) == {True: Fraction(1, 3), False: Fraction(2, 3)}


def test_seeded_rolls_come_out_as_the_odds_say() -> None:
    dice = SeededDice(11)
    seen = Counter(fall(dice) for _ in range(6000))
    for outcome, chance in distribution(fall).items():
        assert abs(seen[outcome] / 6000 - chance) < 0.03


def test_a_branching_face_shows_itself_without_being_asked() -> None:
    dice = BranchingDice({}, 0)
    assert repr(dice.roll(1, 6, "x")[0]) == "Traced(1)"
    assert dice.turns == []


def test_who_rolls_again_while_faces_are_equal_is_not_followed_for_ever() -> None:
    def tie(dice: Dice) -> int:
        while True:
            a, b = dice.roll(2, 6, "again")
            if a != b:
                return int(a > b)

    with pytest.raises(TooManyOutcomes):
        distribution(tie)
