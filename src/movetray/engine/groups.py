"""A unit goes somewhere together: everybody keeps his place in it as far as the ground lets him, near the others."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from movetray._kernel import Path, Placed, Plan, distance
from movetray.engine.command import Waypoint
from movetray.engine.planning import Placing, flight_along, plan_for, start_of, walk_along
from movetray.engine.rule import Neighbours
from movetray.engine.ruleset import RuleSet
from movetray.engine.walk import Walk, walk_of, waypoints
from movetray.engine.ways import tolled
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most

NEAREST = 24
"""So many free places near the one that a model should have are tried."""

STEP = 0.25
"""Inches between the places on a line that are tried."""

SLACK = 0.01
"""Inches nearer to the others than need be, so that snapping does not matter."""

Place = tuple[float, float]


def in_formation(table: Table, rules: RuleSet, unit: str, verb: str, to: Waypoint) -> tuple[Walk, ...]:
    """The ways of a unit whose first model goes to a point, the others to the same place beside it as before.

    A model whose place is taken, too far or too far from the others goes to the nearest one to it that is free, within
    its allowance and near them. Ground that takes something of the whole move is gone round, where that leads there.
    Empty where the first model cannot get to the point, or one of the others nowhere.
    """
    members = tuple(model for model in table.units[unit].models if table.models[model].pose is not None)
    kind = rules.kinds[verb]
    if not members or kind.allowance is None:
        return ()
    allowance = min(kind.allowance(table, rules, model) for model in members)
    tolls = tolled(table, rules, members[0], verb)
    ways = [_Together(table, rules, verb, members, allowance, {toll.going for toll in tolls})]
    if tolls:
        ways.append(_Together(table, rules, verb, members, allowance - sum(toll.inches for toll in tolls), ()))
    return next((found for way in ways if (found := way.walks(to))), ())


@dataclass
class _Together:
    """One attempt to go together: with so many inches, and without entering some ground."""

    table: Table
    rules: RuleSet
    verb: str
    members: tuple[str, ...]
    allowance: float
    shunning: Collection[str]
    found: dict[str, Walk] = field(default_factory=dict)

    def walks(self, to: Waypoint) -> tuple[Walk, ...]:
        """The ways of everybody, in the order of the unit."""
        first = self.members[0]
        x, y = start_of(self.table, first)
        shift = (to.x - x, to.y - y)
        goals = {model: self._shifted(model, shift) for model in self.members}
        waiting = [model for model in self.members if model != first]
        model: str | None = first
        while model is not None:
            walk = self._to_near(model, goals[model], exact=model == first)
            if walk is None:
                return ()
            self.found[model] = walk if to.facing is None else _turned(self.table, walk, to.facing)
            # the next is who should stand nearest to those that have a place
            model = min(waiting, key=lambda one: min(distance(goals[one], goals[m]) for m in self.found), default=None)
            if model is not None:
                waiting.remove(model)
        return tuple(self.found[model] for model in self.members)

    def _shifted(self, model: str, shift: Place) -> Place:
        x, y = start_of(self.table, model)
        return x + shift[0], y + shift[1]

    @property
    def _placed(self) -> list[Placing]:
        return [(walk.shape, walk.end.plan) for walk in self.found.values()]

    def _to_near(self, model: str, goal: Place, exact: bool) -> Walk | None:
        """The way to a place, or to the nearest free one to it that the allowance leads to, near the others."""
        table, rules = self.table, self.rules
        plan = plan_for(
            table, rules, model, without=self.members, beside=self._placed, verb=self.verb, shunning=self.shunning
        )
        start, apart = start_of(table, model), None
        for spot in [goal] if exact else self._spots(plan, goal, start):
            route = plan.to_point(start, spot)
            if route is None or not (exact or at_most(route.cost, self.allowance)):
                continue
            level = table.pose_of(model).height
            flying = rules.flying(table, model)
            walk = flight_along(table, model, route, level) if flying else walk_along(table, model, route)
            if exact or self._beside_others(walk):
                return walk
            apart = apart or walk
        return apart

    def _spots(self, plan: Plan, goal: Place, start: Place) -> Iterator[Place]:
        """Places for a model: where it should be, then free ones near that, on the line back, and toward the others -
        the nearest first."""
        yield goal
        spots = [*plan.free_near(goal)[:NEAREST], *_along(goal, start)]
        others = sorted((walk.end.plan[:2] for walk in self.found.values()), key=lambda at: distance(at, goal))
        for other in others[:3]:
            spots += [*_along(goal, other), *_along(start, other)]
        yield from sorted(spots, key=lambda spot: distance(spot, goal))

    def _beside_others(self, walk: Walk) -> bool:
        """Whether a way ends near as many of those that have a place as the rules want, or of all there are yet."""
        placed = Placed(self._placed)
        for _, near in self.rules.laid_down(Neighbours):
            within = near.inches(self.rules) - SLACK
            wanted = min(near.wanted(len(self.members)), len(self.found))
            if len(placed.near(walk.shape, walk.end.plan, within)) < wanted:
                return False
        return True


def _along(start: Place, end: Place) -> Iterator[Place]:
    """Places on the line between two, the ends left out."""
    if distance(start, end) > TOLERANCE:
        line = Path((*start, 0.0), [(*end, 0.0, None, None)])
        steps = max(1, round(line.length / STEP))
        for step in range(1, steps):
            x, y, _ = line.pose(0, step / steps)
            yield x, y


def _turned(table: Table, walk: Walk, facing: float) -> Walk:
    """The same way with a turn at its end."""
    *points, last = waypoints(walk) or (_here(walk.start),)
    return walk_of(table, walk.model, (*points, Waypoint(last.x, last.y, last.z, last.by, last.around, facing)))


def _here(pose: Pose) -> Waypoint:
    x, y, z = pose.point
    return Waypoint(x, y, z, "walk")
