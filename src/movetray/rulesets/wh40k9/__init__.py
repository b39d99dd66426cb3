"""Warhammer 40,000, 9th edition: the movement phase (seed 004). Units of models on bases and hulls.

The clauses stand with what they do, a subject a file; here they come together in the order of the book.
"""

from dataclasses import replace

from movetray.engine.ruleset import Mark, RuleSet, Step
from movetray.procedures import table as word
from movetray.rulesets.common import OPTIONS, table_clauses, table_kinds
from movetray.rulesets.wh40k9 import (
    aircraft,
    engagement,
    fighting,
    flying,
    formation,
    leaving,
    losing,
    moving,
    order,
    reserves,
    terrain,
    transports,
    wrecks,
)
from movetray.rulesets.wh40k9.facts import MOVE_UNITS, REINFORCEMENTS, flies

ALL = (
    *table_clauses(instead=("table.through-models",)),
    *aircraft.edge_clauses(),
    *order.SEQUENCE,
    *moving.MOVING,
    *leaving.LEAVING,
    *order.STANDING,
    *engagement.ENGAGEMENT,
    *terrain.GROUND,
    *formation.COHERENCY,
    *moving.MEASURING,
    *reserves.CLAUSES,
    *terrain.TERRAIN,
    *flying.FLYING,
    *transports.CLAUSES,
    *aircraft.CLAUSES,
    *fighting.FIGHT,
)

KINDS = (
    *(replace(kind, resolve=wrecks.OWN_WORD.get(kind.verb, kind.resolve)) for kind in table_kinds(REINFORCEMENTS)),
    *moving.KINDS,
    *leaving.KINDS,
    *order.KINDS,
    *losing.KINDS,
    *reserves.KINDS,
    *transports.KINDS,
    *aircraft.KINDS,
    *fighting.KINDS,
)

SWITCHES = (
    *OPTIONS,
    *moving.SWITCHES,
    *terrain.SWITCHES,
    *flying.SWITCHES,
    *reserves.SWITCHES,
    *transports.SWITCHES,
    *aircraft.SWITCHES,
)

MARKS = (
    *order.MARKS,
    *moving.MARKS,
    *leaving.MARKS,
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
    keywords=frozenset(
        {"fly", "aircraft", "transport", "vehicle", "infantry", "beasts", "swarm", "character", "assault"}
    ),
    stats=frozenset({"M", "min", "capacity", "space"}),
    procedures={"asked": word.asked, **leaving.PROCEDURES, **wrecks.PROCEDURES},
    ways={**terrain.WAYS, **flying.WAYS},
    flies=flies,
)
