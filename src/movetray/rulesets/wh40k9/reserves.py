"""Reinforcements and strategic reserves (¶2): who began the battle off the table."""

from movetray.engine.ruleset import Mark, MoveKind, Option
from movetray.rulesets.wh40k9.facts import Clauses

CLAUSES: Clauses = ()

KINDS: tuple[MoveKind, ...] = ()

SWITCHES: tuple[Option, ...] = ()

MARKS: tuple[Mark, ...] = ()
