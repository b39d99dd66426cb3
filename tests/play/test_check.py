"""A situation file is a doctest: what comes out otherwise than it says is told, what it says rightly is not."""

import json
from pathlib import Path
from typing import Any

import pytest

from movetray.play.check import FileResult, check_file, check_files
from movetray.rulesets import load_rules

HEAD = """\
movetray: 1
title: Two and a wall
rules: mordheim
state: {round: 1, active: red, step: remaining}
terrain:
  - {id: house, kind: block, shape: [[30, 30], [36, 30], [36, 36], [30, 36]], height: 9}
units:
  - id: red-band
    side: red
    stats: {M: 4, I: 3, W: 1}
    base: 25mm
    models: [{id: a, at: [10, 10]}, {id: b, at: [20, 10]}]
  - {id: blue-band, side: blue, stats: {M: 4, I: 3}, base: 25mm, models: [{id: e, at: [44, 44]}]}
steps:
"""
FIRST = HEAD.count("\n") + 1
"""The line of the first step."""


def played(tmp_path: Path, *steps: str) -> FileResult:
    path = tmp_path / "here.table.yaml"
    path.write_text(HEAD + "".join(f"  - {step}\n" for step in steps), "utf-8")
    return check_file(path)


WALK = "do: move, model: a, path: [[10, 13]]"
FAR = "do: move, model: a, path: [[10, 31]]"
RIGHT = [
    f"{{{WALK}, expect: {{legal: true, outcome: done, spent: 3, rolled: 0, at: {{a: [10, 13, 0], b: [20, 10]}}}}}}",
    f"{{{WALK}, expect: {{spent: 3.009, at: {{a: [10.019, 12.981, 0]}}}}}}",
    f"{{{WALK}, expect: {{not-status: {{a: [hidden, ran], red-band: [ran]}}, wounds: {{a: 1}}}}}}",
    f"{{{FAR}, expect: {{legal: false, rule: mordheim.move.distance, at: {{a: [10, 10, 0]}}}}}}",
    f"{{{FAR}, expect: {{rule: [mordheim.move.distance], only: mordheim.move.distance, rolled: 0}}}}",
    "{do: run, model: a, path: [[10, 17.5]], dice: [], expect: {status: {a: [ran]}}}",
    "{do: suffer, model: a, status: [stunned], expect: {status: {a: [stunned]}}}",
    "{ask: distance, from: a, to: b, expect: {inches: 9.0158}}",
    "{ask: distance, from: a, to: b, expect: {inches: 9.1, tol: 0.1}}",
    "{ask: sees, model: a, target: b, expect: {visible: true}}",
    f"{{ask: odds, of: {{{WALK}}}, expect: {{success: 1, outcomes: {{done: 1, failed: 0}}}}}}",
    "{ask: options, model: a, expect: {includes: [move, run], excludes: [charge]}}",
    "{ask: reach, model: a, expect: {contains: [[10, 13.9], [12, 12]], excludes: [[10, 14.1]], area: 50.2655}}",
    "{ask: route, model: a, to: [10, 13], expect: {length: 3, cost: 3, tests: [], success: 1, path: [[10, 13]]}}",
]


@pytest.mark.parametrize("step", RIGHT)
def test_what_is_expected_rightly_passes(tmp_path: Path, step: str) -> None:
    result = played(tmp_path, step)
    assert result.passed, [str(entry) for entry in result.failed] or str(result.error)


WRONG = [
    (f"{{{WALK}, expect: {{legal: false}}}}", "legal", False, True),
    (f"{{{FAR}, expect: {{legal: asks}}}}", "legal", "asks", False),
    (f"{{{WALK}, expect: {{rule: [table.edge]}}}}", "rule", ["table.edge"], None),
    (f"{{{FAR}, expect: {{only: [table.edge]}}}}", "only", ["table.edge"], ["mordheim.move.distance"]),
    (f"{{{FAR}, expect: {{only: []}}}}", "only", [], ["mordheim.move.distance"]),
    (f"{{{WALK}, expect: {{outcome: failed}}}}", "outcome", "failed", "done"),
    (f"{{{FAR}, expect: {{outcome: done}}}}", "outcome", "done", None),
    (f"{{{WALK}, expect: {{spent: 3.02}}}}", "spent", 3.02, 3.0),
    (f"{{{FAR}, expect: {{spent: 0}}}}", "spent", 0.0, None),
    (f"{{{WALK}, expect: {{at: {{a: [10, 13.03, 0]}}}}}}", "at", {"a": [10.0, 13.03, 0.0]}, [10.0, 13.0, 0.0]),
    (f"{{{WALK}, expect: {{at: {{a: [10, 13, 2]}}}}}}", "at", {"a": [10.0, 13.0, 2.0]}, [10.0, 13.0, 0.0]),
    (f"{{{WALK}, expect: {{status: {{a: [ran]}}}}}}", "status", {"a": ["ran"]}, None),
    (f"{{{WALK}, expect: {{wounds: {{a: 0}}}}}}", "wounds", {"a": 0}, 1),
    (f"{{{WALK}, expect: {{rolled: 1}}}}", "rolled", 1, 0),
    (f"{{{WALK}, expect: {{pending: {{side: blue}}}}}}", "pending", {"side": "blue"}, None),
    ("{do: run, model: a, path: [[10, 17]], expect: {not-status: {a: [ran]}}}", "not-status", {"a": ["ran"]}, None),
    ("{ask: distance, from: a, to: b, expect: {inches: 9.1}}", "inches", 9.1, None),
    ("{ask: sees, model: a, target: b, expect: {visible: false}}", "visible", False, True),
    (f"{{ask: odds, of: {{{WALK}}}, expect: {{success: 35/36}}}}", "success", "35/36", None),
    (f"{{ask: odds, of: {{{WALK}}}, expect: {{outcomes: {{failed: 1}}}}}}", "outcomes", {"failed": 1}, None),
    ("{ask: options, model: a, expect: {includes: [charge]}}", "includes", ["charge"], None),
    ("{ask: options, model: a, expect: {excludes: [move]}}", "excludes", ["move"], None),
    (
        "{ask: options, model: a, expect: {excludes: {charge: table.edge}}}",
        "excludes",
        {"charge": ["table.edge"]},
        None,
    ),
    ("{ask: reach, model: a, expect: {contains: [[10, 14.1]]}}", "contains", [[10.0, 14.1]], None),
    ("{ask: reach, model: a, expect: {excludes: [[10, 13.9]]}}", "excludes", [[10.0, 13.9]], None),
    ("{ask: reach, model: a, expect: {area: 50.32}}", "area", 50.32, None),
    ("{ask: route, model: a, to: [10, 13], expect: {path: [[10, 12], [10, 13]]}}", "path", [[10, 12], [10, 13]], None),
    ("{ask: route, model: a, to: [10, 13], expect: {tests: [a.test]}}", "tests", ["a.test"], None),
]


