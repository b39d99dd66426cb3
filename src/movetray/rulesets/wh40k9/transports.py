"""Transports (¶2): getting in, being aboard, getting out."""

from collections.abc import Iterator

from movetray.checks.distance import apart
from movetray.checks.members import present, unit_of
from movetray.engine.attempt import Attempt
from movetray.engine.event import ModelPlaced, ModelRemoved
from movetray.engine.resolve import Run
from movetray.engine.ruleset import Mark, MoveKind, Option
from movetray.engine.verdict import Finding
from movetray.rulesets.wh40k9.engagement import held
from movetray.rulesets.wh40k9.facts import ASSAULT, CAST, MOVE_UNITS, MOVES, SHOOT, STAY, TIME, Clauses, rule
from movetray.rulesets.wh40k9.order import went
from movetray.rulesets.wh40k9.passengers import REACH, START, aboard, load, room_of, set_down_rightly, transport_of
from movetray.rulesets.wh40k9.wrecks import CLAUSES as WRECKS
from movetray.rulesets.wh40k9.wrecks import KINDS as WRECKED
from movetray.rulesets.wh40k9.wrecks import MARKS as SHAKEN
from movetray.rulesets.wh40k9.wrecks import SWITCHES as LOSSES
from movetray.units import at_most

EMBARK, DISEMBARK = frozenset({"embark"}), frozenset({"disembark"})

# --- getting in


def gets_in(attempt: Attempt) -> Iterator[Finding]:
    """After a move, everybody near enough to a friendly transport that no enemy holds."""
    table, unit = attempt.table, unit_of(attempt)
    if attempt.command.do not in EMBARK or not attempt.models:
        return
    if not any(went(table, model) for model in attempt.models):
        yield Finding(model=attempt.models[0])
    vehicle = str(attempt.command.rest.get("transport"))
    if attempt.bare:
        return
    if table.side_of(vehicle) != table.side_of(unit) or "transport" not in table.units[vehicle].keywords:
        yield Finding(model=attempt.models[0], facts={"transport": vehicle})
        return
    hulls = present(table, vehicle)
    if not hulls:
        yield Finding(model=attempt.models[0], facts={"transport": vehicle})
        return
    bound = held(table, attempt.rules, vehicle)
    if bound is not None:
        yield Finding(model=attempt.models[0], facts={"transport": vehicle, "other": bound[1]})
    for model in attempt.models:
        measured = min(apart(table, model, hull) for hull in hulls)
        if not at_most(measured, REACH):
            facts = {"other": vehicle, "measured": measured, "allowed": REACH}
            yield Finding(model=model, at=table.pose_of(model).point, facts=facts)


def fits(attempt: Attempt) -> Iterator[Finding]:
    """There is room for everybody, and the transport carries their kind."""
    table, vehicle = attempt.table, str(attempt.command.rest.get("transport"))
    if attempt.bare or not attempt.models:
        return
    unit, carrier = table.units[unit_of(attempt)], table.units[vehicle]
    room = room_of(table, vehicle)
    taken = load(table, attempt.rules, vehicle) + len(attempt.models) * unit.stat("space", 1)
    if taken > room:
        yield Finding(facts={"unit": unit.id, "transport": vehicle, "taken": taken, "room": room})
    if carrier.carries and not carrier.carries & unit.keywords:
        yield Finding(facts={"unit": unit.id, "transport": vehicle})


def embark(run: Run) -> None:
    """Everybody is aboard."""
    attempt = run.attempt()
    vehicle = str(run.command.rest["transport"])
    run.cite("wh40k9.transport.embark", attempt.models[0], facts={"transport": vehicle, "unit": unit_of(attempt)})
    for model in attempt.models:
        run.emit(ModelRemoved(model, "embarked"))
        run.mark(model, "embarked", vehicle)
    run.mark(unit_of(attempt), "got-in")


# --- getting out


def one_or_the_other(attempt: Attempt) -> Iterator[Finding]:
    """Nobody gets in and out in one phase."""
    mark = "got-out" if attempt.command.do in EMBARK else "got-in"
    unit = unit_of(attempt)
    if attempt.table.has(unit, mark):
        yield Finding(facts={"unit": unit})


def gets_out(attempt: Attempt) -> Iterator[Finding]:
    """From a transport that has not moved, each near it and clear of enemies; who got out does not stay."""
    table, unit = attempt.table, unit_of(attempt)
    if attempt.command.do in STAY:
        if table.has(unit, "got-out"):
            yield Finding(facts={"unit": unit, "status": "set-up"})
        return
    vehicle = transport_of(table, attempt.rules, unit)
    if vehicle is None:
        yield Finding(facts={"unit": unit})
        return
    hulls = present(table, vehicle)
    if not hulls:  # still in reserve
        yield Finding(facts={"unit": unit, "vehicle": vehicle})
        return
    if any(went(table, hull) for hull in hulls):
        yield Finding(facts={"unit": unit, "transport": vehicle})
    for rest in attempt.rests:
        yield from set_down_rightly(attempt, rest, vehicle)


