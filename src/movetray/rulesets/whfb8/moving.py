"""Moves and marches of a block by steps (¶4-15): what each step costs, and what they may be."""

from collections.abc import Callable, Iterator

from movetray.checks.states import both
from movetray.engine import blocks
from movetray.engine.attempt import Attempt
from movetray.engine.blocks import BlockWay, Stretch
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.procedures.tests import two_dice_under
from movetray.rulesets.whfb8.facts import enemies, fought_by, has, movement, random_mover, spend, unit_of
from movetray.table.board import ORIGIN
from movetray.table.table import Table
from movetray.units import TOLERANCE, at_least, at_most, compare

MARCH = "whfb8.march"
WATCHED = 8.0
"""Inches within which an enemy makes a march a test."""


# --- what steps cost


def half_rate(rules: RuleSet, inches: float) -> float:
    """How far a unit of this Movement goes backwards or sideways (`half-move-rounding`)."""
    half = inches / 2
    whole = float(int(half))
    return whole + 1.0 if rules.option("half-move-rounding") == "up" and half > whole else half


def furthest(rules: RuleSet, table: Table, way: BlockWay, stretch: Stretch, front: bool) -> float:
    """Inches that the model furthest from the pivot of a wheel comes: of the front corner only, or of any model."""
    unit, block = table.units[way.unit], way.block
    by_centre = rules.option("wheel-cost-point") == "base-centre"
    points = blocks.middles(block) if by_centre else blocks.corners(unit, block)
    if front:
        # the far front corner: the right man of the front rank in a wheel to the left, else the left man
        man = min(block.files, block.models) - 1 if stretch.step.toward == "left" else 0
        far = -block.width / 2 if stretch.step.toward == "left" else block.width / 2
        points = [blocks.middles(block)[man]] if by_centre else [(0.0, far)]
    straight = rules.option("wheel-path") == "chord"
    return max(stretch.path.shifts(points) if straight else stretch.path.ways(points))


def wheel_cost(rules: RuleSet, table: Table, way: BlockWay, stretch: Stretch) -> float:
    """Inches of allowance for a wheel (`wheel-cost`): by the far front corner, or by whoever comes furthest."""
    block = way.block
    match rules.option("wheel-cost"):
        case "front-corner":
            front = True
        case "furthest":
            front = False
        case _:
            front = compare(block.depth, block.width) <= 0
    return furthest(rules, table, way, stretch, front)


def cost(rules: RuleSet, table: Table, way: BlockWay, stretch: Stretch) -> float:
    """Inches of allowance for one step."""
    match stretch.step.kind:
        case "wheel":
            return wheel_cost(rules, table, way, stretch) if rules.has("whfb8.wheel.cost") else 0.0
        case "back" | "sideways":
            inches = movement(table, way.unit)
            halved = rules.has("whfb8.move.straight")
            slow = inches / half_rate(rules, inches) if inches and halved else 1.0
            return stretch.step.amount * slow
        case "pivot":
            return 0.0
        case _:
            return stretch.step.amount


def costs(attempt: Attempt, way: BlockWay) -> tuple[float, ...]:
    """Inches of allowance for each step."""
    return attempt.once("costs", lambda: tuple(cost(attempt.rules, attempt.table, way, s) for s in way.stretches))


def place(way: BlockWay, stretch: Stretch | None = None) -> tuple[float, float, float]:
    """Where a step ends, or the whole way."""
    x, y, _ = way.end.plan if stretch is None else stretch.path.end
    return x, y, way.start.height


# --- how far


def measured_by_front(attempt: Attempt, way: BlockWay) -> float:
    """What all steps cost: from front to front by the clause that says so, without it from the front to the rear."""
    whole = sum(costs(attempt, way))
    return whole if attempt.rules.has("whfb8.measure.same-point") else max(whole - way.block.depth, 0.0)


def same_point(attempt: Attempt) -> Iterator[Finding]:
    """Depth adds no distance: said of a move that would be right were it measured to the rear."""
    way = blocks.way_of(attempt)
    if way is None or random_mover(attempt.table, way.unit):
        return
    measured = sum(costs(attempt, way))
    allowed = movement(attempt.table, way.unit) * (2 if attempt.command.do == "march" else 1)
    if not at_most(measured, allowed) and at_most(measured - way.block.depth, allowed):
        facts = {"length": measured, "depth": way.block.depth}
        yield Finding("applied", way.unit, facts=facts, explains=True)


def within(allowed: Callable[[Table, str], float]) -> Callable[[Attempt], Iterator[Finding]]:
    """The steps cost at most so many inches."""

    def check(attempt: Attempt) -> Iterator[Finding]:
        way = blocks.way_of(attempt)
        if way is None or random_mover(attempt.table, way.unit):
            return
        measured, most = measured_by_front(attempt, way), allowed(attempt.table, way.unit)
        facts = {"measured": measured, "allowed": most}
        if at_most(measured, most):
            yield Finding("applied", way.unit, facts=facts)
            return
        left = most
        for stretch, inches in zip(way.stretches, costs(attempt, way), strict=True):
            if inches > left + TOLERANCE:
                yield Finding("broken", way.unit, stretch.leg, place(way, stretch), facts)
                return
            left -= inches

    return check


