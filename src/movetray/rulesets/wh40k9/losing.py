"""Models that are lost, and their owner's choice of which (¶2 +)."""

from collections.abc import Callable, Iterator

from movetray.checks.members import present
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command
from movetray.engine.event import DecisionOpened, ModelRemoved
from movetray.engine.resolve import Run
from movetray.engine.ruleset import MoveKind
from movetray.engine.verdict import Finding
from movetray.procedures import table as word
from movetray.table.table import NEXT, Decision

LOSE = frozenset({"lose"})


def perish(run: Run, model: str) -> None:
    """A model is destroyed."""
    run.mark(model, "destroyed")
    run.emit(ModelRemoved(model, "destroyed"))


def suffer(run: Run) -> None:
    """The table's word: what befell models in another phase. Who is destroyed stays so."""
    word.suffer(run)
    if "destroyed" in run.command.status:
        for model in word.members(run):
            run.mark(model, "destroyed")


def remove(run: Run) -> None:
    """The table's word: models are taken off, and do not come back."""
    there = [model for model in word.members(run) if run.table.models[model].pose is not None]
    word.remove(run)
    for model in there:
        run.mark(model, "destroyed")


OWN_WORD = {"suffer": suffer, "remove": remove}
"""The table's word where it has to be remembered who is gone: others are off the table too, aboard or in reserve."""


def ask_which(run: Run, clause: str, unit: str, count: int, then: str, of: Command | None = None) -> None:
    """The owner of a unit says which of its models are lost; the procedure `then` goes on with the answer.

    `of`: the command that it comes from, if it is not the one being carried out: one for each unit that is asked.
    """
    said = {"clause": clause, "unit": unit, "count": count}
    side, models = run.table.side_of(unit), present(run.table, unit)
    run.emit(DecisionOpened(Decision(side, ("lose",), models, of or run.command, then, until=NEXT, facts=said)))


def lost(run: Run) -> tuple[str, ...]:
    """Who is lost after the owner's choice: those named or, where nobody is, the last of the unit."""
    assert run.continued is not None
    facts = run.continued.facts
    if run.chosen:
        return tuple(run.chosen)
    return present(run.table, facts["unit"])[-facts["count"] :]


def lose(run: Run) -> None:
    """The owner says which models are lost."""
    run.chosen = run.command.rest["models"]
    word.close(run, "lose")


def named_rightly(clause: str) -> Callable[[Attempt], Iterator[Finding]]:
    """A check of the answer to a choice of losses that this clause asked for: as many as are lost, of that unit."""

    def check(attempt: Attempt) -> Iterator[Finding]:
        decision, said = attempt.decision, attempt.command.rest.get("models")
        if attempt.command.do not in LOSE or decision is None or decision.facts.get("clause") != clause:
            return
        named = set(said) if isinstance(said, tuple | list) else set()
        unit, count = decision.facts["unit"], decision.facts["count"]
        if len(named) != count or not named <= set(present(attempt.table, unit)):
            yield Finding(facts={"unit": unit, "count": count})

    return check


KINDS = (MoveKind("lose", lose, needs=("unit",), answers=True),)
