"""The table: everything that is so at one moment. Frozen data; knows no rules."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from movetray._kernel import Block, Placed, Shape
from movetray.table.board import Board
from movetray.units import INCH, snap, snap_degrees, to_inches

if TYPE_CHECKING:
    from movetray.engine.command import Command

T = TypeVar("T")

Json = Any
"""A JSON value: marks and facts hold nothing else."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a base stands and which way it faces: hundredths of a millimetre and of a degree."""

    x: int
    y: int
    z: int = 0
    facing: int = 0

    @classmethod
    def at(cls, x: float, y: float, z: float = 0.0, facing: float = 0.0) -> "Pose":
        """The pose nearest to these inches and degrees."""
        return cls(snap(x), snap(y), snap(z), snap_degrees(facing))

    @property
    def plan(self) -> tuple[float, float, float]:
        """x, y in inches and the facing in degrees, as the kernel takes them."""
        return self.x / INCH, self.y / INCH, self.facing / 100

    @property
    def point(self) -> tuple[float, float, float]:
        """x, y, z in inches."""
        return to_inches(self.x), to_inches(self.y), to_inches(self.z)

    @property
    def height(self) -> float:
        """z in inches."""
        return to_inches(self.z)


@dataclass(frozen=True, slots=True)
class Base:
    """The footprint of a model. Width runs across the facing, depth along it; hulls have an outline instead."""

    kind: Literal["round", "oval", "rectangle", "hull"]
    width: int
    depth: int
    outline: tuple[tuple[int, int], ...] = ()

    @property
    def shape(self) -> Shape:
        """The kernel's shape of this base, facing +x about its centre."""
        return _shape(self)


@lru_cache(maxsize=256)
def _shape(base: Base) -> Shape:
    width, depth = to_inches(base.width), to_inches(base.depth)
    match base.kind:
        case "round":
            return Shape.disc(width / 2)
        case "oval":
            return Shape.oval(depth, width)
        case "rectangle":
            return Shape.rectangle(depth, width)
        case "hull":
            return Shape.polygon([(to_inches(x), to_inches(y)) for x, y in base.outline])


@dataclass(frozen=True, slots=True)
class Weapon:
    """What a model shoots with when the engine rolls for it."""

    name: str
    range: float
    shots: int | str
    strength: int
    piercing: int = 0
    damage: int | str = 1


@dataclass(frozen=True, slots=True)
class Ranks:
    """How the models of a block stand: the middle of the front edge with its facing, and the number of files."""

    files: int
    front: Pose


@dataclass(frozen=True, slots=True)
class Unit:
    """Models that share a profile. Loose models, or a ranked block."""

    id: str
    side: str
    base: Base
    height: int
    models: tuple[str, ...]
    stats: Mapping[str, int | float | str] = field(default_factory=dict)
    keywords: frozenset[str] = frozenset()
    block: Ranks | None = None
    aboard: str | None = None
    carries: frozenset[str] = frozenset()
    weapons: tuple[Weapon, ...] = ()

    def stat(self, name: str, default: float = 0) -> float:
        """A numeric characteristic; `default` where the profile has none.

        Raises ValueError where the characteristic is a dice expression.
        """
        value = self.stats.get(name, default)
        if isinstance(value, str):
            raise ValueError(f"{name} of {self.id} is rolled: {value}")
        return value


@dataclass(frozen=True, slots=True)
class Model:
    """One miniature. `pose` is None off the table (destroyed, aboard, in reserve)."""

    id: str
    unit: str
    pose: Pose | None
    wounds: int | None = None


@lru_cache(maxsize=1024)
def formed(base: Base, models: int, files: int) -> Block:
    """So many models on these bases in ranks of so many files, as the kernel has them."""
    return Block(models, files, to_inches(base.width), to_inches(base.depth))


@dataclass(frozen=True)
class Body:
    """Models that keep their places to each other: where the middle of their front edge is, and which way it faces.

    Of a loose model it is the model itself: the pose of its middle.
    """

    unit: str
    block: Block
    pose: Pose
    loose: Shape | None = None

    @property
    def shape(self) -> Shape:
        """The footprint about the pose."""
        return self.loose or self.block.shape


NEXT = "next"
"""`Decision.until`: a choice that the next command of anybody declines, of the side asked as well. Only the models that
it asks answer it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that is open: who may answer, with which verbs, for which models.

    `must`: it has to be answered before anything else; otherwise the next legal command that is no answer declines
    it. `of` is the command it came from; `then` names the procedure that goes on when it is closed; `facts` are what
    that procedure has to remember, as JSON.
    """

    side: str
    verbs: tuple[str, ...]
    models: tuple[str, ...]
    of: "Command"
    then: str
    until: str = ""
    must: bool = False
    facts: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Taken:
    """The last command, so that it can be taken back: whose it was, whether a die fell or something was revealed,
    and the table before it."""

    side: str
    binding: bool
    before: "Table"


