"""Mordheim: the movement phase (seed 000). Single models on round or square bases among ruins.

The clauses in the order of the book, the options, the rule set itself; what they do stands beside, a subject a file.
"""

from dataclasses import replace

from movetray._kernel import distance
from movetray.checks import contact, ground
from movetray.checks.distance import Priced, Within
from movetray.checks.faces import base_width
from movetray.checks.states import both, carrying
from movetray.checks.ways import drops_near, sideways_in_a_drop
from movetray.engine.rule import Crossing, FallsShort, GroundFactor, Unseen, WayLimit, WayPrice
from movetray.engine.ruleset import Check, Clause, Mark, MoveKind, Option, RuleSet, Step
from movetray.procedures import table as word
from movetray.rulesets.common import OPTIONS, table_clauses, table_kinds
from movetray.rulesets.mordheim import ruins
from movetray.rulesets.mordheim.charging import (
    charge_chosen,
    charge_goes,
    charge_way,
    declare_charge,
    lost_sight,
    target_hidden,
    target_visible,
    targets_named,
    within_one_reach,
)
from movetray.rulesets.mordheim.facts import (
    CHARGE,
    CHARGES,
    COMPULSORY,
    HIDE,
    LATER,
    ON_FOOT,
    ONCE_A_TURN,
    REMAINING,
    RUN,
    START,
    WALK,
    WALKERS,
    crawling,
    movement,
    running,
    walking,
)
from movetray.rulesets.mordheim.fleeing import flee
from movetray.rulesets.mordheim.hiding import act_later, concealed, hide, hiding_place, not_noticed
from movetray.rulesets.mordheim.intercepting import intercept, may_answer, one_interceptor
from movetray.rulesets.mordheim.lying import full_walk, knocked_down, stand_up, stunned
from movetray.rulesets.mordheim.order import (
    all_compelled_moved,
    charges_end,
    no_mind_of_its_own,
    own_step,
    start_of_turn_ends,
)
from movetray.rulesets.mordheim.walking import (
    comes_near,
    ends_in_combat,
    ends_in_contact,
    held_in_combat,
    nobody_near,
    walk,
)
from movetray.rulesets.mordheim.ways import charge_trades

# --- The clauses ---------------------------------------------------------------------------------------------------

Clauses = tuple[Clause, ...]


def rule(
    name: str, seed: str, says: str, message: str | tuple[str, ...], check: Check | None = None, **more: object
) -> Clause:
    """One clause of this book."""
    return Clause(f"mordheim.{name}", seed, says, message, check, **more)  # type: ignore[arg-type]


def low_enough(rules: RuleSet) -> float:
    """How high a barrier or an obstacle may be that is crossed freely, in inches (`barrier-height`)."""
    return float(rules.option("barrier-height"))


TIME = {"stage": "time", "early": True}
EARLY = {"early": True}

SEQUENCE: Clauses = (
    rule(
        "sequence.order",
        "2-4 +",
        "Three steps follow one another: charges, compulsory moves, remaining moves; before them the start of the "
        "turn. Each is finished before the next begins.",
        "“{verb}” has no place in the step “{step}”.",
        own_step("mordheim.sequence.order"),
        **TIME,
    ),
    rule(
        "sequence.charges-first",
        "2, 7",
        "Every charge is declared, charger and target by name, before that side moves anybody who does not charge.",
        "A charge comes too late in the step “{step}”.",
        own_step("mordheim.sequence.charges-first"),
        verbs=CHARGE,
        **TIME,
    ),
    rule(
        "rally",
        "+",
        "At the start of the turn a fleeing model rallies on 2D6 at or under Leadership, unless the nearest model that "
        "counts is an enemy. Rallied, it neither moves nor shoots this turn; it may cast.",
        (
            "{model} has rallied this turn: “{verb}” is not for it.",
            "{model} has rallied this turn and neither moves nor shoots.",
        ),
        carrying("rallied"),
        verbs=frozenset({"move", "run", "charge", "crawl", "shoot"}),
        **EARLY,
        applied=(
            "{model} cannot rally: the nearest model that counts, {nearest}, is an enemy.",
            "{model} rallies on 2D6 at or under its Leadership.",
        ),
    ),
    rule(
        "compulsory.order",
        "3",
        "Whoever a rule forces to move does so in the compulsory step; all of these moves end before any other begins.",
        "{model} still has to move before this step ends.",
        all_compelled_moved,
        verbs=frozenset({"end-step"}),
        **TIME,
    ),
    rule(
        "compulsory.flee",
        "3 +",
        "A model that lost its nerve runs 2D6 inches by the shortest way to the nearest edge of the table. Off the "
        "table it is gone; an enemy in its way stops it an inch short.",
        "{model} has lost its nerve and can only flee.",
        no_mind_of_its_own,
        verbs=frozenset({"flee", "move", "run", "charge", "hide", "shoot", "crawl", "stand-up"}),
        **EARLY,
        applied="{model} flees 2D6 inches.",
    ),
)

