"""Warhammer Fantasy Battle, 8th edition: the movement phase (seed 002). Ranked blocks that move as one body.

The clauses in the order of the book, the options, the rule set itself; what they do stands beside, a subject a file.
"""

from dataclasses import replace

from movetray.checks.states import both
from movetray.engine.rule import PassesOver
from movetray.engine.ruleset import Check, Clause, Mark, MoveKind, Option, RuleSet, Step
from movetray.procedures import table as word
from movetray.rulesets.common import OPTIONS, table_clauses, table_kinds
from movetray.rulesets.whfb8 import charging, fleeing, lurching, moving, reacting, reforming, tidying
from movetray.rulesets.whfb8.drill import drill
from movetray.rulesets.whfb8.facts import (
    ACTED,
    ACTS,
    CHARGE,
    CHARGES,
    CHARGING,
    COMPULSORY,
    FLEE,
    MARCH,
    MOVE,
    REACTIONS,
    REFORM,
    REFORMS,
    REMAINING,
    SHOOT,
    START,
    STEPPED,
    SWIFT,
    TIDY,
    movement,
)
from movetray.rulesets.whfb8.order import (
    all_compelled_moved,
    already_moved,
    charges_end,
    in_order,
    nobody_can_act,
    one_deed,
    start_ends,
    start_of_turn_first,
)

# --- The clauses ---------------------------------------------------------------------------------------------------

Clauses = tuple[Clause, ...]

EARLY = {"early": True}
TIME = {"stage": "time", "early": True}
END = frozenset({"end-step"})


def rule(
    name: str, seed: str, says: str, message: str | tuple[str, ...], check: Check | None = None, **more: object
) -> Clause:
    """One clause of this book; it looks at moves and marches where nothing else is said."""
    return Clause(f"whfb8.{name}", seed, says, message, check, **{"verbs": STEPPED, **more})  # type: ignore[arg-type]


SEQUENCE: Clauses = (
    rule(
        "sequence.order",
        "22-36",
        "Four sub-phases, each finished before the next: start of turn, declaring charges, compulsory moves, remaining "
        "moves.",
        "“{verb}” has no place in the step “{step}”.",
        in_order,
        verbs=frozenset(),
        **TIME,
    ),
    rule(
        "sequence.one-sub-phase",
        "24",
        "A unit acts in one sub-phase only, unless a special rule of its own says otherwise.",
        "{model} has acted in the step “{step}” of this turn.",
        one_deed,
        verbs=ACTS,
        **TIME,
    ),
    rule(
        "sequence.start-of-turn",
        "30",
        "Tests and rules that are due at the start of the turn are resolved first.",
        "First come the tests of the start of the turn.",
        start_of_turn_first,
        verbs=frozenset(),
        **TIME,
    ),
    rule(
        "sequence.skip-empty",
        "26, 27",
        "A sub-phase in which no unit can act is passed over.",
        "No unit can act in the step “{step}”: it is passed over.",
        verbs=frozenset(),
        value=PassesOver(nobody_can_act),
    ),
)

GAPS: Clauses = (
    rule(
        "gap.one-inch",
        "1, 8",
        "No unit comes closer than 1 inch to any other unit, friend or enemy, or to impassable terrain, at any point "
        "of a move or a manoeuvre; exactly 1 inch is allowed.",
        "{model} would come within {measured} of {other}; {allowed} is the least.",
        both(moving.keeps_its_inch, reforming.where_it_re_forms, charging.inch_in_a_charge),
        verbs=STEPPED | REFORMS | CHARGE,
    ),
    rule(
        "gap.contact",
        "2 +",
        "Units in contact are in combat, units an inch apart are not. A unit in combat neither moves nor charges.",
        "{model} is in combat with {other}.",
        moving.not_in_a_fight,
        verbs=ACTS,
        **EARLY,
    ),
    rule(
        "gap.charge-exempt",
        "3 +",
        "A charging unit may come closer than 1 inch, also to a third unit that it does not charge, but not through "
        "it.",
        "{model} would charge through {other}.",
        charging.not_through,
        verbs=CHARGE,
        applied=("{model} passes {measured} from {other} in its charge.", "{model} would charge through {other}."),
    ),
    rule(
        "gap.tidy",
        "3",
        "Once a charge is lined up, units that are not in that combat and stand closer than 1 inch are nudged to 1 "
        "inch.",
        (
            "It is for {unit} to make room, not for {model}.",
            "{model} would stand {measured} from {other}; {allowed} is the least.",
            "{model} would be moved {length}; a nudge is at most {allowed}.",
        ),
        tidying.asked_to_move,
        verbs=TIDY,
        applied=("{model} stands {measured} from {other} and makes room.", "{model} makes room."),
    ),
)

