"""`compare`: one move under several rule sets, what each says and what it would have to know."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from movetray.cli import app, main
from movetray.engine.attempt import Attempt
from movetray.engine.verdict import Finding
from movetray.rulesets import adopting, installed, load_rules

# The edges of the bases pass 1.8 − 0.984252 = 0.82" from each other and are 2.07" apart at the end.
TABLE = """\
movetray: 1
rules: wh40k3
units:
  - {id: rats, side: red, stats: %s, base: 25mm, models: [{id: ada, at: [8, 10]}]}
  - {id: guards, side: blue, stats: {M: 5}, base: 25mm, models: [{id: otto, at: [11, 11.8]}]}
steps:
  - {do: end-step}
  - {do: end-step}
  - {do: move, model: ada, path: [[13.5, 10]]}
"""


@pytest.fixture
def table(tmp_path: Path) -> str:
    return written(tmp_path, "{M: 6}")


def written(folder: Path, stats: str) -> str:
    path = folder / "walk.table.yaml"
    path.write_text(TABLE.replace("%s", stats).replace("  - {do: end-step}\n", ""), "utf-8")
    return str(path)


def run(*words: str) -> str:
    found = CliRunner().invoke(app, words, env={"MOVETRAY_LANG": "en", "COLUMNS": "200"}, catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.output


def said(*words: str) -> dict[str, dict[str, Any]]:
    """What each set says of the first move."""
    return {one["rules"]: one for one in json.loads(run("compare", *words, "--json"))["steps"][0]["sets"]}


def test_every_installed_set_has_its_say(table: str) -> None:
    assert tuple(said(table)) == installed()


def test_sets_disagree_and_say_why(table: str) -> None:
    told = run("compare", table, "--rules", "wh40k3,wh40k9")
    assert told.splitlines()[-1].startswith("legal in wh40k3; illegal in wh40k9: “ada” ")
    assert '0.82"' in told.splitlines()[-1]
    assert "[wh40k9." in told
    found = said(table, "--rules", "wh40k9,wh40k3")
    assert tuple(found) == ("wh40k9", "wh40k3")
    assert [one["ruling"] for one in found.values()] == ["illegal", "legal"]
    assert found["wh40k9"]["reasons"][0]["sentence"]
    assert found["wh40k3"]["spent"] == 5.5


def test_a_stat_that_a_set_needs_and_does_not_find_is_named(tmp_path: Path) -> None:
    table = written(tmp_path, "{Ld: 7}")
    found = said(table)
    assert found["wh40k3"]["ruling"] == "legal"  # infantry moves 6" there, whatever its profile
    assert found["mordheim"]["ruling"] is None
    assert [(one["stat"], one["of"]) for one in found["mordheim"]["lacks"]] == [("M", "rats")]
    assert "not judged in" in run("compare", table)


def test_a_set_whose_moves_are_those_of_whole_units_says_so(table: str) -> None:
    """Whatever its verb needs: one model's path is not what a block does."""
    found = said(table)
    assert found["whfb8"]["ruling"] is None
    assert [one["field"] for one in found["whfb8"]["lacks"]] == ["unit", "steps"]


def test_a_status_that_a_set_does_not_know_is_named(tmp_path: Path) -> None:
    path = tmp_path / "down.table.yaml"
    text = TABLE.replace("%s", "{M: 6}").replace("  - {do: end-step}\n", "").replace("wh40k3", "mordheim")
    path.write_text(text.replace("at: [8, 10]", "at: [8, 10], status: hidden"), "utf-8")
    assert said(str(path))["wh40k3"]["lacks"][0]["status"] == "hidden"
    assert said(str(path))["mordheim"]["lacks"] == []


def test_it_is_told_in_russian(table: str) -> None:
    told = run("compare", table, "--rules", "wh40k3,wh40k9", "--lang", "ru")
    assert "можно по wh40k3; нельзя по wh40k9: «ada»" in told


def test_the_rulings_are_those_of_the_sets_themselves(table: str) -> None:
    """A set that refuses whatever is said does so in the comparison too: nothing is hard-wired."""

    def never(_attempt: Attempt) -> Any:
        yield Finding(model="ada")

    name = next(name for name in load_rules("mordheim").clauses if not name.startswith("table."))
    with adopting(load_rules("mordheim").amended(name, check=never, verbs=frozenset(), stage="move")):
        assert said(table)["mordheim"]["ruling"] == "illegal"
    assert said(table)["mordheim"]["ruling"] == "legal"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--rules", "chess"), "no rule set chess is installed; there are "),
        (("--rules", ""), "no rule set  is installed"),
        (("--step", "9"), "has 1 steps, there is no step 9"),
        (("--step", "0"), "has no step “move” to compare"),
    ],
)
def test_what_cannot_be_compared_is_one_line(
    table: str,
    words: tuple[str, ...],
    line: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.argv", ["movetray", "compare", table, *words])
    monkeypatch.setenv("MOVETRAY_LANG", "en")
    with pytest.raises(SystemExit) as stopped:
        main()
    out, err = capsys.readouterr()
    assert (stopped.value.code, out, err.count("\n")) == (2, "", 1)
    assert " ".join(line.split()) in err


def test_a_move_without_a_path_is_put_to_every_set(tmp_path: Path) -> None:
    """A key that only some verbs use is looked for where it is said."""
    block = "block: {models: 10, files: 5, front: [20, 20], facing: 0}"
    unit = f"{{id: a, side: red, stats: {{M: 4, Ld: 7}}, base: 25x25mm, {block}}}"
    text = (
        "movetray: 1\ntitle: ahead\nrules: whfb8\nstate: {round: 1, active: red, step: remaining}\n"
        f"units:\n  - {unit}\nsteps:\n  - {{do: move, unit: a, steps: [{{forward: 2}}]}}\n"
    )
    path = tmp_path / "ahead.table.yaml"
    path.write_text(text, "utf-8")
    found = said(str(path))
    assert found["whfb8"]["ruling"] == "legal"
    assert {name for name, one in found.items() if one["ruling"] is None} >= {"mordheim", "wh40k3", "wh40k9"}
