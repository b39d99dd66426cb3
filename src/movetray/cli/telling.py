"""Steps and verdicts told on the terminal: the ruling coloured and spelled, a sentence a reason."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from movetray.drawing.picture import said
from movetray.engine.event import DiceRolled
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Verdict
from movetray.play.result import Result
from movetray.words import counted, in_order, number, say, sentence, word

STYLES = {"legal": "bold green", "illegal": "bold red", "asks": "bold magenta"}
SIGNS = {"legal": "✓", "illegal": "✗", "asks": "?"}
WEIGHT = {"broken": "✗", "asks": "?", "applied": "·"}


def console() -> Console:
    """The terminal; words are not coloured but where we say so."""
    return Console(highlight=False, soft_wrap=True)


def ruled(verdict: Verdict, lang: str) -> Text:
    """A ruling with its sign."""
    return Text(f"{SIGNS[verdict.ruling]} {word(verdict.ruling, lang)}", STYLES[verdict.ruling])


def reasons(verdict: Verdict, rules: RuleSet, lang: str) -> Iterator[Text]:
    """A line a reason: its weight, what it found, its clause."""
    for reason in in_order(verdict.reasons):
        line = Text(f"  {WEIGHT[reason.kind]} {sentence(reason, rules, lang)} ")
        yield line.append(f"[{reason.clause}]", "dim")


def headline(number: int, result: Result, lang: str) -> Text:
    """Step, command, ruling."""
    text = Text(say("step {number:n}", lang, number=number) + f"  {said(result.command, lang)}: ")
    return text.append_text(ruled(result.verdict, lang))


def rolled(why: str, sides: int, faces: Iterable[int], lang: str) -> str:
    """A roll: the clause that asked for it, the faces."""
    words = say("rolled for {clause:n}: {faces:n}", lang, clause=why, faces=", ".join(map(str, faces)))
    return f"  ⚄ {words} (D{sides})"


def came_of_it(result: Result, lang: str) -> Iterator[str]:
    """What was rolled, what came of it, whose choice it is now."""
    for event in result.events:
        if isinstance(event, DiceRolled):
            yield rolled(event.why, event.sides, event.faces, lang)
    if result.outcome is not None:
        words = say("outcome: {outcome:word}", lang, outcome=result.outcome)
        if result.spent is not None:
            words += "; " + say("spent: {spent:in}", lang, spent=result.spent)
        yield f"  → {words}"
    if result.pending is not None:
        choice = result.pending
        words = say("{side:n} may answer: {verbs}", lang, side=choice.side, verbs=choice.verbs)
        yield f"  … {words} ({', '.join(choice.models)})" if choice.models else f"  … {words}"


def tell(number: int, result: Result, rules: RuleSet, lang: str, out: Console) -> None:
    """A whole step."""
    out.print(headline(number, result, lang))
    for line in reasons(result.verdict, rules, lang):
        out.print(line)
    for text in came_of_it(result, lang):
        out.print(Text(text))


def answer_lines(answer: Mapping[str, Any], lang: str) -> Iterable[str]:
    """An answer, a line a key."""
    for key, value in answer.items():
        yield f"{key.replace('_', ' ')}: {_written(value, lang)}"


def _written(value: Any, lang: str) -> str:
    match value:
        case bool():
            return word("yes" if value else "no", lang)
        case float():
            return number(value, lang, 4)
        case Mapping():
            return ", ".join(f"{key} {_written(item, lang)}" for key, item in value.items()) or "-"
        case list() | tuple() if value and all(isinstance(item, int | float) for item in value):
            return f"({', '.join(number(float(item), lang, 4) for item in value)})"
        case list() | tuple():
            return ", ".join(_written(item, lang) for item in value) or "-"
        case None:
            return "-"
        case _:
            return str(value)


def tally(passed: int, files: int, lang: str) -> str:
    """How many files are right."""
    return counted(
        "{passed:n} of {count} file is right", "{passed:n} of {count} files are right", files, lang, passed=passed
    )
