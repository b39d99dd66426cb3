"""The catalogues: current, whole, and of the same substance in both languages."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message

from movetray.rulesets import installed, load_rules
from movetray.words import catalogue, forms, placeholders, variants
from tools.words import mo_bytes, po_path, po_text, renewed, translated

CYRILLIC = re.compile(r"[а-яё]", re.I)
LATIN_WORD = re.compile(r"(?<![\d])[a-z]{2,}", re.I)
"""Two letters or more; the dice that every reader knows, D6 and 2D6, are none."""


def messages() -> list[Message]:
    return [message for message in renewed("ru") if message.id]


def clauses() -> Iterator[tuple[str, str, str]]:
    """Clause, English, Russian: what every clause says, and each of its messages that does not count."""
    for name in installed():
        for clause in load_rules(name).clauses.values():
            for text in (clause.says, *variants(clause, True), *variants(clause, False)):
                if len(forms(text)) == 1:
                    yield clause.id, text, catalogue("ru").pgettext(clause.id, text)


def counting() -> Iterator[tuple[str, tuple[str, ...]]]:
    for name in installed():
        for clause in load_rules(name).clauses.values():
            for text in (*variants(clause, True), *variants(clause, False)):
                if len(forms(text)) > 1:
                    yield clause.id, forms(text)


def test_the_catalogue_is_current() -> None:
    assert po_path("ru").read_bytes() == po_text(renewed("ru")), "make words"


def test_the_compiled_catalogue_is_current() -> None:
    assert po_path("ru").with_suffix(".mo").read_bytes() == mo_bytes(renewed("ru")), "make words"


def test_everything_is_translated() -> None:
    missing = [(message.context, message.id) for message in messages() if not translated(message.string)]
    assert not missing


def test_every_translation_has_the_placeholders_of_its_original() -> None:
    for message in messages():
        originals = [message.id] if isinstance(message.id, str) else list(message.id)
        translations = [message.string] if isinstance(message.string, str) else list(message.string or ())
        for text in translations:
            assert placeholders(text) - {"count"} == placeholders(originals[-1]) - {"count"}, message.id


@pytest.mark.parametrize(("clause", "english", "russian"), sorted(set(clauses())))
def test_a_clause_speaks_russian(clause: str, english: str, russian: str) -> None:
    assert russian != english
    spoken = re.sub(r"\{[^}]*\}", "", russian)
    assert CYRILLIC.search(spoken), clause
    assert not LATIN_WORD.search(spoken), clause
    assert placeholders(russian) == placeholders(english)


def test_where_a_count_stands_there_are_three_forms() -> None:
    found = sorted(set(counting()))
    assert found
    for clause, (one, many) in found:
        said = {catalogue("ru").npgettext(clause, one, many, count).format_map(_Echo(count)) for count in (1, 2, 5)}
        assert len(said) == 3, clause
        assert all(CYRILLIC.search(text) for text in said)


class _Echo(dict[str, str]):
    def __init__(self, count: int) -> None:
        super().__init__(count=str(count))

    def __missing__(self, key: str) -> str:
        return key


def test_every_message_names_facts_and_nothing_else() -> None:
    for clause, english, _ in clauses():
        assert english.count("{") == english.count("}"), clause
        assert "'" not in placeholders(english)
