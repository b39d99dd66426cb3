"""Match files: what was played is on disk, is read again to the byte, and every tampering is named by its line."""

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from play_tables import small_table
from toy import toy

from movetray.engine.table_json import state_json
from movetray.play.audit import Audit, verify
from movetray.play.log import MatchLog, RecordError, canonical, chained, parse_record, read_record
from movetray.play.match import Match
from movetray.play.replay import tables
from movetray.play.resume import resume

RECORDS = Path(__file__).resolve().parents[1] / "records"
SEED = "a seed"
GAME: list[dict[str, Any]] = [
    {"do": "walk", "model": "a", "path": [[13, 10]]},
    {"do": "undo"},
    {"do": "hop", "model": "a"},
    {"do": "undo"},
    {"do": "agree"},
    {"do": "rush", "model": "a"},
    {"do": "walk", "model": "b", "path": [[10.5, 14.123456]]},
    {"do": "pick"},
    {"do": "choose", "option": "left"},
    {"do": "end-step"},
    {"do": "end-step"},
    {"do": "suffer", "model": "c", "status": ["risen"]},
    {"do": "walk", "model": "c", "path": [[23, 10]]},
    {"do": "remove", "model": "s-5"},
]


def played(path: Path, game: Iterable[dict[str, Any]] = GAME, **how: Any) -> Match:
    match = Match.start(toy(), small_table(""), seed=how.pop("seed", SEED), **how)
    MatchLog.create(path, match)
    for command in game:
        match.play(command)
    return match


def ended(path: Path, **how: Any) -> Match:
    match = played(path, **how)
    assert isinstance(match.recorder, MatchLog)
    match.recorder.reveal(match.secret)
    return match


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def rewrite(path: Path, said: list[dict[str, Any]], chain: bool) -> Audit:
    """Write changed lines back, the hashes made to fit if `chain`, and audit the file."""
    before = ""
    for line in said:
        if chain:
            line["hash"] = chained(line, before)
        before = line["hash"]
    path.write_text("".join(canonical(line) + "\n" for line in said))
    return verify(path, toy())


def entry(said: list[dict[str, Any]], verb: str) -> dict[str, Any]:
    return next(line for line in said if line.get("command", {}).get("do") == verb)


# --- writing


def test_a_record_is_a_header_a_line_an_entry_and_the_secret(tmp_path: Path) -> None:
    match = ended(tmp_path / "m.jsonl")
    said = lines(tmp_path / "m.jsonl")
    assert [line.get("n") for line in said] == [None, *range(1, len(match.results) + 1), None]
    assert set(said[1]) == {"n", "seat", "id", "command", "verdict", "dice", "events", "hash"}
    assert said[0]["format"] == "movetray match"
    assert said[-1]["secret"] == SEED.encode().hex()
    assert all(line["hash"] == chained(line, before["hash"]) for before, line in pairwise(said))


def test_a_declined_choice_has_its_own_entry(tmp_path: Path) -> None:
    played(tmp_path / "m.jsonl")
    verbs = [line["command"]["do"] for line in lines(tmp_path / "m.jsonl")[1:]]
    assert verbs[verbs.index("rush") : verbs.index("rush") + 3] == ["rush", "pass", "walk"]


def test_the_same_match_is_the_same_file_to_the_byte(tmp_path: Path) -> None:
    ended(tmp_path / "one.jsonl")
    ended(tmp_path / "two.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_an_entry_is_on_disk_before_its_result_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(tmp_path / "m.jsonl", [])
    synced: list[int] = []
    real = os.fsync

    def sync(descriptor: int) -> None:
        real(descriptor)
        synced.append(os.fstat(descriptor).st_size)

    monkeypatch.setattr("os.fsync", sync)
    for command in GAME[:3]:
        match.play(command)
        assert synced[-1] == (tmp_path / "m.jsonl").stat().st_size


def test_what_cannot_be_kept_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(tmp_path / "m.jsonl", GAME[:1])
    before, table = (tmp_path / "m.jsonl").read_bytes(), match.table
    real, room = os.write, [50]

    def full(descriptor: int, data: bytes) -> int:
        if not room:
            raise OSError("disk full")
        return real(descriptor, data[: room.pop()])

    monkeypatch.setattr("os.write", full)
    with pytest.raises(OSError, match="disk full"):
        match.play({"do": "hop", "model": "b"})
    monkeypatch.undo()
    assert (tmp_path / "m.jsonl").read_bytes() == before
    assert match.table is table
    match.play({"do": "hop", "model": "b"})
    assert verify(tmp_path / "m.jsonl", toy()).sound


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    match = played(tmp_path / "m.jsonl")
    with pytest.raises(FileExistsError):
        played(tmp_path / "m.jsonl")
    with pytest.raises(ValueError, match="has begun"):
        MatchLog.create(tmp_path / "other.jsonl", match)


# --- replaying


def test_events_alone_lead_through_the_same_tables(tmp_path: Path) -> None:
    match = Match.start(toy(), small_table(""), seed=SEED)
    MatchLog.create(tmp_path / "m.jsonl", match)
    seen = [state_json(match.table)]
    for command in GAME:
        for result in (*(r := match.play(command)).declined, r):
            seen.append(state_json(result.table))
    assert [state_json(table) for table in tables(read_record(tmp_path / "m.jsonl"))] == seen
    *_, last = tables(read_record(tmp_path / "m.jsonl"))
    assert last == match_board(match, last)
    assert last.last is not None


def match_board(match: Match, like: Any) -> Any:
    return replace(match.table, board=like.board)


def test_a_match_played_again_from_its_record_is_the_same_file_to_the_byte(tmp_path: Path) -> None:
    match = ended(tmp_path / "m.jsonl")
    record = read_record(tmp_path / "m.jsonl")
    assert record.secret is not None
    again = Match.start(toy(), small_table(""), seed=record.secret)
    log = MatchLog.create(tmp_path / "again.jsonl", again)
    for line in record.entries:
        if line["command"] != {"do": "pass", "side": "blue"}:  # it is declined again by what follows
            again.play(line["command"], seat=line["seat"], id=line["id"])
    log.reveal(record.secret)
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "m.jsonl").read_bytes()
    assert again.table.models == match.table.models


