"""Reforms (¶16-19): the middle stays, everything else may change, and nobody comes further than twice his Movement."""

from collections.abc import Iterator
from dataclasses import dataclass

from movetray._kernel import Block, bottleneck, bottleneck_of_corners
from movetray.engine import blocks
from movetray.engine.attempt import Attempt
from movetray.engine.event import BlockMoved
from movetray.engine.resolve import Run
from movetray.engine.verdict import Finding
from movetray.procedures.tests import two_dice_under
from movetray.rulesets.whfb8.facts import REFORMS, random_mover, spend, strength, unit_of
from movetray.rulesets.whfb8.moving import twice
from movetray.table.ranks import places
from movetray.table.table import Pose, Ranks
from movetray.units import TOLERANCE, at_least, at_most, to_inches

MUSICIAN = "whfb8.reform.musician"


@dataclass(frozen=True)
class Reform:
    """How a unit would stand: its block, the pose of its front, and which man goes where by how far at most."""

    unit: str
    files: int
    block: Block
    start: Pose
    end: Pose
    places: tuple[int, ...]
    furthest: float


def files_wanted(attempt: Attempt) -> int | None:
    """The files that a reform asks for: those it has where none are said."""
    unit = unit_of(attempt)
    ranks = None if unit is None else attempt.table.units[unit].block
    if ranks is None:
        return None
    return int(attempt.command.rest.get("files", min(ranks.files, strength(attempt.table, unit or ""))))


def reform_of(attempt: Attempt) -> Reform | None:
    """What a reform comes to; None where it cannot be drawn up, or is not what is asked for."""
    if attempt.command.do not in REFORMS:
        return None
    return attempt.once("reform", lambda: _reform(attempt))


def _reform(attempt: Attempt) -> Reform | None:
    table, unit, files = attempt.table, unit_of(attempt), files_wanted(attempt)
    body = None if unit is None else blocks.body_of(table, unit)
    if unit is None or files is None or body is None:
        return None
    x, y, facing = blocks.centre_of(body)
    turned = float(attempt.command.rest.get("facing", facing))
    block = blocks.re_formed(table, unit, files)
    end = blocks.front_about((x, y), turned, block, body.pose.height)
    base = table.units[unit].base
    starts = [pose.plan[:2] for m in table.units[unit].models if (pose := table.models[m].pose) is not None]
    ends = [pose.plan[:2] for pose in places(base, Ranks(files, end), len(starts))]
    if attempt.rules.option("reform-distance-point") == "any-part":
        sizes = to_inches(base.width), to_inches(base.depth)
        order, furthest = bottleneck_of_corners(starts, ends, (facing, turned), *sizes)
    else:
        order, furthest = bottleneck(starts, ends)
    return Reform(unit, files, block, body.pose, end, tuple(order), furthest)


# --- what it may be


def ranks_full(attempt: Attempt) -> Iterator[Finding]:
    """At least one model a rank, all ranks but the last full: no more files than there are men."""
    unit, files = unit_of(attempt), files_wanted(attempt)
    if unit is None:
        return
    if files is None:
        yield Finding("broken", attempt.subject, facts={"files": 0, "count": strength(attempt.table, unit)})
    elif files > strength(attempt.table, unit):
        facts = {"files": files, "count": strength(attempt.table, unit)}
        yield Finding("broken", attempt.subject, facts=facts)


def about_its_middle(attempt: Attempt) -> Iterator[Finding]:
    """The middle of the block stays where it is."""
    found = reform_of(attempt)
    if found is not None:
        facts = {"files": found.files, "facing": found.end.plan[2]}
        yield Finding("applied", found.unit, at=found.end.point, facts=facts)


def nobody_too_far(attempt: Attempt) -> Iterator[Finding]:
    """The men share the new places so that nobody goes further than twice his Movement, if that can be."""
    found = reform_of(attempt)
    if found is None or random_mover(attempt.table, found.unit):
        return
    allowed = twice(attempt.table, found.unit)
    facts = {"measured": found.furthest, "allowed": allowed, "places": list(found.places)}
    kind = "applied" if at_most(found.furthest, allowed) else "broken"
    yield Finding(kind, found.unit, at=found.end.point, facts=facts)  # type: ignore[arg-type]


def where_it_re_forms(attempt: Attempt) -> Iterator[Finding]:
    """It re-forms no nearer than 1" to any other unit or to impassable ground."""
    found = reform_of(attempt)
    if found is None:
        return
    table, shape = attempt.table, found.block.shape
    around = blocks.hindrances(
        [*blocks.others_of(table, found.unit), *blocks.impassable(table, attempt.rules, found.end.height)]
    )
    for index, measured in around.placed.near(shape, found.end.plan, 1.0 - TOLERANCE):
        if not at_least(measured, 1.0):
            facts = {"other": around.names[index], "measured": max(measured, 0.0), "allowed": 1.0, "at_least": True}
            yield Finding("broken", found.unit, at=found.end.point, facts=facts)


def on_the_board(attempt: Attempt) -> Iterator[Finding]:
    """It re-forms on the table."""
    found = reform_of(attempt)
    if found is not None and attempt.table.board.rim.near(found.block.shape, found.end.plan, -TOLERANCE):
        yield Finding("broken", found.unit, at=found.end.point)


def led_by_music(attempt: Attempt) -> Iterator[Finding]:
    """A swift reform needs a musician; after it nobody marches."""
    unit = unit_of(attempt)
    if unit is None:
        return
    if attempt.command.do == "swift-reform":
        if "musician" not in attempt.table.units[unit].keywords:
            yield Finding("broken", attempt.subject, facts={"keyword": "musician"})
    elif attempt.table.has(unit, "swiftly"):
        yield Finding("broken", attempt.subject, facts={"verb": attempt.command.do})


def costs_everything(attempt: Attempt) -> Iterator[Finding]:
    """Who has re-formed neither moves nor shoots this turn."""
    unit = unit_of(attempt)
    if unit is not None and attempt.table.has(unit, "reformed"):
        yield Finding("broken", attempt.subject)


# --- what is done


def reform(run: Run) -> None:
    """The unit stands anew, and that is all it does."""
    unit = _stand_anew(run)
    run.mark(unit, "reformed")


def swift_reform(run: Run) -> None:
    """If its Leadership holds, it may still move; else it is a reform like any other."""
    attempt = run.attempt()
    unit = unit_of(attempt)
    assert unit is not None
    run.cite(MUSICIAN, unit)
    leader = run.table.units[unit].models[0]
    if two_dice_under(run, leader, "Ld", MUSICIAN):
        _stand_anew(run)
        run.mark(unit, "swiftly")
        return
    run.mark(_stand_anew(run), "reformed")
    run.outcome = "failed"


def _stand_anew(run: Run) -> str:
    found = reform_of(run.attempt())
    assert found is not None
    run.emit(BlockMoved(found.unit, found.start, found.end, found.files))
    spend(run, found.unit)
    return found.unit
