"""The way a model goes: the corridor that its base sweeps, and the line of its centre with true arcs."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from movetray.drawing.bases import outline
from movetray.drawing.crowd import Crowd, width_of
from movetray.drawing.svg import Spot, View, arrowhead, label, tag
from movetray.engine.command import Command, Waypoint
from movetray.engine.event import Event, ModelMoved, ModelPlaced
from movetray.table.table import Base, Pose, Table
from movetray.units import to_inches
from movetray.words import inches, number, word


@dataclass(frozen=True, slots=True)
class Leg:
    """One leg in inches and degrees; `around` is the centre of an arc."""

    by: str
    start: Spot
    end: Spot
    around: Spot | None
    facing: float
    turned: float
    drop: float


@dataclass(frozen=True, slots=True)
class Trail:
    """The legs of one model, one after another; `height` is where the first starts, in inches.

    Of a unit that moves as one body `base` is the footprint of all of it, and the legs are those of its middle.
    """

    model: str
    legs: tuple[Leg, ...]
    height: float = 0.0
    base: Base | None = None

    def foot(self, table: Table) -> Base:
        """The base that goes this way."""
        return self.base or table.unit_of(self.model).base

    @property
    def heights(self) -> tuple[float, ...]:
        """How high each leg starts, and the last ends, in inches."""
        return tuple(accumulate((leg.drop for leg in self.legs), initial=self.height))

    @property
    def end(self) -> tuple[float, float, float]:
        """x, y and facing at the end."""
        last = self.legs[-1]
        return *last.end, last.facing + last.turned

    def spots(self, apart: float = 0.5) -> Iterator[Spot]:
        """Points along the way of the centre, about so many inches apart."""
        for leg in self.legs:
            poses = _poses(leg)
            for (ax, ay, _), (bx, by, _) in pairwise(poses):
                count = max(1, math.ceil(math.dist((ax, ay), (bx, by)) / apart))
                for k in range(1, count + 1):
                    yield ax + (bx - ax) * k / count, ay + (by - ay) * k / count


LEVEL = frozenset({"walk", "leap", "fly", "forward", "back", "sideways"})
"""Ways of which the length counts, not the height."""

FALL = "fall"
"""How a leg is called that nobody chose."""


def gone(events: Iterable[Event], before: Table | None = None) -> list[Trail]:
    """The ways that were really gone, falls included.

    A model that is put down lower than it was has fallen; where it was on its own, `before` says.
    """
    trails: dict[str, Trail] = {}
    for event in events:
        if isinstance(event, ModelMoved) and event.tracks:
            legs, pose = [], event.start
            for track in event.tracks:
                legs.append(_leg(track.by, pose, track.to, track.around))
                pose = track.to
            old = trails.get(event.model)
            trails[event.model] = (
                Trail(event.model, tuple(legs), event.start.height)
                if old is None
                else Trail(event.model, (*old.legs, *legs), old.height)
            )
        elif isinstance(event, ModelPlaced):
            fallen = _fallen(event, trails.get(event.model), before)
            if fallen is not None:
                trails[event.model] = fallen
    return list(trails.values())


def _fallen(event: ModelPlaced, trail: Trail | None, before: Table | None) -> Trail | None:
    """The way of a model with its fall; None where it was only put somewhere."""
    if trail is not None:
        x, y, facing = trail.end
        start = Pose.at(x, y, trail.height + sum(leg.drop for leg in trail.legs), facing)
        legs, height = trail.legs, trail.height
    elif before is not None and _is_there(before, event.model):
        start = before.pose_of(event.model)
        legs, height = (), start.height
    else:
        return None
    if event.to.z >= start.z:
        return None
    return Trail(event.model, (*legs, _leg(FALL, start, event.to, None)), height)


def _leg(by: str, start: Pose, end: Pose, around: Spot | None) -> Leg:
    (x, y, facing), (a, b, turned) = start.plan, end.plan
    return Leg(by, (x, y), (a, b), around, facing, turn(facing, turned), end.height - start.height)


def named(by: str, length: float, drop: float, lang: str) -> str:
    """What a leg is called, with the inches that count: gone for what goes along, up or down for what climbs."""
    level = by in LEVEL
    counts = abs(drop) if drop and not level else length if level else 0
    return f"{word(by, lang)} {inches(counts, lang)}" if counts > 0.005 else word(by, lang)


def asked(table: Table, command: Command) -> list[Trail]:
    """The ways that a command names; none where it leaves them to the planner."""
    paths: dict[str, tuple[Waypoint, ...]] = dict(command.paths or {})
    if command.model and command.path:
        paths[command.model] = command.path
    trails = [_planned(table, model, path) for model, path in paths.items() if _is_there(table, model)]
    return [trail for trail in trails if trail.legs]


def _is_there(table: Table, model: str) -> bool:
    return model in table.models and table.models[model].pose is not None


def _planned(table: Table, model: str, path: tuple[Waypoint, ...]) -> Trail:
    pose = table.pose_of(model)
    x, y, facing = pose.plan
    z = pose.height
    legs = []
    for point in path:
        turned = 0.0 if point.facing is None else turn(facing, point.facing)
        height = z if point.z is None else point.z
        way = point.by or ("walk" if height == z else "")
        legs.append(Leg(way, (x, y), (point.x, point.y), point.around, facing, turned, height - z))
        x, y, z, facing = point.x, point.y, height, facing + turned
    return Trail(model, tuple(legs), pose.height)


def turn(start: float, end: float) -> float:
    """The shorter turn from one facing to another, counter-clockwise at exactly half a turn."""
    turned = (end - start) % 360
    return turned if turned <= 180 else turned - 360


def corridor(trail: Trail, base: Base, view: View, colour: str) -> str:
    """Everything that the base passes over."""
    if base.kind == "round":
        swept = tag(
            "path",
            d=_centre(trail, view),
            fill="none",
            stroke=colour,
            stroke_width=to_inches(base.width) * view.scale,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    else:
        swept = tag("path", d="".join(_swept(trail, base, view)), fill=colour)
    return tag("g", swept, opacity=0.16)


def centre_line(trail: Trail, view: View, colour: str, dash: str | None) -> str:
    """The way of the centre, its corners, its arrow."""
    parts = [tag("path", d=_centre(trail, view), fill="none", stroke=colour, stroke_width=1.8, stroke_dasharray=dash)]
    for leg in trail.legs[:-1]:
        x, y = view.at(leg.end)
        parts.append(tag("circle", cx=x, cy=y, r=2.2, fill=colour))
    along = _direction(trail)
    if along is not None:
        parts.append(arrowhead(view.at(trail.legs[-1].end), along, colour))
    return tag("g", *parts)


def labels(trail: Trail, view: View, crowd: Crowd, colour: str, lang: str) -> str:
    """The names of the legs that are no walk, where there is room at their ends."""
    parts = []
    for leg in trail.legs:
        if leg.by not in ("walk", ""):
            text = named(leg.by, math.dist(leg.start, leg.end), leg.drop, lang)
            if trail.base is not None and leg.turned:
                text += f" {number(abs(leg.turned), lang)}°"
            x, y = crowd.around(view.at(leg.end), 7, width_of(text, 10), 11)
            parts.append(label(x, y + 3.5, text, size=10, anchor="middle", fill=colour, halo=True))
    return tag("g", *parts) if parts else ""


def _centre(trail: Trail, view: View) -> str:
    parts = ["M" + view.pair(trail.legs[0].start)]
    for leg in trail.legs:
        if leg.around is None:
            parts.append("L" + view.pair(leg.end))
        else:
            parts.append(view.arc(leg.start, leg.end, leg.around))
    return "".join(parts)


def _direction(trail: Trail) -> Spot | None:
    """The unit vector, on the page, in which the centre arrives."""
    for leg in reversed(trail.legs):
        (ax, ay), (bx, by) = leg.start, leg.end
        if math.dist(leg.start, leg.end) < 1e-6:
            continue
        if leg.around is None:
            dx, dy = bx - ax, by - ay
        else:
            cx, cy = leg.around
            ccw = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx) >= -1e-9
            dx, dy = (cy - by, bx - cx) if ccw else (by - cy, cx - bx)
        size = math.hypot(dx, dy) or 1.0
        return dx / size, -dy / size
    return None


def _swept(trail: Trail, base: Base, view: View) -> Iterable[str]:
    """Outlines along the way and the bands between them, all the same way round, so that together they are one area."""
    for leg in trail.legs:
        poses = _poses(leg)
        rings = [outline(base, pose, steps=32) for pose in poses]
        for before, after in pairwise(rings):
            yield view.ring(_ccw(before))
            for k, (a, b) in enumerate(zip(before, after, strict=True)):
                yield view.ring(_ccw([a, b, after[k - 1], before[k - 1]]))
        yield view.ring(_ccw(rings[-1]))


def _poses(leg: Leg) -> list[tuple[float, float, float]]:
    """Poses along a leg, close enough that between them the base as good as slides."""
    bend = first = 0.0
    if leg.around is not None:
        first, last = (math.degrees(math.atan2(y - leg.around[1], x - leg.around[0])) for x, y in (leg.start, leg.end))
        bend = turn(first, last)
    count = max(1, math.ceil(max(abs(leg.turned), abs(bend)) / 4))
    poses = []
    for k in range(count + 1):
        t = k / count
        if leg.around is None:
            x, y = (a + (b - a) * t for a, b in zip(leg.start, leg.end, strict=True))
        else:
            angle, radius = math.radians(first + bend * t), math.dist(leg.start, leg.around)
            x, y = leg.around[0] + radius * math.cos(angle), leg.around[1] + radius * math.sin(angle)
        poses.append((x, y, leg.facing + leg.turned * t))
    return poses


def _ccw(ring: list[Spot]) -> list[Spot]:
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
    return ring if twice >= 0 else ring[::-1]
