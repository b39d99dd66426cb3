"""Knocked down and stunned (+)."""

from collections.abc import Iterator

from movetray.checks.distance import Within
from movetray.checks.states import carrying
from movetray.engine.attempt import Attempt
from movetray.engine.resolve import Run
from movetray.engine.verdict import Finding
from movetray.rulesets.mordheim.facts import crawling, fought_by, walking


def lies_down(attempt: Attempt) -> Iterator[Finding]:
    """Knocked down one crawls and stands up, and after standing up walks half a move; nothing else."""
    table, verb = attempt.table, attempt.command.do
    for model in attempt.models:
        down, stood = table.has(model, "knocked-down"), table.has(model, "stood-up")
        if verb in ("crawl", "stand-up"):
            if table.has(model, "stunned"):
                continue  # that is another clause
            if not down or (verb == "crawl" and fought_by(table, attempt.rules, model)):
                yield Finding(model=model, facts={"status": "knocked-down"})
        elif down or (stood and verb in ("run", "charge")):
            yield Finding(model=model, facts={"status": "knocked-down" if down else "stood-up"})


def crawl_or_half_move(attempt: Attempt) -> Iterator[Finding]:
    """A crawl is at most 2", a walk after standing up half of Movement."""
    if attempt.command.do == "crawl":
        yield from Within(crawling)(attempt)
    elif any(attempt.table.has(way.model, "stood-up") for way in attempt.walks):
        yield from Within(walking)(attempt)


def full_walk(attempt: Attempt) -> Iterator[Finding]:
    """A walk is at most Movement (half of it after standing up is another clause)."""
    if not any(attempt.table.has(way.model, "stood-up") for way in attempt.walks):
        yield from Within(walking)(attempt)


def knocked_down(attempt: Attempt) -> Iterator[Finding]:
    """Everything that lying on the ground forbids or limits."""
    yield from lies_down(attempt)
    yield from crawl_or_half_move(attempt)


def stunned(attempt: Attempt) -> Iterator[Finding]:
    """A stunned model does nothing; come round this turn, it does not stand up yet."""
    yield from carrying("stunned")(attempt)
    if attempt.command.do == "stand-up":
        yield from carrying("came-round")(attempt)


def stand_up(run: Run) -> None:
    """The model is on its feet again."""
    for model in run.attempt().models:
        run.cite("mordheim.status.knocked-down", model)
        run.unmark(model, "knocked-down")
        run.mark(model, "stood-up")
