"""Where there is still room: labels and markers that keep off bases and off each other."""

from dataclasses import dataclass, field

from movetray.drawing.svg import WIDE, Spot

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

AROUND = ((1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1), (1, 0), (-1, 0))


@dataclass
class Crowd:
    """The boxes that are taken, and the page that everything has to stay on."""

    page: Box
    taken: list[Box] = field(default_factory=list)

    def take(self, box: Box) -> None:
        """Nothing else goes here."""
        self.taken.append(box)

    def around(self, at: Spot, clear: float, width: float, height: float) -> Spot:
        """The middle of a free box of this size beside a spot, at least `clear` from it; it is taken from then on.

        Where all is taken, the place that overlaps least.
        """
        best: tuple[float, Spot] | None = None
        for ring in range(4):
            for dx, dy in AROUND:
                reach = clear + ring * height
                diagonal = 0.75 if dx and dy else 1.0
                middle = (
                    at[0] + dx * (reach * diagonal + width / 2),
                    at[1] + dy * (reach * diagonal + height / 2),
                )
                cost = self._cost(_box(middle, width, height)) + ring * 0.01
                if best is None or cost < best[0] - 1e-9:
                    best = (cost, middle)
            if best is not None and best[0] < 1:
                break
        assert best is not None
        self.take(_box(best[1], width, height))
        return best[1]

    def over(self, spots: list[Spot], width: float, height: float) -> Spot:
        """The first of these middles whose box is free, or the one that overlaps least; it is taken from then on."""
        costs = [self._cost(_box(spot, width, height)) for spot in spots]
        spot = spots[costs.index(min(costs))]
        self.take(_box(spot, width, height))
        return spot

    def _cost(self, box: Box) -> float:
        outside = (
            max(0.0, self.page[0] - box[0])
            + max(0.0, self.page[1] - box[1])
            + max(0.0, box[2] - self.page[2])
            + max(0.0, box[3] - self.page[3])
        )
        return outside * 50 + sum(_shared(box, other) for other in self.taken)


def width_of(words: str, size: float) -> float:
    """About how wide a text will be, in pixels."""
    return len(words) * size * WIDE


def _box(middle: Spot, width: float, height: float) -> Box:
    return middle[0] - width / 2, middle[1] - height / 2, middle[0] + width / 2, middle[1] + height / 2


def _shared(a: Box, b: Box) -> float:
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0
