"""The page: title, board with its inches, what stands on it, and the legend beneath."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from movetray._kernel import ahead
from movetray.drawing import bases, palette, terrain
from movetray.drawing.crowd import Crowd, width_of
from movetray.drawing.palette import GRID, GRID_STRONG, INK, PAPER, TABLE
from movetray.drawing.svg import FONT, WIDE, Spot, View, label, num, tag
from movetray.table.table import Table
from movetray.table.terrain import Ground, Terrain, Wall
from movetray.words import say, word

LEFT, TOP, RIGHT, FOOT = 34.0, 34.0, 16.0, 24.0
"""Room around the board in pixels: numbers, title, air, numbers."""

TARGET = 760.0
"""How wide the board should come out, in pixels, where the scale is free."""

Window = tuple[float, float, float, float]
"""x0, y0, x1, y1 in inches."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the legend: a sign drawn at a pixel (its centre), and words; `strong` ones are headings."""

    words: str
    sign: str = ""
    strong: bool = False


SIGN = (8.0, 0.0)
"""Where the sign of a legend line is drawn: relative to the middle of the left end of its first row."""


def view_of(table: Table, window: Window | None, scale: float | None) -> View:
    """The window of the table that is shown, by default all of it, at a scale in pixels an inch."""
    x0, y0, x1, y1 = window or table.board.bounds
    if scale is None:
        scale = min(48.0, max(12.0, TARGET / max(x1 - x0, 1e-6)))
    return View(x0, y0, x1, y1, scale, LEFT, TOP)


def ground_plan(table: Table, view: View, lang: str) -> list[str]:
    """The table top, its grid, and the terrain from the ground up."""
    pieces = sorted(table.board.terrain, key=order)
    return [
        table_top(table, view),
        *[terrain.drawn(piece, view, lang) for piece in pieces if isinstance(piece, Ground)],
        grid(view),
        *[terrain.drawn(piece, view, lang) for piece in pieces if not isinstance(piece, Ground)],
        table_edge(table, view),
    ]


def table_top(table: Table, view: View) -> str:
    """The table, bare."""
    return tag("path", d=view.ring(_corners(table)), fill=TABLE)


def table_edge(table: Table, view: View) -> str:
    """Where the table ends."""
    return tag("path", d=view.ring(_corners(table)), fill="none", stroke=INK, stroke_width=1.6)


def _corners(table: Table) -> list[Spot]:
    x0, y0, x1, y1 = table.board.bounds
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def order(piece: Terrain) -> tuple[int, float]:
    """Ground first, then by how high a piece reaches, so that floors lie over what stands beneath them."""
    order = {"Ground": 0, "Block": 1, "Wall": 1, "Stairs": 2, "Floor": 2, "Ladder": 3}
    z = getattr(piece, "z", 0)
    return order[type(piece).__name__] + (1 if isinstance(piece, Wall) and z else 0), float(z)


def grid(view: View) -> str:
    """The inches of the board as lines, every sixth stronger."""
    thin: list[str] = []
    strong: list[str] = []
    for k in range(_ceil(view.x0), int(view.x1) + 1):
        (strong if k % 6 == 0 else thin).append(view.line([(k, view.y0), (k, view.y1)]))
    for k in range(_ceil(view.y0), int(view.y1) + 1):
        (strong if k % 6 == 0 else thin).append(view.line([(view.x0, k), (view.x1, k)]))
    return tag(
        "g",
        tag("path", d="".join(thin), stroke=GRID, stroke_width=0.7),
        tag("path", d="".join(strong), stroke=GRID_STRONG, stroke_width=0.9),
    )


def rulers(view: View) -> str:
    """The inches along the edges."""
    step = next(s for s in (1, 2, 3, 6, 12) if s * view.scale >= 28)
    parts = []
    for k in range(_ceil(view.x0), int(view.x1) + 1):
        if k % step == 0:
            parts.append(label(view.at((k, 0))[0], view.top + view.height + 14, str(k), size=10, anchor="middle"))
    for k in range(_ceil(view.y0), int(view.y1) + 1):
        if k % step == 0:
            parts.append(label(view.left - 6, view.at((0, k))[1] + 3.5, str(k), size=10, anchor="end"))
    return tag("g", *parts)


