"""Difficult ground and heavy worlds (¶27, 29, 30, 32): which dice a unit rolls before it moves, and what they allow."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from movetray._kernel import gap
from movetray.checks.members import present, unit_of
from movetray.engine.attempt import Attempt
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.engine.walk import Leg, Walk, cut_at, goes_through
from movetray.rulesets.wh40k3.facts import FULL_MOVE
from movetray.rulesets.wh40k3.terrain import Stretch, enters, stretches
from movetray.table.board import ORIGIN
from movetray.table.table import Table
from movetray.table.terrain import Ground
from movetray.units import TOLERANCE, at_most

ROLL = "wh40k3.difficult.roll"
EDGE = "wh40k3.difficult.edge"
OTHERS = "wh40k3.difficult.others"
DICE = "wh40k3.variant.dice"
GRAVITY = "wh40k3.variant.gravity"

USUAL = 2
"""Dice for difficult ground of which nothing else is said."""

INSIDE = 0.001
"""Inches by which a base is in the ground at whose inner edge it is put, over the tolerance."""

ROLLED, ENTERING = "rolled", "entering"
"""Marks of a unit: what its dice allow, by how many they were; and who was said to enter before they fell."""


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Difficult ground on the way of a model: the dice it takes (its own number, or the usual one), and after
    how many inches the base touches it and is in it."""

    piece: str
    dice: int
    touches: float
    enters: float
    own: bool


@dataclass(frozen=True, slots=True)
class Demand:
    """A roll that a unit owes: how many dice, and by which clause."""

    dice: int
    why: str


def dice_of(rules: RuleSet, ground: Ground) -> int:
    """How many dice a piece of difficult ground takes."""
    return ground.dice if ground.dice and rules.has(DICE) else USUAL


def gravity(rules: RuleSet) -> int:
    """How many dice even open ground takes; 0 for none."""
    chosen = str(rules.option("gravity"))
    return int(chosen) if rules.has(GRAVITY) and chosen.isdigit() else 0


def hindrances(attempt: Attempt, walk: Walk) -> list[Hindrance]:
    """The difficult ground that a model moves into, within, out of or through, in the order it comes to it."""
    return attempt.once(("hindrances", walk.model), lambda: _hindrances(attempt, walk))


def _hindrances(attempt: Attempt, walk: Walk) -> list[Hindrance]:
    if not attempt.rules.has(ROLL) or at_most(walk.length, 0.0):
        return []
    found = []
    pieces = stretches(attempt, "difficult")
    if not pieces or goes_through(attempt.table, walk, tuple(stretch[0].id for stretch in pieces)) is None:
        return []
    for stretch in pieces:
        into = enters(walk, stretch)
        if into is None:
            continue
        touch = enters(walk, stretch, 0.0) or into
        dice = dice_of(attempt.rules, stretch[0])
        found.append(Hindrance(stretch[0].id, dice, _inches(walk, *touch), _inches(walk, *into), bool(stretch[0].dice)))
    return sorted(found, key=lambda one: one.touches)


def _inches(walk: Walk, leg: Leg, t: float) -> float:
    return sum(one.way for one in walk.legs if one.index < leg.index) + t * leg.way


def demands(attempt: Attempt) -> tuple[Demand, ...]:
    """The rolls that the ways of a unit ask for: one with the fewest dice, or one for each kind (`stacked-terrain`)."""
    kinds = dict.fromkeys(one.dice for walk in attempt.walks for one in hindrances(attempt, walk))
    heavy = gravity(attempt.rules)
    asked = [Demand(heavy, GRAVITY)] if heavy else []
    asked += [Demand(dice, ROLL) for dice in kinds if dice != heavy]
    if attempt.rules.option("stacked-terrain") == "fewest-dice":
        return tuple(sorted(asked, key=lambda one: one.dice)[:1])
    return tuple(asked)


def rolled(table: Table, unit: str) -> Mapping[int, int]:
    """What the unit's dice of this turn allow it, by how many they were."""
    return {int(dice): best for dice, best in (table.mark(unit, ROLLED) or {}).items()}


def binding(attempt: Attempt, walk: Walk, known: Mapping[int, Sequence[int]]) -> list[Sequence[int]]:
    """The rolls, as faces, that limit a model on its way."""
    rules = attempt.rules
    touched = {one.dice for one in hindrances(attempt, walk)}
    everybody = rules.option("difficult-caps") == "whole-unit" or not rules.has(OTHERS)
    heavy = gravity(rules)
    if rules.option("stacked-terrain") == "fewest-dice":
        return list(known.values()) if touched or heavy or everybody else []
    return [faces for dice, faces in known.items() if dice in touched or dice == heavy or everybody]


def reaches(faces: Sequence[int], inches: float) -> bool:
    """Whether the highest of these dice allows so many inches."""
    return any(at_most(inches, face) for face in faces)


