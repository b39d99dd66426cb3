"""The table cut along a way: blocks and walls as silhouettes, floors as lines, ladders and stairs near it."""

from movetray.drawing import palette, terrain
from movetray.drawing.crowd import width_of
from movetray.drawing.palette import GRID_STRONG, INK
from movetray.drawing.profile import Profile, less
from movetray.drawing.svg import Spot, View, num, tag, titled
from movetray.table.board import ORIGIN, polygon
from movetray.table.table import Table
from movetray.table.terrain import Floor, Ground, Ladder, Stairs
from movetray.units import to_inches


def pieces(table: Table, profile: Profile, view: View, lang: str) -> tuple[list[str], list[tuple[str, list[Spot]]]]:
    """The terrain on the way, and what is written on each piece with the pixels where it may be."""
    back, front = [], []
    spots: dict[str, list[Spot]] = {}
    for solid in table.board.solids:
        for start, end in profile.cut(solid.shape):
            stone = solid.kind == "block"
            back.append(
                boxed(
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
                        lined(view, ends, palette.TIMBER_EDGE, 4) + lined(view, ends, palette.TIMBER, 1.6, "9 3")
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
    board = table.board.pieces
    named_ones = [(terrain.short(board[name], lang), places) for name, places in spots.items()]
    titles = "; ".join(f"{name}: {terrain.described(board[name], lang)}" for name in spots)
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
    return boxed(
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


def soil(table: Table, profile: Profile, view: View, deep: float) -> str:
    """The table top in section."""
    x0, y0, x1, y1 = table.board.bounds
    top = polygon(tuple((round(x * 2540), round(y * 2540)) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))))
    parts = []
    for start, end in profile.cut(top, ORIGIN):
        parts.append(boxed(view, (start, -deep - 1, end, 0), fill=palette.TABLE, stroke="none"))
        parts.append(lined(view, [(start, 0), (end, 0)], INK, 1.6))
    return tag("g", *parts)


def boxed(view: View, box: tuple[float, float, float, float], **style: str | float | None) -> str:
    """A box of the side: from, foot, to, top in inches."""
    left, top, right, bottom = pixels(view, box)
    return tag("rect", x=left, y=top, width=right - left, height=bottom - top, **style)


def pixels(view: View, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom on the page."""
    (left, bottom), (right, top) = view.at(box[:2]), view.at(box[2:])
    return left, top, right, bottom


def lined(view: View, spots: list[Spot], colour: str, width: float, dash: str | None = None) -> str:
    """A line along and up, in inches."""
    return tag("path", d=view.line(spots), fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dash)
