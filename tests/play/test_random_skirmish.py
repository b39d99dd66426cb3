"""Two games of loose models played at random among rocks, walls and rough ground.

No table that comes of it is impossible by the word of the second opinion; replay, verify and the record agree. How much
is played is for `MOVETRAY_PLAY_COMMANDS` to say.
"""

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
from oracle.table_checker import overlaps, places

COMMANDS = int(os.environ.get("MOVETRAY_PLAY_COMMANDS", "5400")) // 9
GAME = 60
"""Commands of one match; then another table is set up."""

Said = dict[str, Any]
WEAPON = {"name": "rifle", "range": 24, "shots": 1, "S": 4, "AP": 0, "D": 1}
PROFILE = {"M": 6, "T": 4, "Sv": 4, "W": 1, "BS": 3}


def situation(chance: random.Random, rules: str) -> Said:
    """Two bands of a few squads, near each other on a small table; where each goes on his own, squads of one."""
    alone = rules == "killteam2018"
    units: list[Said] = []
    for side, y in (("red", 3.0), ("blue", chance.choice((9.0, 20.0)))):
        for squad in range(8 if alone else 3):
            count = 1 if alone else chance.randint(2, 5)
            x = (2.0 + 3.2 * squad) if alone else (2.0 + 9 * squad)
            units.append(
                {
                    "id": f"{side}-{squad}",
                    "side": side,
                    "stats": PROFILE,
                    "base": chance.choice(("25mm", "32mm")),
                    "keywords": chance.choice(([], [], [], ["fly"] if alone else ["jump"])),
                    **({"weapons": [WEAPON]} if alone else {}),
                    "models": [{"id": f"{side}-{squad}-{n}", "at": [x + 1.7 * n, y]} for n in range(count)],
                }
            )
    terrain = [
        {
            "id": "rock",
            "kind": "block",
            "height": chance.choice((0.5, 2.0)),
            "climbable": True,
            "shape": _box(chance, 6),
        },
        {"id": "wall", "kind": "wall", "line": [[4, 14.5], [16, 14.5]], "thickness": 0.25, "height": 1.5},
        {"id": "bog", "kind": "ground", "ground": "difficult", "shape": _box(chance, 11.5)},
        {"id": "lake", "kind": "ground", "ground": "impassable", "shape": _box(chance, 16)},
    ]
    return {
        "movetray": 1,
        "title": "At random",
        "seed": chance.randrange(1000),
        "rules": rules,
        "table": {"width": 32, "depth": 24},
        "terrain": terrain,
        "units": units,
        "state": {"round": 1, "active": "red", "step": "movement"},
    }


def _box(chance: random.Random, y: float) -> list[list[float]]:
    x, wide = chance.uniform(2, 20), chance.uniform(2, 7)
    return [[x, y], [x + wide, y], [x + wide, y + 1.5], [x, y + 1.5]]


# --- what is said


def anything(chance: random.Random, match: Match) -> Said:
    """A command that might make sense, more often than not."""
    table, rules = match.table, match.rules
    if match.pending and chance.random() < 0.8:
        verb = chance.choice([*match.pending.verbs, "pass"])
        model = chance.choice(match.pending.models) if match.pending.models else None
        answer: Said = {"do": verb} if model is None or verb == "pass" else {"do": verb, "model": model}
        if verb == "pass":
            answer["side"] = match.pending.side
        return {**answer, "path": [_near(chance, table, model, 3)]} if model and verb == "retreat" else answer
    roll = chance.random()
    if roll < 0.06:
        return {"do": "end-step"}
    if roll < 0.1:
        return {"do": "undo"}
    mine = [m for m in table.standing if table.side_of(m) == table.active or chance.random() < 0.03]
    if not mine:
        return {"do": "end-step"}
    model = chance.choice(mine)
    unit = table.unit_of(model)
    if roll < 0.12:
        return {"do": "suffer", "model": model, "status": ["destroyed"]}
    if roll < 0.14:
        return {"do": "place", "model": model, "at": _near(chance, table, model, 4)}
    verbs = [
        verb for verb in ("move", "move", "move", "advance", "fall-back", "ready", "charge") if verb in rules.kinds
    ]
    verb = chance.choice(verbs)
    if verb == "charge":
        foes = [m for m in table.standing if table.side_of(m) != unit.side]
        return {"do": verb, "model": model, "targets": [chance.choice(foes)]} if foes else {"do": "end-step"}
    if verb in ("ready", "advance") and (verb == "ready" or chance.random() < 0.3):
        return {"do": verb, "model": model}
    if len(unit.models) == 1 or chance.random() < 0.1:
        way = {"to": _near(chance, table, model, 5)} if chance.random() < 0.5 else {"path": _path(chance, table, model)}
        return {"do": verb, "model": model, **way}
    here = [m for m in unit.models if table.models[m].pose is not None]
    if chance.random() < 0.3:
        return {"do": verb, "unit": unit.id, "to": _near(chance, table, here[0], 5)}
    dx, dy = chance.uniform(-4.5, 4.5), chance.uniform(-4.5, 4.5)
    return {"do": verb, "unit": unit.id, "paths": {m: _along(table, m, dx, dy) for m in here}}


