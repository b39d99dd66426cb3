"""Colours that the colour-blind tell apart (Okabe and Ito), and patterns, because colour alone says nothing."""

from dataclasses import dataclass

from movetray.drawing.svg import tag

INK = "#222222"
PAPER = "#ffffff"
TABLE = "#f6f3ea"
GRID = "#e2ddcf"
GRID_STRONG = "#c9c2ae"
STONE = "#b9b4a8"
STONE_EDGE = "#5c574c"
WALL = "#6b6457"
TIMBER = "#dcc9a3"
TIMBER_EDGE = "#8a6d3b"


@dataclass(frozen=True, slots=True)
class SideStyle:
    """How a side is shown: a colour, a tint of it, and how its rings are dashed (None: solid)."""

    colour: str
    tint: str
    dash: str | None


SIDES = (
    SideStyle("#0072B2", "#cfe4f2", None),
    SideStyle("#D55E00", "#f8dcc6", "5 2.5"),
    SideStyle("#009E73", "#c8ebe0", "1.5 2.5"),
    SideStyle("#CC79A7", "#f5e0ec", "8 2 2 2"),
    SideStyle("#E69F00", "#fbe9c4", "2 2 6 2"),
    SideStyle("#56B4E9", "#dcf0fb", "10 3"),
)

GROUNDS = {
    "open": ("#efeadb", None),
    "difficult": ("#eef0d9", "#8a9a4a"),
    "very-difficult": ("#e3e0c0", "#6f6a2c"),
    "impassable": ("#e4dfdb", "#6a605a"),
    "disputed": ("#f1ece4", "#7a7a7a"),
}
"""How ground goes: its colour, and the colour of its pattern (None: no pattern)."""

RULINGS = {"legal": "#00664a", "illegal": "#a63603", "asks": "#5b4a9a"}
"""Ink of a ruling; its icon and its line pattern say the same without colour."""

DASHES = {"legal": None, "illegal": "7 4", "asks": "2 4"}
"""How the line of a path is drawn: solid where it may be gone."""


def side_style(index: int) -> SideStyle:
    """The style of a side by its place among the sides."""
    return SIDES[index % len(SIDES)]


def _hatch(name: str, size: float, ground: str, *strokes: str, colour: str, width: float) -> str:
    lines = [tag("path", d=d, stroke=colour, stroke_width=width, fill="none") for d in strokes]
    return tag(
        "pattern",
        tag("rect", width=size, height=size, fill=ground),
        *lines,
        id=name,
        width=size,
        height=size,
        patternUnits="userSpaceOnUse",
    )


def _slash(size: float) -> str:
    return f"M-1 {size + 1:g}L{size + 1:g} -1M-1 1L1 -1M{size - 1:g} {size + 1:g}L{size + 1:g} {size - 1:g}"


def _backslash(size: float) -> str:
    return f"M-1 -1L{size + 1:g} {size + 1:g}M{size - 1:g} -1L{size + 1:g} 1M-1 {size - 1:g}L1 {size + 1:g}"


def _ground(going: str, *strokes: str, size: float, width: float = 1) -> str:
    fill, ink = GROUNDS[going]
    return _hatch(f"ground-{going}", size, fill, *strokes, colour=ink or INK, width=width)


def patterns() -> str:
    """The definitions that pictures refer to."""
    return tag(
        "defs",
        _ground("difficult", _slash(9), size=9),
        _ground("very-difficult", _slash(8), _backslash(8), size=8),
        _ground("impassable", _slash(10), _backslash(10), size=10, width=2.6),
        _ground("disputed", "M2 5H6", size=8, width=2),
        _hatch("stone", 12, STONE, "M0 0H12M0 6H12M3 0V6M9 6V12", colour="#a8a294", width=0.8),
        _hatch("timber", 8, TIMBER, "M0 4H8", colour="#c9b283", width=0.8),
    )
