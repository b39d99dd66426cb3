"""The families of links as a search over levels has them: what they cost, where they are tried, what beats what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from movetray._kernel import distance
from movetray.engine.flights import Spot
from movetray.engine.links import Link, Stop
from movetray.engine.tight import Taken
from movetray.table.terrain import Point
from movetray.units import TOLERANCE

APART = 1.5
"""Inches between the places along an edge at which a link is first tried."""

GAINED = 0.3
"""Inches that one way to a place may gain more than another by being pulled tight."""

NOTHING = 1e-9


@dataclass(frozen=True, slots=True)
class Label:
    """A place reached: by which links, for how many inches, with what chance, and what was gone up and down by way."""

    at: Spot
    inches: float = 0.0
    chance: float = 1.0
    risen: tuple[tuple[str, float], ...] = ()
    taken: tuple[Taken, ...] = ()


@dataclass
class Family:
    """A link with what is the same all along it: what it costs (`fixed`, and `weight` an inch of plan), its chance,
    what it counts toward limits; and the places at which it is first tried, with those that were refused."""

    link: Link
    weight: float
    fixed: float
    chance: Fraction
    risen: tuple[tuple[str, float], ...]
    stops: list[Stop] = field(default_factory=list)
    refused: set[int] = field(default_factory=set)

    @cached_property
    def first(self) -> list[Spot]:
        """Where it begins at each of its places."""
        return [self.link.first(stop) for stop in self.stops]

    @cached_property
    def last(self) -> list[Spot]:
        """Where it ends at each of its places."""
        return [self.link.last(stop) for stop in self.stops]

    @cached_property
    def costs(self) -> list[float]:
        """What it costs at the least at each of its places, in inches."""
        pairs = zip(self.first, self.last, strict=True)
        return [self.fixed + self.weight * distance(a[:2], b[:2]) for a, b in pairs]

    def choices(self, place: int) -> Iterator[Stop]:
        """Where it may be taken about there, what one would choose first: landing further out where need be."""
        stop, end = self.stops[place], self.link.end
        yield stop
        for part in (0.5, 1.0) if self.weight > 0 and end.most > end.least + TOLERANCE else ():
            yield replace(stop, beyond=stop.beyond + part * (end.most - stop.beyond))


def stops_of(link: Link, toward: Sequence[Point], wanted: Point | None, weight: float) -> Iterator[Stop]:
    """The places at which a family is first tried: a little apart, and opposite of where it comes from and goes to."""
    long = max(link.start.length, link.end.length if link.joint else 0.0)
    steps = int(long / APART) + 1 if long > TOLERANCE else 0
    shares = [step / steps for step in range(steps + 1)] if steps else [0.0]
    shares += [link.start.share(point) for point in toward] if steps else []
    # Where the way over an edge is free one goes all of it, or none of it, or just as far as one wants.
    free = weight <= 0
    befores = {link.start.least, link.start.most} if free else {link.start.least}
    beyonds = {link.end.least, link.end.most} if free else {link.end.least}
    if wanted is not None and free:
        beyonds.add(link.end.off(wanted))
    for s in sorted(set(shares)):
        for before in sorted(befores, reverse=True):
            t = s if link.joint else link.end.share(link.start.at(s, before))
            yield from (Stop(s, before, t, beyond) for beyond in sorted(beyonds, reverse=True))


def added(one: tuple[tuple[str, float], ...], other: tuple[tuple[str, float], ...]) -> tuple[tuple[str, float], ...]:
    """Inches by way, summed."""
    if not other:
        return one
    total = dict(one)
    for by, inches in other:
        total[by] = total.get(by, 0.0) + inches
    return tuple(sorted(total.items()))


def covers(one: Label, other: Label) -> bool:
    """Whether a place was reached before as cheaply, as likely and with as much left of every limit.

    By other links it has to be cheaper by what pulling tight may gain.
    """
    same = [taken.link for taken in one.taken] == [taken.link for taken in other.taken]
    if one.inches > other.inches + (TOLERANCE if same else -GAINED) or one.chance < other.chance - NOTHING:
        return False
    risen, gone = dict(one.risen), dict(other.risen)
    return all(inches <= gone.get(by, 0.0) + TOLERANCE for by, inches in risen.items())


def beaten(front: Sequence[tuple[float, float]], inches: float, chance: float, best: bool) -> bool:
    """Whether something known is as short and as likely (`best`: as short)."""
    return any(known <= inches + NOTHING and (best or odds >= chance - NOTHING) for known, odds in front)
