"""`draw`: a table or a step as a picture file."""

from pathlib import Path

from movetray.cli.failure import Complaint
from movetray.cli.situations import counted_from_1, match_of, played, read, speak
from movetray.drawing import draw_step, draw_table, to_png
from movetray.words import say

Window = tuple[float, float, float, float]


def draw_file(file: Path, output: Path, step: int | None, window: str | None, lang: str | None) -> None:
    """Draw the table of a file after no step, or one of its steps."""
    tongue = speak(lang)
    if output.suffix not in (".svg", ".png"):
        raise Complaint(say("{file:n}: pictures are .svg or .png", tongue, file=str(output)))
    part = window_of(window, tongue)
    situation = read(file, tongue)
    counted_from_1(situation, step, tongue)
    match = match_of(situation, tongue)
    last = len(situation.steps) if step is None else step
    svg = draw_table(match.table, rules=match.rules, lang=tongue, title=situation.title, window=part)
    for one in played(situation, match, last):
        if one.number == last and one.result is None:
            svg = draw_table(one.before, rules=match.rules, lang=tongue, title=situation.title, window=part)
        elif one.number == last and one.result is not None:
            svg = draw_step(
                one.before,
                one.result.command,
                one.result.verdict,
                rules=match.rules,
                after=one.result.table,
                events=one.result.events,
                lang=tongue,
                title=situation.title,
                window=part,
            )
    save(svg, output, tongue)
    print(output)


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