def twice(table: Table, unit: str) -> float:
    """The double of its Movement."""
    return 2 * movement(table, unit)


# --- what steps there are


def straight(attempt: Attempt) -> Iterator[Finding]:
    """Straight on; backwards and sideways cost double; nothing turns but by a manoeuvre."""
    way = blocks.way_of(attempt)
    if way is None:
        return
    for stretch, inches in zip(way.stretches, costs(attempt, way), strict=True):
        if stretch.step.kind in ("back", "sideways"):
            facts = {"cost": inches, "length": stretch.step.amount, "way": stretch.step.kind}
            yield Finding("applied", way.unit, stretch.leg, place(way, stretch), facts)
        elif stretch.step.kind == "pivot" and way.block.models > 1:
            yield Finding("broken", way.unit, stretch.leg, place(way, stretch), {"degrees": stretch.step.amount})


def lone_pivot(attempt: Attempt) -> Iterator[Finding]:
    """A unit of one may turn on the spot."""
    way = blocks.way_of(attempt)
    if way is not None and way.block.models == 1:
        for stretch in way.stretches:
            if stretch.step.kind == "pivot":
                yield Finding("applied", way.unit, stretch.leg, facts={"degrees": stretch.step.amount})
                return


def neither_manoeuvre(attempt: Attempt) -> Iterator[Finding]:
    """A turn on the spot is no manoeuvre of a block."""
    way = blocks.way_of(attempt)
    for stretch in way.stretches if way is not None and way.block.models > 1 else ():
        if way is not None and stretch.step.kind == "pivot":
            yield Finding("broken", way.unit, stretch.leg, place(way, stretch), {"degrees": stretch.step.amount})


def wheels(way: BlockWay) -> list[Stretch]:
    """The wheels of a way."""
    return [stretch for stretch in way.stretches if stretch.step.kind == "wheel"]


def unmixed(attempt: Attempt) -> Iterator[Finding]:
    """Forward, backward and sideways are not mixed; wheels go with forward moves only."""
    way = blocks.way_of(attempt)
    if way is None:
        return
    kinds = dict.fromkeys(_direction(s) for s in way.stretches)
    kinds.pop("pivot", None)
    if len(kinds) > 1:
        second = next(s for s in way.stretches if _direction(s) not in ("pivot", next(iter(kinds))))
        yield Finding("broken", way.unit, second.leg, place(way, second), {"ways": list(kinds)})


def _direction(stretch: Stretch) -> str:
    """Which way a step goes; wheels go forward."""
    return "forward" if stretch.step.kind == "wheel" else stretch.step.kind


def wheel_repeats(attempt: Attempt) -> Iterator[Finding]:
    """Wheels as many as the allowance lasts for; by this clause alone more than one."""
    way = blocks.way_of(attempt)
    if way is not None and len(wheels(way)) > 1:
        yield Finding("applied", way.unit, facts={"count": len(wheels(way))})


def no_such_step(attempt: Attempt) -> Iterator[Finding]:
    """Each step is of a kind that the rules know: a wheel, a second wheel, a turn on the spot by their own clauses."""
    way, rules = blocks.way_of(attempt), attempt.rules
    if way is None:
        return
    allowed = (2 if rules.has("whfb8.wheel.repeat") else 1) if rules.has("whfb8.wheel.pivot") else 0
    missing = wheels(way)[allowed:] if allowed < 2 else []
    if not rules.has("whfb8.move.lone-pivot"):
        missing += [stretch for stretch in way.stretches if stretch.step.kind == "pivot"]
    for stretch in missing:
        yield Finding("broken", way.unit, stretch.leg, place(way, stretch), {"by": stretch.step.kind})


def wheel_pivots(attempt: Attempt) -> Iterator[Finding]:
    """A wheel turns about a front corner."""
    way = blocks.way_of(attempt)
    if way is not None and wheels(way):
        first = wheels(way)[0]
        facts = {"degrees": first.step.amount, "toward": first.step.toward}
        yield Finding("applied", way.unit, first.leg, place(way, first), facts)


def wheels_cost(attempt: Attempt) -> Iterator[Finding]:
    """What the wheels of a move cost."""
    way = blocks.way_of(attempt)
    if way is None or not wheels(way):
        return
    paid = [c for s, c in zip(way.stretches, costs(attempt, way), strict=True) if s.step.kind == "wheel"]
    degrees = sum(stretch.step.amount for stretch in wheels(way))
    yield Finding("applied", way.unit, wheels(way)[0].leg, facts={"cost": sum(paid), "degrees": degrees})


def nobody_twice(attempt: Attempt) -> Iterator[Finding]:
    """In no wheel does a model come further than twice its Movement (`double-move-cap`)."""
    way = blocks.way_of(attempt)
    if way is None or random_mover(attempt.table, way.unit):
        return
    most = twice(attempt.table, way.unit)
    for stretch in wheels(way):
        if attempt.rules.option("double-move-cap") == "measured":
            measured = wheel_cost(attempt.rules, attempt.table, way, stretch)
        else:
            measured = furthest(attempt.rules, attempt.table, way, stretch, front=False)
        if not at_most(measured, most):
            facts = {"measured": measured, "allowed": most}
            yield Finding("broken", way.unit, stretch.leg, place(way, stretch), facts)


