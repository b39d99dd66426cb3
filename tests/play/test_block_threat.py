"""Whom a ranked block threatens, and what a choice that anybody declines asks of whom."""

from typing import Any

import movetray


def match(*units: dict[str, Any], step: str = "remaining") -> movetray.Match:
    table = {"width": 72, "depth": 48}
    state = {"round": 2, "active": "red", "step": step}
    said = {"movetray": 1, "title": "Blocks", "rules": "whfb8", "table": table, "state": state, "units": list(units)}
    return movetray.Match.from_situation(movetray.read(said))


def block(name: str, side: str, front: tuple[float, float], facing: float, **more: Any) -> dict[str, Any]:
    ranks = {"models": 10, "files": 5, "front": list(front), "facing": facing}
    return {"id": name, "side": side, "stats": {"M": 4, "Ld": 7}, "base": "25x25mm", "block": ranks, **more}


def test_a_threat_counts_a_block_once() -> None:
    # The round base of 32 mm begins 0.63" before its middle: 9.37" are a six on two dice and Movement 4.
    game = match(block("pikes", "red", (20, 20), 90), block("crows", "blue", (60, 40), 90))
    found = game.ask({"ask": "threat", "unit": "pikes", "points": [[20, 30], [20, 10]]})
    assert [entry["chance"] for entry in found["at"]] == ["13/18", "0"]


def test_another_unit_s_charge_declines_the_chance_to_turn_against_another() -> None:
    game = match(
        block("pikes", "red", (10, 24), 0),
        block("crows", "blue", (17, 24), 180),
        block("foxes", "blue", (17, 30), 180),
        block("lances", "red", (10, 40), 0),
        block("herons", "blue", (17, 40), 180),
        step="charges",
    )
    game.play({"do": "charge", "unit": "pikes", "targets": ["crows"]})
    game.play({"do": "flee", "unit": "crows"}, dice=[1, 1])
    assert game.pending is not None
    assert game.pending.verbs == ("charge",)
    result = game.play({"do": "charge", "unit": "lances", "targets": ["herons"]})
    assert result.verdict.legal
    assert game.pending is not None
    assert game.pending.side == "blue"
    game.play({"do": "hold", "unit": "herons"})
    # 7" and two of flight for the one, 7" for the other, in the order in which they were declared
    done = game.play({"do": "end-step"}, dice=[2, 3, 1, 2])
    assert [reason.model for reason in done.verdict.reasons if reason.clause == "whfb8.charge.range"] == [
        "pikes",
        "lances",
    ]
    assert game.table.has("pikes", "charged")
    assert game.table.has("lances", "charged")
