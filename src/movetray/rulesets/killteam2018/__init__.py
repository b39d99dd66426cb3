"""Kill Team (2018): the movement phase (seed 001). Single models; a charge is interrupted by reactions.

The clauses in the order of the book, the options, the rule set itself; what they do stands beside, a subject a file.
"""

from dataclasses import replace

from movetray.checks import contact
from movetray.checks.distance import Priced
from movetray.checks.faces import Overhang
from movetray.checks.states import both, carrying
from movetray.checks.ways import sideways_in_a_drop
from movetray.engine.rule import Crossing, GroundFactor, KeepsOff, WayLimit, WayPrice
from movetray.engine.ruleset import Check, Clause, Mark, MoveKind, Option, RuleSet, Step
from movetray.procedures import table as word
from movetray.rulesets.common import OPTIONS, table_clauses, table_kinds
from movetray.rulesets.killteam2018 import charging, heights, moving, order, reacting
from movetray.rulesets.killteam2018.facts import (
    ADVANCE,
    CHARGE,
    FALL_BACK,
    HIDDEN,
    INITIATIVE,
    MOVE,
    MOVEMENT,
    ON_FOOT,
    OVERWATCH,
    OWN_MOVES,
    REACTIONS,
    READY,
    RETREATS,
    SHOWN,
    advancing,
    falling_back,
    flies,
    keeping_off,
    off_by_more,
    retreating,
    walking,
)
from movetray.rulesets.killteam2018.facts import (
    charging as charge_inches,
)

# --- The clauses ---------------------------------------------------------------------------------------------------

Clauses = tuple[Clause, ...]


def rule(
    name: str, seed: str, says: str, message: str | tuple[str, ...], check: Check | None = None, **more: object
) -> Clause:
    """One clause of this book."""
    return Clause(f"killteam2018.{name}", seed, says, message, check, **more)  # type: ignore[arg-type]


TIME = {"stage": "time", "early": True}
SHOOT = frozenset({"shoot"})

SEQUENCE: Clauses = (
    rule(
        "sequence.initiative",
        "16 +",
        "For initiative each side rolls 2D6, the highest goes first, ties are rolled again. The side with initiative "
        "moves all its models, one at a time and each once, then the next side.",
        (
            "{side} cannot move now: it is the turn of {active}.",
            "Models move one at a time, not {count:n} at once.",
            "{model} has been chosen to move in this phase already.",
        ),
        order.in_order,
        verbs=OWN_MOVES,
        **TIME,
        applied="{side} has the initiative.",
    ),
)

MOVING: Clauses = (
    rule(
        "move.normal",
        "1",
        "A normal move is at most Move inches.",
        "{model} would move {measured}; it has {allowed}.",
        moving.normal_distance,
        verbs=MOVE,
    ),
    rule(
        "enemy.one-inch",
        "3",
        "A normal move or an advance brings the model within an inch of no enemy, at no point of its path.",
        "{model} would come to {measured} from {other}; {allowed} have to be kept.",
        moving.keeps_an_inch,
        verbs=MOVE | ADVANCE,
        value=KeepsOff(MOVE | ADVANCE, keeping_off),
    ),
    rule(
        "enemy.pinned",
        "3, 5, 7, 9, 11",
        "A model that stood within an inch of an enemy when the phase began makes no normal move, advance or charge "
        "and does not ready, even if that enemy has left; it stays or falls back.",
        "{model} began the phase within an inch of {other}: it stays or falls back.",
        moving.pinned,
        verbs=MOVE | ADVANCE | READY | CHARGE,
        **TIME,
    ),
    rule(
        "enemy.caught",
        "3, 5, 7, 9, 11",
        "A model that an enemy came within an inch of in this phase makes no normal move, advance or charge and does "
        "not ready while that enemy is there.",
        "{other} has come within an inch of {model}, which stays where it is.",
        moving.caught,
        verbs=MOVE | ADVANCE | READY | CHARGE,
        **TIME,
    ),
    rule(
        "move.models",
        "+",
        "No model moves through another or its base.",
        "{model} would move through {other}.",
        contact.through_models,
        verbs=ON_FOOT,
        leg=True,
    ),
)

