"""Situation files on the command line: which there are, what they say, how far they are played."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from movetray import rulesets
from movetray.cli.failure import Complaint
from movetray.cli.faults import line_of
from movetray.engine.ruleset import RuleSet
from movetray.form.node import SituationError
from movetray.play.dice import DiceLeft, DiceShort
from movetray.play.match import Match
from movetray.play.result import Result
from movetray.rulesets import installed, load_rules
from movetray.table.reader import read_situation
from movetray.table.situation import Question, Situation, Step
from movetray.table.table import Table
from movetray.words import language, say

ENDINGS = (".table.yaml", ".table.yml", ".table.json")


class Played(NamedTuple):
    """A step, and the table before it; of a command what came of it, of a question the answer."""

    number: int
    step: Step
    before: Table
    result: Result | None


def speak(lang: str | None) -> str:
    """The language to answer in."""
    try:
        return language(lang)
    except ValueError as error:
        raise Complaint(str(error)) from error


def found(files: Iterable[Path], lang: str) -> list[Path]:
    """The situation files that are named or lie in the folders that are named, in order of name."""
    paths: list[Path] = []
    for file in files:
        if file.is_dir():
            inside = sorted(path for path in file.rglob("*") if path.name.endswith(ENDINGS) and path.is_file())
            if not inside:
                raise Complaint(say("{file:n}: no situation files (*.table.yaml) in there", lang, file=str(file)))
            paths += inside
        else:
            paths.append(file)
    return paths


def read(file: Path, lang: str) -> Situation:
    """What a situation file says."""
    try:
        return read_situation(file, rulesets)
    except SituationError as error:
        raise Complaint(line_of(error, lang)) from error


def rules_named(name: str, lang: str) -> RuleSet:
    """An installed rule set."""
    try:
        return load_rules(name)
    except KeyError as error:
        known = ", ".join(installed())
        raise Complaint(
            say("no rule set {name:n} is installed; there are {known:n}", lang, name=name, known=known)
        ) from error


def match_of(situation: Situation, lang: str) -> Match:
    """The match that a situation sets up."""
    rules = rules_named(situation.rules, lang)
    try:
        return Match.from_situation(situation, rules)
    except ValueError as error:
        raise Complaint(f"{situation.path}: options: {error}") from error


def played(situation: Situation, match: Match, until: int | None = None) -> Iterator[Played]:
    """Every step in turn, as it is played; up to and with step `until`."""
    for number, step in enumerate(situation.steps, 1):
        if until is not None and number > until:
            return
        before = match.table
        if isinstance(step.said, Question):
            yield Played(number, step, before, None)
            continue
        try:
            result = match.play(step.said, step.dice)
        except (DiceShort, DiceLeft) as error:
            raise Complaint(f"{situation.path}:{step.line}: dice: {error}") from error
        yield Played(number, step, before, result)


def counted_from_1(situation: Situation, step: int | None, lang: str) -> None:
    """Complains about a step that is not there."""
    if step is not None and not 0 <= step <= len(situation.steps):
        raise Complaint(
            say(
                "{file:n} has {count:n} steps, there is no step {step:n}",
                lang,
                file=situation.path,
                count=len(situation.steps),
                step=step,
            )
        )
