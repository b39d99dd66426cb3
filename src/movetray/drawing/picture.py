"""The two pictures: a table as it stands, and one step of it."""

import math
from collections.abc import Sequence

from movetray.drawing import bases, elevation, marks, sheet, trails
from movetray.drawing.crowd import Crowd
from movetray.drawing.palette import DASHES, INK, RULINGS, side_style
from movetray.drawing.sheet import SIGN, Line, Window
from movetray.drawing.svg import Spot, View, label, tag
from movetray.drawing.trails import Trail
from movetray.engine.command import Command
from movetray.engine.event import DiceRolled, Event
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Reason, Verdict
from movetray.table.table import Table
from movetray.words import in_order, say, sentence, word


def draw_table(
    table: Table,
    *,
    rules: RuleSet | None = None,
    lang: str = "en",
    title: str = "",
    window: Window | None = None,
    scale: float | None = None,
) -> str:
    """The table as SVG. With `rules` only the marks that players see are shown.

    `window` is the part shown, x0, y0, x1, y1 in inches; `scale` pixels an inch.
    """
    view = sheet.view_of(table, window, scale)
    shown = shown_marks(rules)
    crowd = sheet.crowd_of(table, view)
    board = [
        *sheet.ground_plan(table, view, lang),
        *[bases.standing(table, model, view) for model in table.standing],
        *sheet.names(table, view, crowd, lang, shown),
    ]
    heading = [label(sheet.LEFT, 22, sheet.shortened(title, view), size=15, bold=True)] if title else []
    return sheet.page(view.width, heading, [sheet.plan(view, board)], (), sheet.key(table, lang, shown))


def draw_step(
    before: Table,
    command: Command,
    verdict: Verdict,
    *,
    rules: RuleSet,
    after: Table | None = None,
    events: Sequence[Event] = (),
    lang: str = "en",
    title: str = "",
    window: Window | None = None,
    scale: float | None = None,
) -> str:
    """One command as SVG: the way it asks for or went, ghosts at its ends, each reason pinned where it is.

    `after` and `events` are what came of it; left out, the table is shown as it was before. A way that leads up or
    down, or above the ground, is shown from the side too.
    """
    table = after or before
    view = sheet.view_of(table, window, scale)
    shown = shown_marks(rules)
    crowd = sheet.crowd_of(table, view)
    went, meant = _gone(before, command, events), trails.asked(before, command)
    ways = went or meant
    board = [
        *sheet.ground_plan(table, view, lang),
        *[_under(before, trail, view) for trail in ways],
        *[bases.standing(table, model, view) for model in table.standing],
        *[_over(before, trail, view, verdict.ruling) for trail in ways],
    ]
    reasons = in_order(verdict.reasons)
    for trail in ways:
        for spot in trail.spots():
            x, y = view.at(spot)
            crowd.take((x - 5, y - 5, x + 5, y + 5))
    if not went:
        board += [_planned_end(before, trail, view, crowd, verdict.ruling) for trail in ways]
    board += [trails.labels(trail, view, crowd, _colour(before, trail.model), lang) for trail in ways]
    board += sheet.names(table, view, crowd, lang, shown)
    pins, lines = _reasons(reasons, table, ways, view=view, crowd=crowd, rules=rules, lang=lang)
    board += pins
    lines += _answers(table, lang) + _rolled(events, lang)
    ruling = word(verdict.ruling, lang)
    heading = [
        marks.icon(verdict.ruling, (sheet.LEFT + 8, 17), 9),
        label(
            sheet.LEFT + 26,
            22,
            ruling,
            size=15,
            bold=True,
            fill=RULINGS[verdict.ruling],
            after=sheet.shortened(" — ".join(filter(None, (said(command, lang), title))), view, taken=4 + len(ruling)),
        ),
    ]
    panels = [sheet.plan(view, board)]
    for trail in ways:
        if elevation.wanted(trail):
            panels.append(
                elevation.side(
                    before, table, trail, top=panels[-1].foot, width=view.width, ruling=verdict.ruling, lang=lang
                )
            )
    return sheet.page(view.width, heading, panels, lines, sheet.key(table, lang, shown))


