"""What changes of a table, as JSON: two tables of one match are the same when these are.

The board and what a unit is made of are not in it: they are the situation that the match began with.
"""

from typing import Any

from movetray.engine.event_json import plain, pose_json
from movetray.table.table import Table
from movetray.table.writer import decision_json


def state_json(table: Table) -> dict[str, Any]:
    """The state of a table: round, step, where everybody is, marks, choices. What can be taken back is left out."""
    return {
        "round": table.round,
        "active": table.active,
        "step": table.step,
        "models": {
            name: {"pose": None if model.pose is None else pose_json(model.pose), "wounds": model.wounds}
            for name, model in table.models.items()
        },
        "blocks": {
            name: {"files": unit.block.files, "front": pose_json(unit.block.front)}
            for name, unit in table.units.items()
            if unit.block is not None
        },
        "marks": plain(table.marks),
        "starts": {name: pose_json(pose) for name, pose in table.starts.items()},
        "pending": plain([decision_json(decision) for decision in table.pending]),
        "settled": dict(table.settled),
    }
