"""What a player asks for: one value for files, logs and the wire.

The JSON shape is the object of a step without `dice` and `expect`; `do` decides which fields a command needs.
Lengths are float inches and angles degrees, as said: a command is not state, poses are snapped when they come to rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A point of a path: where, by which way, along which arc, and the facing reached there.

    `z` None: the height of the point before. `by` None: the only way there is. `facing` None: as it was.
    """

    x: float
    y: float
    z: float | None = None
    by: str | None = None
    around: tuple[float, float] | None = None
    facing: float | None = None


@dataclass(frozen=True, slots=True)
class Manoeuvre:
    """One step of a block: `kind` is forward, back, sideways, wheel or pivot; inches or degrees; `left` or `right`."""

    kind: str
    amount: float
    toward: str | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """One command. `do` is the verb; the other fields are those of a situation file's steps, None or empty when not
    said. `rest` keeps keys that only one rule set knows, as JSON.
    """

    do: str
    model: str | None = None
    unit: str | None = None
    side: str | None = None
    targets: tuple[str, ...] = ()
    charger: str | None = None
    path: tuple[Waypoint, ...] | None = None
    paths: Mapping[str, tuple[Waypoint, ...]] | None = None
    to: Waypoint | None = None
    at: Waypoint | None = None
    positions: Mapping[str, Waypoint] | None = None
    steps: tuple[Manoeuvre, ...] | None = None
    status: tuple[str, ...] = ()
    not_status: tuple[str, ...] = ()
    wounds: int | None = None
    faces: tuple[int, ...] | None = None
    option: Any = None
    terrain: str | None = None
    rest: Mapping[str, Any] = field(default_factory=dict)

    def said(self, key: str) -> Any:
        """What is said under a key of its JSON: a field, or what only some verbs use; None where nothing is."""
        return getattr(self, key) if key in self.__slots__ else self.rest.get(key)

    @property
    def subject(self) -> str | None:
        """The model or unit it is about."""
        return self.model if self.model is not None else self.unit
