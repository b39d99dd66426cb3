"""The command line: what it answers, in which language, and that a mistake is one line."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from movetray.cli import app, main

WALK = """\
movetray: 1
title: Two walks and a question
rules: mordheim
state: {round: 1, active: red, step: remaining}
terrain:
  - {id: fence, kind: wall, line: [[20, 4], [20, 16]], thickness: 0.25, height: 3}
units:
  - {id: crew, side: red, stats: {M: 4, I: 4, Ld: 7}, base: 25mm, models: [{id: mason, at: [10, 10]}]}
  - {id: watch, side: blue, stats: {M: 4, I: 3, Ld: 7}, base: 25mm, models: [{id: warder, at: [30, 30]}]}
steps:
  - {do: move, model: mason, path: [[14.2, 10]], expect: {legal: false, only: mordheim.move.distance}}
  - {do: move, model: mason, path: [[13, 10]], expect: {legal: true, spent: 3}}
  - {ask: distance, from: mason, to: warder, expect: {inches: 25.264}}
"""


@pytest.fixture
def walk(tmp_path: Path) -> str:
    path = tmp_path / "walk.table.yaml"
    path.write_text(WALK, "utf-8")
    return str(path)


def run(*words: str) -> str:
    """What a command prints that ends well."""
    found = CliRunner().invoke(app, words, env={"MOVETRAY_LANG": "en", "COLUMNS": "200"}, catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.output


Mistake = Callable[..., str]


@pytest.fixture
def mistake(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Mistake:
    """The one line that a wrong command leaves, its exit code being 2."""

    def run_wrong(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["movetray", *words])
        monkeypatch.setenv("MOVETRAY_LANG", "en")
        capsys.readouterr()
        with pytest.raises(SystemExit) as stopped:
            main()
        assert stopped.value.code == 2
        out, err = capsys.readouterr()
        assert not out
        assert err.count("\n") == 1
        return err

    return run_wrong


def test_judge_says_a_sentence_a_reason_with_its_numbers(walk: str) -> None:
    said = run("judge", walk)
    assert "step 1  move mason: ✗ illegal" in said
    assert '“mason” would walk 4.2"; it has 4". [mordheim.move.distance]' in said
    assert "step 2  move mason: ✓ legal" in said
    assert 'outcome: done; spent: 3"' in said


def test_judge_speaks_russian(walk: str) -> None:
    said = run("judge", walk, "--lang", "ru")
    assert "шаг 1  движение mason: ✗ нельзя" in said
    assert 'Путь «mason» - 4,2", а шагом можно 4".' in said


def test_the_language_may_stand_before_the_command(walk: str) -> None:
    assert "нельзя" in run("--lang", "ru", "judge", walk)


def test_judge_one_step(walk: str) -> None:
    said = run("judge", walk, "--step", "2")
    assert "step 2" in said
    assert "step 1" not in said


def test_judge_as_json_has_the_sentences_beside_the_facts(walk: str) -> None:
    (first, second) = json.loads(run("judge", walk, "--json"))["steps"]
    assert first["ruling"] == "illegal"
    assert first["reasons"][0]["facts"] == {"measured": 4.2, "allowed": 4}
    assert first["reasons"][0]["sentence"] == '“mason” would walk 4.2"; it has 4".'
    assert second["outcome"] == "done"


def test_ask_before_and_after_a_step(walk: str) -> None:
    assert "inches: 27.3" in run("ask", walk, "distance from=mason to=warder")
    assert "inches: 25.2" in run("ask", walk, "distance from=mason to=warder", "--step", "2")


def test_ask_takes_points_and_commands(walk: str) -> None:
    assert "length: 3" in run("ask", walk, "route model=mason to=[13,10] as=move")
    odds = json.loads(run("ask", walk, "odds of={do: move, model: mason, path: [[13, 10]]}", "--json"))
    assert odds["success"] in ("1", 1)


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        ("distance from=mason", "to: is missing"),
        ("distance mason warder", "key=value"),
        ("distanc from=mason to=warder", "distance"),
        ("route model=mason to=[13,", "[13,"),
    ],
)
def test_a_question_that_is_none(walk: str, question: str, complaint: str, mistake: Mistake) -> None:
    assert complaint in mistake("ask", walk, question)


def test_a_question_that_the_rules_refuse_is_answered_with_the_clause(walk: str) -> None:
    said = run("ask", walk, "distance from=nobody to=warder")
    assert "legal: no" in said
    assert "table.unknown: The command names things that exist" in said


def test_check_passes_what_is_as_expected(walk: str) -> None:
    assert run("check", walk) == "✓ 1 of 1 file is right\n"
    assert json.loads(run("check", walk, "--json")) == {"files": 1, "passed": 1, "failed": []}


def test_check_tells_every_disagreement(walk: str) -> None:
    Path(walk).write_text(WALK.replace("spent: 3}", "spent: 2}").replace("25.264", "25"), "utf-8")
    found = CliRunner().invoke(app, ["check", walk], env={"MOVETRAY_LANG": "en"})
    assert found.exit_code == 1
    assert "walk.table.yaml:12: step 2: spent: expected 2.0, got 3" in found.output
    assert "step 3: inches: expected 25.0, got 25.26" in found.output
    assert "✗ 0 of 1 file is right" in found.output
    report = json.loads(CliRunner().invoke(app, ["check", walk, "--json"]).output)
    assert [set(entry) for entry in report["failed"]] == [{"file", "step", "expected", "got", "why"}] * 2


def test_check_takes_folders_and_names_what_cannot_be_read(walk: str) -> None:
    folder = Path(walk).parent
    (folder / "deeper").mkdir()
    (folder / "deeper" / "broken.table.yaml").write_text("movetray: 2\n", "utf-8")
    (folder / "notes.yaml").write_text("none of ours", "utf-8")
    found = CliRunner().invoke(app, ["check", str(folder)], env={"MOVETRAY_LANG": "ru"})
    assert found.exit_code == 2
    assert "broken.table.yaml:1: " in found.stderr
    assert found.stdout == "✗ верно 1 из 2 файлов\n"
    report = json.loads(CliRunner().invoke(app, ["check", str(folder), "--json"]).stdout)
    assert (report["files"], report["passed"], report["failed"][0]["step"]) == (2, 1, None)


def test_draw_a_step_and_the_table(walk: str, tmp_path: Path) -> None:
    step, table, png = tmp_path / "step.svg", tmp_path / "table.svg", tmp_path / "step.png"
    run("draw", walk, "-o", str(step), "--step", "1")
    run("draw", walk, "-o", str(table), "--step", "0")
    run("draw", walk, "-o", str(png), "--step", "1", "--window", "0,0,20,20")
    assert "would walk 4.2" in step.read_text("utf-8")
    assert "would walk" not in table.read_text("utf-8")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_draw_speaks_russian(walk: str, tmp_path: Path) -> None:
    picture = tmp_path / "step.svg"
    run("draw", walk, "-o", str(picture), "--step", "1", "--lang", "ru")
    assert "нельзя" in picture.read_text("utf-8")


def test_rules_lists_every_clause_in_both_languages() -> None:
    listed = json.loads(run("rules", "mordheim", "--json"))
    assert listed["id"] == "mordheim"
    clauses = {clause["id"]: clause for clause in listed["clauses"]}
    assert all(set(clause) == {"id", "seed", "says", "cases"} for clause in clauses.values())
    assert not any(name.startswith("table.") for name in clauses)
    assert "Скорост" in clauses["mordheim.run.distance"]["says"]["ru"]
    assert "Movement" in clauses["mordheim.run.distance"]["says"]["en"]
    assert clauses["mordheim.move.distance"]["cases"]
    assert listed["options"]["measuring"]["values"] == ["closed", "open"]
    assert "support" not in listed["options"]


def test_rules_table_lists_the_shared_clauses() -> None:
    listed = json.loads(run("rules", "table", "--json"))
    assert {clause["id"] for clause in listed["clauses"]} >= {"table.edge", "table.solid", "table.turn"}
    assert list(listed["options"]) == ["support"]


def test_rules_for_readers() -> None:
    assert "mordheim  Mordheim" in run("rules")
    assert "twice the Movement" in run("rules", "mordheim")
    assert "удвоенной Скорости" in run("rules", "mordheim", "--lang", "ru")


def test_schema_is_json() -> None:
    assert json.loads(run("schema"))["$schema"]


def test_a_record_is_verified_and_told_again(walk: str, tmp_path: Path, mistake: Mistake) -> None:
    record = tmp_path / "walk.match"
    run("judge", walk, "--record", str(record))
    assert "✓ one entry judged again, as recorded" in run("verify", str(record))
    assert json.loads(run("verify", str(record), "--json"))["sound"] is True
    told = run("replay", str(record), "-o", str(tmp_path / "end.svg"))
    assert "1. red: move mason: ✓ legal" in told or "1. move mason: ✓ legal" in told
    assert "<svg" in (tmp_path / "end.svg").read_text("utf-8")
    assert "walk.match" in mistake("judge", walk, "--record", str(record)), "never written over"


def test_a_forged_record_is_found(walk: str, tmp_path: Path) -> None:
    record = tmp_path / "walk.match"
    run("judge", walk, "--record", str(record))
    head, _, rest = record.read_text("utf-8").partition("\n")  # whose hash may have a 13 in it
    record.write_text(f"{head}\n{rest.replace('13', '13.5')}", "utf-8")
    found = CliRunner().invoke(app, ["verify", str(record)])
    assert found.exit_code == 1
    assert f"{record}:2: " in found.output


def test_play_judges_explains_and_draws(tmp_path: Path) -> None:
    place = tmp_path / "page.html"
    said = run("play", "-o", str(place), "--no-open")
    assert "illegal" in said
    assert place.as_uri() in said
    page = place.read_text("utf-8")
    assert page.count("<svg xmlns") == 3
    assert "<h1>" in page


def test_play_a_file(walk: str, tmp_path: Path) -> None:
    said = run("play", walk, "-o", str(tmp_path / "p.html"), "--no-open", "--lang", "ru")
    assert "страница с рисунками" in said


def test_version() -> None:
    assert run("--version").startswith("movetray ")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("check", "{tmp}/empty"), "no situation files"),
        (("judge",), "Missing argument"),
        (("juge", "{walk}"), "juge"),
        (("judge", "{walk}", "--step", "one"), "--step"),
        (("judge", "{walk}", "--loud"), "--loud"),
        (("judge", "{tmp}/nothing.table.yaml"), "nothing.table.yaml"),
        (("judge", "{tmp}/broken.table.yaml"), "broken.table.yaml:2: "),
        (("judge", "{walk}", "--step", "9"), "there is no step 9"),
        (("judge", "{walk}", "--lang", "tlh"), "en, ru"),
        (("draw", "{walk}", "-o", "{tmp}/x.jpg"), ".svg or .png"),
        (("draw", "{walk}", "-o", "{tmp}/no/x.svg"), "No such file"),
        (("draw", "{walk}", "-o", "{tmp}/x.svg", "--window", "3,3,1,1"), "--window"),
        (("rules", "chess"), "no rule set chess"),
        (("verify", "{walk}"), "walk.table.yaml:1: "),
        (("replay", "{tmp}/nothing.match"), "nothing.match"),
    ],
)
def test_a_mistake_is_one_line(
    walk: str, tmp_path: Path, words: tuple[str, ...], complaint: str, mistake: Mistake
) -> None:
    (tmp_path / "broken.table.yaml").write_text(
        "movetray: 1\ntable: {width: big}\nrules: mordheim\nunits: []\n", "utf-8"
    )
    (tmp_path / "empty").mkdir()
    said = mistake(*(word.format(tmp=tmp_path, walk=walk) for word in words))
    assert complaint in said


def test_the_help_is_quick_to_load() -> None:
    code = "import sys, movetray.cli; print(*sorted(n for n in sys.modules if n.startswith('movetray.')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert loaded == ["movetray.cli"]


def test_the_help_speaks_russian() -> None:
    env = {**os.environ, "MOVETRAY_LANG": "ru", "COLUMNS": "120"}
    said = subprocess.run(
        [sys.executable, "-c", "from movetray.cli import main; main()", "--help"],
        capture_output=True, text=True, check=True, env=env,
    ).stdout  # fmt: skip
    assert "Судья фазы передвижения" in said
