"""Commands and questions nobody in his right mind would send: JSON by a seed, on tables of every kind of step."""

import random
from typing import Any

from movetray.engine.command_json import KEYS, WAYS
from movetray.table.table import Table

NUMBERS = (0, -1, 1, 0.5, 3, 12.25, 48, 1e-9, -1e-9, 1e6, -1e6, 1e300, float("inf"), float("nan"), 2**70)
SCALARS: tuple[Any, ...] = (None, True, False, "", "x", "нет", "a" * 300, [], {}, [[]], [None], *NUMBERS)


class Wild:
    """What is said, drawn from a seed; `sane` is how often a value is of the kind that its key wants."""

    def __init__(self, seed: int, table: Table, verbs: list[str]) -> None:
        self.rng = random.Random(f"command {seed}")
        self.sane = self.rng.choice((0.5, 0.8, 0.95, 1.0))
        self.names = [*table.models, *table.units, *table.sides, *(piece.id for piece in table.board.terrain)]
        self.models = list(table.models)
        self.verbs = verbs

    def command(self) -> dict[str, Any]:
        """A command with the keys that make sense for some verb, and sometimes others."""
        rng = self.rng
        said: dict[str, Any] = {"do": rng.choice(self.verbs) if rng.random() < 0.97 else rng.choice(SCALARS)}
        if rng.random() < 0.85:
            said["model"] = rng.choice(self.models)
        for key in rng.sample(KEYS, rng.choice((0, 1, 1, 2, 3, 6))):
            said[key] = self.value(key)
        if rng.random() < 0.6 and said["do"] in ("move", "run", "crawl", "charge"):
            said["path"] = self.value("path")
        if rng.random() < 0.03:
            said[rng.choice(("dice", "expect", "Do", "", "path "))] = rng.choice(SCALARS)
        return said

    def value(self, key: str) -> Any:
        rng = self.rng
        if rng.random() > self.sane:
            return rng.choice(SCALARS)
        match key:
            case "model" | "unit" | "side" | "charger" | "terrain" | "transport":
                return rng.choice(self.names)
            case "targets" | "models":
                return [rng.choice(self.names) for _ in range(rng.choice((0, 1, 1, 2, 5)))]
            case "path":
                return [self.waypoint() for _ in range(rng.choice((0, 1, 1, 2, 4, 30)))]
            case "paths" | "positions":
                names = rng.sample(self.models, min(len(self.models), rng.choice((0, 1, 3))))
                return {name: self.value("path") if key == "paths" else self.waypoint() for name in names}
            case "to" | "at":
                return self.waypoint()
            case "steps":
                return [rng.choice(({"forward": self.number()}, {"wheel": "left", "degrees": self.number()}))]
            case "status" | "not-status":
                return rng.sample(("hidden", "fleeing", "stunned", "knocked-down", "destroyed", "ran", "no-such"), 2)
            case "faces":
                return [rng.randint(0, 7) for _ in range(rng.choice((0, 1, 2, 5)))]
            case "option":
                return rng.choice((0, 1, 2, -1, "left", 1.5))
            case _:
                return rng.choice((self.number(), True, "x"))

    def number(self) -> Any:
        return self.rng.choice(NUMBERS) if self.rng.random() > self.sane else self.rng.uniform(-5, 40)

    def waypoint(self) -> Any:
        rng = self.rng
        place: list[Any] = [
            self.number() for _ in range(rng.choice((2, 2, 2, 3, 3)) if rng.random() < self.sane else 4)
        ]
        if rng.random() < 0.7:
            return place
        found: dict[str, Any] = {"to": place}
        if rng.random() < 0.5:
            found["by"] = rng.choice(WAYS)
        if rng.random() < 0.4:
            found["around"] = [self.number(), self.number()]
        if rng.random() < 0.4:
            found["facing"] = self.number()
        return found

    def question(self) -> dict[str, Any]:
        """A question about things that exist, or do not."""
        rng = self.rng
        said: dict[str, Any] = {"ask": rng.choice(("odds", "route", "reach", "options", "sees", "distance", "threat"))}
        said |= {"model": rng.choice(self.names), "as": rng.choice(self.verbs)}
        match said["ask"]:
            case "odds":
                said = {"ask": "odds", "of": self.command()}
            case "sees":
                said = {"ask": "sees", "model": rng.choice(self.names), "target": rng.choice(self.names)}
            case "distance":
                said = {"ask": "distance", "from": rng.choice(self.names), "to": rng.choice(self.names)}
            case "route":
                said["to"] = self.waypoint()
            case "reach":
                said["budget"] = rng.choice((0, 1, 3, 6))
            case _:
                said.pop("as")
        return said
