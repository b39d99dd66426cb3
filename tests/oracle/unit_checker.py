"""Did this command of loose units do only what it may? A second opinion for the 9th edition, by shapely.

It bounds rather than prices: what it calls wrong is wrong for certain. A way is at least as long as its plan, the
corner of a hull has gone at least as far as from where it was to where it is.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import shapely
from shapely import LineString

from movetray.engine.command import Command
from movetray.engine.event import DiceRolled, Event, ModelMoved, ModelPlaced, Undone
from movetray.play.result import Result
from movetray.table.table import Pose, Table
from oracle.plan import EPS, INCH, Body, body_at, body_of, dense, gap, leg_points, length, local_outline

MOVES = ("move", "advance", "fall-back")
FIGHTS = ("pile-in", "consolidate", "heroic-intervention")
SET_DOWN = ("arrive", "disembark")
COHERENT = (*MOVES, *FIGHTS, *SET_DOWN)
SLACK = 2 * EPS
"""Inches forgiven where two poses are snapped."""

Ways = Mapping[str, list[tuple[float, float]]]


def step_problems(before: Table, result: Result, options: Mapping[str, Any]) -> list[str]:
    """Everything that the command should not have been allowed, each as a sentence."""
    command, after = result.command, result.table
    if result.outcome is None or any(isinstance(event, Undone) for event in result.events):
        return []
    return [
        *_distances(before, result),
        *_ends(before, result),
        *_ways(before, result),
        *_coherency(command, result, after),
        *_arrival(before, command, result.events),
        *_embarked(before, command),
        *_disembarked(before, command, result.events, options),
        *_fought(before, command, result.events),
        *_crowded(after),
    ]


def where(table: Table, model: str) -> Body:
    return body_of(table.unit_of(model).base, table.pose_of(model))


def there(table: Table, model: str, pose: Pose) -> Body:
    return body_of(table.unit_of(model).base, pose)


def word(table: Table, model: str, keyword: str) -> bool:
    return keyword in table.unit_of(model).keywords


def foes(table: Table, model: str) -> list[str]:
    side = table.side_of(model)
    return [m.id for m in table.models.values() if m.pose is not None and table.side_of(m.id) != side]


def engaged(table: Table, model: str, pose: Pose | None = None) -> list[str]:
    """Enemies within an inch in plan and five up or down of a model there."""
    at = pose or table.pose_of(model)
    body = there(table, model, at)
    level = [foe for foe in foes(table, model) if abs(table.pose_of(foe).z - at.z) / INCH <= 5 + EPS]
    return [foe for foe in level if gap(body, where(table, foe)) <= 1 - SLACK]


def moved(events: tuple[Event, ...]) -> dict[str, ModelMoved]:
    return {event.model: event for event in events if isinstance(event, ModelMoved)}


def end(event: ModelMoved) -> Pose:
    return event.tracks[-1].to if event.tracks else event.start


def way(event: ModelMoved) -> list[tuple[float, float]]:
    """The way of the middle, in plan."""
    at = (event.start.x / INCH, event.start.y / INCH)
    points = [at]
    for track in event.tracks:
        to = (track.to.x / INCH, track.to.y / INCH)
        points += leg_points(at, to, track.around)[1:]
        at = to
    return points


def _allowed(before: Table, result: Result, model: str) -> float | None:
    do, unit = result.command.do, before.unit_of(model)
    if do in FIGHTS:
        return 3.0
    if do not in MOVES:
        return None
    dice = sum(sum(e.faces) for e in result.events if isinstance(e, DiceRolled) and "advance" in e.why)
    known = before.mark(unit.id, "advance") or 0
    return unit.stat("M") + (float(known) if do == "move" else dice if do == "advance" else 0.0)


def _distances(before: Table, result: Result) -> Iterator[str]:
    for model, event in moved(result.events).items():
        allowed = _allowed(before, result, model)
        if allowed is None:
            continue
        unit, gone = before.unit_of(model), length(way(event))
        if gone > allowed + SLACK:
            yield f"{model} went {gone:.3f}, {allowed} is the most"
        if "aircraft" in unit.keywords and result.command.do in MOVES:
            pivot = abs((end(event).facing - event.start.facing + 18000) % 36000 - 18000) / 100
            if pivot > 90.02 or gone < unit.stat("min") - SLACK:
                yield f"{model} turned {pivot} and flew {gone:.3f}"
        elif unit.base.kind != "round":
            far = max(
                math.dist(_corner(event.start, spot), _corner(end(event), spot)) for spot in local_outline(unit.base)
            )
            if far > allowed + 2 * SLACK:
                yield f"a corner of {model} went {far:.3f}, {allowed} is the most"


def _corner(pose: Pose, spot: tuple[float, float]) -> tuple[float, float]:
    turn = math.radians(pose.facing / 100)
    cos, sin = math.cos(turn), math.sin(turn)
    return pose.x / INCH + cos * spot[0] - sin * spot[1], pose.y / INCH + sin * spot[0] + cos * spot[1]


def _ends(before: Table, result: Result) -> Iterator[str]:
    """Nobody ends a move of the movement phase near an enemy; who is held does not begin a move or an advance."""
    command, events = result.command, moved(result.events)
    if command.do not in MOVES:
        return
    for model, event in events.items():
        if not command.rest.get("breakout"):
            for foe in engaged(before, model, end(event)):
                yield f"{model} ended near {foe}"
    for unit in {before.models[model].unit for model in events}:
        here = [m for m in before.units[unit].models if before.models[m].pose is not None]
        flying = "aircraft" in before.units[unit].keywords
        holders = [
            (model, foe)
            for model in here
            for foe in engaged(before, model)
            if not flying and not word(before, foe, "aircraft")
        ]
        if command.do != "fall-back" and holders:
            yield f"{unit} is held: {holders[0]}"
        if command.do == "fall-back" and not flying and not any(_about(before, model) for model in here):
            yield f"{unit} fell back from nobody"


def _about(table: Table, model: str) -> list[str]:
    """As `engaged`, forgiving the other way."""
    body = where(table, model)
    return [foe for foe in foes(table, model) if gap(body, where(table, foe)) <= 1 + SLACK]


def _ways(before: Table, result: Result) -> Iterator[str]:
    """No round base went through another unit's base, nor in a move through engagement range."""
    command = result.command
    if command.do not in (*MOVES, *FIGHTS) or command.rest.get("breakout"):
        return
    for model, event in moved(result.events).items():
        unit = before.unit_of(model)
        if unit.base.kind != "round" or "fly" in unit.keywords or not event.tracks:
            continue
        path = Body(LineString(dense(way(event), 1.0)), unit.base.width / INCH / 2)
        flat = all(track.to.z == event.start.z for track in event.tracks)
        for other, one in before.models.items():
            if one.pose is None or one.unit == unit.id or word(before, other, "aircraft"):
                continue
            far, foe = gap(path, where(before, other)), before.side_of(other) != unit.side
            if flat and one.pose.z == event.start.z and far < -SLACK:
                yield f"{model} went {-far:.3f} into {other}"
            level = flat and abs(one.pose.z - event.start.z) / INCH <= 5
            if level and foe and command.do in ("move", "advance") and far <= 1 - SLACK:
                yield f"{model} went {far:.3f} from {other}"