def goes(attempt: Attempt, walk: Walk, known: Mapping[int, Sequence[int]]) -> Walk | None:
    """How far a model gets under these rolls: its whole way, up to the ground it did not reach, or not at all (None).

    A die too small to take it into the ground puts it at the edge (`short-roll`); any other that is too small for its
    way does not let it go that way.
    """
    limits = binding(attempt, walk, known)
    if all(reaches(faces, walk.length) for faces in limits):
        return walk
    met = hindrances(attempt, walk)
    if not met or not attempt.rules.has(EDGE) or gravity(attempt.rules):
        return None
    first = met[0]
    if at_most(first.touches, 0.0) or not all(_stops_before(faces, first.touches) for faces in limits):
        return None
    match attempt.rules.option("short-roll"):
        case "stop-at-die":
            inches = float(min(max(int(face) for face in faces) for faces in limits))
        case "stop-outside":
            inches = first.touches
        case _:
            inches = first.enters + INSIDE
    return cut_at(walk, attempt.priced[walk.model], min(inches, walk.length), attempt.table, attempt.rules)


def _stops_before(faces: Sequence[int], inches: float) -> bool:
    """Whether the highest die does not carry a model past so many inches."""
    return all(face <= inches + TOLERANCE for face in faces)


# --- What the clauses report


def dice_bind(attempt: Attempt) -> Iterator[Finding]:
    """Models in difficult ground, for which dice fall; once they have fallen nobody goes further than they allow."""
    unit = unit_of(attempt)
    known = {dice: (best,) for dice, best in rolled(attempt.table, unit).items()}
    owed = any(one.dice not in known for one in demands(attempt))
    named = attempt.table.mark(unit, ENTERING)
    heavy = gravity(attempt.rules)
    for walk in attempt.walks:
        met = hindrances(attempt, walk)
        end = walk.end.point
        if met and named is not None and walk.model not in named:
            yield Finding("broken", walk.model, len(walk.legs) - 1, end, {"piece": met[0].piece})
        elif known and not owed and not heavy and goes(attempt, walk, known) is None:
            yield Finding("broken", walk.model, len(walk.legs) - 1, end, _limit(attempt, walk, known))
        elif met:
            yield Finding("applied", walk.model, facts={"piece": met[0].piece, "count": met[0].dice})


def _limit(attempt: Attempt, walk: Walk, known: Mapping[int, Sequence[int]]) -> dict[str, float]:
    allowed = min(float(max(faces)) for faces in binding(attempt, walk, known))
    return {"measured": walk.length, "allowed": allowed}


def weight_binds(attempt: Attempt) -> Iterator[Finding]:
    """On a heavy world dice fall for every unit; nobody of it goes further than they allow."""
    if not gravity(attempt.rules):
        return
    known = {dice: (best,) for dice, best in rolled(attempt.table, unit_of(attempt)).items()}
    owed = any(one.dice not in known for one in demands(attempt))
    for walk in attempt.walks:
        if known and not owed and goes(attempt, walk, known) is None:
            facts = _limit(attempt, walk, known)
            yield Finding("broken", walk.model, len(walk.legs) - 1, walk.end.point, facts)
        elif not at_most(walk.length, 0.0):
            yield Finding("applied", walk.model, facts={"count": gravity(attempt.rules)})


def of_few_or_many_dice(attempt: Attempt) -> Iterator[Finding]:
    """Ways through ground for which other than two dice are rolled."""
    for walk in attempt.walks:
        for one in hindrances(attempt, walk):
            if one.own:
                yield Finding("applied", walk.model, facts={"piece": one.piece, "count": one.dice})


def untouched_are_free(attempt: Attempt) -> Iterator[Finding]:
    """Models of a unit that rolls, whose own way never touches difficult ground."""
    if attempt.rules.option("difficult-caps") == "whole-unit" or gravity(attempt.rules):
        return
    if any(hindrances(attempt, walk) for walk in attempt.walks):
        for walk in attempt.walks:
            if not hindrances(attempt, walk):
                yield Finding("applied", walk.model, facts={"unit": unit_of(attempt)})


# --- Rolling before the way is said


def may_roll_first(attempt: Attempt) -> bool:
    """Whether a unit may roll now and say its way afterwards: on a heavy world, or before difficult ground where the
    players need not say who enters it (`difficult-declared`).
    """
    if attempt.command.do != "move" or attempt.table.has(unit_of(attempt), ROLLED):
        return False
    return first_roll(attempt) is not None


def first_roll(attempt: Attempt) -> Demand | None:
    """The roll of a unit that has not said where it goes: the fewest dice of the ground within its move."""
    rules = attempt.rules
    heavy = gravity(rules)
    if rules.option("difficult-declared") == "before-roll" or not rules.has(ROLL):
        return Demand(heavy, GRAVITY) if heavy else None
    near = [dice_of(rules, stretch[0]) for stretch in stretches(attempt, "difficult") if _in_reach(attempt, stretch)]
    asked = [Demand(dice, ROLL) for dice in near] + ([Demand(heavy, GRAVITY)] if heavy else [])
    return min(asked, key=lambda one: one.dice, default=None)


def _in_reach(attempt: Attempt, stretch: Stretch) -> bool:
    table = attempt.table
    return any(
        at_most(gap(table.shape_of(model), table.pose_of(model).plan, stretch[1], ORIGIN), FULL_MOVE)
        for model in present(table, unit_of(attempt))
    )
