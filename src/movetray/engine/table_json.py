"""What changes of a table, as JSON: two tables of one match are the same when these are.

The board and what a unit is made of are not in it: they are the situation that the match began with.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from movetray.engine.event_json import decision_json, plain, pose_json, read_decision, read_pose
from movetray.table.table import Ranks, Table


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
        "pending": [decision_json(decision) for decision in table.pending],
        "settled": dict(table.settled),
    }


def read_state(said: Mapping[str, Any], like: Table) -> Table:
    """The table in this state, its board and units being those of `like`.

    Raises KeyError, TypeError or ValueError for what is no state of such a table.
    """
    models = {
        name: replace(
            like.models[name],
            pose=None if model["pose"] is None else read_pose(model["pose"]),
            wounds=model["wounds"],
        )
        for name, model in said["models"].items()
    }
    blocks = {
        name: replace(like.units[name], block=Ranks(block["files"], read_pose(block["front"])))
        for name, block in said["blocks"].items()
    }
    return replace(
        like,
        round=said["round"],
        active=said["active"],
        step=said["step"],
        models={**like.models, **models},
        units={**like.units, **blocks},
        marks=said["marks"],
        starts={name: read_pose(pose) for name, pose in said["starts"].items()},
        pending=tuple(read_decision(decision) for decision in said["pending"]),
        settled=said["settled"],
        last=None,
    )