def _coherency(command: Command, result: Result, after: Table) -> Iterator[str]:
    if command.do not in COHERENT or command.rest.get("breakout"):
        return
    touched = [e.model for e in result.events if isinstance(e, ModelMoved | ModelPlaced)]
    for unit in {after.models[model].unit for model in touched}:
        here = [m for m in after.units[unit].models if after.models[m].pose is not None]
        near = {
            one: {
                other
                for other in here
                if other != one
                and gap(where(after, one), where(after, other)) <= 2 + SLACK
                and abs(after.pose_of(one).z - after.pose_of(other).z) / INCH <= 5 + EPS
            }
            for one in here
        }
        wanted = 2 if len(here) >= 6 else min(1, len(here) - 1)
        if any(len(others) < wanted for others in near.values()):
            yield f"{unit} is scattered: {near}"
        seen, todo = set[str](), here[:1]
        while todo:
            one = todo.pop()
            seen.add(one)
            todo += near[one] - seen
        if seen != set(here):
            yield f"{unit} is in two groups: {sorted(seen)} of {here}"


def _arrival(before: Table, command: Command, events: tuple[Event, ...]) -> Iterator[str]:
    if command.do != "arrive":
        return
    width, depth = before.board.width / INCH, before.board.depth / INCH
    for event in events:
        if not isinstance(event, ModelPlaced):
            continue
        body = there(before, event.model, event.to)
        for foe in foes(before, event.model):
            if gap(body, where(before, foe)) <= 9 - SLACK:
                yield f"{event.model} was set up near {foe}"
        if before.has(event.model, "strategic-reserves"):
            left, low, right, high = (float(v) for v in shapely.bounds(body.core))
            reach = min(right, high, width - left, depth - low) + body.reach
            if before.round < 2 or reach > 6 + SLACK:
                yield f"{event.model} came in round {before.round}, {reach:.3f} from the edge"