MANOEUVRES: Clauses = (
    rule(
        "measure.same-point",
        "4, 5",
        "A move is measured from and to the same point of the unit, its front: its depth never adds distance.",
        "{model} is measured by its front: {length}, its depth of {depth} does not count.",
        moving.same_point,
    ),
    rule(
        "manoeuvre.two",
        "7",
        "There are two manoeuvres: the wheel and the full reform.",
        "{model} would turn {degrees:n}° on the spot, which is neither a wheel nor a reform.",
        moving.neither_manoeuvre,
    ),
    rule(
        "manoeuvre.double-move",
        "9, 18",
        "In no manoeuvre does any model of the unit travel more than twice its Movement.",
        "In this wheel a model of {model} would travel {measured}; {allowed} is the most.",
        moving.nobody_twice,
    ),
    rule(
        "move.distance",
        "+",
        "In the remaining moves a unit moves at most its Movement, wheels counted at their cost.",
        "{model} would move {measured}; it has {allowed}.",
        moving.within(movement),
        verbs=MOVE,
        applied="{model} moves {measured} of {allowed}.",
    ),
    rule(
        "move.straight",
        "+",
        "A unit moves straight ahead, backwards or sideways at half rate, and turns only by a manoeuvre.",
        "{model} would turn without a manoeuvre.",
        moving.straight,
        applied="{model} pays {cost} for {length} that are not forward.",
    ),
    rule(
        "move.lone-pivot",
        "+",
        "A unit of one model may also turn on the spot, as often as it likes and for nothing, in a move or a march but "
        "not in a charge.",
        "{model} turns on the spot, being one model.",
        moving.lone_pivot,
    ),
    rule(
        "wheel.pivot",
        "11, 12, 14, 20",
        "A wheel turns the block about one of its front corners, the other swinging forward; never backwards.",
        "{model} cannot wheel.",
        moving.wheel_pivots,
        applied="{model} wheels by {degrees:n}°.",
    ),
    rule(
        "wheel.cost",
        "12, 13",
        "A wheel costs the distance that the model furthest from the pivot travels: the far front corner, or of a "
        "block deeper than wide the far rear one.",
        "The wheels of {model} cost {cost}.",
        moving.wheels_cost,
    ),
    rule(
        "wheel.repeat",
        "14",
        "Any number of wheels and straight moves may be mixed in one move while the allowance lasts.",
        "{model} wheels {count:n} times in this move.",
        moving.wheel_repeats,
    ),
    rule(
        "wheel.charge-free",
        "12 +",
        "In a charge the distance of the wheel is not measured: one wheel of at most 90 degrees.",
        "{model} wheels by {degrees:deg} for nothing.",
        verbs=CHARGE,
    ),
    rule(
        "move.no-mixing",
        "+",
        "Forward, backward and sideways are never mixed in one move; wheels belong to forward moves only.",
        "{model} would mix directions in one move.",
        moving.unmixed,
    ),
    rule(
        "reform.centre",
        "16-18, 21",
        "In a reform the middle of the block stays; ranks, files and facing become anything the formation allows.",
        "{model} stands in {files:n} files about its middle.",
        reforming.about_its_middle,
        verbs=REFORMS,
    ),
    rule(
        "reform.distance",
        "9, 18",
        "A reform is possible if the models can share the new places so that none travels more than twice its "
        "Movement.",
        "However they share the places, a model of {model} would travel {measured}; {allowed} is the most.",
        reforming.nobody_too_far,
        verbs=REFORMS,
        applied="No model of {model} travels more than {measured} of {allowed}.",
    ),
    rule(
        "reform.costs",
        "16, 19",
        "Who reforms neither moves otherwise nor shoots this turn.",
        "{model} has re-formed this turn.",
        reforming.costs_everything,
        verbs=STEPPED | REFORMS | SHOOT,
        **TIME,
    ),
    rule(
        "reform.musician",
        "19 +",
        "With a musician and a Leadership test passed it is a swift reform: the unit may still move, not march, and "
        "shoot as one that moved.",
        ("{model} has re-formed swiftly and does not “{verb}”.", "{model} has no musician."),
        reforming.led_by_music,
        verbs=SWIFT | MARCH,
        applied="The musician of {model} plays.",
        **EARLY,
    ),
    rule(
        "march",
        "+",
        "At the double a unit goes twice its Movement, forward and in wheels, and does not shoot; within 8 inches of "
        "an enemy that does not flee it needs a Leadership test.",
        (
            "{model} would march {measured}; it has {allowed}.",
            "After its march {model} does not “{verb}”.",
            "At the double {model} goes forward and wheels, no other way.",
        ),
        both(moving.march_allowed, moving.has_marched),
        verbs=MARCH | SHOOT,
        early=True,
        applied=("{model} marches {measured} of {allowed}.", "{model} is {closest} from {other}: it takes a test."),
    ),
)

