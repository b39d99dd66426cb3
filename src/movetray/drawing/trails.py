"""The way a model goes: the corridor that its base sweeps, and the line of its centre with true arcs."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from movetray.drawing.bases import outline
from movetray.drawing.svg import Spot, View, arrowhead, label, tag
from movetray.engine.command import Command, Waypoint
from movetray.engine.event import Event, ModelMoved
from movetray.table.table import Base, Table
from movetray.units import to_inches
from movetray.words import inches, word


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
    """The legs of one model, one after another."""

    model: str
    legs: tuple[Leg, ...]

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


def gone(events: Iterable[Event]) -> list[Trail]:
    """The ways that were really gone."""
    trails = []
    for event in events:
        if isinstance(event, ModelMoved) and event.tracks:
            legs, pose = [], event.start
            for track in event.tracks:
                (x, y, facing), (a, b, turned) = pose.plan, track.to.plan
                drop = track.to.height - pose.height
                legs.append(Leg(track.by, (x, y), (a, b), track.around, facing, _turn(facing, turned), drop))
                pose = track.to
            trails.append(Trail(event.model, tuple(legs)))
    return trails


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
        turned = 0.0 if point.facing is None else _turn(facing, point.facing)
        height = z if point.z is None else point.z
        way = point.by or ("walk" if height == z else "")
        legs.append(Leg(way, (x, y), (point.x, point.y), point.around, facing, turned, height - z))
        x, y, z, facing = point.x, point.y, height, facing + turned
    return Trail(model, tuple(legs))


def _turn(start: float, end: float) -> float:
    """The shorter turn from one facing to another, counter-clockwise at exactly half a turn."""
    turn = (end - start) % 360
    return turn if turn <= 180 else turn - 360


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


def centre_line(trail: Trail, view: View, colour: str, dash: str | None, lang: str) -> str:
    """The way of the centre, its corners, its arrow, and the ways that are no walk."""
    parts = [tag("path", d=_centre(trail, view), fill="none", stroke=colour, stroke_width=1.8, stroke_dasharray=dash)]
    for leg in trail.legs[:-1]:
        x, y = view.at(leg.end)
        parts.append(tag("circle", cx=x, cy=y, r=2.2, fill=colour))
    along = _direction(trail)
    if along is not None:
        parts.append(arrowhead(view.at(trail.legs[-1].end), along, colour))
    for leg in trail.legs:
        if leg.by not in ("walk", ""):
            x, y = view.at(leg.end)
            text = word(leg.by, lang) + (f" {inches(abs(leg.drop), lang)}" if leg.drop else "")
            parts.append(label(x + 6, y + 14, text, size=10, fill=colour, halo=True))
    return tag("g", *parts)


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
        bend = _turn(first, last)
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
