"""How much somebody may say: sizes, and a rate that allows bursts."""

import json
from dataclasses import dataclass
from typing import Any, NoReturn

from movetray.form.node import DEPTH
from movetray.server.faults import Fault

FRAME = 64 * 1024
"""Bytes of a frame."""

BODY = 4 * 1024 * 1024
"""Bytes of a request's body: a match file of some thousand entries."""

UNREAD = 256
"""Messages that may wait for a slow reader."""


@dataclass
class Bucket:
    """Tokens that drip in, `rate` a second up to `most`; each thing said takes one."""

    rate: float
    most: float
    left: float
    at: float

    @classmethod
    def full(cls, rate: float, most: float, now: float) -> "Bucket":
        """One that nothing was taken from."""
        return cls(rate, most, most, now)

    def take(self, now: float) -> bool:
        """Whether there is one more."""
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _number(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return value


def read_json(text: str | bytes) -> Any:
    """The JSON value of a text. Raises Fault for what is none, holds NaN or too large numbers, or nests too deeply."""
    try:
        found = json.loads(text, parse_constant=_no_number, parse_float=_number)
    except (ValueError, RecursionError) as wrong:
        raise Fault("form", f"this is no JSON: {wrong}") from wrong
    _shallow(found, DEPTH)
    return found


def _shallow(value: Any, depth: int) -> None:
    if depth < 0:
        raise Fault("form", "this is nested too deeply")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _shallow(item, depth - 1)
