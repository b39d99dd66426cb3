"""Models that fly (¶2): over everything, and not down onto anybody."""

from collections.abc import Iterator

from movetray.engine.attempt import Attempt
from movetray.engine.rule import RiseOnce, WayPrice
from movetray.engine.ruleset import Option, RuleSet
from movetray.engine.verdict import Finding
from movetray.engine.walk import Leg, Walk
from movetray.rulesets.wh40k9.aircraft import is_aircraft
from movetray.rulesets.wh40k9.engagement import ends_engaged
from movetray.rulesets.wh40k9.facts import MOVES, ON_THE_WAY, Clauses, can_fly, flies, rule
from movetray.units import TOLERANCE, at_most


def in_the_air(attempt: Attempt, walk: Walk, _leg: Leg) -> bool:
    """Who can fly does so from anywhere to anywhere it can stand; aircraft always."""
    return is_aircraft(attempt.table, walk.model) or flies(attempt.table, attempt.rules, walk.model)


def ends_count(rules: RuleSet) -> bool:
    """Whether a flight pays for the height between its start and its end (`fly-vertical`)."""
    return bool(rules.option("fly-vertical") == "count-ends")


def flown(attempt: Attempt) -> Iterator[Finding]:
    """Ways through the air, with what they cost."""
    for walk in attempt.walks:
        pairs = zip(walk.legs, attempt.priced[walk.model], strict=True)
        legs = [(leg, price) for leg, price in pairs if leg.by == "fly"]
        if legs:
            facts = {"cost": sum(price.inches for _, price in legs)}
            yield Finding("applied", walk.model, legs[0][0].index, legs[-1][0].end, facts)


def lands_badly(attempt: Attempt) -> Iterator[Finding]:
    """A flight that ends on another model or, in a move of the movement phase, in engagement range."""
    table = attempt.table
    flights = {walk.model for walk in attempt.walks if walk.legs and can_fly(table, walk.model)}
    if not flights:
        return
    moving = [table.places[walk.model] for walk in attempt.walks]
    for rest in attempt.rests:
        if rest.model not in flights:
            continue
        for index, _ in table.bases.near(rest.shape, rest.pose.plan, -TOLERANCE, moving):
            other = table.standing[index]
            if at_most(abs(table.pose_of(other).height - rest.pose.height), 0.0):
                yield Finding(model=rest.model, leg=rest.leg, at=rest.pose.point, facts={"other": other})
    if attempt.command.do in MOVES:
        yield from (finding for finding in ends_engaged(attempt) if finding.model in flights)


WAYS = {"fly": in_the_air}

FLYING: Clauses = (
    rule(
        "fly.over",
        "2 +",
        "Models that can fly pass over models and through their engagement range, and pay nothing for height.",
        "{model} flies: {cost} of its way.",
        flown,
        verbs=ON_THE_WAY,
        value=(WayPrice("fly", lambda _rules, leg: leg.length), RiseOnce("fly", ends_count)),
    ),
    rule(
        "fly.landing",
        "2",
        "A model that flies ends its move neither on another model nor in engagement range.",
        (
            "{model} would land {measured} from {other}; it has to be more than {allowed}.",
            "{model} would land on {other}.",
        ),
        lands_badly,
        verbs=ON_THE_WAY,
    ),
)

SWITCHES = (
    Option("fly-vertical", ("ignore", "count-ends"), "ignore", "whether a flyer pays for the height of start and end"),
)
