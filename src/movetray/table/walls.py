"""Walls as prisms: one convex piece a segment, cut open where there are doors."""

from itertools import pairwise

from movetray._kernel import distance, wall_outlines
from movetray.table.terrain import Point, Spot, Wall
from movetray.units import to_inches

Along = tuple[int, float]
"""A place along a line: the segment, counted from 0, and how far along it, from 0 up to 1."""

Piece = tuple[list[Point], float, float]
"""A convex outline with its bottom and top, inches."""


def along(line: tuple[Spot, ...], spot: Spot) -> tuple[int, float, float]:
    """The place along a line nearest to a spot, and how many inches it is away from it."""
    best = (0, 0.0, float("inf"))
    for index, (a, b) in enumerate(pairwise(line)):
        ahead = (b[0] - a[0], b[1] - a[1])
        share = ((spot[0] - a[0]) * ahead[0] + (spot[1] - a[1]) * ahead[1]) / (ahead[0] ** 2 + ahead[1] ** 2)
        part = min(1.0, max(0.0, share))
        near = to_inches(a[0]) + to_inches(ahead[0]) * part, to_inches(a[1]) + to_inches(ahead[1]) * part
        off = distance((to_inches(spot[0]), to_inches(spot[1])), near)
        if off < best[2]:
            # the end of a segment is the beginning of the next, so that places can be compared
            best = (index + 1, 0.0, off) if part == 1.0 else (index, part, off)
    return best


def wall_pieces(wall: Wall) -> list[Piece]:
    """The prisms of a wall: beside its doors as high as it is, over a door what is left above the opening."""
    line = [(to_inches(x), to_inches(y)) for x, y in wall.line]
    closed = len(line) > 3 and line[0] == line[-1]
    outlines = wall_outlines(line[:-1] if closed else line, to_inches(wall.thickness), closed)
    bottom, top = to_inches(wall.z), to_inches(wall.z + wall.height)
    if not wall.doors:
        return [(outline, bottom, top) for outline in outlines]
    doors = []
    for door in wall.doors:
        start, end = sorted(along(wall.line, spot)[:2] for spot in (door.start, door.end))
        doors.append((start, end, to_inches(wall.z + door.height)))
    found: list[Piece] = []
    for index, (outline, ends) in enumerate(zip(outlines, pairwise(line), strict=True)):
        shares = [(_part(start, index), _part(end, index), lintel) for start, end, lintel in doors]
        done = 0.0
        for left, right, lintel in sorted(share for share in shares if share[0] < share[1]):
            found.extend((piece, bottom, top) for piece in _between(outline, ends, done, left))
            if lintel < top:
                found.extend((piece, lintel, top) for piece in _between(outline, ends, left, right))
            done = right
        found.extend((piece, bottom, top) for piece in _between(outline, ends, done, 1.0))
    return found


def _part(place: Along, segment: int) -> float:
    """A place along the line as a share of one of its segments: 0 if before, 1 if behind."""
    index, part = place
    return part if index == segment else float(index > segment)


def _between(outline: list[Point], ends: tuple[Point, Point], start: float, end: float) -> list[list[Point]]:
    """What of a segment's outline lies between two shares of its length; its own ends keep their joints."""
    if end <= start:
        return []
    (ax, ay), (bx, by) = ends
    dx, dy = bx - ax, by - ay
    if start > 0.0:
        outline = _clip(outline, (ax + dx * start, ay + dy * start), (dx, dy))
    if end < 1.0:
        outline = _clip(outline, (ax + dx * end, ay + dy * end), (-dx, -dy))
    return [outline] if len(outline) >= 3 else []


def _clip(outline: list[Point], through: Point, toward: Point) -> list[Point]:
    """What of a convex outline lies on the far side of a cut across the wall."""
    sides = [(x - through[0]) * toward[0] + (y - through[1]) * toward[1] for x, y in outline]
    kept: list[Point] = []
    for index, (x, y) in enumerate(outline):
        (px, py), before, now = outline[index - 1], sides[index - 1], sides[index]
        if (before < 0 < now) or (now < 0 < before):
            share = before / (before - now)
            kept.append((px + (x - px) * share, py + (y - py) * share))
        if now >= 0:
            kept.append((x, y))
    return kept
