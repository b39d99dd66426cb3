"""Signs: the icon of a ruling, the numbered pins that say where a reason is."""

from movetray.drawing.palette import INK, PAPER, RULINGS
from movetray.drawing.svg import Spot, label, num, tag

PIN = 8.0
"""Radius of a pin in pixels."""


def icon(ruling: str, at: Spot, size: float = 8) -> str:
    """A disc with a tick, an octagon with a cross, a diamond with a question mark: told apart without colour."""
    x, y = at
    ink = RULINGS[ruling]
    if ruling == "legal":
        body = tag("circle", cx=x, cy=y, r=size, fill=ink)
        sign = _stroke([(-0.5, 0.02), (-0.12, 0.42), (0.52, -0.4)], at, size)
    elif ruling == "illegal":
        body = tag("path", d=_ring(_OCTAGON, at, size), fill=ink)
        sign = _stroke([(-0.4, -0.4), (0.4, 0.4)], at, size) + _stroke([(-0.4, 0.4), (0.4, -0.4)], at, size)
    else:
        body = tag("path", d=_ring([(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)], at, size), fill=ink)
        sign = label(x, y + size * 0.5, "?", size=size * 1.4, anchor="middle", fill=PAPER, bold=True)
    return tag("g", body, sign)


def pin(index: int, kind: str, at: Spot) -> str:
    """A number on a disc; filled for what weighs against the command, ringed for what was applied."""
    filled = kind != "applied"
    disc = tag(
        "circle",
        cx=at[0],
        cy=at[1],
        r=PIN,
        fill=INK if filled else PAPER,
        stroke=INK,
        stroke_width=1.4,
        stroke_dasharray="2 1.5" if kind == "asks" else None,
    )
    digits = label(at[0], at[1] + 4, str(index), size=11, anchor="middle", fill=PAPER if filled else INK, bold=True)
    return tag("g", disc, digits)


def pinned(index: int, kind: str, spot: Spot, at: Spot) -> str:
    """A pin at `at` whose needle goes to the very spot."""
    x, y = spot
    needle = tag("path", d=f"M{num(at[0])} {num(at[1])}L{num(x)} {num(y)}", stroke=INK, stroke_width=1)
    cross = f"M{num(x - 3)} {num(y - 3)}l6 6m0 -6l-6 6"
    point = tag("path", d=cross, stroke=INK, stroke_width=1.6, fill="none")
    return tag("g", needle, point, pin(index, kind, at), class_="reason")


_OCTAGON = [(-0.42, -1), (0.42, -1), (1, -0.42), (1, 0.42), (0.42, 1), (-0.42, 1), (-1, 0.42), (-1, -0.42)]


def _ring(corners: list[tuple[float, float]], at: Spot, size: float) -> str:
    return _line(corners, at, size) + "Z"


def _line(corners: list[tuple[float, float]], at: Spot, size: float) -> str:
    return "M" + "L".join(f"{num(at[0] + x * size)} {num(at[1] + y * size)}" for x, y in corners)


def _stroke(corners: list[tuple[float, float]], at: Spot, size: float) -> str:
    return tag(
        "path", d=_line(corners, at, size), fill="none", stroke=PAPER, stroke_width=size * 0.26, stroke_linecap="round"
    )