MOVING: Clauses = (
    rule(
        "move.distance",
        "5",
        "A walk is at most Movement inches of path, in any direction, and none of it has to be used.",
        "{model} would walk {measured}; it has {allowed}.",
        full_walk,
        verbs=WALK,
        applied="{model} walks {measured} of {allowed}.",
    ),
    rule(
        "move.stairs",
        "5, 11 +",
        "Ladders, stairs, ropes, doors, hatches and low obstacles are passed without penalty, in a run or charge too; "
        "what is gone up or down is part of the path.",
        ("{model} passes {piece}, {measured} high.", "{model} goes up or down: {cost} of its way."),
        both(Priced("mordheim.move.stairs"), ground.crossed("block")),
        verbs=ON_FOOT,
        value=(
            WayPrice("stairs", lambda _rules, leg: distance((0.0, 0.0), (leg.length, leg.rise))),
            WayPrice("ladder", lambda _rules, leg: leg.length + abs(leg.rise)),
            Crossing("block", low_enough),
        ),
    ),
    rule(
        "move.no-contact",
        "6-8",
        "Only a charge may end in contact with an enemy.",
        "{model} would end in combat with {other}; only a charge may.",
        ends_in_contact,
        verbs=WALKERS,
    ),
    rule(
        "move.models",
        "+",
        "No model moves through the base of another, friend or foe.",
        "{model} would move through {other}.",
        contact.through_models,
        verbs=ON_FOOT,
        leg=True,
    ),
    rule(
        "move.engaged",
        "+",
        "In combat a model does not move until the fight is over or it breaks, unless every enemy it touches is "
        "knocked down or stunned.",
        "{model} is in combat with {other} and stays there.",
        held_in_combat,
        verbs=frozenset({"move", "run", "charge", "hide", "shoot"}),
        **EARLY,
    ),
)

RUNNING: Clauses = (
    rule(
        "run.distance",
        "6",
        "A run is at most twice the Movement.",
        "{model} would run {measured}; it has {allowed}.",
        Within(running),
        verbs=RUN,
        applied="{model} runs {measured} of {allowed}.",
    ),
    rule(
        "run.enemy-near",
        "6",
        "Nobody runs with an enemy within 8 inches of where it starts, once all charges are declared. Enemies who "
        "flee, are stunned, knocked down or hidden do not count.",
        "{other} is {measured} from where {model} starts; to run, more than {allowed} are needed.",
        nobody_near,
        verbs=RUN,
        **EARLY,
    ),
    rule(
        "run.may-approach",
        "6",
        "During the run it may come nearer than 8 inches.",
        "{model} ends its run {closest} from {other}, which it may.",
        comes_near,
        verbs=RUN,
    ),
    rule(
        "run.no-shooting",
        "6",
        "A run is declared; who ran does not shoot this turn, and may still cast.",
        "{model} has run this turn and does not shoot.",
        carrying("ran"),
        verbs=frozenset({"shoot"}),
        **EARLY,
        applied="{model} runs: no shooting this turn.",
    ),
)

