"""Questions: what may be known of a table without changing it. Answers are JSON, keyed as in situation files.

What cannot be answered is answered too: `legal: false`, with the clauses that say so.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from movetray._kernel import Reach, Shape, distance, gap, wall_outlines
from movetray.engine.command import Command, Waypoint
from movetray.engine.command_json import exact, waypoint_json
from movetray.engine.judge import UNKNOWN, judge, may_begin
from movetray.engine.manoeuvring import drill_of
from movetray.engine.reaching import reaches
from movetray.engine.rule import Unseen
from movetray.engine.ruleset import MoveKind, RuleSet
from movetray.engine.sight import in_line_of_sight
from movetray.engine.verdict import Verdict
from movetray.engine.walk import waypoints
from movetray.engine.ways import Way, ways_into_contact, ways_to
from movetray.form.node import Complaints, Node, Spot
from movetray.play.ask_blocks import TIMELY, reach_of_block, route_of_block
from movetray.play.odds import odds, rolled_allowances, tests_on_the_way
from movetray.play.threat import CHARGE, threat
from movetray.table.board import ORIGIN, Board, points, polygon
from movetray.table.questions import read_question
from movetray.table.read_units import base as read_base
from movetray.table.situation import Question
from movetray.table.table import Base, Pose, Table
from movetray.table.terrain import Block, Floor, Ground, Ladder, Stairs, Wall
from movetray.units import to_inches

OFF_TABLE = "table.off-table"
THIN = 0.0002
"""Inches: the width of a ladder or a stair as far as distances to it go; below every tolerance."""

ROUND = Base("round", 3200, 3200)
"""Whoever a threat is to, if no base is said: 32 mm, in hundredths of a millimetre."""

Answer = dict[str, Any]
Footprint = tuple[Shape, tuple[float, float, float], float, float]
"""A shape where it stands, and the heights of its foot and its top in inches."""


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """A question has no answer, and these clauses say why."""

    def __init__(self, *clauses: str) -> None:
        super().__init__(", ".join(clauses))
        self.clauses = clauses


def answer(table: Table, question: Question | Mapping[str, Any], rules: RuleSet) -> Answer:
    """The answer to a question. Raises FormError where a JSON object asks nothing."""
    asked = question if isinstance(question, Question) else read_question(question)
    try:
        return _ANSWERS[asked.ask](table, asked, rules)
    except Refused as refused:
        return {"legal": False, "rule": list(refused.clauses)}


# --- how far, who sees


def _distance(table: Table, asked: Question, _rules: RuleSet) -> Answer:
    start, end = asked.fields["from"], asked.fields["to"]
    inches, a, b = min(
        (apart(one, other), a, b) for a, one in _footprints(table, start) for b, other in _footprints(table, end)
    )
    return {"inches": exact(inches), "from": a, "to": b}


def apart(a: Footprint, b: Footprint) -> float:
    """Inches between two things: in plan and, where they stand at different heights, up; 0 where they touch."""
    (shape, pose, bottom, top), (other, place, foot, head) = a, b
    return distance((0.0, 0.0), (max(gap(shape, pose, other, place), 0.0), max(bottom - head, foot - top, 0.0)))


def _footprints(table: Table, name: str) -> list[tuple[str, Footprint]]:
    """Everything that a name stands for, with its own name. Raises Refused."""
    if name in table.board.pieces:
        return [(name, part) for part in _terrain(table.board, name)]
    found = []
    for model in _models(table, name):
        pose = table.pose_of(model)
        found.append((model, (table.shape_of(model), pose.plan, pose.height, pose.height)))
    return found


def _models(table: Table, name: str | None) -> tuple[str, ...]:
    """The models of a name that are on the table. Raises Refused where there are none."""
    if name is None or (name not in table.models and name not in table.units):
        raise Refused(UNKNOWN)
    found = tuple(model for model in table.members(name) if table.models[model].pose is not None)
    if not found:
        raise Refused(OFF_TABLE)
    return found


def _terrain(board: Board, name: str) -> Iterable[Footprint]:
    match board.pieces[name]:
        case Block() | Wall():
            yield from ((s.shape, ORIGIN, s.bottom, s.top) for s in board.solids if s.piece == name)
        case Floor(outline=outline, z=z) | Ground(outline=outline, z=z):
            yield polygon(outline), ORIGIN, to_inches(z), to_inches(z)
        case Ladder(at=(x, y), bottom=bottom, top=top):
            yield Shape.disc(THIN / 2), (to_inches(x), to_inches(y), 0.0), to_inches(bottom), to_inches(top)
        case Stairs(line=line, bottom=bottom, top=top):
            for part in wall_outlines(points(line), THIN):
                yield Shape.polygon(part), ORIGIN, to_inches(bottom), to_inches(top)


def _sees(table: Table, asked: Question, rules: RuleSet) -> Answer:
    (viewer, *_), (target, *_) = _models(table, asked.fields["model"]), _models(table, asked.fields["target"])
    for clause, unseen in rules.laid_down(Unseen):
        if table.side_of(viewer) != table.side_of(target) and unseen.applies(rules, table, viewer, target):
            return {"visible": False, "rule": [clause]}
    return {"visible": in_line_of_sight(table, viewer, target)}


# --- what may be done, with what chance


def _options(table: Table, asked: Question, rules: RuleSet) -> Answer:
    model, unit = asked.fields.get("model"), asked.fields.get("unit")
    name = model or unit
    if name not in table.models and name not in table.units:
        raise Refused(UNKNOWN)
    includes, excludes = [], {}
    for verb, kind in rules.kinds.items():
        if kind.any_side or not _speaks_of(kind, "unit" if model is None else "model"):
            continue
        verdict = may_begin(table, Command(verb, model=model, unit=None if model else unit), rules)
        if verdict.ruling == "illegal":
            excludes[verb] = _broken(verdict)
        else:
            includes.append(verb)
    return {"includes": includes, "excludes": excludes}


def _speaks_of(kind: MoveKind, key: str) -> bool:
    return any(key in need.split("|") for need in kind.needs)


def _broken(verdict: Verdict) -> list[str]:
    return list(dict.fromkeys(reason.clause for reason in verdict.reasons if reason.kind == "broken"))


def _odds(table: Table, asked: Question, rules: RuleSet) -> Answer:
    if asked.of is None:
        raise Refused(UNKNOWN)
    return odds(table, asked.of, rules, asked.answers).to_json()


# --- where to, and which way


def _route(table: Table, asked: Question, rules: RuleSet) -> Answer:
    (model, *_) = _models(table, asked.fields.get("model") or asked.fields.get("unit"))
    contact = asked.fields.get("contact")
    verb = asked.fields.get("as") or ("charge" if contact else "move")
    drill = drill_of(table, rules, table.models[model].unit, verb)
    if drill is not None and contact is None:
        return route_of_block(table, rules, table.models[model].unit, verb, drill, asked.fields["to"])
    ways: list[Way] = []
    if contact is not None:
        ways = ways_into_contact(table, rules, model, verb, _models(table, contact)[:1])
    else:
        x, y, *z = _point(asked.fields["to"])
        ways = ways_to(table, rules, model, verb, (x, y, z[0] if z else table.pose_of(model).height))
    if not ways:
        return {"length": None, "cost": None, "path": None, "tests": [], "success": "0", "trades": []}
    trades = [_way(table, rules, verb, way, () if contact is None else (contact,)) for way in ways]
    return {**trades[0], "trades": trades}


def _way(table: Table, rules: RuleSet, verb: str, way: Way, targets: tuple[str, ...]) -> Answer:
    """A way as an answer: how far, the tests on it, and how likely it comes to its end."""
    path = waypoints(way.walk)
    command = Command(verb, model=way.walk.model, path=path, targets=targets)
    verdict = judge(table, command, rules)
    said: Answer = {
        "length": exact(way.walk.length),
        "cost": exact(way.cost),
        "path": [waypoint_json(point) for point in path],
    }
    if verdict.ruling == "illegal":
        return {**said, "tests": [], "success": "0", "legal": False, "rule": _broken(verdict)}
    return {
        **said,
        "tests": list(tests_on_the_way(table, command, rules)),
        "success": str(odds(table, command, rules).success),
    }


def _point(place: Any) -> list[float]:
    """A point as a question has it: `[x, y]`, `[x, y, z]` or `{to: …}`."""
    if isinstance(place, Waypoint):
        return [place.x, place.y, *(() if place.z is None else (place.z,))]
    return list(place["to"] if isinstance(place, Mapping) else place)


def _reach(table: Table, asked: Question, rules: RuleSet) -> Answer:
    models = _models(table, asked.fields.get("model") or asked.fields.get("unit"))
    verb = asked.fields.get("as") or "move"
    places = [list(place) for place in asked.fields.get("points", ())]
    drill = drill_of(table, rules, table.models[models[0]].unit, verb)
    if drill is not None:
        budget = asked.fields.get("budget")
        return reach_of_block(table, rules, table.models[models[0]].unit, verb, drill, budget, places)
    if len(models) > 1:
        raise Refused(UNKNOWN)  # which of them?
    (model,) = models
    verdict = may_begin(table, Command(verb, model=model), rules)
    kind = rules.kinds.get(verb)
    untimely = TIMELY if kind is None else TIMELY | {kind.misplaced}
    forbidden = [clause for clause in _broken(verdict) if clause not in untimely]
    if forbidden or kind is None or kind.allowance is None:
        nowhere: Answer = {"area": 0, "contains": [], "excludes": places, "outline": []}
        return {**nowhere, "legal": False, "rule": forbidden or [UNKNOWN]}
    budget = asked.fields.get("budget")
    levels = reaches(table, rules, model, verb, budget)
    own = table.pose_of(model).height
    rolls = rolled_allowances(table, rules, model, verb) if budget is None else {}
    inside = [any(_on(p, own, h) and there.contains((p[0], p[1])) for h, there in levels.items()) for p in places]
    return {
        "contains": [place for place, is_in in zip(places, inside, strict=True) if is_in],
        "excludes": [place for place, is_in in zip(places, inside, strict=True) if not is_in],
        **_reached(levels, own),
        **({"contours": _contours(table, rules, model, verb, rolls)} if rolls else {}),
    }


def _reached(levels: Mapping[float, Reach], own: float) -> Answer:
    """Of all levels the area, of the model's own the outline, the others beside it."""
    return {
        "area": exact(sum(there.area for there in levels.values())),
        "outline": _rings(levels[own]),
        **_levels({height: there for height, there in levels.items() if height != own}),
    }


