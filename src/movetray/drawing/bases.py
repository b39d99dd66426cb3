"""Models from above: the true outline of the base, the way it faces, whose it is, its name and its state."""

import math

from movetray.drawing import palette
from movetray.drawing.svg import Spot, View, num, tag, titled
from movetray.table.table import Base, Table
from movetray.units import to_inches
from movetray.words import inches, word

Plan = tuple[float, float, float]
"""x, y in inches and the facing in degrees."""


def outline(base: Base, plan: Plan, steps: int = 48) -> list[Spot]:
    """The outline of a base where it stands, counter-clockwise, in inches; curves by so many points."""
    width, depth = to_inches(base.width) / 2, to_inches(base.depth) / 2
    match base.kind:
        case "round" | "oval":
            turns = [2 * math.pi * k / steps for k in range(steps)]
            local = [(depth * math.cos(turn), width * math.sin(turn)) for turn in turns]
        case "rectangle":
            local = [(depth, -width), (depth, width), (-depth, width), (-depth, -width)]
        case "hull":
            local = [(to_inches(x), to_inches(y)) for x, y in base.outline]
    x, y, facing = plan
    cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    return [(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in local]


def extent(base: Base) -> float:
    """The radius in inches of the circle that holds a base."""
    if base.kind == "hull":
        return max(math.hypot(to_inches(x), to_inches(y)) for x, y in base.outline)
    if base.kind == "rectangle":
        return math.hypot(to_inches(base.width), to_inches(base.depth)) / 2
    return to_inches(max(base.width, base.depth)) / 2


def footprint(base: Base, plan: Plan, view: View, **style: str | float | None) -> str:
    """The base as one element: a circle or an ellipse as such, everything else by its corners."""
    x, y = view.at(plan[:2])
    if base.kind == "round":
        return tag("circle", cx=x, cy=y, r=to_inches(base.width) / 2 * view.scale, **style)
    if base.kind == "oval":
        turned = f"rotate({num(-plan[2])} {num(x)} {num(y)})" if plan[2] else None
        rx, ry = to_inches(base.depth) / 2 * view.scale, to_inches(base.width) / 2 * view.scale
        return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, transform=turned, **style)
    return tag("path", d=view.ring(outline(base, plan)), **style)


def ghost(base: Base, plan: Plan, view: View, colour: str, dash: str = "2 2.5") -> str:
    """Where a model was, or would be."""
    return footprint(
        base, plan, view, fill=colour, fill_opacity=0.07, stroke=colour, stroke_width=1.2, stroke_dasharray=dash
    )


def standing(table: Table, model: str, view: View) -> str:
    """A model where it stands: tint and ring of its side, a tick to its front."""
    unit = table.unit_of(model)
    plan = table.pose_of(model).plan
    style = palette.side_style(table.sides.index(unit.side))
    base = footprint(unit.base, plan, view, fill=style.tint, stroke="#fff", stroke_width=0.8)
    ring = footprint(
        unit.base, plan, view, fill="none", stroke=style.colour, stroke_width=2.4, stroke_dasharray=style.dash
    )
    return titled(tag("g", base, ring, _tick(unit.base, plan, view, style.colour)), _title(table, model))


def statuses(table: Table, model: str, shown: frozenset[str] | None) -> tuple[str, ...]:
    """The marks of a model and its unit that are shown; all of them where nothing says which are."""
    carried = {**table.marks.get(table.models[model].unit, {}), **table.marks.get(model, {})}
    return tuple(mark for mark in carried if shown is None or mark in shown)


def letters(status: str, lang: str) -> str:
    """A status in small: the first letters of its word."""
    return "".join(part[0] for part in word(status, lang).split())


def state(table: Table, model: str, lang: str, shown: frozenset[str] | None) -> str:
    """What follows the id beside a base: its height above the table, the letters of its statuses."""
    parts = []
    if height := table.pose_of(model).height:
        parts.append(f"z {inches(height, lang)}")
    parts.extend(letters(status, lang) for status in statuses(table, model, shown))
    return " · ".join(parts)


def _title(table: Table, model: str) -> str:
    unit = table.unit_of(model)
    stats = " ".join(f"{name} {value}" for name, value in unit.stats.items())
    return ", ".join(part for part in (model, unit.id, unit.side, stats) if part)


def _tick(base: Base, plan: Plan, view: View, colour: str) -> str:
    x, y, facing = plan
    cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    front = extent(base) if base.kind == "hull" else to_inches(base.depth) / 2
    inner, outer = front * 0.62, front * 0.98
    ends = [(x + cos * r, y + sin * r) for r in (inner, outer)]
    return tag("path", d=view.line(ends), stroke=colour, stroke_width=2.2, stroke_linecap="round")
