"""Aircraft (¶2): their minimum, their straight flight, and who passes beneath them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from movetray._kernel import ahead
from movetray.checks import ground
from movetray.checks.members import unit_of
from movetray.checks.near import passes_all_but
from movetray.engine.attempt import Attempt
from movetray.engine.command import Waypoint
from movetray.engine.event import ModelRemoved
from movetray.engine.resolve import Run
from movetray.engine.rule import Passes
from movetray.engine.ruleset import Mark, MoveKind, Option, RuleSet
from movetray.engine.verdict import Finding
from movetray.rulesets.common import CLAUSES as SHARED
from movetray.rulesets.wh40k9.facts import (
    ADVANCE,
    FIGHTING,
    MOVE,
    MOVES,
    STAY,
    Clauses,
    can_fly,
    has_keyword,
    movement,
    rule,
)
from movetray.table.table import Table
from movetray.units import TOLERANCE, at_least, at_most

DESTROYED = "wh40k9.aircraft.destroyed"
SHARPEST = 90.0
"""Degrees of a pivot at most."""

NEAR, HIGH = 1.0, 5.0
TURNS = 360
"""So many directions between the sharpest pivots are looked along for a way that stays on the table."""


def is_aircraft(table: Table, model: str) -> bool:
    """Whether a model has the keyword."""
    return has_keyword(table, model, "aircraft")


def past_each_other(table: Table, rules: RuleSet, model: str, other: str) -> bool:
    """Whether two models do not hold each other in engagement range, because one of them is an aircraft."""
    if not rules.has("wh40k9.aircraft.free-move"):
        return False
    return is_aircraft(table, model) or is_aircraft(table, other)


def beneath(table: Table, rules: RuleSet, other: str) -> bool:
    """Whether others may move across a model and through its engagement range, because it is an aircraft."""
    return rules.has("wh40k9.aircraft.move-through") and is_aircraft(table, other)


def overlooked(table: Table, rules: RuleSet, model: str, other: str) -> bool:
    """Whether a model that fights looks past an enemy, because that is an aircraft and it cannot fly itself."""
    return rules.has("wh40k9.aircraft.ignored") and is_aircraft(table, other) and not can_fly(table, model)


def crossed_by_others(table: Table, _rules: RuleSet, model: str, other: str) -> bool:
    """Whether a model passes another because that is an aircraft, and it is none."""
    return is_aircraft(table, other) and not is_aircraft(table, model)


# --- how they fly


def pivot_of(attempt: Attempt) -> float:
    """Degrees of the pivot that is said, to the left; below zero to the right."""
    said = float(attempt.command.rest.get("pivot") or 0.0) % 360.0
    return said - 360.0 if said > 180.0 else said


def forward_of(attempt: Attempt) -> float | None:
    """Inches that are said to be flown; None where the command does not speak so."""
    said = attempt.command.rest.get("forward")
    return None if said is None else float(said)


def straight_ahead(attempt: Attempt) -> Mapping[str, tuple[Waypoint, ...]] | None:
    """The way of an aircraft that pivots and flies ahead, where the command says so."""
    forward = forward_of(attempt)
    if forward is None or attempt.subject is None:
        return None
    found = {}
    for model in attempt.models:
        pose = attempt.table.pose_of(model)
        x, y, facing = pose.plan
        turned = facing + pivot_of(attempt)
        over = ahead((x, y, turned), forward)
        turn = (Waypoint(x, y, pose.height, "fly", None, turned % 360.0),) if turned != facing else ()
        found[model] = (*turn, Waypoint(*over, pose.height, "fly"))
    return found


def flies_straight(attempt: Attempt) -> Iterator[Finding]:
    """An aircraft pivots a quarter turn at most, and flies at least its minimum and at most its M straight ahead."""
    table, rules = attempt.table, attempt.rules
    planes = [model for model in attempt.models if is_aircraft(table, model)]
    if not planes or forced_off(attempt):
        return
    (model, *_), said = planes, forward_of(attempt)
    if attempt.command.do in STAY:
        yield Finding(model=model, facts={"least": least(table, model)})
        return
    if said is None:
        if attempt.walks:
            yield Finding(model=model, facts={"wanted": "forward"})
        return
    most = most_of(attempt, model)
    if not at_most(abs(pivot_of(attempt)), SHARPEST):
        yield Finding(model=model, facts={"degrees": abs(pivot_of(attempt)), "sharpest": SHARPEST})
    if not at_most(said, most):
        yield Finding(model=model, facts={"measured": said, "allowed": most})
    elif not at_least(said, least(table, model)):
        yield Finding(model=model, facts={"measured": said, "allowed": least(table, model), "at_least": True})
    elif rules.has("wh40k9.aircraft.minimum"):
        yield Finding("applied", model, facts={"measured": said, "allowed": most})


def least(table: Table, model: str) -> float:
    """The minimum of an aircraft, in inches."""
    return table.unit_of(model).stat("min")


def most_of(attempt: Attempt, model: str) -> float:
    """The most inches that an aircraft flies: M, and what it advances."""
    rolled = float(attempt.table.mark(attempt.table.models[model].unit, "advance") or 0.0)
    return movement(attempt.table, model) + (6.0 if attempt.command.do in ADVANCE else rolled)


# --- off the table


def room_ahead(table: Table, model: str) -> bool:
    """Whether some pivot of an aircraft lets it fly its minimum and stay on the table."""
    x, y, facing = table.pose_of(model).plan
    shape, minimum = table.shape_of(model), least(table, model)

    def outside(turn: float) -> float:
        place = (*ahead((x, y, facing + turn), minimum), facing + turn)
        return max((-gap for _, gap in table.board.rim.near(shape, place, 0.0)), default=0.0)

    step = 2 * SHARPEST / TURNS
    turns = sorted((step * n - SHARPEST for n in range(TURNS + 1)), key=outside)
    for turn in turns[:3]:
        low, high = max(turn - step, -SHARPEST), min(turn + step, SHARPEST)
        for _ in range(40):
            third = (high - low) / 3
            if outside(low + third) <= outside(high - third):
                high -= third
            else:
                low += third
        if outside((low + high) / 2) <= TOLERANCE or outside(turn) <= TOLERANCE:
            return True
    return False


def forced_off(attempt: Attempt) -> bool:
    """Whether the aircraft of a move cannot make its minimum at all, and the clause that says what then is in force."""
    if attempt.command.do not in MOVES or not attempt.rules.has(DESTROYED):
        return False
    planes = [model for model in attempt.models if is_aircraft(attempt.table, model)]
    return bool(planes) and attempt.once("off", lambda: not room_ahead(attempt.table, planes[0]))


def on_the_board(attempt: Attempt) -> Iterator[Finding]:
    """No part of a base passes or ends off the table; an aircraft that cannot help it is gone instead."""
    if not forced_off(attempt):
        yield from ground.on_the_board(attempt)


def ends_supported(attempt: Attempt) -> Iterator[Finding]:
    """A move ends on a surface; an aircraft that is gone ends nowhere."""
    if not forced_off(attempt):
        yield from ground.ends_supported(attempt)


def doomed(attempt: Attempt) -> Iterator[Finding]:
    """An aircraft that no pivot lets make its minimum."""
    if forced_off(attempt):
        model = next(model for model in attempt.models if is_aircraft(attempt.table, model))
        yield Finding("applied", model, facts={"least": least(attempt.table, model)})


def flies_off(run: Run) -> bool:
    """Whether the aircraft of the command is forced off the table; then it is gone, or back in reserve."""
    attempt = run.attempt()
    if not forced_off(attempt):
        return False
    run.spent = 0.0
    for model in attempt.models:
        run.cite(DESTROYED, model, facts={"least": least(run.table, model)})
        lost = run.rules.option("aircraft-off-table") == "destroyed"
        run.mark(model, "destroyed" if lost else "strategic-reserves")
        run.emit(ModelRemoved(model, "destroyed" if lost else "strategic-reserves"))
        run.outcome = "destroyed" if lost else "done"
    return True


# --- who passes beneath


def passes_beneath(attempt: Attempt) -> Iterator[Finding]:
    """Models that move across an aircraft or through its engagement range, and those that would end there."""
    table = attempt.table
    others = {place for place, other in enumerate(table.standing) if is_aircraft(table, other)}
    if not others:
        return
    for walk in attempt.walks:
        if is_aircraft(table, walk.model):
            continue
        crossed = {other for other, _, _ in attempt.models_met[walk.model] if is_aircraft(table, other)}
        hostile = others - set(table.of_side[table.side_of(walk.model)])
        skip = [place for place in range(len(table.standing)) if place not in hostile]
        near = {str(f.facts["other"]) for f in passes_all_but(table, walk, skip, NEAR, True, HIGH)}
        for other in sorted(crossed | near):
            ends = near and _ends_near(table, walk.model, other, attempt)
            yield Finding("broken" if ends else "applied", walk.model, facts={"other": other})


def _ends_near(table: Table, model: str, other: str, attempt: Attempt) -> bool:
    if table.side_of(model) == table.side_of(other):
        return False  # one may end beside a friend
    place = table.places[other]
    rests = [rest for rest in attempt.rests if rest.model == model]
    return any(
        at_most(table.bases.gap(place, rest.shape, rest.pose.plan), NEAR)
        and at_most(abs(table.heights[place] - rest.pose.height), HIGH)
        for rest in rests
    )


def free_of_each_other(attempt: Attempt) -> Iterator[Finding]:
    """Units in whose engagement range only aircraft are, or that are aircraft: they move all the same."""
    table = attempt.table
    for model in attempt.models:
        friends = table.of_side[table.side_of(model)]
        for index, _ in table.bases.near(table.shape_of(model), table.pose_of(model).plan, NEAR + TOLERANCE, friends):
            other = table.standing[index]
            high = at_most(abs(table.heights[index] - table.pose_of(model).height), HIGH)
            if high and past_each_other(table, attempt.rules, model, other):
                yield Finding("applied", model, at=table.pose_of(model).point, facts={"other": other})


def looks_past(attempt: Attempt) -> Iterator[Finding]:
    """Models that fight, and aircraft near them that they do not mind."""
    table = attempt.table
    side = table.side_of(unit_of(attempt))
    for walk in attempt.walks:
        for other in table.standing:
            if table.side_of(other) != side and overlooked(table, attempt.rules, walk.model, other):
                yield Finding("applied", walk.model, facts={"other": other})
                break


CLAUSES: Clauses = (
    rule(
        "aircraft.minimum",
        "2 +",
        "An aircraft pivots up to 90 degrees, then flies straight ahead, at least its minimum and at most M.",
        (
            "{model} would fly {measured}; {allowed} is what it may.",
            "{model} would pivot {degrees:n} degrees; {sharpest:n} are the most.",
            "{model} is an aircraft and does not stay: it flies {least} at least.",
            "{model} is an aircraft: it pivots and flies straight ahead (“{wanted}”).",
        ),
        flies_straight,
        verbs=MOVES | STAY,
        early=True,
        applied="{model} flies {measured} straight ahead, of {allowed}.",
    ),
    rule(
        "aircraft.destroyed",
        "2 +",
        "An aircraft that cannot make its minimum, or is forced off the table, is destroyed.",
        "{model} has no room to fly the {least} that it has to: it is gone.",
        doomed,
        verbs=MOVES,
    ),
    rule(
        "aircraft.move-through",
        "2",
        "Models move across aircraft and through their engagement range; they do not end there.",
        "{model} passes beneath {other}.",
        passes_beneath,
        verbs=MOVES,
        value=Passes(crossed_by_others),
        applied="{model} passes beneath {other}, an aircraft.",
    ),
    rule(
        "aircraft.free-move",
        "2 +",
        "Aircraft and units in each other's engagement range make normal moves and advances, unless somebody else "
        "holds them.",
        "{other} does not hold {model}: one of the two is an aircraft.",
        free_of_each_other,
        verbs=MOVE | ADVANCE,
    ),
    rule(
        "aircraft.ignored",
        "2",
        "Heroic interventions, piling in and consolidating look past aircraft, unless the model can fly.",
        "{model} looks past {other}, an aircraft.",
        looks_past,
        verbs=FIGHTING,
    ),
)


def edge_clauses() -> Clauses:
    """The shared clauses about where a move leads, for a game in which aircraft leave the table."""
    own = {"table.edge": on_the_board, "table.support": ends_supported}
    return tuple(replace(clause, check=own[clause.id]) for clause in SHARED if clause.id in own)


KINDS: tuple[MoveKind, ...] = ()

SWITCHES = (
    Option(
        "aircraft-off-table",
        ("destroyed", "reserves"),
        "destroyed",
        "what becomes of an aircraft that cannot stay on the table",
    ),
)

MARKS: tuple[Mark, ...] = ()