def _near(chance: random.Random, table: Table, model: str | None, far: float) -> list[float]:
    assert model is not None
    pose = table.models[model].pose
    x, y, _ = pose.plan if pose is not None else (10.0, 10.0, 0.0)
    return [x + chance.uniform(-far, far), y + chance.uniform(-far, far)]


def _along(table: Table, model: str, dx: float, dy: float) -> list[Any]:
    x, y, _ = table.pose_of(model).plan
    return [[x + dx, y + dy]]


def _path(chance: random.Random, table: Table, model: str) -> list[Any]:
    x, y, z = table.pose_of(model).point
    points: list[Any] = [_near(chance, table, model, 4)]
    if chance.random() < 0.2:
        top = chance.choice([surface.height for surface in table.board.surfaces])
        by = chance.choice(("climb", "jump", "leap"))
        points.append({"to": [x + chance.uniform(-4, 4), y + chance.uniform(-4, 4), top], "by": by})
    return points if z == 0 or chance.random() < 0.5 else [{"to": [x, y - 2.5, 0], "by": "jump"}]


def count(census: Counter[str], result: Result) -> None:
    verb = result.command.do
    census[verb] += 1
    census[f"{verb} done"] += result.outcome is not None
    census["commands"] += 1
    census["changed"] += bool(result.events)


def played(rules: str, commands: int, first: int, folder: Path) -> Counter[str]:
    """So many commands in matches of their own, each looked at after every one of them."""
    census: Counter[str] = Counter()
    seed = first
    while census["commands"] < commands:
        seed += 1
        chance = random.Random(f"{rules} {seed}")
        match = Match.from_situation(read_mapping(situation(chance, rules)))
        path = folder / f"{seed}.jsonl"
        log = MatchLog.create(path, match)
        seen = [state_json(match.table)]
        for _ in range(GAME):
            said = anything(chance, match)
            kept = len(match.results)
            result = match.play(said)
            wrong = [*places(match.table), *overlaps(match.table)]
            assert not wrong or said["do"] == "place", (rules, seed, said, wrong)
            if wrong:
                break
            count(census, result)
            seen += [state_json(one.table) for one in match.results[kept:]]
        log.reveal(match.secret)
        record = [state_json(table) for table in tables(read_record(path))]
        assert record[: len(seen)] == seen, (rules, seed)
        audit = verify(path)
        assert audit.sound, (rules, seed, audit.first)
    print(rules, dict(census))
    return census


RULES = ("killteam2018", "wh40k3")


@pytest.mark.parametrize("rules", RULES)
def test_a_skirmish_at_random_makes_no_impossible_table_and_a_true_record(tmp_path: Path, rules: str) -> None:
    census = played(rules, COMMANDS, 0, tmp_path)
    assert census["changed"] >= 0.25 * census["commands"], census
    assert census["move done"] >= 20, census


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES)
def test_ten_thousand_commands_of_a_skirmish(tmp_path: Path, rules: str) -> None:
    census = played(rules, 10_000, 1_000_000, tmp_path)
    assert census["changed"] >= 0.25 * census["commands"], census