CHARGING: Clauses = (
    rule(
        "charge.declare",
        "2, 7",
        "A charge is declared without measuring: charger and target are named, the distance is found after.",
        "{target} is no enemy on the table that could be charged.",
        targets_named,
        verbs=CHARGE,
        **EARLY,
        applied="{model} charges without measuring first.",
    ),
    rule(
        "charge.line-of-sight",
        "7",
        "The target must be visible: an unbroken line leads from the charger to some part of it.",
        "{model} does not see {target}.",
        target_visible,
        verbs=CHARGE,
        **EARLY,
    ),
    rule(
        "charge.unseen",
        "7",
        "An enemy within 4 inches that is out of sight and not hidden may be charged after a passed Initiative test. "
        "Failed: neither charge nor run this turn, but a walk, shooting and casting.",
        "{model} has failed to find an unseen enemy: neither charge nor run this turn.",
        lost_sight,
        verbs=frozenset({"charge", "run"}),
        **EARLY,
        applied="{model} does not see {target} and tests its Initiative.",
    ),
    rule(
        "charge.hidden-target",
        "7, 10",
        "A hidden model is not charged, unless it has been noticed.",
        "{target} is hidden from {model}.",
        target_hidden,
        verbs=CHARGE,
        **EARLY,
    ),
    rule(
        "charge.distance",
        "7",
        "A charge covers at most twice the Movement, by the shortest way the base can take, and ends when the bases "
        "touch. A longer way is refused.",
        (
            "{model} would end {measured} from {target}; a charge ends in contact.",
            "The way of {model} is {measured}; the shortest is {allowed}.",
        ),
        charge_way,
        verbs=CHARGE,
        applied="The charge of {model} is {measured}; it has {allowed}.",
    ),
    rule(
        "charge.terrain",
        "11-15",
        "Difficult ground slows a charge as it slows a walk; climbing, jumping down and leaping are part of it where "
        "their own clauses allow.",
        "With the ground and the heights on its way the charge of {model} costs {cost}.",
        ruins.climbs_in_charge,
        verbs=CHARGE,
        leg=True,
        alike=True,
    ),
    rule(
        "charge.across-obstacle",
        "7",
        "Models parted only by a low wall or the like, so that their bases cannot touch, are in combat all the same.",
        "{model} fights across a low obstacle.",
    ),
    rule(
        "charge.only-way-in",
        "8",
        "Whatever move ends in combat is a charge, and the model that made it counts as the charger.",
        (
            "{model} would end in combat with {other}: that is a charge.",
            "{model} is in combat and counts as the charger.",
        ),
        ends_in_combat,
        verbs=WALKERS,
    ),
    rule(
        "charge.strikes-first",
        "8",
        "The charger strikes first in the first round of the combat.",
        "{model} strikes first.",
    ),
    rule(
        "charge.failed",
        "8 +",
        "Out of reach of the target the charger moves its Movement along the route of the charge, at the costs of the "
        "ground; it does not shoot this turn, and may cast.",
        "The charge of {model} has failed: it does not shoot this turn.",
        carrying("failed-charge"),
        verbs=frozenset({"shoot"}),
        **EARLY,
        applied="The charge of {model} fails: it moves a walk at most.",
    ),
    rule(
        "charge.several",
        "9",
        "If where it ends touches several enemies, the charger may charge all of them at once.",
        "{model} charges one enemy. | {model} charges {count} enemies at once.",
        within_one_reach,
        verbs=CHARGE,
        early=True,
    ),
)

INTERCEPTION: Clauses = (
    rule(
        "intercept.range",
        "8",
        "An enemy in no combat within 2 inches of the route of a charge may step in.",
        "{model} is too far from the route of {charger}, or not free to step in.",
        may_answer,
        verbs=frozenset({"intercept"}),
        **TIME,
        applied="{model} is near enough to the route to step in.",
    ),
    rule(
        "intercept.once",
        "8",
        "At most one model intercepts a charger; whether and which is the free choice of the opponent.",
        "{charger} has been intercepted already.",
        one_interceptor,
        verbs=frozenset({"intercept"}),
        **TIME,
    ),
    rule(
        "intercept.meets",
        "+",
        "The interceptor takes the shortest way into contact with the charger where the route comes nearest to it; the "
        "charge ends there.",
        "{model} meets the charger at {at}.",
    ),
    rule(
        "intercept.fear-to-charge",
        "8",
        "An interceptor that would need a fear test to charge the charger must pass it, or it stays where it is.",
        "{model} tests its nerve before it steps in.",
    ),
    rule(
        "intercept.causes-fear",
        "8",
        "If the interceptor causes fear, the bases are brought together and the charger tests as if it were charged.",
        "{model} tests its nerve, as if it were charged.",
    ),
    rule(
        "intercept.still-charger",
        "8",
        "Whatever happens, the first charger counts as the one that charged.",
        "{model} still counts as the charger.",
    ),
)

