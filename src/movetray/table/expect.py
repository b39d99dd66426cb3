"""What a step expects: the keys and the form of their values. What they mean is said in `movetray.play.check`."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from movetray.engine.command_json import path
from movetray.form.fields import Fields
from movetray.form.node import Node, Spot
from movetray.form.values import (
    Reader,
    anything,
    coordinates,
    flag,
    height,
    inches,
    mapping,
    name,
    names,
    several,
    whole,
)
from movetray.table.questions import FORMS

FRACTION = re.compile(r"([0-9]{1,30})(?:/([0-9]{1,30}))?")


def fraction(node: Node, spot: Spot) -> Fraction | None:
    """A chance: `4/9`, 0, 1 or 0.25."""
    value = node.value
    if isinstance(value, str) and (found := FRACTION.fullmatch(value)) and int(found[2] or 1):
        chance = Fraction(int(found[1]), int(found[2] or 1))
    elif isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        chance = Fraction(str(value))
    else:
        chance = Fraction(-1)
    if 0 <= chance <= 1:
        return chance
    spot.say(node, "{said} is no chance, a fraction like 4/9 is wanted", said=node.said)
    return None


def legal(node: Node, spot: Spot) -> bool | str | None:
    """true, false or `asks`."""
    if node.value == "asks":
        return "asks"
    if isinstance(node.value, bool):
        return node.value
    spot.say(node, "{said} is not one of true, false, asks", said=node.said)
    return None


def forbidden(node: Node, spot: Spot) -> Any:
    """Verbs that are excluded: a list, or a mapping of each to the clause (or clauses) that forbids it."""
    return mapping(names)(node, spot) if isinstance(node.value, dict) else names(node, spot)


def pending(node: Node, spot: Spot) -> Any:
    """The keys of an open choice that are compared."""
    fields = Fields(node, spot)
    found: dict[str, Any] = {
        "side": fields.may("side", name),
        "verbs": fields.may("verbs", names),
        "models": fields.may("models", names),
        "until": fields.may("until", name),
        "of": fields.may("of", anything),
    }
    fields.end()
    return {key: value for key, value in found.items() if value is not None}


def threatened(node: Node, spot: Spot) -> Any:
    """A place and the chance that it is reached."""
    fields = Fields(node, spot)
    place = fields.need("point", coordinates(2, 3), "a point [x, y]")
    chance = fields.need("chance", fraction, "a fraction like 4/9")
    fields.end()
    return None if place is None or chance is None else {"point": place, "chance": chance}


points = several(coordinates(2, 3), wanted="a list of points")

OF_COMMANDS: Mapping[str, Reader[Any]] = {
    "legal": legal,
    "rule": names,
    "only": names,
    "outcome": name,
    "spent": height,
    "at": mapping(coordinates(2, 3), "places by model"),
    "status": mapping(names, "statuses by model"),
    "not-status": mapping(names, "statuses by model"),
    "wounds": mapping(whole(0, wanted="a number of wounds"), "wounds by model"),
    "rolled": whole(0, wanted="a number of dice"),
    "pending": pending,
}
"""What may be expected of a command."""

OF_QUESTIONS: Mapping[str, Reader[Any]] = {
    "success": fraction,
    "outcomes": mapping(fraction, "chances by outcome"),
    "length": height,
    "cost": height,
    "path": path,
    "tests": names,
    "area": height,
    "contains": points,
    "includes": names,
    "visible": flag,
    "inches": inches,
    "at": several(threatened, wanted="a list of {point, chance}"),
}
"""What may be expected of an answer. `excludes` is read by its question: points of a reach, verbs of options."""


def expectation(ask: str | None) -> Reader[dict[str, Any]]:
    """Reads what is expected of a command (None), or of the answer to a question."""

    def read(node: Node, spot: Spot) -> dict[str, Any] | None:
        fields = Fields(node, spot)
        found: dict[str, Any] = {}
        for key, reader in _readers(ask).items():
            value = fields.may(key, reader)
            if value is not None:
                found[key] = value
        fields.end()
        return found

    return read


def _readers(ask: str | None) -> Mapping[str, Reader[Any]]:
    if ask is None:
        return OF_COMMANDS
    excludes: Reader[Any] = points if ask == "reach" else forbidden
    own = {key: OF_QUESTIONS.get(key, excludes) for key in FORMS[ask].answers}
    return {**own, "tol": height, "legal": legal, "rule": names}
