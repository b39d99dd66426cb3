"""What every table asks, whatever is played on it: the shared clauses, options and verbs.

A rule set takes these and puts its own beside them (or in place of them, where its book has its own words).
"""

from movetray.checks import contact, form, ground, timing
from movetray.engine.ruleset import Clause, MoveKind, Option
from movetray.procedures import table as word

CLAUSES = (
    Clause(
        "table.unknown",
        "+",
        says="The command names things that exist and gives what its verb needs.",
        message=(
            "There is no {name} on this table.",
            "{model} does not belong to {unit}.",
            "“{verb}” needs {wanted}, which is not said.",
            "There is no verb {verb:id} in these rules.",
        ),
        check=form.known,
        stage="form",
        early=True,
    ),
    Clause(
        "table.pending",
        "+",
        says="An open choice is settled before anything else.",
        message="First {side} has to choose: {verbs}.",
        check=timing.nothing_pending,
        stage="time",
        early=True,
    ),
    Clause(
        "table.no-choice",
        "+",
        says="Nothing waits for this answer.",
        message="No choice is open that “{verb}” could answer.",
        check=timing.choice_open,
        stage="time",
        early=True,
    ),
    Clause(
        "table.turn",
        "+",
        says="Only the side whose step it is acts, or the side whose choice is open.",
        message="{side} cannot act: it is the turn of {active}.",
        check=timing.own_turn,
        stage="time",
        early=True,
    ),
    Clause(
        "table.step",
        "+",
        says="The verb belongs to this step.",
        message="“{verb}” has no place in the step “{step}”.",
        check=timing.step_fits,
        stage="time",
        early=True,
    ),
    Clause(
        "table.already-moved",
        "+",
        says="A model or unit that has finished its movement of the step does not move again.",
        message="{model} has had its move of this step.",
        check=timing.not_moved_yet,
        stage="time",
        early=True,
    ),
    Clause(
        "table.off-table",
        "+",
        says="A model aboard, in reserve or destroyed does nothing, unless a clause says so.",
        message="{model} is not on the table.",
        check=timing.on_the_table,
        stage="time",
        early=True,
    ),
    Clause(
        "table.undo",
        "+",
        says=(
            "What is taken back is the last command of one's own side, nobody else having acted since; once a die "
            "fell or something was revealed, only with the other side's consent."
        ),
        message="{side} has nothing to take back.",
        check=timing.last_of_own_side,
        verbs=frozenset({"undo"}),
        stage="time",
        early=True,
        applied="{side} takes back a command in which dice fell or something was revealed: the others have to agree.",
    ),
    Clause(
        "table.continuous",
        "+",
        says="A path starts where the model stands, has no gaps, and each leg is of a way that exists there.",
        message="There is no way “{by}” for {model} there.",
        check=ground.legs_exist,
        leg=True,
    ),
    Clause(
        "table.edge",
        "+",
        says="No part of a base passes or ends off the table, unless a clause says that it leaves.",
        message="{model} would leave the table at {at}.",
        check=ground.on_the_board,
        leg=True,
    ),
    Clause(
        "table.solid",
        "+",
        says=(
            "No base enters a block, a floor from below or beside, or a wall that no clause lets it cross; no move "
            "ends with the base in a wall or astride the side of a block, however low."
        ),
        message="{piece} is in the way of {model} at {at}.",
        check=ground.through_solids,
        leg=True,
    ),
    Clause(
        "table.support",
        "+",
        says="A move ends on a surface that supports the base.",
        message="Nothing carries {model} at {at}.",
        check=ground.ends_supported,
        rest=True,
    ),
    Clause(
        "table.through-models",
        "+",
        says="No base passes through another, unless a clause allows it.",
        message="{model} would pass through {other}.",
        check=contact.through_models,
        leg=True,
    ),
    Clause(
        "table.overlap",
        "+",
        says="Bases at rest never overlap; contact is not overlap.",
        message="{model} would stand on {other}.",
        check=contact.rests_apart,
        rest=True,
    ),
)

OPTIONS = (Option("support", ("centre", "whole"), "centre", "how much of a base must stand on a surface"),)


def table_clauses(*, instead: tuple[str, ...] = ()) -> tuple[Clause, ...]:
    """The shared clauses, less those that a rule set's own words replace."""
    return tuple(clause for clause in CLAUSES if clause.id not in instead)


def table_kinds(shooting_step: str) -> tuple[MoveKind, ...]:
    """The verbs of every table. Shooting and the like are said while this step is open."""
    return (
        MoveKind("pass", word.pass_choice, answers=True),
        MoveKind("choose", word.choose, needs=("option",), answers=True),
        MoveKind("agree", word.agree, answers=True),
        MoveKind("disagree", word.disagree, answers=True),
        MoveKind("end-step", word.end_step),
        MoveKind("undo", word.undo, any_side=True),
        MoveKind("suffer", word.suffer, needs=("model|unit",), any_side=True),
        MoveKind("remove", word.remove, needs=("model|unit",), any_side=True),
        MoveKind("place", word.place, needs=("model|unit", "at"), any_side=True, off_table=True),
        MoveKind("shoot", word.act_later, steps=frozenset({shooting_step}), needs=("model|unit",)),
        MoveKind("cast", word.act_later, steps=frozenset({shooting_step}), needs=("model|unit",)),
        MoveKind("assault", word.act_later, steps=frozenset({shooting_step}), needs=("model|unit",)),
    )
