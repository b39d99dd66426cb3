"""Transports (¶2): getting in, being aboard, getting out, being thrown out."""

from movetray.engine.ruleset import Mark, MoveKind, Option
from movetray.rulesets.wh40k9.facts import Clauses

CLAUSES: Clauses = ()

KINDS: tuple[MoveKind, ...] = ()

SWITCHES: tuple[Option, ...] = ()

MARKS: tuple[Mark, ...] = ()
