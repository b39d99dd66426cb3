"""Floors with holes as simple pieces, for lines of sight."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from movetray.table.terrain import Floor, Point, Spot
from movetray.units import INCH, to_inches

SAME = 1e-6
"""Hundredths of a millimetre: no two heights are told apart that differ by less than rounding does."""

Side = tuple[Spot, Spot]
"""A side of an outline, its left end first."""


def floor_pieces(floor: Floor) -> list[list[Point]]:
    """The outlines that together are a floor less its holes; without holes its own.

    With holes it is cut into upright strips at every corner and crossing: within a strip the sides lie one above the
    other, and going up across them one enters and leaves the floor and its holes.
    """
    if not floor.holes:
        return [[(to_inches(x), to_inches(y)) for x, y in floor.outline]]
    sides = [(index, side) for index, ring in enumerate((floor.outline, *floor.holes)) for side in _sides(ring)]
    cuts: set[float] = {spot[0] for _, side in sides for spot in side}
    cuts.update(x for (_, one), (_, other) in combinations(sides, 2) for x in _crossing(one, other))
    found = []
    for left, right in pairwise(sorted(cuts)):
        middle = (left + right) / 2
        here = [entry for entry in sides if entry[1][0][0] <= left and right <= entry[1][1][0]]
        here.sort(key=lambda entry: _height(entry[1], middle))
        inside: set[int] = set()
        for (ring, low), (_, high) in pairwise(here):
            inside ^= {ring}
            if inside == {0}:
                piece = _strip(low, high, left, right)
                if len(piece) >= 3:
                    found.append(piece)
    return found


def _strip(low: Side, high: Side, left: float, right: float) -> list[Point]:
    """What lies between two sides in a strip: four corners, or three where they meet."""
    corners = []
    for x, first, second in ((left, high, low), (right, low, high)):
        ys = [_height(first, x), _height(second, x)]
        corners += [(x, y) for y in (ys if abs(ys[0] - ys[1]) > SAME else ys[:1])]
    return [(x / INCH, y / INCH) for x, y in corners]


def _sides(ring: tuple[Spot, ...]) -> Iterator[Side]:
    """The sides of an outline, but for upright ones."""
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        if a[0] != b[0]:
            yield (a, b) if a[0] < b[0] else (b, a)


def _height(side: Side, x: float) -> float:
    """y of a side at x."""
    (ax, ay), (bx, by) = side
    if x == ax:
        return ay
    if x == bx:
        return by
    return ay + (by - ay) * ((x - ax) / (bx - ax))


def _crossing(one: Side, other: Side) -> Iterator[float]:
    """x where two sides cross, if they do within both."""
    left, right = max(one[0][0], other[0][0]), min(one[1][0], other[1][0])
    if left >= right:
        return
    before = _height(one, left) - _height(other, left)
    after = _height(one, right) - _height(other, right)
    if before * after < 0:
        yield left + (right - left) * (before / (before - after))
