"""Random situations: everything a file can say, on tables where everybody has room."""

from fractions import Fraction
from typing import Any, get_args

from hypothesis import strategies as st

from movetray.engine.command import Command, Manoeuvre, Waypoint
from movetray.table.board import Board
from movetray.table.ranks import places
from movetray.table.read_units import default_height
from movetray.table.situation import Question, Situation, Step
from movetray.table.table import Base, Decision, Model, Pose, Ranks, Table, Unit, Weapon
from movetray.table.terrain import Block, Door, Floor, Going, Ground, Ladder, Stairs, Terrain, Wall
from movetray.units import snap

WORDS = st.text("abcdefgh -:#'\"{}[],&*!|>%@`\\~éя漢\u200b😀\t", max_size=12)
NAMES = st.text("abcdef0123-_éя", min_size=1, max_size=6)
CELL = 4
"""Inches between models; the widest base fits between."""


def _lengths(least: float, most: float) -> st.SearchStrategy[int]:
    return st.integers(snap(least), snap(most))


def _quad(x: int, y: int) -> st.SearchStrategy[tuple[tuple[int, int], ...]]:
    """A simple quadrangle in the square of 3 inches whose corner is x, y."""
    near, far = _lengths(0, 1), _lengths(2, 3)
    corners = st.tuples(near, near, far, near, far, far, near, far)
    return corners.map(lambda c: tuple((snap(x) + c[i], snap(y) + c[i + 1]) for i in range(0, 8, 2)))


@st.composite
def _terrain(draw: st.DrawFn) -> tuple[Terrain, ...]:
    """Pieces in the left half of a table, one a square."""
    made: list[Terrain] = []
    for index in range(draw(st.integers(0, 5))):
        x, y, name = 1 + 4 * (index % 3), 2 + 5 * index, f"piece {index}"
        flags = (draw(st.booleans()), draw(st.booleans()))
        high = draw(_lengths(0.5, 9))
        match draw(st.integers(0, 5)):
            case 0:
                made.append(Block(name, draw(_quad(x, y)), high, *flags))
            case 1:
                hole = tuple((snap(x + 1.25) + a, snap(y + 1.25) + b) for a, b in ((0, 0), (900, 0), (0, 900)))
                holes = draw(st.sampled_from([(), (hole,)]))
                made.append(Floor(name, draw(_quad(x, y)), high, holes))
            case 2:
                line = ((snap(x), snap(y)), (snap(x + 3), snap(y)), (snap(x + 3), snap(y + 2)))
                door = Door((snap(x + 1), snap(y)), (snap(x + 2), snap(y)), draw(_lengths(0.5, 3)))
                doors = draw(st.sampled_from([(), (door,)]))
                made.append(Wall(name, line, draw(_lengths(0.1, 1)), high, draw(_lengths(0, 2)), *flags, doors))
            case 3:
                going: Going = draw(st.sampled_from(get_args(Going)))
                like = draw(st.sampled_from(["", "reeds"]))
                made.append(Ground(name, draw(_quad(x, y)), going, high, draw(st.integers(0, 3)), like))
            case 4:
                made.append(Ladder(name, (snap(x), snap(y)), snap(0.25), high))
            case 5:
                made.append(Stairs(name, ((snap(x), snap(y)), (snap(x + 2), snap(y))), snap(0.25), high))
    return tuple(made)


BASES = st.one_of(
    st.integers(1000, 6000).map(lambda w: Base("round", w, w)),
    st.tuples(st.integers(1000, 6000), st.integers(1000, 6000)).map(lambda wd: Base("oval", *wd)),
    st.tuples(st.integers(1000, 5000), st.integers(1000, 5000)).map(lambda wd: Base("rectangle", *wd)),
    st.just(Base("hull", 4000, 5000, ((2500, 2000), (-2500, 2000), (0, 0), (-2500, -2000), (2500, -2000)))),
)
STATUSES = st.lists(st.sampled_from(["hidden", "ran", "stunned", "fleeing", "charged"]), max_size=2, unique=True)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.sampled_from([0.5, -2.25]) | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)
STATS = st.fixed_dictionaries(
    {},
    optional={"M": st.integers(1, 9) | st.sampled_from([4.5, "2D6", "D3+1"]), "W": st.integers(1, 5), "Ld": st.just(7)},
)
WEAPONS = st.lists(
    st.builds(
        Weapon,
        NAMES,
        st.integers(0, 48).map(float),
        st.integers(1, 9) | st.sampled_from(["D3", "2D6"]),
        st.integers(0, 10),
        st.integers(-4, 4),
        st.integers(1, 6) | st.just("D6"),
    ),
    max_size=2,
).map(tuple)


@st.composite
def _units(draw: st.DrawFn) -> tuple[list[Unit], dict[str, Model], dict[str, dict[str, Any]]]:
    units: list[Unit] = []
    models: dict[str, Model] = {}
    marks: dict[str, dict[str, Any]] = {}
    for index in range(draw(st.integers(1, 4))):
        name = f"unit {index}"
        stats: dict[str, Any] = draw(STATS)
        wounds: int | None = stats.get("W")
        block = draw(st.booleans()) and index < 2
        base = Base("rectangle", 2000, 2500) if block else draw(BASES)
        height = draw(st.just(default_height(base.width)) | _lengths(0.5, 6))
        keywords = frozenset(draw(st.lists(NAMES, max_size=2)))
        count = draw(st.integers(1, 5))
        side = draw(st.sampled_from(["red", "blue"]))
        numbers = (
            tuple(f"{name}-{n}" for n in range(1, count + 1)) if block else tuple(f"m{index}{n}" for n in range(count))
        )
        ranks = None
        if block:
            front = Pose(snap(30 + 12 * index), snap(36), 0, draw(st.integers(0, 35999)))
            ranks = Ranks(draw(st.integers(1, count)), front)
            lost = draw(st.integers(0, count - 1))
            stands = dict(zip(numbers, places(base, ranks, count - lost), strict=False))
            status = dict.fromkeys(draw(STATUSES), True)
            if status:
                marks[name] = status
        else:
            stands = {
                model: Pose(snap(24 + CELL * n), snap(3 + CELL * index) + 20_000, 0, draw(st.integers(0, 35999)))
                for n, model in enumerate(numbers)
                if draw(st.integers(0, 4))
            }
            for model in numbers:
                if status := dict.fromkeys(draw(STATUSES), True):
                    marks[model] = status
        for model in numbers:
            left = None if wounds is None else draw(st.just(wounds) | st.integers(0, wounds))
            models[model] = Model(model, name, stands.get(model), left)
        units.append(Unit(name, side, base, height, numbers, stats, keywords, ranks, None, frozenset(), draw(WEAPONS)))
    return units, models, marks


