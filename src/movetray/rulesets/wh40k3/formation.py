"""Unit coherency (¶11-15): one chain after the move; what is broken is restored, or closes up as far as it can."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from movetray._kernel import Path, nearest
from movetray.checks.coherency import Gap, gaps, groups, links
from movetray.checks.members import present, unit_of
from movetray.engine.attempt import Attempt
from movetray.engine.command import Command, Waypoint
from movetray.engine.judge import judge
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Finding
from movetray.rulesets.wh40k3.difficult import hindrances, rolled
from movetray.rulesets.wh40k3.facts import FIGHT, FULL_MOVE, locked
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most

RESTORE = "wh40k3.coherency.restore"
ENGAGED = "wh40k3.coherency.engaged"

SLACK = 0.01
"""Inches nearer than they need be that models come which close up, so that snapping does not matter."""

CERTAIN = 1.0
"""Inches that every roll of the dice allows."""


@dataclass(frozen=True, slots=True)
class Formation:
    """How a unit stands or would stand: the groups that hang together, and the gaps between those that have to.

    Models locked in combat may link others but need not be with them.
    """

    stand: Mapping[str, Pose]
    parts: tuple[tuple[str, ...], ...]
    gaps: tuple[Gap, ...]

    @property
    def whole(self) -> bool:
        """Whether all who have to hang together."""
        return not self.gaps

    @property
    def open(self) -> float:
        """Inches of all gaps."""
        return sum(gap.inches for gap in self.gaps)


def distance_of(rules: RuleSet) -> float:
    """Inches between neighbours (`coherency-distance`)."""
    return float(rules.option("coherency-distance"))


def formation(table: Table, rules: RuleSet, unit: str, ends: Mapping[str, Pose]) -> Formation:
    """How a unit stands when some of its models stand at these places."""
    models = present(table, unit)
    stand = {model: ends.get(model) or table.pose_of(model) for model in models}
    parts = groups(links(table, stand, distance_of(rules)))
    if len(parts) < 2:
        return Formation(stand, tuple(parts), ())
    exempt = {model for model in models if locked(table, model)} if rules.has(ENGAGED) else set()
    bound = tuple(part for part in parts if not exempt.issuperset(part))
    return Formation(stand, bound, tuple(gaps(table, stand, bound)))


def before(attempt: Attempt) -> Formation:
    """How the unit of a command stands."""
    table, rules, unit = attempt.table, attempt.rules, unit_of(attempt)
    exempt = rules.has(ENGAGED)
    return table.once(("formation", unit, distance_of(rules), exempt), lambda: formation(table, rules, unit, {}))


def after(attempt: Attempt) -> Formation:
    """How the unit of a command would stand."""
    return attempt.once("after", lambda: formation(attempt.table, attempt.rules, unit_of(attempt), _ends(attempt)))


def _findings(found: Formation, allowed: float) -> Iterator[Finding]:
    for gap in found.gaps:
        facts = {"other": gap.a, "measured": gap.inches, "allowed": allowed}
        yield Finding("broken", gap.b, at=found.stand[gap.b].point, facts=facts)


def one_chain(attempt: Attempt) -> Iterator[Finding]:
    """A unit that is in formation stays so."""
    if not attempt.walks or not before(attempt).whole:
        return
    yield from _findings(after(attempt), distance_of(attempt.rules))


def restored(attempt: Attempt) -> Iterator[Finding]:
    """A broken unit comes together where it can, and closes up where it cannot."""
    was = before(attempt)
    if not attempt.walks or was.whole:
        return
    will = after(attempt)
    facts = {"unit": unit_of(attempt)}
    if will.whole:
        yield Finding("applied", facts=facts)
    elif can_restore(attempt, was):
        yield from _findings(will, distance_of(attempt.rules))
    elif at_most(was.open, will.open):
        gap = max(will.gaps, key=lambda one: one.inches)
        nearer = {"other": gap.a, "measured": gap.inches, "before": max(one.inches for one in was.gaps)}
        yield Finding("broken", gap.b, at=will.stand[gap.b].point, facts=nearer)
    else:
        yield Finding("applied", facts={**facts, "left": max(one.inches for one in will.gaps)})


def locked_are_exempt(attempt: Attempt) -> Iterator[Finding]:
    """Models locked in combat that stand apart from the unit, as they may."""
    if not attempt.walks:
        return
    will = after(attempt)
    if not will.whole or not any(locked(attempt.table, model) for model in will.stand):
        return
    strict = formation(attempt.table, attempt.rules.without(ENGAGED), unit_of(attempt), _ends(attempt))
    if not strict.whole:
        for gap in strict.gaps:
            model = gap.b if locked(attempt.table, gap.b) else gap.a
            yield Finding("applied", model, at=attempt.table.pose_of(model).point)


def _ends(attempt: Attempt) -> dict[str, Pose]:
    return {rest.model: rest.pose for rest in attempt.rests}


def broken_does_not_fight(attempt: Attempt) -> Iterator[Finding]:
    """Who is not in formation neither shoots nor assaults; a move that leaves a unit so is told of it."""
    if attempt.command.do in FIGHT:
        found = before(attempt)
        if not found.whole:
            yield from _findings(found, distance_of(attempt.rules))
    elif attempt.walks and not before(attempt).whole:
        for gap in after(attempt).gaps:
            yield Finding("applied", facts={"unit": unit_of(attempt), "left": gap.inches})


# --- Could it come together?


def can_restore(attempt: Attempt, was: Formation) -> bool:
    """Whether the unit could come together this turn for certain, one part or several going straight to the others.

    A unit that no such move brings together counts as out of reach: it has only to close up.
    """
    key = RESTORE
    rules = attempt.rules.without(key) if attempt.rules.has(key) else attempt.rules
    table, unit = attempt.table, unit_of(attempt)
    for paths in _closing(table, rules, was):
        command = Command("move", unit=unit, paths=paths)
        trial = Attempt(table, command, rules)
        ends = formation(table, rules, unit, _ends(trial))
        if ends.whole and _certain(trial) and judge(table, command, rules).ruling == "legal":
            return True
    return False


def _certain(trial: Attempt) -> bool:
    known = rolled(trial.table, unit_of(trial))
    least = min(known.values(), default=CERTAIN)
    return all(not hindrances(trial, walk) or at_most(walk.length, least) for walk in trial.walks)


def _closing(table: Table, rules: RuleSet, was: Formation) -> Iterator[dict[str, tuple[Waypoint, ...]]]:
    """Moves that bring parts of a unit together: some part stays and the others go to it, or two meet."""
    parts = was.parts
    near = distance_of(rules) - SLACK
    for stays in parts:
        paths: dict[str, tuple[Waypoint, ...]] = {}
        for part in parts:
            if part is not stays:
                (gap,) = gaps(table, was.stand, (stays, part))
                paths |= _toward(table, was, part, gap, gap.b, gap.inches - near)
        yield paths
    if len(parts) == 2:
        (gap,) = was.gaps
        first, second = parts
        half = (gap.inches - near) / 2
        here, there = (gap.a, gap.b) if gap.a in first else (gap.b, gap.a)
        for share in (half, max(2 * half - FULL_MOVE, 0.0), min(2 * half, FULL_MOVE)):
            yield {
                **_toward(table, was, first, gap, here, share),
                **_toward(table, was, second, gap, there, 2 * half - share),
            }


def _toward(
    table: Table, was: Formation, part: Sequence[str], gap: Gap, mover: str, inches: float
) -> dict[str, tuple[Waypoint, ...]]:
    """A part of a unit goes so many inches along the line of a gap, everybody alike."""
    if inches <= TOLERANCE:
        return {}
    other = gap.a if mover == gap.b else gap.b
    start, end = nearest(table.shape_of(mover), was.stand[mover].plan, table.shape_of(other), was.stand[other].plan)
    line = Path((*start, 0.0), [(*end, 0.0, None, None)])
    part_way = min(inches, FULL_MOVE, line.length) / line.length
    x, y, _ = line.pose(0, part_way)
    shift = (x - start[0], y - start[1])
    paths: dict[str, tuple[Waypoint, ...]] = {}
    for model in part:
        if locked(table, model) is None:
            px, py, _ = table.pose_of(model).plan
            paths[model] = (Waypoint(px + shift[0], py + shift[1]),)
    return paths