HIDING: Clauses = (
    rule(
        "hide.where",
        "10 +",
        "A model hides where it ends its move behind a low wall, a column or the like: cover is near enough, and no "
        "standing enemy spots it there.",
        ("{model} has no cover within {allowed}.", "{other} sees {model} there."),
        hiding_place,
        verbs=HIDE,
        **EARLY,
        applied="{model} hides behind {piece}.",
    ),
    rule(
        "hide.not-after",
        "10",
        "Nobody hides in a turn in which it ran, charged, fled or was stunned.",
        "{model} does not hide this turn: it is marked “{status}”.",
        carrying("ran", "charged", "failed-charge", "fled", "stunned", "came-round"),
        verbs=HIDE,
        **EARLY,
    ),
    rule(
        "hide.stays",
        "10",
        "Hiding lasts over turns, and over moves that never leave the cover.",
        "{model} stays hidden.",
    ),
    rule(
        "hide.spotted",
        "10",
        "When an enemy moves to where it sees the model, the marker goes.",
        "{other} has come to where it sees {model}.",
    ),
    rule(
        "hide.detected",
        "10",
        "Hidden models within its Initiative in inches are always noticed by an enemy; so near, nobody hides.",
        "{other} notices {model}: {measured} away, Initiative {allowed:n}.",
        not_noticed,
        verbs=HIDE,
        **EARLY,
        applied="{other} notices {model}.",
    ),
    rule(
        "hide.protects",
        "10",
        "A hidden model is neither seen nor shot at.",
        "{model} is hidden.",
        value=Unseen(concealed),
    ),
    rule(
        "hide.gives-away",
        "10",
        "Shooting, casting or moving into view ends hiding.",
        ("{model} comes into view at {at}.", "{model} gives itself away."),
    ),
)

TERRAIN: Clauses = (
    rule(
        "terrain.open",
        "11",
        "Open ground, floors and walkways are gone at full speed.",
        "{model} goes {length} over open ground at full speed.",
        Priced("mordheim.terrain.open"),
        verbs=ON_FOOT,
        value=GroundFactor("open", 1.0),
    ),
    rule(
        "terrain.difficult",
        "11",
        "Difficult ground - steep or loose slopes, bushes, pitched roofs - is gone at half speed: an inch costs two.",
        "{model} pays {cost} for {length} of way with difficult ground in it.",
        Priced("mordheim.terrain.difficult"),
        verbs=ON_FOOT,
        value=GroundFactor("difficult", 2.0),
    ),
    rule(
        "terrain.very-difficult",
        "11",
        "Very difficult ground - gaps in rubble - is gone at quarter speed: every inch costs four.",
        "{model} pays {cost} for {length} of way with very difficult ground in it.",
        Priced("mordheim.terrain.very-difficult"),
        verbs=ON_FOOT,
        value=GroundFactor("very-difficult", 4.0),
    ),
    rule(
        "terrain.barrier",
        "11",
        "Walls, fences and hedges no higher than an inch are jumped at no cost, or walked around; higher ones block.",
        "{piece} is {measured} high; barriers are crossed up to {allowed}.",
        ground.crossed("wall"),
        verbs=ON_FOOT,
        value=Crossing("wall", low_enough),
        applied="{model} crosses {piece}, {measured} high.",
    ),
)

CLIMBING = ON_FOOT