FALLING_BACK: Clauses = (
    rule(
        "fall-back.when",
        "5",
        "Only a model that starts the phase within an inch of an enemy falls back.",
        "{model} did not begin the phase within an inch of an enemy.",
        moving.starts_near,
        verbs=FALL_BACK,
        **TIME,
    ),
    rule(
        "fall-back.charged",
        "5",
        "Nobody falls back within an inch of whom an enemy has ended a move in this phase.",
        "{model} does not fall back: {other} has come to it in this phase.",
        moving.just_met,
        verbs=FALL_BACK,
        **TIME,
    ),
    rule(
        "fall-back.distance",
        "5",
        "A fall back is at most Move inches and ends more than an inch from every enemy.",
        (
            "{model} would fall back to {measured} from {other}; it has to be more than {allowed}.",
            "{model} would fall back {measured}; it has {allowed}.",
        ),
        moving.falls_back_far_enough,
        verbs=FALL_BACK,
        applied="{model} falls back {measured} of {allowed}.",
    ),
    rule(
        "fall-back.costs",
        "5",
        "Who has fallen back neither advances, charges, reacts nor readies in this phase, and does not shoot in the "
        "next unless it can fly.",
        "{model} has fallen back in this phase: “{status}”.",
        carrying("fell-back", unless=moving.still_flies),
        verbs=ADVANCE | CHARGE | READY | REACTIONS | SHOOT,
        **TIME,
        applied="{model} falls back: no more than that in this phase, and no shooting.",
    ),
)

ADVANCING: Clauses = (
    rule(
        "advance.roll",
        "7",
        "Instead of a normal move a model may advance, which is said before the die is rolled: Move and a die in "
        "inches, or less.",
        "{model} would advance {measured}; {allowed} is the most.",
        moving.advance_far_enough,
        verbs=MOVE | ADVANCE,
        applied="{model} advances up to {allowed}.",
    ),
    rule(
        "advance.costs",
        "7",
        "Who has advanced neither charges nor reacts in this phase, and does not shoot in the next, save with an "
        "assault weapon.",
        "{model} has advanced in this phase: “{status}”.",
        carrying("advanced", unless=moving.has_assault_weapon),
        verbs=CHARGE | REACTIONS | SHOOT,
        **TIME,
        applied="{model} advances: no charge, no reaction and no shooting.",
    ),
)

READYING: Clauses = (
    rule(
        "ready.instead",
        "9 +",
        "Instead of moving, turning included, a model may ready; it has the advantage when it comes to shooting.",
        "{model} has moved in this phase and cannot ready: “{status}”.",
        both(order.has_done_something, carrying("failed-charge")),
        verbs=READY,
        **TIME,
        applied="{model} is ready.",
    ),
    rule(
        "ready.lost",
        "9",
        "Any later movement, whatever its reason, takes the readiness away.",
        "{model} has moved and is no longer ready.",
    ),
)

CHARGING: Clauses = (
    rule(
        "charge.declare",
        "5, 7, 11, 14 +",
        "A model more than an inch from all enemies, which has done nothing in this phase, names one or more enemies "
        "within 12 inches; it need not see them.",
        (
            "{target} is {measured} away; {allowed} is the most.",
            "{target} is no enemy on the table that could be charged.",
            "{model} has {other} within an inch and does not charge.",
            "{model} does not charge after what it has done: “{status}”.",
        ),
        charging.declared_rightly,
        verbs=CHARGE,
        **TIME,
        applied="{model} declares a charge.",
    ),
)

