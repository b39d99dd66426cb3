"""JSON values as YAML that people read: short things on one line, quotes only where they are needed."""

import json
import re
from math import inf, isfinite
from typing import Any

from movetray.form.markup import plain

LINE = 116
"""Characters of a line before an item is broken over several."""

SAFE = re.compile(r"[\w(][\w ./+()'-]*[\w.)+]|\w")


def document(value: dict[str, Any]) -> str:
    """A mapping as the text of a file; lists of mappings one item after another."""
    lines: list[str] = []
    for key, inner in value.items():
        if isinstance(inner, list) and any(isinstance(item, dict) for item in inner):
            lines.append(f"{_scalar(key)}:")
            for item in inner:
                lines += _item(item)
        else:
            lines.append(f"{_scalar(key)}: {flow(inner)}")
    return "\n".join(lines) + "\n"


def _item(item: Any) -> list[str]:
    """An item of a list: on one line if it fits, else one key a line."""
    line = f"  - {flow(item)}"
    if len(line) <= LINE or not isinstance(item, dict):
        return [line]
    lines: list[str] = []
    for key, value in item.items():
        lead = "  - " if not lines else "    "
        one = f"{lead}{_scalar(key)}: {flow(value)}"
        if len(one) > LINE and isinstance(value, list):
            lines += [f"{lead}{_scalar(key)}:", *(f"      - {flow(inner)}" for inner in value)]
        else:
            lines.append(one)
    return lines


def flow(value: Any) -> str:
    """A JSON value in YAML's flow style."""
    match value:
        case dict():
            return "{" + ", ".join(f"{_scalar(key)}: {flow(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(flow(item) for item in value) + "]"
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return _scalar(value)
        case float() if not isfinite(value):
            return {inf: ".inf", -inf: "-.inf"}.get(value, ".nan")
        case _:
            return json.dumps(value)


def _scalar(text: str) -> str:
    """A text without quotes where it reads back as itself, else in double quotes."""
    if SAFE.fullmatch(text) and text.isascii() and plain(text) == text:
        return text
    return '"' + "".join(_escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char.isprintable():
        return char
    code = ord(char)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
