"""Whatever is said at a table, in any order: what is recorded is what happened, and judging it again agrees."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from play_tables import small_table
from toy import toy

from movetray.engine.evolve import starts_of
from movetray.engine.table_json import state_json
from movetray.play.audit import verify
from movetray.play.log import MatchLog, read_record
from movetray.play.match import CannotBeDone, Match
from movetray.play.replay import tables
from movetray.play.resume import resume

ANSWERS = ["dodge", "choose", "pass", "agree", "disagree"]
VERBS = [*["walk"] * 6, *["hop"] * 3, *["rush"] * 5, "pick", "undo", "undo", "suffer", "end-step", *ANSWERS]


def anything(chance: random.Random, match: Match) -> dict[str, Any]:
    """A command that might make sense, more often than not."""
    verbs = [*match.pending.verbs, "pass"] if match.pending and chance.random() < 0.7 else VERBS
    said: dict[str, Any] = {"do": chance.choice(verbs)}
    model = chance.choice("abc")
    pose = match.table.models[model].pose
    match said["do"]:
        case "walk":
            x, y, _ = pose.point if pose else (10.0, 10.0, 0.0)
            path = [[x + chance.uniform(-3, 3), y + chance.uniform(-2, 2)] for _ in range(chance.randint(1, 2))]
            said |= {"model": model, "path": path}
        case "hop" | "rush":
            said["model"] = model
        case "suffer":
            said |= {"model": model, "status": ["risen"]}
        case "choose":
            said["option"] = chance.choice(["left", "right", 1])
        case "roll":
            wanted = int(match.pending.facts.get("count", 1)) if match.pending else 1
            said["faces"] = [chance.randint(1, 6) for _ in range(chance.choice([wanted, wanted, 1, 2]))]
    return said


@pytest.mark.parametrize("source", ["seeded", "physical"])
@pytest.mark.parametrize("seed", range(6))
def test_random_play_is_recorded_replayed_resumed_and_verified(tmp_path: Path, seed: int, source: Any) -> None:
    chance = random.Random(seed)
    path = tmp_path / "m.jsonl"
    match = Match.start(toy(), small_table(""), seed=seed, dice=source)
    log = MatchLog.create(path, match)
    seen = [state_json(match.table)]
    census: Counter[str] = Counter()
    for _ in range(200):
        before, kept, said = match.table, len(match.results), anything(chance, match)
        seat = chance.choice([None, None, None, "red", "blue"])
        if chance.random() < 0.05:
            try:
                match.propose(said, seat)
            except CannotBeDone:
                assert match.table is before
        else:
            verdict = match.judge(said, seat)
            result = match.play(said, seat=seat)
            census[f"{said['do']} {result.verdict.ruling}"] += 1
            if result.n is None and not result.declined:
                assert match.table is before
            if verdict.ruling == "illegal" and before.pending == ():
                assert result.verdict == verdict
        seen += [state_json(entry.table) for entry in match.results[kept:]]
        assert match.table.starts.keys() >= starts_of(match.table).keys()
    assert sum(1 for kind in census if kind.endswith("legal") and not kind.endswith("illegal")) >= 5, census
    log.reveal(match.secret)
    assert [state_json(table) for table in tables(read_record(path))] == seen
    audit = verify(path, toy())
    assert (audit.first, audit.entries) == (None, len(match.results))
    assert {note.kind for note in audit.notes} <= {"agreed"}

    # cut it anywhere and go on: everything before the cut is there, undoing included
    whole = path.read_bytes().splitlines(keepends=True)
    cut = chance.randint(1, len(whole) - 1)
    path.write_bytes(b"".join(whole[:cut]))
    again = resume(path, seed, toy())
    assert state_json(again.table) == seen[cut - 1]
    known = match.results[cut - 2].table.last if cut > 1 else None
    assert (again.table.last is None) == (known is None)
    if again.table.last is not None and known is not None:
        assert state_json(again.table.last.before) == state_json(known.before)
        assert (again.table.last.side, again.table.last.binding) == (known.side, known.binding)
    assert again.rolls == sum(len(result.rolled) for result in match.results[: cut - 1])
