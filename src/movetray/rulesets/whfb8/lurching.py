"""Random movers (¶34): they turn first, then roll, then go straight; whom they run into they have charged."""

import re
from collections.abc import Iterator

from movetray._kernel import Path
from movetray.engine import blocks
from movetray.engine.attempt import Attempt
from movetray.engine.command import Manoeuvre
from movetray.engine.resolve import Run
from movetray.engine.verdict import Finding
from movetray.rulesets.whfb8 import moving
from movetray.rulesets.whfb8.approach import INCH, Approach, approach
from movetray.rulesets.whfb8.charging import as_far_as_free, come_home, up_to_an_inch
from movetray.rulesets.whfb8.clearing import along, onward
from movetray.rulesets.whfb8.facts import COMPULSORY, enemies, random_mover, spend, unit_of
from movetray.table.table import Body, Table
from movetray.units import TOLERANCE, at_least

LURCH = "whfb8.random-movers"
BOUND = "whfb8.compulsory"
ROLLED = re.compile(r"(\d*)D(\d+)(?:\+(\d+))?")


def lurches(attempt: Attempt) -> bool:
    """Whether the move is that of a random mover: a turn, then as far as it rolls."""
    unit = unit_of(attempt)
    return unit is not None and random_mover(attempt.table, unit)


def as_it_must(attempt: Attempt) -> Iterator[Finding]:
    """A random mover turns and goes straight, in the compulsory moves and nothing else; its corners keep their inch."""
    unit, table = unit_of(attempt), attempt.table
    if unit is None or not lurches(attempt):
        return
    if attempt.command.do != "move" or attempt.command.steps or table.step != COMPULSORY:
        yield Finding(model=unit, facts={"verb": attempt.command.do})
        return
    body = blocks.body_of(table, unit)
    turn = turn_of(attempt)
    if body is None or not turn:
        return
    way = blocks.way_along(body, [Manoeuvre("pivot", turn)])
    foes = enemies(table, unit)
    around = [
        *blocks.others_of(table, unit),
        *blocks.impassable(table, attempt.rules, body.pose.height),
    ]
    placed = blocks.hindrances(around).placed
    for met in placed.clearances(body.shape, way.path, INCH - TOLERANCE):
        name = around[met.index][0]
        began = placed.gap(met.index, body.shape, body.pose.plan)
        allowed = 0.0 if name in foes else max(min(began, INCH), 0.0)
        if not at_least(met.gap, allowed):
            facts = {"other": name, "measured": max(met.gap, 0.0), "allowed": allowed, "at_least": True}
            yield Finding(model=unit, at=(*met.at, body.pose.height), facts=facts)


def on_the_board(attempt: Attempt) -> Iterator[Finding]:
    """No corner of a random mover leaves the table as it turns."""
    unit = unit_of(attempt)
    body = blocks.body_of(attempt.table, unit) if unit is not None and lurches(attempt) else None
    if body is None or attempt.command.do != "move" or not turn_of(attempt):
        return
    way = blocks.way_along(body, [Manoeuvre("pivot", turn_of(attempt))])
    met = attempt.table.board.rim.first(body.shape, way.path, TOLERANCE)
    if met is not None:
        yield Finding(model=unit, at=(*met.at, body.pose.height))


def turn_of(attempt: Attempt) -> float:
    """Degrees that a random mover turns, the shorter way: `pivot`, 0 where it is not said."""
    said = float(attempt.command.rest.get("pivot", 0.0))
    return (said + 180.0) % 360.0 - 180.0


def move(run: Run) -> None:
    """A move: by steps, or at random."""
    if lurches(run.attempt()):
        lurch(run)
    else:
        moving.move(run)


def lurch(run: Run) -> None:
    """It has turned; the dice say how far it goes; an enemy in its way is charged, everything else stops it."""
    attempt = run.attempt()
    unit = unit_of(attempt)
    body = None if unit is None else blocks.body_of(run.table, unit)
    assert unit is not None and body is not None
    turns = [Manoeuvre("pivot", turn_of(attempt))]
    inches = float(throw(run, str(run.table.units[unit].stats.get("M", "2D6"))))
    run.cite(BOUND, unit)
    run.cite(LURCH, unit, facts={"allowed": inches})
    met = first_foe(run.table, body, turns, inches)
    if met is None:
        run.spent = up_to_an_inch(run, unit, turns, inches)
    else:
        run.spent = runs_into(run, body, turns, *met)
    run.mark(unit, "moved")
    spend(run, unit)


def throw(run: Run, said: str) -> int:
    """A roll as a profile writes it: 2D6, D6, 3D6+1."""
    found = ROLLED.fullmatch(said.replace(" ", "").upper())
    if found is None:
        return sum(run.roll(2, 6, LURCH))
    count, sides, more = int(found[1] or 1), int(found[2]), int(found[3] or 0)
    if sides == 3:
        return sum((face + 1) // 2 for face in run.roll(count, 6, LURCH)) + more
    return sum(run.roll(count, sides, LURCH)) + more


def first_foe(table: Table, body: Body, turns: list[Manoeuvre], inches: float) -> tuple[str, float] | None:
    """The enemy that a straight way leads into and how far it is, if nothing else stops the block before."""
    way = straight_way(body, turns, inches)
    foes = set(enemies(table, body.unit))
    others = blocks.others_of(table, body.unit)
    met = blocks.hindrances([thing for thing in others if thing[0] in foes]).placed.first(body.shape, way, 0.0)
    if met is None:
        return None
    name = [thing for thing in others if thing[0] in foes][met.index][0]
    return name, inches * met.t


def straight_way(body: Body, turns: list[Manoeuvre], inches: float) -> Path:
    """The way straight on after the turn."""
    start = blocks.way_along(body, turns)
    pose = start.stretches[-1].path.end if start.stretches else body.pose.plan
    return along(pose, onward(pose, pose[2], inches))


def runs_into(run: Run, body: Body, turns: list[Manoeuvre], foe: str, inches: float) -> float:
    """It goes up to an enemy - if no friend or impassable ground stops it first - and closes the door: inches gone."""
    foes = tuple(enemies(run.table, body.unit))
    free = as_far_as_free(run.table, run.rules, body, turns, inches, beside=foes)
    if free < inches - TOLERANCE:
        return up_to_an_inch(run, body.unit, turns, inches, beside=foes)
    turned = blocks.way_along(body, turns)
    if turned.stretches:
        run.emit(blocks.moved(turned, body.block.files))
    way = approach(run.table, run.rules, body.unit, foe, turn=0.0)
    if isinstance(way, Approach):
        come_home(run, way)
        return way.straight
    run.mark(body.unit, "charged")
    return up_to_an_inch(run, body.unit, [], inches, beside=foes)
