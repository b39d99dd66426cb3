"""Every installed rule set, found by its entry point: one file beside the rulebook each."""

from functools import cache
from importlib.metadata import entry_points

from movetray.engine.ruleset import RuleSet

GROUP = "movetray.rulesets"


@cache
def installed() -> tuple[str, ...]:
    """The ids of the rule sets that are installed, in alphabetical order."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def load_rules(name: str) -> RuleSet:
    """The rule set of this id with its default options. Raises KeyError where none is installed."""
    for point in entry_points(group=GROUP):
        if point.name == name:
            found = point.load()
            if not isinstance(found, RuleSet):
                raise TypeError(f"the entry point {name} of {GROUP} is no rule set")
            return found
    raise KeyError(name)
