"""Warhammer 40,000, 3rd edition: infantry movement (seed 003). Units of single models in loose order.

The clauses in the order of the book, the options, the rule set itself; what they do stands beside, a subject a file.
"""

from movetray.checks import contact, ground, timing
from movetray.checks.clear import END, PATH, KeepClear, Over
from movetray.checks.distance import Within
from movetray.engine.rule import Neighbours, Unhindered, WayPrice
from movetray.engine.ruleset import Check, Clause, Mark, MoveKind, Option, RuleSet, Step
from movetray.procedures import table as word
from movetray.rulesets.common import OPTIONS, table_clauses, table_kinds
from movetray.rulesets.wh40k3.difficult import (
    ENTERING,
    ROLLED,
    dice_bind,
    may_roll_first,
    of_few_or_many_dice,
    untouched_are_free,
    weight_binds,
)
from movetray.rulesets.wh40k3.facts import FIGHT, MOVE, MOVEMENT, both, each_its_own_way, infantry, locked_stays, turns
from movetray.rulesets.wh40k3.formation import (
    broken_does_not_fight,
    distance_of,
    locked_are_exempt,
    one_chain,
    restored,
)
from movetray.rulesets.wh40k3.moving import move, phase_ends
from movetray.rulesets.wh40k3.terrain import (
    CATALOGUE,
    asked_or_settled,
    by_example,
    on_normal_ground,
    settle,
)

# --- The clauses ---------------------------------------------------------------------------------------------------

Clauses = tuple[Clause, ...]

SETTLE = frozenset({"settle"})


def rule(
    name: str, seed: str, says: str, message: str | tuple[str, ...], check: Check | None = None, **more: object
) -> Clause:
    """One clause of this book; it looks at moves where nothing else is said."""
    return Clause(f"wh40k3.{name}", seed, says, message, check, **{"verbs": MOVE, **more})  # type: ignore[arg-type]


def near_enemies(rules: RuleSet) -> Over:
    """Whether enemies are kept clear of at the end of a move only (`enemy-one-inch`)."""
    return PATH if rules.option("enemy-one-inch") == "path" else END


SEQUENCE: Clauses = (
    rule(
        "sequence.one-unit-at-a-time",
        "5, 6",
        "The active player moves one unit completely, then the next; no unit moves twice, and none has to move.",
        "{model} has had the one move of its unit this turn.",
        timing.not_moved_yet,
        stage="time",
        early=True,
    ),
)

MOVING: Clauses = (
    rule(
        "move.infantry",
        "7, 8",
        "Every infantry model moves up to 6 inches.",
        "{model} would move {measured}; it has {allowed}.",
        Within(infantry),
        applied="{model} moves {measured} of {allowed}.",
        value=(
            WayPrice("stairs", lambda _rules, leg: leg.way),
            WayPrice("ladder", lambda _rules, leg: leg.way),
        ),
    ),
    rule(
        "move.models-individually",
        "10, 11",
        "The models of a unit move each in its own way.",
        "The models of {unit} go each their own way.",
        each_its_own_way,
    ),
    rule(
        "move.stationary",
        "6",
        "A unit of which no model moved is noted as stationary: it shoots better.",
        "{unit} has not moved: it counts as stationary.",
    ),
    rule(
        "move.locked",
        "+",
        "A model in contact with an enemy is locked in combat and does not move.",
        "{model} is locked in combat with {other} and does not move.",
        locked_stays,
        early=True,
    ),
    rule(
        "enemy.one-inch",
        "9 +",
        "At the end of its move a model is at least 1 inch from every enemy, and it never crosses an enemy base.",
        (
            "{model} would come within {measured} of {other}; {allowed} is the least.",
            "{model} would pass through {other}, an enemy.",
        ),
        both(KeepClear(1.0, near_enemies), contact.through_enemies),
    ),
    rule(
        "move.friends",
        "+",
        "A model passes neither through a friend nor through a gap that is narrower than its base.",
        "{model} would pass through {other}, a friend.",
        contact.through_friends,
    ),
)

