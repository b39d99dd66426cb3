"""`ask`: a question in one line, and its answer.

reach model=a as=run            its name first, then key=value
route model=a to=[17,10]        points and lists in brackets
odds of={do: charge, model: a, targets: [e]}
"""

import json as js
from pathlib import Path
from typing import Any

from rich.text import Text

from movetray.cli.failure import Complaint
from movetray.cli.faults import line_of
from movetray.cli.situations import counted_from_1, match_of, played, read, speak
from movetray.cli.telling import answer_lines, console
from movetray.form.markup import parse
from movetray.form.node import FormError, SituationError
from movetray.table.questions import read_question
from movetray.table.situation import Question
from movetray.words import say, says

OPENS, CLOSES = "[{(", "]})"


def ask_file(file: Path, question: str, step: int, json: bool, lang: str | None) -> None:
    """The answer to a question on the table of a file, after a step."""
    tongue = speak(lang)
    situation = read(file, tongue)
    counted_from_1(situation, step, tongue)
    match = match_of(situation, tongue)
    asked = question_of(question, tongue)
    for _ in played(situation, match, step):
        pass
    try:
        answer = match.ask(asked)
    except KeyError as error:
        raise Complaint(say("there is no {name} on this table", tongue, name=str(error.args[0]))) from error
    if json:
        print(js.dumps(answer, ensure_ascii=False))
        return
    out = console()
    for line in answer_lines(answer, tongue):
        out.print(Text(line))
    if answer.get("legal") is False:
        for clause in named(answer.get("rule")):
            out.print(Text(f"  {clause}: {says(match.rules.clauses[clause], tongue)}"))


def named(rule: str | list[str] | None) -> list[str]:
    """The clauses that refuse a question."""
    return [rule] if isinstance(rule, str) else list(rule or ())


def question_of(text: str, lang: str) -> Question:
    """The question that a line asks."""
    name, *rest = parts(text)
    fields: dict[str, Any] = {"ask": name}
    for part in rest:
        key, equals, value = part.partition("=")
        if not equals or not key or not value:
            raise Complaint(say("{part:n}: a question is its name, then key=value", lang, part=part))
        fields[key] = value_of(value, lang)
    try:
        return read_question(fields)
    except FormError as error:
        raise Complaint(line_of(error, lang)) from error


def parts(text: str) -> list[str]:
    """A line cut at its spaces, but not inside brackets."""
    found, depth = [""], 0
    for letter in text.strip():
        depth += (letter in OPENS) - (letter in CLOSES)
        if letter.isspace() and depth <= 0:
            if found[-1]:
                found.append("")
        else:
            found[-1] += letter
    return found


def value_of(text: str, lang: str) -> Any:
    """A value as a situation file would write it: a number, a word, a list, a mapping."""
    try:
        return parse(text, text).plain()
    except SituationError as error:
        raise Complaint(line_of(error, lang)) from error
