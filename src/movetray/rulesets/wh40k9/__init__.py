"""Warhammer 40,000, 9th edition: the movement phase (seed 004). Units of models on bases and hulls.

The clauses stand in the order of the book, a subject a file, with what they do; here they come together.
"""

from movetray.engine.ruleset import Mark, RuleSet, Step
from movetray.procedures import table as word
from movetray.rulesets.common import OPTIONS, table_clauses, table_kinds
from movetray.rulesets.wh40k9 import aircraft, moving, order, reserves, transports
from movetray.rulesets.wh40k9.facts import MOVE_UNITS, REINFORCEMENTS, flies

ALL = (
    *table_clauses(instead=("table.through-models",)),
    *order.SEQUENCE,
    *moving.MOVING,
    *order.STANDING,
    *reserves.CLAUSES,
    *transports.CLAUSES,
    *aircraft.CLAUSES,
)

KINDS = (
    *table_kinds(REINFORCEMENTS),
    *moving.KINDS,
    *order.KINDS,
    *reserves.KINDS,
    *transports.KINDS,
    *aircraft.KINDS,
)

SWITCHES = (*OPTIONS, *reserves.SWITCHES, *transports.SWITCHES, *aircraft.SWITCHES)

MARKS = (
    *order.MARKS,
    *moving.MARKS,
    *reserves.MARKS,
    *transports.MARKS,
    *aircraft.MARKS,
    Mark("destroyed", shown=True),
)

WH40K9 = RuleSet(
    id="wh40k9",
    title="Warhammer 40,000, 9th edition",
    steps=(Step(MOVE_UNITS), Step(REINFORCEMENTS, order.phase_ends)),
    kinds={kind.verb: kind for kind in KINDS},
    clauses={clause.id: clause for clause in ALL},
    options={option.id: option for option in SWITCHES},
    marks={mark.id: mark for mark in MARKS},
    keywords=frozenset({"fly", "aircraft", "transport", "vehicle", "infantry", "beasts", "swarm", "character"}),
    stats=frozenset({"M", "min", "capacity", "space"}),
    procedures={"asked": word.asked},
    flies=flies,
)