COHERENCY: Clauses = (
    rule(
        "coherency.chain",
        "11, 12",
        "After its move a unit is one chain, each model at most 2 inches from the next.",
        "{model} would be {measured} from {other}, the nearest of the rest; {allowed} is the most.",
        one_chain,
        value=Neighbours(distance_of, lambda count: min(count - 1, 1)),
    ),
    rule(
        "coherency.restore",
        "13, 14 +",
        "A unit broken by losses or in combat moves so that it is one chain again; where that is out of reach, it "
        "closes up.",
        (
            "{model} would still be {measured} from {other}; {allowed} is within reach.",
            "{model} would be {measured} from {other} and was {before}: the unit has to close up.",
        ),
        restored,
        applied=("{unit} closes up: {left} are left.", "{unit} is one chain again."),
    ),
    rule(
        "coherency.penalty",
        "14",
        "A unit that moved or stood without becoming one chain again neither shoots nor assaults until it is.",
        "{model} is {measured} from {other}, out of formation: its unit neither shoots nor assaults.",
        broken_does_not_fight,
        verbs=MOVE | FIGHT,
        applied="{unit} is out of formation by a gap of {left}: it neither shoots nor assaults.",
    ),
    rule(
        "coherency.engaged",
        "15",
        "Models locked in combat need not be in formation until the combat is over.",
        "{model} is locked in combat and may be apart from its unit.",
        locked_are_exempt,
    ),
)

FACING: Clauses = (
    rule(
        "facing.free",
        "16",
        "Turning costs nothing, and how a model faces at the end of the phase does not matter.",
        "{model} turns at no cost.",
        turns,
    ),
)

TERRAIN: Clauses = (
    rule(
        "terrain.kinds",
        "21, 22",
        "Every piece is normal, difficult or impassable, as agreed before the game; a die settles what is in dispute.",
        (
            "For {piece} {claims} claims are needed, one of each side: normal, difficult or impassable.",
            "Nothing is in dispute about {piece}.",
        ),
        asked_or_settled,
        verbs=MOVE | SETTLE,
        applied=(
            "The dice make {piece} {going} ground.",
            "What {piece} is has not been settled, and {model} comes upon it.",
        ),
    ),
    rule(
        "terrain.normal",
        "28",
        "Normal ground leaves a move as it is.",
        "{piece} is normal ground and does not slow {model}.",
        on_normal_ground,
    ),
    rule(
        "terrain.examples",
        "23-25",
        "A list of examples says of what kind a piece of terrain is.",
        "By the examples {piece}, which {model} comes upon, is {going} ground.",
        by_example,
        value=CATALOGUE,
    ),
)

DIFFICULT: Clauses = (
    rule(
        "difficult.roll",
        "27, 29 +",
        "A unit any of whose models moves into, within, out of or through difficult ground rolls two dice before it "
        "moves; the highest is the most inches that those models go this turn.",
        (
            "{model} would go {measured}; the dice allow {allowed}.",
            "{model} was not said to enter {piece} before the dice fell.",
        ),
        dice_bind,
        applied=(
            "{model} goes through {piece}: one die falls. | {model} goes through {piece}: {count} dice fall.",
            "{unit} rolls one die before its way is said. | {unit} rolls {count} dice before its way is said.",
        ),
    ),
    rule(
        "difficult.edge",
        "30 +",
        "A model whose roll is too small to take it into the ground is put just inside its near edge.",
        "{model} does not get into the difficult ground and is put at its edge.",
    ),
    rule(
        "difficult.others",
        "30",
        "Models of the unit that never touch difficult ground keep their full move; the formation binds them all.",
        "{model} of {unit} stays out of difficult ground and keeps its full move.",
        untouched_are_free,
    ),
)

