"""`check`: situation files as doctests. Every disagreement is a line; files that cannot be read are named on stderr."""

import json as js
import sys
from pathlib import Path

from rich.text import Text

from movetray.cli.faults import line_of
from movetray.cli.situations import found, speak
from movetray.cli.telling import console, tally
from movetray.form.emit import flow
from movetray.play.check import Disagreement, check_files
from movetray.words import say


def check_all(files: list[Path], json: bool, lang: str | None) -> int:
    """Play them all; 0 where all is as expected, 1 where something differs, 2 where one could not be read."""
    tongue = speak(lang)
    report = check_files(found(files, tongue))
    if json:
        print(js.dumps(report.to_json(), ensure_ascii=False))
        return report.exit_code
    out = console()
    for result in report.files:
        for failed in result.failed:
            out.print(disagreement(failed, tongue))
        if result.error is not None:
            print(line_of(result.error, tongue), file=sys.stderr)
    style = "bold green" if report.exit_code == 0 else "bold red"
    sign = "✓" if report.exit_code == 0 else "✗"
    out.print(Text(f"{sign} {tally(report.passed, len(report.files), tongue)}", style))
    return report.exit_code


def disagreement(failed: Disagreement, lang: str) -> Text:
    """Where, which key, what was expected and what came."""
    place = Text(f"{failed.file}:{failed.line}: ", "bold")
    step = say("step {number:n}", lang, number=failed.step)
    wanted = say("expected {expected:n}, got {got:n}", lang, expected=flow(failed.expected), got=flow(failed.got))
    why = f" ({failed.why})" if failed.why else ""
    return place.append(f"{step}: {failed.key}: {wanted}{why}", "not bold")
