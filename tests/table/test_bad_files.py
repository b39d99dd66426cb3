"""A file that cannot be used gives one error, with the line, the key, what is wrong and what is wanted.

Each file of tests/cases/bad says so in its first line (JSON files in a `.says` beside them).
"""

import re
from pathlib import Path

import pytest
from small_rules import Shelf

from movetray.form.node import SituationError
from movetray.table.reader import read_mapping, read_situation, read_text

BAD = Path(__file__).resolve().parent.parent / "cases" / "bad"
FILES = sorted(BAD.glob("*.table.*"))


def first_line(path: Path) -> str:
    said = path if path.suffix == ".yaml" else path.with_name(path.name.replace(".table.json", ".says"))
    return said.read_text("utf-8").splitlines()[0]


def test_there_are_bad_files_of_both_kinds() -> None:
    assert {path.suffix for path in FILES} == {".yaml", ".json"}
    assert len(FILES) > 90


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_a_bad_file_is_refused_as_its_first_line_says(path: Path) -> None:
    says = re.fullmatch(
        r"(?:# )?must fail: line (?P<line>\d+)"
        r"(?:, (?P<who>(?!key)\w+ (?:`[^`]+`|\d+)))?(?:, key `(?P<key>[^`]+)`)?: (?P<why>.+)",
        first_line(path),
    )
    assert says, first_line(path)
    with pytest.raises(SituationError) as raised:
        read_situation(path, Shelf())
    error = raised.value
    assert (error.line, error.key) == (int(says["line"]), says["key"] or "")
    assert error.message.startswith(f"{says['who']}: " if says["who"] else "")
    assert says["why"] in str(error)
    assert str(error).startswith(f"{path}:{error.line}: ")
    assert "\n" not in str(error)


def wrong(text: str) -> str:
    with pytest.raises(SituationError) as raised:
        read_text(text, "here.table.yaml", Shelf())
    return str(raised.value)


GOOD = """\
movetray: 1
rules: mordheim
units:
  - {id: watch, side: red, base: 25mm, models: [{id: w, at: [9, 7]}]}
"""


def test_what_is_wrong_in_form_comes_before_the_rule_set_is_looked_up() -> None:
    text = GOOD.replace("mordheim", "chess").replace("[9, 7]", "[9, seven]")
    assert wrong(text).startswith("here.table.yaml:4: at: model `w`: `seven` is not a number")


def test_a_key_that_is_missing_because_it_is_misspelt_is_one_fault() -> None:
    assert wrong(GOOD.replace("side: red", "sied: red")) == (
        "here.table.yaml:4: sied: unit `watch`: this key is not known (perhaps `side`)"
    )


def test_a_rule_set_that_is_not_installed_is_named_with_what_is() -> None:
    assert wrong(GOOD.replace("mordheim", "chess")) == (
        "here.table.yaml:2: rules: no rule set `chess` is installed, wanted is one of mordheim"
    )
    assert wrong(GOOD.replace("mordheim", "mordhiem")).endswith("is installed (perhaps `mordheim`)")


def test_a_file_that_is_not_there_is_one_line_too(tmp_path: Path) -> None:
    with pytest.raises(SituationError, match=r"missing\.table\.yaml: cannot be read: No such file"):
        read_situation(tmp_path / "missing.table.yaml")
    with pytest.raises(SituationError, match="cannot be read"):
        read_situation(tmp_path)


def test_bytes_that_are_no_text_are_named_by_their_line() -> None:
    with pytest.raises(SituationError) as raised:
        read_text(GOOD.encode() + b"title: \xff\xfe\xfd\n", "here")
    assert (raised.value.line, raised.value.message) == (5, "these bytes are not text, UTF-8 is wanted")


def test_control_characters_of_a_file_never_reach_the_terminal() -> None:
    said = wrong(GOOD.replace("watch", '"wa\\e[31mtch"'))
    assert said.isprintable()
    assert "cannot be a name" in said


def test_aliases_that_multiply_without_end_are_refused() -> None:
    levels = "\n".join(f"  - &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 12))
    assert "the file holds too many values" in wrong(f"movetray: 1\nx:\n  - &l0 [a]\n{levels}\n")


def test_nesting_without_end_is_refused() -> None:
    assert "nested too deeply" in wrong("x: " + "[" * 5000 + "]" * 5000)
    with pytest.raises(SituationError, match="nested too deeply"):
        read_text("[" * 5000 + "]" * 5000, "deep.json", as_json=True)


def test_a_match_header_that_is_wrong_has_no_line() -> None:
    with pytest.raises(SituationError) as raised:
        read_mapping({"movetray": 1, "rules": "mordheim", "units": [{"id": "watch"}]}, "match.jsonl")
    assert str(raised.value).startswith("match.jsonl: side: unit `watch`: is missing")


@pytest.mark.parametrize(
    ("shelf", "why"),
    [(Shelf(), "passes"), (None, "passes")],
)
def test_the_good_file_that_these_are_made_of_is_read(shelf: Shelf | None, why: str) -> None:
    assert read_text(GOOD, "here", shelf).rules == "mordheim", why
