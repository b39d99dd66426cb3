"""Tables put together by hand, without the file reader."""

from movetray.engine.ruleset import Clause, Mark, RuleSet
from movetray.table.board import Board
from movetray.table.table import Base, Model, Pose, Table, Unit
from movetray.table.terrain import Block, Door, Floor, Ground, Ladder, Stairs, Wall
from movetray.units import snap

ROUND = Base("round", 2500, 2500)
RIDER = Base("rectangle", 2500, 5000)
OVAL = Base("oval", 6000, 3550)
CART = Base("hull", 0, 0, ((3048, 0), (-2032, 2032), (-1016, 0), (-2032, -2032)))


def spots(*points: tuple[float, float]) -> tuple[tuple[int, int], ...]:
    """Points in inches as terrain keeps them."""
    return tuple((snap(x), snap(y)) for x, y in points)


def one_of_everything() -> Table:
    """30 by 30 inches with every kind of terrain, every shape of base, three sides, two levels."""
    terrain = (
        Block("tower", spots((10, 10), (16, 10), (16, 16), (10, 16)), snap(5), climbable=True),
        Floor("deck", spots((18, 14), (23, 14), (23, 19), (18, 19)), snap(4), (spots((21, 16), (22, 16), (22, 17)),)),
        Wall("hedge", spots((0, 22), (9, 22), (9, 27)), snap(0.25), snap(1), doors=(_door(),)),
        Ground("scrub", spots((20, 0), (29, 0), (30, 7), (21, 9)), "difficult"),
        Ground("rubble", spots((0, 0), (6, 0), (6, 5), (0, 6)), "very-difficult"),
        Ground("pool", spots((24, 22), (29, 22), (29, 29), (24, 28)), "impassable"),
        Ground("mud", spots((12, 24), (16, 24), (16, 28), (12, 28)), "disputed"),
        Ladder("rope", (snap(16), snap(13)), 0, snap(5)),
        Stairs("steps", (spots((24, 17))[0], spots((27, 17))[0]), 0, snap(4)),
    )
    units, models = {}, {}
    for name, side, base, members in (
        ("band", "red", ROUND, {"a": (4, 10), "b": (7, 12, 0, 90), "c": (13, 13, 5, 45)}),
        ("foes", "blue", ROUND, {"e": (19.5, 11), "i": (14, 6)}),
        ("riders", "blue", RIDER, {"r": (20, 25, 0, 200)}),
        ("beast", "green", OVAL, {"o": (5, 24.5, 0, 30)}),
        ("cart", "green", CART, {"h": (27, 12, 0, 135)}),
    ):
        units[name] = Unit(name, side, base, snap(1.2), tuple(members), {"M": 4, "I": 3})
        models.update({m: Model(m, name, Pose.at(*where)) for m, where in members.items()})
    marks = {"e": {"hidden": True}, "b": {"seen-first": True}}
    board = Board(snap(30), snap(30), terrain)
    return Table(board, ("red", "blue", "green"), units, models, 1, "red", "remaining", marks=marks)


def _door() -> Door:
    (start, end) = spots((3, 22), (4.5, 22))
    return Door(start, end, snap(3))


HOUSE = RuleSet(
    "house",
    "House",
    (),
    {},
    {
        clause.id: clause
        for clause in (
            Clause("house.far", "+", "A walk is short.", "{model} goes {measured} of {allowed}."),
            Clause("house.solid", "+", "Nothing enters stone.", "{model} runs into {piece} at {at}."),
            Clause("house.slow", "+", "Scrub is slow.", "{length} of the way lie in {piece} & cost double."),
        )
    },
    marks={"hidden": Mark("hidden", shown=True), "seen-first": Mark("seen-first")},
)
