"""The order of the round (¶16): initiative, and one move for each model."""

from collections.abc import Iterator, Sequence

from movetray.checks import timing
from movetray.engine.attempt import Attempt
from movetray.engine.resolve import Run
from movetray.engine.verdict import Finding
from movetray.rulesets.killteam2018.facts import ADVANCE, FALL_BACK, MOVE
from movetray.table.table import Table

CLAUSE = "killteam2018.sequence.initiative"
RANK = "initiative"
"""The mark of a side: its place in the order of this round, from 0."""


def acting(table: Table) -> tuple[str, ...]:
    """The sides in the order in which they move."""
    return tuple(sorted(table.sides, key=lambda side: table.mark(side, RANK) or 0))


def roll_for_initiative(run: Run) -> None:
    """Every side rolls two dice, the highest goes first."""
    if not run.rules.has(CLAUSE):
        return
    for rank, side in enumerate(_ranked(run, run.table.sides)):
        run.mark(side, RANK, rank)
    run.cite(CLAUSE, facts={"side": acting(run.table)[0]})


def _ranked(run: Run, sides: Sequence[str]) -> list[str]:
    """These sides by their rolls; those that are even roll again among themselves."""
    rolls = {side: sum(run.roll(2, 6, CLAUSE)) for side in sides}
    found: list[str] = []
    for total in sorted(set(rolls.values()), reverse=True):
        even = [side for side in sides if rolls[side] == total]
        found += even if len(even) == 1 else _ranked(run, even)
    return found


def in_order(attempt: Attempt) -> Iterator[Finding]:
    """The side with initiative moves all its models, one at a time and each once, then the next side."""
    table = attempt.table
    yield from timing.own_turn(attempt)
    for model in attempt.models:
        if attempt.command.do in MOVE | ADVANCE | FALL_BACK and had_its_move(table, model, attempt.command.do):
            yield Finding(model=model)
    if len(attempt.models) > 1 and attempt.command.do in MOVE:
        yield Finding(facts={"count": len(attempt.models)})


def had_its_move(table: Table, model: str, verb: str) -> bool:
    """Whether a model was chosen before; a move goes on with what a declared advance or a failed charge has left."""
    going_on = verb in MOVE and not table.has(model, "moved")
    chosen = ("moved", "readied", "fell-back", "charged", *(() if going_on else ("advanced", "failed-charge")))
    return table.has_any(model, chosen)


def has_done_something(attempt: Attempt) -> Iterator[Finding]:
    """A model that moved, advanced, fell back or readied this phase neither readies nor charges."""
    for model in attempt.models:
        for mark in ("moved", "advanced", "fell-back", "readied", "charged"):
            if attempt.table.has(model, mark):
                yield Finding(model=model, facts={"status": mark})
                break
