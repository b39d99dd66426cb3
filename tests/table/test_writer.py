"""What is written reads back to the same, in YAML and in JSON."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from situations import situations

from movetray.form.emit import flow
from movetray.form.markup import parse
from movetray.table.reader import read_mapping, read_situation, read_text
from movetray.table.situation import Situation
from movetray.table.writer import bare, json_text, situation_json, table_json, write_situation, yaml_text

EVERYTHING = Path(__file__).with_name("everything.table.yaml")


def said(found: Situation) -> Any:
    """A situation as something to compare: boards are compared by what is on them."""
    board = found.table.board
    return bare(replace(found, table=replace(found.table, board=None))), (  # type: ignore[arg-type]
        board.width,
        board.depth,
        board.terrain,
        board.edges,
    )


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(situations())
def test_a_situation_reads_back_from_both_texts(found: Situation) -> None:
    assert said(read_text(yaml_text(found), "y")) == said(found)
    assert said(read_text(json_text(found), "j", as_json=True)) == said(found)
    assert said(read_mapping(situation_json(found), "m")) == said(found)


def test_a_file_that_says_everything_reads_back(tmp_path: Path) -> None:
    found = read_situation(EVERYTHING)
    for name in ("again.table.yaml", "again.table.json"):
        write_situation(found, tmp_path / name)
        assert said(read_situation(tmp_path / name)) == said(found)


def test_what_is_written_is_written_the_same_again() -> None:
    found = read_situation(EVERYTHING)
    once = yaml_text(found)
    assert yaml_text(read_text(once, "again")) == once
    assert json.loads(json_text(found)) == situation_json(found)
    assert situation_json(found)["units"] == table_json(found.table)["units"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("mordheim", "mordheim"),
        ("25mm", "25mm"),
        ("4/9", "4/9"),
        ("stand-up", "stand-up"),
        ("a b", "a b"),
        ("on", "on"),
        ("true", '"true"'),
        ("12", '"12"'),
        ("1e3", '"1e3"'),
        ("", '""'),
        ("a: b", '"a: b"'),
        (" a", '" a"'),
        ('say "no"', '"say \\"no\\""'),
        ("tab\tbell\x07", '"tab\\u0009bell\\u0007"'),
        ([1, 2.5, None, True], "[1, 2.5, null, true]"),
        ([float("inf"), float("-inf")], "[.inf, -.inf]"),
        ({"a": [], "b c": {}}, "{a: [], b c: {}}"),
    ],
)
def test_texts_are_quoted_only_where_they_must_be(value: Any, text: str) -> None:
    assert flow(value) == text
    assert parse(f"x: {text}\n", "here").value["x"].plain() == value
