"""What a file says before anybody asks what it means: values with their lines, and what is wrong with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

DEPTH = 40
"""How deeply a file may nest lists and mappings; what the format needs is less than ten."""

SIZE = 1_000_000
"""How many values a file may hold, those behind aliases counted as often as they are used."""


@dataclass(slots=True)
class Node:
    """A value of a file and the line it starts on (0: it came from no file).

    `value` is a scalar, a list of nodes, or a mapping of names to nodes; `keys` are the lines of a mapping's names.
    """

    value: Any
    line: int = 0
    keys: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, value: Any, line: int = 0, depth: int = DEPTH) -> "Node":
        """A JSON value as nodes. Raises FormError where it is nested too deeply or holds what JSON cannot."""
        if depth < 0:
            raise FormError(Complaint(line, "", "nested too deeply"))
        if isinstance(value, Mapping):
            return cls({str(key): cls.of(item, line, depth - 1) for key, item in value.items()}, line)
        if isinstance(value, list | tuple):
            return cls([cls.of(item, line, depth - 1) for item in value], line)
        if value is None or isinstance(value, str | int | float | bool):
            return cls(value, line)
        raise FormError(Complaint(line, "", "{said} is no JSON value", facts={"said": type(value).__name__}))

    @property
    def said(self) -> str:
        """The value in a few words, for an error message."""
        match self.value:
            case dict():
                return "a mapping"
            case list():
                return "a list"
            case None:
                return "nothing"
            case bool():
                return f"`{str(self.value).lower()}`"
            case str() if len(self.value) > 40:
                return f"`{' '.join(self.value[:37].split())}...`"
            case str():
                return f"`{' '.join(self.value.split())}`"
            case _:
                return f"{self.value}"[:40]

    def plain(self) -> Any:
        """The JSON value again."""
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        return self.value


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong: the line, the key, and a sentence with `{placeholders}` for its facts.

    `kind` and `name` say whose key it is: terrain `pit`, unit `s`, step 1.
    """

    line: int
    key: str
    says: str
    kind: str = ""
    name: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """What is wrong and what is wanted, in English."""
        return self.owner + self.says.format(**self.facts)

    @property
    def owner(self) -> str:
        """Whose key it is, with a colon; empty for the file's own keys."""
        if not self.kind:
            return ""
        return f"{self.kind} {self.name}: " if self.kind == "step" else f"{self.kind} `{self.name}`: "


class FormError(ValueError):
    """A command or question that is not of the right form: `key` and `message` say what is wrong and what is wanted."""

    def __init__(self, complaint: Complaint) -> None:
        self.complaint = complaint
        self.key, self.message = printable(complaint.key), printable(complaint.message)
        super().__init__(f"{self.key}: {self.message}" if self.key else self.message)


class SituationError(ValueError):
    """A situation file that cannot be used: the first complaint by line, and how many `more` there are."""

    def __init__(self, file: str, complaint: Complaint, more: int = 0) -> None:
        self.file, self.complaint, self.more = file, complaint, more
        self.line, self.key, self.message = complaint.line, printable(complaint.key), printable(complaint.message)
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        file = printable(self.file)
        place = f"{file}:{self.line}" if self.line else file
        key = f"{self.key}: " if self.key else ""
        rest = f" (and {self.more} more)" if self.more else ""
        return f"{place}: {key}{self.message}{rest}"


@dataclass(slots=True)
class Complaints:
    """Everything found wrong so far."""

    found: list[Complaint] = field(default_factory=list)

    def add(self, complaint: Complaint) -> None:
        """One more."""
        self.found.append(complaint)

    @property
    def first(self) -> Complaint:
        """The first by line; of one line the first found."""
        return min(self.found, key=lambda complaint: complaint.line)

    def check(self, file: str) -> None:
        """Raise SituationError if anything is wrong."""
        if self.found:
            raise SituationError(file, self.first, len(self.found) - 1)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a reader is: the key it reads, whose it is, and where complaints go."""

    bad: Complaints
    key: str = ""
    kind: str = ""
    name: str = ""

    def at(self, key: str) -> "Spot":
        """The spot of a key inside this one."""
        return Spot(self.bad, f"{self.key}.{key}" if self.key else key, self.kind, self.name)

    def of(self, kind: str, name: str) -> "Spot":
        """The spot of somebody's own keys."""
        return Spot(self.bad, "", kind, name)

    def say(self, where: Node | int, says: str, **facts: Any) -> None:
        """Complain about a value, or about a line."""
        line = where if isinstance(where, int) else where.line
        self.bad.add(Complaint(line, self.key, says, self.kind, self.name, facts))


def printable(words: str) -> str:
    """Words on one line that a terminal shows and does not obey: what a file says is quoted in messages."""
    return words if words.isprintable() else "".join(c if c.isprintable() else "?" for c in words)


def nearest(word: str, known: Sequence[str]) -> str:
    """The known word that is close to this one; empty where none is."""
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    return near[0] if near else ""


def perhaps(word: str, known: Sequence[str]) -> str:
    """` (perhaps `x`)` if a known word is close to this one, else nothing."""
    near = nearest(word, known)
    return f" (perhaps `{near}`)" if near else ""