def _embarked(before: Table, command: Command) -> Iterator[str]:
    if command.do != "embark":
        return
    unit, vehicle = before.units[str(command.unit)], str(command.rest["transport"])
    hulls = [m for m in before.units[vehicle].models if before.models[m].pose is not None]
    if before.units[vehicle].side != unit.side or before.has(unit.id, "got-out"):
        yield f"{unit.id} got into {vehicle}"
    for model in (m for m in unit.models if before.models[m].pose is not None):
        if min((gap(where(before, model), where(before, hull)) for hull in hulls), default=99.0) > 3 + SLACK:
            yield f"{model} got in from afar"
    for hull in hulls:
        if holders := [foe for foe in engaged(before, hull) if not word(before, foe, "aircraft")]:
            yield f"{vehicle} is held by {holders[0]}"


def _disembarked(
    before: Table, command: Command, events: tuple[Event, ...], options: Mapping[str, Any]
) -> Iterator[str]:
    if command.do != "disembark":
        return
    vehicle = _aboard(before, str(command.unit))
    hulls = [m for m in before.units[vehicle].models if before.models[m].pose is not None] if vehicle else []
    if not hulls or before.has(str(command.unit), "got-in") or any(before.mark(hull, "moved") for hull in hulls):
        yield f"{command.unit} got out of {vehicle}"
        return
    for event in events:
        if not isinstance(event, ModelPlaced):
            continue
        base = before.unit_of(event.model).base
        body = body_of(base, event.to)
        wholly = options.get("disembark-distance", "wholly-within") == "wholly-within"
        centre = body_at(base, event.to.x / INCH, event.to.y / INCH, 0).core if base.kind == "round" else body.core
        far = [gap(Body(centre), where(before, hull)) + (body.reach if wholly else -body.reach) for hull in hulls]
        if base.kind == "round" and min(far) > 3 + SLACK:
            yield f"{event.model} got out {min(far):.3f} away"
        if engaged(before, event.model, event.to):
            yield f"{event.model} got out beside an enemy"


def _aboard(table: Table, unit: str) -> str | None:
    inside = [table.mark(model, "embarked") for model in table.units[unit].models]
    named = next((str(one) for one in inside if one), None)
    return named or (None if table.has(unit, "out") else table.units[unit].aboard)


def _fought(before: Table, command: Command, events: tuple[Event, ...]) -> Iterator[str]:
    """Who piles in ends nearer to the enemy that was nearest; the character who intervenes had one near."""
    if command.do not in FIGHTS:
        return
    for model, event in moved(events).items():
        minded = [f for f in foes(before, model) if word(before, model, "fly") or not word(before, f, "aircraft")]
        start, stop = there(before, model, event.start), there(before, model, end(event))
        far = sorted((gap(start, where(before, foe)), foe) for foe in minded)
        if not far:
            yield f"{model} had nobody to go to"
            continue
        sure = (len(far) == 1 or far[1][0] - far[0][0] > 0.05) and event.start.z == end(event).z
        if sure and gap(stop, where(before, far[0][1])) > far[0][0] + SLACK:
            yield f"{model} went away from {far[0][1]}"
        if command.do == "heroic-intervention" and (
            not word(before, model, "character") or far[0][0] > 3 + SLACK or before.side_of(model) == before.active
        ):
            yield f"{model} intervened"


def _crowded(table: Table) -> Iterator[str]:
    """Nobody carries more than there is room for."""
    load: dict[str, float] = {}
    for unit in table.units.values():
        vehicle = _aboard(table, unit.id)
        if vehicle is not None:
            inside = [m for m in unit.models if table.models[m].pose is None and not table.has(m, "destroyed")]
            load[vehicle] = load.get(vehicle, 0.0) + len(inside) * unit.stat("space", 1)
    for vehicle, taken in load.items():
        if taken > table.units[vehicle].stat("capacity"):
            yield f"{vehicle} carries {taken}"
