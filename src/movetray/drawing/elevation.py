"""A way from the side: along it to the right, height upward, both in inches to one scale.

What the line of the way cuts is drawn as it is cut: blocks and walls as silhouettes, floors as lines.
"""

import math
from itertools import pairwise

from movetray.drawing import bases, palette, section
from movetray.drawing.crowd import Crowd, width_of
from movetray.drawing.palette import DASHES, GRID, GRID_STRONG, INK, PAPER
from movetray.drawing.profile import AIR, Profile, Stretch
from movetray.drawing.section import boxed, lined, pixels
from movetray.drawing.sheet import LEFT, Panel, below, cut
from movetray.drawing.svg import Spot, View, arrowhead, label, num, tag
from movetray.drawing.trails import FALL, Trail, named
from movetray.table.table import Table
from movetray.units import to_inches
from movetray.words import say

TITLE = 30.0
"""Room for the heading, in pixels."""

LARGEST, TALLEST = 48.0, 340.0
"""Pixels an inch at most, and pixels up at most."""

NARROWEST = 370.0
"""Pixels across that there are beneath the narrowest board."""

SOIL = 0.25
"""Inches of ground that are seen in section."""

ABOVE = 1.0
"""Inches of air above what is highest on the way."""


def wanted(trail: Trail) -> bool:
    """Whether a way has to be seen from the side: it leads up or down, or runs above the ground."""
    return any(abs(height) > 1e-6 for height in trail.heights)


def side(
    before: Table, table: Table, trail: Trail, *, top: float, width: float, ruling: str, went: bool, lang: str
) -> Panel:
    """The way of one model from the side, from pixel `top` down; `table` shows who stands where now.

    `went`: the model is at its end; else it still is where it would set out.
    """
    profile = Profile(trail)
    view = _view(before, profile, top, width)
    crowd = Crowd((view.left, view.top, view.left + view.width, view.top + view.height))
    colour = palette.side_style(before.sides.index(before.side_of(trail.model))).colour
    for stretch in profile.stretches:
        _keep_clear(stretch, view, crowd)
    scenery, marks = section.pieces(table, profile, view, lang)
    others, names = _others(table, trail.model, profile, view)
    ends = [_standing(before, profile, view, at_end=at_end, there=at_end == went) for at_end in (not went, went)]
    crowd.taken += [box for _, box in (ends[1], *others)]  # the ghost may be written over
    way = [_way(stretch, view, colour, DASHES[ruling]) for stretch in profile.stretches]
    said = [_name(stretch, view, crowd, colour, lang) for stretch in profile.stretches]
    own = _written(trail.model, _above(ends[1][1]), crowd, bold=True)
    beside = [_written(name, spots, crowd, bold=True) for name, spots in names]
    written = [_written(words, spots, crowd, slant=True) for words, spots in marks]
    heading = label(view.left, top + 14, say("{model:n} from the side", lang, model=trail.model), size=13, bold=True)
    drawn = [
        _grid(view),
        section.soil(table, profile, view, SOIL),
        *scenery,
        *[part for part, _ in (*others, *ends)],
        *way,
    ]
    body = (
        heading,
        cut(view, *drawn, *written, *beside, own, *said),
        _rulers(profile, view),
        label(view.left, below(view) - 6, say("inches along the way, inches high", lang), size=10, slant=True),
    )
    return Panel(body, below(view) + 14)


def _view(before: Table, profile: Profile, top: float, width: float) -> View:
    """The window on the side: as large as fits."""
    long = profile.length + 2 * AIR
    tall = to_inches(before.unit_of(profile.trail.model).height)
    high = max(z for part in profile.stretches for _, z in part.line) if profile.stretches else profile.heights[0]
    up = high + tall + ABOVE
    scale = min(LARGEST, max(width, NARROWEST) / long, TALLEST / (up + SOIL))
    return View(-AIR, -SOIL, profile.length + AIR, up, scale, LEFT, top + TITLE)


# --- who stands there


def _standing(
    table: Table, profile: Profile, view: View, *, at_end: bool, there: bool
) -> tuple[str, tuple[float, float, float, float]]:
    """The model at an end of its way, to its true width and height; a ghost where it is not."""
    trail = profile.trail
    unit = table.unit_of(trail.model)
    style = palette.side_style(table.sides.index(unit.side))
    plan = trail.end if at_end else (*trail.legs[0].start, trail.legs[0].facing)
    turn = math.radians(profile.ahead(at_end))
    reach = [(x - plan[0]) * math.cos(turn) + (y - plan[1]) * math.sin(turn) for x, y in bases.outline(unit.base, plan)]
    along, z = (profile.length, profile.heights[-1]) if at_end else (0.0, profile.heights[0])
    box = (along + min(reach), z, along + max(reach), z + to_inches(unit.height))
    if there:
        return _body(view, box, style), pixels(view, box)
    dash = "5 3" if at_end else "2 2.5"
    ghost = boxed(
        view, box, fill=style.colour, fill_opacity=0.07, stroke=style.colour, stroke_width=1.2, stroke_dasharray=dash
    )
    return ghost, pixels(view, box)


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
            drawn.append((_body(view, box, palette.side_style(table.sides.index(unit.side))), pixels(view, box)))
            names.append((other, _above(pixels(view, box))))
    return drawn, names


def _body(view: View, box: tuple[float, float, float, float], style: palette.SideStyle) -> str:
    start, foot, end, _ = box
    slab = boxed(view, (start, foot, end, foot + 0.12), fill=style.colour, stroke="none")
    ring = style.dash
    return (
        boxed(view, box, fill=style.tint, fill_opacity=0.85, stroke=style.colour, stroke_width=2, stroke_dasharray=ring)
        + slab
    )


# --- the way


def _way(stretch: Stretch, view: View, colour: str, dash: str | None) -> str:
    """The line of a part of the way, with its arrow; a fall is dotted and ends in a cross."""
    fell = stretch.by == FALL
    line = lined(view, list(stretch.line), colour, 2.4 if fell else 2, "1.5 4" if fell else dash)
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


def _above(box: tuple[float, float, float, float]) -> list[Spot]:
    """Where the name of whoever stands in a box may be."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return [(x, box[1] - 9), (box[2] + 12, y), (box[0] - 12, y), (x, box[1] - 22), (x, y)]


def _written(words: str, spots: list[Spot], crowd: Crowd, *, bold: bool = False, slant: bool = False) -> str:
    x, y = crowd.over(spots, width_of(words, 10), 12)
    fill = INK if bold else "#4b463b"
    return label(x, y + 3.5, words, size=10, anchor="middle", fill=fill, halo=True, bold=bold, slant=slant)
