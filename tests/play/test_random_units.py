"""Units played at random: walkers, flyers, hulls, transports, reserves and aircraft. No table is impossible, and the
record is true.

How much is played is for `MOVETRAY_PLAY_COMMANDS` to say.
"""

import math
import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from movetray.engine.table_json import state_json
from movetray.play.audit import verify
from movetray.play.log import MatchLog, read_record
from movetray.play.match import Match
from movetray.play.replay import tables
from movetray.play.result import Result
from movetray.table.reader import read_mapping
from movetray.table.table import Table
from movetray.units import TOLERANCE
from oracle.unit_checker import step_problems

COMMANDS = int(os.environ.get("MOVETRAY_PLAY_COMMANDS", "5400")) // 9
GAME = 60
"""Commands of one match; then another table is set up."""

MOVES = ("move", "advance", "fall-back")
FIGHTS = ("pile-in", "consolidate", "heroic-intervention")
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"pivot-path": "chord", "fly-vertical": "count-ends"},
    {"disembark-distance": "within", "disembark-no-room": "destroy-unplaced", "transport-casualty": "rolled-model"},
    {"aircraft-off-table": "reserves", "support": "whole", "terrain-height-free": 1.4},
)


def situation(chance: random.Random, options: dict[str, Any]) -> dict[str, Any]:
    """Two sides on a small table, near enough to get in each other's way."""
    units: list[dict[str, Any]] = []
    for side, y, facing in (("red", 5.0, 90), ("blue", chance.choice((9.2, 23.0)), 270)):
        x, name = chance.uniform(2, 5), f"{side}-"
        troop = [{"id": f"{name}t{n}", "at": [x + 1.6 * (n % 4), y + 1.6 * (n // 4)]} for n in range(6)]
        units += [
            {"id": name + "troop", "stats": {"M": 6}, "keywords": ["infantry"], "base": "25mm", "models": troop},
            {
                "id": name + "lord",
                "stats": {"M": 7},
                "keywords": ["character"],
                "base": "40mm",
                "models": [{"id": f"{name}l", "at": [x + 8, y]}],
            },
            {
                "id": name + "wings",
                "stats": {"M": 9},
                "keywords": ["fly"],
                "base": "25mm",
                "models": [{"id": f"{name}w{n}", "at": [x + 10.5 + 1.5 * n, y]} for n in range(2)],
            },
            {
                "id": name + "cart",
                "stats": {"M": 9, "capacity": 5},
                "keywords": ["transport", "vehicle"],
                "base": {"hull": [[2, 0], [1, 1], [-2, 1], [-2, -1], [1, -1]]},
                "models": [{"id": f"{name}c", "at": [x + 16, y], "facing": facing}],
            },
            {
                "id": name + "crew",
                "stats": {"M": 5},
                "base": "25mm",
                "aboard": name + "cart",
                "models": [{"id": f"{name}k{n}"} for n in range(3)],
            },
            {
                "id": name + "late",
                "stats": {"M": 5},
                "base": "25mm",
                "models": [
                    {"id": f"{name}r{n}", "status": [chance.choice(("reserves", "strategic-reserves"))]}
                    for n in range(2)
                ],
            },
            {
                "id": name + "kite",
                "stats": {"M": 20, "min": 9},
                "keywords": ["aircraft", "fly"],
                "base": "60x35mm-oval",
                "models": [{"id": f"{name}a", "at": [x + 21, y], "facing": facing}],
            },
        ]
        for unit in units[-7:]:
            unit["side"] = side
    ground = [("bog", "difficult"), ("field", "open")]
    terrain: list[dict[str, Any]] = [
        {"id": name, "kind": "ground", "ground": kind, "shape": _box(chance, 9, 3)} for name, kind in ground
    ]
    terrain += [
        {"id": "step", "kind": "block", "height": 0.8, "shape": _box(chance, 12, 1)},
        {"id": "rock", "kind": "block", "height": 3, "climbable": True, "shape": _box(chance, 15, 2)},
        {"id": "ruin", "kind": "wall", "line": [[3, 18], [14, 18]], "thickness": 0.25, "height": 4, "breachable": True},
    ]
    return {
        "movetray": 1,
        "title": "At random",
        "seed": chance.randrange(1000),
        "rules": "wh40k9",
        "options": options,
        "table": {"width": 36, "depth": 28},
        "terrain": terrain,
        "units": units,
        "state": {"round": chance.choice((1, 2)), "active": "red"},
    }


def _box(chance: random.Random, y: float, deep: float) -> list[list[float]]:
    x, wide = chance.uniform(2, 24), chance.uniform(2, 8)
    return [[x, y], [x + wide, y], [x + wide, y + deep], [x, y + deep]]


def anything(chance: random.Random, match: Match) -> dict[str, Any]:
    """A command that might make sense, more often than not."""
    table = match.table
    if match.pending and chance.random() < 0.7:
        if "lose" in match.pending.verbs:
            models = list(match.pending.models)
            count = int(match.pending.facts["count"])
            return {"do": "lose", "unit": match.pending.facts["unit"], "models": chance.sample(models, count)}
        return {"do": chance.choice([*match.pending.verbs, "pass"])}
    if table.step == "move-units" and chance.random() < 0.2 and (about := _about_the_cart(chance, table)):
        return about
    unit = chance.choice([u for u in table.units.values() if u.side == table.active or chance.random() < 0.1])
    verbs = (*MOVES, "move", "move", "advance", "stay") if table.step == "move-units" else FIGHTS
    said: dict[str, Any] = {"do": chance.choice(verbs), "unit": unit.id}
    if said["do"] == "heroic-intervention" and chance.random() < 0.8:
        said["unit"] = f"{'blue' if table.active == 'red' else 'red'}-lord"
    unit = table.units[said["unit"]]
    here = [m for m in unit.models if table.models[m].pose is not None]
    roll = chance.random()
    if roll < 0.07:
        return {"do": "end-step"}
    if roll < 0.1:
        return {"do": chance.choice(("undo", "end-battle", "pass", "agree")), "side": table.active}
    if roll < 0.13:
        cart = f"{unit.side}-cart"
        spots = {m: _beside(chance, table, f"{unit.side}-c", 3.4) for m in table.units[f"{unit.side}-crew"].models}
        return {"do": "destroy", "unit": cart, "positions": {m: spot for m, spot in spots.items() if spot}}
    if roll < 0.16 and here:
        return {"do": "suffer", "model": chance.choice(here), "status": ["destroyed"]}
    if not here:
        verb = "disembark" if table.step == "move-units" else "arrive"
        near = f"{unit.side}-c" if verb == "disembark" else None
        start = _beside(chance, table, near, 2.6) or [chance.uniform(1, 35), chance.choice((2.0, 26.0))]
        places = {m: [start[0] + 1.1 * n, start[1]] for n, m in enumerate(unit.models)}
        return {"do": verb, "unit": unit.id, "positions": places}
    if "aircraft" in unit.keywords and chance.random() < 0.8:
        return {"do": said["do"], "unit": unit.id, "pivot": chance.randint(-95, 95), "forward": chance.uniform(8, 21)}
    if unit.id.endswith("crew") and chance.random() < 0.4:
        return {"do": "embark", "unit": unit.id, "transport": f"{unit.side}-cart"}
    if said["do"] in ("stay", "advance") and chance.random() < 0.3:
        return said
    if chance.random() < 0.15:
        x, y, _ = table.pose_of(here[0]).plan
        return {**said, "to": [x + chance.uniform(-5, 5), y + chance.uniform(-5, 5)]}
    length = chance.uniform(0.2, 3 if said["do"] in FIGHTS else 7)
    dx, dy = chance.choice(((0, 1), (0, -1), (1, 0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7)))
    if said["do"] == "fall-back":
        said["breakout"] = chance.random() < 0.3
    said["paths"] = {m: _path(chance, table, m, dx * length, dy * length) for m in here if chance.random() < 0.95}
    return said if said["paths"] else {"do": "stay", "unit": unit.id}


def _about_the_cart(chance: random.Random, table: Table) -> dict[str, Any] | None:
    """Somebody gets in or out, or walks up to it to get in; None where there is no cart."""
    side = table.active
    pose = table.models[f"{side}-c"].pose
    if pose is None:
        return None
    x, y, facing = pose.plan
    turn, left = math.radians(facing), chance.choice((-1, 1)) * chance.uniform(1.55, 2.6)
    spots = [
        [x + math.cos(turn) * n - math.sin(turn) * left, y + math.sin(turn) * n + math.cos(turn) * left]
        for n in (-1.1, 0.0, 1.1)
    ]
    crew = [m for m in table.units[f"{side}-crew"].models if not table.has(m, "destroyed")]
    if crew and table.models[crew[0]].pose is None and chance.random() < 0.6:
        verb, whom = ("destroy", "cart") if chance.random() < 0.2 else ("disembark", "crew")
        return {"do": verb, "unit": f"{side}-{whom}", "positions": dict(zip(crew, spots, strict=False))}
    unit, models = chance.choice(((f"{side}-lord", [f"{side}-l"]), (f"{side}-crew", crew)))
    here = [m for m in models if table.models[m].pose is not None]
    if not here:
        return None
    if table.has(here[0], "moved"):
        return {"do": "embark", "unit": unit, "transport": f"{side}-cart"}
    if len(here) == 1:
        return {"do": "move", "model": here[0], "to": spots[1]}
    return {"do": "move", "unit": unit, "paths": {m: [spot] for m, spot in zip(here, spots, strict=False)}}


def _path(chance: random.Random, table: Table, model: str, dx: float, dy: float) -> list[Any]:
    x, y, _ = table.pose_of(model).plan
    points: list[Any] = [[x + dx, y + dy]]
    if chance.random() < 0.2:
        points = [[x + dx / 2, y], points[0]]
    if table.unit_of(model).base.kind == "hull" and chance.random() < 0.5:
        points.append({"to": points[-1], "facing": chance.randint(0, 359)})
    return points


def _beside(chance: random.Random, table: Table, model: str | None, far: float) -> list[float] | None:
    pose = table.models[model].pose if model is not None else None
    if pose is None:
        return None
    x, y, _ = pose.plan
    return [x + chance.uniform(-far, far), y + chance.choice((-1, 1)) * chance.uniform(1.5, far)]


def impossible(table: Table) -> list[str]:
    """What is wrong with a table: bases in each other, bases off it, models in two places or in none."""
    found = []
    for first, second, gap in table.bases.pairs(-2 * TOLERANCE):
        if table.heights[first] == table.heights[second]:
            found.append(f"{table.standing[first]} is {-gap} inside {table.standing[second]}")
    for model in table.standing:
        if table.board.rim.near(table.shape_of(model), table.pose_of(model).plan, -2 * TOLERANCE):
            found.append(f"{model} hangs over the edge")
        if table.has_any(model, ("destroyed", "embarked", "reserves", "strategic-reserves")):
            found.append(f"{model} stands, and is {dict(table.marks[model])}")
    for one in table.models.values():
        aboard = table.units[one.unit].aboard is not None and not table.has(one.unit, "out")
        elsewhere = table.has_any(one.id, ("destroyed", "embarked", "reserves", "strategic-reserves"))
        if one.pose is None and not elsewhere and not aboard:
            found.append(f"{one.id} is nowhere")
    return found


def count(census: Counter[str], result: Result) -> None:
    verb = result.command.do
    census[verb] += 1
    census[f"{verb} done"] += result.verdict.legal and result.outcome is not None


def played(first: int, commands: int, tmp_path: Path) -> Counter[str]:
    """So many commands in matches of their own, the table looked at after each; every record is judged again."""
    census: Counter[str] = Counter()
    seed = first
    while sum(census[verb] for verb in census if " " not in verb) < commands:
        seed += 1
        chance = random.Random(seed)
        said = read_mapping(situation(chance, OPTIONS[seed % len(OPTIONS)]))
        match = Match.from_situation(said)
        path = tmp_path / f"{seed}.jsonl"
        log = MatchLog.create(path, match)
        seen = [state_json(match.table)]
        for _ in range(GAME):
            command = anything(chance, match)
            before, kept = match.table, len(match.results)
            result = match.play(command)
            count(census, result)
            assert impossible(match.table) == [], (seed, command)
            assert step_problems(before, result, OPTIONS[seed % len(OPTIONS)]) == [], (seed, command)
            if len(match.results) == kept:
                assert match.table == before, (seed, command)
            seen += [state_json(one.table) for one in match.results[kept:]]
        log.reveal(match.secret)
        assert [state_json(table) for table in tables(read_record(path))] == seen, seed
        audit = verify(path)
        assert audit.sound, (seed, audit.first)
    print(dict(census))
    assert all(census[f"{verb} done"] for verb in ("move", "end-step", "disembark")), census
    return census


@pytest.mark.parametrize("part", range(3))
def test_units_at_random_make_no_impossible_table_and_a_true_record(tmp_path: Path, part: int) -> None:
    played(part * 1000, COMMANDS // 3, tmp_path)


@pytest.mark.soak
def test_ten_thousand_commands_of_units(tmp_path: Path) -> None:
    census = played(1_000_000, 10_000, tmp_path)
    often = (*MOVES, "stay", *FIGHTS, "arrive", "embark", "disembark", "destroy", "lose", "suffer", "undo")
    assert not [verb for verb in often if not census[f"{verb} done"]], census