REACTING: Clauses = (
    rule(
        "react.who",
        "16",
        "Each target more than an inch from the charger whose state allows it may react, by overwatch or retreat.",
        (
            "{model} is {measured} from {charger}; to react it has to be more than {allowed}.",
            "{model} is no target of {charger} and does not react.",
        ),
        reacting.is_target,
        verbs=REACTIONS,
        **TIME,
    ),
    rule(
        "react.order",
        "16",
        "The sides react in the order of initiative, each finishing all its reactions before the next begins.",
        "{model} has to wait: first {side} reacts.",
        reacting.in_its_turn,
        verbs=REACTIONS,
        **TIME,
    ),
    rule(
        "react.one-kind",
        "+",
        "Against one charge a model fires or retreats, not both; being ready keeps nobody from either.",
        "{model} has reacted to this charge already: “{verb}”.",
        reacting.one_kind,
        verbs=REACTIONS,
        **TIME,
    ),
    rule(
        "react.dead-charger",
        "16",
        "Once the charger is destroyed nobody reacts any more, and the charge is over.",
        "{model} is destroyed: the charge is over.",
    ),
    rule(
        "overwatch.shoot",
        "18 +",
        "Overwatch is a volley at the charger that hits on unmodified sixes only. A model may fire it more than once.",
        (
            "{model} has fired in this phase: “{status}”.",
            "{model} has no weapon that reaches {charger}, or does not see it.",
        ),
        reacting.may_shoot,
        verbs=OVERWATCH,
        **TIME,
        applied="{model} fires at the charger.",
    ),
    rule(
        "retreat.when",
        "20",
        "Nobody retreats that has moved, or tried to charge, in this phase; after overwatch one may.",
        "{model} has moved in this phase and does not retreat: “{status}”.",
        reacting.has_moved,
        verbs=RETREATS,
        **TIME,
    ),
    rule(
        "retreat.distance",
        "20",
        "A retreat is at most 3 inches and ends further from the charger than it began, and more than an inch from "
        "every other enemy.",
        (
            "{model} would end {measured} from {charger}, and it began {allowed} from it.",
            "{model} would end {measured} from {other}; it has to be more than {allowed}.",
            "{model} would retreat {measured}; it has {allowed}.",
        ),
        reacting.retreats_far_enough,
        verbs=RETREATS,
        applied=("{model} retreats {measured} of {allowed}.", "{model} retreats."),
    ),
    rule(
        "retreat.costs",
        "20 +",
        "Who has retreated reacts and moves no more in this phase, and does not shoot unless it can fly.",
        "{model} has retreated in this phase: “{status}”.",
        carrying("retreated", unless=moving.still_flies),
        verbs=OWN_MOVES | REACTIONS | SHOOT,
        **TIME,
        applied="{model} retreats: it neither reacts nor moves again in this phase, and does not shoot.",
    ),
)

CHARGE_MOVE: Clauses = (
    rule(
        "charge.roll",
        "+",
        "After the reactions 2D6 are rolled; the charger moves up to that many inches.",
        "The way of {model} is {measured}; no roll gives more than {allowed}.",
        charging.within_any_roll,
        verbs=CHARGE,
        applied="{model} has {allowed} for its charge.",
    ),
    rule(
        "charge.reach",
        "+",
        "A charge ends within an inch of at least one target, and comes within an inch of no enemy that is none.",
        (
            "{model} would end {measured} from {target}, the nearest of its targets; {allowed} is the most.",
            "{model} would come to {measured} from {other}, which is no target; it has to be more than {allowed}.",
        ),
        charging.reaches,
        verbs=CHARGE,
        value=KeepsOff(CHARGE, off_by_more),
        applied="{model} ends its charge at {at}.",
    ),
    rule(
        "charge.failed",
        "+",
        "A failed charger may still move up to what it rolled, more than an inch from every enemy; it neither shoots "
        "nor tries again.",
        (
            "{model} would come to {measured} from {other}; it has to be more than {allowed}.",
            "{model} would move {measured}; its failed charge has left it {allowed}.",
            "The charge of {model} has failed: this is not for it.",
        ),
        charging.after_failing,
        verbs=MOVE | CHARGE | SHOOT,
        **TIME,
        applied="The charge of {model} has failed with {allowed} rolled.",
    ),
)

TERRAIN: Clauses = (
    rule(
        "move.vertical",
        "+",
        "What is gone up or down counts. Who can fly ignores it, and ignores models and terrain it passes over.",
        "{model} goes up or down, or flies: {cost} of its way.",
        Priced("killteam2018.move.vertical"),
        verbs=ON_FOOT,
        value=(
            WayPrice("climb", heights.climb_price),
            WayPrice("stairs", lambda _rules, leg: leg.way),
            WayPrice("ladder", lambda _rules, leg: leg.way),
            WayPrice("fly", lambda _rules, leg: leg.length),
        ),
    ),
    rule(
        "terrain",
        "+",
        "Difficult ground halves; low obstacles are crossed free; a climb ends on a surface; a leap spans at most 2 "
        "inches across and an inch up, only the way across is paid; jumping down costs no movement. What juts out at "
        "most an inch stops no climb.",
        (
            "{piece} is {measured} high; obstacles are crossed up to {allowed}.",
            "{model} would go {measured} through the air; {allowed} is the most.",
            "{model} would hang {height} up a face; a climb ends on a surface.",
            "{model} pays {cost} for {length} of its way.",
        ),
        heights.terrain,
        verbs=ON_FOOT,
        value=(
            GroundFactor("difficult", 2.0),
            Crossing("wall", heights.vault_height),
            Crossing("block", heights.vault_height),
            WayPrice("jump", lambda _rules, leg: leg.length),
            WayPrice("leap", lambda _rules, leg: leg.length),
            Overhang("climb", heights.LITTLE),
            WayLimit("leap", length=heights.widest_leap, up=heights.highest_leap),
            WayLimit("jump", length=sideways_in_a_drop),
        ),
        applied=(
            "{model} crosses {piece}, {measured} high.",
            "{model} pays {cost} for {length} of its way.",
            "{model} climbs past {piece}, which juts out {allowed} at most.",
        ),
        leg=True,
    ),
    rule(
        "fall",
        "+",
        "Hit within an inch of an edge, a model falls on a one. A fall is a die for every full 3 inches, one fewer for "
        "a jump; each five or six is a mortal wound.",
        (
            "{model} drops {height}: one die. | {model} drops {height}: {count} dice.",
            "{model} is hit near an edge and falls on a one.",
        ),
    ),
)

