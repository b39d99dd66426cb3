"""What happened: a closed list. Rule sets compose these, they invent none."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from movetray.table.table import Decision, Pose


@dataclass(frozen=True, slots=True)
class Track:
    """A leg as it was really gone: by which way, to where, and about which centre (inches) if it was an arc."""

    by: str
    to: Pose
    around: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class ModelMoved:
    """A model went along legs and stands at the end of the last."""

    model: str
    start: Pose
    tracks: tuple[Track, ...]


@dataclass(frozen=True, slots=True)
class BlockMoved:
    """A ranked block went through manoeuvres; its front edge's middle and its files are now these."""

    unit: str
    start: Pose
    end: Pose
    files: int
    tracks: tuple[Track, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelPlaced:
    """A model was set down (a fall, an arrival, the table's word)."""

    model: str
    to: Pose


@dataclass(frozen=True, slots=True)
class ModelRemoved:
    """A model left the table."""

    model: str
    why: str


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice fell; `why` is the clause that asked for them."""

    why: str
    sides: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MarkSet:
    """A model, unit or side now carries a mark."""

    on: str
    mark: str
    value: Any = True


@dataclass(frozen=True, slots=True)
class MarkCleared:
    """A mark is gone."""

    on: str
    mark: str


@dataclass(frozen=True, slots=True)
class WoundsLost:
    """A model lost wounds; `left` remain."""

    model: str
    lost: int
    left: int


@dataclass(frozen=True, slots=True)
class DecisionOpened:
    """Somebody has a choice."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class DecisionClosed:
    """The first open choice is closed: answered by this verb, or declined (`pass`)."""

    side: str
    by: str


@dataclass(frozen=True, slots=True)
class StepEnded:
    """A step is over; the next one is this, of this side and round. `fresh`: it begins that side's turn."""

    step: str
    round: int
    active: str
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class TerrainSettled:
    """Disputed ground is now of this kind."""

    terrain: str
    going: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The last command of this side is taken back: the table before it stands again."""

    side: str


@dataclass(frozen=True, slots=True)
class Agreed:
    """The sides agreed on something the rules leave to them, or refuse."""

    facts: Mapping[str, Any] = field(default_factory=dict)


Event = (
    ModelMoved
    | BlockMoved
    | ModelPlaced
    | ModelRemoved
    | DiceRolled
    | MarkSet
    | MarkCleared
    | WoundsLost
    | DecisionOpened
    | DecisionClosed
    | StepEnded
    | TerrainSettled
    | Undone
    | Agreed
)