def _contours(table: Table, rules: RuleSet, model: str, verb: str, rolls: Mapping[float, Fraction]) -> list[Answer]:
    """Where each roll of an allowance leads; its chance is that of at least so many inches."""
    told = []
    for inches in rolls:
        chance = sum((share for other, share in rolls.items() if other >= inches), Fraction(0))
        levels = reaches(table, rules, model, verb, inches)
        own = table.pose_of(model).height
        told.append({"budget": exact(inches), "chance": str(chance), **_reached(levels, own)})
    return told


def _on(place: list[float], own: float, height: float) -> bool:
    """Whether a place is meant on a level: one of no height is on the model's own."""
    return exact((place[2] if len(place) > 2 else own) - height, 3) == 0


def _rings(there: Reach) -> list[list[list[float]]]:
    return [[[exact(x), exact(y)] for x, y in ring] for ring in there.outline()]


def _levels(others: Mapping[float, Reach]) -> Answer:
    """What is reached on other levels than the model's, by height."""
    found = [{"z": exact(h), "area": exact(there.area), "outline": _rings(there)} for h, there in others.items()]
    return {"levels": found} if found else {}


def _threat(table: Table, asked: Question, rules: RuleSet) -> Answer:
    if CHARGE not in rules.kinds:
        raise Refused(UNKNOWN)
    name, side = asked.fields.get("unit"), asked.fields.get("side")
    models = tuple(m for m in table.standing if table.side_of(m) == side) if name is None else _models(table, name)
    if not models:
        raise Refused(UNKNOWN if side not in table.sides else OFF_TABLE)
    said = asked.fields.get("base")
    base = ROUND if said is None else read_base(Node.of(said), Spot(Complaints()))
    if base is None:
        raise Refused(UNKNOWN)
    places = [list(place) for place in asked.fields.get("points", ())]
    chances = [threat(table, rules, models, Pose.at(*place), base) for place in places]
    return {"at": [{"point": place, "chance": str(chance)} for place, chance in zip(places, chances, strict=True)]}


_ANSWERS: Mapping[str, Callable[[Table, Question, RuleSet], Answer]] = {
    "distance": _distance,
    "sees": _sees,
    "options": _options,
    "odds": _odds,
    "route": _route,
    "reach": _reach,
    "threat": _threat,
}
