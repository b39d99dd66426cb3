"""House rules and rule sets of other packages: played by, recorded, and a mistake in them is one line."""

import json
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from typer.testing import CliRunner

from movetray import rulesets
from movetray.cli import app, main
from movetray.engine.fingerprint import fingerprint
from movetray.play.house import HouseFault, read_house
from movetray.rulesets import RuleSetFault, adopting, installed, load_rules, published

TABLE = """\
movetray: 1
rules: wh40k3
units:
  - {id: rats, side: red, stats: {M: 6}, base: 25mm, models: [{id: ada, at: [8, 10]}]}
  - {id: guards, side: blue, stats: {M: 5}, base: 25mm, models: [{id: otto, at: [12, 11.5]}]}
steps:
  - {do: move, model: ada, path: [[12, 10]], expect: {legal: true}}
"""
HOUSE = 'from movetray import load_rules\nRULES = load_rules("wh40k3").without("wh40k3.enemy.one-inch")\n'
FAILS = """\
from movetray import load_rules


def at_odds(attempt):
    yield 1 / 0


RULES = load_rules("wh40k3").amended("wh40k3.enemy.one-inch", check=at_odds)
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "walk.table.yaml").write_text(TABLE, "utf-8")
    (tmp_path / "house.py").write_text(HOUSE, "utf-8")
    (tmp_path / "fails.py").write_text(FAILS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return "walk.table.yaml"


def run(*words: str, code: int = 0) -> str:
    found = CliRunner().invoke(app, words, env={"MOVETRAY_LANG": "en", "COLUMNS": "200"}, catch_exceptions=False)
    assert found.exit_code == code, found.output
    return found.output


def complaint(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """The one line that a command leaves which cannot be done."""
    monkeypatch.setattr(sys, "argv", ["movetray", *words])
    monkeypatch.setenv("MOVETRAY_LANG", "en")
    capsys.readouterr()
    with pytest.raises(SystemExit) as stopped:
        main()
    out, err = capsys.readouterr()
    assert (stopped.value.code, out, err.count("\n")) == (2, "", 1)
    return err.strip()


@pytest.mark.parametrize("words", [("--house", "house.py", "check"), ("check", "--house", "house.py")])
def test_house_rules_are_played_by_before_and_after_the_command(table: str, words: tuple[str, ...]) -> None:
    assert "1 of 1" in run(*words, table)
    assert "wh40k3.enemy.one-inch" in run("check", table, code=1)


def test_every_command_that_judges_knows_house_rules(table: str) -> None:
    for words in (("judge", table), ("ask", table, "distance from=ada to=otto"), ("draw", table, "-o", "a.svg"),
                  ("compare", table), ("play", table, "-o", "a.html"), ("rules", "wh40k3")):  # fmt: skip
        run(*words, "--house", "house.py")
    assert "wh40k3.enemy.one-inch" not in run("rules", "wh40k3", "--house", "house.py")


def test_a_second_file_builds_on_the_first(table: str) -> None:
    Path("more.py").write_text(HOUSE.replace("enemy.one-inch", "move.infantry"), "utf-8")
    told = json.loads(run("--house", "house.py", "--house", "more.py", "compare", table, "--rules", "wh40k3", "--json"))
    plain, house = told["steps"][0]["sets"]
    assert (plain["ruling"], house["ruling"], house["house"]) == ("illegal", "legal", "house.py+more.py")
    assert house["reasons"] == []


def test_house_rules_end_with_the_command(table: str) -> None:
    run("check", table, "--house", "house.py")
    assert load_rules("wh40k3") is published("wh40k3")


def test_a_record_says_by_which_house_rules_it_was_played(table: str) -> None:
    run("judge", table, "--house", "house.py", "--record", "m.jsonl")
    header = json.loads(Path("m.jsonl").read_text("utf-8").splitlines()[0])
    (house,) = read_house("house.py")
    assert header["fingerprint"] == fingerprint(house) != fingerprint(published("wh40k3"))
    assert header["house"]["file"] == "house.py"
    assert header["house"]["without"] == ["wh40k3.enemy.one-inch"]
    assert "recorded under other rules" not in run("verify", "m.jsonl", "--house", "house.py")
    told = run("verify", "m.jsonl", code=1)
    assert "recorded under other rules than it is judged by: then house rules house.py" in told
    assert "without: wh40k3.enemy.one-inch; now those of the rule set" in told


def test_a_record_of_the_book_s_rules_judged_by_house_rules_says_so(table: str) -> None:
    run("judge", table, "--record", "m.jsonl")
    assert "house" not in json.loads(Path("m.jsonl").read_text("utf-8").splitlines()[0])
    told = run("verify", "m.jsonl", "--house", "house.py")
    assert "then those of the rule set, no house rules; now house rules house.py" in told


def test_another_check_in_a_clause_is_another_fingerprint() -> None:
    from movetray.checks.distance import Within

    rules = load_rules("wh40k3")
    name = "wh40k3.move.infantry"
    amended = rules.amended(name, check=Within(lambda *_: 7.0))
    assert fingerprint(amended) != fingerprint(rules)
    assert fingerprint(rules.amended(name, check=rules.clauses[name].check)) == fingerprint(rules)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("RULES = (", "bad.py:1: '(' was never closed"),
        ("x = 1", "bad.py: there is no RULES in it"),
        ("RULES = 7", "bad.py: RULES is to be a rule set or a list of them, not a int"),
        ("RULES = []", "bad.py: RULES is empty"),
        ("import movetray_of_nobody", "bad.py:1: ModuleNotFoundError: No module named 'movetray_of_nobody'"),
        ("\nraise SystemExit(3)", "bad.py:2: SystemExit: 3"),
        (
            "from movetray import load_rules\nRULES = load_rules('wh40k3').without('wh40k3.two')",
            "bad.py:2: KeyError: no 'wh40k3.two'",
        ),
        (
            "from movetray import load_rules\nRULES = [load_rules('wh40k3')] * 2",
            "bad.py: RULES has more than one `wh40k3`",
        ),
    ],
)
def test_a_file_without_house_rules_is_one_line(
    table: str, text: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("bad.py").write_text(text, "utf-8")
    assert complaint(capsys, monkeypatch, "judge", table, "--house", "bad.py") == said


def test_a_house_rule_that_fails_while_it_judges_is_one_line_that_names_it(
    table: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = complaint(capsys, monkeypatch, "--house", "fails.py", "judge", table)
    assert said == "fails.py:5: ZeroDivisionError: division by zero"


def test_files_that_are_not_there_or_no_python_are_one_line(
    table: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert complaint(capsys, monkeypatch, "check", table, "--house", "no.py") == "no.py: No such file or directory"
    told = complaint(capsys, monkeypatch, "check", table, "--house", table)
    assert told == "walk.table.yaml: house rules are a Python file, its name ends in .py"


# --- other packages


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    monkeypatch.undo()
    rulesets._points.cache_clear()
    published.cache_clear()


def announce(patch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    found = [EntryPoint(name, value, rulesets.GROUP) for name, value in points]
    patch.setattr(rulesets, "entry_points", lambda **_: found)
    rulesets._points.cache_clear()
    published.cache_clear()


def test_a_rule_set_of_another_package_is_found(announced: pytest.MonkeyPatch, tmp_path: Path) -> None:
    announced.syspath_prepend(str(tmp_path))
    text = """\
