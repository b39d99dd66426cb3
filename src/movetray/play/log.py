"""Match files: JSON lines that are only ever added to, each on disk before anybody is told of it.

The first line says how the match began, then there is one line an entry, and the last one reveals the secret of the
dice. Every line carries a hash of itself and the one before. docs/records.md describes the format.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from movetray.engine.command_json import to_json
from movetray.engine.event_json import event_json, plain
from movetray.engine.fingerprint import fingerprint
from movetray.play.dice import key_of
from movetray.play.house import house_json
from movetray.play.match import Match
from movetray.play.result import Result, dice_json
from movetray.table.situation import Situation
from movetray.table.writer import situation_json

FORMAT = "movetray match"
VERSION = 1
"""The version that is written; older ones stay readable."""

Line = Mapping[str, Any]


class RecordError(ValueError):
    """This is no match file that can be read: file, line (from 1) and what is wrong."""

    def __init__(self, path: str, line: int, what: str) -> None:
        super().__init__(f"{path}:{line}: {what}")
        self.path, self.line, self.what = path, line, what


@dataclass(frozen=True, slots=True)
class Record:
    """A match file in memory. `torn` says what was cut off its end by a power failure, empty where nothing was.

    `secret` is what the dice were made of, once it has been revealed. `size` is the length in bytes of what is whole.
    """

    path: str
    header: Line
    entries: tuple[Line, ...]
    end: Line | None = None
    torn: str = ""
    size: int = 0

    @property
    def secret(self) -> bytes | None:
        """What the dice were made of; None while the match goes on."""
        return None if self.end is None else bytes.fromhex(self.end["secret"])

    @property
    def last_hash(self) -> str:
        """The hash that the next line builds on."""
        last = self.end or (self.entries[-1] if self.entries else self.header)
        return str(last["hash"])


def canonical(value: Any) -> str:
    """The one way to write a JSON value: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def chained(line: Line, before: str) -> str:
    """The hash of a line: SHA-256 of the hash before it and the line's canonical form without its own hash."""
    said = {key: value for key, value in line.items() if key != "hash"}
    return hashlib.sha256((before + canonical(said)).encode()).hexdigest()


def header_of(match: Match, title: str = "") -> dict[str, Any]:
    """The first line, its hash apart: how a match that has not begun yet begins."""
    chosen = {name: match.rules.option(name) for name in match.rules.options}
    situation = situation_json(Situation(title, match.rules.id, match.table, chosen))
    house = house_json(match.rules)
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": match.rules.id,
        "fingerprint": fingerprint(match.rules),
        **({"house": house} if house else {}),
        "options": chosen,
        "situation": situation,
        "dice": match.source,
        "commitment": commitment(match.secret),
    }


def commitment(secret: int | str | bytes) -> str:
    """The hash that binds to a secret before it is revealed."""
    return hashlib.sha256(key_of(secret)).hexdigest()


def entry_of(result: Result) -> dict[str, Any]:
    """The line of an entry, its hash apart. `given` stands where the dice were listed and not the match's own."""
    return {
        "n": result.n,
        "seat": result.seat,
        "id": result.id,
        "command": to_json(result.command),
        "verdict": plain(result.verdict.to_json()),
        "dice": [dice_json(event) for event in result.deed.rolled],
        "events": [event_json(event) for event in result.events],
        **({"given": True} if result.given else {}),
    }


