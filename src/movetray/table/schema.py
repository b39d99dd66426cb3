"""The situation file as JSON Schema (2020-12): its form, for editors and other programs.

What a schema cannot say - places, names that exist, a rule set's own options - is said by the reader.
"""

from typing import Any, get_args

from movetray.engine.command_json import WAYS
from movetray.form.values import DICE, LARGEST
from movetray.table.questions import FORMS
from movetray.table.read_units import BASE
from movetray.table.reader import EDGES, VERSION
from movetray.table.terrain import Going

Json = dict[str, Any]


def schema() -> Json:
    """The schema of a situation file, version 1."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A movetray situation",
        **_object(
            {
                "movetray": {"const": VERSION},
                "title": _TEXT,
                "rules": _ref("name"),
                "options": _map({"type": ["string", "number", "boolean"]}),
                "source": _TEXT,
                "table": _object(
                    {
                        "width": _number(minimum=1, maximum=1000),
                        "depth": _number(minimum=1, maximum=1000),
                        "edges": _map({"enum": list(EDGES)}),
                    }
                ),
                "terrain": _list({"oneOf": _terrain()}),
                "sides": _list(_ref("name"), uniqueItems=True),
                "units": _list(_unit(), minItems=1),
                "state": _state(),
                "seed": {"type": ["integer", "string"]},
                "steps": _list({"oneOf": [_step_do(), *_steps_ask()]}),
            },
            "movetray",
            "rules",
            "units",
        ),
        "$defs": _definitions(),
    }


# --- building blocks

_TEXT: Json = {"type": ["string", "number"]}
_FLAG: Json = {"enum": [True, False, "on", "off"]}


def _ref(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


def _object(properties: Json, *required: str) -> Json:
    said: Json = {"type": "object", "properties": properties, "additionalProperties": False}
    return said | ({"required": list(required)} if required else {})


def _map(items: Json) -> Json:
    return {"type": "object", "additionalProperties": items}


def _list(items: Json, **more: Any) -> Json:
    return {"type": "array", "items": items, **more}


def _number(**more: Any) -> Json:
    return {"type": "number", "maximum": LARGEST, **more}


def _whole(least: int, most: int = 10_000) -> Json:
    return {"type": "integer", "minimum": least, "maximum": most}


def _definitions() -> Json:
    coordinate = _number(minimum=-LARGEST)
    degrees = {"type": "number", "minimum": -1e6, "maximum": 1e6}
    name = {"type": "string", "minLength": 1, "maxLength": 80}
    point = _list(coordinate, minItems=2, maxItems=3)
    return {
        "name": name,
        "names": {"anyOf": [name, _list(name)]},
        "inches": coordinate,
        "height": _number(minimum=0),
        "degrees": degrees,
        "plan": _list(coordinate, minItems=2, maxItems=2),
        "point": point,
        "shape": _list(_ref("plan"), minItems=3, maxItems=1000),
        "line": _list(_ref("plan"), minItems=2, maxItems=1000),
        "heights": _list(_ref("height"), minItems=2, maxItems=2),
        "rolled": {
            "anyOf": [_ref("height"), {"type": "string", "pattern": f"^({DICE.pattern}|[1-7]\\+)$"}],
        },
        "position": {
            "anyOf": [_ref("point"), _object({"to": _ref("point"), "facing": _ref("degrees")}, "to")],
        },
        "waypoint": {
            "anyOf": [
                _ref("point"),
                _object(
                    {
                        "to": _ref("point"),
                        "by": {"enum": list(WAYS)},
                        "around": _ref("plan"),
                        "facing": _ref("degrees"),
                    },
                    "to",
                ),
            ]
        },
        "path": _list(_ref("waypoint"), minItems=1),
        "chance": {
            "anyOf": [
                {"type": "number", "minimum": 0, "maximum": 1},
                {"type": "string", "pattern": "^[0-9]{1,30}(/[0-9]{1,30})?$"},
            ]
        },
        "manoeuvre": {"oneOf": _manoeuvres()},
        "command": _object(_command(), "do"),
    }


# --- terrain and units


def _terrain() -> list[Json]:
    flags = {"climbable": _FLAG, "breachable": _FLAG}
    door = _object({"from": _ref("plan"), "to": _ref("plan"), "height": _above_zero()}, "from", "to", "height")
    ground = {"shape": _ref("shape"), "ground": {"enum": list(get_args(Going))}, "like": _ref("name")}
    rung = {"at": _ref("plan"), "z": _ref("heights")}
    flight = {"line": _list(_ref("plan"), minItems=2, maxItems=2), "z": _ref("heights")}
    wall = {"line": _ref("line"), "thickness": _above_zero(), "height": _ref("height"), "z": _ref("height")}
    return [
        _piece("block", {"shape": _ref("shape"), "height": _ref("height"), **flags}, "shape", "height"),
        _piece("floor", {"shape": _ref("shape"), "z": _ref("height"), "holes": _list(_ref("shape"))}, "shape", "z"),
        _piece("wall", {**wall, **flags, "doors": _list(door)}, "line", "thickness", "height"),
        _piece("ground", {**ground, "z": _ref("height"), "dice": _whole(1, 3)}, "shape")
        | {"anyOf": [{"required": ["ground"]}, {"required": ["like"]}]},
        _piece("ladder", rung, "at", "z"),
        _piece("rope", rung, "at", "z"),
        _piece("stairs", flight, "line", "z"),
    ]


def _above_zero() -> Json:
    return _number(exclusiveMinimum=0)


def _piece(kind: str, properties: Json, *required: str) -> Json:
    return _object({"id": _ref("name"), "kind": {"const": kind}, **properties}, "id", "kind", *required)


def _unit() -> Json:
    stats = _map(_ref("rolled")) | {"properties": {"W": _whole(1)}}
    hull = _object({"hull": _list(_ref("plan"), minItems=3, maxItems=64)}, "hull")
    model = _object(
        {
            "id": _ref("name"),
            "at": _ref("position"),
            "facing": _ref("degrees"),
            "status": _ref("names"),
            "wounds": _whole(0),
        },
        "id",
    )
    block = {"models": _whole(1, 1000), "files": _whole(1, 1000), "front": _ref("point"), "facing": _ref("degrees")}
    weapon = {
        "name": _ref("name"),
        "range": _ref("height"),
        "shots": _ref("rolled"),
        "S": _whole(0),
        "AP": _whole(-20, 20),
        "D": _ref("rolled"),
    }
    unit = _object(
        {
            "id": _ref("name"),
            "side": _ref("name"),
            "stats": stats,
            "keywords": _ref("names"),
            "base": {"anyOf": [{"type": "string", "pattern": f"^{BASE.pattern}$"}, hull]},
            "height": _above_zero(),
            "status": _ref("names"),
            "aboard": _ref("name"),
            "carries": _ref("names"),
            "weapons": _list(_object(weapon, "name", "range", "S")),
            "models": _list(model, minItems=1),
            "block": _object(block, *block),
        },
        "id",
        "side",
        "base",
    )
    return unit | {"oneOf": [{"required": ["models"]}, {"required": ["block"]}]}


def _state() -> Json:
    choice = _object(
        {
            "side": _ref("name"),
            "verbs": _ref("names"),
            "models": _ref("names"),
            "of": _ref("command"),
            "then": _ref("name"),
            "until": _ref("name"),
            "must": _FLAG,
            "facts": _map({}),
        },
        "side",
        "of",
    )
    return _object(
        {
            "round": _whole(1),
            "active": _ref("name"),
            "step": _ref("name"),
            "marks": _map(_map({})),
            "starts": _map(_list({"type": "number"}, minItems=4, maxItems=4)),
            "settled": _map(_ref("name")),
            "off": _ref("names"),
            "wounds": _map(_whole(0)),
            "pending": _list(choice),
        }
    )


# --- steps


def _manoeuvres() -> list[Json]:
    side = {"enum": ["left", "right"]}
    turn = {"type": "number", "minimum": 0, "maximum": 360}
    return [
        _object({"forward": _ref("height")}, "forward"),
        _object({"back": _ref("height")}, "back"),
        _object({"sideways": side, "distance": _ref("height")}, "sideways", "distance"),
        _object({"wheel": side, "degrees": turn}, "wheel", "degrees"),
        _object({"pivot": _ref("degrees")}, "pivot"),
    ]


def _command() -> Json:
    by_name = dict.fromkeys(("do", "model", "unit", "side", "charger", "terrain", "transport", "contact"), _ref("name"))
    lists = dict.fromkeys(("targets", "status", "not-status", "kinds"), _ref("names"))
    return {
        **by_name,
        **lists,
        "path": _ref("path"),
        "paths": _map(_ref("path")),
        "to": _ref("waypoint"),
        "at": _ref("waypoint"),
        "positions": _map(_ref("waypoint")),
        "steps": _list(_ref("manoeuvre")),
        "wounds": _whole(0),
        "faces": _list(_whole(1, 100)),
        "option": {"type": ["string", "number", "boolean"]},
        "breakout": _FLAG,
        "models": {"anyOf": [_whole(1), _list(_ref("name"))]},
        "pivot": _ref("degrees"),
        "forward": _ref("inches"),
        "files": _whole(1),
        "facing": _ref("degrees"),
        "result": {"enum": ["none", "destroyed"]},
        "why": _TEXT,
    }


def _step_do() -> Json:
    expect = _object(
        {
            "legal": {"enum": [True, False, "asks"]},
            "rule": _ref("names"),
            "only": _ref("names"),
            "outcome": _ref("name"),
            "spent": _ref("height"),
            "at": _map(_ref("point")),
            "status": _map(_ref("names")),
            "not-status": _map(_ref("names")),
            "wounds": _map(_whole(0)),
            "rolled": _whole(0),
            "pending": _object(
                {
                    "side": _ref("name"),
                    "verbs": _ref("names"),
                    "models": _ref("names"),
                    "until": _ref("name"),
                    "of": {},
                }
            ),
        }
    )
    return _object({**_command(), "dice": _list(_whole(1, 100)), "expect": expect}, "do")


def _answers() -> Json:
    return {
        "success": _ref("chance"),
        "outcomes": _map(_ref("chance")),
        "length": _ref("height"),
        "cost": _ref("height"),
        "path": _ref("path"),
        "tests": _ref("names"),
        "area": _ref("height"),
        "contains": _list(_ref("point")),
        "includes": _ref("names"),
        "visible": _FLAG,
        "inches": _ref("inches"),
        "at": _list(_object({"point": _ref("point"), "chance": _ref("chance")}, "point", "chance")),
    }


def _steps_ask() -> list[Json]:
    fields: Json = {
        "to": _ref("waypoint"),
        "budget": _ref("height"),
        "risky": _FLAG,
        "points": _list(_ref("point")),
        "of": _ref("command"),
        "answers": _list(_ref("command")),
    }
    excludes = {"reach": _list(_ref("point")), "options": {"anyOf": [_ref("names"), _map(_ref("names"))]}}
    common = {"tol": _ref("height"), "legal": {"enum": [True, False, "asks"]}, "rule": _ref("names")}
    found = []
    for ask, form in FORMS.items():
        own = {key: fields.get(key, _ref("name")) for key in form.fields}
        if ask == "distance":
            own["to"] = _ref("name")
        answers = {key: _answers().get(key, excludes.get(ask)) for key in form.answers}
        keys = {"ask": {"const": ask}, **own, "expect": _object({**answers, **common})}
        needs = [{"anyOf": [{"required": [key]} for key in need.split("|")]} for need in form.needs]
        found.append(_object(keys, "ask") | {"allOf": needs})
    return found
