"""`draw`: a table or a step as a picture file."""

from pathlib import Path
from typing import NamedTuple

from movetray.cli.failure import Complaint
from movetray.cli.situations import counted_from_1, match_of, played, read, speak
from movetray.drawing import draw_step, draw_table, to_png
from movetray.engine.ruleset import RuleSet
from movetray.table.table import Table
from movetray.units import TOLERANCE
from movetray.words import inches, say

Window = tuple[float, float, float, float]


class Shown(NamedTuple):
    """What of a table is shown, and how: what both kinds of picture are told alike."""

    rules: RuleSet
    lang: str
    title: str
    window: Window | None
    level: float | None
    levels: bool


def draw_file(
    file: Path,
    output: Path,
    step: int | None,
    window: str | None,
    level: float | None,
    levels: bool,
    lang: str | None,
) -> None:
    """Draw the table of a file after no step, or one of its steps; a plan of one level or of each, where asked for."""
    tongue = speak(lang)
    if output.suffix not in (".svg", ".png"):
        raise Complaint(say("{file:n}: pictures are .svg or .png", tongue, file=str(output)))
    situation = read(file, tongue)
    counted_from_1(situation, step, tongue)
    match = match_of(situation, tongue)
    view = Shown(match.rules, tongue, situation.title, window_of(window, tongue), level, levels)
    _there(match.table, level, tongue)
    last = len(situation.steps) if step is None else step
    svg = draw_table(match.table, **view._asdict())
    for one in played(situation, match, last):
        if one.number == last and one.result is None:
            svg = draw_table(one.before, **view._asdict())
        elif one.number == last and one.result is not None:
            result = one.result
            svg = draw_step(
                one.before, result.command, result.verdict, after=result.table, events=result.events, **view._asdict()
            )
    save(svg, output, tongue)
    print(output)


def _there(table: Table, level: float | None, lang: str) -> None:
    """Refuses a level where there is nothing to stand on."""
    heights = sorted({surface.height for surface in table.board.surfaces})
    if level is not None and not any(abs(level - height) <= TOLERANCE for height in heights):
        listed = ", ".join(inches(height, lang) for height in heights)
        raise Complaint(say("no surface at {level:in}; there are {heights:n}", lang, level=level, heights=listed))


def window_of(text: str | None, lang: str) -> Window | None:
    """x0,y0,x1,y1 in inches."""
    if text is None:
        return None
    try:
        x0, y0, x1, y1 = (float(part) for part in text.split(","))
    except ValueError:
        x0 = y0 = x1 = y1 = 0.0
    if not (x0 < x1 and y0 < y1):
        raise Complaint(say("--window wants x0,y0,x1,y1 in inches, as in 0,0,24,24", lang))
    return x0, y0, x1, y1


def save(svg: str, output: Path, lang: str) -> None:
    """Write a picture, as its ending says."""
    if output.suffix == ".svg":
        output.write_text(svg, "utf-8")
        return
    try:
        output.write_bytes(to_png(svg, zoom=2))
    except ModuleNotFoundError as error:
        raise Complaint(say("PNG needs an extra: pip install 'movetray[png]'", lang)) from error
