"""Readers of single values: each takes a node and a spot, and answers the value, or None after complaining."""

import re
from collections.abc import Callable
from math import isfinite
from typing import Any, TypeVar

from movetray.form.node import Node, Spot, perhaps

T = TypeVar("T")
Reader = Callable[[Node, Spot], T | None]

LARGEST = 10_000.0
"""Inches, degrees, characteristics: nothing on a table is larger."""

DICE = re.compile(r"[1-9]?[0-9]?[dD][36]([+-][0-9]{1,2})?")
"""A number that is rolled: `D3`, `2D6`, `D6+2`."""


def number(
    least: float | None = None, most: float = LARGEST, above: float | None = None, wanted: str = "a number"
) -> Reader[float]:
    """Reads a finite number, at least `least`, more than `above`, not over `most`."""

    def read(node: Node, spot: Spot) -> float | None:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            spot.say(node, "{said} is not a number, {wanted} is wanted", said=node.said, wanted=wanted)
        elif isinstance(value, float) and not isfinite(value):
            spot.say(node, "{said} is not a finite number, {wanted} is wanted", said=node.said, wanted=wanted)
        elif least == 0 and value < 0:
            spot.say(node, "{said} is below zero, 0 or more is wanted", said=node.said)
        elif least is not None and value < least:
            spot.say(node, "{said} is below {least}, {least} or more is wanted", said=node.said, least=f"{least:g}")
        elif above is not None and value <= above:
            spot.say(node, "{said} is too small, more than {above} is wanted", said=node.said, above=f"{above:g}")
        elif abs(value) > most:
            spot.say(node, "{said} is too large, at most {most} is wanted", said=node.said, most=f"{most:g}")
        else:
            return float(value)
        return None

    return read


def whole(least: int, most: int = 10_000, wanted: str = "a whole number") -> Reader[int]:
    """Reads a whole number from `least` to `most`."""

    def read(node: Node, spot: Spot) -> int | None:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
            spot.say(node, "{said} is not a whole number, {wanted} is wanted", said=node.said, wanted=wanted)
        elif not least <= value <= most:
            says = "{said} is not {wanted} from {least} to {most}"
            spot.say(node, says, said=node.said, wanted=wanted, least=least, most=most)
        else:
            return int(value)
        return None

    return read


def text(node: Node, spot: Spot) -> str | None:
    """Any text, also a number written where text stands."""
    if isinstance(node.value, bool | list | dict) or node.value is None:
        spot.say(node, "{said} is not text, words are wanted", said=node.said)
        return None
    return str(node.value)


def name(node: Node, spot: Spot) -> str | None:
    """A name of something: a word in printable characters."""
    value = node.value
    if not isinstance(value, str):
        spot.say(node, "{said} is not a name, a word is wanted", said=node.said)
    elif not value or len(value) > 80 or not value.isprintable() or value != value.strip():
        spot.say(node, "{said} cannot be a name, a word of at most 80 characters is wanted", said=node.said)
    else:
        return value
    return None


def flag(node: Node, spot: Spot) -> bool | None:
    """true or false; `on` and `off` are the same."""
    value = {"on": True, "off": False}.get(node.value, node.value) if isinstance(node.value, str) else node.value
    if isinstance(value, bool):
        return value
    spot.say(node, "{said} is neither `true` nor `false`", said=node.said)
    return None


def choice(*known: str) -> Reader[str]:
    """Reads one of these words."""

    def read(node: Node, spot: Spot) -> str | None:
        if isinstance(node.value, str) and node.value in known:
            return node.value
        spot.say(
            node,
            "{said} is not one of {known}{perhaps}",
            said=node.said,
            known=", ".join(known),
            perhaps=perhaps(node.value, known) if isinstance(node.value, str) else "",
        )
        return None

    return read


def several(read: Reader[T], one_will_do: bool = False, wanted: str = "a list") -> Reader[tuple[T, ...]]:
    """Reads a list of values; `one_will_do`: a single value stands for a list of one."""

    def read_all(node: Node, spot: Spot) -> tuple[T, ...] | None:
        if not isinstance(node.value, list):
            if one_will_do and not isinstance(node.value, dict):
                one = read(node, spot)
                return None if one is None else (one,)
            spot.say(node, "{said} is not a list, {wanted} is wanted", said=node.said, wanted=wanted)
            return None
        values = [read(item, spot) for item in node.value]
        kept = tuple(value for value in values if value is not None)
        return kept if len(kept) == len(values) else None

    return read_all


