"""YAML 1.2 and JSON text as nodes with lines. One clear error where the text is neither."""

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]  # C, and not in typeshed
from pathlib import Path
from typing import Any

from movetray.form.node import DEPTH, SIZE, Complaint, Node, SituationError

LONGEST = 4_000_000
"""Bytes of the longest file that is read."""

# the core schema of YAML 1.2
NULL = frozenset({"", "~", "null", "Null", "NULL"})
TRUE = frozenset({"true", "True", "TRUE"})
FALSE = frozenset({"false", "False", "FALSE"})
INTEGER = re.compile(r"[-+]?[0-9]{1,64}")
OTHER_BASE = re.compile(r"0o[0-7]{1,20}|0x[0-9a-fA-F]{1,16}")
FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def read_nodes(path: Path) -> Node:
    """The nodes of a situation file. Raises SituationError where there is no such file or it cannot be read."""
    name = str(path)
    try:
        if path.stat().st_size > LONGEST:
            raise SituationError(name, Complaint(0, "", "the file is larger than 4 MB"))
        data = path.read_bytes()
    except OSError as error:
        says = "cannot be read: {why}"
        raise SituationError(name, Complaint(0, "", says, facts={"why": error.strerror or "?"})) from None
    except ValueError:  # a path with a NUL in it
        raise SituationError(name, Complaint(0, "", "this is no file name")) from None
    return parse(data, name, as_json=path.suffix.lower() == ".json")


def parse(data: bytes | str, name: str, as_json: bool = False) -> Node:
    """The nodes of a file's text. Raises SituationError where it is not YAML 1.2, or not JSON."""
    text = data if isinstance(data, str) else _decoded(data, name)
    node = _Json(text, name).document() if as_json else _yaml(text, name)
    if node.value is None:
        raise SituationError(name, Complaint(1, "", "the file is empty, a mapping is wanted"))
    return node


def _decoded(data: bytes, name: str) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SituationError(name, Complaint(line, "", "these bytes are not text, UTF-8 is wanted")) from None


def _fault(name: str, line: int, says: str, **facts: Any) -> SituationError:
    return SituationError(name, Complaint(line, "", says, facts=facts))


# --- YAML


def _yaml(text: str, name: str) -> Node:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError

    try:
        return _Composer(name).compose(YAML(typ="safe", pure=True).parse(text))
    except SituationError:
        raise
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        why = " ".join(str(error.problem or error.context or "?").split())
        raise _fault(name, line, "not readable as YAML: {why}", why=why) from None
    except Exception as error:  # whatever a broken text may do to the parser, it is the text that is wrong
        why = " ".join(str(error).split())[:80] or type(error).__name__
        raise _fault(name, 1, "not readable as YAML: {why}", why=why) from None


