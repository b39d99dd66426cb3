"""How long a player waits for the command line: its help beside an empty typer program, and a folder of 80 cases."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.compare import Result, Rival, race

EMPTY = '''
import typer

app = typer.Typer()


@app.command()
def main() -> None:
    """Does nothing."""


app()
'''
CASES = Path(__file__).resolve().parent.parent / "tests" / "cases" / "mordheim"
SLOWER, FILES, WITHIN = 1.5, 80, 6.0


def run() -> list[Result]:
    """Both measurements; raises AssertionError where a program does not do its work."""
    with TemporaryDirectory() as folder:
        return [_help(Path(folder)), _check(Path(folder))]


def _help(folder: Path) -> Result:
    empty = folder / "empty.py"
    empty.write_text(EMPTY, "utf-8")
    ours, theirs = [_movetray(), "--help"], [sys.executable, str(empty), "--help"]
    assert "check" in _said(ours)
    assert "Does nothing." in _said(theirs)
    mine, peer = race(
        Rival("movetray", lambda: _said(ours)), Rival("empty typer program", lambda: _said(theirs)), tries=4
    )
    return Result("movetray --help", mine, peer, "empty typer program", f"<= {SLOWER}x its time", mine <= SLOWER * peer)


def _check(folder: Path) -> Result:
    cases = sorted(CASES.rglob("*.table.yaml"))
    assert cases, f"no cases in {CASES}"
    files = []
    for number in range(FILES):
        case = cases[number % len(cases)]
        files.append(str(shutil.copy(case, folder / f"{number:03}-{case.name}")))
    command = [_movetray(), "check", "--json", *files]
    assert json.loads(_said(command))["files"] == FILES
    mine, _ = race(Rival("movetray", lambda: _said(command)), Rival("nothing", lambda: None), tries=1)
    return Result(f"movetray check, {FILES} files", mine, None, "", f"< {WITHIN:g} s", mine < WITHIN)


def _movetray() -> str:
    return str(Path(sys.executable).with_name("movetray"))


def _said(command: list[str]) -> str:
    """What a program prints; 1 only says that a case is not as expected."""
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    assert run.returncode <= 1, run.stderr
    return run.stdout
