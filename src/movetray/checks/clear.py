"""Zones that nobody enters: so many inches from every enemy, at the end of a move or all along it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from movetray._kernel import distance
from movetray.checks.distance import apart
from movetray.engine.attempt import Attempt
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.engine.walk import Walk
from movetray.table.table import Table
from movetray.units import TOLERANCE, at_least

Over = Literal["end", "path"]
END: Over = "end"
PATH: Over = "path"


@dataclass(frozen=True, slots=True)
class KeepClear:
    """A base stays at least so many inches from every enemy: where it comes to rest (`END`), or on its whole way too
    (`PATH`). On the way, who starts nearer may go, but comes no nearer still.
    """

    inches: float
    over: Over | Callable[[RuleSet], Over] = END

    def __call__(self, attempt: Attempt) -> Iterator[Finding]:
        """Every enemy that a model comes or rests too near to."""
        over = self.over(attempt.rules) if callable(self.over) else self.over
        for rest in attempt.rests:
            friends = attempt.table.of_side[attempt.table.side_of(rest.model)]
            for index, _ in attempt.table.bases.near(rest.shape, rest.pose.plan, self.inches - TOLERANCE, friends):
                other = attempt.table.standing[index]
                measured = apart(attempt.table, rest.model, other, rest.pose)
                if not at_least(measured, self.inches):
                    facts = {"other": other, "measured": measured, "allowed": self.inches, "at_least": True}
                    yield Finding(model=rest.model, leg=rest.leg, at=rest.pose.point, facts=facts)
        if over == PATH:
            for walk in attempt.walks:
                yield from self._on_the_way(attempt.table, walk)

    def _on_the_way(self, table: Table, walk: Walk) -> Iterator[Finding]:
        friends = table.of_side[table.side_of(walk.model)]
        seen: set[str] = set()
        for leg in walk.legs:
            for met in table.bases.clearances(walk.shape, leg.plan, self.inches - TOLERANCE, friends):
                other = table.standing[met.index]
                rise = abs(table.pose_of(other).height - leg.level)
                measured = distance((0.0, 0.0), (max(met.gap, 0.0), 0.0 if rise <= TOLERANCE else rise))
                allowed = min(self.inches, apart(table, walk.model, other))
                rests = apart(table, walk.model, other, walk.end)
                # Where it rests too near is said of its rest.
                if other in seen or at_least(measured, allowed) or at_least(measured, rests):
                    continue
                seen.add(other)
                facts = {"other": other, "measured": measured, "allowed": allowed, "at_least": True}
                yield Finding(model=walk.model, leg=leg.index, at=(*met.at, leg.level), facts=facts)
