"""Situation files broken by chance: each follows from a seed, so that a fault can be had again.

`fault` reads one such file and says what was wrong with the reader, if anything: an exception that is not
SituationError, a message of more than a line, a file that is read but does not read back once written, slowness.
"""

import json
import random
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

from movetray import rulesets
from movetray.form.emit import document
from movetray.form.markup import parse
from movetray.form.node import SituationError
from movetray.table.reader import read_text
from movetray.table.writer import json_text, yaml_text

TESTS = Path(__file__).resolve().parent.parent
SLOW = 5.0
"""Seconds after which reading one small file is a fault; it takes milliseconds."""

CORPUS = [path.read_text("utf-8") for path in sorted(TESTS.rglob("*.table.yaml"))]
PLAIN = [parse(text, "corpus").plain() for text in CORPUS if "must fail" not in text]

NUMBERS: list[Any] = [0, -1, 1, 2, 3.5, -0.0, 1e-9, 1e9, 1e308, -1e308, 10**30, float("nan"), float("inf"), True, "4"]
EVIL: list[Any] = [
    *(None, *NUMBERS),
    *("", " ", "on", "~", "a", "rat", "spears-1", "2D6", "25mm", "0mm", "1e9mm", "25x25mm", "1/0", "mordheim"),
    *("9" * 400 + "/7", "\x1b[31m", "\u202e", "\ud800", "\U0001f600", "x" * 5000),
    *([], {}, [[]], [None], {"": None}, [0, 0], [1, 2, 3], [[0, 0], [1, 1]], [[0, 0], [4, 0], [4, 4]]),
    *({"to": [1, 1]}, {"hull": [[0, 0], [1, 0], [0, 1]]}, {"forward": 1}, {"wheel": "left", "degrees": 9}),
]
SCRAPS = [
    *("{", "}", "[", "]", ":", ",", "- ", "\n", "\n  ", "\t", "'", '"', "#", "&a ", "*a", "!!float ", "!x ", "| "),
    *("> ", "---\n", "...\n", "%YAML 1.1\n", "<<: ", "? ", ".nan", "-.inf", "1e999", "0x", "0o9", "null", "true"),
    *("\\", "\\ud800", "\\x00", "\x00", "\x85", "\u2028", "\ufeff", "\u00e9", "\U0001f600", "~"),
    *("[[" * 60, "{a: " * 60, "999999999999999999999999"),
]


def broken(seed: int) -> tuple[bytes, bool]:
    """The bytes of a broken file, and whether it is meant to be JSON."""
    chance = random.Random(seed)
    data, as_json = chance.choice([_noise, _torn, _torn, _twisted, _twisted, _twisted])(chance)
    return data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"), as_json


def fault(data: bytes, as_json: bool) -> str:
    """What was wrong with the reader when it was given these bytes; nothing: an empty text."""
    began = time.perf_counter()
    try:
        found = read_text(data, "fuzz", rulesets, as_json)
        again = read_text(yaml_text(found), "again", rulesets)
        other = read_text(json_text(found), "again", rulesets, as_json=True)
        if not again.table.models == other.table.models == found.table.models:
            return "the models are others when read back"
    except SituationError as error:
        if error.file != "fuzz":
            return f"what was written is refused: {error}"
        if not str(error).isprintable():
            return f"not one line: {str(error)!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    took = time.perf_counter() - began
    return f"took {took:.1f} s" if took > SLOW else ""


Broken = tuple[bytes | str, bool]


def _noise(chance: random.Random) -> Broken:
    """Bytes, or scraps of YAML, with nothing behind them."""
    if chance.random() < 0.5:
        return chance.randbytes(chance.randrange(200)), chance.random() < 0.5
    return "".join(chance.choice(SCRAPS) for _ in range(chance.randrange(40))), chance.random() < 0.5


def _torn(chance: random.Random) -> Broken:
    """A good file's text with a few places cut, doubled, swapped or written over."""
    as_json = chance.random() < 0.4
    text = json.dumps(chance.choice(PLAIN), indent=chance.choice([None, 1])) if as_json else chance.choice(CORPUS)
    for _ in range(chance.randrange(1, 5)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + int(chance.expovariate(0.1)))
        middle = chance.choice(["", text[start:end] * 2, chance.choice(SCRAPS), chr(chance.randrange(0x300))])
        text = text[:start] + middle + text[end:]
    data = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.2:
        spot = chance.randrange(len(data) + 1)
        data = data[:spot] + chance.randbytes(2) + data[spot:]
    return data, as_json


def _twisted(chance: random.Random) -> Broken:
    """A good file's content with a few values replaced, keys lost or renamed, items doubled."""
    said = json.loads(json.dumps(chance.choice(PLAIN)))
    for _ in range(chance.randrange(1, 4)):
        _twist(said, chance)
    if chance.random() < 0.5:
        return json.dumps(said), True
    return document(said), False


def _twist(said: Any, chance: random.Random) -> None:
    """Change one thing somewhere in a mapping."""
    here: Any = said
    while True:
        keys: list[Any] = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = chance.choice(keys)
        inner = here[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.85:
            here = inner
            continue
        _change(here, key, inner, chance)
        return


def _change(here: Any, key: Any, inner: Any, chance: random.Random) -> None:
    match chance.randrange(6):
        case 0 | 1:
            here[key] = deepcopy(chance.choice(EVIL))  # a later twist may change it
        case 2 if isinstance(inner, int | float):
            here[key] = chance.choice(NUMBERS)
        case 2 | 3:
            here[key] = _near(inner, chance)
        case 4:
            del here[key]
        case _ if isinstance(here, list):
            here.insert(key, deepcopy(chance.choice(here)))
        case _:
            here[chance.choice(["id", "at", f"{key}x", "z", "status"])] = deepcopy(inner)


def _near(value: Any, chance: random.Random) -> Any:
    """A value like this one, but another."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + chance.choice([-1000, -1, -0.001, 1e-7, 0.001, 1, 1000])
    if isinstance(value, str):
        return value[: chance.randrange(len(value) + 1)] + chance.choice(["", "x", "-1", "mm"])
    return [value, deepcopy(value)]
