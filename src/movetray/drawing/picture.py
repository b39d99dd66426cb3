"""The two pictures: a table as it stands, and one step of it."""

import math
from collections.abc import Sequence
from dataclasses import replace

from movetray.drawing import bases, blocks, elevation, marks, sheet, storeys, trails
from movetray.drawing.crowd import Crowd
from movetray.drawing.palette import DASHES, RULINGS, side_style
from movetray.drawing.reasons import answers, lines, pinned, rolled
from movetray.drawing.sheet import Line, Panel, Window
from movetray.drawing.svg import View, label, tag
from movetray.drawing.trails import Trail
from movetray.engine.command import Command
from movetray.engine.event import Event
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Verdict
from movetray.table.table import Table
from movetray.words import in_order, word


def draw_table(
    table: Table,
    *,
    rules: RuleSet | None = None,
    lang: str = "en",
    title: str = "",
    window: Window | None = None,
    scale: float | None = None,
    level: float | None = None,
    levels: bool = False,
) -> str:
    """The table as SVG. With `rules` only the marks that players see are shown.

    `window` is the part shown, x0, y0, x1, y1 in inches; `scale` pixels an inch. `level` is a height in inches: a plan
    of what is there, what lies above as dashed outlines, what lies beneath faded; `levels`: such a plan of each height
    at which a model stands, one beneath the other.
    """
    shown = shown_marks(rules)
    panels: list[Panel] = []
    for one in storeys.that_matter(table) if levels else (level,):
        view = _view(table, window, scale, panels, one)
        crowd = sheet.crowd_of(table, view)
        board = [
            *storeys.terrain_at(table, view, lang, one),
            *storeys.models_at(table, view, one),
            *storeys.names_at(table, view, crowd, lang, shown, one),
        ]
        panels.append(storeys.headed(sheet.plan(view, board), view, one, lang))
    heading = [label(sheet.LEFT, 22, sheet.shortened(title, view), size=15, bold=True)] if title else []
    return sheet.page(view.width, heading, panels, (), _key(table, lang, shown, level, levels))


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
    level: float | None = None,
    levels: bool = False,
) -> str:
    """One command as SVG: the way it asks for or went, ghosts at its ends, each reason pinned where it is.

    `after` and `events` are what came of it; left out, the table is shown as it was before. A way that leads up or
    down, or above the ground, is shown from the side too. `level` and `levels` as of a table; a level that the way
    leads over has a plan too.
    """
    table = after or before
    shown = shown_marks(rules)
    went, meant = _gone(before, command, events), _asked(before, command)
    ways = went or meant
    reasons = in_order(verdict.reasons)
    heights = storeys.that_matter(table, ways, level)
    panels: list[Panel] = []
    for one in heights if levels else (level,):
        view = _view(table, window, scale, panels, one)
        crowd = sheet.crowd_of(table, view)
        here = [part for trail in ways for part in storeys.legs_at(trail, one)]
        board = [
            *storeys.terrain_at(table, view, lang, one),
            *[_under(before, trail, view) for trail in here],
            *[_start(before, trail, view) for trail in ways],
            *storeys.models_at(table, view, one),
            *[
                tag("g", _over(before, trail, view, verdict.ruling), opacity=0.35)
                for trail in ways
                if trail not in here
            ],
            *[_over(before, trail, view, verdict.ruling) for trail in here],
        ]
        board += blocks.arcs(reasons, before, view, RULINGS[verdict.ruling])
        for trail in ways:
            for spot in trail.spots():
                x, y = view.at(spot)
                crowd.take((x - 5, y - 5, x + 5, y + 5))
        if not went:
            board += [_planned_end(before, trail, view, crowd, verdict.ruling) for trail in ways]
        board += [trails.labels(trail, view, crowd, _colour(before, trail.model), lang) for trail in here]
        board += storeys.names_at(table, view, crowd, lang, shown, one)
        board += pinned(reasons, table, ways, view=view, crowd=crowd, levels=heights, level=one)
        panels.append(storeys.headed(sheet.plan(view, board), view, one, lang))
    for trail in filter(elevation.wanted, ways):
        top = panels[-1].foot
        panels.append(
            elevation.side(
                before, table, trail, top=top, width=view.width, ruling=verdict.ruling, went=bool(went), lang=lang
            )
        )
    legend = lines(reasons, rules, lang) + answers(table, lang) + rolled(events, lang)
    return sheet.page(
        view.width,
        _heading(command, verdict, title, view, lang),
        panels,
        legend,
        _key(table, lang, shown, level, levels),
    )


