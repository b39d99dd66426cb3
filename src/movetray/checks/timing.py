"""Whose turn is it, which step, and has this model had its move?"""

from collections.abc import Iterator

from movetray.engine.attempt import Attempt
from movetray.engine.verdict import Finding

OWN = "table.step"


def own_turn(attempt: Attempt) -> Iterator[Finding]:
    """Only the side whose step it is acts, or the side whose choice is open."""
    kind = attempt.kind
    assert kind is not None
    if kind.answers or kind.any_side:
        return
    if attempt.side != attempt.table.active and not attempt.answering:
        yield Finding(model=attempt.subject, facts={"side": attempt.side, "active": attempt.table.active})


def nothing_pending(attempt: Attempt) -> Iterator[Finding]:
    """An open choice is settled before anything else."""
    decision = attempt.decision
    kind = attempt.kind
    assert kind is not None
    if decision is None or attempt.answering:
        return
    if decision.must or (attempt.side == decision.side and not kind.answers):
        yield Finding(model=attempt.subject, facts={"side": decision.side, "verbs": list(decision.verbs)})


def choice_open(attempt: Attempt) -> Iterator[Finding]:
    """What answers a choice needs a choice that waits for it."""
    kind = attempt.kind
    assert kind is not None
    if not kind.answers:
        return
    if not attempt.answering:
        yield Finding(model=attempt.subject, facts={"verb": attempt.command.do})


def step_fits(attempt: Attempt) -> Iterator[Finding]:
    """The verb belongs to this step; a verb with a clause of its own for that is left to it."""
    kind = attempt.kind
    assert kind is not None
    if kind.misplaced != OWN and attempt.rules.has(kind.misplaced):
        return
    yield from out_of_step(attempt)


def out_of_step(attempt: Attempt) -> Iterator[Finding]:
    """The verb is said in a step it does not belong to."""
    kind = attempt.kind
    assert kind is not None
    if kind.steps and attempt.table.step not in kind.steps and not attempt.answering:
        yield Finding(model=attempt.subject, facts={"verb": attempt.command.do, "step": attempt.table.step})


def not_moved_yet(attempt: Attempt) -> Iterator[Finding]:
    """A model or unit that has finished its movement of the step does not move again."""
    kind = attempt.kind
    assert kind is not None
    if not (kind.closes or kind.needs_move) or attempt.answering:
        return
    for model in attempt.models:
        if attempt.table.has(model, "moved"):
            yield Finding(model=model)


def on_the_table(attempt: Attempt) -> Iterator[Finding]:
    """Who is off the table does nothing, unless a clause says so."""
    kind = attempt.kind
    assert kind is not None
    if kind.off_table or attempt.subject is None:
        return
    if not attempt.models:
        yield Finding(model=attempt.subject)
    gone = [name for name in attempt.command.paths or () if attempt.table.models[name].pose is None]
    yield from (Finding(model=name) for name in gone)


def last_of_own_side(attempt: Attempt) -> Iterator[Finding]:
    """What is taken back is the last command of one's own side; a die that fell binds, so the other side is asked."""
    last = attempt.table.last
    if last is None or last.side != attempt.side:
        yield Finding(facts={"side": attempt.side})
    elif last.binding:
        yield Finding("asks", facts={"side": attempt.side})