ALL = (
    *table_clauses(instead=("table.through-models",)),
    *SEQUENCE,
    *MOVING,
    *FALLING_BACK,
    *ADVANCING,
    *READYING,
    *CHARGING,
    *REACTING,
    *CHARGE_MOVE,
    *TERRAIN,
)


# --- The switches --------------------------------------------------------------------------------------------------

SWITCHES = (
    *OPTIONS,
    Option("failed-charge", ("may-move", "stay"), "may-move", "some groups leave a failed charger standing"),
    Option(
        "reaction-each-charge",
        ("once-per-charge", "once-per-phase"),
        "once-per-charge",
        "how often a model fires overwatch when several enemies charge it",
    ),
    Option("fall-back-path", ("free", "one-inch"), "free", "the text limits only where a fall back ends"),
    Option("vault-height", (), 1.0, "up to what height, in inches, an obstacle is crossed freely"),
    Option("overwatch", ("roll", "ask"), "roll", "rolled from the weapons, or told by the players"),
    Option(
        "exactly-one-inch",
        ("too-close", "allowed"),
        "too-close",
        "whether a move may come to exactly an inch of an enemy",
    ),
)


# --- The rule set --------------------------------------------------------------------------------------------------

OPEN = frozenset({MOVEMENT})
OWN_WORD = {"suffer": heights.suffer, "place": heights.place}


def own_word(kind: MoveKind) -> MoveKind:
    """The table's word, where this game adds something: a hit near an edge, readiness lost by being moved."""
    return replace(kind, resolve=OWN_WORD.get(kind.verb, kind.resolve))


KINDS = (
    *(own_word(kind) for kind in table_kinds(MOVEMENT)),
    MoveKind("move", moving.move, OPEN, needs=("model|unit", "path|paths|to"), allowance=walking, closes=True),
    MoveKind("advance", moving.advance, OPEN, needs=("model",), allowance=advancing, closes=True),
    MoveKind("fall-back", moving.fall_back, OPEN, needs=("model", "path|to"), allowance=falling_back, closes=True),
    MoveKind("ready", moving.ready, OPEN, needs=("model",)),
    MoveKind(
        "charge",
        charging.declare,
        OPEN,
        needs=("model", "targets"),
        allowance=charge_inches,
        into_contact=charging.charge_ways,
    ),
    MoveKind("overwatch", reacting.overwatch, needs=("model",), answers=True),
    MoveKind("retreat", reacting.retreat, needs=("model", "path|to"), allowance=retreating, answers=True),
)

KILLTEAM2018 = RuleSet(
    id="killteam2018",
    title="Kill Team (2018)",
    steps=(Step(INITIATIVE, order.roll_for_initiative, shared=True), Step(MOVEMENT)),
    kinds={kind.verb: kind for kind in KINDS},
    clauses={clause.id: clause for clause in ALL},
    options={option.id: option for option in SWITCHES},
    marks={
        **{name: Mark(name, "round", shown=True) for name in SHOWN},
        **{name: Mark(name, "round") for name in HIDDEN},
        "destroyed": Mark("destroyed", shown=True),
        order.RANK: Mark(order.RANK),
    },
    keywords=frozenset({"fly", "assault"}),
    stats=frozenset({"M", "BS", "T", "Sv", "W"}),
    procedures={"asked": word.asked, charging.GOES_ON: charging.goes_on},
    ways=heights.WAYS,
    order=order.acting,
    flies=flies,
)