def _view(
    table: Table, window: Window | None, scale: float | None, panels: Sequence[Panel], level: float | None
) -> View:
    """The view of the next plan down the page; that of a level has a heading of its own."""
    view = sheet.view_of(table, window, scale)
    top = panels[-1].foot if panels else view.top
    return replace(view, top=top if level is None else top + storeys.TITLE)


def _key(table: Table, lang: str, shown: frozenset[str] | None, level: float | None, levels: bool) -> list[Line]:
    own = [] if level is None and not levels else storeys.key(lang)
    return [*sheet.key(table, lang, shown), *own]


def _heading(command: Command, verdict: Verdict, title: str, view: View, lang: str) -> list[str]:
    """The ruling, and in a few words what it is about."""
    ruling = word(verdict.ruling, lang)
    about = " — ".join(filter(None, (said(command, lang), title)))
    return [
        marks.icon(verdict.ruling, (sheet.LEFT + 8, 17), 9),
        label(
            sheet.LEFT + 26,
            22,
            ruling,
            size=15,
            bold=True,
            fill=RULINGS[verdict.ruling],
            after=sheet.shortened(about, view, taken=4 + len(ruling)),
        ),
    ]


def focus(before: Table, command: Command, verdict: Verdict, events: Sequence[Event] = (), around: float = 3) -> Window:
    """The part of the table that a step is about - its ways, its models, its reasons - and so many inches around it."""
    named = {command.subject, command.charger, *command.targets, *(reason.model for reason in verdict.reasons)}
    named |= {fact for reason in verdict.reasons for fact in reason.facts.values() if isinstance(fact, str)}
    named |= {model for unit in before.units.values() if unit.block and unit.id in named for model in unit.models}
    spots = [before.pose_of(model).plan[:2] for model in before.standing if model in named]
    spots += [reason.at[:2] for reason in verdict.reasons if reason.at is not None]
    spots += [leg.end for trail in (*_gone(before, command, events), *_asked(before, command)) for leg in trail.legs]
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
    return [*trails.gone(events, None if command.do == "place" else before), *blocks.gone(events, before)]


def _asked(before: Table, command: Command) -> list[Trail]:
    """The ways that a command names."""
    return [*trails.asked(before, command), *blocks.asked(before, command)]


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
    """What lies below the bases: the corridor."""
    return trails.corridor(trail, trail.foot(before), view, _colour(before, trail.model))


def _start(before: Table, trail: Trail, view: View) -> str:
    """The ghost of a model where it set out."""
    model = before.models.get(trail.model)
    start = None if model is None else model.pose
    plan = start.plan if start is not None else (*trail.legs[0].start, trail.legs[0].facing)
    return bases.ghost(trail.foot(before), plan, view, _colour(before, trail.model))


def _over(before: Table, trail: Trail, view: View, ruling: str) -> str:
    """What lies above them: the line of the centre."""
    colour = _colour(before, trail.model)
    line = trails.centre_line(trail, view, colour, DASHES[ruling])
    swings = blocks.measured(trail, view, colour)
    return tag("g", line, swings) if swings else line


def _planned_end(before: Table, trail: Trail, view: View, crowd: Crowd, ruling: str) -> str:
    """Where nobody went: the base where it would end, and the ruling beside it."""
    base = trail.foot(before)
    end = view.at(trail.end[:2])
    at = crowd.around(end, bases.extent(base) * view.scale, 16, 16)
    return bases.ghost(base, trail.end, view, _colour(before, trail.model), dash="5 3") + marks.icon(ruling, at, 7)
