"""What the pages show runs and answers as they say.

In a page, a block `yaml` or `python` that begins with a comment of one word, its name, is a file; the other `python`
blocks are run one after another; in a block `console` each line after `$` is a command, the lines under it its answer.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    page for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if "```" in page.read_text("utf-8")
]
NAMED = re.compile(r"# (\S+\.\w+)\n")


class Block(NamedTuple):
    language: str
    line: int
    text: str


def blocks(page: str) -> Iterator[Block]:
    for found in re.finditer(r"^```(\w*)\n(.*?)^```$", page, re.M | re.S):
        yield Block(found[1], page.count("\n", 0, found.start()) + 2, found[2])


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block and what it answers."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, answer = part.partition("\n")
        yield command, answer


def answer_of(command: str, folder: Path) -> str:
    """What a command prints, out and errors together; `movetray` is the one installed here."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    run = subprocess.run(
        shlex.split(command),
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "120", "NO_COLOR": "1", "MOVETRAY_LANG": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return run.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_the_page_shows_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    names: dict[str, object] = {"__name__": "page"}
    for block in blocks(page.read_text("utf-8")):
        named = NAMED.match(block.text)
        if named and block.language in {"yaml", "python"}:
            (tmp_path / named[1]).write_text(block.text, "utf-8")
        elif block.language == "python":
            code = "\n" * (block.line - 1) + block.text  # so that a traceback names the page's own line
            exec(compile(code, str(page), "exec"), names)
        elif block.language == "console":
            for command, expected in commands(block.text):
                assert _even(answer_of(command, tmp_path)) == _even(expected), command


def _even(text: str) -> str:
    """Without blanks at the ends of lines and of the whole."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def test_every_link_of_the_pages_leads_to_a_file() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert not broken, "\n".join(broken)
