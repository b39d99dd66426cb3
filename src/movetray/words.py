"""Sentences for people: what a clause says, and what a reason found, in English and Russian.

Clauses hold English texts with `{placeholders}`; a gettext catalogue holds the rest, one entry a clause (the clause's
id is its context). A placeholder takes a fact of the reason, or `model` or `at`. How a fact is written follows from
what it is: a float is inches (`8.25"`, in Russian `8,25"`), text is the name of a thing (in quotation marks), except
under the names in `VOCABULARY`, which hold words that are translated. After a colon a placeholder may say otherwise:
`{x:in}` inches, `{x:n}` as it stands, `{x:deg}` degrees, `{x:id}` a name, `{x:word}` a word of the games.

Of several messages the first is taken whose facts are all there; a clause that did not refuse, but allowed, priced or
caused something, has its own. A message that counts has two forms parted by `|` (`one test|{count} tests`), chosen by
the fact `count`; a catalogue has as many forms as its language.
"""

import gettext
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import Formatter
from typing import Any

from movetray.engine.ruleset import Clause, RuleSet
from movetray.engine.verdict import Reason, Verdict
from movetray.units import TOLERANCE

LANGUAGES = ("en", "ru")
DOMAIN = "movetray"
LOCALE = Path(__file__).with_name("locale")

VOCABULARY = frozenset({"verb", "verbs", "step", "next", "status", "going", "ground", "way", "by", "kind", "wanted"})
"""Facts that hold words of the games, not names of things on the table."""

LENGTHS = frozenset({"measured", "allowed", "height", "drop", "gap", "distance", "left", "spent", "length"})
"""Facts that are inches even where they happen to be whole."""


