"""A situation file seen in a mirror, turned by a quarter, or with other names: the same game, so the same answers.

Everything here acts on the mapping that a file holds; nothing of the reader is used.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Json = Any
XY = tuple[float, float]

SWAPPED = {"left": "right", "right": "left"}


@dataclass(frozen=True)
class Motion:
    """What becomes of places, directions and the edges of the table. `mirror` changes left and right."""

    name: str
    width: float
    depth: float
    place: Callable[[float, float], XY]
    facing: Callable[[float], float]
    edges: Mapping[str, str]
    mirror: bool

    def point(self, said: list[float]) -> list[float]:
        x, y = self.place(said[0], said[1])
        return [round(x, 6), round(y, 6), *said[2:]]

    def turn(self, degrees: float) -> float:
        return -degrees if self.mirror else degrees


def mirrored(said: Mapping[str, Json]) -> dict[str, Json]:
    """The situation in a mirror that stands along the y axis."""
    width, depth = _size(said)
    edges = {"east": "west", "west": "east", "north": "north", "south": "south"}
    motion = Motion("mirrored", width, depth, lambda x, y: (width - x, y), lambda f: (180 - f) % 360, edges, True)
    return _moved(said, motion)


def turned(said: Mapping[str, Json]) -> dict[str, Json]:
    """The situation turned by a quarter, counter-clockwise, on a table turned with it."""
    width, depth = _size(said)
    edges = {"south": "east", "east": "north", "north": "west", "west": "south"}
    motion = Motion("turned", depth, width, lambda x, y: (depth - y, x), lambda f: (f + 90) % 360, edges, False)
    return _moved(said, motion)


def _size(said: Mapping[str, Json]) -> XY:
    table = said.get("table") or {}
    return float(table.get("width", 48)), float(table.get("depth", 48))


def _moved(said: Mapping[str, Json], by: Motion) -> dict[str, Json]:
    table = dict(said.get("table") or {})
    table |= {"width": by.width, "depth": by.depth}
    if "edges" in table:
        table["edges"] = {side: by.edges[edge] for side, edge in table["edges"].items()}
    found = {**said, "table": table}
    if "terrain" in said:
        found["terrain"] = [_terrain(piece, by) for piece in said["terrain"]]
    if "units" in said:
        found["units"] = [_unit(unit, by) for unit in said["units"]]
    if "steps" in said:
        places = _starts(said)
        found["steps"] = [_step(step, by, places, ranks if by.mirror else {}) for step, ranks in _with_ranks(said)]
    assert not {"starts", "pending"} & set(said.get("state") or {}), "saved tables are not turned"
    return found


def _starts(said: Mapping[str, Json]) -> dict[str, XY]:
    return {
        model["id"]: (model["at"][0], model["at"][1])
        for unit in said.get("units", ())
        for model in unit.get("models", ())
        if "at" in model
    }


Ranks = Mapping[str, tuple[int, int]]
"""How many men a block has, and in how many files."""


def _with_ranks(said: Mapping[str, Json]) -> list[tuple[Mapping[str, Json], Ranks]]:
    """Every step with the blocks as they stand after it: a reform changes the files, a loss the men."""
    ranks = {u["id"]: (u["block"]["models"], u["block"]["files"]) for u in said.get("units", ()) if "block" in u}
    found: list[tuple[Mapping[str, Json], Ranks]] = []
    for step in said["steps"]:
        men, files = ranks.get(step.get("unit", ""), (0, 0))
        done = step.get("expect", {}).get("legal", True) is True
        if men and done and step.get("do") in ("reform", "swift-reform"):
            ranks = {**ranks, step["unit"]: (men, step.get("files", files))}
        if men and done and step.get("do") == "remove":
            ranks = {**ranks, step["unit"]: (men - step.get("models", 0), files)}
        found.append((step, ranks))
    return found


def _opposite(name: str, ranks: Ranks) -> str:
    """The man of a block who stands in a mirror where this one does: men are counted from the left of their rank."""
    unit, _, number = name.rpartition("-")
    if unit not in ranks or not number.isdigit():
        return name
    men, files = ranks[unit]
    rank, file = divmod(int(number) - 1, files)
    abreast = min(files, men - rank * files)
    return f"{unit}-{rank * files + abreast - file}"


def _terrain(piece: Mapping[str, Json], by: Motion) -> dict[str, Json]:
    found = dict(piece)
    for key in ("shape", "line"):
        if key in piece:
            found[key] = [by.point(p) for p in piece[key]]
    if "at" in piece:
        found["at"] = by.point(piece["at"])
    if "holes" in piece:
        found["holes"] = [[by.point(p) for p in hole] for hole in piece["holes"]]
    if "doors" in piece:
        found["doors"] = [{**d, "from": by.point(d["from"]), "to": by.point(d["to"])} for d in piece["doors"]]
    return found


def _unit(unit: Mapping[str, Json], by: Motion) -> dict[str, Json]:
    found = dict(unit)
    if isinstance(unit.get("base"), dict) and "hull" in unit["base"] and by.mirror:
        found["base"] = {"hull": [[x, -y] for x, y in unit["base"]["hull"]]}
    if "models" in unit:
        found["models"] = [_model(model, by) for model in unit["models"]]
    if "block" in unit:
        block = unit["block"]
        found["block"] = {**block, "front": by.point(block["front"]), "facing": by.facing(block.get("facing", 0))}
    return found


def _model(model: Mapping[str, Json], by: Motion) -> dict[str, Json]:
    if "at" not in model:
        return dict(model)
    return {**model, "at": by.point(model["at"]), "facing": by.facing(model.get("facing", 0))}


def _step(step: Mapping[str, Json], by: Motion, places: Mapping[str, XY], ranks: Ranks) -> dict[str, Json]:
    found = _command(step, by, places)
    if "of" in step:
        found["of"] = _command(step["of"], by, places)
    if "answers" in step:
        found["answers"] = [_command(answer, by, places) for answer in step["answers"]]
    if "expect" in step:
        found["expect"] = _expect(step["expect"], by, ranks)
    return found


def _command(said: Mapping[str, Json], by: Motion, places: Mapping[str, XY]) -> dict[str, Json]:
    found = dict(said)
    start = places.get(said.get("model", ""))
    if "path" in said:
        found["path"] = _path(said["path"], by, start)
    if "paths" in said:
        found["paths"] = {name: _path(path, by, places.get(name)) for name, path in said["paths"].items()}
    for key in ("to", "at"):
        if key in said and not isinstance(said[key], str):
            found[key] = _position(said[key], by)
    if "positions" in said:
        found["positions"] = {name: _position(place, by) for name, place in said["positions"].items()}
    if "facing" in said:
        found["facing"] = by.facing(said["facing"])
    if "pivot" in said:
        found["pivot"] = by.turn(said["pivot"])
    if "steps" in said:
        found["steps"] = [_manoeuvre(one, by) for one in said["steps"]]
    return found


def _position(said: Json, by: Motion) -> Json:
    if isinstance(said, list):
        return by.point(said)
    found = {**said, "to": by.point(said["to"])}
    if "around" in said:
        found["around"] = by.point(said["around"])
    if "facing" in said:
        found["facing"] = by.facing(said["facing"])
    return found


def _path(path: list[Json], by: Motion, start: XY | None) -> list[Json]:
    """The points of a path; an arc of just half a turn gets a point in its middle, for it would turn the other way."""
    found: list[Json] = []
    here = start
    for said in path:
        there = said["to"] if isinstance(said, dict) else said
        if isinstance(said, dict) and "around" in said and by.mirror and here is not None:
            middle = _half_way(here, said["around"], there)
            if middle is not None:
                found.append(_position({"to": middle, "around": said["around"]}, by))
        found.append(_position(said, by))
        here = (there[0], there[1])
    return found


def _half_way(start: XY, centre: list[float], end: list[float]) -> list[float] | None:
    """The middle of a counter-clockwise half circle; None for other arcs."""
    a, b = (start[0] - centre[0], start[1] - centre[1]), (end[0] - centre[0], end[1] - centre[1])
    if math.hypot(a[0] + b[0], a[1] + b[1]) > 1e-6:
        return None
    return [centre[0] - a[1], centre[1] + a[0], *end[2:]]


def _manoeuvre(said: Mapping[str, Json], by: Motion) -> dict[str, Json]:
    found = dict(said)
    if by.mirror:
        for key in ("wheel", "sideways"):
            if key in said:
                found[key] = SWAPPED[said[key]]
        if "pivot" in said:
            found["pivot"] = -said["pivot"]
    return found


def _expect(said: Mapping[str, Json], by: Motion, ranks: Ranks) -> dict[str, Json]:
    found = dict(said)
    at = said.get("at")
    if isinstance(at, dict):
        found["at"] = {_opposite(name, ranks): by.point(place) for name, place in at.items()}
    elif isinstance(at, list):  # of a threat
        found["at"] = [{**one, "point": by.point(one["point"])} for one in at]
    for key in ("contains", "excludes"):  # of a reach; of options they are verbs
        if isinstance(said.get(key), list) and all(isinstance(p, list) for p in said[key]):
            found[key] = [by.point(p) for p in said[key]]
    if "path" in said:
        found["path"] = _path(said["path"], by, None)
    return found


# --- names

BY_VALUE = frozenset(
    {"id", "side", "sides", "model", "unit", "charger", "targets", "target", "from", "to", "contact", "transport",
     "terrain", "models", "active", "aboard", "option"}
)  # fmt: skip
"""Keys whose value, or the items of whose value, are names."""

BY_KEY = frozenset({"paths", "positions", "at", "status", "not-status", "wounds", "edges"})
"""Keys under which names are the keys of a mapping."""


def renamed(said: Mapping[str, Json]) -> dict[str, Json]:
    """The situation with every side, unit, model and piece of terrain called something else, sorted otherwise."""
    names = _names(said)
    others = {name: f"q{len(names) - n:03d}-{name[::-1]}" for n, name in enumerate(sorted(names))}
    found = _with_names(said, "", others)
    assert isinstance(found, dict)
    return {**found, "sides": [others[side] for side in _sides(said)]}


def _sides(said: Mapping[str, Json]) -> list[str]:
    """The sides in their order, which names are not to change."""
    return list(said.get("sides") or dict.fromkeys(unit["side"] for unit in said.get("units", ())))


def _names(said: Mapping[str, Json]) -> set[str]:
    units = said.get("units", ())
    models = {m["id"] for u in units for m in u.get("models", ())}
    return {*models, *_sides(said), *(u["id"] for u in units), *(p["id"] for p in said.get("terrain", ()))}


def _with_names(node: Json, key: str, others: Mapping[str, str]) -> Json:
    if isinstance(node, dict):
        keyed = key in BY_KEY
        return {_called(k, others) if keyed else k: _with_names(v, k, others) for k, v in node.items()}
    if isinstance(node, list):
        return [_with_names(item, key, others) for item in node]
    if isinstance(node, str) and key in BY_VALUE:
        return _called(node, others)
    return node


def _called(name: str, others: Mapping[str, str]) -> str:
    if name in others:
        return others[name]
    unit, dash, number = name.rpartition("-")  # the fifth man of a block
    return others[unit] + dash + number if unit in others and number.isdigit() else name


TRANSFORMS: Mapping[str, Callable[[Mapping[str, Json]], dict[str, Json]]] = {
    "mirrored": mirrored,
    "turned": turned,
    "renamed": renamed,
}