def mapping(read: Reader[T], wanted: str = "a mapping") -> Reader[dict[str, T]]:
    """Reads a mapping of names to values; a complaint about a value names its key."""

    def read_all(node: Node, spot: Spot) -> dict[str, T] | None:
        if not isinstance(node.value, dict):
            spot.say(node, "{said} is not a mapping, {wanted} is wanted", said=node.said, wanted=wanted)
            return None
        values = {key: read(item, spot.at(key)) for key, item in node.value.items()}
        kept = {key: value for key, value in values.items() if value is not None}
        return kept if len(kept) == len(values) else None

    return read_all


names = several(name, one_will_do=True, wanted="a list of names")
inches = number(wanted="a number of inches")
height = number(least=0, wanted="a number of inches")
degrees = number(most=1e6, wanted="a number of degrees")


def scalar(node: Node, spot: Spot) -> str | int | float | bool | None:
    """A word, a number, true or false."""
    if isinstance(node.value, list | dict) or node.value is None:
        spot.say(node, "{said} is no single value, a word, a number or true or false is wanted", said=node.said)
        return None
    if isinstance(node.value, float) and not isfinite(node.value):
        spot.say(node, "{said} is not a finite number, {wanted} is wanted", said=node.said, wanted="a number")
        return None
    value: str | int | float | bool = node.value
    return value


def anything(node: Node, spot: Spot) -> Any:
    """Any JSON value, in plain form."""
    _finite(node, spot)
    return node.plain()


def free(node: Node, spot: Spot) -> dict[str, Any] | None:
    """A mapping of names to any JSON values."""
    if not isinstance(node.value, dict):
        spot.say(node, "{said} is not a mapping, {wanted} is wanted", said=node.said, wanted="a mapping")
        return None
    _finite(node, spot)
    return {key: item.plain() for key, item in node.value.items()}


def _finite(node: Node, spot: Spot) -> None:
    match node.value:
        case float() if not isfinite(node.value):
            spot.say(node, "{said} is not a finite number, {wanted} is wanted", said=node.said, wanted="a number")
        case dict():
            for key, item in node.value.items():
                _finite(item, spot.at(key))
        case list():
            for item in node.value:
                _finite(item, spot)
        case _:
            pass


def coordinates(least: int, most: int) -> Reader[tuple[float, ...]]:
    """Reads a point of so many coordinates."""
    counts = {(2, 2): "two", (3, 3): "three", (2, 3): "two or three"}[least, most]
    said = {0: "no coordinates", 1: "one coordinate", 2: "two coordinates"}

    def read(node: Node, spot: Spot) -> tuple[float, ...] | None:
        if not isinstance(node.value, list):
            says = "{said} is not a point, a list of {counts} coordinates is wanted"
            spot.say(node, says, said=node.said, counts=counts)
            return None
        if not least <= len(node.value) <= most:
            spot.say(
                node,
                "a point has {had}, {counts} are wanted",
                had=said.get(len(node.value), f"{len(node.value)} coordinates"),
                counts=counts,
            )
            return None
        values = [inches(item, spot) for item in node.value]
        kept = tuple(value for value in values if value is not None)
        return kept if len(kept) == len(values) else None

    return read


plan_point = coordinates(2, 2)
point = coordinates(2, 3)


def rolled(node: Node, spot: Spot) -> float | str | None:
    """A characteristic: a number, a target like `3+`, or dice like `2D6`."""
    value = node.value
    if isinstance(value, str):
        if DICE.fullmatch(value):
            return value.upper()
        if re.fullmatch(r"[1-7]\+", value):
            return int(value[0])
        spot.say(node, "{said} is not a number, a number or dice like 2D6 are wanted", said=node.said)
        return None
    found = number(least=0)(node, spot)
    return int(found) if found is not None and found == found // 1 else found
