"""The sixth game: its cases, each clause taken away, random play on record; and it touches nothing of the package."""

import ast
import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from movetray.engine.table_json import state_json
from movetray.play.audit import verify
from movetray.play.check import check_file
from movetray.play.log import MatchLog, read_record
from movetray.play.match import Match
from movetray.play.reading import read
from movetray.play.replay import tables
from movetray.rulesets import adopting
from movetray.table.table import Table
from sixth.lanterns import CLAUSES, LANTERNS

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").glob("*.table.yaml"))
OWN = [clause.id for clause in CLAUSES]


def heads(path: Path, key: str) -> set[str]:
    lines = path.read_text("utf-8").splitlines()
    return {name for line in lines if line.startswith(f"# {key}:") for name in line.partition(":")[2].split()}


DECIDES = [(clause, path) for clause in OWN for path in CASES if clause in heads(path, "clauses")]
TWINS = [(clause, path) for clause in OWN for path in CASES if clause in heads(path, "twin")]


def disagreements(path: Path, without: str = "") -> list[str]:
    result = check_file(path, LANTERNS.without(without) if without else LANTERNS)
    return [*map(str, result.failed), *([str(result.error)] if result.error is not None else [])]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_comes_out_as_it_says(path: Path) -> None:
    assert not disagreements(path)


def test_every_clause_has_a_case_and_a_twin() -> None:
    assert [c for c in OWN if c not in {one for one, _ in DECIDES}] == []
    assert [c for c in OWN if c not in {one for one, _ in TWINS}] == []


@pytest.mark.parametrize(("clause", "path"), DECIDES, ids=[f"{c} {p.stem}" for c, p in DECIDES])
def test_a_clause_taken_away_is_missed(clause: str, path: Path) -> None:
    assert disagreements(path, clause)


@pytest.mark.parametrize(("clause", "path"), TWINS, ids=[f"{c} {p.stem}" for c, p in TWINS])
def test_a_clause_taken_away_is_not_missed_in_its_twin(clause: str, path: Path) -> None:
    assert not disagreements(path, clause)


def test_odds_know_the_die_and_the_lantern() -> None:
    """8" need three inches of the die: four faces of six. Who is hailed gets none of them."""
    match = Match.from_situation(read(HERE / "cases" / "kept-quiet.table.yaml", rules=LANTERNS), LANTERNS)
    dart = {"do": "dart", "model": "ada", "path": [[10, 18]]}
    assert str(match.ask({"ask": "odds", "of": dart})["success"]) == "2/3"
    hailed = [{"do": "hail", "model": "otto"}]
    assert match.ask({"ask": "odds", "of": dart, "answers": hailed})["success"] in (0, "0")


def test_the_toy_reaches_for_nothing_that_is_private() -> None:
    """What other packages may use is enough: no private name, no patch, no file of the package."""
    tree = ast.parse((HERE / "lanterns.py").read_text("utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names]
    names += [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    assert not [name for name in names if name.startswith("_")]


# --- random play

MARSH = """\
movetray: 1
rules: lanterns
table: {width: 18, depth: 18}
terrain:
  - {id: mire, kind: ground, shape: [[7, 7], [11, 7], [11, 11], [7, 11]], ground: difficult}
units:
  - id: hares
    side: red
    stats: {S: 5}
    base: 25mm
    models: [{id: ada, at: [4, 4]}, {id: bea, at: [9, 4]}, {id: cid, at: [14, 4]}]
  - {id: owls, side: blue, stats: {S: 4}, base: 25mm, models: [{id: otto, at: [4, 13]}, {id: ugo, at: [9, 13]}]}
"""


def anything(chance: random.Random, match: Match) -> dict[str, Any]:
    table = match.table
    if match.pending is not None and "agree" in match.pending.verbs:  # whether a die may be taken back
        return {"do": chance.choice(["agree", "disagree"]), "side": match.pending.side}
    if match.pending is not None and chance.random() < 0.9:
        if chance.random() < 0.5:
            return {"do": "hail", "model": chance.choice(match.pending.models or ("ada",))}
        return {"do": "pass", "side": match.pending.side}
    names = [name for name in table.standing if table.side_of(name) == table.active]
    free = [name for name in names if not table.has(name, "moved")]
    if not free or chance.random() < 0.1:
        return {"do": chance.choice(["end-step", "end-step", "undo"])}
    model = chance.choice(free)
    x, y, _ = table.pose_of(model).point
    length, angle = chance.uniform(1, 8), chance.uniform(0, 2 * math.pi)
    path = [[round(x + length * math.cos(angle), 3), round(y + length * math.sin(angle), 3)]]
    said: dict[str, Any] = {"do": chance.choice(["move", "move", "dart"]), "model": model, "path": path}
    if said["do"] == "dart" and chance.random() < 0.3:
        del said["path"]
    return said


def proper(before: Table, table: Table) -> bool:
    """A table that this game may come to: who has moved keeps an inch from every opponent, reckoned by hand."""
    for name in table.standing:
        x, y, _ = table.pose_of(name).point
        moved = table.pose_of(name) != before.pose_of(name)
        for other in table.standing if moved else ():
            u, v, _ = table.pose_of(other).point
            apart = ((x - u) ** 2 + (y - v) ** 2) ** 0.5 - 25 / 25.4
            kept = 1.0 if table.side_of(other) != table.side_of(name) else 0.0
            if other != name and apart < kept - 0.001:
                return False
    return True


@pytest.mark.parametrize("seed", range(3))
def test_random_play_is_proper_recorded_replayed_and_verified(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    path = tmp_path / "m.jsonl"
    situation = read(MARSH, rules=LANTERNS)
    match = Match.start(LANTERNS, situation.table, seed=seed)
    log = MatchLog.create(path, match)
    seen = [state_json(match.table)]
    census: Counter[str] = Counter()
    for _ in range(400):
        before, kept, said = match.table, len(match.results), anything(chance, match)
        result = match.play(said)
        if result.outcome is not None:
            census[said["do"]] += 1
        assert said["do"] in ("undo", "agree") or proper(before, match.table), said
        seen += [state_json(entry.table) for entry in match.results[kept:]]
    assert all(census[verb] >= 3 for verb in ("move", "dart", "hail", "pass", "end-step")), census
    log.reveal(match.secret)
    with adopting(LANTERNS):
        assert [state_json(table) for table in tables(read_record(path))] == seen
        assert verify(path).first is None
