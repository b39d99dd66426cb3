"""Did this command do only what it may? A second opinion on one step of Mordheim on the flat and between levels.

`step_problems` needs nothing but the tables before and after, the command and what came of it; `Watch` remembers a turn
and finds what one step alone does not show.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import shapely
from shapely import Geometry, LineString

from movetray.engine.command import Command
from movetray.engine.event import (
    DecisionClosed,
    DecisionOpened,
    DiceRolled,
    Event,
    MarkSet,
    ModelMoved,
    ModelPlaced,
    ModelRemoved,
    StepEnded,
    Track,
    Undone,
)
from movetray.engine.verdict import Verdict
from movetray.table.board import Board
from movetray.table.table import Base, Pose, Table
from oracle.heights import cost_between, leg_problems
from oracle.plan import (
    EPS,
    INCH,
    XY,
    Body,
    Obstacle,
    body_at,
    body_of,
    dense,
    gap,
    grounds,
    leg_points,
    length,
    obstacles,
    overlap,
    solids_at,
    within,
)
from oracle.table_checker import DOWN, STEPS, enemies, standing

FLAT = frozenset({"walk", "step"})
"""Ways along one level: these are swept and paid by the inch."""

COST = {"open": 1.0, "difficult": 2.0, "very-difficult": 4.0}
PAID = 0.01
"""Inches by which an allowance summed up in small steps may be off."""


class Result(Protocol):
    """What came of a command, as far as it is looked at here."""

    @property
    def verdict(self) -> Verdict: ...
    @property
    def outcome(self) -> str | None: ...
    @property
    def spent(self) -> float | None: ...
    @property
    def events(self) -> Sequence[Event]: ...


def step_problems(
    before: Table,
    command: Command,
    result: Result,
    after: Table,
    options: Mapping[str, Any] | None = None,
    declared: Table | None = None,
) -> list[str]:
    """Everything that this command may not have done, each as a sentence.

    `declared` is the table when the charges of this turn were over: who keeps whom from running was found out then.
    """
    if result.verdict.ruling == "illegal" and not result.events:
        same = before.models == after.models and before.marks == after.marks and before.step == after.step
        return [] if same else [f"{command.do} was refused and changed the table"]
    if any(isinstance(event, Undone) for event in result.events):
        return []
    step = _Step(before, command, result, after, options or {}, declared or before)
    return [*step.accounted(), *step.moves(), *step.statuses(), *step.times()]


@dataclass
class _Step:
    before: Table
    command: Command
    result: Result
    after: Table
    options: Mapping[str, Any]
    declared: Table

    def events(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.result.events if isinstance(event, kind)]

    def accounted(self) -> Iterator[str]:
        """Every model stands where the events put it, and dice have the faces that dice have."""
        at: dict[str, Pose | None] = {m.id: m.pose for m in self.before.models.values()}
        for event in self.result.events:
            match event:
                case ModelMoved(model, start, tracks):
                    if at.get(model) != start:
                        yield f"{model} is said to start at {start}, it stood at {at.get(model)}"
                    at[model] = tracks[-1].to if tracks else start
                case ModelPlaced(model, to):
                    at[model] = to
                case ModelRemoved(model):
                    at[model] = None
                case DiceRolled(why, sides, faces):
                    if not all(1 <= face <= sides for face in faces):
                        yield f"dice of {sides} sides for {why} fell {faces}"
                case _:
                    pass
        for name, pose in at.items():
            if self.after.models[name].pose != pose:
                yield f"{name} stands at {self.after.models[name].pose} and no event put it there"

    def moves(self) -> Iterator[str]:
        """Each move is clear of everything, no longer than it may be, and ends apart from enemies unless it charged."""
        now = dict(self.before.models)
        for event in self.events(ModelMoved):
            table = replace(self.before, models=dict(now))
            yield from self._clear(table, event)
            for start, track in _legs(event):
                yield from leg_problems(table, event.model, start, track, self.options)
            yield from self._paid(event)
            now[event.model] = replace(now[event.model], pose=event.tracks[-1].to if event.tracks else event.start)
            yield from self._contact(replace(self.before, models=dict(now)), event.model)

    def _clear(self, table: Table, event: ModelMoved) -> Iterator[str]:
        base = table.unit_of(event.model).base
        low = float(self.options.get("barrier-height", 1))
        for start, track in _legs(event):
            if track.by not in FLAT:
                continue
            foot = start.z / INCH
            others = [
                Obstacle(m.id, body_of(table.unit_of(m.id).base, m.pose), 9.0)
                for m in table.models.values()
                if m.id != event.model and m.pose is not None and abs(m.pose.z - start.z) / INCH <= 0.01
            ]
            solids = [solid for solid in obstacles(table, foot) if solid.rise > low + EPS]
            for swept in _swept(base, start, track):
                for met in (*others, *solids):
                    if overlap(swept, met.body):
                        yield f"{event.model} passes through {met.piece}"
                if not within(swept, table.board.width / INCH, table.board.depth / INCH):
                    yield f"{event.model} leaves the table on its way"

    def _paid(self, event: ModelMoved) -> Iterator[str]:
        model, unit = event.model, self.before.unit_of(event.model)
        cost = sum(self._cost(unit.base, start, track) for start, track in _legs(event))
        allowed = self._allowance(model)
        if allowed is not None and cost > allowed + PAID:
            yield f"{model} went {cost:.4f} by {self.command.do}, {allowed:.4f} is allowed"
        named = model == self.command.model and self.command.do in ("move", "run", "crawl")
        if named and self.result.spent is not None and abs(cost - self.result.spent) > PAID:
            yield f"{model} is said to have spent {self.result.spent:.4f}, it is {cost:.4f}"

    def _allowance(self, model: str) -> float | None:
        movement = self.before.unit_of(model).stat("M")
        charges = [d.of for d in self.before.pending if d.of.do == "charge"] + [self.command]
        if any(c.do == "charge" and c.model == model for c in charges):
            tested = any(event.mark == "rooted" for event in self.events(MarkSet))  # at the foot of a climb, on its way
            return movement if self.result.outcome == "failed" and not tested else 2 * movement
        if model != self.command.model:
            return None
        match self.command.do:
            case "move":
                return movement
            case "run":
                return 2 * movement
            case "crawl":
                return 2.0
            case "flee":
                return float(sum(sum(roll.faces) for roll in self.events(DiceRolled)))
            case _:
                return None

    def _cost(self, base: Base, start: Pose, track: Track) -> float:
        """Inches of allowance for one leg, summed up over small steps and halved in where the ground changes."""
        points = leg_points(_xy(start), _xy(track.to), track.around)
        if track.by not in FLAT:
            return cost_between(start, track, self.options)
        zones = [(COST.get(kind, 1.0), zone) for kind, zone in grounds(self.before, start.z / INCH)]
        if all(cost == 1.0 for cost, _ in zones):
            return length(points)
        by_centre = self.options.get("terrain-touch") == "centre"
        forgive = 0.0006
        if by_centre:  # a point has no depth to be in by
            zones = [(cost, shapely.buffer(zone, -forgive, join_style="mitre")) for cost, zone in zones]
            forgive = 0.0

        turn = turn_between(start.facing, track.to.facing)
        way = dense(points, 0.02)
        far = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(way, axis=0).T))])
        whole = float(far[-1])

        def rate(inches: float) -> float:
            x, y = np.interp(inches, far, way[:, 0]), np.interp(inches, far, way[:, 1])
            facing = (start.facing + turn * inches / whole) / 100
            # a centre is a disc of no size to speak of
            body = Body(shapely.Point(x, y), 1e-9) if by_centre else body_at(base, float(x), float(y), facing)
            return max((cost for cost, zone in zones if overlap(body, Body(zone), forgive)), default=1.0)

        if whole == 0.0:
            return 0.0
        rates = [rate(inches) for inches in far]
        total = 0.0
        for (a, b), (ra, rb) in zip(pairwise(far), pairwise(rates), strict=True):
            low, high = float(a), float(b)
            while ra != rb and high - low > 1e-5:
                middle = (low + high) / 2
                if rate(middle) == ra:
                    low = middle
                else:
                    high = middle
            total += ra * (low - a) + rb * (b - low) if ra != rb else ra * (b - a)
        return float(total)

    def _contact(self, table: Table, model: str) -> Iterator[str]:
        me = body_of(table.unit_of(model).base, table.pose_of(model))
        near = {
            other: gap(me, body_of(table.unit_of(other).base, table.pose_of(other)))
            for other in enemies(table, model)
            if abs(table.pose_of(other).z - table.pose_of(model).z) / INCH <= 0.01
        }
        whole = self.result.outcome not in ("fell", "failed")  # a test that fails stops a model where it may be
        if model == self.command.model and self.command.do in ("move", "run") and whole:
            for other, distance in near.items():
                if distance <= 0.0005:
                    yield f"{model} ends its {self.command.do} in contact with {other}"
        charger = self.command.charger if self.command.do == "intercept" and model == self.command.model else None
        if charger and near.get(charger, math.inf) > 0.002:
            yield f"{model} stepped in and does not touch {charger}"

    def statuses(self) -> Iterator[str]:
        """Who ran was free to, who was spotted is hidden no more."""
        command, model = self.command, self.command.model
        if model is None or model not in self.before.models or self.result.outcome in (None, "pending"):
            return
        if command.do in ("run", "charge", "move", "hide") and self.before.has_any(model, DOWN):
            yield f"{model} lies on the ground and does {command.do}"
        if command.do in ("run", "charge", "move", "hide") and self.before.has(model, "fleeing"):
            yield f"{model} flees and does {command.do}"
        if command.do == "run":
            yield from self._run(model)
        if command.do == "hide" and self.before.has_any(model, ("ran", "charged")):
            yield f"{model} hides after a run or a charge"
        for event in self.events(ModelMoved):
            yield from self._spotted(event.model)

    def _run(self, model: str) -> Iterator[str]:
        table = self.declared
        if table.models[model].pose is None:
            return  # set down since, by the table's word
        start = table.starts.get(model, self.before.pose_of(model))
        me = body_of(table.unit_of(model).base, start)
        for other in enemies(table, model):
            if not standing(table, other) or table.has(other, "hidden"):
                continue
            there = table.starts.get(other, table.pose_of(other))
            flat = max(0.0, gap(me, body_of(table.unit_of(other).base, there)))
            distance = math.hypot(flat, (there.z - start.z) / INCH)
            if distance <= 8 - EPS:
                yield f"{model} runs with {other} {distance:.4f} away"

    def _spotted(self, model: str) -> Iterator[str]:
        """An enemy that moved to where nothing at all stands between it and a hidden model has spotted it."""
        if self.after.models[model].pose is None or not standing(self.after, model):
            return
        for other in enemies(self.after, model):
            level = self.after.pose_of(other).z == self.after.pose_of(model).z
            if level and self.after.has(other, "hidden") and in_view(self.after, model, other):
                yield f"{other} is still hidden though {model} moved into full view of it"

    def times(self) -> Iterator[str]:
        """Steps follow each other, and nobody flees on past the end of the compulsory moves."""
        for event in self.events(StepEnded):
            here, next_one = self.before.step, event.step
            if STEPS.index(next_one) != (STEPS.index(here) + 1) % len(STEPS):
                yield f"{here} was followed by {next_one}"
            changed = event.active != self.before.active
            if changed != (here == STEPS[-1] and len(self.before.sides) > 1):
                yield f"the turn passed from {self.before.active} to {event.active} after {here}"
        moved = {event.model for event in self.events(ModelMoved)}
        if moved and self.before.step in ("start-of-turn",):
            yield f"{', '.join(sorted(moved))} moved before the charges"
        if self.command.do in ("move", "run", "crawl") and moved:
            compelled = self.command.model is not None and self.before.has(self.command.model, "compelled")
            compelled &= self.command.do == "move"
            if self.before.step not in ({"compulsory", "remaining"} if compelled else {"remaining"}):
                yield f"{self.command.do} in the step {self.before.step}"
        for name in moved:
            lies = self.before.has(name, "stunned")
            steps_in = self.command.do == "intercept" and self.options.get("intercept-who") == "any"
            if lies and not steps_in:
                yield f"{name} is stunned and moved"


def in_view(table: Table, looker: str, target: str) -> bool:
    """Whether some line in plan between two bases on one level passes nothing whatever, with room to spare."""
    a = body_of(table.unit_of(looker).base, table.pose_of(looker))
    b = body_of(table.unit_of(target).base, table.pose_of(target))
    lines = shapely.linestrings([[p, q] for p in _samples(a) for q in _samples(b) if p != q])
    lines = lines[~shapely.intersects(lines, _thick_walls(table.board, table.pose_of(looker).z))]
    for other in table.models.values():
        if len(lines) == 0:
            return False
        if other.pose is not None and other.id not in (looker, target):
            body = body_of(table.unit_of(other.id).base, other.pose)
            lines = lines[shapely.distance(lines, body.core) > body.reach + ROOM]
    return len(lines) > 0


ROOM = 0.02
"""Inches to spare on either side of a line of sight."""


@lru_cache(maxsize=64)
def _thick_walls(board: Board, z: int) -> Geometry:
    """Everything solid that somebody at this height looks against, and a little more."""
    thick = [shapely.buffer(solid.body.core, ROOM) for solid in solids_at(board, z)]
    union: Geometry = shapely.union_all(thick)
    shapely.prepare(union)
    return union


def _in_combat(table: Table, name: str) -> bool:
    """Whether an enemy on its feet is so near that they may be fighting, across a low wall perhaps."""
    me = body_of(table.unit_of(name).base, table.pose_of(name))
    foes = (foe for foe in enemies(table, name) if not table.has_any(foe, DOWN))
    return any(gap(me, body_of(table.unit_of(foe).base, table.pose_of(foe))) < 0.6 for foe in foes)


def _samples(body: Body) -> list[XY]:
    centre = shapely.centroid(body.core)
    if not body.reach:
        ring = [(x, y) for x, y in shapely.get_coordinates(body.core)]
        return [(centre.x, centre.y), *ring[:: max(1, len(ring) // 8)]]
    around = [k * math.pi / 4 for k in range(8)]
    return [(centre.x, centre.y)] + [
        (centre.x + body.reach * math.cos(t), centre.y + body.reach * math.sin(t)) for t in around
    ]


def turn_between(first: int, last: int) -> int:
    """The signed turn from one facing to another, the shorter way; half a turn goes counter-clockwise."""
    turn = (last - first) % 36_000
    return turn - 36_000 if turn > 18_000 else turn


def _legs(event: ModelMoved) -> Iterator[tuple[Pose, Track]]:
    here = event.start
    for track in event.tracks:
        yield here, track
        here = track.to


def _xy(pose: Pose) -> XY:
    return pose.x / INCH, pose.y / INCH


def _swept(base: Base, start: Pose, track: Track) -> Iterator[Body]:
    """What a base passes over on one leg, in pieces."""
    points = leg_points(_xy(start), _xy(track.to), track.around)
    if base.kind == "round":
        yield Body(LineString(points) if points[0] != points[-1] else shapely.Point(points[0]), base.width / INCH / 2)
        return
    turn = turn_between(start.facing, track.to.facing)
    way = dense(points, 0.02) if turn or track.around else np.array(points)
    if turn and len(way) < abs(turn) / 50:
        every = max(length(points), 1e-9) / (abs(turn) / 50)
        way = dense(points, every) if length(points) > 0 else np.repeat(way[:1], math.ceil(abs(turn) / 50) + 1, axis=0)
    poses = [body_at(base, x, y, (start.facing + turn * k / (len(way) - 1)) / 100).core for k, (x, y) in enumerate(way)]
    for one, other in pairwise(poses):
        # where it turns, the hull of two poses half a degree apart would bulge: the poses themselves will do
        yield Body(one if turn else shapely.convex_hull(shapely.union(one, other)))
    yield Body(poses[-1])


def _acts(command: Command, result: Result) -> bool:
    """Whether something was done that can be taken back: asking and answering alone is not."""
    choices = [event for event in result.events if isinstance(event, DecisionOpened | DecisionClosed)]
    if len(choices) < len(result.events):
        return True
    asks = any(isinstance(e, DecisionOpened) and {"agree", "roll"} & set(e.decision.verbs) for e in choices)
    return command.do not in ("agree", "disagree") and not asks


@dataclass
class _Turn:
    """What happened in one step of one side's turn, and who moved in the steps before it."""

    moved: dict[str, str] = field(default_factory=dict)
    earlier: frozenset[str] = frozenset()
    stood: frozenset[str] = frozenset()
    intercepted: frozenset[str] = frozenset()
    declared: Table | None = None


