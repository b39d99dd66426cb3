"""Reading a table from wherever it stands: a file, a text, a mapping."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from movetray import rulesets
from movetray.engine.ruleset import RuleSet
from movetray.table.reader import RuleSets, read_mapping, read_situation, read_text
from movetray.table.situation import Situation


@dataclass(frozen=True)
class _Only:
    """One rule set that need not be installed."""

    rules: RuleSet

    def installed(self) -> tuple[str, ...]:
        return (self.rules.id,)

    def load_rules(self, name: str) -> RuleSet:
        if name != self.rules.id:
            raise KeyError(name)
        return self.rules


def read(source: str | Path | Mapping[str, Any], *, rules: RuleSet | None = None) -> Situation:
    """The situation in a file (its path), a YAML text (it has more than one line) or a mapping of its keys.

    `rules` stands in for the installed rule sets, for one that is not installed. Raises SituationError, which names
    file, line and key, for anything wrong with it.
    """
    known: RuleSets = rulesets if rules is None else _Only(rules)
    if isinstance(source, Mapping):
        return read_mapping(source, rule_sets=known)
    if isinstance(source, str) and "\n" in source:
        return read_text(source, rule_sets=known)
    return read_situation(source, rule_sets=known)
