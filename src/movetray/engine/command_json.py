"""Commands as JSON: one shape for files, logs and the wire.

`read_command` and `to_json` are each other's inverse. Every key of every verb is listed in `KEYS`; keys that only some
verbs use are kept in `Command.rest`. Inches are read to six decimals and degrees to two, as they are written: what is
judged is what the log says.
"""

from collections.abc import Mapping
from typing import Any

from movetray.engine.command import Command, Manoeuvre, Waypoint
from movetray.form.fields import Fields
from movetray.form.node import Complaints, FormError, Node, Spot
from movetray.form.values import (
    Reader,
    choice,
    degrees,
    flag,
    inches,
    mapping,
    name,
    names,
    number,
    plan_point,
    point,
    scalar,
    several,
    text,
    whole,
)

INCHES, DEGREES = 6, 2
"""Decimals."""

WAYS = ("walk", "step", "stairs", "ladder", "climb", "jump", "dive", "leap", "fly")
"""The ways along a path that may be written as `by`."""


# --- points and paths


def waypoint(node: Node, spot: Spot) -> Waypoint | None:
    """A point of a path or a position: `[x, y]`, `[x, y, z]` or `{to, by, around, facing}`."""
    if not isinstance(node.value, dict):
        place = point(node, spot)
        return None if place is None else _standing(place)
    fields = Fields(node, spot)
    place = fields.need("to", point, "a point [x, y] or [x, y, z]")
    by = fields.may("by", choice(*WAYS))
    centre = fields.may("around", plan_point)
    facing = fields.may("facing", degrees)
    fields.end()
    if place is None:
        return None
    x, y, *z = (round(value, INCHES) for value in place)
    around = None if centre is None else (round(centre[0], INCHES), round(centre[1], INCHES))
    return Waypoint(x, y, z[0] if z else None, by, around, None if facing is None else round(facing, DEGREES))


def _standing(place: tuple[float, ...]) -> Waypoint:
    x, y, *z = (round(value, INCHES) for value in place)
    return Waypoint(x, y, z[0] if z else None)


def path(node: Node, spot: Spot) -> tuple[Waypoint, ...] | None:
    """A list of points; a complaint counts them from 1."""
    if not isinstance(node.value, list):
        spot.say(node, "{said} is not a path, a list of points is wanted", said=node.said)
        return None
    if not node.value:
        spot.say(node, "a path has no points, at least one is wanted")
        return None
    found: list[Waypoint] = []
    for count, item in enumerate(node.value, 1):
        if not isinstance(item.value, dict) and _bad_point(item, spot, count):
            continue
        one = waypoint(item, spot)
        if one is not None:
            found.append(one)
    return tuple(found) if len(found) == len(node.value) else None


def _bad_point(item: Node, spot: Spot, count: int) -> bool:
    had = _counted(item)
    if had:
        spot.say(item, "point {count} has {had}, two or three are wanted", count=count, had=had)
    elif not isinstance(item.value, list):
        spot.say(item, "point {count}, {said}, is not a point [x, y] or [x, y, z]", count=count, said=item.said)
    return bool(had) or not isinstance(item.value, list)


def _counted(item: Node) -> str:
    if not isinstance(item.value, list) or 2 <= len(item.value) <= 3:
        return ""
    return {0: "no coordinates", 1: "one coordinate"}.get(len(item.value), f"{len(item.value)} coordinates")


# --- manoeuvres of blocks

SIDEWAYS = choice("left", "right")
TURN = number(least=0, most=360, wanted="a number of degrees")


def manoeuvre(node: Node, spot: Spot) -> Manoeuvre | None:
    """One step of a block: forward, back, sideways with distance, wheel with degrees, or pivot."""
    fields = Fields(node, spot, "a step like {forward: 3}")
    kinds = [kind for kind in ("forward", "back", "sideways", "wheel", "pivot") if kind in fields]
    if fields.sound and len(kinds) != 1:
        spot.say(node, "a step is one of forward, back, sideways, wheel, pivot, here it is {count}", count=len(kinds))
        return None
    kind = kinds[0] if kinds else ""
    amount: float | None = None
    toward: str | None = None
    match kind:
        case "forward" | "back":
            amount = fields.may(kind, number(least=0, wanted="a number of inches"))
        case "sideways":
            toward = fields.may(kind, SIDEWAYS)
            amount = fields.need("distance", number(least=0, wanted="a number of inches"), "a number of inches")
        case "wheel":
            toward = fields.may(kind, SIDEWAYS)
            amount = fields.need("degrees", TURN, "a number of degrees")
        case "pivot":
            amount = fields.may(kind, degrees)
    fields.end()
    if amount is None or (kind in ("sideways", "wheel") and toward is None):
        return None
    return Manoeuvre(kind, round(amount, DEGREES if kind in ("wheel", "pivot") else INCHES), toward)


# --- commands


def _rounded(read: Reader[float], decimals: int) -> Reader[float]:
    def read_it(node: Node, spot: Spot) -> float | None:
        value = read(node, spot)
        return None if value is None else round(value, decimals)

    return read_it


def _count_or_names(node: Node, spot: Spot) -> Any:
    """`models`: how many (the table's word), or which (a wreck's losses)."""
    if isinstance(node.value, list):
        return names(node, spot)
    return whole(1)(node, spot)