from dataclasses import replace

from movetray.rulesets import published

RULES = replace(published("wh40k3"), id="skirmish")
"""
    (tmp_path / "skirmish_rules.py").write_text(text, "utf-8")
    announce(announced, ("skirmish", "skirmish_rules:RULES"), ("wh40k3", "movetray.rulesets.wh40k3:WH40K3"))
    assert installed() == ("skirmish", "wh40k3")
    assert load_rules("skirmish").id == "skirmish"
    assert "skirmish" in run("rules")


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([("x", "movetray_of_nobody:X")], "`x` (movetray_of_nobody:X) cannot be loaded: ModuleNotFoundError"),
        ([("x", "movetray.units:TOLERANCE")], "is no rule set but a float"),
        ([("x", "movetray.rulesets.wh40k3:WH40K3")], "calls itself `wh40k3`"),
        ([("x", "a:X"), ("x", "b:X")], "announced more than once: a:X, b:X"),
    ],
)
def test_a_package_that_announces_what_it_does_not_have_is_named(
    announced: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    points: list[tuple[str, str]],
    said: str,
) -> None:
    announce(announced, *points)
    with pytest.raises(RuleSetFault):
        load_rules("x")
    assert said in complaint(capsys, announced, "rules")


def test_adopted_rule_sets_are_there_while_it_lasts() -> None:
    house = load_rules("wh40k3").without("wh40k3.enemy.one-inch")
    with adopting(house):
        assert load_rules("wh40k3") is house
        assert published("wh40k3") is not house
    assert load_rules("wh40k3") is not house


def test_house_rules_keep_the_name_of_their_file(tmp_path: Path) -> None:
    path = tmp_path / "ours.py"
    path.write_text(HOUSE, "utf-8")
    assert read_house(path)[0].house.startswith("ours.py ")
    with pytest.raises(HouseFault, match="there is no RULES"):
        path.write_text("", "utf-8")
        read_house(path)