NUMBERS = st.integers(-400_000, 400_000).map(lambda n: n / 10_000)
POINTS = st.builds(Waypoint, NUMBERS, NUMBERS, st.none() | NUMBERS, st.none() | st.sampled_from(["walk", "jump"]))


@st.composite
def _steps(draw: st.DrawFn, models: list[str], units: list[str]) -> tuple[Step, ...]:
    made = []
    model, unit = st.sampled_from(models), st.sampled_from(units)
    dice = st.none() | st.lists(st.integers(1, 6), max_size=3).map(tuple)
    commands = st.one_of(
        st.builds(Command, st.just("move"), model=model, path=st.lists(POINTS, min_size=1, max_size=3).map(tuple)),
        st.builds(Command, st.just("charge"), unit=unit, targets=st.lists(model, min_size=1, max_size=2).map(tuple)),
        st.builds(
            Command,
            st.just("march"),
            unit=unit,
            steps=st.lists(st.builds(Manoeuvre, st.just("forward"), st.integers(0, 9).map(float)), max_size=2).map(
                tuple
            ),
        ),
        st.builds(Command, st.just("end-step")),
    )
    expects = st.fixed_dictionaries(
        {},
        optional={
            "legal": st.booleans() | st.just("asks"),
            "rule": st.lists(NAMES, max_size=2).map(tuple),
            "spent": st.integers(0, 90).map(lambda n: n / 8),
            "at": st.dictionaries(model, st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=2),
            "status": st.dictionaries(model, STATUSES.map(tuple), max_size=2),
            "rolled": st.integers(0, 9),
            "pending": st.fixed_dictionaries({"side": st.just("red")}),
        },
    )
    chances = st.fractions(0, 1, max_denominator=216)
    asked = st.one_of(
        st.tuples(st.builds(Question, st.just("odds"), of=commands), chances.map(lambda c: {"success": c})),
        st.tuples(
            model.map(lambda m: Question("route", {"model": m, "to": [1, 2.5], "as": "run"})), st.just({"length": 3.5})
        ),
        st.tuples(
            model.map(lambda m: Question("reach", {"model": m})), st.just({"contains": ((1.0, 2.0),), "tol": 0.5})
        ),
        st.tuples(
            st.just(Question("threat", {"side": "red"})),
            st.just({"at": ({"point": (1.0, 2.0), "chance": Fraction(1, 6)},)}),
        ),
    )
    for _ in range(draw(st.integers(0, 3))):
        if draw(st.booleans()):
            made.append(Step(draw(commands), draw(dice), draw(st.none() | expects)))
        else:
            said, expect = draw(asked)
            made.append(Step(said, None, expect))
    return tuple(made)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """A situation that could be read from a file, in the middle of whatever."""
    terrain = draw(_terrain())
    edges = draw(st.sampled_from([{}, {"red": "south", "blue": "west"}]))
    board = Board(snap(draw(st.sampled_from([48, 60]))), snap(48), terrain, edges)
    units, models, marks = draw(_units())
    for owner in draw(st.lists(st.sampled_from([*models, "red", *(u.id for u in units)]), max_size=2, unique=True)):
        marks[owner] = {**marks.get(owner, {}), "kept": draw(VALUES)}
    standing = {name: model.pose for name, model in models.items() if model.pose is not None}
    starts = draw(st.sampled_from([standing, {name: Pose(1, 2, 3, 4) for name in standing}]))
    disputed = {piece.id: "open" for piece in terrain if isinstance(piece, Ground)}
    pending = draw(
        st.lists(
            st.builds(
                Decision,
                st.just("blue"),
                st.just(("intercept",)),
                st.lists(st.sampled_from(list(models)), max_size=2).map(tuple),
                st.just(Command("charge", model=next(iter(models)), targets=(next(iter(models)),))),
                NAMES,
                st.sampled_from(["", "answered"]),
                st.booleans(),
                st.dictionaries(NAMES, VALUES, max_size=2),
            ),
            max_size=2,
        ).map(tuple)
    )
    table = Table(
        board,
        ("red", "blue"),
        {unit.id: unit for unit in units},
        models,
        draw(st.integers(1, 9)),
        draw(st.sampled_from(["red", "blue"])),
        draw(st.sampled_from(["", "charges"])),
        marks,
        starts,
        pending,
        draw(st.sampled_from([{}, disputed])),
    )
    return Situation(
        draw(WORDS),
        draw(NAMES),
        table,
        draw(st.dictionaries(NAMES, st.booleans() | st.integers(0, 9) | WORDS, max_size=2)),
        draw(WORDS),
        draw(st.none() | st.integers() | st.just(-(10**40)) | WORDS),
        draw(_steps(list(models), [unit.id for unit in units])),
    )
