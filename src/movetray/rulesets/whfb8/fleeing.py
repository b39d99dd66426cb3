"""Flight and rally (¶22-36): who runs, how far and through what, and who comes to his senses."""

from collections.abc import Iterator

from movetray._kernel import Path, bearing
from movetray.engine import blocks
from movetray.engine.attempt import Attempt
from movetray.engine.command import Manoeuvre
from movetray.engine.event import ModelRemoved, WoundsLost
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.procedures import table as word
from movetray.rulesets.whfb8.approach import Thing
from movetray.rulesets.whfb8.clearing import along, free_after, onward
from movetray.rulesets.whfb8.facts import ACTED, FAR, clear, has, mine, spend, strength, unit_of
from movetray.table.table import Body, Table
from movetray.units import TOLERANCE

FLIGHT = "whfb8.flee"
BOUND = "whfb8.compulsory"
RALLY = "whfb8.rally"
FLED = "fled"
"""The mark of a unit whose flight began in this turn."""


# --- flight


def may_flee(attempt: Attempt) -> Iterator[Finding]:
    """In the compulsory moves who is fleeing flees, once."""
    unit = unit_of(attempt)
    if unit is None or attempt.answering:
        return
    if not has(attempt.table, unit, "fleeing") or attempt.table.has(unit, ACTED):
        yield Finding(model=unit, facts={"verb": "flee"})


def only_flees(attempt: Attempt) -> Iterator[Finding]:
    """A fleeing unit does nothing but flee, in the compulsory moves."""
    unit = unit_of(attempt)
    if unit is not None and has(attempt.table, unit, "fleeing"):
        yield Finding(model=unit, facts={"status": "fleeing", "verb": attempt.command.do})


def flee(run: Run) -> None:
    """The flight of the compulsory moves: straight ahead as the unit faces."""
    unit = unit_of(run.attempt())
    assert unit is not None
    run.cite(BOUND, unit)
    spend(run, unit)
    run.mark(unit, "moved")
    run.spent = run_away(run, unit, [])
    if strength(run.table, unit) == 0:
        run.outcome = "destroyed"


def turn_and_run(run: Run, unit: str, charger: str) -> None:
    """A target turns to face directly away from its charger, centre from centre, and runs."""
    body, chaser = blocks.body_of(run.table, unit), blocks.body_of(run.table, charger)
    if not has(run.table, unit, "fleeing"):
        run.mark(unit, "fleeing")
        run.mark(unit, FLED)
    if body is None or chaser is None:
        return
    x, y, facing = blocks.centre_of(body)
    a, b, _ = blocks.centre_of(chaser)
    turn = (bearing((a, b), (x, y)) - facing + 180.0) % 360.0 - 180.0
    run_away(run, unit, [Manoeuvre("pivot", turn)])


def run_away(run: Run, unit: str, turns: list[Manoeuvre]) -> float:
    """Two dice straight ahead through everything, on until it is clear; off the table it is gone: inches."""
    body = blocks.body_of(run.table, unit)
    rolled = float(sum(run.roll(2, 6, FLIGHT)))
    if body is None:
        return 0.0
    run.cite(FLIGHT, unit, facts={"allowed": rolled})
    turned = blocks.way_along(body, turns)
    start = turned.stretches[-1].path.end if turned.stretches else body.pose.plan
    around = [*blocks.others_of(run.table, unit), *blocks.impassable(run.table, run.rules, body.pose.height)]
    gone = rolled
    if run.rules.has(FLIGHT):
        gone = free_after(around, body, start, start[2], rolled, FAR) or rolled
    end = onward(start, start[2], gone)
    if run.table.board.rim.near(body.shape, end, -TOLERANCE):
        for model in run.table.units[unit].models:
            if run.table.models[model].pose is not None:
                run.emit(ModelRemoved(model, "fled"))
        run.mark(unit, "destroyed")
        return gone
    way = blocks.way_along(body, [*turns, Manoeuvre("forward", gone)])
    if way.stretches:
        run.emit(blocks.moved(way, body.block.files))
    if run.rules.has(FLIGHT) and gone > 0.0:
        for name in crossed(run.table, body, around, along(start, end)):
            dangerous(run, unit, name)
    return gone


def crossed(table: Table, body: Body, around: list[Thing], path: Path) -> list[str]:
    """The enemies and the impassable pieces that a flight leads through, each once, in the order of the table."""
    side = table.side_of(body.unit)
    met = blocks.hindrances(around).placed.blocking(body.shape, path, TOLERANCE)
    names = dict.fromkeys(around[contact.index][0] for contact in sorted(met, key=lambda contact: contact.index))
    return [name for name in names if name not in table.units or table.side_of(name) != side]


def dangerous(run: Run, unit: str, crossing: str) -> None:
    """A die for every model of a unit that ran through something: each one is a wound; who has none left is gone."""
    left = strength(run.table, unit)
    if left == 0:
        return
    lost = run.roll(left, 6, FLIGHT).count(1)
    run.cite(FLIGHT, unit, facts={"other": crossing, "count": left})
    for _ in range(lost):
        last = [model for model in run.table.units[unit].models if run.table.models[model].pose is not None][-1]
        wounds = run.table.models[last].wounds or 1
        if wounds > 1:
            run.emit(WoundsLost(last, 1, wounds - 1))
        else:
            run.emit(ModelRemoved(last, "fled"))


# --- rally


def to_be_rallied(table: Table, rules: RuleSet, unit: str) -> bool:
    """Whether a unit in flight tests this turn: not in the turn in which its flight began, and once."""
    return rules.has(RALLY) and has(table, unit, "fleeing") and not has(table, unit, FLED, "rally-tried")


def rally_all(run: Run) -> None:
    """Every unit of the active side in flight tests, in the order of the table."""
    for unit in mine(run.table):
        if to_be_rallied(run.table, run.rules, unit):
            rally(run, unit)


def rally(run: Run, unit: str) -> None:
    """Two dice at or under its Leadership - or a double one with a quarter of its men or fewer - and it re-forms."""
    faces = run.roll(2, 6, RALLY)
    left, began = strength(run.table, unit), run.table.units[unit].stat("start", len(run.table.units[unit].models))
    leadership = run.table.units[unit].stat("Ld")
    few = 4 * left <= began
    run.cite(RALLY, unit, facts={"rolled": sum(faces), "needed": 2 if few else int(leadership)})
    run.mark(unit, "rally-tried")
    if faces == (1, 1) or (not few and sum(faces) <= leadership):
        clear(run, unit, "fleeing")
        run.mark(unit, "rallied")


def has_rallied(attempt: Attempt) -> Iterator[Finding]:
    """Who has rallied re-forms, and does nothing more this turn."""
    unit = unit_of(attempt)
    if unit is not None and attempt.table.has(unit, "rallied"):
        yield Finding(model=unit, facts={"verb": attempt.command.do})


# --- the table's word


def suffer(run: Run) -> None:
    """What befell a unit outside this phase; a flight that begins so began in this turn."""
    subject = run.command.subject
    units = {run.table.models[model].unit for model in word.members(run)} if subject is not None else set()
    before = {unit for unit in units if has(run.table, unit, "fleeing")}
    word.suffer(run)
    for unit in sorted(units):
        if "fleeing" in run.command.not_status:
            clear(run, unit, "fleeing")
        if unit not in before and has(run.table, unit, "fleeing") and strength(run.table, unit):
            run.mark(unit, FLED)
