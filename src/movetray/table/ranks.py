"""Where the models of a ranked block stand: it follows from the front edge and the number of files."""

from movetray._kernel import ahead
from movetray.table.table import Base, Pose, Ranks
from movetray.units import snap, to_inches


def places(base: Base, ranks: Ranks, count: int) -> tuple[Pose, ...]:
    """The poses of `count` models: front rank first, each from its left as the unit sees it; the last is centred.

    Raises ValueError where there are no files.
    """
    if ranks.files < 1:
        raise ValueError("a block has at least one file")
    width, depth = to_inches(base.width), to_inches(base.depth)
    front = ranks.front
    found = []
    for index in range(count):
        rank, file = divmod(index, ranks.files)
        abreast = min(ranks.files, count - rank * ranks.files)
        x, y = ahead(front.plan, -(rank + 0.5) * depth, ((abreast - 1) / 2 - file) * width)
        found.append(Pose(snap(x), snap(y), front.z, front.facing))
    return tuple(found)
