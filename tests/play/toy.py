"""A game of five verbs, small enough to know by heart: what play is tested on.

`walk` goes at most M inches; east of 40" the players must settle whether it may. `hop` needs 4 or more, and after a 1
another die says how bad it was. `rush` may be dodged (a six) by each other side in turn, then needs 7 on two dice.
`pick` must be answered by `choose`. `rise` is rolled as the first step ends, one die a red model.
"""

from collections.abc import Iterator

from movetray.engine.attempt import Attempt
from movetray.engine.event import DecisionClosed, DecisionOpened, ModelMoved, ModelRemoved, Track
from movetray.engine.resolve import Run
from movetray.engine.ruleset import Clause, Mark, MoveKind, RuleSet, Step
from movetray.engine.verdict import Finding
from movetray.procedures import table as word
from movetray.rulesets.common import CLAUSES, table_kinds
from movetray.table.table import Decision, Pose
from movetray.units import at_most

SHARED = (
    "table.unknown",
    "table.pending",
    "table.no-choice",
    "table.turn",
    "table.step",
    "table.already-moved",
    "table.off-table",
    "table.undo",
)


def _length(attempt: Attempt) -> float:
    (x0, y0, _), length = attempt.table.pose_of(attempt.models[0]).point, 0.0
    for point in attempt.command.path or ():
        length += ((point.x - x0) ** 2 + (point.y - y0) ** 2) ** 0.5
        x0, y0 = point.x, point.y
    return length


def _far(attempt: Attempt) -> Iterator[Finding]:
    measured, allowed = _length(attempt), attempt.table.unit_of(attempt.models[0]).stat("M")
    if not at_most(measured, allowed):
        yield Finding(model=attempt.command.model, facts={"measured": measured, "allowed": allowed})


def _bog(attempt: Attempt) -> Iterator[Finding]:
    if any(point.x > 40 for point in attempt.command.path or ()):
        yield Finding("asks", attempt.command.model)


def _taken(attempt: Attempt) -> Iterator[Finding]:
    end = (attempt.command.path or ())[-1]
    for other in attempt.table.standing:
        x, y, _ = attempt.table.pose_of(other).point
        if other != attempt.command.model and abs(x - end.x) < 0.5 and abs(y - end.y) < 0.5:
            yield Finding(model=attempt.command.model, facts={"other": other})


def _go(run: Run, model: str, path: list[tuple[float, float]]) -> None:
    tracks = tuple(Track("walk", Pose.at(x, y)) for x, y in path)
    run.emit(ModelMoved(model, run.table.pose_of(model), tracks))


def _walk(run: Run) -> None:
    attempt = run.attempt()
    run.spent = _length(attempt)
    _go(run, attempt.models[0], [(point.x, point.y) for point in run.command.path or ()])
    run.mark(attempt.models[0], "moved")
    run.mark(attempt.models[0], "tired", {"inches": run.spent})


def _hop(run: Run) -> None:
    assert run.command.model is not None
    (face,) = run.roll(1, 6, "toy.hop")
    run.cite("toy.hop", run.command.model)
    if face >= 4:
        x, y, _ = run.table.pose_of(run.command.model).point
        _go(run, run.command.model, [(x + 1, y)])
    elif face == 1 and run.roll(1, 6, "toy.hop")[0] >= 5:
        run.emit(ModelRemoved(run.command.model, "broken"))
        run.outcome = "destroyed"
        return
    else:
        run.outcome = "failed"
    run.mark(run.command.model, "moved")


def _rush(run: Run) -> None:
    for side in run.table.sides:
        if side != run.table.side_of(run.command.model or ""):
            run.emit(DecisionOpened(Decision(side, ("dodge", "pass"), (), run.command, "rush-on", "answered")))
    if not run.table.pending:
        _rush_on(run, run.command.model or "")


def _rush_on(run: Run, model: str) -> None:
    run.cite("toy.rush", model)
    if sum(run.roll(2, 6, "toy.rush")) < 7:
        run.outcome = "failed"
        return
    x, y, _ = run.table.pose_of(model).point
    _go(run, model, [(x, y + 2)])
    run.mark(model, "moved")
    run.spent = 2.0


def _goes_on(run: Run) -> None:
    assert run.continued is not None
    _rush_on(run, run.continued.of.model or "")


def _dodge(run: Run) -> None:
    decision = run.table.pending[0]
    (face,) = run.roll(1, 6, "toy.dodge")
    if face == 6:
        while run.table.pending:
            run.emit(DecisionClosed(run.table.pending[0].side, "dodge"))
        run.mark(decision.of.model or "", "moved")
        run.outcome = "failed"
        return
    word.close(run, "dodge")


def _pick(run: Run) -> None:
    facts = {"options": ["left", "right"]}
    side = run.table.active
    run.emit(DecisionOpened(Decision(side, ("choose",), (), run.command, "picked", "chosen", True, facts)))


def _picked(run: Run) -> None:
    run.mark(run.table.active, "picked", run.chosen)


def _rise(run: Run) -> None:
    for model in run.table.standing:
        if run.table.side_of(model) == run.table.active and run.roll(1, 6, "toy.rise")[0] == 6:
            run.mark(model, "risen")


def toy() -> RuleSet:
    """The game, with the shared clauses that measure nothing."""
    now = frozenset({"moves"})
    kinds = (
        MoveKind("walk", _walk, now, needs=("model", "path"), closes=True),
        MoveKind("hop", _hop, now, needs=("model",), closes=True),
        MoveKind("rush", _rush, now, needs=("model",), closes=True),
        MoveKind("dodge", _dodge, answers=True),
        MoveKind("pick", _pick, now),
        *table_kinds("moves"),
    )
    clauses = (
        *(clause for clause in CLAUSES if clause.id in SHARED),
        Clause("toy.far", "1", "A walk is at most M.", "{measured}", _far, frozenset({"walk"})),
        Clause("toy.bog", "2", "East of 40 the players settle it.", "", _bog, frozenset({"walk"})),
        Clause("toy.taken", "3", "Nobody stands where another does.", "{other}", _taken, frozenset({"walk"})),
        Clause("toy.hop", "4", "A hop needs 4 or more.", ""),
        Clause("toy.rush", "5", "A rush needs 7 on two dice.", ""),
    )
    return RuleSet(
        "toy",
        "A toy",
        (Step("dawn", _rise), Step("moves")),
        {kind.verb: kind for kind in kinds},
        {clause.id: clause for clause in clauses},
        marks={
            "moved": Mark("moved", "step"),
            "tired": Mark("tired", "turn"),
            "risen": Mark("risen", shown=True),
            "picked": Mark("picked"),
        },
        procedures={"rush-on": _goes_on, "picked": _picked, "asked": word.asked},
    )
