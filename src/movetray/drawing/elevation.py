"""A way from the side: along it to the right, height upward, both in inches to one scale.

What the line of the way cuts is drawn as it is cut: blocks and walls as silhouettes, floors as lines.
"""

import math
from itertools import pairwise

from movetray.drawing import bases, palette, terrain
from movetray.drawing.crowd import Crowd, width_of
from movetray.drawing.palette import DASHES, GRID, GRID_STRONG, INK, PAPER
from movetray.drawing.profile import AIR, Profile, Stretch, less
from movetray.drawing.sheet import LEFT, Panel, below, cut
from movetray.drawing.svg import Spot, View, arrowhead, label, num, tag, titled
from movetray.drawing.trails import FALL, Trail, named
from movetray.table.board import ORIGIN, polygon
from movetray.table.table import Table
from movetray.table.terrain import Floor, Ground, Ladder, Stairs
from movetray.units import to_inches
from movetray.words import say

TITLE = 30.0
"""Room for the heading, in pixels."""

LARGEST, TALLEST = 48.0, 340.0
"""Pixels an inch at most, and pixels up at most."""

SOIL = 0.25
"""Inches of ground that are seen in section."""

ABOVE = 1.0
"""Inches of air above what is highest on the way."""


def wanted(trail: Trail) -> bool:
    """Whether a way has to be seen from the side: it leads up or down, or runs above the ground."""
    return any(abs(height) > 1e-6 for height in trail.heights)


def side(before: Table, table: Table, trail: Trail, *, top: float, width: float, ruling: str, lang: str) -> Panel:
    """The way of one model from the side, from pixel `top` down; `table` shows who stands where now."""
    profile = Profile(trail)
    view = _view(before, profile, top, width)
    crowd = Crowd((view.left, view.top, view.left + view.width, view.top + view.height))
    colour = palette.side_style(before.sides.index(before.side_of(trail.model))).colour
    for stretch in profile.stretches:
        _keep_clear(stretch, view, crowd)
    scenery, marks = _pieces(table, profile, view, lang)
    others, names = _others(table, trail.model, profile, view)
    ends = [_standing(before, profile, view, at_end=at_end) for at_end in (False, True)]
    crowd.taken += [box for _, box in (ends[1], *others)]  # the ghost may be written over
    way = [_way(stretch, view, colour, DASHES[ruling]) for stretch in profile.stretches]
    said = [_name(stretch, view, crowd, colour, lang) for stretch in profile.stretches]
    own = _written(trail.model, _above(ends[1][1]), crowd, bold=True)
    beside = [_written(name, spots, crowd, bold=True) for name, spots in names]
    written = [_written(words, spots, crowd, slant=True) for words, spots in marks]
    heading = label(view.left, top + 14, say("{model:n} from the side", lang, model=trail.model), size=13, bold=True)
    drawn = [_grid(view), _soil(table, profile, view), *scenery, *[part for part, _ in (*others, *ends)], *way]
    body = (
        heading,
        cut(view, *drawn, *written, *beside, own, *said),
        _rulers(profile, view),
        label(
            view.left + view.width,
            below(view) - 6,
            say("inches along the way, inches high", lang),
            size=10,
            anchor="end",
            slant=True,
        ),
    )
    return Panel(body, below(view) + 14)


def _view(before: Table, profile: Profile, top: float, width: float) -> View:
    """The window on the side: as large as fits."""
    long = profile.length + 2 * AIR
    tall = to_inches(before.unit_of(profile.trail.model).height)
    high = max(z for part in profile.stretches for _, z in part.line) if profile.stretches else profile.heights[0]
    up = high + tall + ABOVE
    scale = min(LARGEST, width / long, TALLEST / (up + SOIL))
    return View(-AIR, -SOIL, profile.length + AIR, up, scale, LEFT, top + TITLE)


# --- what the way cuts