# --- room


def on_the_board(attempt: Attempt) -> Iterator[Finding]:
    """No corner of a block leaves the table."""
    way = blocks.way_of(attempt)
    if way is not None and way.stretches:
        met = attempt.table.board.rim.first(way.block.shape, way.path, TOLERANCE)
        if met is not None:
            yield Finding("broken", way.unit, met.leg, (*met.at, way.start.height))


def through_solids(attempt: Attempt) -> Iterator[Finding]:
    """No block goes into what stands in its way."""
    way = blocks.way_of(attempt)
    if way is None or not way.stretches:
        return
    here = blocks.hindrances([(s.piece, s.shape, ORIGIN) for s in attempt.table.board.slice(way.start.height).solids])
    told: set[str] = set()
    for met in here.placed.blocking(way.block.shape, way.path, TOLERANCE):
        piece = here.names[met.index]
        if piece not in told:
            told.add(piece)
            yield Finding("broken", way.unit, met.leg, (*met.at, way.start.height), {"piece": piece})


def keeps_its_inch(attempt: Attempt) -> Iterator[Finding]:
    """A unit comes no nearer than 1" to any other or to impassable ground, all along its way and where it re-forms."""
    way = blocks.way_of(attempt)
    if way is None or not way.stretches:
        return
    table, shape = attempt.table, way.block.shape
    around = blocks.hindrances(
        [*blocks.others_of(table, way.unit), *blocks.impassable(table, attempt.rules, way.start.height)]
    )
    worst: dict[str, Finding] = {}
    for met in around.placed.clearances(shape, way.path, 1.0 - TOLERANCE):
        other = around.names[met.index]
        measured = max(met.gap, 0.0)
        allowed = min(1.0, max(around.placed.gap(met.index, shape, way.start.plan), 0.0))
        if at_least(measured, allowed):
            continue
        facts = {"other": other, "measured": measured, "allowed": allowed, "at_least": True}
        found = Finding("broken", way.unit, met.leg, (*met.at, way.start.height), facts)
        if other not in worst or measured < worst[other].facts["measured"]:
            worst[other] = found
    yield from worst.values()


def not_in_a_fight(attempt: Attempt) -> Iterator[Finding]:
    """A unit in contact with an enemy is in combat: it neither moves nor charges."""
    unit = unit_of(attempt)
    other = None if unit is None else fought_by(attempt.table, unit)
    if other is not None:
        yield Finding("broken", attempt.subject, facts={"other": other})


# --- marches


def watcher(table: Table, unit: str) -> tuple[str, float] | None:
    """An unfleeing enemy within 8" of a unit, the nearest, and how far it is."""
    foes = [foe for foe in enemies(table, unit) if not has(table, foe, "fleeing")]
    near = [(blocks.apart(table, unit, foe), foe) for foe in foes]
    near = [(inches, foe) for inches, foe in near if at_most(inches, WATCHED)]
    return (min(near)[1], min(near)[0]) if near else None


def straight_on(attempt: Attempt) -> Iterator[Finding]:
    """At the double one goes forward and wheels."""
    way = blocks.way_of(attempt)
    if way is not None and attempt.command.do == "march":
        for stretch in way.stretches:
            if stretch.step.kind in ("back", "sideways"):
                yield Finding("broken", way.unit, stretch.leg, place(way, stretch))


def has_marched(attempt: Attempt) -> Iterator[Finding]:
    """Who marched does not shoot; who tried to and failed does not try again."""
    unit, verb = unit_of(attempt), attempt.command.do
    if unit is None:
        return
    if attempt.table.has(unit, "marched" if verb == "shoot" else "held-up"):
        yield Finding("broken", attempt.subject, facts={"verb": verb})


march_allowed = both(within(twice), straight_on)


def move(run: Run) -> None:
    """A unit goes its steps."""
    go(run)


def march(run: Run) -> None:
    """At the double - with an enemy near, if its Leadership holds; else it has marched without moving."""
    unit = unit_of(run.attempt())
    assert unit is not None
    run.mark(unit, "marched")
    seen = watcher(run.table, unit) if run.rules.has(MARCH) else None
    if seen is not None:
        other, inches = seen
        run.cite(MARCH, unit, facts={"other": other, "closest": inches})
        if not two_dice_under(run, run.table.units[unit].models[0], "Ld", MARCH):
            run.mark(unit, "held-up")
            run.outcome = "failed"
            run.spent = 0.0
            return
    go(run)


def go(run: Run) -> None:
    """The steps are gone; the unit has had its move."""
    attempt = run.attempt()
    way = blocks.way_of(attempt)
    assert way is not None
    run.spent = sum(costs(attempt, way))
    if way.stretches:
        run.emit(blocks.moved(way, blocks.ranks_of(run.table, way.unit).files))
    run.mark(way.unit, "moved")
    spend(run, way.unit)