def test_a_sound_record_is_found_sound_and_its_dice_are_rolled_again(tmp_path: Path) -> None:
    match = ended(tmp_path / "m.jsonl")
    audit = verify(tmp_path / "m.jsonl", toy())
    assert (audit.first, audit.notes, audit.entries) == (None, (), len(match.results))


def test_an_unfinished_record_says_that_its_dice_are_not_revealed(tmp_path: Path) -> None:
    played(tmp_path / "m.jsonl")
    audit = verify(tmp_path / "m.jsonl", toy())
    assert audit.sound
    assert [note.kind for note in audit.notes] == ["unrevealed"]


def test_listed_dice_and_agreed_refusals_are_noted_and_are_no_fault(tmp_path: Path) -> None:
    match = played(tmp_path / "m.jsonl", [])
    match.play({"do": "hop", "model": "a"}, dice=[4])
    match.propose({"do": "walk", "model": "b", "path": [[30, 14]]})
    match.play({"do": "agree"})
    assert isinstance(match.recorder, MatchLog)
    match.recorder.reveal(match.secret)
    audit = verify(tmp_path / "m.jsonl", toy())
    assert audit.sound
    assert [(note.kind, note.line, note.facts) for note in audit.notes] == [
        ("listed-dice", 2, {"rolls": 1}),
        ("agreed", 4, {"clauses": ["toy.far"]}),
    ]


def test_where_nobody_can_object_a_refusal_passed_over_is_noted_all_the_same(tmp_path: Path) -> None:
    table = small_table("")
    units = {"rats": table.units["rats"]}
    models = {name: model for name, model in table.models.items() if name in "ab"}
    starts = {name: table.starts[name] for name in models}
    match = Match.start(toy(), replace(table, sides=("red",), units=units, models=models, starts=starts), seed=SEED)
    MatchLog.create(tmp_path / "m.jsonl", match)
    assert match.propose({"do": "walk", "model": "b", "path": [[30, 14]]}).outcome == "done"
    audit = verify(tmp_path / "m.jsonl", toy())
    assert audit.sound
    assert [note.kind for note in audit.notes] == ["agreed", "unrevealed"]


def test_physical_dice_are_recorded_as_they_were_typed(tmp_path: Path) -> None:
    match = played(tmp_path / "m.jsonl", [{"do": "rush", "model": "a"}, {"do": "dodge"}], dice="physical")
    for faces in ([3], [4, 4]):
        match.play({"do": "roll", "faces": faces})
    match.play({"do": "undo"})
    match.play({"do": "agree"})
    match.play({"do": "hop", "model": "a"})
    match.play({"do": "roll", "faces": [5]})
    audit = verify(tmp_path / "m.jsonl", toy())
    assert (audit.first, audit.notes) == (None, ())
    *_, last = tables(read_record(tmp_path / "m.jsonl"))
    assert state_json(last) == state_json(match.table)


def test_rules_that_say_otherwise_are_noted_and_their_verdicts_found(tmp_path: Path) -> None:
    played(tmp_path / "m.jsonl")
    audit = verify(tmp_path / "m.jsonl", toy().amended("toy.far", says="Twice M."))
    assert audit.sound
    assert [note.kind for note in audit.notes] == ["other-rules", "unrevealed"]
    stricter = toy().amended("toy.bog", check=toy().clauses["toy.far"].check, verbs=frozenset({"rush"}))
    assert verify(tmp_path / "m.jsonl", stricter).sound  # a rush has no length

    def never(_attempt: Any) -> Any:
        from movetray.engine.verdict import Finding

        yield Finding()

    audit = verify(tmp_path / "m.jsonl", toy().amended("toy.bog", check=never, verbs=frozenset({"rush"})))
    assert audit.first is not None
    assert (audit.first.line, audit.first.key) == (7, "verdict")


