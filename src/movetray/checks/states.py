"""What a model is or has done, kept as marks; and several checks as one."""

from collections.abc import Callable, Iterator

from movetray.engine.attempt import Attempt
from movetray.engine.ruleset import Check
from movetray.engine.verdict import Finding


def carrying(*marks: str, unless: Callable[[Attempt, str], bool] | None = None) -> Check:
    """A check that refuses a model which carries one of these marks, `unless` it is excused."""

    def check(attempt: Attempt) -> Iterator[Finding]:
        for model in attempt.models:
            for mark in marks:
                if attempt.table.has(model, mark) and not (unless is not None and unless(attempt, model)):
                    yield Finding(model=model, facts={"status": mark})

    return check


def both(*checks: Check) -> Check:
    """Several checks of one clause."""

    def check(attempt: Attempt) -> Iterator[Finding]:
        for one in checks:
            yield from one(attempt)

    return check
