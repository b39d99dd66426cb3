"""A plan of one level: what is at a height in full, what is above it dashed, what lies beneath it faded."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

from movetray.drawing import bases, palette, sheet, terrain
from movetray.drawing.crowd import Crowd
from movetray.drawing.palette import GRID_STRONG, INK
from movetray.drawing.sheet import LEFT, SIGN, Line, Panel
from movetray.drawing.svg import View, label, num, tag, titled
from movetray.drawing.trails import Trail
from movetray.table.board import points
from movetray.table.table import Table
from movetray.table.terrain import Block, Floor, Ground, Ladder, Stairs, Terrain, Wall
from movetray.units import TOLERANCE, to_inches
from movetray.words import inches, say

TITLE = 18.0
"""Room for the heading of a level, in pixels."""

Where = Literal["at", "through", "above", "beneath"]
"""`through`: it reaches up past the level, and is cut there."""

FADED = 0.3


def where(piece: Terrain, level: float) -> Where:
    """How a piece lies to a level: what can be stood on by its surface, the rest by its foot and its top."""
    match piece:
        case Block(height=height):
            foot, top, surface = 0, height, True
        case Floor(z=z) | Ground(z=z):
            foot, top, surface = z, z, True
        case Wall(z=z, height=height):
            foot, top, surface = z, z + height, False
        case Ladder(bottom=bottom, top=head) | Stairs(bottom=bottom, top=head):
            if to_inches(bottom) - TOLERANCE <= level <= to_inches(head) + TOLERANCE:
                return "at"
            foot, top, surface = bottom, head, False
    if to_inches(foot) > level + TOLERANCE:
        return "above"
    if abs(to_inches(top) - level) <= TOLERANCE and surface:
        return "at"
    return "through" if to_inches(top) > level + TOLERANCE else "beneath"


def that_matter(table: Table, ways: Iterable[Trail] = (), also: float | None = None) -> list[float]:
    """The heights on which models stand or ways lead, lowest first; the ground where there are none."""
    heights = [table.pose_of(model).height for model in table.standing]
    heights += [height for trail in ways for height in trail.heights]
    found: list[float] = []
    for height in sorted(heights if also is None else [*heights, also]):
        if not found or height > found[-1] + TOLERANCE:
            found.append(height)
    return found or [0.0]


def terrain_at(table: Table, view: View, lang: str, level: float | None) -> list[str]:
    """The table top and the terrain as it lies to a level; without one, as it is."""
    if level is None:
        return sheet.ground_plan(table, view, lang)
    # what is above is drawn last: its outlines run over everything else
    kinds: tuple[tuple[Where, ...], ...] = (("beneath",), ("at", "through"), ("above",))
    pieces = sorted(table.board.terrain, key=sheet.order)
    shapes = [_drawn(piece, view, lang, level) for group in kinds for piece in pieces if where(piece, level) in group]
    return [sheet.table_top(table, view), sheet.grid(view), *shapes, sheet.table_edge(table, view)]


def _drawn(piece: Terrain, view: View, lang: str, level: float) -> str:
    match where(piece, level):
        case "at":
            return terrain.drawn(piece, view, lang)
        case "through" if isinstance(piece, Block):
            ring = view.ring(points(piece.outline))
            cut = tag("path", d=ring, fill=palette.WALL, fill_opacity=0.75, stroke=palette.STONE_EDGE, stroke_width=1.6)
            return titled(cut, f"{piece.id}: {terrain.described(piece, lang)}")
        case "through":
            return terrain.drawn(piece, view, lang)
        case "beneath":
            return tag("g", terrain.drawn(piece, view, lang), opacity=FADED)
        case "above":
            return titled(_outlined(piece, view), f"{piece.id}: {terrain.described(piece, lang)}")


def _outlined(piece: Terrain, view: View) -> str:
    """What is overhead: dashed, with nothing in it."""
    match piece:
        case Block(outline=outline) | Ground(outline=outline):
            path = view.ring(points(outline))
        case Floor(outline=outline, holes=holes):
            path = "".join(view.ring(points(ring)) for ring in (outline, *holes))
        case Wall(line=line) | Stairs(line=line):
            path = view.line(points(line))
        case Ladder(at=at):
            x, y = view.at(points((at,))[0])
            path = f"M{num(x - 5)} {num(y - 5)}h10v10h-10Z"
    return tag("path", d=path, fill="none", stroke=palette.STONE_EDGE, stroke_width=1.1, stroke_dasharray="2 4")


def models_at(table: Table, view: View, level: float | None) -> list[str]:
    """Who stands on a level; whoever stands on another is a ghost."""
    if level is None:
        return [bases.standing(table, model, view) for model in table.standing]
    ghosts, solid = [], []
    for model in table.standing:
        unit, pose = table.unit_of(model), table.pose_of(model)
        if _on(pose.height, level):
            solid.append(bases.standing(table, model, view))
        else:
            colour = palette.side_style(table.sides.index(unit.side)).colour
            ghosts.append(bases.ghost(unit.base, pose.plan, view, colour, dash="4 3"))
    return ghosts + solid


def names_at(
    table: Table, view: View, crowd: Crowd, lang: str, shown: frozenset[str] | None, level: float | None
) -> list[str]:
    """What is written on a plan of a level: of models elsewhere their height, of pieces beneath nothing."""
    if level is None:
        return sheet.names(table, view, crowd, lang, shown)
    parts = []
    for model in sheet.spoken_of(table):
        pose = table.pose_of(model)
        if sheet.inside(view, pose.plan[:2]):
            here = _on(pose.height, level)
            after = bases.state(table, model, lang, shown) if here or pose.height else f"z {inches(0, lang)}"
            parts.append(sheet.name_of(table, model, after, view, crowd, bold=here))
    seen = [piece for piece in table.board.terrain if where(piece, level) != "beneath"]
    return parts + sheet.named(seen, view, crowd, lang)


def legs_at(trail: Trail, level: float | None) -> Iterator[Trail]:
    """The parts of a way that start or end on a level; the whole where no level is asked for."""
    if level is None:
        yield trail
        return
    spans = list(zip(trail.legs, trail.heights, trail.heights[1:], strict=False))
    for here, group in groupby(spans, key=lambda span: _on(span[1], level) or _on(span[2], level)):
        members = list(group)
        if here:
            yield Trail(trail.model, tuple(leg for leg, _, _ in members), members[0][1], trail.base)


def headed(panel: Panel, view: View, level: float | None, lang: str) -> Panel:
    """A plan under the heading of its level."""
    if level is None:
        return panel
    words = say("level {height:in}", lang, height=level)
    return Panel((label(LEFT, view.top - 8, words, size=13, bold=True), *panel.body), panel.foot)


def key(lang: str) -> Sequence[Line]:
    """What the signs of a plan of one level mean."""
    x, y = SIGN[0] - 8, SIGN[1] - 6
    dark = tag("rect", x=x, y=y, width=16, height=12, fill=palette.WALL, fill_opacity=0.75, stroke=palette.STONE_EDGE)
    above = tag("rect", x=x, y=y, width=16, height=12, fill="none", stroke=palette.STONE_EDGE, stroke_dasharray="2 4")
    faint = tag("rect", x=x, y=y, width=16, height=12, fill="url(#timber)", stroke=GRID_STRONG, opacity=FADED)
    ghost = tag("circle", cx=SIGN[0], cy=SIGN[1], r=6, fill="none", stroke=INK, stroke_dasharray="4 3")
    return (
        Line(say("reaches higher", lang), dark),
        Line(say("overhead", lang), above),
        Line(say("beneath", lang), faint),
        Line(say("on another level", lang), ghost),
    )


def _on(height: float, level: float) -> bool:
    return abs(height - level) <= TOLERANCE