CLIMBS: Clauses = (
    rule(
        "climb.who",
        "12",
        "Any model but an animal may climb.",
        "{model} is an animal and does not climb.",
        ruins.no_animals,
        verbs=CLIMBING,
        leg=True,
        alike=True,
    ),
    rule(
        "climb.touching",
        "12",
        "What a model climbs it already touches at the start of its movement phase.",
        "{model} did not touch {piece} when the phase began.",
        ruins.touched_at_start,
        verbs=CLIMBING,
        leg=True,
        alike=True,
    ),
    rule(
        "climb.distance",
        "12",
        "In a phase a model climbs at most its Movement, and never while running; what is left may be used as usual.",
        "{model} would climb {measured}; it has {allowed}.",
        ruins.climbed_inches,
        verbs=CLIMBING,
        value=(WayPrice("climb", ruins.climb_price), WayLimit("climb", base_width, altogether=movement)),
        applied="{model} climbs {measured} of {allowed}.",
        leg=True,
        alike=True,
    ),
    rule(
        "climb.too-high",
        "12",
        "A height above Movement is not climbed.",
        "{model} would climb {measured}; no height above {allowed} is climbed.",
        ruins.too_high,
        verbs=CLIMBING,
        leg=True,
        alike=True,
        value=WayLimit("climb", height=movement),
    ),
    rule(
        "climb.test-up",
        "12",
        "To begin a climb takes an Initiative test; failed, the model does not move this turn.",
        "{model} has found no hold and does not move this turn.",
        ruins.rooted,
        verbs=frozenset({"move", "run", "charge", "crawl"}),
        **EARLY,
        applied="{model} tests its Initiative to climb.",
    ),
    rule(
        "climb.test-down",
        "12",
        "Climbing down takes the same test; failed, the model falls from where it started.",
        "{model} tests its Initiative to climb down.",
    ),
    rule(
        "climb.step-off",
        "+",
        "The step onto the top costs nothing beyond the height; each stretch between two surfaces is a climb of its "
        "own.",
        "{model} steps onto the top at no cost.",
        ruins.steps_off,
        verbs=CLIMBING,
    ),
)

JUMPS: Clauses = (
    rule(
        "jump.height",
        "13",
        "A model may jump down, at any point of its move, from at most 6 inches.",
        "{model} would jump down {measured}; {allowed} is the most.",
        ruins.low_enough,
        verbs=CLIMBING,
        leg=True,
        alike=True,
        value=(WayLimit("jump", height=ruins.farthest_drop), WayLimit("leap", height=ruins.farthest_drop)),
    ),
    rule(
        "jump.tests",
        "13",
        "A jump takes an Initiative test for every full 2 inches of drop. Any failure: the model falls from the edge, "
        "takes the damage of the fall and moves no more.",
        "{model} takes one test for a drop of {height}. | {model} takes {count} tests for a drop of {height}.",
    ),
    rule(
        "jump.free",
        "13",
        "The drop costs no movement; after success the move goes on.",
        "The drop is free; the way out from the edge costs {model} {cost}.",
        Priced("mordheim.jump.free"),
        verbs=CLIMBING,
        value=(WayPrice("jump", ruins.drop_price), WayPrice("dive", ruins.drop_price)),
    ),
    rule(
        "jump.sideways",
        "+",
        "A jump or dive goes sideways at most the width of the base and half an inch, and lands lower; more is a leap.",
        "{model} would go {measured} sideways in a drop; {allowed} is the most.",
        drops_near,
        verbs=CLIMBING,
        leg=True,
        value=WayLimit("jump", length=sideways_in_a_drop),
    ),
    rule(
        "dive.target",
        "14 +",
        "From a balcony or the like a model may charge an enemy below within 2 inches of where it lands; closing that "
        "gap is part of the charge.",
        (
            "{target} is {measured} from where {model} would land; {allowed} is the most.",
            "Only a charge may dive, and {model} does not charge.",
        ),
        ruins.dives_onto_target,
        verbs=CLIMBING,
        applied="{target} is {measured} from where {model} lands, near enough for a dive.",
    ),
    rule(
        "dive.tests",
        "14",
        "A dive takes a test for every full 2 inches, from at most 6. Any failure: the model falls, takes the damage, "
        "moves no more and does not charge.",
        "{model} would dive {measured}; {allowed} is the most.",
        ruins.dive_low_enough,
        verbs=CLIMBING,
        applied="{model} takes one test for a dive of {height}. | {model} takes {count} tests for a dive of {height}.",
    ),
    rule(
        "dive.bonus",
        "14",
        "Success gives one more Strength and one better to hit, in the first round of the combat only.",
        "{model} comes from above: stronger and surer in the first round.",
    ),
    rule(
        "leap.gap",
        "15",
        "Gaps of at most 3 inches may be leapt; the gap counts against the move.",
        "{model} would leap {measured}; {allowed} is the most.",
        ruins.narrow_enough,
        verbs=CLIMBING,
        applied=("{model} leaps {measured}.", "{model} leaps at a gap that is too wide."),
        value=(WayPrice("leap", lambda _rules, leg: leg.length), WayLimit("leap", ruins.widest_leap)),
        leg=True,
    ),
    rule(
        "leap.short",
        "15",
        "Who has too little movement left to reach the far side falls; nobody measures first.",
        "{model} falls: {missing} of movement are wanting.",
        value=FallsShort("leap"),
    ),
    rule(
        "leap.test",
        "15",
        "A leap takes an Initiative test; failed, the model falls.",
        "{model} tests its Initiative to leap.",
    ),
    rule(
        "leap.combines",
        "15",
        "A leap may be part of a run or a charge; a walker that leapt may still shoot.",
        "{model} leaps {length} on its way.",
        ruins.leaps_in_charge_or_run,
        verbs=CLIMBING,
    ),
)

