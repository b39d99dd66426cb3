"""Situation files as doctests: every step is played and compared with what it expects."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from movetray.engine.command import Command, Waypoint
from movetray.engine.command_json import waypoint_json
from movetray.engine.ruleset import RuleSet
from movetray.form.emit import flow
from movetray.form.node import Complaint, FormError, SituationError
from movetray.play.compare import Difference, of_answer, of_command
from movetray.play.dice import DiceMismatch
from movetray.play.match import Match
from movetray.play.reading import read
from movetray.play.result import Result
from movetray.table.situation import Question, Situation, Step


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A step that came out otherwise than it expects: what key, what was expected and got, as JSON values."""

    file: str
    line: int
    step: int
    key: str
    expected: Any
    got: Any
    why: str

    def __str__(self) -> str:
        """One line: the place, the key, what was expected, what was got."""
        wanted, got = flow(self.expected), flow(self.got)
        return f"{self.file}:{self.line}: step {self.step}: {self.key}: expected {wanted}, got {got} ({self.why})"

    def to_json(self) -> dict[str, Any]:
        """The shape of `check --json`."""
        return {
            "file": self.file,
            "step": self.step,
            "expected": {self.key: self.expected},
            "got": {self.key: self.got},
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class FileResult:
    """What came of a file: disagreements, or the error for which it could not be read or played to its end."""

    file: str
    steps: int = 0
    failed: tuple[Disagreement, ...] = ()
    error: SituationError | None = None

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.failed and self.error is None


@dataclass(frozen=True, slots=True)
class Report:
    """What came of many files."""

    files: tuple[FileResult, ...]

    @property
    def passed(self) -> int:
        """How many files were as expected."""
        return sum(result.passed for result in self.files)

    @property
    def exit_code(self) -> int:
        """0: all passed; 1: something came out otherwise; 2: a file could not be read."""
        if any(result.error is not None for result in self.files):
            return 2
        return 1 if any(result.failed for result in self.files) else 0

    def to_json(self) -> dict[str, Any]:
        """The shape of `check --json`; a file that could not be read has a `failed` entry without a step."""
        failed = [entry.to_json() for result in self.files for entry in result.failed]
        unread = [
            {"file": result.file, "step": None, "expected": None, "got": None, "why": str(result.error)}
            for result in self.files
            if result.error is not None
        ]
        return {"files": len(self.files), "passed": self.passed, "failed": [*failed, *unread]}


def check_files(paths: Iterable[Path | str], rules: RuleSet | None = None) -> Report:
    """Play files one after another."""
    return Report(tuple(check_file(path, rules) for path in paths))


def check_file(path: Path | str, rules: RuleSet | None = None) -> FileResult:
    """Play every step of a file. `rules` stand in for the installed rule sets, the file's options chosen."""
    try:
        situation = read(Path(path), rules=rules)
    except SituationError as error:
        return FileResult(str(path), error=error)
    return check_situation(situation, rules)


def check_situation(situation: Situation, rules: RuleSet | None = None) -> FileResult:
    """Play every step of a situation that has been read."""
    match = Match.from_situation(situation, rules)
    failed: list[Disagreement] = []
    for count, step in enumerate(situation.steps, 1):
        try:
            differences = _play(match, step)
        except DiceMismatch as error:
            complaint = Complaint(step.line_of("dice"), "dice", "{why}", "step", str(count), facts={"why": str(error)})
            return FileResult(
                situation.path, len(situation.steps), tuple(failed), SituationError(situation.path, complaint)
            )
        except Exception as error:  # a fault of the engine: this file's, not that of the others
            why = f"{type(error).__name__}: {' '.join(str(error).split())}"
            differences = [("error", None, why, "the step could not be played")]
        line = step.line_of("expect")
        failed += [
            Disagreement(situation.path, line, count, key, _json(wanted), _json(got), why)
            for key, wanted, got, why in differences
        ]
        if differences and differences[0][0] == "error":
            break
    return FileResult(situation.path, len(situation.steps), tuple(failed))


def _play(match: Match, step: Step) -> list[Difference]:
    match step.said:
        case Command():
            result = match.play(step.said, step.dice)
            differences = of_command(step.expect or {}, result)
            if not any(key == "legal" for key, *_ in differences):
                _all_dice_used(step, result)
            return differences
        case Question():
            expect = step.expect or {}
            try:
                answer = match.ask(_with_points(step.said, expect))
            except FormError as error:
                return [(error.key or "ask", None, None, error.message)]
            return of_answer(expect, answer)


def _all_dice_used(step: Step, result: Result) -> None:
    """A refused command rolls nothing, so that nothing may be listed for it."""
    if result.outcome is None and step.dice:
        raise DiceMismatch(f"dice rolled: 0, listed: {len(step.dice)}")


def _with_points(asked: Question, expect: Mapping[str, Any]) -> Question:
    """The question with the places that the file wants to know about."""
    places: list[list[float]] = []
    if asked.ask == "reach":
        places = [list(place) for key in ("contains", "excludes") for place in expect.get(key, ())]
    elif asked.ask == "threat":
        places = [list(entry["point"]) for entry in expect.get("at", ())]
    return replace(asked, fields={**asked.fields, "points": places}) if places else asked


def _json(value: Any) -> Any:
    match value:
        case Mapping():
            return {str(key): _json(item) for key, item in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_json(item) for item in value]
        case Waypoint():
            return waypoint_json(value)
        case Fraction():
            return int(value) if value.denominator == 1 else str(value)
        case None | str() | bool() | int():
            return value
        case float():
            return round(value, 6)
        case _:
            return str(value)
