"""Renews the catalogues: every text that needs a translation goes into the .po files, the .mo files are compiled.

Texts come from calls of `say`, `tr` and `counted` in the source, and from the rule sets: what clauses say, their
messages, why options exist, the names of marks, steps and verbs. `make words` runs this; a test says when it is due.
"""

import ast
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from movetray.engine.command_json import WAYS
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Ruling
from movetray.rulesets import installed, load_rules
from movetray.table.terrain import Going
from movetray.words import DOMAIN, LANGUAGES, LOCALE, forms, variants

SOURCE = LOCALE.parent
KEYWORDS = {"say": (1,), "tr": (1,), "counted": (1, 2)}
OUTCOMES = ("done", "failed", "fell", "pending", "destroyed")
FIELDS = ("model", "unit", "targets", "path", "paths", "charger", "at", "option", "faces", "terrain")
COMMANDS = SOURCE / "engine" / "command_json.py"
PHRASE = re.compile(r"[a-z]{2,}[,;:]? [\w`{(\[*]|^[a-z]{2,} $|^an? [a-z]+$")
NO_PHRASE = re.compile(r"\\\\| \| |^\{[^}]*\}$|^\[[^\]]*\]$")
SAID_OF_FILES = (
    *(
        "model",
        "unit",
        "terrain",
        "side",
        "step",
        "weapon",
        "nothing",
        "or",
        " (perhaps `{near}`)",
        " (and {more} more)",
    ),
    "no rule set `{name}` is installed{perhaps}, wanted is one of {installed}",
    "`{rules}` has no option of this name{perhaps}, known are {known}",
)
"""What the reader puts together from pieces."""

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""Catalogues carry no time of day: the same texts give the same file."""

Entry = tuple[str | None, tuple[str, ...], str]
"""Context, the English text or its two forms, a note for translators."""


def entries() -> Iterator[Entry]:
    """Every text that wants a translation, in the order of the file."""
    for path in sorted(SOURCE.rglob("*.py")):
        if "movetray.words import" not in path.read_text("utf-8"):
            continue  # others have a `say` of their own
        found = extract_from_file("python", path, keywords=KEYWORDS)
        for _, text, _, _ in found:
            yield None, text if isinstance(text, tuple) else (text,), ""
    yield from (("file", (text,), "") for text in dict.fromkeys((*_of_the_reader(), *SAID_OF_FILES)))
    for name in (*get_args(Ruling), *get_args(Going), *WAYS, *OUTCOMES, *FIELDS, "fall", "yes", "no"):
        yield "word", (name,), ""
    for name in installed():
        yield from _of_rules(load_rules(name))


def _of_the_reader() -> Iterator[str]:
    """Every phrase in the source of what reads files: its texts carry their own placeholders."""
    for path in (*sorted((SOURCE / "form").glob("*.py")), *sorted((SOURCE / "table").glob("*.py")), COMMANDS):
        tree = ast.parse(path.read_text("utf-8"))
        aside = {id(part) for node in ast.walk(tree) for part in _aside(node)}
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) and id(node) not in aside else None
            if isinstance(text, str) and PHRASE.search(text) and not NO_PHRASE.search(text):
                yield text


def _aside(node: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, and the pieces of f-strings."""
    if isinstance(node, ast.Expr):
        yield node.value
    if isinstance(node, ast.JoinedStr):
        yield from node.values


def _of_rules(rules: RuleSet) -> Iterator[Entry]:
    yield from (("word", (step.id,), "") for step in rules.steps)
    yield from (("word", (verb,), "") for verb in rules.kinds)
    yield from (("word", (mark,), "") for mark in rules.marks)
    yield from (("option", (option.why,), f"{rules.id}: {option.id}") for option in rules.options.values())
    for clause in rules.clauses.values():
        yield clause.id, (clause.says,), ""
        for text in dict.fromkeys((*variants(clause, True), *variants(clause, False))):
            yield clause.id, forms(text), ""


class Words(Catalog):
    """A catalogue whose header says only what readers of it need: it does not change with the day or with Babel."""

    @property  # type: ignore[misc]
    def mime_headers(self) -> list[tuple[str, str]]:
        """Names and values of the header."""
        return [
            ("Project-Id-Version", DOMAIN),
            ("Language", str(self.locale_identifier)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def template() -> Catalog:
    """A catalogue of all texts, untranslated."""
    catalog = Catalog()
    for context, text, note in entries():
        if all(text) and _key(text) not in {"", None}:
            catalog.add(_key(text), context=context, auto_comments=[note] if note else [])
    return catalog


def _key(text: tuple[str, ...]) -> str | tuple[str, ...]:
    return text if len(text) > 1 else text[0]


def renewed(lang: str) -> Catalog:
    """The catalogue of a language, with the texts of today and the translations that it has."""
    path = po_path(lang)
    catalog = Words(locale=lang, domain=DOMAIN, creation_date=EPOCH, revision_date=EPOCH, fuzzy=False)
    catalog.header_comment = f"# The words of {DOMAIN} in another language. Renewed by `make words`; translate here."
    old = read_po(io.BytesIO(path.read_bytes()), locale=lang) if path.exists() else None
    for message in template():
        if not message.id:
            continue
        known = old.get(message.id, context=message.context) if old is not None else None
        kept = known is not None and isinstance(known.string, tuple | list) == isinstance(message.id, tuple | list)
        translation = known.string if known is not None and kept else None
        catalog.add(
            message.id, translation, context=message.context, auto_comments=message.auto_comments, user_comments=()
        )
    return catalog


def po_text(catalog: Catalog) -> bytes:
    """A catalogue as its .po file."""
    out = io.BytesIO()
    write_po(out, catalog, width=116, no_location=True)
    return out.getvalue()


def mo_bytes(catalog: Catalog) -> bytes:
    """A catalogue as its .mo file."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def po_path(lang: str) -> Path:
    """Where the translations of a language are."""
    return LOCALE / lang / "LC_MESSAGES" / f"{DOMAIN}.po"


def main() -> None:
    """Writes both files of every language and lists what is untranslated."""
    for lang in LANGUAGES:
        if lang == "en":
            continue
        catalog = renewed(lang)
        path = po_path(lang)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po_text(catalog))
        path.with_suffix(".mo").write_bytes(mo_bytes(catalog))
        missing = [message for message in catalog if message.id and not translated(message.string)]
        print(f"{lang}: {len(catalog)} texts, {len(missing)} untranslated")
        for message in missing:
            print(f"  {message.context or '-'}: {message.id}")


def translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    """Whether all forms of a translation are there."""
    return all(string) if isinstance(string, tuple | list) else bool(string)


if __name__ == "__main__":
    main()
