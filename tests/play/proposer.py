"""Says things a player of Mordheim might say on a table: mostly what ought to be allowed, now and then what ought not.

It looks at the table with the second opinion's geometry and never asks the engine whether something would do. What has
been said least is said most, so that every verb gets its share.
"""

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from shapely import LineString

from movetray.table.table import Pose, Table
from movetray.table.terrain import Wall
from oracle.plan import INCH, Body, body_of, gap, obstacles, overlap
from oracle.step_checker import in_view
from oracle.table_checker import DOWN, GONE, bodies, enemies, standing
from oracle.tables import beside, fits, may_hide

Said = dict[str, Any]

WORD = ("suffer", "remove", "place", "shoot", "cast", "assault")
"""The table's word: in a match the other side is asked whether it was so."""

RESTLESS = ("ran", "charged", "failed-charge", "fled", "came-round")
"""Marks of a turn in which nobody hides."""

FOLLY = 0.07
"""How often something is said that may well be refused."""


class Proposer:
    """Proposes commands for one match; `done` counts what was done in it, by verb.

    `cover` is how high it has to be, in inches, for one to hide behind it.
    """

    def __init__(self, rng: random.Random, cover: float = 0.0) -> None:
        self.rng, self.cover = rng, cover
        self.done: Counter[str] = Counter()

    def propose(self, table: Table) -> Said:
        """The next thing to be said on this table."""
        if table.pending:
            return self._answer(table)
        if self.rng.random() < FOLLY:
            return self._folly(table)
        return self._pick(list(self._options(table))) or {"do": "end-step"}

    def _pick(self, options: list[Said]) -> Said | None:
        """One of them, the rarer the likelier; `toward` says what it is to lead to, if that is what counts."""
        if not options:
            return None
        aims = [option.pop("toward", option["do"]) for option in options]
        return self.rng.choices(options, [1 / (1 + self.done[aim]) ** 2 for aim in aims])[0]

    def _answer(self, table: Table) -> Said:
        decision = table.pending[0]
        if "agree" in decision.verbs:
            return {"do": self.rng.choice(("agree", "disagree")), "side": decision.side}
        if "choose" in decision.verbs:
            return {"do": "choose", "side": decision.side, "option": self.rng.randint(1, 2)}
        answer: Said = {"do": "intercept", "model": self.rng.choice(decision.models), "charger": decision.of.model}
        go_on = self._pick(list(self._options(table)))  # which declines
        if go_on is not None and self.rng.random() < 0.1:
            return go_on
        return self.rng.choice((answer, {"do": "pass", "side": decision.side}))

    # --- what ought to be allowed

    def _options(self, table: Table) -> Iterator[Said]:
        rng, mine = self.rng, self._mine(table)
        if table.last is not None and rng.random() < 0.06:
            yield {"do": "undo", "side": table.last.side}
        if rng.random() < 0.25 and self.done["end-step"] > 3:
            yield from self._befallen(table)
        match table.step:
            case "charges":
                for name in rng.sample(mine, min(3, len(mine))):
                    yield from self._charge(table, name)
            case "compulsory":
                for name in mine:
                    yield from self._forced(table, name)
            case "remaining":
                for name in rng.sample(mine, min(3, len(mine))):
                    yield from self._remaining(table, name)
            case _:
                pass
        waiting = table.step == "remaining" and bool(mine)
        due = table.step == "compulsory" and any(True for name in mine for _ in self._forced(table, name))
        if not due and rng.random() < (0.05 if waiting else 0.3):
            yield {"do": "end-step"}

    def _mine(self, table: Table) -> list[str]:
        """The models of the active side that may still act."""
        names = [m.id for m in table.models.values() if m.pose is not None and table.side_of(m.id) == table.active]
        free = [name for name in names if not table.has_any(name, ("moved", "stunned", "fell"))]
        held = {name for name in free if table.has(name, "rallied") or self._fights(table, name)}
        return [name for name in free if table.has(name, "fleeing") or name not in held]

    def _charge(self, table: Table, name: str) -> Iterator[Said]:
        if table.has_any(name, (*DOWN, "fleeing")):
            return
        foes = [foe for foe in enemies(table, name) if not table.has(foe, "hidden")]
        near = sorted(foes, key=lambda foe: self._apart(table, name, foe))[:4]
        near = [foe for foe in near if in_view(table, name, foe)]
        if not near:
            return
        foe = self.rng.choice(near)
        if self.rng.random() < 0.7:  # best past somebody who may step in
            foe = max(near, key=lambda one: len(self._beside(table, name, one)))
        yield {"do": "charge", "model": name, "targets": [foe]}

    def _beside(self, table: Table, name: str, foe: str) -> list[str]:
        """Who is near the straight way from a charger to its target."""
        a, b = table.pose_of(name).point, table.pose_of(foe).point
        way = Body(LineString([a[:2], b[:2]]), 1.0)
        others = (other for other in enemies(table, name) if other != foe and standing(table, other))
        return [m for m in others if gap(way, body_of(table.unit_of(m).base, table.pose_of(m))) < 1.5]

    def _forced(self, table: Table, name: str) -> Iterator[Said]:
        if table.has(name, "knocked-down"):
            return
        if table.has(name, "fleeing"):
            yield {"do": "flee", "model": name}
        elif table.has(name, "compelled"):
            yield self._path(table, name, "move", self.rng.uniform(0.2, self._movement(table, name)))

    def _remaining(self, table: Table, name: str) -> Iterator[Said]:
        rng, movement = self.rng, self._movement(table, name)
        if table.has(name, "fleeing"):
            return
        if table.has(name, "knocked-down"):
            if not table.has(name, "came-round"):
                yield {"do": "stand-up", "model": name}
            if not any(self._apart(table, name, foe) < 0.01 for foe in enemies(table, name)):
                yield self._path(table, name, "crawl", rng.uniform(0.1, 2.0))
            return
        factor = rng.choice((0.2, 0.3, 0.5, 0.7, 0.9, 1.0))
        up = table.has(name, "stood-up")
        yield self._path(table, name, "move", movement * factor * (0.5 if up else 1))
        if self._free_to_run(table, name) and not up and not table.has(name, "lost-sight"):
            yield self._path(table, name, "run", 2 * movement * factor)
        if not table.has_any(name, RESTLESS):
            if rng.random() < 0.4:
                yield {"do": rng.choice(("shoot", "cast", "assault")), "model": name}
            if not table.has(name, "hidden"):
                yield from self._to_cover(table, name)
                if may_hide(table, name, self.cover):
                    yield {"do": "hide", "model": name}

    def _to_cover(self, table: Table, name: str) -> Iterator[Said]:
        """Straight up to a wall, where one is near enough to walk to and the way is clear."""
        walls = [piece for piece in table.board.terrain if isinstance(piece, Wall)]
        pose, base = table.pose_of(name), table.unit_of(name).base
        for _ in range(16 if walls else 0):
            there = beside(self.rng, self.rng.choice(walls), base, pose.facing)
            said: Said = {"do": "move", "toward": "hide", "model": name, "path": [list(there.point)]}
            near = math.dist(pose.point, there.point) <= self._movement(table, name)
            if near and self._clear(table, name, said):
                if may_hide(table.with_model(replace(table.models[name], pose=there)), name, self.cover):
                    yield said
                return

    def _fights(self, table: Table, name: str) -> bool:
        foes = (foe for foe in enemies(table, name) if not table.has_any(foe, DOWN))
        return any(self._apart(table, name, foe) < 0.01 for foe in foes)

    def _free_to_run(self, table: Table, name: str) -> bool:
        foes = (foe for foe in enemies(table, name) if standing(table, foe) and not table.has(foe, "hidden"))
        return all(self._apart(table, name, foe) > 8 for foe in foes)

    def _apart(self, table: Table, one: str, other: str) -> float:
        a, b = table.pose_of(one), table.pose_of(other)
        return gap(body_of(table.unit_of(one).base, a), body_of(table.unit_of(other).base, b))

    def _movement(self, table: Table, name: str) -> float:
        return float(table.unit_of(name).stat("M"))

    # --- ways

    def _path(self, table: Table, name: str, verb: str, inches: float) -> Said:
        """A way of about this many inches; the first of some that is clear, if one is."""
        tries = [self._way(table, name, verb, inches) for _ in range(6)]
        return next((said for said in tries if self._clear(table, name, said)), tries[0])

    def _clear(self, table: Table, name: str, said: Said) -> bool:
        """Whether the end of a way is free and its straight legs pass nothing."""
        pose, base = table.pose_of(name), table.unit_of(name).base
        spots = [(p["to"] if isinstance(p, dict) else p) for p in said["path"]]
        x, y, z = spots[-1]
        away = replace(table, models={k: m for k, m in table.models.items() if k != name})
        if not fits(away, base, Pose.at(x, y, z, pose.facing / 100), 0.02):
            return False
        line = LineString([(pose.x / INCH, pose.y / INCH), *((spot[0], spot[1]) for spot in spots)])
        swept = Body(line, max(base.width, base.depth) / INCH / 2)
        high = [solid.body for solid in obstacles(table, pose.z / INCH) if solid.rise > 1]
        return not any(overlap(swept, other) for other in (*high, *bodies(away).values()))

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

    # --- the table's word

    def _befallen(self, table: Table) -> Iterator[Said]:
        """What may have happened in the other phases; most of it to those who fight."""
        rng = self.rng
        names = [m.id for m in table.models.values() if m.pose is not None]
        gone = [m.id for m in table.models.values() if m.pose is None and not table.has_any(m.id, GONE)]
        if gone and rng.random() < 0.5:
            yield from self._set_down(table, rng.choice(gone))
        if not names:
            return
        fighting = [name for name in names if self._fights(table, name)]
        name = rng.choice(fighting if fighting and rng.random() < 0.6 else names)
        befell: list[Said] = [
            *({"status": [status]} for status in ("knocked-down", "knocked-down", "stunned", "fleeing")),
            {"status": []},
            {"not-status": ["fleeing"]},
            {"status": ["compelled"]},
        ]
        if len(names) > 7:
            befell.append({"status": ["destroyed"]})
            if rng.random() < 0.5:
                yield {"do": "remove", "model": name}
        yield {"do": "suffer", "model": name, **rng.choice(befell)}
        yield from self._set_down(table, name)

    def _set_down(self, table: Table, name: str) -> Iterator[Said]:
        """Somewhere else nearby, or back on the table, where there is room."""
        rng, base, model = self.rng, table.unit_of(name).base, table.models[name]
        away = replace(table, models={k: m for k, m in table.models.items() if k != name})
        width, depth = table.board.width / INCH, table.board.depth / INCH
        for _ in range(0 if table.has(name, "hidden") else 8):
            if model.pose is None:
                there = Pose.at(rng.uniform(1, width - 1), rng.uniform(1, depth - 1))
            else:
                x, y, z = model.pose.point
                there = Pose.at(x + rng.uniform(-4, 4), y + rng.uniform(-4, 4), z, model.pose.facing / 100)
            if fits(away, base, there):
                yield {"do": "place", "model": name, "at": list(there.point)}
                return

    # --- what may well be refused

    def _folly(self, table: Table) -> Said:
        """Anybody does anything."""
        rng = self.rng
        names = [m.id for m in table.models.values() if m.pose is not None]
        if not names:
            return {"do": "end-step"}
        name = rng.choice(names)
        foes = enemies(table, name)
        said: Said = {"do": rng.choice(("hide", "stand-up", "flee", "shoot", "cast", "assault", "intercept", "pass"))}
        match rng.randrange(4):
            case 0 if foes:
                targets = rng.sample(foes, min(len(foes), rng.choice((1, 1, 2))))
                return {"do": "charge", "model": name, "targets": targets}
            case 1:
                return self._way(table, name, rng.choice(("move", "run", "crawl")), rng.uniform(0, 12))
            case 2:
                return {"do": rng.choice(("end-step", "undo", "agree", "choose")), "option": 1}
            case _:
                return {**said, "model": name, "charger": rng.choice(names)}
