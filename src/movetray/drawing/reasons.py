"""What a step is explained by: pins on the board, and the lines of the legend under the same numbers."""

from collections.abc import Sequence

from movetray.drawing import marks, sheet
from movetray.drawing.crowd import Crowd
from movetray.drawing.palette import INK
from movetray.drawing.sheet import SIGN, Line
from movetray.drawing.svg import View, tag
from movetray.drawing.trails import Trail
from movetray.engine.event import DiceRolled, Event
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Reason
from movetray.table.table import Table
from movetray.units import TOLERANCE
from movetray.words import say, sentence

Place = tuple[float, float, float]
"""x, y, z in inches."""


def pinned(
    reasons: Sequence[Reason],
    table: Table,
    ways: Sequence[Trail],
    *,
    view: View,
    crowd: Crowd,
    levels: Sequence[float] = (),
    level: float | None = None,
) -> list[str]:
    """The pins on a board. On a plan of one level those of it: of `levels`, the next at or below a reason."""
    pins = []
    for index, reason in enumerate(reasons, 1):
        place = _place(reason, table, ways)
        if place is None or not sheet.inside(view, place[:2]):
            continue
        if level is None or level == max((h for h in levels if h <= place[2] + TOLERANCE), default=min(levels)):
            at = view.at(place[:2])
            pins.append(marks.pinned(index, reason.kind, at, crowd.around(at, 12, 17, 17)))
    return pins


def lines(reasons: Sequence[Reason], rules: RuleSet, lang: str) -> list[Line]:
    """The reasons in words, under their numbers."""
    return [
        Line(f"{sentence(reason, rules, lang)} [{reason.clause}]", marks.pin(index, reason.kind, SIGN))
        for index, reason in enumerate(reasons, 1)
    ]


def _place(reason: Reason, table: Table, ways: Sequence[Trail]) -> Place | None:
    """Where a reason is: its own place, else the end of the leg it is about, else the model."""
    if reason.at is not None:
        return reason.at
    trail = next((way for way in ways if way.model == reason.model), None)
    if trail is not None:
        leg = len(trail.legs) - 1 if reason.leg is None else min(reason.leg, len(trail.legs) - 1)
        return *trail.legs[leg].end, trail.heights[leg + 1]
    model = table.models.get(reason.model or "")
    return model.pose.point if model is not None and model.pose is not None else None


def answers(table: Table, lang: str) -> list[Line]:
    """The choice that is open, and whose it is."""
    if not table.pending:
        return []
    choice = table.pending[0]
    sign = tag("circle", cx=SIGN[0], cy=SIGN[1], r=6, fill="none", stroke=INK, stroke_dasharray="2 2")
    text = say("{side:n} may answer: {verbs}", lang, side=choice.side, verbs=choice.verbs)
    return [Line(f"{text} ({', '.join(choice.models)})" if choice.models else text, sign)]


def rolled(events: Sequence[Event], lang: str) -> list[Line]:
    """The dice that fell, with the clause that asked for them."""
    lines = []
    for event in events:
        if isinstance(event, DiceRolled):
            faces = ", ".join(str(face) for face in event.faces)
            words = say("rolled for {clause:n}: {faces:n}", lang, clause=event.why, faces=faces)
            lines.append(Line(f"{words} (D{event.sides})", _die()))
    return lines


def _die() -> str:
    x, y = SIGN
    square = tag("rect", x=x - 6, y=y - 6, width=12, height=12, rx=2.5, fill="#fff", stroke=INK, stroke_width=1.3)
    dots = [tag("circle", cx=x + d, cy=y + d, r=1.3, fill=INK) for d in (-2.8, 0, 2.8)]
    return tag("g", square, *dots)
