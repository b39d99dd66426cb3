"""Every rule set there is: those of installed packages, found by their entry points, and house rules in their place."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from movetray.engine.ruleset import RuleSet

GROUP = "movetray.rulesets"

_at_home: dict[str, RuleSet] = {}


class RuleSetFault(Exception):  # noqa: N818 - what is wrong is in the name
    """A package announces a rule set and does not deliver it; the text is one line that names both."""


def installed() -> tuple[str, ...]:
    """The ids of the rule sets there are, in alphabetical order."""
    return tuple(sorted({*_points(), *_at_home}))


def load_rules(name: str) -> RuleSet:
    """The rule set of this id with its default options, house rules in its place.

    Raises KeyError where there is none, RuleSetFault where a package announces one that cannot be had.
    """
    return _at_home[name] if name in _at_home else published(name)


@cache
def published(name: str) -> RuleSet:
    """The rule set of this id as its package has it, whatever is adopted. Raises KeyError and RuleSetFault."""
    points = _points()[name]
    if len(points) > 1:
        homes = ", ".join(sorted(point.value for point in points))
        raise RuleSetFault(f"the rule set `{name}` is announced more than once: {homes}")
    announced = f"the rule set `{name}` ({points[0].value})"
    try:
        found = points[0].load()
    except Exception as error:  # whatever a package does while it is imported is its own fault, and is named
        raise RuleSetFault(f"{announced} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(found, RuleSet):
        raise RuleSetFault(f"{announced} is no rule set but a {type(found).__name__}")
    if found.id != name:
        raise RuleSetFault(f"{announced} calls itself `{found.id}`")
    return found


@contextmanager
def adopting(*sets: RuleSet) -> Iterator[None]:
    """While this lasts these rule sets are there too, in place of installed ones of the same id."""
    before = dict(_at_home)
    _at_home.update((rules.id, rules) for rules in sets)
    try:
        yield
    finally:
        _at_home.clear()
        _at_home.update(before)


@cache
def _points() -> dict[str, tuple[EntryPoint, ...]]:
    """Id to what announces it; the same place announced twice (two copies of one package on the path) is one."""
    found: dict[str, dict[str, EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, {})[point.value] = point
    return {name: tuple(points.values()) for name, points in found.items()}
