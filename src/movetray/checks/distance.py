"""How far: between models, along a way, against an allowance."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from movetray._kernel import distance, gap
from movetray.engine.attempt import Attempt
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.engine.walk import cut_at
from movetray.table.table import Pose, Table
from movetray.units import at_most

Allowance = Callable[[Table, RuleSet, str], float]
"""How many inches a model has for a move."""


def apart(table: Table, a: str, b: str, a_pose: Pose | None = None, b_pose: Pose | None = None) -> float:
    """Inches between two models, base edge to base edge, and over the difference in height where there is one."""
    first, second = a_pose or table.pose_of(a), b_pose or table.pose_of(b)
    level = max(gap(table.shape_of(a), first.plan, table.shape_of(b), second.plan), 0.0)
    return distance((0.0, 0.0), (level, second.height - first.height)) if first.z != second.z else level


@dataclass(frozen=True, slots=True)
class Within:
    """The whole way costs at most an allowance. `noted`: a way within it cites the clause all the same."""

    allowance: Allowance
    noted: bool = True

    def __call__(self, attempt: Attempt) -> Iterator[Finding]:
        """Too far is broken, at the place where the allowance ran out."""
        for walk in attempt.walks:
            allowed = max(self.allowance(attempt.table, attempt.rules, walk.model) - attempt.toll, 0.0)
            measured = sum(price.inches for price in attempt.priced[walk.model][: attempt.short_leg(walk, allowed)])
            facts = {"measured": measured, "allowed": allowed}
            if not at_most(measured, allowed):
                paid = cut_at(walk, attempt.priced[walk.model], allowed, attempt.table, attempt.rules)
                yield Finding("broken", walk.model, paid.last, paid.end.point, facts)
            elif self.noted:
                yield Finding("applied", walk.model, facts=facts)


@dataclass(frozen=True, slots=True)
class Tolled:
    """Ground that takes something of the whole move by a clause is noted under it, in refusals too."""

    clause: str

    def __call__(self, attempt: Attempt) -> Iterator[Finding]:
        """Every model that goes through such ground, with the piece and the inches it takes."""
        for clause, model, piece, inches in attempt.tolls:
            if clause == self.clause:
                yield Finding("applied", model, facts={"piece": piece, "less": inches}, explains=True)


@dataclass(frozen=True, slots=True)
class Priced:
    """Legs that a clause priced are noted under it."""

    clause: str

    def __call__(self, attempt: Attempt) -> Iterator[Finding]:
        """Every model whose way this clause priced, with what it came to."""
        for walk in attempt.walks:
            legs = [
                (leg, price)
                for leg, price in zip(walk.legs, attempt.priced[walk.model], strict=True)
                if self.clause in price.clauses
            ]
            if legs:
                facts = {
                    "cost": sum(price.inches for _, price in legs),
                    "length": sum(leg.length for leg, _ in legs),
                }
                yield Finding("applied", walk.model, legs[0][0].index, legs[0][0].end, facts)