FIELDS: Mapping[str, tuple[str, Reader[Any]]] = {
    "model": ("model", name),
    "unit": ("unit", name),
    "side": ("side", name),
    "targets": ("targets", names),
    "charger": ("charger", name),
    "path": ("path", path),
    "paths": ("paths", mapping(path, "paths by model")),
    "to": ("to", waypoint),
    "at": ("at", waypoint),
    "positions": ("positions", mapping(waypoint, "positions by model")),
    "steps": ("steps", several(manoeuvre, wanted="a list of steps")),
    "status": ("status", names),
    "not-status": ("not_status", names),
    "wounds": ("wounds", whole(0, wanted="a number of wounds")),
    "faces": ("faces", several(whole(1, 100, "a face of a die"), wanted="a list of faces")),
    "option": ("option", scalar),
    "terrain": ("terrain", name),
}
"""Keys that are fields of a command: the field's name and the key's reader."""

REST: Mapping[str, Reader[Any]] = {
    "transport": name,
    "breakout": flag,
    "models": _count_or_names,
    "pivot": _rounded(degrees, DEGREES),
    "forward": _rounded(inches, INCHES),
    "files": whole(1, wanted="a number of files"),
    "facing": _rounded(degrees, DEGREES),
    "result": choice("none", "destroyed"),
    "kinds": names,
    "contact": name,
    "why": text,
}
"""Keys that only some verbs use: kept in `rest` under their own name."""

KEYS = ("do", *FIELDS, *REST)
"""Every key of a command."""


def command_fields(fields: Fields) -> Command | None:
    """The command that these keys say; `end` is left to the caller, who may have keys of his own."""
    do = fields.need("do", name, "a verb")
    said: dict[str, Any] = {}
    for key, (attribute, read) in FIELDS.items():
        value = fields.may(key, read)
        if value is not None:
            said[attribute] = value
    rest = {key: value for key, read in REST.items() if (value := fields.may(key, read)) is not None}
    return None if do is None else Command(do, rest=rest, **said)


def command(node: Node, spot: Spot) -> Command | None:
    """A command as a value inside another one, such as the `of` of a question."""
    fields = Fields(node, spot, "a command")
    found = command_fields(fields)
    fields.end()
    return found


def read_command(obj: Any, where: str = "") -> Command:
    """The command that a JSON object says. `where` is put before the key in errors.

    Raises FormError, with the first thing that is wrong, where it is not of the right form.
    """
    bad = Complaints()
    found = command(Node.of(obj), Spot(bad, where))
    if bad.found or found is None:
        raise FormError(bad.first)
    return found


def to_json(said: Command) -> dict[str, Any]:
    """The JSON object of a command: its keys in one order, inches with at most six decimals, degrees with two."""
    found: dict[str, Any] = {"do": said.do}
    for key, (attribute, _) in FIELDS.items():
        value = getattr(said, attribute)
        if value is None or (value == () and attribute in ("targets", "status", "not_status")):
            continue
        found[key] = WRITERS[key](value) if key in WRITERS else value
    found |= {key: WRITERS[key](value) if key in WRITERS else value for key, value in said.rest.items()}
    return found


# --- back to JSON


def exact(value: float, decimals: int = INCHES) -> float:
    """A number as JSON writes it: no more decimals than these, whole numbers without a point, no minus zero."""
    short = round(value, decimals)
    return int(short) if short == int(short) else short


def turned(angle: float) -> float:
    """An angle as JSON writes it."""
    return exact(angle, DEGREES)


def waypoint_json(place: Waypoint) -> Any:
    """A point in its shortest form."""
    spot = [exact(place.x), exact(place.y), *([] if place.z is None else [exact(place.z)])]
    if place.by is None and place.around is None and place.facing is None:
        return spot
    found: dict[str, Any] = {"to": spot}
    if place.by is not None:
        found["by"] = place.by
    if place.around is not None:
        found["around"] = [exact(place.around[0]), exact(place.around[1])]
    if place.facing is not None:
        found["facing"] = turned(place.facing)
    return found


def _path_json(points: tuple[Waypoint, ...]) -> list[Any]:
    return [waypoint_json(place) for place in points]


def manoeuvre_json(step: Manoeuvre) -> dict[str, Any]:
    """One step of a block."""
    match step.kind:
        case "sideways":
            return {"sideways": step.toward, "distance": exact(step.amount)}
        case "wheel":
            return {"wheel": step.toward, "degrees": turned(step.amount)}
        case "pivot":
            return {"pivot": turned(step.amount)}
        case _:
            return {step.kind: exact(step.amount)}


WRITERS: Mapping[str, Any] = {
    "targets": list,
    "path": _path_json,
    "paths": lambda paths: {model: _path_json(points) for model, points in paths.items()},
    "to": waypoint_json,
    "at": waypoint_json,
    "positions": lambda places: {model: waypoint_json(place) for model, place in places.items()},
    "steps": lambda steps: [manoeuvre_json(step) for step in steps],
    "status": list,
    "not-status": list,
    "faces": list,
    "option": lambda value: exact(value) if isinstance(value, float) else value,
    "models": lambda value: list(value) if isinstance(value, tuple) else value,
    "pivot": turned,
    "forward": exact,
    "facing": turned,
    "kinds": list,
}
