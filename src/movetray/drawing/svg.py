"""Plain SVG text: numbers, elements, and the view that takes inches on the table to pixels on the page.

Written by hand rather than by a library: the output is then the same to the byte everywhere, and costs no import.
"""

import math
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

Spot = tuple[float, float]
"""x and y on the table, inches."""

FONT = "DejaVu Sans, Verdana, Segoe UI, Arial, sans-serif"
WIDE = 0.6
"""About how wide a letter is, as a part of the font size."""


def num(value: float) -> str:
    """A number with at most two decimals, the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def tag(name: str, *inside: str, **attributes: str | float | None) -> str:
    """An element. Underscores in attribute names stand for hyphens; None leaves an attribute out."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            written = value if isinstance(value, str) else num(value)
            parts.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(written)}")
    head = " ".join(parts)
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


def label(
    x: float,
    y: float,
    words: str,
    *,
    size: float = 12,
    anchor: str = "start",
    fill: str = "#222",
    halo: bool = False,
    bold: bool = False,
    slant: bool = False,
    after: str = "",
) -> str:
    """A line of text at pixels; a halo keeps it readable over whatever is drawn below. `after` follows, lighter."""
    edge: dict[str, str | float | None] = (
        {"stroke": "#fff", "stroke_width": 3, "stroke_linejoin": "round", "paint_order": "stroke"} if halo else {}
    )
    return tag(
        "text",
        escape(f"{words} " if after else words),
        *([tag("tspan", escape(after), font_weight="normal", fill="#4b463b")] if after else []),
        x=x,
        y=y,
        font_size=size,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill,
        font_weight="bold" if bold else None,
        font_style="italic" if slant else None,
        **edge,
    )


def titled(element: str, words: str) -> str:
    """A group with a title, which browsers show under the pointer and readers speak."""
    return tag("g", tag("title", escape(words)), element)


def arrowhead(tip: Spot, along: Spot, fill: str, size: float = 8) -> str:
    """A triangle whose tip is at a pixel, pointing along a unit vector of the page."""
    (x, y), (ux, uy) = tip, along
    back, half = (x - ux * size, y - uy * size), size * 0.45
    left = f"{num(back[0] - uy * half)} {num(back[1] + ux * half)}"
    right = f"{num(back[0] + uy * half)} {num(back[1] - ux * half)}"
    return tag("path", d=f"M{num(x)} {num(y)}L{left}L{right}Z", fill=fill)


@dataclass(frozen=True, slots=True)
class View:
    """A window on the table and where it lies on the page. Inches in, pixels out; y grows up the table."""

    x0: float
    y0: float
    x1: float
    y1: float
    scale: float
    left: float = 0
    top: float = 0

    @property
    def width(self) -> float:
        """Pixels across."""
        return (self.x1 - self.x0) * self.scale

    @property
    def height(self) -> float:
        """Pixels down."""
        return (self.y1 - self.y0) * self.scale

    def at(self, spot: Spot) -> Spot:
        """The pixel of a point of the table."""
        return self.left + (spot[0] - self.x0) * self.scale, self.top + (self.y1 - spot[1]) * self.scale

    def pair(self, spot: Spot) -> str:
        """A point as paths are written."""
        x, y = self.at(spot)
        return f"{num(x)} {num(y)}"

    def ring(self, spots: list[Spot]) -> str:
        """A closed outline as path data."""
        return "M" + "L".join(self.pair(spot) for spot in spots) + "Z"

    def line(self, spots: list[Spot]) -> str:
        """An open line as path data."""
        return "M" + "L".join(self.pair(spot) for spot in spots)

    def arc(self, start: Spot, end: Spot, around: Spot) -> str:
        """The part of path data that goes on from `start` to `end` about a centre, by the shorter turn."""
        radius = math.dist(start, around) * self.scale
        turn = (start[0] - around[0]) * (end[1] - around[1]) - (start[1] - around[1]) * (end[0] - around[0])
        clockwise = turn < -1e-9  # as seen on the page too: y is turned over, and so is SVG's sense of a turn
        return f"A{num(radius)} {num(radius)} 0 0 {int(clockwise)} {self.pair(end)}"
