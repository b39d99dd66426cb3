"""Ways nobody wrote down: the planner's answer to `to:`, `route` and `reach`."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from movetray._kernel import Reach, Route
from movetray.engine.levels import MOST, NO_MATTER, Goal, Search
from movetray.engine.planning import flight_along, placing, plan_for, start_of, walk_along
from movetray.engine.rule import Toll
from movetray.engine.ruleset import RuleSet
from movetray.engine.walk import Price, Walk, goes_through, prices, stretches_of
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
    if rules.flying(table, model):
        air = plan_for(table, rules, model, height=goal[2], verb=verb).to_point(start_of(table, model), goal[:2], limit)
        return [] if air is None else [priced(table, rules, flight_along(table, model, air, goal[2]))]
    search = _to(table, rules, model, verb, goal)
    start = table.pose_of(model)
    if abs(goal[2] - start.height) <= TOLERANCE and not search.families(start.height):
        route = search.plan(goal[2], ends=True).to_point(start_of(table, model), goal[:2], limit)
        if route is None:
            return []
        way = priced(table, rules, walk_along(table, model, route))
        return [_toll_free(table, rules, model, verb, goal, way) or way]
    return [priced(table, rules, found.walk) for found in search.found(limit)]


def tolled(table: Table, rules: RuleSet, model: str, verb: str) -> list[Toll]:
    """What ground takes of a whole move of this verb, where this model goes through it."""
    keywords = table.unit_of(model).keywords
    return [toll for _, toll in rules.tolls if verb in toll.verbs and not toll.spares & keywords]


def _toll_free(
    table: Table, rules: RuleSet, model: str, verb: str, goal: tuple[float, float, float], way: Way
) -> Way | None:
    """The way around all ground that takes something of the move, where the way through it costs more with that."""
    tolls = tolled(table, rules, model, verb)
    met = [t for t in tolls if goes_through(table, way.walk, stretches_of(table, t.going, rules)) is not None]
    if not met:
        return None
    plan = plan_for(table, rules, model, verb=verb, height=goal[2], shunning={toll.going for toll in met})
    route = plan.to_point(start_of(table, model), goal[:2], way.cost + sum(toll.inches for toll in met))
    return None if route is None else priced(table, rules, walk_along(table, model, route))


def shortest_to(
    table: Table, rules: RuleSet, model: str, verb: str, goal: tuple[float, float, float], likely: Fraction = NO_MATTER
) -> Walk | None:
    """The shortest way to a place, whatever ground it leads over; all tests on it are passed at least so `likely`."""
    found = _to(table, rules, model, verb, goal, by_length=True, likely=likely).found(best=True)
    return found[0].walk if found else None


def _to(
    table: Table,
    rules: RuleSet,
    model: str,
    verb: str,
    goal: tuple[float, float, float],
    *,
    by_length: bool = False,
    likely: Fraction = NO_MATTER,
) -> Search:
    here = Goal(goal[2], lambda plan, at, limit: _one(plan.to_point(at, goal[:2], limit)), goal[:2], 0.0)
    return Search(table, rules, model, verb, here, by_length, likely=likely)


def _one(route: Route | None) -> list[Route]:
    return [] if route is None else [route]


def shortest_into_contact(
    table: Table,
    rules: RuleSet,
    model: str,
    verb: str,
    targets: tuple[str, ...],
    enough: float = MOST,
    likely: Fraction = NO_MATTER,
) -> list[Walk]:
    """The equally short ways of a base into contact with all its targets, whatever ground they lead over.

    Over several levels the shortest one only; ways longer than `enough` inches are looked for only where there is no
    shorter one. Targets on different levels are never touched at once. All tests on a way are passed at least so
    `likely`.
    """
    standing = tuple(table.models[name] for name in table.standing)
    key = (table.board, id(rules), standing, tuple(table.starts.items()), model, verb, targets, enough, likely)
    known = _REMEMBERED.get(key)
    if known is None:
        if len(_REMEMBERED) >= REMEMBERED:
            _REMEMBERED.clear()
        # The rules stay alive with the answer, so that no others can come to have their id.
        known = _REMEMBERED[key] = (rules, _into_contact(table, rules, model, verb, targets, enough, likely))
    return known[1]


REMEMBERED = 256
"""So many ways into contact are remembered: a charge asks for its own again at every face of its odds."""

_REMEMBERED: dict[Hashable, tuple[RuleSet, list[Walk]]] = {}


def _into_contact(
    table: Table, rules: RuleSet, model: str, verb: str, targets: tuple[str, ...], enough: float, likely: Fraction
) -> list[Walk]:
    search = _contact(table, rules, model, verb, targets, likely)
    if search is None:
        return []
    flat: list[Walk] = []
    if abs(search.goal.height - table.pose_of(model).height) <= TOLERANCE:
        routes = search.goal.routes(search.plan(search.goal.height, ends=True), start_of(table, model), MOST)
        flat = [walk_along(table, model, route) for route in routes]
    shortest = flat[0].length if flat else MOST
    limits = (enough, MOST) if not flat and enough < MOST else (shortest - (TOLERANCE if flat else 0.0),)
    for limit in limits if search.families(table.pose_of(model).height) else ():
        found = search.found(limit, best=True)
        if found:
            return [found[0].walk]
    return flat


def _contact(
    table: Table, rules: RuleSet, model: str, verb: str, targets: tuple[str, ...], likely: Fraction
) -> Search | None:
    """The search for ways into contact; None where the targets stand on several levels."""
    levels = {table.pose_of(target).height for target in targets}
    if len(levels) != 1:
        return None
    placed = [placing(table, target) for target in targets]
    x, y, _ = table.pose_of(targets[0]).plan
    shape = table.shape_of(targets[0])
    goal = Goal(
        levels.pop(),
        lambda plan, at, limit: plan.to_contact(at, placed, limit),
        (x, y),
        shape.radius + table.shape_of(model).radius,
        len(targets) == 1 and shape.kind == "disc" and table.shape_of(model).kind == "disc",
    )
    return Search(table, rules, model, verb, goal, True, targets, targets, likely)


def trades_into_contact(
    table: Table, rules: RuleSet, model: str, verb: str, targets: tuple[str, ...], limit: float = MOST
) -> list[Walk]:
    """The ways into contact that trade inches for chance, the shortest first."""
    search = _contact(table, rules, model, verb, targets, NO_MATTER)
    return [found.walk for found in search.found(limit)] if search is not None else []


def shortest_to_edge(table: Table, rules: RuleSet, model: str, verb: str, without: tuple[str, ...]) -> Walk | None:
    """The shortest way without a test to the edge of the table; models in `without` are not in the way.

    Over several levels it ends on the ground.
    """
    start = start_of(table, model)
    route = plan_for(table, rules, model, without=without, slowed=False).to_edge(start)
    if route is not None:
        return walk_along(table, model, route)
    goal = Goal(0.0, lambda plan, at, limit: _one(plan.to_edge(at, limit)), start, ANYWHERE, False)
    search = Search(table, rules, model, verb, goal, True, without, likely=Fraction(1))
    found = search.found(best=True)
    return found[0].walk if found else None


ANYWHERE = 1e6
"""Inches: no place of a table is further from another."""


def ways_into_contact(table: Table, rules: RuleSet, model: str, verb: str, targets: Sequence[str]) -> list[Way]:
    """The ways into contact with all these models at once, as a move of this verb goes there: its trades."""
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
    start = start_of(table, model)
    toll = tolled(table, rules, model, verb)
    if not toll:
        return plan_for(table, rules, model, verb=verb).reach(start, budget)
    around = plan_for(table, rules, model, verb=verb, shunning={one.going for one in toll}).reach(start, budget)
    left = max(budget - sum(one.inches for one in toll), 0.0)
    return around.joined(plan_for(table, rules, model, verb=verb).reach(start, left))
