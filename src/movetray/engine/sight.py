"""Who sees whom: lines between volumes past terrain and other models."""

from collections.abc import Collection

from movetray._kernel import Shape, sees
from movetray.table.board import ORIGIN
from movetray.table.table import Pose, Table
from movetray.units import to_inches

Prism = tuple[Shape, tuple[float, float, float], float, float]

TALL = 1000.0
"""Higher than anything looks over, in inches."""


def volume(table: Table, model: str, pose: Pose | None = None) -> Prism:
    """The space a model takes up: its base, from its foot to its height. Elsewhere than it stands if `pose` says so."""
    stands = pose or table.pose_of(model)
    return table.shape_of(model), stands.plan, stands.height, stands.height + to_inches(table.unit_of(model).height)


def in_line_of_sight(
    table: Table,
    viewer: str,
    target: str,
    viewer_pose: Pose | None = None,
    target_pose: Pose | None = None,
    raised: Collection[str] = (),
) -> bool:
    """Whether some straight line leads from one model to the other past terrain and all other models.

    `raised` pieces of terrain are taken for too high to look over.
    """
    between: list[Prism] = [
        (shape, ORIGIN, bottom, TALL if piece in raised else top) for piece, shape, bottom, top in table.board.sight
    ]
    between += [volume(table, m) for m in table.standing if m not in (viewer, target)]
    return sees(volume(table, viewer, viewer_pose), volume(table, target, target_pose), between)
