"""Is the command something that can be looked at: do its names exist, is everything there that its verb needs?"""

from collections.abc import Iterator

from movetray.engine.attempt import Attempt
from movetray.engine.verdict import Finding


def names_known(attempt: Attempt) -> Iterator[Finding]:
    """Every model, unit, side and piece that the command names exists."""
    command, table = attempt.command, attempt.table
    for name in (command.model, *(command.paths or ()), *(command.positions or ())):
        if name is not None and name not in table.models:
            yield Finding(facts={"name": name})
    if command.unit is not None and command.unit not in table.units:
        yield Finding(facts={"name": command.unit})
    for name in (command.charger, *command.targets):
        if name is not None and name not in table.models and name not in table.units:
            yield Finding(facts={"name": name})
    if command.unit in table.units:
        strangers = [m for m in command.paths or () if m in table.models and table.models[m].unit != command.unit]
        yield from (Finding(model=name, facts={"unit": command.unit}) for name in strangers)
    transport = command.rest.get("transport")
    if transport is not None and transport not in table.units:
        yield Finding(facts={"name": transport})
    if command.side is not None and command.side not in table.sides:
        yield Finding(facts={"name": command.side})
    if command.terrain is not None and command.terrain not in table.board.pieces:
        yield Finding(facts={"name": command.terrain})


def needs_met(attempt: Attempt) -> Iterator[Finding]:
    """The fields that the verb needs are there; `a|b` means one of the two. Paths are not needed to begin, nor to roll
    for what may be gone."""
    assert attempt.kind is not None
    there = attempt.subject in attempt.table.models or attempt.subject in attempt.table.units
    rolls = attempt.kind.rolled is not None and there and attempt.kind.rolled(attempt)
    for need in attempt.kind.needs:
        fields = need.split("|")
        if (attempt.bare or rolls) and not {"model", "unit"} & set(fields):
            continue
        if all(attempt.command.said(field) in (None, ()) for field in fields):
            yield Finding(model=attempt.subject, facts={"verb": attempt.command.do, "wanted": fields[0]})


def paths_drawn(attempt: Attempt) -> Iterator[Finding]:
    """A path can be drawn: an arc ends as far from its centre as it begins, no point is out of the world."""
    command = attempt.command
    if command.path is None and not command.paths:
        return
    try:
        _ = attempt.walks
    except ValueError:
        yield Finding(model=attempt.subject, facts={"verb": command.do, "wanted": "path"})


def known(attempt: Attempt) -> Iterator[Finding]:
    """The names exist, nothing is missing, and what is drawn can be."""
    found = [*names_known(attempt), *needs_met(attempt)]
    yield from found or paths_drawn(attempt)