# --- tampering


def flipped_die(said: list[dict[str, Any]]) -> int:
    line = entry(said, "hop")
    line["dice"][0]["faces"] = [7 - face for face in line["dice"][0]["faces"]]
    return said.index(line)


def flipped_die_everywhere(said: list[dict[str, Any]]) -> int:
    line = next(line for line in said if line.get("command", {}).get("do") == "pass")
    other = [face % 6 + 1 for face in line["dice"][0]["faces"]]
    line["dice"][0]["faces"] = other
    next(event for event in line["events"] if event["is"] == "DiceRolled")["faces"] = other
    return said.index(line)


def changed_verdict(said: list[dict[str, Any]]) -> int:
    line = entry(said, "walk")
    line["verdict"]["ruling"] = "illegal"
    return said.index(line)


def changed_reason(said: list[dict[str, Any]]) -> int:
    line = entry(said, "hop")
    line["verdict"]["reasons"][0]["clause"] = "toy.rush"
    return said.index(line)


def missing_line(said: list[dict[str, Any]]) -> int:
    del said[4]
    return 4


def doubled_line(said: list[dict[str, Any]]) -> int:
    said.insert(4, dict(said[4]))
    return 5


def swapped_lines(said: list[dict[str, Any]]) -> int:
    said[6], said[7] = said[7], said[6]
    return 6


def moved_further(said: list[dict[str, Any]]) -> int:
    line = entry(said, "walk")
    next(event for event in line["events"] if event["is"] == "ModelMoved")["tracks"][-1]["to"][0] += 0.5
    return said.index(line)


def event_added(said: list[dict[str, Any]]) -> int:
    line = entry(said, "choose")
    line["events"].append({"is": "MarkCleared", "on": "b", "mark": "moved"})
    return said.index(line)


def longer_path(said: list[dict[str, Any]]) -> int:
    line = entry(said, "walk")
    line["command"]["path"] = [[15, 10]]
    return said.index(line)


def other_seat(said: list[dict[str, Any]]) -> int:
    line = entry(said, "walk")
    line["seat"] = "blue"
    return said.index(line)


def other_secret(said: list[dict[str, Any]]) -> int:
    said[-1]["secret"] = b"another".hex()
    return 0


def unknown_verb(said: list[dict[str, Any]]) -> int:
    entry(said, "pick")["command"]["do"] = "win"
    return next(n for n, line in enumerate(said) if line.get("command", {}).get("do") == "win")


TAMPERINGS = [
    flipped_die,
    flipped_die_everywhere,
    changed_verdict,
    changed_reason,
    missing_line,
    doubled_line,
    swapped_lines,
    moved_further,
    event_added,
    longer_path,
    other_seat,
    other_secret,
    unknown_verb,
]


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
@pytest.mark.parametrize("chain", [False, True], ids=["plain", "hashes-mended"])
def test_tampering_is_named_by_its_line(
    tmp_path: Path, tamper: Callable[[list[dict[str, Any]]], int], chain: bool
) -> None:
    ended(tmp_path / "m.jsonl")
    said = lines(tmp_path / "m.jsonl")
    where = tamper(said)
    audit = rewrite(tmp_path / "m.jsonl", said, chain)
    assert audit.first is not None
    assert audit.first.line == where + 1
    if not chain and tamper is not other_secret:
        assert audit.first.key == "hash"
    assert audit.entries == max(where - 1, 0)
    assert str(audit.first).startswith(f"line {where + 1}: ")
    assert json.loads(json.dumps(audit.to_json()))["first"]["line"] == where + 1


def test_a_tampered_secret_line_is_named(tmp_path: Path) -> None:
    ended(tmp_path / "m.jsonl")
    said = lines(tmp_path / "m.jsonl")
    said[-1]["hash"] = "0" * 64
    audit = rewrite(tmp_path / "m.jsonl", said, chain=False)
    assert audit.first is not None
    assert (audit.first.line, audit.first.key) == (len(said), "hash")


