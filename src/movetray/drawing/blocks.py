"""The way of a ranked block: the corridor of its whole footprint, the arcs of its wheels; the arc it charges in."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from movetray._kernel import ahead, distance
from movetray.drawing.svg import Spot, View, tag
from movetray.drawing.trails import Leg, Trail, turn
from movetray.engine import blocks
from movetray.engine.command import Command
from movetray.engine.event import BlockMoved, Event, Track
from movetray.engine.verdict import Reason
from movetray.table.table import Base, Body, Pose, Table
from movetray.units import snap

Plan = tuple[float, float, float]

ARC = 3.0
"""Inches of the lines between which a unit charges."""


def gone(events: Iterable[Event], before: Table) -> list[Trail]:
    """The ways that blocks really went; who only re-formed has none."""
    found: dict[str, Trail] = {}
    for event in events:
        if not isinstance(event, BlockMoved) or not event.tracks:
            continue
        body = blocks.body_of(before, event.unit)
        if body is None:
            continue
        trail = _trail(body, event.start, event.tracks)
        old = found.get(event.unit)
        found[event.unit] = trail if old is None else replace(old, legs=(*old.legs, *trail.legs))
    return list(found.values())


def asked(table: Table, command: Command) -> list[Trail]:
    """The way that a command's steps lead."""
    unit = command.unit
    body = blocks.body_of(table, unit) if unit is not None and unit in table.units else None
    if body is None or not command.steps:
        return []
    way = blocks.way_along(body, command.steps)
    return [_trail(body, way.start, way.tracks)] if way.stretches else []


def _trail(body: Body, start: Pose, tracks: Sequence[Track]) -> Trail:
    """The way of the middle of a block, the rectangle of its ranks and files about it."""
    block = body.block
    base = Base("rectangle", snap(block.width), snap(block.depth))
    legs = []
    pose = start
    for track in tracks:
        begins, ends = middle(pose.plan, block.depth), middle(track.to.plan, block.depth)
        on_the_spot = track.around is not None and distance(begins, track.around) < 0.01
        turned = turn(pose.plan[2], track.to.plan[2])
        around = None if on_the_spot else track.around
        legs.append(Leg(track.by, begins, ends, around, pose.plan[2], turned, track.to.height - pose.height))
        pose = track.to
    return Trail(body.unit, tuple(legs), start.height, base)


def middle(front: Plan, depth: float) -> Spot:
    """The middle of a block whose front edge is there."""
    return ahead(front, -depth / 2)


def measured(trail: Trail, view: View, colour: str) -> str:
    """The arc of each wheel: the way of the front corner that swings, and the corner about which it does."""
    parts = []
    for leg in trail.legs if trail.base is not None else ():
        if leg.by != "wheel" or leg.around is None:
            continue
        parts.append(tag("path", d="".join(_swing(trail, leg, view)), fill="none", stroke=colour, stroke_width=2.6))
        x, y = view.at(leg.around)
        parts.append(tag("circle", cx=x, cy=y, r=3.2, fill="#fff", stroke=colour, stroke_width=1.6))
    return tag("g", *parts) if parts else ""


def _swing(trail: Trail, leg: Leg, view: View) -> Iterator[str]:
    ends = []
    for spot, facing in ((leg.start, leg.facing), (leg.end, leg.facing + leg.turned)):
        assert leg.around is not None
        ends.append(
            max(front_corners(trail, (*spot, facing)), key=lambda corner: distance(corner, leg.around or corner))
        )
    yield "M" + view.pair(ends[0]) + view.arc(ends[0], ends[1], leg.around or ends[0])


def front_corners(trail: Trail, plan: Plan) -> tuple[Spot, Spot]:
    """The left and the right front corner of a block whose middle is there."""
    assert trail.base is not None
    depth, width = trail.base.depth / 2 / snap(1.0), trail.base.width / 2 / snap(1.0)
    return ahead(plan, depth, width), ahead(plan, depth, -width)


def arcs(reasons: Sequence[Reason], table: Table, view: View, colour: str) -> list[str]:
    """The lines that bound the front arc of every unit of which a reason speaks of it."""
    parts = []
    for unit, angle in {reason.model or "": reason.facts["arc"] for reason in reasons if "arc" in reason.facts}.items():
        body = blocks.body_of(table, unit) if unit in table.units else None
        if body is None:
            continue
        x, y, facing = body.pose.plan
        for side in (1, -1):
            corner = ahead((x, y, facing), 0.0, side * body.block.width / 2)
            end = ahead((*corner, facing + side * angle), ARC * math.sqrt(2))
            parts.append(
                tag("path", d=view.line([corner, end]), stroke=colour, stroke_width=1.4, stroke_dasharray="5 4")
            )
    return parts
