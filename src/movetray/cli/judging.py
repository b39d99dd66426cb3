"""`judge` and `play`: the steps of a file played one after another, told, and drawn on a page."""

import json as js
import os
import sys
import webbrowser
from importlib.resources import files
from pathlib import Path

from movetray.cli.page import page
from movetray.cli.situations import counted_from_1, match_of, played, read, speak
from movetray.cli.telling import answer_lines, console, tell
from movetray.engine.ruleset import RuleSet
from movetray.play.log import MatchLog
from movetray.play.result import Result
from movetray.table.situation import Question
from movetray.words import say, sentence

BUNDLED = "disputed-walk.table.yaml"


def judge_file(file: Path, step: int | None, json: bool, record: Path | None, lang: str | None) -> None:
    """Judge each step of a file, or one of them after those before it; keep what is played where `record` says."""
    tongue = speak(lang)
    situation = read(file, tongue)
    counted_from_1(situation, step, tongue)
    match = match_of(situation, tongue)
    out = console()
    told: list[dict[str, object]] = []
    log = MatchLog.create(record, match, situation.title) if record is not None else None
    for one in played(situation, match, step):
        if one.result is None or step not in (None, one.number):
            continue
        if json:
            told.append({"step": one.number, **with_sentences(one.result, match.rules, tongue)})
        else:
            tell(one.number, one.result, match.rules, tongue, out)
    if log is not None:
        log.reveal(match.secret)
    if json:
        print(js.dumps({"file": str(file), "steps": told}, ensure_ascii=False, indent=2))
    elif not situation.steps:
        out.print(say("{file:n} has no steps to judge", tongue, file=str(file)))


def with_sentences(result: Result, rules: RuleSet, lang: str) -> dict[str, object]:
    """A result as JSON, each reason with its sentence."""
    shape = result.to_json()
    for said, reason in zip(shape["reasons"], result.verdict.reasons, strict=True):
        said["sentence"] = sentence(reason, rules, lang)
    return shape


def play_file(file: Path | None, output: Path | None, open_it: bool, lang: str | None) -> None:
    """The main job: judge, explain, draw. The page is opened where there is a screen, and named anyway."""
    tongue = speak(lang)
    situation = read(file or bundled(BUNDLED), tongue)
    match = match_of(situation, tongue)
    out = console()
    out.print(situation.title, style="bold")
    steps = []
    for one in played(situation, match):
        steps.append(one)
        if one.result is not None:
            tell(one.number, one.result, match.rules, tongue, out)
        elif isinstance(one.step.said, Question):
            for line in answer_lines(match.ask(one.step.said), tongue):
                out.print(f"  {line}")
    place = (output or Path("out") / "play.html").absolute()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(page(situation, match.rules, steps, tongue), "utf-8")
    out.print(say("the page with the pictures: {place:n}", tongue, place=place.as_uri()))
    if open_it and sys.stdout.isatty() and (os.environ.get("DISPLAY") or sys.platform in ("darwin", "win32")):
        webbrowser.open(place.as_uri())


def bundled(name: str) -> Path:
    """A situation that comes along with the package."""
    return Path(str(files("movetray") / "examples" / name))