# --- going on


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_torn_last_line_is_left_out_and_the_match_goes_on(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "m.jsonl"
    path.unlink(missing_ok=True)
    played(path)
    whole = path.read_bytes()
    kept = data.draw(st.integers(whole.index(b"\n") + 1, len(whole) - 1))
    path.write_bytes(whole[:kept])
    record = read_record(path)
    complete = whole[:kept].count(b"\n")
    if whole[kept - 1 : kept] == b"\n":
        assert record.torn == ""
    else:
        tail = kept - whole[:kept].rindex(b"\n") - 1
        assert record.torn == f"line {complete + 1} was torn off after {tail} bytes and is left out"
        assert [n.kind for n in verify(record, toy()).notes][-1] in {"torn", "unrevealed"}
    match = resume(path, SEED, toy())
    assert len(match.results) == complete - 1
    assert path.read_bytes() == b"\n".join(whole[:kept].split(b"\n")[:-1]) + b"\n"
    match.play({"do": "pass"} if match.pending and "pass" in match.pending.verbs else {"do": "disagree"})
    assert verify(path, toy()).sound


def test_a_match_goes_on_after_an_interruption_as_if_there_had_been_none(tmp_path: Path) -> None:
    ended(tmp_path / "whole.jsonl")
    for stop in range(len(GAME) + 1):
        path = tmp_path / f"{stop}.jsonl"
        match = played(path, GAME[:stop])
        first = match.results[0] if match.results else None
        assert isinstance(match.recorder, MatchLog)
        match.recorder.close()
        match = resume(path, SEED, toy())
        assert first is None or match.play(GAME[0], id="#1").to_json() == first.to_json()
        for command in GAME[stop:]:
            match.play(command)
        assert isinstance(match.recorder, MatchLog)
        match.recorder.reveal(SEED)
        assert path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_a_match_is_not_resumed_with_another_secret_or_after_its_end(tmp_path: Path) -> None:
    played(tmp_path / "m.jsonl")
    with pytest.raises(RecordError, match="not the secret"):
        resume(tmp_path / "m.jsonl", "guess", toy())
    ended(tmp_path / "n.jsonl")
    with pytest.raises(ValueError, match="has ended"):
        resume(tmp_path / "n.jsonl", SEED, toy())


# --- what is no record


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"{}", 1),
        (b"{}\n", 1),
        (b"hello\n", 1),
        (b"[]\n", 1),
        (b"\xff\xfe\n", 1),
        (b'{"format": "movetray match", "version": 2}\n', 1),
        (b'{"format": "movetray match", "version": "1"}\n', 1),
        (b'{"format": "movetray match", "version": 1}\n', 1),
        (b"[" * 100_000 + b"\n", 1),
    ],
)
def test_what_is_no_record_is_said_in_one_line(data: bytes, line: int) -> None:
    with pytest.raises(RecordError) as wrong:
        parse_record(data, "file")
    assert str(wrong.value).startswith(f"file:{line}: ")
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    "change",
    [
        {"n": "1"},
        {"n": True},
        {"seat": 5},
        {"command": None},
        {"events": [1]},
        {"dice": ["x"]},
        {"verdict": []},
    ],
)
def test_a_line_of_the_wrong_form_is_named(tmp_path: Path, change: dict[str, Any]) -> None:
    played(tmp_path / "m.jsonl")
    said = lines(tmp_path / "m.jsonl")
    said[3].update(change)
    with pytest.raises(RecordError, match=":4: "):
        rewrite(tmp_path / "m.jsonl", said, chain=True)
    del said[3][next(iter(change))]
    with pytest.raises(RecordError, match=r":4: .* is missing"):
        rewrite(tmp_path / "m.jsonl", said, chain=True)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_done_to_a_record_it_is_sound_or_said_to_differ_or_to_be_none(
    tmp_path: Path, data: st.DataObject
) -> None:
    path = tmp_path / "m.jsonl"
    if not path.exists():
        ended(path)
    said = lines(path)
    spot: Any = data.draw(st.sampled_from(said))
    while isinstance(spot, dict | list) and spot:
        keys: list[Any] = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(spot[key], dict | list) and spot[key] and data.draw(st.booleans()):
            spot = spot[key]
            continue
        spot[key] = data.draw(
            st.sampled_from([None, 0, -1, 1e300, "", "x", [], {}, [[]], {"a": 1}, True, 10**40, [1, 2, 3, 4]])
        )
        break
    before = ""
    for line in said:
        line["hash"] = chained(line, before)
        before = line["hash"]
    record = "".join(canonical(line) + "\n" for line in said).encode()
    try:
        audit = verify(parse_record(record), toy())
        for _ in tables(parse_record(record)):
            pass
    except RecordError as wrong:
        assert "\n" not in str(wrong)
    else:
        assert audit.first is None or audit.first.line >= 1


def test_records_of_every_version_stay_readable_and_sound() -> None:
    found = sorted(RECORDS.glob("*.jsonl"))
    assert [path.name for path in found] == ["v1.jsonl"]
    for path in found:
        audit = verify(path, toy())
        assert audit.sound
        assert audit.entries == 15
        *_, last = tables(read_record(path))
        assert last.pose_of("c").point[0] == pytest.approx(23, abs=1e-3)