def _pieces(table: Table, profile: Profile, view: View, lang: str) -> tuple[list[str], list[tuple[str, list[Spot]]]]:
    """The terrain on the way, and what is written on each piece with the pixels where it may be."""
    back, front = [], []
    spots: dict[str, list[Spot]] = {}
    for solid in table.board.solids:
        for start, end in profile.cut(solid.shape):
            stone = solid.kind == "block"
            back.append(
                _box(
                    view,
                    (start, solid.bottom, end, solid.top),
                    fill="url(#stone)" if stone else palette.WALL,
                    fill_opacity=None if stone else 0.75,
                    stroke=palette.STONE_EDGE,
                    stroke_width=1.4,
                )
            )
            spots.setdefault(solid.piece, []).extend(_inside(view, start, end, solid.bottom, solid.top))
    for piece in table.board.terrain:
        found: list[Spot] = []
        match piece:
            case Floor(outline=outline, holes=holes, z=z):
                height = to_inches(z)
                for start, end in less(
                    profile.cut(polygon(outline)), [s for h in holes for s in profile.cut(polygon(h))]
                ):
                    ends = [(start, height), (end, height)]
                    front.append(
                        _line(view, ends, palette.TIMBER_EDGE, 4) + _line(view, ends, palette.TIMBER, 1.6, "9 3")
                    )
                    x, y = view.at(((start + end) / 2, height))
                    found += [(x, y + 10), (x, y - 9), (x + 50, y + 10), (x - 50, y + 10)]
            case Ground(outline=outline, z=z):
                for start, end in profile.cut(polygon(outline)):
                    back.append(_patch(piece, view, start, end, to_inches(z)))
                    x, y = view.at(((start + end) / 2, to_inches(z)))
                    found += [(x, y - 9), (x, y - 22)]
            case Ladder(at=at, bottom=bottom, top=top):
                along = profile.beside((to_inches(at[0]), to_inches(at[1])))
                if along is not None:
                    front.append(_ladder(view, along, to_inches(bottom), to_inches(top)))
                    x, y = view.at((along, to_inches(bottom + top) / 2))
                    away = 9 + width_of(terrain.short(piece, lang), 10) / 2
                    found += [(x + s * away, y + dy) for dy in (14, -14, 0, 28, -28) for s in (1, -1)]
            case Stairs(line=line, bottom=bottom, top=top):
                foot, head = (profile.beside((to_inches(x), to_inches(y))) for x, y in line)
                if foot is not None and head is not None:
                    ends = [(foot, to_inches(bottom)), (head, to_inches(top))]
                    front.append(_flight(view, *ends))
                    x, y = view.at(((foot + head) / 2, to_inches(bottom + top) / 2))
                    away = 14 + width_of(terrain.short(piece, lang), 10) / 2
                    found += [(x + away, y + 16), (x - away, y + 16), (x, y + 30), (x - away, y - 16)]
        if found:
            spots.setdefault(piece.id, []).extend(found)
    pieces = table.board.pieces
    named_ones = [(terrain.short(pieces[name], lang), places) for name, places in spots.items()]
    titles = "; ".join(f"{name}: {terrain.described(pieces[name], lang)}" for name in spots)
    return [titled("".join((*back, *front)), titles)] if titles else [], named_ones


def _inside(view: View, start: float, end: float, bottom: float, top: float) -> list[Spot]:
    """Where the name of a silhouette may be: in it, where that is seen, else over it."""
    start, end, top = max(start, view.x0), min(end, view.x1), min(top, view.y1)
    x, y = view.at(((start + end) / 2, (bottom + top) / 2))
    _, roof = view.at((0, top))
    wide = (end - start) * view.scale
    aside = [x - wide / 4, x + wide / 4] if wide > 120 else []
    return [(column, row) for row in (y, y + 14, y - 14, roof + 10, roof - 8) for column in (x, *aside)]


def _patch(piece: Ground, view: View, start: float, end: float, z: float) -> str:
    fill, ink = palette.GROUNDS[piece.going]
    return _box(
        view,
        (start, z, end, z + 0.16),
        fill=fill if ink is None else f"url(#ground-{piece.going})",
        stroke=ink or GRID_STRONG,
        stroke_width=0.8,
    )


def _ladder(view: View, along: float, bottom: float, top: float) -> str:
    (x, foot), (_, head) = view.at((along, bottom)), view.at((along, top))
    rails = f"M{num(x - 4)} {num(foot)}V{num(head)}M{num(x + 4)} {num(foot)}V{num(head)}"
    count = max(1, round((foot - head) / 7))
    rungs = "".join(f"M{num(x - 4)} {num(foot + (head - foot) * (k + 0.5) / count)}h8" for k in range(count))
    return tag("path", d=rails + rungs, stroke=palette.TIMBER_EDGE, stroke_width=1.5, fill="none")


