"""Hiding (¶10): cover, being spotted, being noticed."""

from collections.abc import Iterator

from movetray.checks import contact
from movetray.checks.distance import apart
from movetray.engine.attempt import Attempt
from movetray.engine.resolve import Run
from movetray.engine.ruleset import RuleSet
from movetray.engine.sight import in_line_of_sight
from movetray.engine.verdict import Finding
from movetray.engine.walk import Walk
from movetray.rulesets.mordheim.facts import characteristic, standing
from movetray.table.table import Pose, Table
from movetray.units import TOLERANCE, at_most, to_inches


def cover(rules: RuleSet, table: Table, model: str, pose: Pose) -> list[str]:
    """The pieces near enough and high enough to hide behind."""
    half = to_inches(table.unit_of(model).height) / 2
    near = table.board.slice(pose.height)
    shape = table.shape_of(model)
    return [
        near.solids[index].piece
        for index, _ in near.placed.near(shape, pose.plan, rules.option("hide-cover") + TOLERANCE)
        if near.solids[index].top - pose.height >= half - TOLERANCE
    ]


def spots(rules: RuleSet, table: Table, viewer: str, model: str, at: Pose | None = None) -> bool:
    """Whether an enemy sees a model that hides; across its cover it never does, unless the option lets it look over."""
    raised = cover(rules, table, model, at or table.pose_of(model))
    looks_over = rules.option("hidden-from") == "line-of-sight"
    return in_line_of_sight(table, viewer, model, None, at, () if looks_over else raised)


def notices(rules: RuleSet, table: Table, viewer: str, model: str, at: Pose | None = None) -> bool:
    """Whether an enemy is so near that it notices a hidden model, through anything."""
    if not rules.has("mordheim.hide.detected"):
        return False
    return at_most(apart(table, model, viewer, at), characteristic(table, viewer, "I"))


def concealed(rules: RuleSet, table: Table, viewer: str, model: str) -> bool:
    """Whether a hidden model escapes an enemy that has not noticed it."""
    return table.has(model, "hidden") and not notices(rules, table, viewer, model)


def watchers(table: Table, model: str) -> list[str]:
    """The standing enemies of a model."""
    return [m for m in contact.enemies(table, table.side_of(model)) if standing(table, m)]


def hiding_place(attempt: Attempt) -> Iterator[Finding]:
    """There is cover, and no standing enemy spots the model there."""
    table, rules = attempt.table, attempt.rules
    for model in attempt.models:
        pose = table.pose_of(model)
        near = cover(rules, table, model, pose)
        seen = [w for w in watchers(table, model) if spots(rules, table, w, model)] if near else []
        if not near:
            yield Finding(model=model, at=pose.point, facts={"allowed": float(rules.option("hide-cover"))})
        elif seen:
            yield Finding(model=model, at=pose.point, facts={"other": seen[0]})
        else:
            yield Finding("applied", model, at=pose.point, facts={"piece": near[0]})


def not_noticed(attempt: Attempt) -> Iterator[Finding]:
    """No standing enemy is within its Initiative of who would hide."""
    table = attempt.table
    for model in attempt.models:
        for other in watchers(table, model):
            if notices(attempt.rules, table, other, model):
                measured = apart(table, model, other)
                facts = {"other": other, "measured": measured, "allowed": characteristic(table, other, "I")}
                yield Finding(model=model, at=table.pose_of(model).point, facts={**facts, "at_least": True})


def hide(run: Run) -> None:
    """The model is hidden."""
    for model in run.attempt().models:
        run.mark(model, "hidden")


def after_moving(run: Run, way: Walk) -> None:
    """What a move does to hiding: one's own, and that of the enemies one now sees or notices."""
    table, rules, model = run.table, run.rules, way.model
    if table.models[model].pose is None:
        return
    if table.has(model, "hidden") and way.legs:
        where = left_cover(run, way)
        if where is None:
            run.cite("mordheim.hide.stays", model)
        elif rules.has("mordheim.hide.gives-away"):
            run.cite("mordheim.hide.gives-away", model, at=where.point)
            run.unmark(model, "hidden")
    if not standing(table, model):
        return
    for other in contact.enemies(run.table, run.table.side_of(model)):
        if not run.table.has(other, "hidden"):
            continue
        if notices(rules, run.table, model, other):
            run.cite("mordheim.hide.detected", other, facts={"other": model})
            run.unmark(other, "hidden")
        elif rules.has("mordheim.hide.spotted") and spots(rules, run.table, model, other):
            run.cite("mordheim.hide.spotted", other, facts={"other": model})
            run.unmark(other, "hidden")


def left_cover(run: Run, way: Walk) -> Pose | None:
    """The first place of a walk, looked at every quarter inch, where a hidden model is out of cover or is seen."""
    rules, table = run.rules, run.table
    if not rules.has("mordheim.hide.stays"):
        return way.end
    for leg in way.legs:
        parts = max(1, int(leg.length / 0.25) + 1)
        for part in range(1, parts + 1):
            x, y, facing = leg.plan.pose(0, part / parts)
            at = Pose.at(x, y, leg.end_height if part == parts else leg.level, facing)
            if not cover(rules, table, way.model, at):
                return at
            for other in watchers(table, way.model):
                if notices(rules, table, other, way.model, at) or spots(rules, table, other, way.model, at):
                    return at
    return None


def act_later(run: Run) -> None:
    """Shooting and casting give a hidden model away."""
    for model in run.attempt().models:
        if run.table.has(model, "hidden") and run.rules.has("mordheim.hide.gives-away"):
            run.cite("mordheim.hide.gives-away", model)
            run.unmark(model, "hidden")
