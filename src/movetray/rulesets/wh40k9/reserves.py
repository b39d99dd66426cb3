"""Reinforcements and strategic reserves (¶2): who began the battle off the table."""

from collections.abc import Iterator

from movetray.checks.distance import apart
from movetray.checks.members import unit_of
from movetray.engine.attempt import Attempt, Rest
from movetray.engine.event import ModelPlaced
from movetray.engine.resolve import Run
from movetray.engine.ruleset import Mark, MoveKind, Option
from movetray.engine.verdict import Finding
from movetray.rulesets.wh40k9.facts import MOVES, REINFORCEMENTS, STAY, Clauses, movement, rule
from movetray.table.table import Table
from movetray.units import at_most, compare, to_inches

ARRIVE, END = frozenset({"arrive"}), frozenset({"end-battle"})
WAITING = ("reserves", "strategic-reserves")
AWAY, EDGE = 9.0, 6.0
"""Inches: more than so far from every enemy; strategic reserves wholly so near an edge."""

SET_UP = "wh40k9.reinforcements.set-up"


def waiting(table: Table, unit: str) -> tuple[str, ...]:
    """The models of a unit that wait off the table."""
    return tuple(m for m in table.units[unit].models if table.models[m].pose is None and table.has_any(m, WAITING))


def arrives_rightly(attempt: Attempt) -> Iterator[Finding]:
    """All of a waiting unit, far from every enemy; strategic reserves late enough and near an edge of their own."""
    table, do = attempt.table, attempt.command.do
    if do not in ARRIVE:
        yield from (Finding(model=m, facts={"status": "set-up"}) for m in attempt.models if table.has(m, "arrived"))
        return
    unit = unit_of(attempt)
    due = waiting(table, unit)
    strategic = any(table.has(model, "strategic-reserves") for model in due)
    if not due:
        yield Finding(facts={"unit": unit})
    if strategic and table.round < 2:
        yield Finding(facts={"unit": unit, "round": table.round})
    if attempt.bare:
        return
    named = set(attempt.command.positions or ())
    yield from (Finding(model=model, facts={"wanted": "positions"}) for model in due if model not in named)
    yield from (Finding(model=model, facts={"unit": unit}) for model in sorted(named - set(due)))
    for rest in attempt.rests:
        yield from _too_near(attempt, rest)
        if strategic and not near_own_edge(table, rest):
            yield Finding(model=rest.model, at=rest.pose.point, facts={"within": EDGE})


def _too_near(attempt: Attempt, rest: Rest) -> Iterator[Finding]:
    table = attempt.table
    friends = table.of_side[table.side_of(rest.model)]
    for index, _ in table.bases.near(rest.shape, rest.pose.plan, AWAY + 0.01, friends):
        other = table.standing[index]
        measured = apart(table, rest.model, other, rest.pose)
        if compare(measured, AWAY) <= 0:
            facts = {"other": other, "measured": measured, "allowed": AWAY, "at_least": True}
            yield Finding(model=rest.model, at=rest.pose.point, facts=facts)


def near_own_edge(table: Table, rest: Rest) -> bool:
    """Whether a base is wholly within six inches of an edge that is not the enemy's."""
    board, side = table.board, table.side_of(rest.model)
    x0, y0, x1, y1 = rest.shape.bounds(rest.pose.plan)
    width, depth = to_inches(board.width), to_inches(board.depth)
    far = {"west": x1, "south": y1, "east": width - x0, "north": depth - y0}
    hostile = {edge for owner, edge in board.edges.items() if owner != side}
    return any(at_most(inches, EDGE) for edge, inches in far.items() if edge not in hostile)


def arrive(run: Run) -> None:
    """The unit is set up, and has moved its M."""
    attempt = run.attempt()
    for rest in attempt.rests:
        run.unmark(rest.model, *WAITING)
        run.emit(ModelPlaced(rest.model, rest.pose))
        run.mark(rest.model, "arrived")
        run.mark(rest.model, "set-up")
        run.mark(rest.model, "moved", movement(run.table, rest.model))
    run.cite(SET_UP, attempt.rests[0].model, facts={"unit": unit_of(attempt)})


def battle_ends(run: Run) -> None:
    """Who still waits counts as destroyed."""
    for unit in run.table.units.values():
        for model in waiting(run.table, unit.id):
            if run.rules.has("wh40k9.reinforcements.lost"):
                run.cite("wh40k9.reinforcements.lost", model)
                run.unmark(model, *WAITING)
                run.mark(model, "destroyed")


CLAUSES: Clauses = (
    rule(
        "reinforcements.set-up",
        "2 +",
        "A unit that waits off the table is set up whole in the reinforcements step, more than 9 inches from every "
        "enemy, and moves no further this turn; strategic reserves not in the first round, and wholly within 6 inches "
        "of an edge that is not the enemy's.",
        (
            "{model} would stand {measured} from {other}; it has to be more than {allowed}.",
            "{model} would not stand wholly within {within} of an edge that is its own to come from.",
            "{unit} comes from strategic reserves, and not in round {round:n}.",
            "{model} has come from the reserves and moves no further this turn: “{status}”.",
            "{model} has no place yet: “{wanted}”.",
            "{unit} does not wait off the table.",
        ),
        arrives_rightly,
        verbs=ARRIVE | MOVES | STAY,
        early=True,
        applied="{unit} is set up.",
    ),
    rule(
        "reinforcements.lost",
        "2",
        "A unit that has not been set up when the battle ends counts as destroyed.",
        "{model} has not come in time and counts as destroyed.",
    ),
)

KINDS = (
    MoveKind("arrive", arrive, frozenset({REINFORCEMENTS}), needs=("unit", "positions"), off_table=True),
    MoveKind("end-battle", battle_ends, any_side=True),
)

SWITCHES: tuple[Option, ...] = ()

MARKS = (*(Mark(status, shown=True) for status in WAITING), Mark("arrived", "turn"))
