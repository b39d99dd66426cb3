"""What every table's verbs do: choices, the end of a step, taking back, the table's word."""

from movetray.engine.event import BlockMoved, DecisionClosed, ModelPlaced, ModelRemoved, StepEnded, Undone, WoundsLost
from movetray.engine.resolve import Run
from movetray.table.table import Pose


def pass_choice(run: Run) -> None:
    """The side that was asked declines all it still could choose; what waited for it goes on."""
    side = run.table.pending[0].side
    while run.table.pending and run.table.pending[0].side == side and not run.table.pending[0].must:
        close(run, "pass")


def close(run: Run, by: str) -> None:
    """Close the first open choice; when it was the last that its procedure waited for, that goes on."""
    decision = run.table.pending[0]
    run.emit(DecisionClosed(decision.side, by))
    if not any(d.then == decision.then and d.of == decision.of for d in run.table.pending):
        run.continued = decision
        run.rules.procedures[decision.then](run)


def close_only(run: Run, by: str) -> None:
    """Close the first open choice; the caller goes on itself."""
    run.emit(DecisionClosed(run.table.pending[0].side, by))


def choose(run: Run) -> None:
    """An answer to a choice that has no verb of its own."""
    run.chosen = run.command.option
    close(run, "choose")


def agree(run: Run) -> None:
    """The side that was asked agrees."""
    run.chosen = True
    close(run, "agree")


def disagree(run: Run) -> None:
    """The side that was asked does not agree: nothing happens, whatever others would say."""
    of = run.table.pending[0].of
    run.chosen = False
    while len(run.table.pending) > 1 and run.table.pending[1].of == of:
        run.emit(DecisionClosed(run.table.pending[0].side, "disagree"))
    close(run, "disagree")


def undo(run: Run) -> None:
    """The last command is taken back. (Once it binds, the others have been asked before this is done.)"""
    last = run.table.last
    assert last is not None  # `table.undo` has seen to it
    run.emit(Undone(last.side))


def asked(run: Run) -> None:
    """Everybody has answered a question that was put to them: the command is carried out if all agreed."""
    if run.chosen:
        assert run.continued is not None
        run.command = run.continued.of
        run.rules.kinds[run.command.do].resolve(run)
    else:
        run.outcome = "failed"


def end_step(run: Run) -> None:
    """The step ends with what happens then, and the next begins: of this side, of the next one, of the next round.

    Steps in which nothing can be done are passed over, where the rules say so: at most once through all of them.
    """
    ends = next(step for step in run.rules.steps if step.id == run.table.step).ends
    if ends is not None:
        ends(run)
    next_step(run)
    for _ in range(len(run.rules.steps) * len(run.table.sides)):
        clause = run.rules.passing_over(run.table)
        if clause is None:
            return
        run.cite(clause, facts={"step": run.table.step})
        next_step(run)


def next_step(run: Run) -> None:
    """The next step begins: of this side, of the next one, of the next round."""
    rules, table = run.rules, run.table
    names = [step.id for step in rules.steps]
    index = names.index(table.step)
    order = rules.acting(table)
    shared = next((n for n, step in enumerate(rules.steps) if step.shared), None)
    lapse(run, "step", table.active)
    if index == shared:
        run.emit(StepEnded(names[index + 1], table.round, order[0], fresh=True))
        return
    if index + 1 < len(names):
        run.emit(StepEnded(names[index + 1], table.round, table.active))
        return
    position = order.index(table.active) + 1
    last = position == len(order)
    side = order[0 if last else position]
    if last:
        lapse(run, "round", None)
    lapse(run, "turn", side)
    first = 0 if shared is None or last else shared + 1
    run.emit(StepEnded(names[first], table.round + last, side, fresh=shared is None or last))


def lapse(run: Run, when: str, side: str | None) -> None:
    """The marks that end now are gone from one side's models, units and itself (None: from everybody's)."""
    table = run.table
    for owner, marks in sorted(table.marks.items()):  # a table read again has its marks in another order
        whose = owner if owner in table.sides else table.side_of(owner)
        if side is None or whose == side:
            run.unmark(owner, *[m for m in sorted(marks) if m in run.rules.marks and run.rules.marks[m].lapses == when])


def members(run: Run) -> tuple[str, ...]:
    """The models that the command is about."""
    subject = run.command.subject
    assert subject is not None
    return run.table.members(subject)


def suffer(run: Run) -> None:
    """The table's word: what befell a model outside this phase - marks set and cleared, wounds lost, or it is gone."""
    for model in members(run):
        if run.command.wounds:
            wound(run, model, run.command.wounds)
        run.unmark(model, *run.command.not_status)
        if "destroyed" in run.command.status:
            run.emit(ModelRemoved(model, "destroyed"))
            run.outcome = "destroyed"
        else:
            for status in run.command.status:
                run.mark(model, status)


def wound(run: Run, model: str, lost: int) -> None:
    """A model loses wounds, at most all it has."""
    left = run.table.models[model].wounds or 0
    run.emit(WoundsLost(model, min(lost, left), max(left - lost, 0)))


def remove(run: Run) -> None:
    """The table's word: models are taken off."""
    for model in losses(run):
        run.emit(ModelRemoved(model, "removed"))


def losses(run: Run) -> tuple[str, ...]:
    """The models that are taken off: those named, or so many of a unit; a block loses them from its rear."""
    there = [model for model in members(run) if run.table.models[model].pose is not None]
    subject, count = run.command.subject, run.command.rest.get("models")
    unit = run.table.units.get(subject or "")
    if isinstance(count, int):
        return tuple(reversed(there[-count:] if unit is not None and unit.block is not None else there[:count]))
    if there and unit is None and (block := run.table.unit_of(there[0])).block is not None:
        # places are numbered anew: the last is gone, whoever falls
        return tuple([name for name in block.models if run.table.models[name].pose is not None][-1:])
    return tuple(reversed(there))


def place(run: Run) -> None:
    """The table's word: a model is set down somewhere."""
    unit, at = run.table.units.get(run.command.unit or ""), run.command.at
    if unit is not None and unit.block is not None and at is not None:
        front = unit.block.front
        facing = front.plan[2] if at.facing is None else at.facing
        there = Pose.at(at.x, at.y, front.height if at.z is None else at.z, facing)
        run.emit(BlockMoved(unit.id, front, there, unit.block.files))
    for rest in run.attempt().rests:
        run.emit(ModelPlaced(rest.model, rest.pose))


def act_later(run: Run) -> None:
    """Somebody shoots, casts or fights in a later phase: it moves nothing."""