FALLS: Clauses = (
    rule(
        "edge.slip",
        "16",
        "A model knocked down or stunned within an inch of an edge takes an Initiative test; failed, it falls.",
        "{model} lies near an edge and may slip.",
    ),
    rule(
        "fall.damage",
        "17",
        "A fall is D3 hits with a Strength of the inches fallen; no armour saves, nothing is critical.",
        "{model} falls {height}: hits of Strength {strength:n}.",
    ),
    rule(
        "fall.ends-move",
        "17",
        "Who fell neither moves nor hides this turn, hurt or not.",
        "{model} has fallen this turn: this is not for it.",
        carrying("fell"),
        verbs=frozenset({"move", "run", "charge", "hide", "crawl", "stand-up"}),
        **EARLY,
    ),
    rule(
        "wounds.resolve",
        "+",
        "Hits are resolved so that the phase can go on: to wound by Strength against Toughness, then the injury die - "
        "1-2 knocked down, 3-4 stunned, 5-6 out of action.",
        "{model} takes one hit. | {model} takes {count} hits.",
    ),
)

ON_THE_GROUND: Clauses = (
    rule(
        "test.initiative",
        "+",
        "A test is a die at or under Initiative; a natural six always fails.",
        "A natural {rolled:n} fails, whatever the Initiative of {model}.",
    ),
    rule(
        "status.knocked-down",
        "+",
        "A knocked-down model crawls 2 inches, not out of contact; it neither charges, runs nor hides. It may stand up "
        "in its next turn, with half a move and neither run nor charge.",
        ("{model} would go {measured}; it has {allowed}.", "{model} is marked “{status}”: this is not for it."),
        knocked_down,
        verbs=frozenset({"move", "run", "charge", "hide", "crawl", "stand-up", "shoot"}),
        early=True,
        applied=("{model} goes {measured} of {allowed}.", "{model} stands up."),
    ),
    rule(
        "status.stunned",
        "+",
        "A stunned model does nothing; at its side's next start of turn it counts as knocked down, and it may stand up "
        "a turn later.",
        "{model} is marked “{status}”: this is not for it.",
        stunned,
        verbs=frozenset({"move", "run", "charge", "hide", "crawl", "stand-up", "shoot", "cast", "flee"}),
        early=True,
        applied="{model} comes round: it counts as knocked down.",
    ),
)


ALL = (
    *table_clauses(instead=("table.through-models",)),
    *SEQUENCE,
    *MOVING,
    *RUNNING,
    *CHARGING,
    *INTERCEPTION,
    *HIDING,
    *TERRAIN,
    *CLIMBS,
    *JUMPS,
    *FALLS,
    *ON_THE_GROUND,
)


# --- The switches --------------------------------------------------------------------------------------------------