@pytest.mark.parametrize(("step", "key", "expected", "got"), WRONG)
def test_what_comes_out_otherwise_is_told_with_its_key(
    tmp_path: Path, step: str, key: str, expected: Any, got: Any
) -> None:
    result = played(tmp_path, step)
    assert result.error is None
    assert [(entry.key, entry.expected) for entry in result.failed] == [(key, expected)]
    (entry,) = result.failed
    assert (entry.step, entry.line) == (1, FIRST)
    assert got is None or entry.got == got
    assert str(entry).startswith(f"{tmp_path / 'here.table.yaml'}:{FIRST}: step 1: {key}: expected ")


def test_every_disagreement_of_every_step_is_told(tmp_path: Path) -> None:
    wrong = f"{{{WALK}, expect: {{legal: false, spent: 9}}}}"
    result = played(
        tmp_path, wrong, "{do: move, model: b, path: [[20, 12]]}", "{do: run, model: b, expect: {legal: true}}"
    )
    assert [(entry.step, entry.key) for entry in result.failed] == [(1, "legal"), (1, "spent"), (3, "legal")]


def test_a_refused_command_changes_nothing(tmp_path: Path) -> None:
    assert played(tmp_path, f"{{{FAR}}}", f"{{{WALK}, expect: {{legal: true, spent: 3}}}}").passed


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (f"{{{WALK}, dice: [4]}}", "dice rolled: 0, listed: 1"),
        (f"{{{FAR}, dice: [4, 2]}}", "dice rolled: 0, listed: 2"),
    ],
)
def test_dice_that_are_not_rolled_are_an_error_of_the_file(tmp_path: Path, step: str, why: str) -> None:
    result = played(tmp_path, "{do: move, model: b, path: [[20, 12]]}", step)
    assert result.error is not None and not result.passed
    assert str(result.error) == f"{tmp_path / 'here.table.yaml'}:{FIRST + 1}: dice: step 2: {why}"


def test_dice_that_are_not_listed_are_an_error_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "flee.table.yaml"
    text = HEAD.replace("step: remaining", "step: compulsory").replace(
        "at: [10, 10]", "at: [10, 10], status: [fleeing]"
    )
    path.write_text(text + "  - do: flee\n    model: a\n    dice: [3]\n", "utf-8")
    error = check_file(path).error
    assert error is not None
    assert (error.line, error.key) == (FIRST + 2, "dice")
    assert "step 1: more dice are rolled than the 1 listed" in error.message


def test_the_report_counts_files_and_its_exit_code_says_the_worst(tmp_path: Path) -> None:
    good, other, broken = (tmp_path / f"{name}.table.yaml" for name in ("good", "other", "broken"))
    good.write_text(HEAD + f"  - {{{WALK}, expect: {{legal: true}}}}\n", "utf-8")
    other.write_text(HEAD + f"  - {{{WALK}, expect: {{spent: 4}}}}\n", "utf-8")
    broken.write_text("movetray: 1\n", "utf-8")
    assert [check_files(paths).exit_code for paths in ([good], [good, other], [good, other, broken])] == [0, 1, 2]
    said = json.loads(json.dumps(check_files([good, other, broken]).to_json()))
    assert (said["files"], said["passed"]) == (3, 1)
    wrong, unread = said["failed"]
    assert wrong == {
        "file": str(other),
        "step": 1,
        "expected": {"spent": 4.0},
        "got": {"spent": 3.0},
        "why": "another part of the allowance",
    }
    assert (unread["file"], unread["step"]) == (str(broken), None)
    assert "rules: is missing" in unread["why"]


def test_a_house_rule_may_be_checked_instead(tmp_path: Path) -> None:
    path = tmp_path / "here.table.yaml"
    path.write_text(HEAD + f"  - {{{FAR}, expect: {{legal: false}}}}\n", "utf-8")
    assert check_file(path).passed
    assert not check_file(path, load_rules("mordheim").without("mordheim.move.distance")).passed