class _Composer:
    """Builds nodes from parser events, without recursion; checks depth, size, doubled keys and aliases."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.anchors: dict[str, tuple[Node, int]] = {}
        self.documents = 0

    def fault(self, line: int, says: str, **facts: Any) -> SituationError:
        return _fault(self.name, line, says, **facts)

    def compose(self, events: Any) -> Node:
        from ruamel.yaml import events as ev

        # open collections: node, anchor, key waiting for its value (mappings), line of that key, size
        stack: list[list[Any]] = []
        root = Node(None, 1)
        for event in events:
            line = event.start_mark.line + 1
            match event:
                case ev.ScalarEvent():
                    node, size = Node(self.scalar(event, line), line), 1
                    self.keep(event.anchor, node, size)
                case ev.AliasEvent():
                    if event.anchor not in self.anchors:
                        raise self.fault(line, "the alias `*{alias}` has no anchor before it", alias=event.anchor)
                    node, size = self.anchors[event.anchor]
                case ev.MappingStartEvent() | ev.SequenceStartEvent():
                    if len(stack) >= DEPTH:
                        raise self.fault(line, "nested too deeply")
                    if event.tag and event.tag.startswith("!"):
                        raise self.fault(line, "the tag {tag} is not known, none is wanted", tag=event.tag)
                    empty: Any = {} if isinstance(event, ev.MappingStartEvent) else []
                    stack.append([Node(empty, line, {}), event.anchor, None, 0, 1])
                    continue
                case ev.MappingEndEvent() | ev.SequenceEndEvent():
                    node, anchor, _, _, size = stack.pop()
                    self.keep(anchor, node, size)
                case ev.DocumentStartEvent():
                    self.documents += 1
                    if self.documents > 1:
                        raise self.fault(line, "a second document begins here, one is wanted")
                    continue
                case _:
                    continue
            if stack:
                self.put(stack[-1], node, size, line)
            else:
                root = node
        return root

    def keep(self, anchor: str | None, node: Node, size: int) -> None:
        if anchor:
            self.anchors[anchor] = (node, size)

    def put(self, top: list[Any], node: Node, size: int, line: int) -> None:
        holder: Node = top[0]
        top[4] += size
        if top[4] > SIZE:
            raise self.fault(line, "the file holds too many values")
        if isinstance(holder.value, list):
            holder.value.append(node)
        elif top[2] is None:
            if isinstance(node.value, list | dict):
                raise self.fault(line, "a collection cannot be a key, a word is wanted")
            top[2], top[3] = "" if node.value is None else _word(node.value), line
        else:
            key, top[2] = top[2], None
            if key in holder.value:
                says = "this key is given twice, here and on line {other}"
                complaint = Complaint(top[3], key, says, facts={"other": holder.keys[key]})
                raise SituationError(self.name, complaint)
            holder.value[key] = node
            holder.keys[key] = top[3]  # type: ignore[index]  # made above as a dict

    def scalar(self, event: Any, line: int) -> Any:
        value, tag = event.value, event.tag
        if tag and tag != "!":
            kind = str(tag).removeprefix("tag:yaml.org,2002:")
            if kind == "str":
                return value
            if kind not in ("int", "float", "bool", "null"):
                raise self.fault(line, "the tag {tag} is not known, none is wanted", tag=str(tag))
            return plain(value)
        return plain(value) if event.implicit[0] and tag != "!" else value


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def plain(value: str) -> Any:
    """What an unquoted scalar means, by the core schema."""
    if value in NULL:
        return None
    if value in TRUE:
        return True
    if value in FALSE:
        return False
    if INTEGER.fullmatch(value):
        return int(value)
    if OTHER_BASE.fullmatch(value):
        return int(value, 0)
    if FLOAT.fullmatch(value):
        return float(value)
    if NOT_FINITE.fullmatch(value):
        return float(value.replace(".", "").lower())
    return value


# --- JSON

SPACE = re.compile(r"[ \t\r\n]*")
NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?")
WORDS: dict[str, Any] = {
    "true": True,
    "false": False,
    "null": None,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}
WORD = re.compile("|".join(re.escape(word) for word in WORDS))


class _Json:
    """A JSON reader that knows its lines; NaN and Infinity are read, so that the key they stand at can be named."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.line, self.counted = 1, 0
        self.values = 0

    def fault(self, at: int, says: str, **facts: Any) -> SituationError:
        return _fault(self.name, self.text.count("\n", 0, at) + 1, says, **facts)

    def line_at(self, at: int) -> int:
        """The line of a place not before the last one asked for."""
        self.line += self.text.count("\n", self.counted, at)
        self.counted = at
        return self.line

    def skip(self, at: int) -> int:
        found = SPACE.match(self.text, at)
        return found.end() if found else at

    def document(self) -> Node:
        start = self.skip(0)
        if start == len(self.text):
            return Node(None, 1)
        node, end = self.value(start, DEPTH)
        end = self.skip(end)
        if end != len(self.text):
            raise self.fault(end, "not readable as JSON: something follows the end")
        return node

    def value(self, at: int, depth: int) -> tuple[Node, int]:
        line = self.line_at(at)
        first = self.text[at : at + 1]
        if depth < 0:
            raise self.fault(at, "nested too deeply")
        if first == "{":
            return self.mapping(at + 1, line, depth - 1)
        if first == "[":
            return self.items(at + 1, line, depth - 1)
        if first == '"':
            value, end = self.string(at)
            return Node(value, line), end
        if word := WORD.match(self.text, at):
            return Node(WORDS[word.group()], line), word.end()
        if digits := NUMBER.match(self.text, at):
            whole, fraction, power = digits.groups()
            plain = not fraction and not power and len(whole) <= 64
            return Node(int(whole) if plain else float(digits.group()), line), digits.end()
        raise self.fault(at, "not readable as JSON: a value is wanted here")

    def string(self, at: int) -> tuple[str, int]:
        try:
            value, end = scanstring(self.text, at + 1, True)
        except json.JSONDecodeError as error:
            raise self.fault(error.pos, "not readable as JSON: {why}", why=error.msg) from None
        return str(value), int(end)

    def mapping(self, at: int, line: int, depth: int) -> tuple[Node, int]:
        values: dict[str, Node] = {}
        keys: dict[str, int] = {}
        at = self.skip(at)
        if self.text[at : at + 1] == "}":
            return Node(values, line, keys), at + 1
        while True:
            if self.text[at : at + 1] != '"':
                raise self.fault(at, "not readable as JSON: a key in double quotes is wanted here")
            key_line = self.line_at(at)
            key, at = self.string(at)
            if key in values:
                says = "this key is given twice, here and on line {other}"
                raise SituationError(self.name, Complaint(key_line, key, says, facts={"other": keys[key]}))
            at = self.skip(at)
            if self.text[at : at + 1] != ":":
                raise self.fault(at, "not readable as JSON: a colon is wanted here")
            values[key], at = self.value(self.skip(at + 1), depth)
            keys[key] = key_line
            at = self.skip(at)
            mark = self.text[at : at + 1]
            if mark == "}":
                return Node(values, line, keys), at + 1
            if mark != ",":
                raise self.fault(at, "not readable as JSON: a comma or a closing brace is wanted here")
            at = self.skip(at + 1)

    def items(self, at: int, line: int, depth: int) -> tuple[Node, int]:
        found: list[Node] = []
        at = self.skip(at)
        if self.text[at : at + 1] == "]":
            return Node(found, line), at + 1
        while True:
            node, at = self.value(at, depth)
            found.append(node)
            at = self.skip(at)
            mark = self.text[at : at + 1]
            if mark == "]":
                return Node(found, line), at + 1
            if mark != ",":
                raise self.fault(at, "not readable as JSON: a comma or a closing bracket is wanted here")
            at = self.skip(at + 1)