CHARGING_CLAUSES: Clauses = (
    rule(
        "charge.declare",
        "32 +",
        "A charge is declared with its target, an enemy in the front arc, in sight and within Movement plus 12 inches; "
        "one at a time, each answered before the next.",
        (
            "{target} is {measured} from {model}, which cannot hope for more than {allowed}.",
            "{target} is outside the front arc of {model}, which opens by {arc:deg} on either side.",
            "{model} has declared a charge against {before} already.",
            "{model} charges one enemy, not {targets}.",
            "{friend} is no enemy of {model}.",
            "The {count:n} models of {model} stand loose and do not charge as one.",
            "No model in the front rank of {model} sees {target}.",
        ),
        both(charging.once_each, charging.declared_rightly),
        verbs=CHARGE,
        **EARLY,
    ),
    rule(
        "charge.range",
        "+",
        "A charge leads Movement plus 2D6 inches (swiftstride: three dice, the lowest dropped), measured straight; the "
        "unit has to come into contact after at most one wheel.",
        (
            "{other} leaves {model} no single wheel that leads to {target}.",
            "No single wheel of at most 90° brings {model} to {target}.",
        ),
        charging.reachable,
        verbs=CHARGE,
        applied=(
            "{model} charges {allowed} and needs {measured}.",
            "{model} charges {allowed}; {target} is gone.",
            "{other} leaves {model} no single wheel that leads to {target}.",
        ),
    ),
    rule(
        "charge.contact",
        "+",
        "The wheel is chosen to bring as many models of both sides into contact as can be; then the charger closes the "
        "door for nothing.",
        "{model} comes into contact with {target}: {count:n} models of both sides.",
        verbs=CHARGE,
    ),
    rule(
        "charge.reactions",
        "+",
        "Each charge is answered at once: hold; stand and shoot, with missiles, once, if the charger is further away "
        "than its Movement; or flee. In combat a unit only holds, in flight it only flees. The charger of one that "
        "flees may turn against another once, on a Leadership test.",
        (
            "{charger} is {measured} away, no further than its Movement of {allowed}: there is no time to shoot.",
            "The charge is at {target}, not at {model}.",
            "{model} is in combat with {fought} and only holds.",
            "{model} is {status} and does not “{verb}”.",
            "It is for {charger} to turn against another, not for {model}.",
            "{again} has fled from {model}: another is wanted.",
            "{model} does not “{done:word}” twice in a turn.",
            "{model} has no missiles.",
        ),
        both(reacting.may_react, reacting.may_redirect),
        verbs=CHARGE | REACTIONS,
        applied=("{model} would turn against {target}.", "{model} answers the charge."),
        **EARLY,
    ),
    rule(
        "charge.no-third-contact",
        "+",
        "A charger never touches an enemy that it did not declare.",
        "{model} would touch {other} on its way to {target}.",
        charging.touches_no_other,
        verbs=CHARGE,
    ),
    rule(
        "charge.failed",
        "+",
        "Out of reach the charger moves straight at its target by the highest die of its roll, and neither moves nor "
        "shoots after that.",
        "{model} has failed a charge this turn.",
        charging.after_failing,
        verbs=ACTS | SHOOT,
        applied="{model} does not reach {target} and goes {length}.",
        **TIME,
    ),
)