@dataclass
class Watch:
    """Remembers the step that is being played: what is once in it must not happen twice.

    Ask `look` after every command; undone commands are forgotten again.
    """

    turn: _Turn = field(default_factory=_Turn)
    past: list[_Turn] = field(default_factory=list)

    def look(
        self, before: Table, command: Command, result: Result, after: Table, options: Mapping[str, Any] | None = None
    ) -> list[str]:
        """`step_problems` and what a longer memory finds."""
        found = step_problems(before, command, result, after, options, self.turn.declared)
        if result.outcome is None:
            return found
        if any(isinstance(event, Undone) for event in result.events):
            self.turn = self.past.pop() if self.past else _Turn()
            return found
        now = replace(self.turn, moved=dict(self.turn.moved))
        found += self._once(before, command, result, now)
        if any(isinstance(event, StepEnded) for event in result.events):
            found += self._fled(before, after, now)
            same = after.active == before.active
            declared = after if before.step == "charges" else now.declared
            now = _Turn(earlier=now.earlier | set(now.moved), declared=declared) if same else _Turn()
        if _acts(command, result):
            self.past = [*self.past[-50:], self.turn]
        self.turn = now
        return found

    def _once(self, before: Table, command: Command, result: Result, now: _Turn) -> Iterator[str]:
        model = command.model
        if command.do == "stand-up" and model is not None:
            now.stood |= {model}
        if command.do == "flee" and model is not None:
            now.moved.setdefault(model, "flee")  # with an enemy in its way it may not get anywhere
        if command.do == "intercept" and command.charger is not None and result.outcome is not None:
            if command.charger in now.intercepted:
                yield f"{command.charger} is intercepted a second time"
            now.intercepted |= {command.charger}
        for event in result.events:
            if isinstance(event, MarkSet) and event.mark in ("charged", "failed-charge"):
                now.moved.setdefault(event.on, "charge")  # who was in contact already, or walled in, had no way to go
            if not isinstance(event, ModelMoved) or command.do in ("suffer", "place", "remove"):
                continue
            if event.model in now.moved and event.model in self.turn.moved:
                yield f"{event.model} moves by {command.do} after {now.moved[event.model]} in the same step"
            now.moved[event.model] = command.do
            if command.do == "move" and event.model in now.stood:
                way = sum(length(leg_points(_xy(a), _xy(t.to), t.around)) for a, t in _legs(event) if t.by in FLAT)
                if way > before.unit_of(event.model).stat("M") / 2 + PAID:
                    yield f"{event.model} stood up and went {way:.4f}"

    def _fled(self, before: Table, after: Table, now: _Turn) -> Iterator[str]:
        if before.step != "compulsory":
            return
        for name, model in after.models.items():
            forced = before.side_of(name) == before.active and before.has_any(name, ("fleeing", "compelled"))
            gone = model.pose is None or name in now.moved or name in now.earlier
            if not forced or gone or before.has_any(name, DOWN):
                continue
            if before.has(name, "fleeing") or not _in_combat(before, name):
                yield f"{name} had to move and did not before the compulsory moves ended"