SWITCHES = (
    *OPTIONS,
    Option("measuring", ("closed", "open"), "closed", "nobody measures before the declaration, or many groups do"),
    Option("six-always-fails", ("on", "off"), "on", "not in the seed; in the printed game"),
    Option("resolve-hits", ("on", "off"), "on", "hits are not movement, but the phase cannot go on without them"),
    Option(
        "terrain-touch", ("base", "centre"), "base", "in difficult ground by any part of the base, or by its centre"
    ),
    Option("fall-rounding", ("up", "exact", "down"), "up", "the Strength of a fall from 4.5 inches"),
    Option("leap-too-wide", ("refuse", "fall"), "refuse", "a gap of more than 3 inches when nobody measured"),
    Option("jump-sideways", ("paid", "free"), "paid", "is the way out from the edge part of the free drop"),
    Option("climb-height", ("per-phase", "total"), "per-phase", "higher than Movement: in one phase, or at all"),
    Option("intercept-path", ("edge", "centre"), "edge", "the 2 inches from the swept base or from its centre line"),
    Option("intercept-zone", ("text", "diagram"), "text", "by the letter, or only beside the route before the target"),
    Option("intercept-who", ("standing", "any"), "standing", "whether a hidden or stunned model may step in"),
    Option("climb-in-charge", ("allow", "forbid"), "allow", "the text forbids running while climbing, not charging"),
    Option("climb-touch", ("phase-start", "any-time"), "phase-start", "must it be touched at the start of the phase"),
    Option("barrier-height", (), 1.0, "up to and including one inch"),
    Option("hide-cover", (), 1.0, "how near, in inches, the cover must be"),
    Option("hidden-from", ("across-cover", "line-of-sight"), "across-cover", "may an enemy look over the cover"),
    Option("flee-way", ("nearest-edge", "from-enemies"), "nearest-edge", "to the edge, or away from the nearest enemy"),
)


# --- The rule set --------------------------------------------------------------------------------------------------

OPEN = frozenset({REMAINING})
LATE = "mordheim.sequence.order"


def own_word(kind: MoveKind) -> MoveKind:
    """The table's word, where this game adds something: shots give away, who goes down near an edge may slip."""
    if kind.verb in LATER:
        return replace(kind, resolve=act_later)
    return replace(kind, resolve=ruins.suffer) if kind.verb == "suffer" else kind


KINDS = (
    *(own_word(kind) for kind in table_kinds(REMAINING)),
    MoveKind(
        "move", walk, frozenset({REMAINING, COMPULSORY}), LATE, ("model|unit", "path|paths|to"), walking, closes=True
    ),
    MoveKind("run", walk, OPEN, LATE, ("model|unit", "path|paths|to"), running, closes=True),
    MoveKind("crawl", walk, OPEN, LATE, ("model|unit", "path|paths|to"), crawling, closes=True),
    MoveKind("stand-up", stand_up, OPEN, LATE, ("model|unit",), needs_move=True),
    MoveKind("hide", hide, OPEN, LATE, ("model|unit",)),
    MoveKind("flee", flee, frozenset({COMPULSORY}), LATE, ("model",), closes=True),
    MoveKind(
        "charge",
        declare_charge,
        frozenset({CHARGES}),
        "mordheim.sequence.charges-first",
        ("model", "targets"),
        running,
        charge_trades,
        closes=True,
    ),
    MoveKind("intercept", intercept, needs=("model", "charger"), answers=True),
)

STATUSES = ("hidden", "fleeing", "knocked-down", "stunned", "out-of-action", "ran", "charged", "dived", "compelled")

MORDHEIM = RuleSet(
    id="mordheim",
    title="Mordheim",
    steps=(Step(START, start_of_turn_ends), Step(CHARGES, charges_end), Step(COMPULSORY), Step(REMAINING)),
    kinds={kind.verb: kind for kind in KINDS},
    clauses={clause.id: clause for clause in ALL},
    options={option.id: option for option in SWITCHES},
    marks={
        **{name: Mark(name, "turn", name in STATUSES) for name in ONCE_A_TURN},
        **{name: Mark(name, "never", True) for name in STATUSES if name not in ONCE_A_TURN},
        "charges-declared": Mark("charges-declared", "turn"),
    },
    keywords=frozenset({"animal", "fear", "fearless"}),
    stats=frozenset({"M", "I", "Ld", "T", "W"}),
    procedures={"asked": word.asked, "charge-goes": charge_goes, "charge-chosen": charge_chosen},
    ways=ruins.WAYS,
    chance=ruins.chance,
    touch_option="terrain-touch",
)
