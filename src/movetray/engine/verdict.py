"""The answer to a command: a ruling and its reasons. Never a bare bool, never a sentence made in a check."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Ruling = Literal["legal", "illegal", "asks"]
Stage = Literal["form", "time", "move"]
Kind = Literal["broken", "applied", "asks"]
Place = tuple[float, float, float]
"""x, y, z in inches."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check saw: measured facts and the place, before a clause puts its name to it.

    `leg` counts the legs of the model's path from 0; facts are JSON values, lengths in inches. By custom `measured`
    and `allowed` hold the number measured and its limit, `cost` what a leg was priced at. `explains`: an applied
    finding that says something about a refusal as well.
    """

    kind: Kind = "broken"
    model: str | None = None
    leg: int | None = None
    at: Place | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    explains: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """A finding under the clause it falls under."""

    clause: str
    kind: Kind
    model: str | None = None
    leg: int | None = None
    at: Place | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, clause: str, finding: Finding) -> "Reason":
        """The finding, with the clause's name."""
        return cls(clause, finding.kind, finding.model, finding.leg, finding.at, finding.facts)

    def to_json(self) -> dict[str, Any]:
        """The shape of files, logs and the wire."""
        return {
            "clause": self.clause,
            "kind": self.kind,
            "model": self.model,
            "leg": self.leg,
            "at": None if self.at is None else [round(v, 6) for v in self.at],
            "facts": {k: round(v, 6) if isinstance(v, float) else v for k, v in self.facts.items()},
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """Legal, illegal or asks; the stage it was decided in; every reason of that stage.

    `margin` is the least of allowed minus measured over the reasons that measure something: below zero it is by how
    much a limit is exceeded.
    """

    ruling: Ruling
    stage: Stage
    reasons: tuple[Reason, ...] = ()
    margin: float | None = None

    @property
    def legal(self) -> bool:
        """Whether the command may be done as it stands."""
        return self.ruling == "legal"

    def cites(self, clause: str) -> bool:
        """Whether a clause is among the reasons."""
        return any(reason.clause == clause for reason in self.reasons)

    def to_json(self) -> dict[str, Any]:
        """The shape of files, logs and the wire."""
        return {
            "ruling": self.ruling,
            "stage": self.stage,
            "reasons": [reason.to_json() for reason in self.reasons],
            "margin": None if self.margin is None else round(self.margin, 6),
        }
