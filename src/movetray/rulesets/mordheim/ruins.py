"""Climbing, jumping, diving, leaping and falling (¶12-17)."""

from collections.abc import Iterator
from fractions import Fraction

from movetray._kernel import Shape, gap
from movetray.checks.distance import apart
from movetray.checks.faces import face_climbed
from movetray.checks.ways import climbs, drops, leaps_a_gap, legs_by
from movetray.engine.attempt import Attempt
from movetray.engine.event import ModelPlaced, ModelRemoved
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding, Kind
from movetray.engine.walk import Leg, Walk
from movetray.procedures.falls import edge_near, landing
from movetray.procedures.table import wound
from movetray.procedures.wounds import lose_wounds, wounding_hits
from movetray.rulesets.mordheim.facts import BESIDE_LANDING, initiative_test, movement
from movetray.table.board import ORIGIN
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most, to_inches, touching

FARTHEST_DROP = 6.0
WIDEST_LEAP = 3.0
INCHES_A_TEST = 2.0
NEAR_EDGE = 1.0


# --- The ways there are -----------------------------------------------------------------------------------------


def leaps(attempt: Attempt, walk: Walk, leg: Leg) -> bool:
    """A leap ends no higher than it begins."""
    return at_most(leg.rise, 0.0) and leaps_a_gap(attempt, walk, leg)


WAYS = {"climb": climbs, "jump": drops, "dive": drops, "leap": leaps}


# --- How far ---------------------------------------------------------------------------------------------------


def farthest_drop(_table: Table, _model: str) -> float:
    """How far one jumps down at most, in inches."""
    return FARTHEST_DROP


def widest_leap(_table: Table, _model: str) -> float:
    """How wide a gap is leapt at most, in inches."""
    return WIDEST_LEAP


# --- What is allowed --------------------------------------------------------------------------------------------


def no_animals(attempt: Attempt) -> Iterator[Finding]:
    """An animal does not climb."""
    for walk, leg in legs_by(attempt, "climb"):
        if "animal" in attempt.table.unit_of(walk.model).keywords:
            yield Finding(model=walk.model, leg=leg.index, at=leg.start)


def touched_at_start(attempt: Attempt) -> Iterator[Finding]:
    """What is climbed was touched at the start of the phase (`climb-touch`)."""
    table = attempt.table
    if attempt.rules.option("climb-touch") == "any-time":
        return
    for walk, leg in legs_by(attempt, "climb"):
        face = face_climbed(table, walk, leg)
        start = table.starts.get(walk.model) or table.pose_of(walk.model)
        if face is not None and not touches_piece(table, face.piece, walk.shape, start):
            yield Finding(model=walk.model, leg=leg.index, at=leg.start, facts={"piece": face.piece})


def touches_piece(table: Table, piece: str, shape: Shape, pose: Pose) -> bool:
    """Whether a base touches a piece of terrain, beside it or on it."""
    return any(
        solid.piece == piece
        and at_most(solid.bottom, pose.height)
        and at_most(pose.height, solid.top)
        and touching(gap(solid.shape, ORIGIN, shape, pose.plan))
        for solid in table.board.solids
    )


def climbed_inches(attempt: Attempt) -> Iterator[Finding]:
    """In a phase one climbs at most Movement, and never while running."""
    for walk in attempt.walks:
        climbing = [leg for leg in walk.legs if leg.by == "climb"]
        if not climbing:
            continue
        measured = sum(abs(leg.rise) for leg in climbing)
        allowed = movement(attempt.table, walk.model)
        facts = {"measured": measured, "allowed": allowed}
        if attempt.command.do == "run":
            yield Finding(
                model=walk.model, leg=climbing[0].index, at=climbing[0].start, facts={**facts, "allowed": 0.0}
            )
        elif not at_most(measured, allowed):
            yield Finding(model=walk.model, leg=climbing[-1].index, at=climbing[-1].end, facts=facts)
        else:
            legs = zip(walk.legs, attempt.priced[walk.model], strict=True)
            cost = sum(price.inches for leg, price in legs if leg.by == "climb")
            yield Finding("applied", walk.model, climbing[0].index, climbing[0].end, {**facts, "cost": cost})


def too_high(attempt: Attempt) -> Iterator[Finding]:
    """What is higher than Movement is not climbed: each stretch, or the whole piece (`climb-height`)."""
    table = attempt.table
    for walk, leg in legs_by(attempt, "climb"):
        measured = abs(leg.rise)
        face = face_climbed(table, walk, leg)
        if attempt.rules.option("climb-height") == "total" and face is not None:
            measured = max(s.top - s.bottom for s in table.board.solids if s.piece == face.piece)
        allowed = movement(table, walk.model)
        if not at_most(measured, allowed):
            facts = {"measured": measured, "allowed": allowed}
            yield Finding(model=walk.model, leg=leg.index, at=leg.end, facts=facts)


def steps_off(attempt: Attempt) -> Iterator[Finding]:
    """The step onto the top is free."""
    for walk, leg in legs_by(attempt, "climb"):
        if leg.rise > 0:
            yield Finding("applied", walk.model, leg.index, leg.end, {"length": leg.length})


