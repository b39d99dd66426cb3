"""Terrain from above: each kind by outline and pattern, each with its height in words."""

import math
from itertools import pairwise

from movetray.drawing import palette
from movetray.drawing.svg import Spot, View, arrowhead, label, num, tag, titled
from movetray.table.terrain import Block, Floor, Ground, Ladder, Stairs, Terrain, Wall
from movetray.units import to_inches
from movetray.words import inches, say, word


def drawn(piece: Terrain, view: View, lang: str) -> str:
    """A piece as it lies, without its label."""
    match piece:
        case Ground():
            shape = _ground(piece, view)
        case Floor():
            shape = _floor(piece, view)
        case Block():
            shape = tag(
                "path",
                d=view.ring(_spots(piece.outline)),
                fill="url(#stone)",
                stroke=palette.STONE_EDGE,
                stroke_width=1.6,
                stroke_dasharray="1 3" if piece.climbable else None,
            )
        case Wall():
            shape = _wall(piece, view)
        case Ladder():
            shape = _ladder(piece, view)
        case Stairs():
            shape = _stairs(piece, view)
    return titled(shape, f"{piece.id}: {described(piece, lang)}")


def described(piece: Terrain, lang: str) -> str:
    """The kind of a piece and its heights, in words."""
    match piece:
        case Ground(going=going):
            return word(going, lang)
        case Floor(z=z):
            return say("floor at {height}", lang, height=to_inches(z))
        case Block(height=height, climbable=climbable):
            text = say("block, {height} high", lang, height=to_inches(height))
            return f"{text}, {say('climbable', lang)}" if climbable else text
        case Wall(height=height, z=z):
            text = say("wall, {height} high", lang, height=to_inches(height))
            return f"{text}, {say('foot at {height}', lang, height=to_inches(z))}" if z else text
        case Ladder(bottom=bottom, top=top):
            return say("ladder from {foot:in} to {head:in}", lang, foot=to_inches(bottom), head=to_inches(top))
        case Stairs(bottom=bottom, top=top):
            return say("stairs from {foot:in} to {head:in}", lang, foot=to_inches(bottom), head=to_inches(top))


def short(piece: Terrain, lang: str) -> str:
    """What is written on a piece: its id, and its height where it has one."""
    match piece:
        case Block(height=height) | Wall(height=height, z=0):
            return f"{piece.id} {inches(to_inches(height), lang)}"
        case Wall(height=height, z=z):
            return f"{piece.id} {inches(to_inches(z), lang)}–{inches(to_inches(z + height), lang)}"
        case Floor(z=z):
            return f"{piece.id} z {inches(to_inches(z), lang)}"
        case Ladder(bottom=bottom, top=top) | Stairs(bottom=bottom, top=top):
            return f"{piece.id} {inches(to_inches(bottom), lang)}–{inches(to_inches(top), lang)}"
        case Ground():
            return piece.id


def middle(piece: Terrain) -> Spot:
    """Where a label belongs: inside a patch, beside a line."""
    match piece:
        case Wall(line=line):
            return _along(_spots(line))
        case Stairs(line=line):
            return _along(_spots(line))
        case Ladder(at=at):
            return to_inches(at[0]), to_inches(at[1])
        case Block(outline=outline) | Floor(outline=outline) | Ground(outline=outline):
            return _centroid(_spots(outline))


def upright(piece: Terrain) -> bool:
    """Whether a wall or a flight of stairs runs up the page rather than across it."""
    if not isinstance(piece, Wall | Stairs):
        return False
    (ax, ay), (bx, by) = _longest(_spots(piece.line))
    return abs(by - ay) > abs(bx - ax)


def written(piece: Terrain, lang: str, at: Spot) -> str:
    """The label of a piece, its middle at a pixel."""
    return label(at[0], at[1], short(piece, lang), size=10, anchor="middle", fill="#4b463b", halo=True, slant=True)


def _spots(points: tuple[tuple[int, int], ...]) -> list[Spot]:
    return [(to_inches(x), to_inches(y)) for x, y in points]


def _ground(piece: Ground, view: View) -> str:
    fill, ink = palette.GROUNDS[piece.going]
    return tag(
        "path",
        d=view.ring(_spots(piece.outline)),
        fill=fill if ink is None else f"url(#ground-{piece.going})",
        stroke=ink or palette.GRID_STRONG,
        stroke_width=1,
        stroke_dasharray="4 3",
    )


def _floor(piece: Floor, view: View) -> str:
    rings = [view.ring(_spots(ring)) for ring in (piece.outline, *piece.holes)]
    return tag(
        "path",
        d="".join(rings),
        fill="url(#timber)",
        fill_rule="evenodd",
        fill_opacity=0.75,
        stroke=palette.TIMBER_EDGE,
        stroke_width=1.4,
        stroke_dasharray="9 3",
    )


def _wall(piece: Wall, view: View) -> str:
    line = _spots(piece.line)
    width = max(1.5, to_inches(piece.thickness) * view.scale)
    closed = len(line) > 2 and line[0] == line[-1]
    path = view.ring(line[:-1]) if closed else view.line(line)
    parts = [
        tag("path", d=path, fill="none", stroke=palette.WALL, stroke_width=width, stroke_linejoin="miter"),
        tag(
            "path",
            d=path,
            fill="none",
            stroke="#d8d2c4",
            stroke_width=max(0.6, width - 2),
            stroke_dasharray="3 2",
        ),
    ]
    for door in piece.doors:
        gap = view.line(_spots((door.start, door.end)))
        parts.append(tag("path", d=gap, fill="none", stroke=palette.TABLE, stroke_width=width + 0.5))
        parts.append(tag("path", d=gap, fill="none", stroke=palette.WALL, stroke_width=1, stroke_dasharray="1 2"))
    return tag("g", *parts)


def _ladder(piece: Ladder, view: View) -> str:
    x, y = view.at((to_inches(piece.at[0]), to_inches(piece.at[1])))
    rails = f"M{num(x - 4)} {num(y - 7)}v14M{num(x + 4)} {num(y - 7)}v14"
    rungs = "".join(f"M{num(x - 4)} {num(y + k)}h8" for k in (-4.5, 0, 4.5))
    return tag("path", d=rails + rungs, stroke=palette.TIMBER_EDGE, stroke_width=1.6, fill="none")


def _stairs(piece: Stairs, view: View) -> str:
    (ax, ay), (bx, by) = (view.at(spot) for spot in _spots(piece.line))
    length = math.dist((ax, ay), (bx, by)) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    half = 0.4 * view.scale
    treads = []
    count = max(2, int(length / 6))
    for k in range(count + 1):
        x, y = ax + (bx - ax) * k / count, ay + (by - ay) * k / count
        treads.append(f"M{num(x - uy * half)} {num(y + ux * half)}L{num(x + uy * half)} {num(y - ux * half)}")
    shaft = f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"
    return tag(
        "g",
        tag("path", d="".join(treads) + shaft, stroke=palette.TIMBER_EDGE, stroke_width=1.2, fill="none"),
        arrowhead((bx, by), (ux, uy), palette.TIMBER_EDGE),
    )


def _longest(line: list[Spot]) -> tuple[Spot, Spot]:
    return max(pairwise(line), key=lambda pair: math.dist(*pair))


def _along(line: list[Spot]) -> Spot:
    """The middle of the longest straight part."""
    a, b = _longest(line)
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _centroid(ring: list[Spot]) -> Spot:
    twice = x = y = 0.0
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        cross = ax * by - bx * ay
        twice += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    if abs(twice) < 1e-9:
        return ring[0]
    return x / (3 * twice), y / (3 * twice)
