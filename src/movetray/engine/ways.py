"""Ways nobody wrote down: the planner's answer to `to:`, `route` and `reach`."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from movetray._kernel import Reach, Route
from movetray.engine.levels import MOST, Goal, Search
from movetray.engine.planning import flight_along, placing, plan_for, start_of, walk_along
from movetray.engine.ruleset import RuleSet
from movetray.engine.walk import Price, Walk, prices
from movetray.table.table import Table
from movetray.units import TOLERANCE


@dataclass(frozen=True, slots=True)
class Way:
    """A way with its price: what `route` answers."""

    walk: Walk
    priced: tuple[Price, ...]

    @property
    def cost(self) -> float:
        """Inches of allowance."""
        return sum(price.inches for price in self.priced)


def ways_to(
    table: Table, rules: RuleSet, model: str, verb: str, goal: tuple[float, float, float], limit: float = MOST
) -> list[Way]:
    """The ways of a model to a place, on its level or another: the trades between inches and chance, cheapest first."""
    pose = table.pose_of(model)
    if rules.flying(table, model):
        air = plan_for(table, rules, model, height=goal[2], verb=verb).to_point(start_of(table, model), goal[:2], limit)
        return [] if air is None else [priced(table, rules, flight_along(table, model, air, goal[2]))]
    if abs(goal[2] - pose.height) <= TOLERANCE and not table.board.links:
        route = plan_for(table, rules, model, verb=verb).to_point(start_of(table, model), goal[:2], limit)
        return [] if route is None else [priced(table, rules, walk_along(table, model, route))]
    here = Goal(goal[2], lambda plan, at: _one(plan.to_point(at, goal[:2], limit)), goal[:2], 0.0)
    found = Search(table, rules, model, verb, here).found(limit)
    return [priced(table, rules, way.walk) for way in found]


def _one(route: Route | None) -> list[Route]:
    return [] if route is None else [route]


def shortest_into_contact(
    table: Table,
    rules: RuleSet,
    model: str,
    verb: str,
    targets: tuple[str, ...],
    enough: float = MOST,
    *,
    certain: bool = False,
) -> list[Walk]:
    """The equally short ways of a base into contact with all its targets, whatever ground they lead over.

    Over several levels the shortest one only; ways longer than `enough` inches are looked for only where there is no
    shorter one. Targets on different levels are never touched at once. `certain`: no test may be due on the way.
    """
    standing = tuple(table.models[name] for name in table.standing)
    key = (table.board, id(rules), standing, tuple(table.starts.items()), model, verb, targets, enough, certain)
    known = _REMEMBERED.get(key)
    if known is None:
        if len(_REMEMBERED) >= REMEMBERED:
            _REMEMBERED.clear()
        # The rules stay alive with the answer, so that no others can come to have their id.
        known = _REMEMBERED[key] = (rules, _into_contact(table, rules, model, verb, targets, enough, certain))
    return known[1]


REMEMBERED = 256
"""So many ways into contact are remembered: a charge asks for its own again at every face of its odds."""

_REMEMBERED: dict[Hashable, tuple[RuleSet, list[Walk]]] = {}


def _into_contact(
    table: Table, rules: RuleSet, model: str, verb: str, targets: tuple[str, ...], enough: float, certain: bool
) -> list[Walk]:
    pose = table.pose_of(model)
    levels = {table.pose_of(target).height for target in targets}
    if len(levels) != 1:
        return []
    (level,) = levels
    placed = [placing(table, target) for target in targets]
    flat: list[Walk] = []
    if abs(level - pose.height) <= TOLERANCE:
        plan = plan_for(table, rules, model, without=targets, slowed=False)
        flat = [walk_along(table, model, route) for route in plan.to_contact(start_of(table, model), placed)]
    if not table.board.links:
        return flat
    x, y, _ = table.pose_of(targets[0]).plan
    within = table.shape_of(targets[0]).radius + table.shape_of(model).radius
    goal = Goal(level, lambda plan, at: plan.to_contact(at, placed), (x, y), within)
    search = Search(table, rules, model, verb, goal, by_length=True, without=targets, targets=targets, certain=certain)
    shortest = flat[0].length if flat else MOST
    for limit in (min(enough, shortest), shortest):
        found = [way for way in search.found(limit) if way.inches < shortest - TOLERANCE or not flat]
        if found:
            return [min(found, key=lambda way: way.inches).walk]
        if flat and shortest <= enough:
            break
    return flat


def ways_into_contact(table: Table, rules: RuleSet, model: str, verb: str, targets: Sequence[str]) -> list[Way]:
    """The equally short ways into contact with all these models at once, as a move of this verb goes there."""
    kind = rules.kinds.get(verb)
    if kind is None or kind.into_contact is None:
        return []
    return [priced(table, rules, walk) for walk in kind.into_contact(table, rules, model, tuple(targets))]


def priced(table: Table, rules: RuleSet, walk: Walk) -> Way:
    """A walk with its price."""
    return Way(walk, prices(table, rules, walk))


def reach(table: Table, rules: RuleSet, model: str, verb: str, budget: float | None = None) -> Reach:
    """Where a move of this verb can end, for the centre of the base, on the model's level.

    `budget` in inches; None: the model's allowance for the verb. Raises ValueError for a verb without an allowance.
    """
    if budget is None:
        kind = rules.kinds.get(verb)
        if kind is None or kind.allowance is None:
            raise ValueError(f"{verb} has no allowance to reach by")
        budget = kind.allowance(table, rules, model)
    return plan_for(table, rules, model, verb=verb).reach(start_of(table, model), budget)
