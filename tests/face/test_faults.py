"""What is wrong with a file, told in Russian too: the same place, key and names, no word left in English."""

import re
from pathlib import Path

import pytest

from movetray import rulesets
from movetray.cli.faults import line_of
from movetray.form.node import FormError, SituationError
from movetray.table.questions import read_question
from movetray.table.reader import read_situation

ROOT = Path(__file__).resolve().parents[2]
BAD = sorted((ROOT / "tests" / "cases" / "bad").glob("*.table.*"))
ENGLISH = re.compile(
    r"(?<![\w-])(is|are|not|no|the|an?|of|wanted|missing|like|perhaps|known|or|and|by|here|list)(?![\w-])"
)
QUOTED = re.compile(r"`[^`]*`|\[[^\]]*\]|\{[^}]*\}")


def fault(path: Path) -> SituationError | None:
    try:
        read_situation(path, rulesets)
    except SituationError as error:
        return error
    return None  # its fault shows when it is played


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.name.partition(".")[0])
def test_a_fault_reads_in_russian(path: Path) -> None:
    error = fault(path)
    if error is None or "{why}" in error.complaint.says:  # what the YAML reader or a rule set says stays as it is
        return
    russian = line_of(error, "ru")
    assert russian.startswith(f"{error.file}:{error.line}: ")
    message = russian.removeprefix(f"{error.file}:{error.line}: ").removeprefix(f"{error.key}: ")
    assert re.search("[а-яё]", message)
    assert not ENGLISH.search(QUOTED.sub("", message)), message
    assert sorted(set(re.findall("`[^`]*`", str(error)))) == sorted(set(re.findall("`[^`]*`", russian)))


def test_english_is_what_the_reader_says() -> None:
    error = fault(next(path for path in BAD if fault(path)))
    assert error is not None
    assert line_of(error, "en") == str(error)


def test_a_question_of_no_form_reads_in_russian() -> None:
    with pytest.raises(FormError) as raised:
        read_question({"ask": "distance", "from": "a"})
    assert line_of(raised.value, "ru") == "to: не сказано; нужно: `to`"