@dataclass(frozen=True)
class Table:
    """One moment of the movement phase.

    `marks` are the rule set's own facts about models, units and sides: owner, then kind, then a JSON value.
    `starts` are the poses at which the models stood when the active side's turn began. `pending` holds the open
    choices, the first of which is to be answered next. `settled` says how disputed terrain came out.
    """

    board: Board
    sides: tuple[str, ...]
    units: Mapping[str, Unit]
    models: Mapping[str, Model]
    round: int
    active: str
    step: str
    marks: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    starts: Mapping[str, Pose] = field(default_factory=dict)
    pending: tuple[Decision, ...] = ()
    settled: Mapping[str, str] = field(default_factory=dict)
    last: Taken | None = field(default=None, compare=False, repr=False)

    def unit_of(self, model: str) -> Unit:
        """The unit a model belongs to."""
        return self.units[self.models[model].unit]

    def side_of(self, name: str) -> str:
        """The side of a model or unit."""
        return (self.units.get(name) or self.unit_of(name)).side

    def shape_of(self, model: str) -> Shape:
        """The kernel's shape of a model's base."""
        return self.unit_of(model).base.shape

    def has(self, owner: str, mark: str) -> bool:
        """Whether a model, unit or side carries a mark."""
        return mark in self.marks.get(owner, ())

    def mark(self, owner: str, mark: str) -> Json:
        """The value of a mark, None where it is not there."""
        return self.marks.get(owner, {}).get(mark)

    def has_any(self, owner: str, marks: Iterable[str]) -> bool:
        """Whether a model, unit or side carries one of these marks."""
        carried = self.marks.get(owner)
        return carried is not None and any(mark in carried for mark in marks)

    def members(self, name: str) -> tuple[str, ...]:
        """The models of a unit, or the model itself."""
        unit = self.units.get(name)
        return unit.models if unit else (name,)

    @cached_property
    def _found(self) -> dict[Hashable, Any]:
        return {}

    def once(self, key: Hashable, find: Callable[[], T]) -> T:
        """What judges ask about this table again and again is found once."""
        if key not in self._found:
            self._found[key] = find()
        found: T = self._found[key]
        return found

    @cached_property
    def standing(self) -> tuple[str, ...]:
        """Every model that is on the table, in the order of `models`: the index of `bases`."""
        return tuple(model.id for model in self.models.values() if model.pose is not None)

    @cached_property
    def of_side(self) -> Mapping[str, tuple[int, ...]]:
        """The places in `standing` of the models of each side."""
        found: dict[str, list[int]] = {side: [] for side in self.sides}
        for place, model in enumerate(self.standing):
            found[self.side_of(model)].append(place)
        return {side: tuple(places) for side, places in found.items()}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each model in `standing`."""
        return {model: place for place, model in enumerate(self.standing)}

    @cached_property
    def bases(self) -> Placed:
        """The bases of `standing`, in plan, whatever their height."""
        return Placed([(self.shape_of(m), pose.plan) for m in self.standing if (pose := self.models[m].pose)])

    @cached_property
    def heights(self) -> tuple[float, ...]:
        """The heights, in inches, at which `standing` stand."""
        return tuple(pose.height for m in self.standing if (pose := self.models[m].pose))

    @cached_property
    def start_bases(self) -> Placed:
        """The bases of `standing` where they began the turn."""
        poses = (self.starts.get(m) or self.pose_of(m) for m in self.standing)
        return Placed([(self.shape_of(m), pose.plan) for m, pose in zip(self.standing, poses, strict=True)])

    @cached_property
    def bodies(self) -> tuple["Body", ...]:
        """What moves and stands as one: the block of a unit, or each loose model of it."""
        found = []
        for unit in self.units.values():
            left = [model.pose for name in unit.models if (model := self.models[name]).pose is not None]
            if unit.block is not None and left:
                found.append(Body(unit.id, formed(unit.base, len(left), unit.block.files), unit.block.front))
            elif unit.block is None:
                found += [Body(unit.id, formed(unit.base, 1, 1), at, unit.base.shape) for at in left if at is not None]
        return tuple(found)

    @cached_property
    def body_places(self) -> Placed:
        """The footprints of `bodies`, in plan."""
        return Placed([(body.shape, body.pose.plan) for body in self.bodies])

    def answered_by(self, command: "Command") -> bool:
        """Whether a command has a verb of the choice that is to be settled next, and is of whom it asks."""
        if not self.pending or command.do not in self.pending[0].verbs:
            return False
        first, subject = self.pending[0], command.subject
        return first.until != NEXT or subject is None or not set(first.models).isdisjoint(self.members(subject))

    def pose_of(self, model: str) -> Pose:
        """Where a model stands. Raises KeyError for one that is off the table."""
        pose = self.models[model].pose
        if pose is None:
            raise KeyError(model)
        return pose

    def with_model(self, model: Model) -> "Table":
        """This table with one model changed."""
        return replace(self, models={**self.models, model.id: model})

    def _repr_svg_(self) -> str | None:
        """The table as a notebook shows it, drawn by the installed painter; None where there is none."""
        painters = entry_points(group="movetray.painters", name="svg")
        return next((point.load()(self) for point in painters), None)