class MatchLog:
    """A match file being written; the recorder of its match."""

    def __init__(self, path: Path | str, descriptor: int, size: int, last: str) -> None:
        self.path = Path(path)
        self._descriptor, self._size, self._last = descriptor, size, last

    @classmethod
    def create(cls, path: Path | str, match: Match, title: str = "") -> "MatchLog":
        """Begin a new file for a match that has not begun yet, and record it from now on.

        Raises FileExistsError where there is a file already: a record is never written over; ValueError for a match
        that has begun.
        """
        if match.results:
            raise ValueError("the match has begun: its first entries would be missing")
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        log = cls(path, descriptor, 0, "")
        log._write(header_of(match, title))
        _sync_folder(log.path.parent)
        match.recorder = log
        return log

    @classmethod
    def reopen(cls, record: Record) -> "MatchLog":
        """Go on with a file that was read; what was torn off its end is cut away.

        Raises ValueError for a match that has ended.
        """
        if record.end is not None:
            raise ValueError("the match has ended")
        descriptor = os.open(record.path, os.O_WRONLY | os.O_APPEND)
        os.ftruncate(descriptor, record.size)
        os.fsync(descriptor)
        return cls(record.path, descriptor, record.size, record.last_hash)

    def record(self, result: Result) -> None:
        """Add an entry. Raises OSError where it could not be kept; the file is then as it was."""
        self._write(entry_of(result))

    def reveal(self, secret: int | str | bytes) -> None:
        """Add the last line: what the dice were made of. The file is closed."""
        self._write({"secret": key_of(secret).hex()})
        self.close()

    def close(self) -> None:
        """Write no more. The match may go on later: see `reopen`."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _write(self, line: dict[str, Any]) -> None:
        line["hash"] = chained(line, self._last)
        data = (canonical(line) + "\n").encode()
        try:
            written = 0
            while written < len(data):
                written += os.write(self._descriptor, data[written:])
            os.fsync(self._descriptor)
        except OSError:
            os.ftruncate(self._descriptor, self._size)  # half a line would spoil the next one
            raise
        self._size += len(data)
        self._last = line["hash"]


def _sync_folder(folder: Path) -> None:
    """A new file survives a power failure only once its folder is on disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_record(path: Path | str) -> Record:
    """The match file at a path. Hashes and rules are not looked at: that is what `verify` does.

    A last line that was not written to its end is left out, and `torn` says so. Raises RecordError, OSError.
    """
    return parse_record(Path(path).read_bytes(), str(path))


def parse_record(data: bytes, path: str = "") -> Record:
    """The match file in these bytes. Raises RecordError."""
    whole, newline, rest = data.rpartition(b"\n")
    size = len(whole) + len(newline)
    lines = [_line(text, path, number) for number, text in enumerate(whole.split(b"\n"), 1)] if newline else []
    torn = f"line {len(lines) + 1} was torn off after {len(rest)} bytes and is left out" if rest else ""
    if not lines:
        raise RecordError(path, 1, "the first line is not whole: nothing was played")
    header = _current(lines[0], path)
    end = lines[-1] if len(lines) > 1 and "secret" in lines[-1] else None
    entries = lines[1:-1] if end is not None else lines[1:]
    for number, entry in enumerate(entries, 2):
        _check(entry, _ENTRY, path, number)
        if not all(isinstance(item, dict) for item in (*entry["dice"], *entry["events"])):
            raise RecordError(path, number, "`dice` and `events` hold objects")
    if end is not None:
        _check(end, {"secret": str, "hash": str}, path, len(lines))
        _hexadecimal(end["secret"], path, len(lines))
    return Record(path, header, tuple(entries), end, torn, size)


_HEADER: Mapping[str, Any] = {
    "rules": str,
    "fingerprint": str,
    "options": dict,
    "situation": dict,
    "dice": str,
    "commitment": str,
    "hash": str,
}
_ENTRY: Mapping[str, Any] = {
    "n": int,
    "seat": (str, type(None)),
    "id": str,
    "command": dict,
    "verdict": dict,
    "dice": list,
    "events": list,
    "hash": str,
}


def _line(text: bytes, path: str, number: int) -> dict[str, Any]:
    try:
        line = json.loads(text)
        canonical(line)  # nor NaN, nor deeper than can be written again
    except (ValueError, RecursionError):
        raise RecordError(path, number, "is no JSON") from None
    if not isinstance(line, dict):
        raise RecordError(path, number, "is no JSON object")
    return line


def _current(header: dict[str, Any], path: str) -> Line:
    """The header as this version would have written it."""
    version = header.get("version")
    if header.get("format") != FORMAT or not isinstance(version, int):
        raise RecordError(path, 1, f"is no match file: `format` is not {FORMAT!r}")
    if not 1 <= version <= VERSION:
        raise RecordError(path, 1, f"version {version} is not known, {VERSION} is the newest")
    _check(header, _HEADER, path, 1)
    return header


def _check(line: Line, wanted: Mapping[str, Any], path: str, number: int) -> None:
    for key, kind in wanted.items():
        if key not in line:
            raise RecordError(path, number, f"`{key}` is missing")
        if not isinstance(line[key], kind) or (kind is int and isinstance(line[key], bool)):
            raise RecordError(path, number, f"`{key}` is of the wrong form")


def _hexadecimal(text: str, path: str, number: int) -> None:
    try:
        bytes.fromhex(text)
    except ValueError:
        raise RecordError(path, number, "`secret` is not hexadecimal") from None