FLEEING_CLAUSES: Clauses = (
    rule(
        "rally",
        "+",
        "At the head of the compulsory moves a unit in flight rallies on 2D6 at or under its Leadership, with a "
        "quarter of its strength or less only on a double 1, and not in the turn in which its flight began. It "
        "re-forms and does nothing more.",
        "{model} has rallied this turn: it re-forms and does nothing more.",
        fleeing.has_rallied,
        verbs=ACTS - REFORM | SHOOT,
        applied="{model} rolls {rolled:n} to rally; {needed:n} or less is needed.",
        **TIME,
    ),
    rule(
        "flee",
        "+",
        "Flight is straight ahead through everything, on until the unit is clear; impassable ground and enemies that "
        "it crosses cost each model a test; whoever leaves the table is destroyed.",
        "{model} is not in flight, or has fled this turn.",
        fleeing.may_flee,
        verbs=FLEE,
        applied=(
            "{model} crosses {other}: one model takes a test. | {model} crosses {other}: {count} models take a test.",
            "{model} flees {allowed}.",
        ),
        **EARLY,
    ),
    rule(
        "random-movers",
        "+",
        "Random movers turn first, then roll, then go straight; contact is a charge without answers; they stop an inch "
        "from friends and impassable ground.",
        (
            "{model} would turn to within {measured} of {other}; {allowed} is the least.",
            "{model} moves at random: it turns and rolls, and nothing else.",
        ),
        both(charging.declares_nothing, lurching.as_it_must),
        verbs=ACTS,
        applied="{model} lurches {allowed}.",
        **EARLY,
    ),
    rule(
        "compulsory",
        "34 +",
        "Units that have to move, in flight or at random, do so in the compulsory moves.",
        ("{model} is {status} and does not “{verb}”.", "{model} still has to move."),
        both(all_compelled_moved, fleeing.only_flees),
        verbs=END | ACTS,
        applied="{model} moves because it must.",
        **TIME,
    ),
    rule(
        "formation",
        "18 +",
        "At least one model in each rank, all ranks but the last full, all facing one way; the last is filled from the "
        "middle.",
        "{count:n} models do not fill {files:n} files.",
        reforming.ranks_full,
        verbs=REFORMS,
    ),
)

SHARED: Clauses = tuple(
    clause
    for clause in table_clauses(
        instead=(
            "table.through-models",
            "table.overlap",
            "table.already-moved",
            "table.continuous",
            "table.edge",
            "table.solid",
        )
    )
)
OWN_TABLE: Clauses = (
    Clause(
        "table.continuous",
        "+",
        says="A path starts where the model stands, has no gaps, and each leg is of a way that exists there.",
        message="There is no way “{by}” for {model} there.",
        check=moving.no_such_step,
        verbs=STEPPED,
    ),
    Clause(
        "table.already-moved",
        "+",
        says="A model or unit that has finished its movement of the step does not move again.",
        message="{model} has had its move of this step.",
        check=already_moved,
        verbs=ACTS,
        stage="time",
        early=True,
    ),
    Clause(
        "table.edge",
        "+",
        says="No part of a base passes or ends off the table, unless a clause says that it leaves.",
        message="{model} would leave the table at {at}.",
        check=both(moving.on_the_board, reforming.on_the_board, lurching.on_the_board, tidying.on_the_board),
        verbs=STEPPED | REFORMS | TIDY,
    ),
    Clause(
        "table.solid",
        "+",
        says="No base enters a block, a floor from below or beside, or a wall that no clause lets it cross; no move "
        "ends with the base in a wall or astride the side of a block, however low.",
        message="{piece} is in the way of {model} at {at}.",
        check=moving.through_solids,
        verbs=STEPPED,
    ),
)

ALL: Clauses = (*SHARED, *OWN_TABLE, *SEQUENCE, *GAPS, *MANOEUVRES, *CHARGING_CLAUSES, *FLEEING_CLAUSES)

# --- Where the text is silent ---------------------------------------------------------------------------------------

