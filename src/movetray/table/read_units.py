"""Units and their models as a situation file writes them."""

import re
from dataclasses import dataclass, field, replace
from typing import Any

from movetray.form.fields import Fields
from movetray.form.node import Node, Spot
from movetray.form.values import degrees, height, name, names, number, point, rolled, several, whole
from movetray.table.names import MODEL, UNIT, Names
from movetray.table.outlines import hull
from movetray.table.ranks import places
from movetray.table.table import Base, Model, Pose, Ranks, Unit, Weapon
from movetray.table.vocabulary import AIRCRAFT, ELSEWHERE
from movetray.units import NOTHING, snap

BASE = re.compile(r"([0-9]+(?:\.[0-9]+)?)(?:mm|x([0-9]+(?:\.[0-9]+)?)mm(-oval)?)")
BASES = "a base like 25mm, 60x35mm-oval, 25x50mm or {hull: [[x, y], …]}"
WIDEST = 100_000
"""The widest base, in hundredths of a millimetre: a metre."""

HEIGHTS = ((2600, 1.2), (3300, 1.5), (4100, 2.0), (6100, 2.5))
"""Width of a base up to (hundredths of a millimetre), and how high its model is where the file does not say: inches."""

HIGHEST = 3.0


@dataclass(slots=True)
class Read:
    """What was read of a unit: the value, its models, their statuses, and where the file says where they stand."""

    unit: Unit
    models: list[Model]
    marks: dict[str, dict[str, Any]]
    line: int
    lines: dict[str, int] = field(default_factory=dict)
    spot_key: str = "at"
    aboard_line: int = 0
    side_line: int = 0


@dataclass(frozen=True, slots=True)
class Man:
    """A model as its entry says."""

    id: str
    pose: Pose | None
    status: tuple[str, ...]
    wounds: int | None
    line: int


def base(node: Node, spot: Spot) -> Base | None:
    """`25mm`, `60x35mm-oval`, `25x50mm` (width x depth), or a hull."""
    if isinstance(node.value, dict):
        fields = Fields(node, spot)
        outline = fields.need("hull", hull, "a list of points [[x, y], …]")
        fields.end()
        if outline is None:
            return None
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        return Base("hull", max(ys) - min(ys), max(xs) - min(xs), outline)
    found = BASE.fullmatch(node.value) if isinstance(node.value, str) and len(node.value) < 40 else None
    if found is None:
        spot.say(node, "{said} is no base, {wanted} is wanted", said=node.said, wanted=BASES)
        return None
    width = round(float(found[1]) * 100)
    depth = round(float(found[2] or found[1]) * 100)
    if not (0 < width <= WIDEST and 0 < depth <= WIDEST):
        spot.say(node, "{said} is no size of a base, more than 0 and at most 1000 mm is wanted", said=node.said)
        return None
    kind = "oval" if found[3] else "rectangle" if found[2] else "round"
    return Base(kind, width, depth)  # type: ignore[arg-type]


def default_height(width: int) -> int:
    """How high a model on a base of this width is: hundredths of a millimetre, both."""
    return snap(next((high for most, high in HEIGHTS if width <= most), HIGHEST))


def stats(node: Node, spot: Spot) -> dict[str, int | float | str] | None:
    """Characteristics: numbers, or dice."""
    if not isinstance(node.value, dict):
        spot.say(node, "{said} is not a mapping, {wanted} is wanted", said=node.said, wanted="characteristics by name")
        return None
    found = {}
    for key, item in node.value.items():
        value = whole(1)(item, spot.at(key)) if key == "W" else rolled(item, spot.at(key))
        if value is not None:
            found[key] = value
    return found


def weapon(node: Node, spot: Spot) -> Weapon | None:
    """A weapon that the engine may roll for."""
    fields = Fields(node, spot, "a weapon")
    called = fields.need("name", name, "a name")
    reach = fields.need("range", height, "a number of inches")
    shots = fields.may("shots", rolled)
    strength = fields.need("S", whole(0), "a number")
    piercing = fields.get("AP", whole(-20, 20), 0)
    damage = fields.may("D", rolled)
    fields.end()
    if called is None or reach is None or strength is None:
        return None
    return Weapon(called, reach, _count(shots), strength, piercing, _count(damage))


