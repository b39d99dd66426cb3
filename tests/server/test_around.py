"""What is around the board: pictures, pings, links of players, what the house leaves out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from movetray.play.audit import verify
from movetray.play.log import parse_record
from server.guests import LANE, made, server, sitting

WALK = {"do": "move", "model": "carter", "path": [[9, 6]]}
TOO_FAR = {"do": "move", "model": "carter", "path": [[20, 6]]}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Any, str, dict[str, str]]]:
    with server(tmp_path / "m.db") as client:
        yield (client, *made(client))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def picture(client: Any, match: str, token: str, lang: str = "en", **said: Any) -> Any:
    return client.post(f"/api/matches/{match}/picture?lang={lang}", json=said, headers=bearer(token))


def test_a_moment_is_drawn_with_what_was_done(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red:
        red.say(WALK)
        red.say({"do": "end-step"})
    svg = picture(client, match, tokens["spectator"], n=1, format="svg")
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert "A lane · 1" in svg.text and "carter" in svg.text
    before = picture(client, match, tokens["spectator"], n=0, format="svg").text
    assert before != svg.text and "3″" not in before
    png = picture(client, match, tokens["blue"])
    assert png.headers["content-type"] == "image/png" and png.content.startswith(b"\x89PNG")


def test_a_disputed_command_is_drawn_with_its_verdict_and_does_not_happen(table: Any) -> None:
    client, match, tokens = table
    english = picture(client, match, tokens["red"], command=TOO_FAR, format="svg").text
    russian = picture(client, match, tokens["red"], "ru", command=TOO_FAR, format="svg").text
    assert "illegal" in english and "illegal" not in russian and "нельзя" in russian
    with sitting(client, match, tokens["red"]) as red:
        assert red.n == 0
    # the other side's seat may not move it: another verdict, on another picture
    assert picture(client, match, tokens["blue"], command=TOO_FAR, format="svg").text != english


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"n": 7}, 404),
        ({"command": {"do": "move", "model": "nobody", "path": [[1, 1]]}}, 422),
        ({"format": "gif"}, 422),
    ],
)
def test_a_picture_of_nothing_is_refused(table: Any, said: Any, status: int) -> None:
    client, match, tokens = table
    assert picture(client, match, tokens["red"], **said).status_code == status


def test_a_closed_tape_measure_stays_closed_in_pictures(tmp_path: Path) -> None:
    charge = {"do": "charge", "model": "carter", "targets": ["poacher"], "path": [[14, 6], [20, 6]]}
    early = {**LANE, "state": {**LANE["state"], "step": "charges"}}
    with server(tmp_path / "m.db") as client:
        texts = []
        for measuring in ("open", "closed"):
            match, tokens = made(client, early, options={"measuring": measuring})
            texts.append(picture(client, match, tokens["red"], command=charge, format="svg").text)
    assert '14.64"' in texts[0] and '14.64"' not in texts[1]


def test_a_player_lets_others_look_on_and_nothing_more(table: Any) -> None:
    client, match, tokens = table
    path = f"/api/matches/{match}/links"
    made_by_red = client.post(path, json={"seat": "spectator"}, headers=bearer(tokens["red"]))
    assert made_by_red.status_code == 201
    with sitting(client, match, made_by_red.json()["token"]) as guest:
        assert guest.say(WALK)["code"] == "seat"
    assert client.post(path, json={"seat": "blue"}, headers=bearer(tokens["red"])).status_code == 403
    assert client.post(path, json={"seat": "spectator"}, headers=bearer(tokens["spectator"])).status_code == 403
    assert client.get(path, headers=bearer(tokens["red"])).status_code == 403


def test_pointing_reaches_everybody_and_is_not_remembered(table: Any) -> None:
    client, match, tokens = table
    with sitting(client, match, tokens["red"]) as red, sitting(client, match, tokens["blue"]) as blue:
        red.socket.send_json({"is": "ping", "at": [5, 6]})
        assert blue.wait("pinged") == {"is": "pinged", "seat": "red", "at": [5, 6]}
        assert red.say(WALK)["n"] == 1
        for _ in range(12):
            red.socket.send_json({"is": "ping", "at": [5, 6]})
        assert red.wait("error")["code"] == "rate"
        # the hand that points too often may still move
        walk = {"do": "move", "model": "drover", "path": [[8, 9]]}
        red.socket.send_json({"is": "command", "match": match, "id": "walk", "seen": 1, "command": walk})
        assert red.wait("ack")["n"] == 2


def test_what_the_house_leaves_out_is_played_told_and_on_the_record(tmp_path: Path) -> None:
    clause = "mordheim.move.distance"
    with server(tmp_path / "m.db") as client:
        match, tokens = made(client, without=[clause])
        with sitting(client, match, tokens["red"]) as red:
            assert red.say(TOO_FAR)["is"] == "ack"
            welcome = next(text for text in red.heard if '"welcome"' in text)
            assert f'"clause":"{clause}","what":"without"' in welcome
        lines = client.get(f"/api/matches/{match}/record", headers=bearer(tokens["red"])).content
        record = parse_record(lines)
        assert record.header["house"]["without"] == [clause]
        assert verify(record).sound
        assert client.post("/api/matches", json={"situation": LANE, "without": ["no.such"]}).status_code == 422
    # judged again by the same rules when the room opens anew
    with server(tmp_path / "m.db") as client, sitting(client, match, tokens["red"]) as red:
        assert red.n == 1 and red.say({"do": "end-step"})["is"] == "ack"