def _flight(view: View, foot: Spot, head: Spot) -> str:
    """Stairs as treads."""
    count = max(2, round(abs(head[1] - foot[1]) / 0.35))
    treads = [foot]
    for k in range(1, count + 1):
        along, high = foot[0] + (head[0] - foot[0]) * k / count, foot[1] + (head[1] - foot[1]) * k / count
        treads += [(treads[-1][0], high), (along, high)]
    body = view.ring([*treads, (head[0], foot[1])])
    return tag("path", d=body, fill="url(#timber)", stroke=palette.TIMBER_EDGE, stroke_width=1.2)


# --- who stands there


def _standing(
    table: Table, profile: Profile, view: View, *, at_end: bool
) -> tuple[str, tuple[float, float, float, float]]:
    """The model at an end of its way, to its true width and height: a ghost where it set out."""
    trail = profile.trail
    unit = table.unit_of(trail.model)
    style = palette.side_style(table.sides.index(unit.side))
    plan = trail.end if at_end else (*trail.legs[0].start, trail.legs[0].facing)
    turn = math.radians(profile.ahead(at_end))
    reach = [(x - plan[0]) * math.cos(turn) + (y - plan[1]) * math.sin(turn) for x, y in bases.outline(unit.base, plan)]
    along, z = (profile.length, profile.heights[-1]) if at_end else (0.0, profile.heights[0])
    box = (along + min(reach), z, along + max(reach), z + to_inches(unit.height))
    if at_end:
        return _body(view, box, style), _pixels(view, box)
    ghost = _box(
        view, box, fill=style.colour, fill_opacity=0.07, stroke=style.colour, stroke_width=1.2, stroke_dasharray="2 2.5"
    )
    return ghost, _pixels(view, box)


def _others(
    table: Table, model: str, profile: Profile, view: View
) -> tuple[list[tuple[str, tuple[float, float, float, float]]], list[tuple[str, list[Spot]]]]:
    """Everybody else whose base the line of the way cuts."""
    drawn, names = [], []
    for other in table.standing:
        if other == model:
            continue
        pose, unit = table.pose_of(other), table.unit_of(other)
        for start, end in profile.cut(table.shape_of(other), pose.plan):
            box = (start, pose.height, end, pose.height + to_inches(unit.height))
            drawn.append((_body(view, box, palette.side_style(table.sides.index(unit.side))), _pixels(view, box)))
            names.append((other, _above(_pixels(view, box))))
    return drawn, names


def _body(view: View, box: tuple[float, float, float, float], style: palette.SideStyle) -> str:
    start, foot, end, _ = box
    slab = _box(view, (start, foot, end, foot + 0.12), fill=style.colour, stroke="none")
    ring = style.dash
    return (
        _box(view, box, fill=style.tint, fill_opacity=0.85, stroke=style.colour, stroke_width=2, stroke_dasharray=ring)
        + slab
    )


# --- the way


def _way(stretch: Stretch, view: View, colour: str, dash: str | None) -> str:
    """The line of a part of the way, with its arrow; a fall is dotted and ends in a cross."""
    fell = stretch.by == FALL
    line = _line(view, list(stretch.line), colour, 2.4 if fell else 2, "1.5 4" if fell else dash)
    (ax, ay), (bx, by) = next(
        (a, b) for a, b in reversed(list(pairwise([view.at(s) for s in stretch.line]))) if math.dist(a, b) > 1e-6
    )
    size = math.dist((ax, ay), (bx, by))
    head = arrowhead((bx, by), ((bx - ax) / size, (by - ay) / size), colour)
    x, y = view.at(stretch.line[0])
    cross = f"M{num(bx - 5)} {num(by - 5)}l10 10m0 -10l-10 10"
    end = tag("path", d=cross, stroke=INK, stroke_width=2, fill="none") if fell else ""
    return line + tag("circle", cx=x, cy=y, r=2.4, fill=colour) + head + end


def _keep_clear(stretch: Stretch, view: View, crowd: Crowd) -> None:
    """Nothing is written over the line."""
    for a, b in pairwise([view.at(spot) for spot in stretch.line]):
        count = max(1, math.ceil(math.dist(a, b) / 8))
        for k in range(count + 1):
            x, y = a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count
            crowd.take((x - 3, y - 3, x + 3, y + 3))