def _count(value: object) -> int | str:
    return value if isinstance(value, str) else int(value) if isinstance(value, int | float) else 1


def unit(node: Node, spot: Spot, count: int, named: Names, off: frozenset[str]) -> Read | None:
    """A unit with its models or its block; `count` names it where it has no id. Models in `off` stand nowhere."""
    fields = Fields(node, spot.of("unit", str(count)), "a unit")
    if not fields.sound:
        return None
    given = node.value.get("id")
    if given is not None and isinstance(given.value, str):
        fields.spot = spot.of("unit", given.value)
    ident = fields.need("id", name, "a name")
    fresh = bool(ident) and named.give(ident or "", UNIT, fields.values["id"].line, fields.spot)
    side = fields.need("side", name, "a side")
    profile = fields.may("stats", stats) or {}
    keywords = fields.may("keywords", names) or ()
    foot = fields.need("base", base, BASES)
    tall = fields.may("height", number(above=NOTHING, wanted="a number of inches"))
    status = fields.may("status", names) or ()
    aboard = fields.may("aboard", name)
    carries = fields.may("carries", names) or ()
    weapons = fields.may("weapons", several(weapon, wanted="a list of weapons")) or ()
    if AIRCRAFT in keywords and "min" not in profile and not _named(fields.values.get("stats"), "min"):
        fields.spot.at("stats.min").say(fields.line("stats"), "is missing, an aircraft's minimum move is wanted")
    ranks = _block(fields, foot, ident or str(count), named if fresh else Names()) if "block" in fields else None
    men = [] if "block" in fields else _men(fields, _Common(status, aboard, off), named)
    for key in ("models", "block"):
        fields.node_of(key)
    fields.end()
    if foot is None or ident is None or side is None:
        return None
    made = Unit(
        ident,
        side,
        foot,
        default_height(foot.width) if tall is None else snap(tall),
        tuple(man.id for man in men),
        profile,
        frozenset(keywords),
        aboard=aboard,
        carries=frozenset(carries),
        weapons=weapons,
    )
    wounds = profile.get("W")
    read = Read(made, [], {}, node.line, aboard_line=fields.line("aboard"), side_line=fields.line("side"))
    if ranks is not None:
        return _ranked(read, ranks, status, wounds if isinstance(wounds, int) else None, off)
    for man in men:
        own = man.wounds if man.wounds is not None else wounds
        read.models.append(Model(man.id, ident, man.pose, own if isinstance(own, int) else None))
        if man.status:
            read.marks[man.id] = dict.fromkeys(man.status, True)
        read.lines[man.id] = man.line
    return read


def _named(node: Node | None, key: str) -> bool:
    return node is not None and isinstance(node.value, dict) and key in node.value


# --- loose models


def position(node: Node, spot: Spot) -> tuple[tuple[float, ...], float | None] | None:
    """`[x, y]`, `[x, y, z]` or `{to: [x, y, z], facing: degrees}`."""
    if not isinstance(node.value, dict):
        place = point(node, spot)
        return None if place is None else (place, None)
    fields = Fields(node, spot)
    place = fields.need("to", point, "a point [x, y] or [x, y, z]")
    facing = fields.may("facing", degrees)
    fields.end()
    return None if place is None else (place, facing)


@dataclass(frozen=True, slots=True)
class _Common:
    """What a unit says for all its models, and who is off the table."""

    status: tuple[str, ...]
    aboard: str | None
    off: frozenset[str]


def _men(fields: Fields, common: _Common, named: Names) -> list[Man]:
    node = fields.node_of("models")
    at = fields.spot.at("models")
    if node is None:
        fields.lacks("models", "is missing, at least one model or a `block` is wanted")
        return []
    if not isinstance(node.value, list):
        at.say(node, "{said} is not a list, {wanted} is wanted", said=node.said, wanted="a list of models")
        return []
    if not node.value:
        at.say(node, "a unit without models, at least one model or a `block` is wanted")
    spot = fields.spot
    found = [_man(item, spot.of("model", str(count)), common, named) for count, item in enumerate(node.value, 1)]
    return [man for man in found if man is not None]


