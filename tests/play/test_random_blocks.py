"""Ranked blocks played at random: never an impossible table, by the word of the second opinion; and the record is true.

How much is played is for `MOVETRAY_PLAY_BLOCKS` to say.
"""

import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import movetray
from movetray.engine.command import Command
from movetray.engine.command_json import read_command
from movetray.play.audit import verify
from movetray.play.log import MatchLog
from movetray.play.match import Match
from movetray.table.table import Table
from oracle.block_checker import step_problems

MATCHES = int(os.environ.get("MOVETRAY_PLAY_BLOCKS", "120"))
COMMANDS = 30
POND = {"id": "pond", "kind": "ground", "shape": [[30, 20], [34, 20], [34, 26], [30, 26]], "ground": "impassable"}
HOUSE = {"id": "house", "kind": "block", "shape": [[12, 33], [15, 33], [15, 36], [12, 36]], "height": 4}


def unit(rng: random.Random, index: int, place: tuple[float, float]) -> dict[str, Any]:
    """A block somewhere about a place."""
    men = rng.choice([1, 1, 5, 7, 10, 13, 20])
    x, y = (spot + rng.uniform(-1, 1) for spot in place)
    keywords = [word for word in ("musician", "swiftstride", "missile") if rng.random() < 0.3]
    found: dict[str, Any] = {
        "id": f"u{index}",
        "side": "red" if index % 2 else "blue",
        "stats": {"M": rng.choice([3, 4, 5, 6, 8]), "Ld": rng.choice([5, 7, 9])},
        "base": rng.choice(["20x20mm", "25x25mm", "25x50mm"]) if men > 1 else "50x50mm",
        "block": {
            "models": men,
            "files": min(men, rng.choice([1, 3, 5, 5, 6])),
            "front": [x, y],
            "facing": rng.choice([0, 90, 180, 270, rng.randint(0, 359)]),
        },
    }
    if men == 1 and rng.random() < 0.4:
        found["stats"]["M"] = "2D6"
        keywords.append("random-movement")
    if rng.random() < 0.15:
        found["status"] = ["fleeing"]
    return {**found, "keywords": keywords}


def table(rng: random.Random) -> Match | None:
    """A match on a table with some blocks; None where they do not fit."""
    places = [(float(x), float(y)) for x in range(8, 46, 9) for y in range(8, 44, 9)]
    rng.shuffle(places)
    units = [unit(rng, index, places[index]) for index in range(rng.randint(3, 8))]
    said = {
        "movetray": 1,
        "title": "Blocks at random",
        "rules": "whfb8",
        "table": {"width": 72, "depth": 48},
        "terrain": [POND, HOUSE] if rng.random() < 0.5 else [],
        "units": units,
        "state": {"round": 2, "active": "red", "step": rng.choice(["charges", "compulsory", "remaining"])},
        "options": {
            "charge-moves": rng.choice(["at-once", "after-all"]),
            "tidy": rng.choice(["automatic", "ask"]),
            "rally-when": rng.choice(["compulsory", "start-of-turn"]),
        },
        "seed": rng.randint(1, 10**6),
    }
    try:
        return Match.from_situation(movetray.read(said))
    except movetray.SituationError:
        return None


def step(rng: random.Random) -> dict[str, Any]:
    side = rng.choice(["left", "right"])
    return rng.choice(
        [
            {"forward": round(rng.uniform(0, 4), 3)},
            {"wheel": side, "degrees": rng.randint(0, 50)},
            {"back": round(rng.uniform(0, 2), 3)},
            {"sideways": side, "distance": round(rng.uniform(0, 2), 3)},
            {"pivot": rng.randint(-180, 180)},
        ]
    )


def wanted(rng: random.Random, now: Table) -> dict[str, Any]:
    """Something that one of the units might do."""
    there = [u.id for u in now.units.values() if any(now.models[m].pose for m in u.models)] or list(now.units)
    mine = [name for name in there if now.units[name].side == now.active] or there
    foes = [name for name in there if now.units[name].side != now.active] or there
    name = rng.choice(mine if rng.random() < 0.9 else there)
    if now.pending and rng.random() < 0.8:
        choice = now.pending[0]
        verb = rng.choice([*choice.verbs, "pass"])
        asked = now.models[choice.models[0]].unit if choice.models else name
        extras: dict[str, dict[str, Any]] = {"charge": {"targets": [rng.choice(foes)]}, "tidy": {"to": [20, 20]}}
        more = extras.get(verb, {})
        return {"do": "pass", "side": choice.side} if verb == "pass" else {"do": verb, "unit": asked, **more}
    if rng.random() < 0.15:
        return {"do": "end-step"}
    match now.step:
        case "charges":
            return {"do": "charge", "unit": name, "targets": [rng.choice(foes)]}
        case "compulsory":
            flight = {"do": "flee", "unit": name}
            return rng.choice([flight, {"do": "move", "unit": name, "pivot": rng.randint(0, 359)}])
        case _:
            steps = [step(rng) for _ in range(rng.randint(1, 3))]
            if rng.random() < 0.25:
                verb = rng.choice(["reform", "swift-reform"])
                return {"do": verb, "unit": name, "files": rng.randint(1, 8), "facing": rng.randint(0, 359)}
            if rng.random() < 0.1:
                return {"do": "remove", "unit": name, "models": 1}
            return {"do": rng.choice(["move", "march"]), "unit": name, "steps": steps}


def played(first: int, commands: int, folder: Path) -> Counter[str]:
    """So many commands in matches of their own, the steps of each looked at; every record is judged again."""
    done: Counter[str] = Counter()
    problems: list[str] = []
    seed = first - 1
    while done["commands"] < commands:
        seed += 1
        rng = random.Random(seed)
        game = table(rng)
        if game is None:
            continue
        path = folder / f"{seed}.jsonl"
        log = MatchLog.create(path, game)
        for _ in range(COMMANDS):
            before = game.table
            command = wanted(rng, before)
            result = game.play(command)
            done["commands"] += 1
            if not result.verdict.legal:
                assert game.table is before or result.declined
                continue
            done[command["do"]] += 1
            done["changed"] += bool(result.events)
            start = before if not result.declined else result.declined[-1].table
            problems += [
                f"seed {seed}: {command}: {found}"
                for found in step_problems(start, _command(command), result, game.table)
            ]
        log.reveal(game.secret)
        audit = verify(path)
        assert audit.sound, (seed, audit.first)
    assert problems == []
    print(dict(done))
    assert {"charge", "hold", "flee", "move", "march", "reform", "end-step"} <= set(done), done
    return done


def test_blocks_at_random_make_no_impossible_table(tmp_path: Path) -> None:
    played(0, MATCHES * COMMANDS, tmp_path)


@pytest.mark.soak
def test_ten_thousand_commands_of_blocks(tmp_path: Path) -> None:
    done = played(1_000_000, 10_000, tmp_path)
    assert done["changed"] >= 0.25 * done["commands"], done


def _command(said: dict[str, Any]) -> Command:
    return read_command(said)
