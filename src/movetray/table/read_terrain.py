"""Terrain as a situation file writes it."""

from collections.abc import Callable, Mapping
from typing import get_args

from movetray.form.fields import Fields
from movetray.form.node import Node, Spot
from movetray.form.values import choice, flag, height, name, number, plan_point, several, whole
from movetray.table import terrain as made
from movetray.table.outlines import line, polygon
from movetray.table.walls import along
from movetray.units import NOTHING, snap, to_inches

SHAPE = "a list of points [[x, y], …]"
HEIGHT = "a number of inches"


def terrain(node: Node, spot: Spot, count: int) -> made.Terrain | None:
    """One piece of terrain; `count` names it where it has no id."""
    fields = Fields(node, spot.of("terrain", str(count)), "a piece of terrain")
    if not fields.sound:
        return None
    given = node.value.get("id")
    if given is not None and isinstance(given.value, str):
        fields.spot = spot.of("terrain", given.value)
    ident = fields.need("id", name, "a name")
    kind = fields.need("kind", choice(*KINDS), "one of " + ", ".join(KINDS))
    if kind is None:
        return None  # which keys it takes is not known
    piece = KINDS[kind](ident or "", fields)
    fields.end()
    return piece if ident else None


def _block(ident: str, fields: Fields) -> made.Block | None:
    shape = fields.need("shape", polygon, SHAPE)
    tall = fields.need("height", height, HEIGHT)
    climbable = fields.get("climbable", flag, False)
    breachable = fields.get("breachable", flag, False)
    if shape is None or tall is None:
        return None
    return made.Block(ident, shape, snap(tall), climbable, breachable)


def _floor(ident: str, fields: Fields) -> made.Floor | None:
    shape = fields.need("shape", polygon, SHAPE)
    z = fields.need("z", height, HEIGHT)
    holes = fields.may("holes", several(polygon, wanted="a list of shapes")) or ()
    if shape is None or z is None:
        return None
    return made.Floor(ident, shape, snap(z), holes)


def _wall(ident: str, fields: Fields) -> made.Wall | None:
    points = fields.need("line", line, SHAPE)
    thickness = fields.need("thickness", number(least=0, above=NOTHING, wanted=HEIGHT), HEIGHT)
    tall = fields.need("height", height, HEIGHT)
    z = fields.get("z", height, 0.0)
    climbable = fields.get("climbable", flag, False)
    breachable = fields.get("breachable", flag, False)
    doors = fields.may("doors", several(_door, wanted="a list of doors")) or ()
    if points is None or thickness is None or tall is None:
        return None
    wall = made.Wall(ident, points, snap(thickness), snap(tall), snap(z), climbable, breachable, doors)
    return wall if _doors_fit(wall, fields) else None


def _door(node: Node, spot: Spot) -> made.Door | None:
    fields = Fields(node, spot, "a door")
    start = fields.need("from", plan_point, "a point [x, y]")
    end = fields.need("to", plan_point, "a point [x, y]")
    tall = fields.need("height", number(above=NOTHING, wanted=HEIGHT), HEIGHT)
    fields.end()
    if start is None or end is None or tall is None:
        return None
    return made.Door((snap(start[0]), snap(start[1])), (snap(end[0]), snap(end[1])), snap(tall))


def _doors_fit(wall: made.Wall, fields: Fields) -> bool:
    """Whether every door lies on the line of its wall, ends apart, and none in another."""
    node = fields.values.get("doors", fields.node)
    spot = fields.spot.at("doors")
    taken: list[tuple[tuple[int, float], tuple[int, float]]] = []
    for count, door in enumerate(wall.doors, 1):
        ends = [along(wall.line, end) for end in (door.start, door.end)]
        for (x, y), (_, _, off) in zip((door.start, door.end), ends, strict=True):
            if off > to_inches(wall.thickness) / 2 + 0.01:
                says = "door {count}: [{x}, {y}] is not on the line of the wall, a point of it is wanted"
                spot.say(node, says, count=count, x=f"{to_inches(x):g}", y=f"{to_inches(y):g}")
                return False
        start, end = sorted((segment, part) for segment, part, _ in ends)
        if start == end:
            spot.say(node, "door {count} has no width, two different ends are wanted", count=count)
            return False
        if any(start < other_end and other_start < end for other_start, other_end in taken):
            spot.say(node, "door {count} overlaps another, doors apart are wanted", count=count)
            return False
        taken.append((start, end))
    return True


def _ground(ident: str, fields: Fields) -> made.Ground | None:
    shape = fields.need("shape", polygon, SHAPE)
    going = fields.may("ground", choice(*get_args(made.Going)))
    like = fields.may("like", name)
    z = fields.get("z", height, 0.0)
    dice = fields.get("dice", whole(1, 3, "a number of dice"), 0)
    if "ground" not in fields and "like" not in fields:
        wanted = "one of " + ", ".join(get_args(made.Going))
        fields.lacks("ground", "is missing, {wanted} is wanted", wanted=wanted)
        return None
    if shape is None or (going is None and like is None):
        return None
    return made.Ground(ident, shape, going or "open", snap(z), dice, like or "")  # type: ignore[arg-type]


def _heights(node: Node, spot: Spot) -> tuple[int, int] | None:
    """`z: [bottom, top]`."""
    both = several(height, wanted="[bottom, top]")(node, spot)
    if both is None:
        return None
    if len(both) != 2 or snap(both[0]) >= snap(both[1]):
        spot.say(node, "two heights are wanted, [bottom, top], the second above the first")
        return None
    return snap(both[0]), snap(both[1])


def _ladder(ident: str, fields: Fields) -> made.Ladder | None:
    at = fields.need("at", plan_point, "a point [x, y]")
    z = fields.need("z", _heights, "[bottom, top]")
    if at is None or z is None:
        return None
    return made.Ladder(ident, (snap(at[0]), snap(at[1])), *z)


def _stairs(ident: str, fields: Fields) -> made.Stairs | None:
    ends = fields.need("line", _two, "[[x, y], [x, y]]")
    z = fields.need("z", _heights, "[bottom, top]")
    if ends is None or z is None:
        return None
    return made.Stairs(ident, ends, *z)


def _two(node: Node, spot: Spot) -> tuple[made.Spot, made.Spot] | None:
    found = line(node, spot)
    if found is None:
        return None
    if len(found) > 2:
        spot.say(node, "a flight of {count} points, two are wanted: its foot and its head", count=len(found))
        return None
    return found[0], found[1]


KINDS: Mapping[str, Callable[[str, Fields], made.Terrain | None]] = {
    "block": _block,
    "floor": _floor,
    "wall": _wall,
    "ground": _ground,
    "ladder": _ladder,
    "stairs": _stairs,
    "rope": _ladder,
}
"""Every kind of terrain and who reads it; a rope is a ladder."""