def everybody_has_room(attempt: Attempt) -> Iterator[Finding]:
    """Out of a transport that lives all are set down, or nobody is (`disembark-no-room`)."""
    if attempt.bare or attempt.command.do not in DISEMBARK:
        return
    table, unit = attempt.table, unit_of(attempt)
    inside = aboard(table, attempt.rules, unit)
    for model in inside:
        if model not in (attempt.command.positions or {}):
            stays = attempt.rules.option("disembark-no-room") == "stay"
            yield Finding("broken" if stays else "applied", model, facts={"unit": unit})
    for model in sorted(set(attempt.command.positions or {}) - set(inside)):
        yield Finding(model=model)


def disembark(run: Run) -> None:
    """Everybody gets out; who has no room is lost."""
    attempt = run.attempt()
    unit = unit_of(attempt)
    vehicle = transport_of(run.table, run.rules, unit)
    run.cite("wh40k9.transport.disembark", facts={"unit": unit, "transport": vehicle})
    if run.table.units[unit].aboard is not None and not run.table.has(unit, "out"):
        run.cite(START, facts={"unit": unit, "transport": vehicle})
    inside = aboard(run.table, run.rules, unit)
    run.mark(unit, "out")
    run.mark(unit, "got-out")
    for model in inside:
        run.unmark(model, "embarked")
        if model not in (run.command.positions or {}):
            run.mark(model, "destroyed")
    for rest in attempt.rests:
        run.emit(ModelPlaced(rest.model, rest.pose))
        run.mark(rest.model, "set-up")


def inside_nothing(attempt: Attempt) -> Iterator[Finding]:
    """Who is aboard does nothing."""
    if attempt.subject is None:
        return
    unit = unit_of(attempt)
    vehicle = transport_of(attempt.table, attempt.rules, unit)
    if vehicle is not None and not attempt.models:
        yield Finding(facts={"unit": unit, "transport": vehicle})


CLAUSES: Clauses = (
    rule(
        "transport.capacity",
        "2 +",
        "Nobody gets in for whom there is no room: so many models as the datasheet says, by their weights and kinds.",
        (
            "{unit} does not fit into {transport}: {taken:n} of {room:n}.",
            "{transport} does not carry the likes of {unit}.",
        ),
        fits,
        verbs=EMBARK,
    ),
    rule(
        "transport.start-embarked",
        "2",
        "Units may begin the battle aboard a transport.",
        "{unit} began the battle aboard {transport}.",
    ),
    rule(
        "transport.embark",
        "2",
        "A unit gets in if every model ends a normal move, advance or fall back within 3 inches of a friendly "
        "transport that is in no enemy's engagement range.",
        (
            "{model} is {measured} from {other}; {allowed} is the most.",
            "{other} has {transport} in its engagement range: nobody gets in.",
            "{transport} is no transport of its side.",
            "{model} and its unit have not moved up to a transport this turn.",
        ),
        gets_in,
        verbs=EMBARK,
        early=True,
        applied="{unit} is aboard {transport}.",
    ),
    rule(
        "transport.not-both",
        "2",
        "Nobody gets in and out in one phase.",
        "{unit} does not get in and out in one phase.",
        one_or_the_other,
        verbs=EMBARK | DISEMBARK,
        early=True,
    ),
    rule(
        "transport.aboard",
        "2",
        "Units aboard do nothing, and nothing is done to them.",
        "{unit} is aboard {transport} and does nothing.",
        inside_nothing,
        verbs=MOVES | STAY | EMBARK | SHOOT | ASSAULT | CAST,
        **TIME,
    ),
    rule(
        "transport.disembark",
        "2 +",
        "A unit that began the phase aboard gets out if its transport has not moved: every model wholly within 3 "
        "inches of it and out of engagement range; it may move and act then, but not stay.",
        (
            "{model} would stand {measured} from {other}, its far side; {allowed} is the most.",
            "{model} would stand in engagement range of {other}.",
            "{transport} has moved this turn: {unit} stays aboard.",
            "{vehicle} is not on the table: {unit} stays aboard.",
            "{unit} has got out this turn and does not count as stationary: “{status}”.",
            "{unit} is aboard nothing.",
        ),
        gets_out,
        verbs=DISEMBARK | STAY,
        early=True,
        applied="{unit} gets out of {transport}.",
    ),
    rule(
        "transport.no-room",
        "+",
        "A model that cannot be set down is destroyed where its transport was; out of one that lives, the unit stays.",
        ("{model} is set down nowhere: {unit} stays aboard.", "{model} is not aboard."),
        everybody_has_room,
        verbs=DISEMBARK,
        applied="{model} finds no room and is lost.",
    ),
    *WRECKS,
)

KINDS = (
    MoveKind("embark", embark, frozenset({MOVE_UNITS}), needs=("unit", "transport")),
    MoveKind("disembark", disembark, frozenset({MOVE_UNITS}), needs=("unit", "positions"), off_table=True),
    *WRECKED,
)

SWITCHES = (
    Option(
        "disembark-distance",
        ("wholly-within", "within"),
        "wholly-within",
        "whether the far side of a base or its near one is measured to the transport",
    ),
    Option(
        "disembark-no-room",
        ("stay", "destroy-unplaced"),
        "stay",
        "what becomes of models that find no room beside a transport that lives",
    ),
    *LOSSES,
)

MARKS = (
    Mark("embarked", shown=True),
    Mark("out"),
    Mark("got-in", "turn"),
    Mark("got-out", "turn"),
    *SHAKEN,
)