IMPASSABLE: Clauses = (
    rule(
        "impassable.never",
        "31",
        "Nobody sets foot on impassable ground who has no ability for it.",
        "{piece} is impassable: {model} cannot go there.",
        ground.on_barred_ground,
        value=Unhindered("impassable", frozenset({"ignores-impassable", "jump", "skimmer"})),
    ),
)

VARIANTS: Clauses = (
    rule(
        "variant.dice",
        "32 +",
        "A piece of difficult ground may be set to one, two or three dice; a unit in several takes the fewest.",
        "{piece} takes one die. | {piece} takes {count} dice.",
        of_few_or_many_dice,
    ),
    rule(
        "variant.gravity",
        "32",
        "Where the gravity is high or low, dice fall even for open ground: the highest is the most inches of the unit.",
        "{model} would go {measured}; the dice allow {allowed}.",
        weight_binds,
        applied="One die falls for the weight of this world. | {count} dice fall for the weight of this world.",
    ),
    rule(
        "variant.table",
        "21, 33 +",
        "A table may say what a piece is: on a die 1-2 normal, 3-4 difficult, 5-6 impassable.",
        "By the table {piece} is {going} ground.",
    ),
)

ALL = (
    *table_clauses(),
    *SEQUENCE,
    *MOVING,
    *COHERENCY,
    *FACING,
    *TERRAIN,
    *DIFFICULT,
    *IMPASSABLE,
    *VARIANTS,
)


# --- The switches --------------------------------------------------------------------------------------------------

SWITCHES = (
    *OPTIONS,
    Option(
        "difficult-declared", ("before-roll", "after-roll"), "before-roll", "is it said before the dice who will enter"
    ),
    Option(
        "difficult-caps",
        ("in-terrain-models", "whole-unit"),
        "in-terrain-models",
        "one paragraph limits the unit, the next frees the models that never touch the ground",
    ),
    Option("coherency-distance", (), 2.0, "inches between neighbours; some tables play with more"),
    Option("stacked-terrain", ("fewest-dice", "each"), "fewest-dice", "a way through two kinds of difficult ground"),
    Option(
        "short-roll",
        ("inner-edge", "stop-at-die", "stop-outside"),
        "inner-edge",
        "where a model stands that the die does not carry into the ground",
    ),
    Option("enemy-one-inch", ("end", "path"), "end", "the text speaks of where models are placed"),
    Option("gravity", ("off", "1", "2", "3"), "off", "dice for every move on worlds that are heavy or light"),
    Option(
        "disputed-terrain",
        ("table", "roll-off"),
        "table",
        "a die on the table, or one for each side's claim",
    ),
)


# --- The rule set --------------------------------------------------------------------------------------------------

KINDS = (
    *table_kinds(MOVEMENT),
    MoveKind(
        "move",
        move,
        frozenset({MOVEMENT}),
        needs=("model|unit", "path|paths|to"),
        allowance=infantry,
        closes=True,
        rolled=may_roll_first,
    ),
    MoveKind("settle", settle, needs=("terrain",), any_side=True),
)

WH40K3 = RuleSet(
    id="wh40k3",
    title="Warhammer 40,000, 3rd edition: infantry",
    steps=(Step(MOVEMENT, phase_ends),),
    kinds={kind.verb: kind for kind in KINDS},
    clauses={clause.id: clause for clause in ALL},
    options={option.id: option for option in SWITCHES},
    marks={
        "moved": Mark("moved", "turn"),
        "stationary": Mark("stationary", "turn", shown=True),
        "destroyed": Mark("destroyed", "never", shown=True),
        ROLLED: Mark(ROLLED, "turn"),
        ENTERING: Mark(ENTERING, "turn"),
    },
    keywords=frozenset({"jump", "skimmer", "ignores-impassable"}),
    stats=frozenset({"M"}),
    procedures={"asked": word.asked},
)