def _man(node: Node, spot: Spot, common: _Common, named: Names) -> Man | None:
    fields = Fields(node, spot, "a model like {id: a, at: [10, 10]}")
    if not fields.sound:
        return None
    given = node.value.get("id")
    if given is not None and isinstance(given.value, str):
        fields.spot = spot.of("model", given.value)
    ident = fields.need("id", name, "a name")
    if ident:
        named.give(ident, MODEL, fields.values["id"].line, fields.spot)
    place = fields.may("at", position)
    facing = fields.may("facing", degrees)
    own = fields.may("status", names) or ()
    wounds = fields.may("wounds", whole(0, wanted="a number of wounds"))
    everything = tuple(dict.fromkeys((*common.status, *own)))
    elsewhere = [one for one in everything if one in ELSEWHERE]
    line = fields.line("at")
    if "at" in fields and common.aboard:
        says = "a model aboard `{transport}` stands nowhere, no `at` is wanted"
        fields.spot.at("at").say(line, says, transport=common.aboard)
    elif "at" in fields and elsewhere:
        says = "a model with the status `{status}` stands nowhere, no `at` is wanted"
        fields.spot.at("at").say(line, says, status=elsewhere[0])
    elif "at" not in fields and not common.aboard and not elsewhere and ident not in common.off:
        says = "is missing; a point is wanted, or a status of a model that stands nowhere: {statuses}"
        fields.lacks("at", says, statuses=", ".join(ELSEWHERE))
    fields.end()
    if ident is None:
        return None
    pose = None
    if place is not None:
        (x, y, *z), turned = place
        pose = Pose.at(x, y, z[0] if z else 0.0, facing if facing is not None else turned or 0.0)
    return Man(ident, pose, everything, wounds, line)


# --- ranked blocks


@dataclass(frozen=True, slots=True)
class _Block:
    count: int
    ranks: Ranks | None
    line: int


def _block(fields: Fields, foot: Base | None, ident: str, named: Names) -> _Block | None:
    node = fields.values["block"]
    if "models" in fields:
        says = "a unit has models or a block, one of them is wanted"
        fields.spot.at("models").say(fields.line("models"), says)
    inner = Fields(node, fields.spot.at("block"), "{models, files, front, facing}")
    count = inner.need("models", whole(1, 1000, "a number of models"), "a number of models")
    files = inner.need("files", whole(1, 1000, "a number of files"), "a number of files")
    front = inner.need("front", point, "a point [x, y]")
    facing = inner.need("facing", degrees, "a number of degrees")
    inner.end()
    if count is not None:
        for number_ in range(1, count + 1):
            named.give(f"{ident}-{number_}", MODEL, node.line, fields.spot)
    if count is not None and files is not None and files > count:
        says = "{files} files cannot be filled by {count} models, at most {count} are wanted"
        inner.spot.at("files").say(inner.line("files"), says, files=files, count=count)
        return None
    if foot is not None and foot.kind != "rectangle":
        says = "the models of a block stand on rectangular bases, one like 20x20mm is wanted"
        fields.spot.at("base").say(fields.line("base"), says)
        return None
    if count is None:
        return None
    if files is None or front is None or facing is None:
        return _Block(count, None, node.line)
    x, y, *z = front
    return _Block(count, Ranks(files, Pose.at(x, y, z[0] if z else 0.0, facing)), inner.line("front"))


def _ranked(read: Read, block: _Block, status: tuple[str, ...], wounds: int | None, off: frozenset[str]) -> Read:
    ident = read.unit.id
    numbers = tuple(f"{ident}-{number_}" for number_ in range(1, block.count + 1))
    read.unit = replace(read.unit, models=numbers, block=block.ranks)
    left = [one for one in numbers if one not in off]
    stands = dict(zip(left, places(read.unit.base, block.ranks, len(left)), strict=True)) if block.ranks else {}
    read.models = [Model(one, ident, stands.get(one), wounds) for one in numbers]
    if status:
        read.marks[ident] = dict.fromkeys(status, True)
    read.lines = dict.fromkeys(numbers, block.line)
    read.spot_key = "block.front"
    return read
