"""What one command may not have done is found, and what it may have done is left alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest

from movetray.engine.command import Command
from movetray.engine.event import DiceRolled, Event, MarkCleared, ModelMoved, ModelRemoved, StepEnded, Track
from movetray.engine.evolve import evolve
from movetray.engine.verdict import Verdict
from movetray.table.table import Decision, Pose, Table
from oracle.build import CAVALRY, SQUARE_20, Piece, block, box, patch, set_up, wall
from oracle.step_checker import Watch, step_problems

D25 = 2500 / 2540
HOUSE = block("house", box(14, 8, 16, 12), 4.0)
FENCE = wall("fence", [(15, 5), (15, 15)], 1.0)
PALING = wall("paling", [(15, 5), (15, 15)], 1.5)
THICKET = patch("thicket", box(12, 5, 20, 15), "difficult")
HEDGE = wall("hedge", [(10, 20), (30, 20)], 1.0)


@dataclass
class Outcome:
    """What a command is said to have done."""

    events: Sequence[Event] = ()
    outcome: str | None = "done"
    spent: float | None = None
    verdict: Verdict = field(default_factory=lambda: Verdict("legal", "move"))


@dataclass
class Played:
    before: Table
    command: Command
    result: Outcome
    after: Table | None = None

    def found(self) -> list[str]:
        after = self.after
        if after is None:
            after = self.before
            for event in self.result.events:
                after = evolve(after, event)
        return step_problems(self.before, self.command, self.result, after)


def table(*more: Piece, terrain: Sequence[object] = (), step: str = "remaining", **changes: object) -> Table:
    first = replace(Piece("a", (10, 10)), **changes)  # type: ignore[arg-type]
    return set_up([first, *more], terrain, step=step)  # type: ignore[arg-type]


def went(
    before: Table,
    *to: Sequence[float],
    do: str = "move",
    spent: float | None = None,
    around: tuple[float, float] | None = None,
    facing: float = 0.0,
) -> Played:
    """`a` is said to have gone through these points."""
    tracks = tuple(Track("walk", Pose.at(x, y, facing=facing), around) for x, y in to)
    event = ModelMoved("a", before.pose_of("a"), tracks)
    return Played(before, Command(do, model="a"), Outcome((event,), spent=spent))


def foe(x: float, y: float, *marks: str) -> Piece:
    return Piece("e", (x, y), "blue", marks=marks)


def friend(x: float, y: float) -> Piece:
    return Piece("b", (x, y))


def charged(before: Table, x: float, outcome: str = "done") -> Played:
    event = ModelMoved("a", before.pose_of("a"), (Track("walk", Pose.at(x, 10)),))
    return Played(before, Command("charge", model="a", targets=("e",)), Outcome((event,), outcome))


def ended(before: Table, step: str, active: str) -> Played:
    return Played(before, Command("end-step"), Outcome((StepEnded(step, 1, active),)))


def stepped_in(x: float, y: float) -> Played:
    before = table(foe(20, 10), Piece("i", (13, 12), "blue"), step="charges")
    charge = Command("charge", model="a", targets=("e",))
    before = replace(before, pending=(Decision("blue", ("intercept", "pass"), ("i",), charge, "charge"),))
    moves = (
        ModelMoved("a", before.pose_of("a"), (Track("walk", Pose.at(13, 10)),)),
        ModelMoved("i", before.pose_of("i"), (Track("walk", Pose.at(x, y)),)),
    )
    return Played(before, Command("intercept", model="i", charger="a"), Outcome(moves))


def spotted(kept: bool, x: float = 32) -> Played:
    """`a` comes round the end of the hedge, and `e` behind it stays hidden or not."""
    before = table(foe(29, 19.35, "hidden"), terrain=[HEDGE], at=(32, 22.5))
    event = ModelMoved("a", before.pose_of("a"), (Track("walk", Pose.at(x, 19 if x > 31 else 23)),))
    gone = () if kept else (MarkCleared("e", "hidden"),)
    return Played(before, Command("move", model="a"), Outcome((event, *gone)))


BROKEN: dict[str, Callable[[], Played]] = {
    "a walk too long": lambda: went(table(), (14.1, 10)),
    "a walk too long round a corner": lambda: went(table(), (12, 10), (12, 12.2)),
    "a walk too long along an arc": lambda: went(table(at=(13, 10)), (7, 10), around=(10, 10)),
    "a run too long": lambda: went(table(), (18.1, 10), do="run"),
    "a crawl too long": lambda: went(table(marks=("knocked-down",)), (12.1, 10), do="crawl"),
    "a walk too long for the thicket": lambda: went(table(terrain=[THICKET]), (13.5, 10)),
    "a price that forgets the thicket": lambda: went(table(terrain=[THICKET]), (12, 10), spent=2.0),
    "through a friend": lambda: went(table(friend(12, 10.2)), (14, 10)),
    "a graze of a friend": lambda: went(table(friend(12, 10 + D25 - 0.003)), (14, 10)),
    "through an enemy on an arc": lambda: went(table(foe(11.5, 10.4)), (13, 10), around=(11.5, 10), do="run"),
    "through a house": lambda: went(table(terrain=[HOUSE]), (18, 10), do="run"),
    "past a house's corner by less than the base": lambda: went(table(terrain=[HOUSE], at=(13, 7.51)), (17, 7.51)),
    "over a high fence": lambda: went(table(terrain=[PALING]), (17, 10), do="run"),
    "over the edge and back": lambda: went(table(at=(1, 10)), (0.3, 10), (1, 10)),
    "a long base turned into a house": lambda: went(
        table(terrain=[HOUSE], at=(13.2, 10), base=CAVALRY, facing=90), (13.2, 10), facing=0.0
    ),
    "a half turn through a thin wall": lambda: went(
        table(terrain=[wall("thin", [(10.6, 9.8), (10.6, 10.2)], 3.0, 0.1)], base=CAVALRY, facing=90),
        (10, 10),
        facing=270,
    ),
    "a walk into contact": lambda: went(table(foe(13, 10)), (13 - D25, 10)),
    "a run into contact": lambda: went(table(foe(15, 10)), (15 - D25, 10), do="run"),
    "a run from an enemy at seven inches": lambda: went(table(foe(10, 17)), (10, 6), do="run"),
    "a run by one on the ground": lambda: went(table(marks=("knocked-down",)), (12, 10), do="run"),
    "a walk by one who flees": lambda: went(table(marks=("fleeing",)), (12, 10)),
    "a crawl by one who is stunned": lambda: went(table(marks=("stunned",)), (11, 10), do="crawl"),
    "a walk among the charges": lambda: went(table(step="charges"), (12, 10)),
    "a charge too long": lambda: charged(table(foe(19.2, 10), step="charges"), 19.2 - D25),
    "a failed charge that ran on": lambda: charged(table(foe(30, 10), step="charges"), 15, "failed"),
    "an interceptor who did not get there": lambda: stepped_in(13, 11.2),
    "an enemy in full view of the hidden": lambda: spotted(kept=True),
    "a flight longer than its dice": lambda: Played(
        before := table(marks=("fleeing",), step="compulsory"),
        Command("flee", model="a"),
        Outcome(
            (DiceRolled("flee", 6, (1, 2)), ModelMoved("a", before.pose_of("a"), (Track("walk", Pose.at(6, 10)),)))
        ),
    ),
    "a seven on a die": lambda: Played(table(), Command("end-step"), Outcome((DiceRolled("x", 6, (7,)),))),
    "a step left out": lambda: ended(table(step="charges"), "remaining", "red"),
    "a turn cut short": lambda: ended(table(step="charges"), "compulsory", "blue"),
    "a move from elsewhere": lambda: Played(
        table(),
        Command("move", model="a"),
        Outcome((ModelMoved("a", Pose.at(11, 10), (Track("walk", Pose.at(12, 10)),)),)),
    ),
    "a move nobody reported": lambda: Played(
        table(friend(20, 20)), Command("hide", model="a"), Outcome(), after=table(friend(21, 20))
    ),
    "a removed model that stayed": lambda: Played(
        table(), Command("flee", model="a"), Outcome((ModelRemoved("a", "fled"),), "destroyed"), after=table()
    ),
    "a refusal that moved something": lambda: Played(
        table(),
        Command("move", model="a"),
        Outcome((), None, verdict=Verdict("illegal", "move")),
        after=table(at=(11, 10)),
    ),
}

SOUND: dict[str, Callable[[], Played]] = {
    "a walk of just the Movement": lambda: went(table(), (14, 10), spent=4.0),
    "an arc of just the Movement": lambda: went(table(at=(11, 10)), (9, 10), around=(10, 10), spent=3.1416),
    "a run beside an enemy's reach": lambda: went(table(foe(10, 20)), (10, 2), do="run"),
    "a walk into the thicket at its price": lambda: went(table(terrain=[THICKET]), (12.5, 10), spent=2.5 + 0.9921),
    "past a friend in contact": lambda: went(table(friend(12, 10 + D25)), (14, 10)),
    "past a house's corner in contact": lambda: went(table(terrain=[HOUSE], at=(13, 8 - D25 / 2)), (17, 8 - D25 / 2)),
    "over a low fence": lambda: went(table(terrain=[FENCE]), (17, 10), do="run"),
    "a charge into contact": lambda: charged(table(foe(17, 10), step="charges"), 17 - D25),
    "a failed charge of a walk": lambda: charged(table(foe(30, 10), step="charges"), 14, "failed"),
    "an interceptor who got there": lambda: stepped_in(13, 10 + D25),
    "an enemy in full view of one no longer hidden": lambda: spotted(kept=False),
    "an enemy beyond the hedge": lambda: spotted(kept=True, x=29),
    "a long base turned where there is room": lambda: went(
        table(terrain=[HOUSE], at=(12.9, 10), base=CAVALRY, facing=90), (12.9, 10), facing=0.0
    ),
    "a square slid along a wall": lambda: went(
        table(terrain=[HOUSE], at=(12, 8 - 2000 / 5080), base=SQUARE_20), (16, 8 - 2000 / 5080)
    ),
    "the end of a turn": lambda: ended(table(foe(30, 30)), "start-of-turn", "blue"),
    "a refusal": lambda: Played(
        table(), Command("move", model="a"), Outcome((), None, verdict=Verdict("illegal", "move"))
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_step_is_found(name: str) -> None:
    assert BROKEN[name]().found(), name


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_step_is_left_alone(name: str) -> None:
    assert SOUND[name]().found() == []


def watched(*steps: Played) -> list[str]:
    watch, found = Watch(), []
    for step in steps:
        after = step.before
        for event in step.result.events:
            after = evolve(after, event)
        found += watch.look(step.before, step.command, step.result, after)
    return found


def test_a_second_walk_in_the_same_step_is_found() -> None:
    first = went(table(), (11, 10))
    again = went(table(at=(11, 10)), (12, 10))
    assert watched(first) == []
    assert watched(first, again)


def test_more_than_half_a_move_after_standing_up_is_found() -> None:
    lying = table(marks=("knocked-down",))
    up = Played(lying, Command("stand-up", model="a"), Outcome((MarkCleared("a", "knocked-down"),)))
    assert watched(up, went(table(), (12, 10))) == []
    assert watched(up, went(table(), (12.2, 10)))


def test_a_second_interceptor_is_found() -> None:
    assert watched(stepped_in(13, 10 + D25)) == []
    second = stepped_in(13, 10 + D25)

    assert any("second time" in problem for problem in watched(stepped_in(13, 10 + D25), replace_events(second)))


def replace_events(played: Played) -> Played:
    """The same answer once more, without a move."""
    played.result.events = (DiceRolled("fear", 6, (6, 6)),)
    return played


def test_a_fugitive_who_stays_is_found() -> None:
    before = table(marks=("fleeing",), step="compulsory")
    assert watched(ended(before, "remaining", "red"))
    fled = went(before, (6, 10), do="flee")
    fled.result.events = (DiceRolled("flee", 6, (2, 2)), *fled.result.events)
    after = table(marks=("fleeing",), step="compulsory", at=(6, 10))
    assert watched(fled, ended(after, "remaining", "red")) == []
