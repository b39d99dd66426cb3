"""Terrain (¶2): what is crossed freely, what is climbed, what takes two inches, what is walked through."""

from collections.abc import Iterator

from movetray.checks.distance import Priced, Tolled
from movetray.checks.ground import crossable, supported
from movetray.checks.ways import climbs, legs_by
from movetray.engine.attempt import Attempt
from movetray.engine.rule import Breach, Crossing, Toll, WayPrice
from movetray.engine.ruleset import Option, RuleSet
from movetray.engine.verdict import Finding
from movetray.engine.walk import LEVEL, Leg
from movetray.rulesets.wh40k9.facts import MOVES, ON_THE_WAY, Clauses, rule

DIFFICULT = "wh40k9.ground.difficult"
CLIMB = "wh40k9.terrain.climb"
LESS = 2.0
"""Inches that difficult ground takes."""


def free_height(rules: RuleSet) -> float:
    """Up to what height terrain is crossed freely, in inches (`terrain-height-free`)."""
    return float(rules.option("terrain-height-free"))


def climb_price(_rules: RuleSet, leg: Leg) -> float:
    """A climb costs its height and the way over the edge."""
    return abs(leg.rise) + leg.length


def crossed_freely(attempt: Attempt) -> Iterator[Finding]:
    """Low pieces that a model goes over, steps onto or steps down from."""
    for walk in attempt.walks:
        for solid, leg, place in attempt.solids_met[walk.model]:
            if leg.by in LEVEL and crossable(attempt, solid, leg.level):
                facts = {"piece": solid.piece, "height": solid.top - leg.level}
                yield Finding("applied", walk.model, leg.index, place, facts)
    for walk, leg in legs_by(attempt, "step"):
        yield Finding("applied", walk.model, leg.index, leg.end, {"height": abs(leg.rise)})


def walked_through(attempt: Attempt) -> Iterator[Finding]:
    """Breachable pieces that a model goes through."""
    for walk in attempt.walks:
        for solid, leg, place in attempt.solids_met[walk.model]:
            breached = attempt.rules.breached_by(attempt.table, solid.piece, walk.model) is not None
            if leg.by in LEVEL and breached and not crossable(attempt, solid, leg.level):
                yield Finding("applied", walk.model, leg.index, place, {"piece": solid.piece})


def hangs(attempt: Attempt) -> Iterator[Finding]:
    """A climb that ends a move half-way up or down."""
    whole = attempt.rules.option("support") == "whole"
    for walk, leg in legs_by(attempt, "climb", "ladder", "stairs"):
        if leg is walk.legs[-1] and not supported(attempt.table.board, whole, walk.shape, walk.end):
            yield Finding(model=walk.model, leg=leg.index, at=leg.end, facts={"height": leg.end_height})


WAYS = {"climb": climbs}

GROUND: Clauses = (
    rule(
        "ground.difficult",
        "+",
        "A unit that goes through difficult ground has 2 inches less for its move, unless it can fly.",
        "{model} goes through {piece}: its unit has {less} less.",
        Tolled(DIFFICULT),
        verbs=MOVES,
        value=Toll("difficult", LESS, MOVES, frozenset({"fly"})),
    ),
    rule(
        "ground.breachable",
        "+",
        "Infantry, beasts and swarms go through breachable walls.",
        "{model} goes through {piece}.",
        walked_through,
        verbs=ON_THE_WAY,
        value=Breach(frozenset({"infantry", "beasts", "swarm"})),
    ),
)

TERRAIN: Clauses = (
    rule(
        "terrain.one-inch",
        "2",
        "Terrain up to 1 inch high is crossed as if it were not there: the way up and down is free.",
        ("{model} crosses {piece}, {height} high.", "{model} steps {height} up or down."),
        crossed_freely,
        verbs=ON_THE_WAY,
        value=(Crossing("wall", free_height), Crossing("block", free_height)),
    ),
    rule(
        "terrain.climb",
        "2",
        "Higher terrain may be climbed: what is gone up and down counts.",
        "{model} goes up or down: {cost} of its way.",
        Priced(CLIMB),
        verbs=ON_THE_WAY,
        value=(
            WayPrice("climb", climb_price),
            WayPrice("stairs", lambda _rules, leg: leg.way),
            WayPrice("ladder", lambda _rules, leg: leg.way),
        ),
    ),
    rule(
        "terrain.no-mid-climb",
        "2",
        "Nobody ends a move part-way up or down.",
        "{model} would end hanging {height} up.",
        hangs,
        verbs=ON_THE_WAY,
    ),
)

SWITCHES = (Option("terrain-height-free", (), 1.0, "up to what height, in inches, terrain is crossed freely"),)
