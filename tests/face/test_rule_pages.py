"""The pages of the rule sets are those that the code and the cases make."""

import xml.etree.ElementTree as ET

import pytest

from movetray.rulesets import installed, load_rules
from tools.pages import PAGES, PICTURES, files


def test_the_committed_pages_and_pictures_are_current() -> None:
    made = files()
    stale = [path.name for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
    assert not stale, "make docs"
    assert set(PICTURES.glob("*.svg")) == {path for path in made if path.suffix == ".svg"}, "make docs"


@pytest.mark.parametrize("name", installed())
def test_a_page_names_every_clause_and_every_option(name: str) -> None:
    rules = load_rules(name)
    for page in (PAGES / f"{name}.md", PAGES / f"{name}.ru.md"):
        text = page.read_text("utf-8")
        assert all(f"`{clause}`" in text for clause in rules.clauses)
        assert all(f"`{option}`" in text for option in rules.options)


def test_pictures_are_sound() -> None:
    for path in PICTURES.glob("*.svg"):
        assert ET.parse(path).getroot().tag.endswith("svg")
