"""A proposer that mostly goes up and down: by ladders and stairs, climbs, jumps, leaps, dives, wherever it likes."""

import math
from typing import Any

from proposer import Proposer, Said

from movetray.table.table import Table
from movetray.table.terrain import Block, Ladder, Stairs, Wall
from oracle.legs import Ruin
from oracle.plan import INCH, XY, Body, body_at, body_of, gap, outline
from oracle.small_ruins import free_place
from oracle.table_checker import DOWN, enemies

GOES = 0.75
"""How often a model that may move is made to go up or down."""


class Climber(Proposer):
    """Proposes commands for one match among ruins."""

    def propose(self, table: Table) -> Said:
        """The next thing to be said on this table."""
        if table.pending or table.step not in ("charges", "remaining") or self.rng.random() > GOES:
            return super().propose(table)
        if table.step == "charges" and self.rng.random() < 0.25:
            return {"do": "end-step"}
        mine = [name for name in self._able(table) if not table.has(name, "moved")]
        if not mine:
            return super().propose(table)
        if table.step == "charges" and self.rng.random() < 0.7:
            mine = [name for name in mine if self._at(table, name)[2] > 0] or mine
        name = self.rng.choice(mine)
        said = self._dive(table, name) if table.step == "charges" else self._up_or_down(table, name)
        return said or super().propose(table)

    def _able(self, table: Table) -> list[str]:
        here = [m.id for m in table.models.values() if m.pose is not None and table.side_of(m.id) == table.active]
        here = [name for name in here if not table.has_any(name, (*DOWN, "fleeing", "fell", "rooted"))]
        return [name for name in here if not self._fights(table, name)]

    def _fights(self, table: Table, name: str) -> bool:
        me, z = body_of(table.unit_of(name).base, table.pose_of(name)), table.pose_of(name).z
        foes = [f for f in enemies(table, name) if table.pose_of(f).z == z]
        return any(gap(me, body_of(table.unit_of(f).base, table.pose_of(f))) < 0.01 for f in foes)

    # --- charges

    def _dive(self, table: Table, name: str) -> Said | None:
        foes = enemies(table, name)
        if not foes:
            return None
        z = self._at(table, name)[2]
        if self.rng.random() < 0.7:
            foes = [f for f in foes if self._at(table, f)[2] < z] or foes
        foe = min(foes, key=lambda f: math.dist(self._at(table, f)[:2], self._at(table, name)[:2]) * self.rng.random())
        said: Said = {"do": "charge", "model": name, "targets": [foe]}
        fx, fy, fz = self._at(table, foe)
        if z <= fz or self.rng.random() < 0.5:
            return said
        edge = self._edge_toward(table, name, (fx, fy))
        if edge is None:
            return said
        point, out = edge
        away = table.unit_of(name).base.width / INCH / 2 + self.rng.uniform(0.001, 0.4)
        landing = (point[0] + out[0] * away, point[1] + out[1] * away)
        long, touch = math.dist(landing, (fx, fy)), self._touch(table, name, foe)
        if long <= touch:
            return said
        end = [landing[k] + (goal - landing[k]) * (long - touch) / long for k, goal in enumerate((fx, fy))]
        by = self.rng.choice(("dive", "dive", "jump"))
        return {**said, "path": [[*point, z], {"to": [*landing, fz], "by": by}, [*end, fz]]}

    def _touch(self, table: Table, one: str, other: str) -> float:
        return (table.unit_of(one).base.width + table.unit_of(other).base.width) / INCH / 2

    # --- walks

    def _up_or_down(self, table: Table, name: str) -> Said | None:
        ways = [self._by_flight, self._climb, self._over_a_wall, self._jump, self._leap]
        self.rng.shuffle(ways)
        ways.insert(0 if self.rng.random() < 0.2 else len(ways), self._anywhere)
        movement = float(table.unit_of(name).stat("M"))
        for way in ways:
            path = way(table, name)
            if path is None or not all(self._room(table, name, p) for p in path.get("path", ())):
                continue
            inches = self._inches(table, name, path.get("path", ()))
            free = all(
                math.dist(self._at(table, foe)[:2], self._at(table, name)[:2]) > 9 for foe in enemies(table, name)
            )
            if inches <= movement * 1.01 or self.rng.random() < 0.05:
                return {"do": "move", "model": name, **path}
            if free and inches <= 2 * movement:
                return {"do": "run", "model": name, **path}
        return None

    def _room(self, table: Table, name: str, point: Any) -> bool:
        """Whether nobody stands there, most of the time."""
        x, y, z = point["to"] if isinstance(point, dict) else point
        me = body_at(table.unit_of(name).base, x, y, 0.0)
        near = [
            gap(me, body_of(table.unit_of(m.id).base, m.pose))
            for m in table.models.values()
            if m.pose is not None and m.id != name and abs(m.pose.z / INCH - z) < 0.01
        ]
        return min(near, default=1.0) > 0.001 or self.rng.random() < 0.03

    def _inches(self, table: Table, name: str, path: Any) -> float:
        """About what a path costs."""
        here, total = self._at(table, name), 0.0
        for point in path:
            there, by = (point["to"], point["by"]) if isinstance(point, dict) else (point, "walk")
            total += (0.0 if by == "climb" else math.dist(here[:2], there[:2])) + (
                abs(there[2] - here[2]) if by in ("climb", "ladder", "stairs") else 0.0
            )
            here = there
        return total

    def _at(self, table: Table, name: str) -> tuple[float, float, float]:
        return table.pose_of(name).point

    def _by_flight(self, table: Table, name: str) -> dict[str, Any] | None:
        x, y, z = self._at(table, name)
        far = 2 * float(table.unit_of(name).stat("M"))
        found = []
        for piece in table.board.terrain:
            if isinstance(piece, Ladder | Stairs):
                foot, head = (piece.at, piece.at) if isinstance(piece, Ladder) else piece.line
                ends = [
                    (foot[0] / INCH, foot[1] / INCH, piece.bottom / INCH),
                    (head[0] / INCH, head[1] / INCH, piece.top / INCH),
                ]
                by = "ladder" if isinstance(piece, Ladder) else "stairs"
                found += [
                    (a, b, by) for a, b in (ends, ends[::-1]) if abs(a[2] - z) < 0.01 and math.dist(a[:2], (x, y)) < far
                ]
        if not found:
            return None
        start, end, by = self.rng.choice(found)
        ruin = Ruin(table, name)
        a, b = ruin.beside(start[:2], start[2]), ruin.beside(end[:2], end[2])
        if not a or not b:
            return None
        path: list[Any] = [[*a[0], z], {"to": [*b[0], end[2]], "by": by}]
        return {"path": path if math.dist(a[0], (x, y)) > 1e-3 else path[1:]}

    def _climb(self, table: Table, name: str) -> dict[str, Any] | None:
        x, y, z = self._at(table, name)
        me, width = body_of(table.unit_of(name).base, table.pose_of(name)), table.unit_of(name).base.width / INCH
        for piece in table.board.terrain:
            if not isinstance(piece, Block) or not piece.climbable or "animal" in table.unit_of(name).keywords:
                continue
            shape, top = outline(piece.outline), piece.height / INCH
            centre = shape.centroid
            if z < top and gap(me, Body(shape)) < 0.002:
                deep = self.rng.uniform(0.05, width) + width / 2
                long = math.dist((x, y), (centre.x, centre.y))
                return {
                    "path": [
                        {"to": [x + (centre.x - x) / long * deep, y + (centre.y - y) / long * deep, top], "by": "climb"}
                    ]
                }
            if abs(z - top) < 0.01:
                for point, out in self._edges(table, name):
                    back = self.rng.uniform(0.0, width * 0.9)
                    start = (point[0] - out[0] * back, point[1] - out[1] * back)
                    foot = (point[0] + out[0] * width / 2, point[1] + out[1] * width / 2)
                    return {"path": [[*start, z], {"to": [*foot, 0.0], "by": "climb"}]}
        return None

    def _over_a_wall(self, table: Table, name: str) -> dict[str, Any] | None:
        x, y, z = self._at(table, name)
        r = table.unit_of(name).base.width / INCH / 2
        walls = [p for p in table.board.terrain if isinstance(p, Wall) and p.climbable and z == 0]
        self.rng.shuffle(walls)
        for piece in walls:
            (ax, ay), (bx, by) = ((s[0] / INCH, s[1] / INCH) for s in piece.line[:2])
            long = math.dist((ax, ay), (bx, by))
            share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long**2
            mid = (ax + (bx - ax) * share, ay + (by - ay) * share)
            off = math.dist(mid, (x, y))
            if not 0.05 < share < 0.95 or off > r + piece.thickness / INCH or off < 1e-6:
                continue
            out = ((mid[0] - x) / off, (mid[1] - y) / off)
            far = piece.thickness / INCH / 2 + r
            down = self.rng.choice(("climb", "jump"))
            over = [mid[0] + out[0] * far, mid[1] + out[1] * far, 0.0]
            return {"path": [{"to": [*mid, piece.height / INCH], "by": "climb"}, {"to": over, "by": down}]}
        return None

    def _edges(self, table: Table, name: str) -> list[tuple[XY, XY]]:
        """Places on the edges of the level, nearest first, with what leads out over them."""
        x, y, z = self._at(table, name)
        found = []
        for (ax, ay), (bx, by), out in Ruin(table, "").edges(z) if z else ():
            part = min(
                0.98, max(0.02, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / math.dist((ax, ay), (bx, by)) ** 2)
            )
            part = min(0.98, max(0.02, part + self.rng.uniform(-0.2, 0.2)))
            found.append(((ax + (bx - ax) * part, ay + (by - ay) * part), out))
        return sorted(found, key=lambda edge: math.dist(edge[0], (x, y)) * self.rng.uniform(0.5, 1.5))

    def _edge_toward(self, table: Table, name: str, goal: XY) -> tuple[XY, XY] | None:
        edges = self._edges(table, name)
        return min(edges, key=lambda edge: math.dist(edge[0], goal)) if edges else None

    def _jump(self, table: Table, name: str) -> dict[str, Any] | None:
        _, _, z = self._at(table, name)
        edges = self._edges(table, name)
        if not edges:
            return None
        point, out = edges[0]
        away = table.unit_of(name).base.width / INCH / 2 + self.rng.choice((0.0, 0.001, self.rng.uniform(0, 0.6)))
        landing = (point[0] + out[0] * away, point[1] + out[1] * away)
        lower = [s.height for s in table.board.surfaces if s.height < z - 0.01 and s.supports(*landing)]
        if not lower:
            return None
        path: list[Any] = [[*point, z], {"to": [*landing, max(lower)], "by": "jump"}]
        if self.rng.random() < 0.3:
            path.append([landing[0] + out[0] * 0.5, landing[1] + out[1] * 0.5, max(lower)])
        return {"path": path}

    def _leap(self, table: Table, name: str) -> dict[str, Any] | None:
        _, _, z = self._at(table, name)
        if not z:
            return None
        ruin = Ruin(table, "")
        for point, out in self._edges(table, name):
            for low in ruin.levels:
                for (ax, ay), (bx, by), back in ruin.edges(low) if 0 < low <= z else ():
                    part = min(
                        0.99,
                        max(
                            0.01,
                            ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay))
                            / math.dist((ax, ay), (bx, by)) ** 2,
                        ),
                    )
                    end = (ax + (bx - ax) * part, ay + (by - ay) * part)
                    if out[0] * back[0] + out[1] * back[1] < -0.3 and 0.2 < math.dist(point, end) < 3.2:
                        on = self.rng.choice((0.0, 0.3))
                        return {
                            "path": [
                                [*point, z],
                                {"to": [end[0] - back[0] * on, end[1] - back[1] * on, low], "by": "leap"},
                            ]
                        }
        return None

    def _anywhere(self, table: Table, name: str) -> dict[str, Any] | None:
        x, y, z = self._at(table, name)
        heights = sorted({s.height for s in table.board.surfaces})
        size = table.board.width / INCH, table.board.depth / INCH
        levels = heights if self.rng.random() < 0.7 else [z]
        place = free_place(self.rng, table, table.unit_of(name).base, levels, size, (x, y))
        return None if place is None else {"to": list(place)}
