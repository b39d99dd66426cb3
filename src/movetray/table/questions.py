"""Questions (`ask`) as JSON: the fields of each and the keys of its answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from movetray.engine.command import Waypoint
from movetray.engine.command_json import command, to_json, waypoint, waypoint_json
from movetray.form.fields import Fields
from movetray.form.node import Complaints, FormError, Node, Spot
from movetray.form.values import Reader, choice, flag, height, name, point, several
from movetray.table.situation import Question

FIELDS: Mapping[str, Reader[Any]] = {
    "model": name,
    "unit": name,
    "side": name,
    "target": name,
    "contact": name,
    "from": name,
    "to": waypoint,
    "as": name,
    "budget": height,
    "risky": flag,
    "base": name,
    "points": several(point, wanted="a list of points"),
}
"""Readers of the keys of questions; `of` and `answers` are read as commands.

`points` are places that a reach or a threat is to look at: a reach answers those in it as `contains` and the others as
`excludes`, a threat one `{point, chance}` for each.
"""


@dataclass(frozen=True, slots=True)
class Form:
    """What a question takes and answers. Of each of `needs` (`a|b`: one of them) something has to be there."""

    fields: tuple[str, ...]
    needs: tuple[str, ...]
    answers: tuple[str, ...]


FORMS: Mapping[str, Form] = {
    "odds": Form(("of", "answers"), ("of",), ("success", "outcomes")),
    "route": Form(
        ("model", "unit", "to", "contact", "as"),
        ("model|unit", "to|contact"),
        ("length", "cost", "path", "tests", "success"),
    ),
    "reach": Form(
        ("model", "unit", "as", "budget", "risky", "points"), ("model|unit",), ("area", "contains", "excludes")
    ),
    "options": Form(("model", "unit"), ("model|unit",), ("includes", "excludes")),
    "sees": Form(("model", "target"), ("model", "target"), ("visible",)),
    "distance": Form(("from", "to"), ("from", "to"), ("inches",)),
    "threat": Form(("unit", "side", "base", "points"), ("unit|side",), ("at",)),
}
"""Every question there is."""


def question_fields(fields: Fields) -> Question | None:
    """The question that these keys ask; `end` is left to the caller."""
    ask = fields.need("ask", choice(*FORMS), "a question")
    if ask is None:
        for key in (*FIELDS, "of", "answers"):  # what it takes is not known, so nothing is unknown
            fields.node_of(key)
        return None
    form = FORMS[ask]
    said: dict[str, Any] = {}
    for key in form.fields:
        if key in FIELDS:
            # a distance goes to a thing, a route to a place
            read: Reader[Any] = name if (ask, key) == ("distance", "to") else FIELDS[key]
            value = fields.may(key, read)
            if value is not None:
                said[key] = _json(value)
    of = fields.may("of", command) if "of" in form.fields else None
    answers = (
        (fields.may("answers", several(command, wanted="a list of commands")) or ()) if "answers" in form.fields else ()
    )
    for need in form.needs:
        if not any(key in fields for key in need.split("|")):
            wanted = " or ".join(f"`{key}`" for key in need.split("|"))
            fields.lacks(need.split("|")[0], "is missing, {wanted} is wanted", wanted=wanted)
    return Question(ask, said, of, answers)


def _json(value: Any) -> Any:
    if isinstance(value, Waypoint):
        return waypoint_json(value)
    return [list(place) for place in value] if isinstance(value, tuple) else value


def read_question(obj: Any, where: str = "") -> Question:
    """The question that a JSON object asks. `where` is put before the key in errors.

    Raises FormError, with the first thing that is wrong, where it is not of the right form.
    """
    bad = Complaints()
    fields = Fields(Node.of(obj), Spot(bad, where), "a question")
    found = question_fields(fields)
    fields.end()
    if bad.found or found is None:
        raise FormError(bad.first)
    return found


def question_json(asked: Question) -> dict[str, Any]:
    """The JSON object of a question."""
    found: dict[str, Any] = {"ask": asked.ask, **asked.fields}
    if asked.of is not None:
        found["of"] = to_json(asked.of)
    if asked.answers:
        found["answers"] = [to_json(answer) for answer in asked.answers]
    return found
