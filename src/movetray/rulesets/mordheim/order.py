"""The order of the turn (¶2-4): steps, rallying, compulsory moves."""

from collections.abc import Iterator

from movetray.checks import timing
from movetray.checks.distance import apart
from movetray.engine.attempt import Attempt
from movetray.engine.resolve import Run
from movetray.engine.ruleset import Check, RuleSet
from movetray.engine.verdict import Finding
from movetray.procedures.tests import two_dice_under
from movetray.rulesets.mordheim.facts import COMPULSORY, watchful
from movetray.rulesets.mordheim.walking import enemy_near_start, held_by
from movetray.table.table import Table


def own_step(clause: str) -> Check:
    """A verb whose place in the order this clause gives is said in its own step."""

    def check(attempt: Attempt) -> Iterator[Finding]:
        kind, table = attempt.kind, attempt.table
        assert kind is not None
        if kind.misplaced != clause:
            return
        yield from timing.out_of_step(attempt)
        if table.step == COMPULSORY and attempt.command.do == "move":
            for model in attempt.models:
                if not table.has(model, "compelled"):
                    yield Finding(model=model, facts={"verb": attempt.command.do, "step": table.step})

    return check


def has_to_move(table: Table, rules: RuleSet, model: str) -> bool:
    """Whether a rule makes this model move and it has not done so yet. A fight holds one who does not flee."""
    if table.has_any(model, ("moved", "stunned", "knocked-down")):
        return False
    held = rules.has("mordheim.move.engaged") and held_by(table, rules, model)
    return table.has(model, "fleeing") or (table.has(model, "compelled") and not held)


def all_compelled_moved(attempt: Attempt) -> Iterator[Finding]:
    """The compulsory step does not end while somebody still has to move."""
    table = attempt.table
    if table.step == COMPULSORY:
        for model in table.standing:
            if table.side_of(model) == table.active and has_to_move(table, attempt.rules, model):
                yield Finding(model=model)


def no_mind_of_its_own(attempt: Attempt) -> Iterator[Finding]:
    """A model that lost its nerve does nothing but flee, and only such a model flees."""
    for model in attempt.models:
        fleeing = attempt.table.has(model, "fleeing")
        if fleeing != (attempt.command.do == "flee"):
            yield Finding(model=model)


def start_of_turn_ends(run: Run) -> None:
    """Who flees may rally, who is stunned comes round."""
    for unit in run.table.units.values():
        if unit.side != run.table.active:
            continue
        for model in unit.models:
            if run.table.models[model].pose is None:
                continue
            if run.table.has(model, "fleeing") and run.rules.has("mordheim.rally"):
                rally(run, model)
            if run.table.has(model, "stunned") and run.rules.has("mordheim.status.stunned"):
                run.cite("mordheim.status.stunned", model)
                run.unmark(model, "stunned")
                run.mark(model, "knocked-down")
                run.mark(model, "came-round")


def rally(run: Run, model: str) -> None:
    """Two dice at or under Leadership stop a flight, unless the nearest model that counts is an enemy."""
    table = run.table
    others = [m for m in table.standing if m != model and watchful(table, m)]
    near = min(others, key=lambda m: apart(table, model, m), default=None)
    run.mark(model, "fled")
    if near is not None and table.side_of(near) != table.side_of(model):
        run.cite("mordheim.rally", model, facts={"nearest": near})
        return
    run.cite("mordheim.rally", model)
    if two_dice_under(run, model, "Ld", "mordheim.rally"):
        run.unmark(model, "fleeing")
        run.mark(model, "rallied")


def charges_end(run: Run) -> None:
    """Who has an enemy within 8" is known now, by where all stood at the start and what they are now."""
    table = run.table
    run.mark(table.active, "charges-declared")
    for model in table.standing:
        if table.side_of(model) == table.active and (near := enemy_near_start(table, model)) is not None:
            run.mark(model, "near-enemy", list(near))
