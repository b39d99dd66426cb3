"""What came of a command, as players, logs and the wire are told."""

from dataclasses import dataclass
from typing import Any

from movetray.engine.command import Command
from movetray.engine.command_json import exact
from movetray.engine.event import DiceRolled, Event
from movetray.engine.event_json import event_json
from movetray.engine.verdict import Verdict
from movetray.play.carry import Deed
from movetray.table.table import Decision, Table


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a command.

    `verdict` cites what judging found and, once it was carried out, what came to bear. `outcome` is None for a
    refused command. `declined` are the choices that were declined because of it, `unused` the listed dice of a
    refused one; `given` says that its dice were listed and not the match's own.
    """

    n: int | None
    id: str
    seat: str | None
    deed: Deed
    of: str | None = None
    declined: tuple["Result", ...] = ()
    unused: tuple[int, ...] = ()
    given: bool = False

    @property
    def command(self) -> Command:
        """What was asked for."""
        return self.deed.command

    @property
    def verdict(self) -> Verdict:
        """May it be done, and why."""
        return self.deed.verdict

    @property
    def outcome(self) -> str | None:
        """`done`, `failed`, `fell`, `pending`, `destroyed`, …; None where nothing was done."""
        return self.deed.outcome

    @property
    def spent(self) -> float | None:
        """Inches of allowance used; None where there is no allowance."""
        return self.deed.spent

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, declined choices apart."""
        return self.deed.events

    @property
    def table(self) -> Table:
        """The table afterwards."""
        return self.deed.table

    @property
    def rolled(self) -> tuple[dict[str, Any], ...]:
        """The dice that fell: why, with how many sides, which faces."""
        return tuple(dice_json(event) for event in self.deed.rolled)

    @property
    def pending(self) -> Decision | None:
        """The choice that is to be settled next."""
        return self.table.pending[0] if self.table.pending else None

    def to_json(self) -> dict[str, Any]:
        """The shape of the wire and of `--json`: the verdict's keys and those of what came of it."""
        return {
            "id": self.id,
            **self.verdict.to_json(),
            "outcome": self.outcome,
            "spent": None if self.spent is None else exact(self.spent),
            "rolled": list(self.rolled),
            "pending": None if self.pending is None else pending_json(self.pending, self.of),
            "declined": [result.to_json() for result in self.declined],
            "events": [event_json(event) for event in self.events],
        }


def dice_json(event: DiceRolled) -> dict[str, Any]:
    """A roll as results and logs show it."""
    return {"why": event.why, "sides": event.sides, "faces": list(event.faces)}


def pending_json(decision: Decision, of: str | None) -> dict[str, Any]:
    """An open choice as players see it; `of` is the id of the command it comes from."""
    kind = decision.facts.get("kind", "choice")
    shown = {key: decision.facts[key] for key in ("count", "sides", "why") if kind == "dice"}
    return {
        "side": decision.side,
        "kind": kind,
        "of": of,
        "verbs": list(decision.verbs),
        "models": list(decision.models),
        "until": decision.until,
        "must": decision.must,
        **shown,
    }
