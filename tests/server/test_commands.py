"""One command, one answer: whatever is said, twice, late, by the wrong seat or in no shape at all."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from movetray.play.audit import verify
from movetray.play.log import canonical, parse_record
from server.guests import LANE, Guest, made, server, sitting

WALK = {"do": "move", "model": "carter", "path": [[9, 6]]}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Any, str, dict[str, str]]]:
    with server(tmp_path / "m.db") as client:
        yield (client, *made(client))


def test_a_walk_is_acknowledged_published_and_on_the_record(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red, sitting(client, match, tokens["blue"], lang="ru") as blue:
        answer = red.say(WALK)
        assert (answer["is"], answer["n"], answer["outcome"]) == ("ack", 1, "done")
        entry = blue.wait("entry")
        assert entry["n"] == 1 and entry["now"]["used"] == {"carter": 3}
        assert entry["now"]["trails"]["carter"] == [[6, 6, 0], [9, 6, 0]]
        assert entry["change"]["units"][0]["models"][0]["at"] == [9, 6]
        assert "red" in entry["lines"][0]
    lines = client.get(f"/api/matches/{match}/record", headers=bearer(tokens["spectator"])).content
    record = parse_record(lines)
    assert verify(record).sound and [e["command"] for e in record.entries] == [WALK]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_the_view_that_changes_lead_to_is_the_view_that_is_sent(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red, sitting(client, match, tokens["spectator"]) as other:
        units = {unit["id"]: unit for unit in json.loads(other.heard[1])["situation"]["units"]}
        red.say(WALK)
        red.say({"do": "undo"})
        assert red.say({"do": "move", "model": "drover", "path": [[6, 12]]})["is"] == "ack"
        for _ in range(3):
            entry = other.wait("entry")
            units.update({unit["id"]: unit for unit in entry["change"]["units"]})
            said = canonical([list(units.values()), entry["change"]["state"]])
            assert hashlib.sha256(said.encode()).hexdigest()[:16] == entry["digest"]
        other.socket.send_json({"is": "look"})
        view = other.wait("view")
        assert view["situation"]["units"] == list(units.values()) and view["digest"] == entry["digest"]
        assert view["now"] == {**entry["now"]}


def test_undo_gives_the_inches_and_the_trail_back(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red:
        red.say(WALK)
        answer = red.say({"do": "undo"})
        assert answer["is"] == "ack" and answer["outcome"] == "done"
        red.socket.send_json({"is": "look"})
        now = red.wait("view")["now"]
        assert now["used"] == {} and now["trails"] == {} and now["moved"] == []


def test_a_repeated_command_is_played_once(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red:
        first = red.say(WALK, name="again", seen=0)
        second = red.say(WALK, name="again", seen=0)
        assert (second["is"], second["answer"]) == ("duplicate", first)
        other = red.say({"do": "end-step"}, name="again", seen=1)
        assert (other["is"], other["code"]) == ("error", "id")
    with sitting(client, match, tokens["blue"]) as blue:
        assert blue.say(WALK, name="again", seen=0)["code"] == "id"
        assert blue.n == 1


def test_who_is_behind_gets_what_is_missing(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red:
        red.say(WALK, seen=0)
        late = red.say({"do": "end-step"}, seen=0)
        assert late["is"] == "stale" and [entry["n"] for entry in late["entries"]] == [1]
        assert red.say({"do": "end-step"}, seen=5)["code"] == "future"
        assert red.say({"do": "end-step"}, seen=1)["is"] == "ack"


def test_a_seat_speaks_for_itself_only(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["blue"]) as blue, sitting(client, match, tokens["spectator"]) as other:
        answer = blue.say(WALK)
        assert answer["is"] == "refused" and answer["verdict"]["reasons"][0]["clause"] == "table.turn"
        assert blue.say({"do": "end-step", "side": "red"})["is"] == "refused"
        assert other.say(WALK)["code"] == "seat"
        strange = other.ask("standing", "standing", never=["intercept"])
        assert strange["code"] == "seat"
    foreign, theirs = made(client)
    with sitting(client, match, tokens["red"]) as red:
        red.match = foreign
        assert red.say(WALK)["code"] == "match"
    about = client.get(f"/api/matches/{match}", headers=bearer(theirs["referee"]))
    assert about.status_code == 403
    for path in ("links", "end"):
        method = client.get if path == "links" else client.post
        assert method(f"/api/matches/{match}/{path}", headers=bearer(tokens["red"])).status_code == 403


def test_the_referee_speaks_for_everybody_and_its_word_needs_no_consent(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["referee"]) as judge, sitting(client, match, tokens["red"]) as red:
        answer = red.say({"do": "remove", "model": "drover"})
        assert answer["outcome"] == "pending" and answer["pending"]["side"] == "blue" and not answer["pending"]["mine"]
        judge.wait("entry")
        assert judge.say({"do": "agree"})["is"] == "ack"
        assert judge.say({"do": "remove", "model": "poacher"})["outcome"] == "done"


@pytest.mark.parametrize(
    "text",
    [
        '{"is": "command", "match": "M", C, "command": {"do": "move", "model": "carter", "path": [[NaN, 6]]}}',
        '{"is": "command", "match": "M", C, "command": {"do": "move", "model": "carter", "path": [[1e999, 6]]}}',
        '{"is": "command", "match": "M", C, "command": {"do": "move", "model": "carter", "path": []}}',
        '{"is": "command", "match": "M", "id": "x", "seen": 0, "command": {"do": "move", "modle": "carter"}}',
        '{"is": "command", "match": "M", "id": "x", "seen": -1, "command": {"do": "end-step"}}',
        '{"is": "command", "match": "M", "id": "x", "seen": 0, "command": {"do": "end-step"}, "dice": [6, 6]}',
        '{"is": "command", "match": "M", "id": "#1", "seen": 0, "command": {"do": "end-step"}}',
        '{"is": "command"}',
        '{"is": "nothing"}',
        "[" * 2000,
        '{"a":' * 60 + "1" + "}" * 60,
        "not json",
        "null",
        "7",
    ],
)  # fmt: skip
def test_what_is_no_message_is_an_error_and_changes_nothing(table: Any, text: str) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red:
        red.socket.send_text(text.replace("C, ", '"id": "x", "seen": 0, ').replace('"M"', json.dumps(match)))
        said = red.wait("ack", "refused", "stale", "duplicate", "error")
        assert said["is"] == "error" and said["code"] == "form"
        assert red.say(WALK)["n"] == 1  # the socket goes on, and nothing was played before


def test_numbers_that_are_not_quite_numbers_are_harmless(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red:
        for number in (-0.0, 1e15, -1e15, 1e-300):
            answer = red.say({"do": "move", "model": "carter", "path": [[number, number]]})
            assert answer["is"] in ("refused", "error"), answer


def test_a_frame_that_is_too_large_ends_the_conversation(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red:
        red.socket.send_text(json.dumps({"is": "command", "id": "x" * 70_000}))
        assert red.wait("error")["code"] == "size"


def test_a_flood_is_told_so(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red:
        for _ in range(100):
            red.socket.send_json({"is": "alive"})
        said = [red.wait("alive", "error") for _ in range(100)]
        assert sum(s["is"] == "alive" for s in said) < 95
        assert {s["code"] for s in said if s["is"] == "error"} == {"rate"}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://testserver.evil.example"])
def test_a_foreign_page_does_not_get_in(table: Any, origin: str) -> None:
    client, _, _ = table
    with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect("/api/ws", headers={"origin": origin}):
        pass
    assert refused.value.code == 4403


def test_hello_comes_first_and_links_can_be_revoked(table: Any) -> None:
    client, match, tokens = table
    for first in (
        {"is": "alive"},
        {"is": "hello", "token": "wrong"},
        {"is": "hello", "token": tokens["red"], "protocol": 9},
    ):
        with client.websocket_connect("/api/ws") as socket:
            socket.send_json(first)
            assert json.loads(socket.receive_text())["code"] in ("protocol", "token")
    referee = bearer(tokens["referee"])
    links = client.get(f"/api/matches/{match}/links", headers=referee).json()
    red = next(link["link"] for link in links if link["seat"] == "red")
    with sitting(client, match, tokens["red"]) as guest:
        assert client.delete(f"/api/matches/{match}/links/{red}", headers=referee).status_code == 204
        assert guest.wait("error")["code"] == "token"
    assert client.get(f"/api/matches/{match}", headers=bearer(tokens["red"])).status_code == 401
    fresh = client.post(f"/api/matches/{match}/links", headers=referee, json={"seat": "red"}).json()["token"]
    with sitting(client, match, fresh) as guest:
        assert guest.say(WALK)["is"] == "ack"
    kept = Path(client.app.state.settings.database.removeprefix("sqlite:///")).read_bytes()
    assert not any(token.encode() in kept for token in (*tokens.values(), fresh))


def test_who_comes_back_gets_what_was_missed(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red:
        red.say(WALK)
        red.say({"do": "move", "model": "drover", "path": [[6, 11]]})
    with client.websocket_connect("/api/ws") as socket:
        came = Guest(socket, match).hello(tokens["blue"], since=1)
        assert came["is"] == "entries" and [entry["n"] for entry in came["entries"]] == [2]


def test_real_dice_are_waited_for_and_outlast_a_restart(tmp_path: Path) -> None:
    with server(tmp_path / "m.db") as client:
        said = client.post("/api/matches", json={"example": "charge-round-a-corner", "dice": "physical"}).json()
        match, tokens = said["match"], {link["seat"]: link["token"] for link in said["links"]}
        with sitting(client, match, tokens["red"]) as red:
            answer = red.say({"do": "charge", "model": "bailiff", "targets": ["spear"]})
            assert answer["outcome"] == "pending", answer
            asked = answer["pending"]
            assert asked["kind"] == "dice" and asked["count"] == 1 and asked["sides"] == 6 and asked["sentence"]
    with server(tmp_path / "m.db") as client:
        with sitting(client, match, tokens["blue"]) as blue:
            assert blue.say({"do": "roll", "faces": [1]})["is"] == "refused"
        with sitting(client, match, tokens["red"]) as red:
            assert red.say({"do": "roll", "faces": [7]})["is"] == "refused"
            done = red.say({"do": "roll", "faces": [3]})
            assert done["is"] == "ack" and done["rolls"][0]["faces"] == [3]


def test_a_match_goes_through_a_file_and_back(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red:
        red.say(WALK)
    lines = client.get(f"/api/matches/{match}/record", headers=bearer(tokens["red"])).content
    again = client.post("/api/matches/import", content=lines)
    assert again.status_code == 201, again.text
    token = next(link["token"] for link in again.json()["links"] if link["seat"] == "red")
    other = again.json()["match"]
    assert client.get(f"/api/matches/{other}/record", headers=bearer(token)).content == lines
    with sitting(client, other, token) as red:
        assert red.say({"do": "end-step"})["code"] == "ended"  # nobody handed the secret over
    spoiled = lines.replace(b'"done"', b'"dine"').replace(b"[9,6]", b"[8,6]")
    assert client.post("/api/matches/import", content=spoiled).status_code == 422
    secret = client.post(f"/api/matches/{match}/end", headers=bearer(tokens["referee"])).json()["secret"]
    went = client.post("/api/matches/import", content=lines, headers={"Movetray-Secret": secret})
    assert went.status_code == 201
    whole = client.get(f"/api/matches/{match}/record", headers=bearer(tokens["red"])).content
    assert verify(parse_record(whole)).sound and parse_record(whole).secret == bytes.fromhex(secret)


def test_standing_answers_pass_for_their_side(tmp_path: Path) -> None:
    with server(tmp_path / "m.db") as client:
        said = client.post("/api/matches", json={"example": "charge-round-a-corner", "seed": 1})
        match, links = said.json()["match"], said.json()["links"]
        tokens = {link["seat"]: link["token"] for link in links}
        with sitting(client, match, tokens["blue"]) as blue:
            assert blue.ask("standing", "standing", never=["intercept"])["never"] == ["intercept"]
            assert blue.ask("standing", "standing", never=["dance"])["code"] == "form"
        with sitting(client, match, tokens["red"]) as red:
            red.say({"do": "charge", "model": "bailiff", "targets": ["spear"]})
            told = [json.loads(text) for text in red.heard]
            assert [m["command"] for m in told if m["is"] == "entry"][1:] == [{"do": "pass"}] or red.n == 2


def test_a_preview_sticks_at_the_limit(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"], lang="ru") as red:
        said = red.ask("preview", "previewed", command={"do": "move", "model": "carter", "path": [[12, 6]]})
        assert said["verdict"]["ruling"] == "illegal"
        way = said["ways"]["carter"]
        assert (way["used"], way["allowed"], way["left"]) == (6, 4, -2)
        assert way["until"] == [10, 6, 0]
        assert red.say({"do": "move", "model": "carter", "path": way["path"]})["is"] == "ack"
        near = red.ask("preview", "previewed", command={"do": "move", "model": "drover", "path": [[9, 9], [9, 6]]})
        assert near["verdict"]["ruling"] == "illegal" and near["ways"]["drover"]["until"] is not None


def test_options_say_what_may_be_done_and_why_not(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red:
        said = red.ask("options", "options", of=["carter", "carters"])
        model = said["of"][0]
        assert {"move", "run"} <= {verb["verb"] for verb in model["includes"]}
        charge = next(verb for verb in model["excludes"] if verb["verb"] == "charge")
        assert charge["reasons"][0]["sentence"]
        assert {"end-step"} <= {verb["verb"] for verb in said["side"]}
        assert red.ask("options", "options", of=["nobody"])["code"] == "form"
        route = red.ask("ask", "answer", question={"ask": "route", "model": "carter", "to": [9, 6]})
        assert route["answer"]["length"] == 3
        assert red.ask("ask", "answer", question={"ask": "route"})["code"] == "form"


@pytest.mark.parametrize("example", ["charge-round-a-corner", "disputed-walk", "hiding"])
def test_bundled_situations_open(tmp_path: Path, example: str) -> None:
    with server(tmp_path / "m.db") as client:
        listed = client.get("/api/situations").json()
        assert example in {found["id"] for found in listed}
        said = client.post("/api/matches", json={"example": example, "until": 1})
        assert said.status_code == 201, said.text


def test_a_situation_that_is_wrong_is_told_with_its_place(table: Any) -> None:
    client, _, _ = table
    said = client.post("/api/situations/check", json={"situation": "movetray: 1\nrules: mordheim\nunits: 3\n"})
    assert said.status_code == 422 and said.json()["where"].startswith("units")
    assert client.post("/api/situations/check", json={"situation": LANE}).status_code == 200