SWITCHES = (
    *OPTIONS,
    Option(
        "wheel-cost",
        ("text", "front-corner", "furthest"),
        "text",
        "the text measures the far front corner, of a block deeper than wide the far rear one; by geometry that one is "
        "always furthest; many measure the front corner",
    ),
    Option("wheel-cost-point", ("corner", "base-centre"), "corner", "by which point of a model its way is measured"),
    Option("wheel-path", ("arc", "chord"), "arc", "along the way of the corner, or straight from where it was"),
    Option(
        "double-move-cap",
        ("all-models", "measured"),
        "all-models",
        "the text says no model in any manoeuvre; many only look at the measured corner of a wheel",
    ),
    Option("half-move-rounding", ("exact", "up"), "exact", "half of an odd Movement"),
    Option(
        "reform-distance-point",
        ("base-centre", "any-part"),
        "base-centre",
        "how far a model went: by its middle, or by the corner that went furthest",
    ),
    Option("tidy", ("automatic", "ask"), "automatic", "who makes room once a charge is lined up"),
    Option(
        "rally-when",
        (COMPULSORY, START),
        COMPULSORY,
        "at the head of the compulsory moves, after the charges, or at the start of the turn",
    ),
    Option(
        "charge-moves",
        ("after-all", "at-once"),
        "after-all",
        "when all charges are declared and answered, or each as soon as it is answered",
    ),
)

# --- The rule set ---------------------------------------------------------------------------------------------------

OWN_WORD = {"suffer": fleeing.suffer}

KINDS = (
    *(replace(kind, resolve=OWN_WORD.get(kind.verb, kind.resolve)) for kind in table_kinds(REMAINING)),
    MoveKind(
        "move",
        lurching.move,
        frozenset({REMAINING, COMPULSORY}),
        misplaced="whfb8.sequence.order",
        needs=("unit", "steps"),
        rolled=lurching.lurches,
    ),
    MoveKind(
        "charge", charging.declare, frozenset({CHARGES}), misplaced="whfb8.sequence.order", needs=("unit", "targets")
    ),
    MoveKind("hold", reacting.hold, needs=("unit",), answers=True),
    MoveKind("stand-and-shoot", reacting.stand_and_shoot, needs=("unit",), answers=True),
    MoveKind("flee", reacting.flee, frozenset({COMPULSORY}), misplaced="whfb8.sequence.order", needs=("unit",)),
    MoveKind("tidy", tidying.tidy, needs=("unit", "to"), answers=True),
    MoveKind("march", moving.march, frozenset({REMAINING}), misplaced="whfb8.sequence.order", needs=("unit", "steps")),
    MoveKind("reform", reforming.reform, frozenset({REMAINING}), misplaced="whfb8.sequence.order", needs=("unit",)),
    MoveKind(
        "swift-reform",
        reforming.swift_reform,
        frozenset({REMAINING}),
        misplaced="whfb8.sequence.order",
        needs=("unit",),
    ),
)

MARKS = (
    Mark("fleeing", "never", shown=True),
    Mark("charged", "turn", shown=True),
    Mark("marched", "turn", shown=True),
    Mark("compelled", "turn", shown=True),
    Mark(ACTED, "turn"),
    Mark(CHARGING, "turn"),
    Mark("failed-charge", "turn"),
    Mark(reacting.SHOT, "turn"),
    Mark(fleeing.FLED, "turn"),
    Mark("rally-tried", "turn"),
    Mark("rallied", "turn"),
    Mark("destroyed", shown=True),
    Mark("moved", "turn"),
    Mark("held-up", "turn"),
    Mark("reformed", "turn"),
    Mark("swiftly", "turn"),
)

WHFB8 = RuleSet(
    id="whfb8",
    title="Warhammer Fantasy Battle, 8th edition: the movement phase",
    steps=(Step(START, start_ends), Step(CHARGES, charges_end), Step(COMPULSORY), Step(REMAINING)),
    kinds={kind.verb: kind for kind in KINDS},
    clauses={clause.id: clause for clause in ALL},
    options={option.id: option for option in SWITCHES},
    marks={mark.id: mark for mark in MARKS},
    keywords=frozenset({"musician", "swiftstride", "random-movement", "missile", "fear"}),
    stats=frozenset({"M", "Ld"}),
    procedures={
        "asked": word.asked,
        charging.ANSWERED: reacting.declined,
        charging.POSITION: charging.position_chosen,
        tidying.TIDIED: tidying.stays,
    },
    foretold={"charge-moves": "at-once"},
    drill=drill,
)
