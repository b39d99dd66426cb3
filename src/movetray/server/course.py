"""What the table itself does not say of a turn: the inches used in this step, and the trails that were left.

It follows the entries one by one, and goes back with what is taken back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from movetray.engine.event import BlockMoved, ModelMoved, StepEnded, Undone
from movetray.engine.event_json import pose_json
from movetray.play.result import Result
from movetray.table.table import Pose, Table

Trail = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Course:
    """Inches used by model or unit, trails by model or unit, and the course before what can be taken back."""

    used: Mapping[str, float] = field(default_factory=dict)
    trails: Mapping[str, Trail] = field(default_factory=dict)
    before: "Course | None" = None


def follow(course: Course, before: Table, result: Result) -> Course:
    """The course after one entry."""
    if any(isinstance(event, Undone) for event in result.events):
        return course.before or Course()
    used, trails = dict(course.used), dict(course.trails)
    subject = result.command.subject
    if subject is not None and result.spent:
        used[subject] = round(used.get(subject, 0.0) + result.spent, 6)
    for event in result.events:
        match event:
            case ModelMoved(model=name, start=start, tracks=tracks):
                trails[name] = _longer(trails.get(name, ()), start, tuple(track.to for track in tracks))
            case BlockMoved(unit=name, start=start, end=end, tracks=tracks):
                trails[name] = _longer(trails.get(name, ()), start, (*(track.to for track in tracks), end))
            case StepEnded(active=active, fresh=fresh):
                used = {}
                if fresh or active != before.active:
                    trails = {}
    after = Course(used, trails, course.before)
    last = result.table.last
    acted = last is not None and last is not before.last
    return replace(after, before=replace(course, before=course.before)) if acted else after


def _longer(trail: Trail, start: Pose, ends: tuple[Pose, ...]) -> Trail:
    points = [tuple(pose_json(pose)[:3]) for pose in (start, *ends)]
    if trail and trail[-1] == points[0]:
        points = points[1:]
    return (*trail, *points)