def climb_price(rules: RuleSet, leg: Leg) -> float:
    """A climb costs its height; the step off it is free where that clause says so."""
    return abs(leg.rise) + (0.0 if rules.has("mordheim.climb.step-off") else leg.length)


def rooted(attempt: Attempt) -> Iterator[Finding]:
    """After a failed test to climb up the model does not move this turn."""
    for model in attempt.models:
        if attempt.table.has(model, "rooted"):
            yield Finding(model=model)


def drop_price(rules: RuleSet, leg: Leg) -> float:
    """A drop is free; the way out from the edge is paid or not (`jump-sideways`)."""
    return leg.length if rules.option("jump-sideways") == "paid" else 0.0


def low_enough(attempt: Attempt) -> Iterator[Finding]:
    """One jumps down at most 6", and leaps no further down either."""
    for walk, leg in legs_by(attempt, "jump", "leap"):
        if not at_most(-leg.rise, FARTHEST_DROP):
            facts = {"measured": -leg.rise, "allowed": FARTHEST_DROP}
            yield Finding(model=walk.model, leg=leg.index, at=leg.start, facts=facts)


def dives_onto_target(attempt: Attempt) -> Iterator[Finding]:
    """One dives only in a charge, at an enemy within 2" of where one lands."""
    table = attempt.table
    for walk, leg in legs_by(attempt, "dive"):
        x, y, facing = leg.plan.end
        there = Pose.at(x, y, leg.end_height, facing)
        if attempt.command.do != "charge":
            yield Finding(model=walk.model, leg=leg.index, at=leg.end)
        for target in attempt.targets:
            measured = apart(table, walk.model, target, there)
            facts = {"target": target, "measured": measured, "allowed": BESIDE_LANDING}
            found: Kind = "applied" if at_most(measured, BESIDE_LANDING) else "broken"
            yield Finding(found, walk.model, leg.index, leg.end, facts)


def dive_low_enough(attempt: Attempt) -> Iterator[Finding]:
    """One dives from at most 6"."""
    for walk, leg in legs_by(attempt, "dive"):
        if not at_most(-leg.rise, FARTHEST_DROP):
            facts = {"measured": -leg.rise, "allowed": FARTHEST_DROP}
            yield Finding(model=walk.model, leg=leg.index, at=leg.start, facts=facts)


def narrow_enough(attempt: Attempt) -> Iterator[Finding]:
    """A gap of more than 3" is not leapt - or the leap ends in it (`leap-too-wide`)."""
    for walk, leg in legs_by(attempt, "leap"):
        facts = {"measured": leg.length, "allowed": WIDEST_LEAP, "cost": leg.length}
        refused = not at_most(leg.length, WIDEST_LEAP) and attempt.rules.option("leap-too-wide") == "refuse"
        yield Finding("broken" if refused else "applied", walk.model, leg.index, leg.end, facts)


def leaps_in_charge_or_run(attempt: Attempt) -> Iterator[Finding]:
    """A leap may be part of a run or a charge."""
    if attempt.command.do in ("run", "charge"):
        for walk, leg in legs_by(attempt, "leap"):
            yield Finding("applied", walk.model, leg.index, leg.end, {"length": leg.length})


def climbs_in_charge(attempt: Attempt) -> Iterator[Finding]:
    """Whether a charge may climb (`climb-in-charge`)."""
    if attempt.rules.option("climb-in-charge") == "forbid":
        for walk, leg in legs_by(attempt, "climb"):
            yield Finding(model=walk.model, leg=leg.index, at=leg.start, facts={"cost": abs(leg.rise)})


# --- What the dice say ------------------------------------------------------------------------------------------


def tests_due(rules: RuleSet, leg: Leg) -> tuple[str, ...]:
    """The clauses that ask for a test on a leg, one for each die, in order."""
    drops = int((-leg.rise + TOLERANCE) / INCHES_A_TEST) if leg.rise < 0 else 0
    due: tuple[str, ...]
    match leg.by:
        case "climb":
            due = ("mordheim.climb.test-up" if leg.rise > 0 else "mordheim.climb.test-down",)
        case "jump":
            due = ("mordheim.jump.tests",) * drops
        case "dive":
            due = ("mordheim.dive.tests",) * drops
        case "leap":
            due = ("mordheim.leap.test", *("mordheim.jump.tests",) * drops)
        case _:
            due = ()
    return tuple(clause for clause in due if rules.has(clause))


def falls_untested(rules: RuleSet, leg: Leg, left: float) -> str | None:
    """The clause by which a leap ends in the gap without any test; `left` is what of the allowance it would leave."""
    if leg.by == "leap" and left < -TOLERANCE and leg.by in rules.falls_short:
        return "mordheim.leap.short"
    wide = leg.by == "leap" and not at_most(leg.length, WIDEST_LEAP)
    return "mordheim.leap.gap" if wide and rules.has("mordheim.leap.gap") else None