def language(wanted: str | None = None, environ: Mapping[str, str] = os.environ) -> str:
    """The language asked for, else that of MOVETRAY_LANG, LC_ALL, LC_MESSAGES or LANG, else English.

    Raises ValueError where one is asked for that there is no catalogue of.
    """
    if wanted:
        if wanted not in LANGUAGES:
            raise ValueError(f"no words in `{wanted}`; there are {', '.join(LANGUAGES)}")
        return wanted
    for name in ("MOVETRAY_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if found := environ.get(name):
            return found[:2] if found[:2] in LANGUAGES else "en"
    return "en"


@cache
def catalogue(lang: str) -> gettext.NullTranslations:
    """The compiled catalogue of a language; that of English is empty, its texts are the keys."""
    if lang == "en":
        return gettext.NullTranslations()
    with (LOCALE / lang / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def say(text: str, lang: str, **facts: Any) -> str:
    """One of movetray's own texts, filled in."""
    return fill(catalogue(lang).gettext(text), facts, lang)


def counted(one: str, many: str, count: int, lang: str, **facts: Any) -> str:
    """One of movetray's own texts that counts something."""
    return fill(catalogue(lang).ngettext(one, many, count), {"count": count, **facts}, lang)


def word(name: str, lang: str) -> str:
    """A word of the games (a verb, a status, a step, a ground, a ruling) as a reader would write it."""
    found = catalogue(lang).pgettext("word", name)
    return name.replace("-", " ") if found == name else found


def says(clause: Clause, lang: str = "en") -> str:
    """What a clause states."""
    return catalogue(lang).pgettext(clause.id, clause.says)


def sentence(reason: Reason, rules: RuleSet, lang: str = "en") -> str:
    """What a reason found, with its numbers.

    Where every message asks for a fact that the reason lacks, the clause is stated and the facts follow.
    """
    clause = rules.clauses.get(reason.clause)
    facts = facts_of(reason)
    if clause is None:
        return _plainly(reason.clause, facts, lang)
    try:
        return fill(_message(clause, reason.kind == "broken", facts, lang), facts, lang)
    except (LookupError, ValueError):
        return _plainly(says(clause, lang), facts, lang)


def verdict_lines(verdict: Verdict, rules: RuleSet, lang: str = "en") -> list[str]:
    """The ruling, then a line a reason: what weighs against the command first."""
    lines = [word(verdict.ruling, lang)]
    for reason in in_order(verdict.reasons):
        lines.append(f"{reason.clause}: {sentence(reason, rules, lang)}")
    return lines


def in_order(reasons: Iterable[Reason]) -> list[Reason]:
    """Reasons as they are listed and numbered: broken, then asking, then applied."""
    return sorted(reasons, key=lambda reason: ("broken", "asks", "applied").index(reason.kind))


def facts_of(reason: Reason) -> dict[str, Any]:
    """Everything that a message may name."""
    own = {"model": reason.model, "at": reason.at}
    return {**{name: value for name, value in own.items() if value is not None}, **reason.facts}


def forms(text: str) -> tuple[str, ...]:
    """The singular and the plural of a text that counts; the text alone where it does not."""
    return tuple(part.strip() for part in text.split("|"))


def placeholders(text: str) -> frozenset[str]:
    """The facts that a text names."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def variants(clause: Clause, refuses: bool) -> tuple[str, ...]:
    """The messages of a clause: of cases it refuses, or of those in which it came to bear."""
    found = clause.message if refuses or not clause.applied else clause.applied
    return (found,) if isinstance(found, str) else found


def _message(clause: Clause, refuses: bool, facts: Mapping[str, Any], lang: str) -> str:
    """The first message of the clause whose facts are all there. Raises LookupError where none fits."""
    text = next((text for text in variants(clause, refuses) if placeholders(text) <= facts.keys()), None)
    if text is None:
        raise LookupError(clause.id)
    match forms(text):
        case (one, many):
            count = facts.get("count", 2)
            return catalogue(lang).npgettext(clause.id, one, many, count if isinstance(count, int) else 2)
        case _:
            return catalogue(lang).pgettext(clause.id, text)


def _plainly(text: str, facts: Mapping[str, Any], lang: str) -> str:
    write = _Writer(facts.values(), lang)
    listed = "; ".join(f"{name} {write.format_fact(name, value, '')}" for name, value in facts.items())
    return f"{text} ({listed})" if listed else text


# -- writing facts ---------------------------------------------------------------------------------------------------


def fill(text: str, facts: Mapping[str, Any], lang: str) -> str:
    """A text with its placeholders filled. Raises KeyError for a fact that is not there."""
    named = placeholders(text)
    return _Writer([facts[name] for name in named if name in facts], lang).write(text, facts)


def inches(value: float, lang: str = "en", decimals: int = 2) -> str:
    """A length with its mark: at most so many decimals, without trailing zeros."""
    return f'{number(value, lang, decimals)}"'


def number(value: float, lang: str = "en", decimals: int = 2) -> str:
    """A number as the language writes it."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text == "-0":
        text = "0"
    return text.replace(".", ",") if lang == "ru" else text


def quoted(name: str, lang: str = "en") -> str:
    """The name of a thing on the table."""
    return f"«{name}»" if lang == "ru" else f"“{name}”"


def decimals_for(values: Iterable[Any]) -> int:
    """How many decimals tell these lengths apart: 2, or as many more as it takes for any two that differ by more than
    the tolerance not to be written alike (8.004 over 8 must not read 8 over 8)."""
    lengths = sorted(float(v) for v in values if isinstance(v, int | float) and not isinstance(v, bool))
    near = [(a, b) for a, b in pairwise(lengths) if b - a > TOLERANCE]
    for decimals in (2, 3):
        if all(f"{a:.{decimals}f}" != f"{b:.{decimals}f}" for a, b in near):
            return decimals
    return 4


class _Writer(Formatter):
    """Fills placeholders with facts, all lengths of one text with the same number of decimals."""

    def __init__(self, values: Iterable[Any], lang: str) -> None:
        self.lang = lang
        self.decimals = decimals_for(values)

    def write(self, text: str, facts: Mapping[str, Any]) -> str:
        parts = []
        for literal, name, spec, _ in self.parse(text):
            parts.append(literal)
            if name is not None:
                parts.append(self.format_fact(name, facts[name], spec or ""))
        return "".join(parts)

    def format_fact(self, name: str, value: Any, spec: str) -> str:
        """A fact, by what it is, by its name, or as `spec` demands."""
        if isinstance(value, str):
            match spec or ("word" if name in VOCABULARY else "id"):
                case "word":
                    return word(value, self.lang)
                case "n":
                    return value
                case _:
                    return quoted(value, self.lang)
        if name == "at" and isinstance(value, Sequence):
            return self._place(value)
        if isinstance(value, Sequence):
            return ", ".join(self.format_fact(name, item, spec) for item in value)
        if isinstance(value, bool):
            return word("yes" if value else "no", self.lang)
        if isinstance(value, int | float):
            length = isinstance(value, float) or name in LENGTHS
            return self._number(value, spec or ("in" if length else "n"))
        return str(value)

    def _number(self, value: float, spec: str) -> str:
        mark = {"in": '"', "deg": "°", "n": ""}[spec]
        return number(value, self.lang, self.decimals) + mark

    def _place(self, place: Sequence[float]) -> str:
        shown = place if len(place) > 2 and abs(place[2]) > TOLERANCE else place[:2]
        between = "; " if self.lang == "ru" else ", "
        return f"({between.join(number(v, self.lang) for v in shown)})"