def _ceil(value: float) -> int:
    return -int(-value // 1)


def inside(view: View, spot: Spot) -> bool:
    """Whether a point of the table is in the window."""
    return view.x0 - 1e-6 <= spot[0] <= view.x1 + 1e-6 and view.y0 - 1e-6 <= spot[1] <= view.y1 + 1e-6


def crowd_of(table: Table, view: View) -> Crowd:
    """The window with the bases on it taken."""
    crowd = Crowd((view.left, view.top, view.left + view.width, view.top + view.height))
    for model in table.standing:
        x, y = view.at(table.pose_of(model).plan[:2])
        r = bases.extent(table.unit_of(model).base) * view.scale
        crowd.take((x - r, y - r, x + r, y + r))
    return crowd


def names(table: Table, view: View, crowd: Crowd, lang: str, shown: frozenset[str] | None) -> list[str]:
    """What is written beside bases and on terrain, where there is room; a block has one name, in its middle."""
    parts = [
        name_of(table, model, bases.state(table, model, lang, shown), view, crowd)
        for model in spoken_of(table)
        if inside(view, table.pose_of(model).plan[:2])
    ]
    return parts + named(table.board.terrain, view, crowd, lang)


def spoken_of(table: Table) -> list[str]:
    """The models that are named: all that stand loose, of each block the first."""
    found: dict[str, str] = {}
    for model in table.standing:
        unit = table.unit_of(model)
        found.setdefault(model if unit.block is None else unit.id, model)
    return list(found.values())


def name_of(table: Table, model: str, after: str, view: View, crowd: Crowd, *, bold: bool = True) -> str:
    """What is written beside a base: its id, and what follows it. Of a block that of the unit, in its middle."""
    unit = table.unit_of(model)
    clear = bases.extent(unit.base) * view.scale + 1
    at, name = view.at(table.pose_of(model).plan[:2]), model
    if unit.block is not None:
        body = next(body for body in table.bodies if body.unit == unit.id)
        at, name = view.at(ahead(body.pose.plan, -body.block.depth / 2)), unit.id
        x, y = crowd.over([(at[0], at[1] + down) for down in (0, -13, 13)], width_of(f"{name} {after}".strip(), 11), 12)
        return label(x, y + 4, name, size=11, anchor="middle", halo=True, bold=bold, after=after)
    x, y = crowd.around(at, clear, width_of(f"{name} {after}".strip(), 11), 12)
    return label(x, y + 4, name, size=11, anchor="middle", halo=True, bold=bold, after=after)


def named(pieces: Iterable[Terrain], view: View, crowd: Crowd, lang: str) -> list[str]:
    """What is written on terrain."""
    parts = []
    for piece in pieces:
        spot = terrain.middle(piece)
        if not inside(view, spot):
            continue
        x, y = view.at(spot)
        offsets = [(0.0, 0.0), (0.0, -14.0), (0.0, 14.0), (0.0, -28.0), (0.0, 28.0), (40.0, 0.0), (-40.0, 0.0)]
        width = width_of(terrain.short(piece, lang), 10)
        if not hasattr(piece, "outline"):
            beside = width / 2 + 12
            offsets = [(0.0, 15.0), (0.0, -13.0), (beside, 0.0), (-beside, 0.0), (0.0, 30.0), (0.0, -28.0)]
            if terrain.upright(piece):
                offsets = offsets[2:4] + offsets
        at = crowd.over([(x + dx, y + dy) for dx, dy in offsets], width, 12)
        parts.append(terrain.written(piece, lang, (at[0], at[1] + 3.5)))
    return parts


def key(table: Table, lang: str, shown: frozenset[str] | None) -> list[Line]:
    """What the signs on this table mean: sides, statuses, grounds."""
    lines = []
    for index, side in enumerate(table.sides):
        style = palette.side_style(index)
        ring = tag(
            "circle",
            cx=SIGN[0],
            cy=SIGN[1],
            r=6,
            fill=style.tint,
            stroke=style.colour,
            stroke_width=2.2,
            stroke_dasharray=style.dash,
        )
        lines.append(Line(side, ring))
    found = dict.fromkeys(s for model in table.standing for s in bases.statuses(table, model, shown))
    for status in found:
        sign = label(SIGN[0], SIGN[1] + 4, bases.letters(status, lang), size=11, anchor="middle", bold=True)
        lines.append(Line(word(status, lang), sign))
    for going in dict.fromkeys(p.going for p in table.board.terrain if isinstance(p, Ground)):
        fill, ink = palette.GROUNDS[going]
        swatch = tag(
            "rect",
            x=SIGN[0] - 8,
            y=SIGN[1] - 6,
            width=16,
            height=12,
            fill=fill if ink is None else f"url(#ground-{going})",
            stroke=ink or GRID_STRONG,
        )
        lines.append(Line(say("{going} ground", lang, going=going), swatch))
    square = tag("path", d=f"M{num(SIGN[0] - 6)} {num(SIGN[1] - 6)}h12v12h-12Z", fill=TABLE, stroke=GRID_STRONG)
    lines.append(Line(say("a square is 1 inch", lang), square))
    return lines


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the page that stands beneath another: its elements, and the pixel below which there is room again."""

    body: tuple[str, ...]
    foot: float


def below(view: View) -> float:
    """The pixel at which what stands beneath a board begins."""
    return view.top + view.height + FOOT + 12


def cut(view: View, *inside: str) -> str:
    """Elements cut to a window: an inner picture, which needs no name that another picture might have too."""
    box = (view.left - 2, view.top - 2, view.width + 4, view.height + 4)
    return tag(
        "svg", *inside, x=box[0], y=box[1], width=box[2], height=box[3], viewBox=" ".join(num(value) for value in box)
    )


def plan(view: View, board: list[str]) -> Panel:
    """A board seen from above, cut to its window, with its inches."""
    return Panel((cut(view, *board), rulers(view)), below(view))


def page(width: float, heading: list[str], panels: Sequence[Panel], lines: Iterable[Line], keys: Iterable[Line]) -> str:
    """The whole picture: the heading at the top, the panels, which know where they stand, the legend."""
    width = max(width + LEFT + RIGHT, 420.0)
    foot, legend = _legend(lines, keys, width, panels[-1].foot)
    body = [
        tag("rect", width=width, height=foot, fill=PAPER),
        palette.patterns(),
        *heading,
        *[part for panel in panels for part in panel.body],
        *legend,
    ]
    return (
        tag(
            "svg",
            *[f"\n{part}" for part in body],
            "\n",
            xmlns="http://www.w3.org/2000/svg",
            width=width,
            height=foot,
            viewBox=f"0 0 {num(width)} {num(foot)}",
            font_family=FONT,
            role="img",
        )
        + "\n"
    )


def _legend(lines: Iterable[Line], keys: Iterable[Line], width: float, top: float) -> tuple[float, list[str]]:
    """The legend's elements and where the page ends: reasons a line each, then the key in a row that wraps."""
    y, parts = top, []
    for line in lines:
        indent = LEFT if line.strong and not line.sign else LEFT + 24
        size = 13 if line.strong else 12
        rows = wrap(line.words, (width - indent - RIGHT) / (size * 0.58))
        if line.sign:
            parts.append(tag("g", line.sign, transform=f"translate({num(LEFT)} {num(y)})"))
        for row in rows:
            parts.append(label(indent, y + 4, row, size=size, bold=line.strong))
            y += 16
        y += 4
    y += 2
    x = LEFT
    for line in keys:
        needs = 26 + width_of(line.words, 11) + 14
        if x > LEFT and x + needs > width - RIGHT:
            x, y = LEFT, y + 18
        parts.append(tag("g", line.sign, transform=f"translate({num(x)} {num(y)})"))
        parts.append(label(x + 22, y + 4, line.words, size=11))
        x += needs
    return y + 18, parts


def shortened(words: str, view: View, taken: int = 0) -> str:
    """A heading as far as the page goes, after so many letters that are taken."""
    columns = int(max(view.width + RIGHT, 420.0 - LEFT) / (15 * WIDE)) - taken
    return words if len(words) <= columns else f"{words[: columns - 1].rstrip()}…"


def wrap(words: str, columns: float) -> list[str]:
    """A text broken between words into rows of at most so many letters (a longer word keeps a row)."""
    rows = [""]
    for part in words.split():
        if rows[-1] and len(rows[-1]) + 1 + len(part) > columns:
            rows.append(part)
        else:
            rows[-1] = f"{rows[-1]} {part}".strip()
    return rows
