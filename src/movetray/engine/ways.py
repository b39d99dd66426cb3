"""Ways nobody wrote down: the planner's answer to `to:`, `route` and `reach`, on the level where a model stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from movetray._kernel import Reach
from movetray.engine.planning import plan_for, start_of, walk_along
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


def way_to(table: Table, rules: RuleSet, model: str, goal: tuple[float, float, float]) -> Way | None:
    """The cheapest way of a model to a place on its level; None where there is none."""
    pose = table.pose_of(model)
    if abs(goal[2] - pose.height) > TOLERANCE:
        return None
    route = plan_for(table, rules, model).to_point(start_of(table, model), goal[:2])
    return None if route is None else priced(table, rules, walk_along(table, model, route))


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
    return plan_for(table, rules, model).reach(start_of(table, model), budget)
