"""Making room (¶3): once a charge is lined up, who stands nearer than an inch to it and does not fight moves away."""

from collections.abc import Iterator

from movetray._kernel import bearing, distance, gap, nearest
from movetray.engine import blocks
from movetray.engine.attempt import Attempt
from movetray.engine.event import BlockMoved, DecisionOpened, Track
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.procedures.table import close_only
from movetray.rulesets.whfb8.approach import INCH, Thing
from movetray.rulesets.whfb8.clearing import free_after, onward
from movetray.rulesets.whfb8.facts import fought_by, on_table, unit_of
from movetray.table.table import Body, Decision, Pose, Table
from movetray.units import TOLERANCE, at_least, at_most

ROOM = "whfb8.gap.tidy"
TIDIED = "room-made"
FURTHEST = 4.0
"""Inches that a bystander is nudged at most where others stand about; who has no room within them stays."""


def bystanders(table: Table, charger: str) -> list[tuple[str, float]]:
    """The units in no combat that stand nearer than 1" to a charger or to those it fights, and how near."""
    fighting = [charger, *(other for other in table.units if _fights(table, charger, other))]
    found: dict[str, float] = {}
    for unit in fighting:
        for other, measured in blocks.near(table, unit, INCH):
            if other not in fighting and fought_by(table, other) is None and not at_least(measured, INCH):
                found[other] = min(found.get(other, measured), measured)
    return [(unit, max(found[unit], 0.0)) for unit in table.units if unit in found]


def _fights(table: Table, unit: str, other: str) -> bool:
    if other == unit or not on_table(table, other) or table.side_of(other) == table.side_of(unit):
        return False
    return any(name == other for name, _ in blocks.near(table, unit, TOLERANCE))


def make_room(run: Run, charger: str) -> None:
    """Bystanders are nudged to an inch, or their sides are asked to do so (`tidy`)."""
    if not run.rules.has(ROOM):
        return
    for unit, measured in bystanders(run.table, charger):
        run.cite(ROOM, unit, facts={"other": charger, "measured": measured, "allowed": INCH})
        if run.rules.option("tidy") == "ask":
            models = tuple(m for m in run.table.units[unit].models if run.table.models[m].pose is not None)
            facts = {"unit": unit, "charger": charger}
            side = run.table.side_of(unit)
            run.emit(DecisionOpened(Decision(side, ("tidy",), models, run.command, TIDIED, facts=facts)))
            continue
        body = blocks.body_of(run.table, unit)
        end = None if body is None else nudged(run.table, run.rules, body)
        if body is not None and end is not None:
            shift(run, body, end)


def shift(run: Run, body: Body, end: Pose) -> None:
    """A block is pushed to where it stands from now on, its front as it was."""
    run.emit(BlockMoved(body.unit, body.pose, end, body.block.files, (Track("sideways", end),)))


def neighbours(table: Table, rules: RuleSet, body: Body) -> list[Thing]:
    """Everything that a block has to stay an inch away from."""
    return [*blocks.others_of(table, body.unit), *blocks.impassable(table, rules, body.pose.height)]


def nudged(table: Table, rules: RuleSet, body: Body) -> Pose | None:
    """The nearest place where a block has its inch, straight away from who is nearest or along its own sides.

    None where there is none on the table.
    """
    around = neighbours(table, rules, body)
    pose = body.pose.plan
    closest = min(around, key=lambda thing: gap(thing[1], thing[2], body.shape, pose))
    there, here = nearest(closest[1], closest[2], body.shape, pose)
    ways = [bearing(there, here)] if distance(there, here) > TOLERANCE else []
    ways += [pose[2] + turn for turn in (0.0, 90.0, 180.0, 270.0)]
    best: tuple[float, float] | None = None
    for way in ways:
        far = free_after(around, body, pose, way, 0.0, FURTHEST)
        if far is None or (best is not None and far > best[0] - TOLERANCE):
            continue
        if not table.board.rim.near(body.shape, onward(pose, way, far), -TOLERANCE):
            best = far, way
    if best is None:
        return None
    x, y, facing = onward(pose, best[1], best[0])
    return Pose.at(x, y, body.pose.height, facing)


# --- where the players do it themselves


def asked_to_move(attempt: Attempt) -> Iterator[Finding]:
    """The bystander that was asked makes room: to at least an inch from everybody, and by no more than an inch."""
    unit, decision = unit_of(attempt), attempt.decision
    if unit is None or decision is None or decision.then != TIDIED:
        return
    if unit != decision.facts["unit"]:
        yield Finding(model=unit, facts={"unit": decision.facts["unit"]})
        return
    body, end = blocks.body_of(attempt.table, unit), set_down(attempt)
    if body is None or end is None:
        return
    measured = distance(body.pose.plan[:2], end.plan[:2])
    if not at_most(measured, INCH):
        yield Finding(model=unit, at=end.point, facts={"length": measured, "allowed": INCH})
    around = neighbours(attempt.table, attempt.rules, body)
    for index, clear in blocks.hindrances(around).placed.near(body.shape, end.plan, INCH - TOLERANCE):
        facts = {"other": around[index][0], "measured": max(clear, 0.0), "allowed": INCH, "at_least": True}
        yield Finding(model=unit, at=end.point, facts=facts)


def on_the_board(attempt: Attempt) -> Iterator[Finding]:
    """Who makes room stays on the table."""
    unit, end = unit_of(attempt), set_down(attempt) if attempt.command.do == "tidy" else None
    body = None if unit is None else blocks.body_of(attempt.table, unit)
    if body is not None and end is not None and attempt.table.board.rim.near(body.shape, end.plan, -TOLERANCE):
        yield Finding(model=unit, at=end.point)


def set_down(attempt: Attempt) -> Pose | None:
    """Where the middle of its front is to be: its front as it was."""
    unit, to = unit_of(attempt), attempt.command.to
    body = None if unit is None else blocks.body_of(attempt.table, unit)
    if body is None or to is None:
        return None
    return Pose.at(to.x, to.y, body.pose.height, body.pose.plan[2])


def tidy(run: Run) -> None:
    """A bystander makes room where its owner likes."""
    unit, end = unit_of(run.attempt()), set_down(run.attempt())
    body = None if unit is None else blocks.body_of(run.table, unit)
    assert body is not None and end is not None
    run.cite(ROOM, unit)
    close_only(run, "tidy")
    shift(run, body, end)


def stays(run: Run) -> None:
    """Nobody made room: who was asked stays where it is."""