def focus(before: Table, command: Command, verdict: Verdict, events: Sequence[Event] = (), around: float = 3) -> Window:
    """The part of the table that a step is about - its ways, its models, its reasons - and so many inches around it."""
    named = {command.subject, command.charger, *command.targets, *(reason.model for reason in verdict.reasons)}
    named |= {fact for reason in verdict.reasons for fact in reason.facts.values() if isinstance(fact, str)}
    spots = [before.pose_of(model).plan[:2] for model in before.standing if model in named]
    spots += [reason.at[:2] for reason in verdict.reasons if reason.at is not None]
    spots += [
        leg.end for trail in (*_gone(before, command, events), *trails.asked(before, command)) for leg in trail.legs
    ]
    x0, y0, x1, y1 = before.board.bounds
    if not spots:
        return x0, y0, x1, y1
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return (
        max(x0, math.floor(min(xs) - around)),
        max(y0, math.floor(min(ys) - around)),
        min(x1, math.ceil(max(xs) + around)),
        min(y1, math.ceil(max(ys) + around)),
    )


def _gone(before: Table, command: Command, events: Sequence[Event]) -> list[Trail]:
    """The ways gone; who is put down by the table's word has not fallen."""
    return trails.gone(events, None if command.do == "place" else before)


def shown_marks(rules: RuleSet | None) -> frozenset[str] | None:
    """The marks that players see; None where nothing says which."""
    return None if rules is None else frozenset(mark.id for mark in rules.marks.values() if mark.shown)


def said(command: Command, lang: str) -> str:
    """A command in a few words: its verb, who, and at whom."""
    words = word(command.do, lang)
    if command.subject:
        words += f" {command.subject}"
    if command.targets:
        words += f" → {', '.join(command.targets)}"
    return words


def _colour(table: Table, model: str) -> str:
    return side_style(table.sides.index(table.side_of(model))).colour


def _under(before: Table, trail: Trail, view: View) -> str:
    """What lies below the bases: the corridor, and the ghost at the start."""
    base, colour = before.unit_of(trail.model).base, _colour(before, trail.model)
    start = before.models[trail.model].pose
    plan = start.plan if start is not None else (*trail.legs[0].start, trail.legs[0].facing)
    return trails.corridor(trail, base, view, colour) + bases.ghost(base, plan, view, colour)


def _over(before: Table, trail: Trail, view: View, ruling: str) -> str:
    """What lies above them: the line of the centre."""
    return trails.centre_line(trail, view, _colour(before, trail.model), DASHES[ruling])


def _planned_end(before: Table, trail: Trail, view: View, crowd: Crowd, ruling: str) -> str:
    """Where nobody went: the base where it would end, and the ruling beside it."""
    base = before.unit_of(trail.model).base
    end = view.at(trail.end[:2])
    at = crowd.around(end, bases.extent(base) * view.scale, 16, 16)
    return bases.ghost(base, trail.end, view, _colour(before, trail.model), dash="5 3") + marks.icon(ruling, at, 7)


def _reasons(
    reasons: Sequence[Reason],
    table: Table,
    ways: Sequence[Trail],
    *,
    view: View,
    crowd: Crowd,
    rules: RuleSet,
    lang: str,
) -> tuple[list[str], list[Line]]:
    """The pins on the board and the lines of the legend, under the same numbers."""
    pins, lines = [], []
    for index, reason in enumerate(reasons, 1):
        spot = _spot(reason, table, ways)
        if spot is not None and sheet.inside(view, spot):
            at = view.at(spot)
            pins.append(marks.pinned(index, reason.kind, at, crowd.around(at, 12, 17, 17)))
        words = f"{sentence(reason, rules, lang)} [{reason.clause}]"
        lines.append(Line(words, marks.pin(index, reason.kind, SIGN)))
    return pins, lines


def _spot(reason: Reason, table: Table, ways: Sequence[Trail]) -> Spot | None:
    """Where a reason is: its own place, else the end of the leg it is about, else the model."""
    if reason.at is not None:
        return reason.at[:2]
    trail = next((way for way in ways if way.model == reason.model), None)
    if trail is not None:
        leg = len(trail.legs) - 1 if reason.leg is None else min(reason.leg, len(trail.legs) - 1)
        return trail.legs[leg].end
    model = table.models.get(reason.model or "")
    return model.pose.plan[:2] if model is not None and model.pose is not None else None


def _answers(table: Table, lang: str) -> list[Line]:
    """The choice that is open, and whose it is."""
    if not table.pending:
        return []
    choice = table.pending[0]
    sign = tag("circle", cx=SIGN[0], cy=SIGN[1], r=6, fill="none", stroke=INK, stroke_dasharray="2 2")
    text = say("{side:n} may answer: {verbs}", lang, side=choice.side, verbs=choice.verbs)
    return [Line(f"{text} ({', '.join(choice.models)})" if choice.models else text, sign)]


def _rolled(events: Sequence[Event], lang: str) -> list[Line]:
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
