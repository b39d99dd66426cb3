"""Says things a player of Mordheim might say on a table: mostly what ought to be allowed, now and then what ought not.

It looks at the table with the second opinion's geometry and never asks the engine whether something would do. What has
been said least is said most, so that every verb gets its share.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from shapely import LineString

from movetray.table.table import Pose, Table
from movetray.table.terrain import Wall
from oracle.plan import INCH, Body, body_of, gap, obstacles, overlap
from oracle.step_checker import in_view
from oracle.table_checker import DOWN, bodies, enemies, standing
from oracle.tables import beside, fits, may_hide

Said = dict[str, Any]

WORD = ("suffer", "remove", "place", "shoot", "cast", "assault")


class Proposer:
    """Proposes commands for one match; `done` counts those that changed its table, by verb."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.done: Counter[str] = Counter()

    def propose(self, table: Table) -> Said:
        """The next thing to be said on this table."""
        if table.pending:
            return self._answer(table)
        options = [option for option in self._options(table) if option is not None]
        if not options:
            return {"do": "end-step"}
        weights = [1 / (1 + self.done[option["do"]]) for option in options]
        return self.rng.choices(options, weights)[0]

    def _answer(self, table: Table) -> Said:
        decision = table.pending[0]
        if "agree" in decision.verbs:
            return {"do": self.rng.choice(("agree", "agree", "disagree")), "side": decision.side}
        if "choose" in decision.verbs:
            return {"do": "choose", "side": decision.side, "option": self.rng.randint(1, 2)}
        roll = self.rng.random()
        if roll < 0.55:
            name = self.rng.choice(decision.models)
            return {"do": "intercept", "model": name, "charger": decision.of.model}
        if roll < 0.8:
            return {"do": "pass", "side": decision.side}
        declining = [option for option in self._options(table) if option is not None]  # which declines by going on
        return self.rng.choice(declining or [{"do": "pass", "side": decision.side}])

    def _options(self, table: Table) -> Iterator[Said | None]:
        rng, mine = self.rng, self._mine(table)
        if table.last is not None and rng.random() < 0.3:
            yield {"do": "undo", "side": table.last.side}
        if rng.random() < 0.15 and self.done["end-step"] > 5:
            yield self._befallen(table)
        match table.step:
            case "charges":
                yield from (self._charge(table, name) for name in rng.sample(mine, min(3, len(mine))))
            case "compulsory":
                yield from (self._forced(table, name) for name in mine)
            case "remaining":
                for name in rng.sample(mine, min(4, len(mine))):
                    yield from self._remaining(table, name)
            case _:
                pass
        if not self._somebody_must(table) and rng.random() < 0.35:
            yield {"do": "end-step"}
        if rng.random() < 0.05 and mine:  # at the wrong time, perhaps
            yield self._path(table, rng.choice(mine), "move", rng.uniform(0, 9))

    def _mine(self, table: Table) -> list[str]:
        names = [m.id for m in table.models.values() if m.pose is not None and table.side_of(m.id) == table.active]
        return [name for name in names if not table.has(name, "moved") or self.rng.random() < 0.1]

    def _somebody_must(self, table: Table) -> bool:
        if table.step != "compulsory":
            return False
        forced = [n for n in self._mine(table) if table.has_any(n, ("fleeing", "compelled"))]
        return any(not table.has_any(n, ("moved", *DOWN)) for n in forced)

    def _charge(self, table: Table, name: str) -> Said | None:
        foes = [foe for foe in enemies(table, name) if not table.has(foe, "hidden") or self.rng.random() < 0.1]
        near = sorted(foes, key=lambda foe: self._apart(table, name, foe))[:3]
        if not near or table.has_any(name, (*DOWN, "fleeing")):
            return None
        foe = self.rng.choice(near)
        if not in_view(table, name, foe) and self.rng.random() < 0.5:
            return None
        targets = near[:2] if self.rng.random() < 0.05 else [foe]
        return {"do": "charge", "model": name, "targets": targets}

    def _apart(self, table: Table, one: str, other: str) -> float:
        a, b = table.pose_of(one), table.pose_of(other)
        return gap(body_of(table.unit_of(one).base, a), body_of(table.unit_of(other).base, b))

    def _forced(self, table: Table, name: str) -> Said | None:
        if table.has(name, "fleeing"):
            return {"do": "flee", "model": name}
        if table.has(name, "compelled"):
            return self._path(table, name, "move", self.rng.uniform(0.2, self._movement(table, name)))
        return None

    def _remaining(self, table: Table, name: str) -> Iterator[Said | None]:
        rng, movement = self.rng, self._movement(table, name)
        if rng.random() < 0.1:
            yield {"do": rng.choice(("shoot", "cast", "assault")), "model": name}
        if self._fights(table, name) and rng.random() < 0.95:
            return
        down = table.has_any(name, DOWN)
        if table.has(name, "knocked-down") or rng.random() < 0.02:
            yield {"do": "stand-up", "model": name}
            yield self._path(table, name, "crawl", rng.uniform(0.1, 2.05))
        if not down or rng.random() < 0.05:
            factor = rng.choice((0.3, 0.6, 0.9, 1.0, 1.02))
            yield self._path(table, name, "move", movement * factor * (0.5 if table.has(name, "stood-up") else 1))
            if self._free_to_run(table, name) or rng.random() < 0.1:
                yield self._path(table, name, "run", 2 * movement * factor)
        hidden = table.has(name, "hidden")
        if not hidden and not down:
            yield self._to_cover(table, name)
        if (
            not hidden and not table.has_any(name, ("ran", "charged")) and may_hide(table, name)
        ) or rng.random() < 0.01:
            yield {"do": "hide", "model": name}

    def _to_cover(self, table: Table, name: str) -> Said | None:
        """Straight up to a wall, where one is near enough to walk to and the way is clear."""
        walls = [piece for piece in table.board.terrain if isinstance(piece, Wall)]
        pose, base = table.pose_of(name), table.unit_of(name).base
        for _ in range(8 if walls and not table.has(name, "moved") else 0):
            there = beside(self.rng, self.rng.choice(walls), base, pose.facing)
            x, y, z = there.point
            said: Said = {"do": "move", "model": name, "path": [[x, y, z]]}
            near = math.dist(pose.point, there.point) <= self._movement(table, name)
            if near and self._clear(table, name, said):
                trial = table.with_model(replace(table.models[name], pose=there))
                if may_hide(trial, name):
                    return said
        return None

    def _fights(self, table: Table, name: str) -> bool:
        return any(self._apart(table, name, foe) < 0.01 for foe in enemies(table, name) if standing(table, foe))

    def _free_to_run(self, table: Table, name: str) -> bool:
        return all(
            self._apart(table, name, foe) > 8
            for foe in enemies(table, name)
            if standing(table, foe) and not table.has(foe, "hidden")
        )

    def _movement(self, table: Table, name: str) -> float:
        return float(table.unit_of(name).stat("M"))

    def _path(self, table: Table, name: str, verb: str, inches: float) -> Said:
        """A way of about this many inches; the first of some that is clear, if one is."""
        tries = [self._way(table, name, verb, inches) for _ in range(6)]
        return next((said for said in tries if self._clear(table, name, said)), tries[0])

    def _clear(self, table: Table, name: str, said: Said) -> bool:
        """Whether the end of a way is free and its straight legs pass nothing."""
        pose, base = table.pose_of(name), table.unit_of(name).base
        spots = [(p["to"] if isinstance(p, dict) else p) for p in said["path"]]
        x, y, z = spots[-1]
        end = Pose.at(x, y, z, pose.facing / 100)
        away = replace(table, models={k: m for k, m in table.models.items() if k != name})
        if not fits(away, base, end, 0.02):
            return False
        line = LineString([(pose.x / INCH, pose.y / INCH), *((spot[0], spot[1]) for spot in spots)])
        swept = Body(line, max(base.width, base.depth) / INCH / 2)
        high = [solid for solid in obstacles(table, pose.z / INCH) if solid.rise > 1]
        return not any(overlap(swept, solid.body) for solid in high) and not any(
            overlap(swept, other) for other in bodies(away).values()
        )

    def _way(self, table: Table, name: str, verb: str, inches: float) -> Said:
        """One, two or three legs, the directions as they come; sometimes an arc."""
        rng, pose = self.rng, table.pose_of(name)
        x, y, z = pose.x / INCH, pose.y / INCH, pose.z / INCH
        heading = rng.uniform(0, 2 * math.pi)
        parts = rng.choice((1, 1, 2, 3))
        path: list[Any] = []
        for _ in range(parts):
            far = inches / parts
            if rng.random() < 0.1:
                radius, turn = far / 1.2, 1.2
                cx, cy = x - radius * math.sin(heading), y + radius * math.cos(heading)
                ox, oy = x - cx, y - cy
                x = cx + ox * math.cos(turn) - oy * math.sin(turn)
                y = cy + ox * math.sin(turn) + oy * math.cos(turn)
                heading += turn
                path.append({"to": [x, y, z], "around": [cx, cy]})
            else:
                x, y = x + far * math.cos(heading), y + far * math.sin(heading)
                path.append([x, y, z])
            heading += rng.uniform(-0.8, 0.8)
        if table.unit_of(name).base.kind != "round" and rng.random() < 0.3 and isinstance(path[-1], list):
            path[-1] = {"to": path[-1], "facing": round(rng.uniform(0, 360), 1)}
        return {"do": verb, "model": name, "path": path}

    def _befallen(self, table: Table) -> Said | None:
        """The table's word: what happened in the other phases."""
        rng = self.rng
        names = [m.id for m in table.models.values() if m.pose is not None]
        if not names:
            return None
        name = rng.choice(names)
        choices: list[Callable[[], Said]] = [
            lambda: {"do": "suffer", "model": name, "status": [rng.choice(("knocked-down", "stunned", "fleeing"))]},
            lambda: {"do": "suffer", "model": name, "status": []},
            lambda: {"do": "suffer", "model": name, "not-status": ["fleeing"]},
            lambda: {"do": "suffer", "model": name, "status": ["compelled"]},
            lambda: self._set_down(table, name),
        ]
        if len(names) > 7 and rng.random() < 0.4:
            choices.append(lambda: {"do": "remove", "model": name})
            choices.append(lambda: {"do": "suffer", "model": name, "status": ["destroyed"]})
        return rng.choice(choices)()

    def _set_down(self, table: Table, name: str) -> Said:
        pose = table.pose_of(name)
        x, y = pose.x / INCH + self.rng.uniform(-3, 3), pose.y / INCH + self.rng.uniform(-3, 3)
        return {"do": "place", "model": name, "at": [x, y, pose.z / INCH]}