def _name(stretch: Stretch, view: View, crowd: Crowd, colour: str, lang: str) -> str:
    """What a part of the way is called, beside its longest piece."""
    words = named(stretch.by, stretch.length, stretch.drop, lang)
    wide = width_of(words, 11)
    if len(stretch.line) > 4 or len(stretch.line) == 2:
        (x, y) = view.at(stretch.line[len(stretch.line) // 2])
        if len(stretch.line) == 2:
            (ax, ay), (bx, by) = (view.at(spot) for spot in stretch.line)
            x, y = (ax + bx) / 2, (ay + by) / 2
        upright = abs(stretch.drop) > stretch.length
    else:
        a, b = max(pairwise([view.at(spot) for spot in stretch.line]), key=lambda ends: math.dist(*ends))
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        upright = abs(a[1] - b[1]) > abs(a[0] - b[0])
    level = [(x + dx, y + dy) for dy in (-10.0, 11.0, -23.0, 24.0, -36.0) for dx in (0.0, -24.0, 24.0, -40.0, 40.0)]
    beside = [(x + side * (wide / 2 + 8), y + dy) for dy in (0.0, -14.0, 14.0, -28.0, 28.0) for side in (1, -1)]
    at = crowd.over([*beside, *level] if upright else [*level, *beside], wide, 12)
    return label(at[0], at[1] + 4, words, size=11, anchor="middle", fill=colour, halo=True, bold=True)


# --- the page


def _soil(table: Table, profile: Profile, view: View) -> str:
    """The table top in section."""
    x0, y0, x1, y1 = table.board.bounds
    top = polygon(tuple((round(x * 2540), round(y * 2540)) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))))
    parts = []
    for start, end in profile.cut(top, ORIGIN):
        parts.append(_box(view, (start, -SOIL - 1, end, 0), fill=palette.TABLE, stroke="none"))
        parts.append(_line(view, [(start, 0), (end, 0)], INK, 1.6))
    return tag("g", *parts)


def _grid(view: View) -> str:
    back = tag("rect", x=view.left - 2, y=view.top - 2, width=view.width + 4, height=view.height + 4, fill=PAPER)
    lines = [view.line([(k, view.y0), (k, view.y1)]) for k in range(math.ceil(view.x0), math.floor(view.x1) + 1)]
    lines += [view.line([(view.x0, k), (view.x1, k)]) for k in range(1, math.floor(view.y1) + 1)]
    return back + tag("path", d="".join(lines), stroke=GRID, stroke_width=0.7)


def _rulers(profile: Profile, view: View) -> str:
    """The inches gone along the foot, the heights up the side."""
    step = next((s for s in (1, 2, 3, 6, 12) if s * view.scale >= 24), 24)
    foot = view.top + view.height
    parts = [
        tag(
            "path",
            d=f"M{num(view.left)} {num(view.top)}V{num(foot)}H{num(view.left + view.width)}",
            fill="none",
            stroke=GRID_STRONG,
        )
    ]
    for k in range(0, math.floor(profile.length + 1e-6) + 1, step):
        x, _ = view.at((k, 0))
        parts.append(tag("path", d=f"M{num(x)} {num(foot)}v4", stroke=INK))
        parts.append(label(x, foot + 15, str(k), size=10, anchor="middle"))
    for k in range(0, math.floor(view.y1) + 1, step):
        _, y = view.at((0, k))
        parts.append(tag("path", d=f"M{num(view.left - 4)} {num(y)}h4", stroke=INK))
        parts.append(label(view.left - 7, y + 3.5, str(k), size=10, anchor="end"))
    return tag("g", *parts)


def _box(view: View, box: tuple[float, float, float, float], **style: str | float | None) -> str:
    left, top, right, bottom = _pixels(view, box)
    return tag("rect", x=left, y=top, width=right - left, height=bottom - top, **style)


def _pixels(view: View, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    (left, bottom), (right, top) = view.at(box[:2]), view.at(box[2:])
    return left, top, right, bottom


def _line(view: View, spots: list[Spot], colour: str, width: float, dash: str | None = None) -> str:
    return tag("path", d=view.line(spots), fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dash)


def _above(box: tuple[float, float, float, float]) -> list[Spot]:
    """Where the name of whoever stands in a box may be."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return [(x, box[1] - 9), (box[2] + 12, y), (box[0] - 12, y), (x, box[1] - 22), (x, y)]


def _written(words: str, spots: list[Spot], crowd: Crowd, *, bold: bool = False, slant: bool = False) -> str:
    x, y = crowd.over(spots, width_of(words, 10), 12)
    fill = INK if bold else "#4b463b"
    return label(x, y + 3.5, words, size=10, anchor="middle", fill=fill, halo=True, bold=bold, slant=slant)