def leg_test(run: Run, walk: Walk, leg: Leg, left: float) -> str | None:
    """The tests of one leg, in order; None when they are passed, else `stays` or `falls`."""
    model = walk.model
    untested = falls_untested(run.rules, leg, left)
    if untested is not None:
        run.cite(untested, model, leg.index, leg.start, {"missing": -left} if left < 0 else {"measured": leg.length})
        return "falls"
    due = tests_due(run.rules, leg)
    for clause in due:
        facts = {"count": due.count(clause), "height": abs(leg.rise), "length": leg.length}
        run.cite(clause, model, leg.index, leg.start, facts)
        if not initiative_test(run, model, clause):
            return "stays" if leg.by == "climb" and leg.rise > 0 else "falls"
    return None


def chance(table: Table, rules: RuleSet, walk: Walk) -> Fraction:
    """The chance that every test on a way is passed."""
    best = 5 if rules.option("six-always-fails") == "on" and rules.has("mordheim.test.initiative") else 6
    passed = Fraction(max(0, min(int(table.unit_of(walk.model).stat("I")), best)), 6)
    if any(falls_untested(rules, leg, 0.0) for leg in walk.legs):
        return Fraction(0)
    return passed ** sum(len(tests_due(rules, leg)) for leg in walk.legs)


def fall(run: Run, model: str) -> None:
    """A model falls from where it stands: to the nearest free place beneath, with what that does to it."""
    start = run.table.pose_of(model)
    end = landing(run.table, run.rules, model, start)
    run.outcome = "fell"
    run.emit(ModelPlaced(model, end))
    run.unmark(model, "hidden")
    if run.rules.has("mordheim.fall.ends-move"):
        run.mark(model, "fell")
    height = to_inches(start.z - end.z)
    if height > TOLERANCE and run.rules.has("mordheim.fall.damage"):
        damage(run, model, height)
    if run.table.models[model].pose is not None and run.table.has_any(model, ("knocked-down", "stunned")):
        slip(run, model)


def strength_of_fall(rules: RuleSet, height: float) -> float:
    """The Strength of a fall from this height (`fall-rounding`)."""
    whole = float(int(height + TOLERANCE))
    match rules.option("fall-rounding"):
        case "up":
            return whole if height - whole <= TOLERANCE else whole + 1
        case "down":
            return whole
        case _:
            return height


def damage(run: Run, model: str, height: float) -> None:
    """D3 hits with the Strength of the height, and what comes of them."""
    strength = strength_of_fall(run.rules, height)
    run.cite("mordheim.fall.damage", model, facts={"height": height, "strength": strength})
    (face,) = run.roll(1, 6, "mordheim.fall.damage")
    hits = (face + 1) // 2
    if not run.rules.has("mordheim.wounds.resolve"):
        return
    run.cite("mordheim.wounds.resolve", model, facts={"count": hits})
    if run.rules.option("resolve-hits") == "on":
        injuries(
            run, model, lose_wounds(run, model, wounding_hits(run, model, hits, strength, "mordheim.wounds.resolve"))
        )


def injuries(run: Run, model: str, count: int) -> None:
    """An injury die for each wound taken with none left; the worst counts."""
    if count == 0:
        return
    worst = max(face for _ in range(count) for face in run.roll(1, 6, "mordheim.wounds.resolve"))
    if worst >= 5:
        run.mark(model, "out-of-action")
        run.emit(ModelRemoved(model, "out-of-action"))
    else:
        lay_down(run, model, "stunned" if worst >= 3 else "knocked-down")


def lay_down(run: Run, model: str, status: str) -> None:
    """A model goes down; the worse of two states is the one it is in, and nobody lying about is hidden."""
    if status == "stunned":
        run.unmark(model, "knocked-down")
    if status == "stunned" or not run.table.has(model, "stunned"):
        run.mark(model, status)
    run.unmark(model, "hidden")


def slip(run: Run, model: str) -> None:
    """Knocked down or stunned within 1" of an edge a model tests, or falls."""
    if not run.rules.has("mordheim.edge.slip") or not edge_near(run.table, model, NEAR_EDGE):
        return
    run.cite("mordheim.edge.slip", model, at=run.table.pose_of(model).point)
    if not initiative_test(run, model, "mordheim.edge.slip"):
        fall(run, model)


def suffer(run: Run) -> None:
    """The table's word: what befell a model in another phase; who goes down near an edge may slip."""
    subject = run.command.subject
    assert subject is not None
    for model in run.table.members(subject):
        command = run.command
        if command.wounds:
            wound(run, model, command.wounds)
        run.unmark(model, *command.not_status)
        if {"destroyed", "out-of-action"} & set(command.status):
            run.mark(model, "out-of-action")
            run.emit(ModelRemoved(model, "out-of-action"))
            run.outcome = "destroyed"
            continue
        for status in command.status:
            if status in ("knocked-down", "stunned"):
                lay_down(run, model, status)
            else:
                run.mark(model, status)
        if "fleeing" in command.status:
            run.unmark(model, "hidden")
        if {"knocked-down", "stunned"} & set(command.status):
            slip(run, model)
