"""A situation back to its file: a mapping, YAML or JSON text that reads back to an equal situation."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from movetray.engine.command import Command, Waypoint
from movetray.engine.command_json import exact, to_json, waypoint_json
from movetray.form.emit import document
from movetray.table.questions import question_json
from movetray.table.read_units import default_height
from movetray.table.reader import DEPTH, VERSION, WIDTH
from movetray.table.situation import Question, Situation, Step
from movetray.table.table import Decision, Model, Table, Unit, Weapon
from movetray.table.vocabulary import ELSEWHERE, STATUSES
from movetray.table.write_terrain import base_text, degrees, inches, place_json, terrain_json
from movetray.units import snap

Json = dict[str, Any]


def situation_json(found: Situation) -> Json:
    """The mapping of a situation, keys in the order of the format."""
    table = found.table
    said: Json = {"movetray": VERSION}
    for key, value in (("title", found.title), ("rules", found.rules)):
        if value or key == "rules":
            said[key] = value
    if found.options:
        said["options"] = dict(found.options)
    if found.source:
        said["source"] = found.source
    said |= table_json(table)
    if found.seed is not None:
        said["seed"] = found.seed
    if found.steps:
        said["steps"] = [step_json(step) for step in found.steps]
    return said


def write_situation(found: Situation, path: Path) -> None:
    """Write a situation file: JSON where the name ends in `.json`, else YAML. Raises OSError."""
    text = json_text(found) if path.suffix.lower() == ".json" else yaml_text(found)
    path.write_text(text, "utf-8")


def json_text(found: Situation) -> str:
    """A situation as the text of a JSON file."""
    return json.dumps(situation_json(found), ensure_ascii=False, indent=1) + "\n"


def yaml_text(found: Situation) -> str:
    """A situation as the text of a YAML file, one piece of terrain, unit and step after another."""
    return document(situation_json(found))


# --- tables


def table_json(table: Table) -> Json:
    """Everything of a table but what could be taken back: size, terrain, sides, units, the moment."""
    board = table.board
    said: Json = {}
    if (board.width, board.depth) != (snap(WIDTH), snap(DEPTH)) or board.edges:
        said["table"] = {"width": inches(board.width), "depth": inches(board.depth)}
        if board.edges:
            said["table"]["edges"] = dict(board.edges)
    if board.terrain:
        said["terrain"] = [terrain_json(piece) for piece in board.terrain]
    said["sides"] = list(table.sides)
    said["units"] = [unit_json(table, unit) for unit in table.units.values()]
    said["state"] = moment_json(table)
    return said


def moment_json(table: Table) -> Json:
    """The moment: round, step, marks, starts, choices, as the file's `state` has it."""
    said: Json = {"round": table.round, "active": table.active}
    if table.step:
        said["step"] = table.step
    marks = {owner: kept for owner, carried in table.marks.items() if (kept := _kept(table, owner, carried))}
    if marks:
        said["marks"] = marks
    if dict(table.starts) != {name: model.pose for name, model in table.models.items() if model.pose is not None}:
        said["starts"] = {name: [*place_json(pose, True), degrees(pose.facing)] for name, pose in table.starts.items()}
    if table.settled:
        said["settled"] = dict(table.settled)
    off = [name for name, model in table.models.items() if model.pose is None and not _elsewhere(table, model)]
    if off:
        said["off"] = off
    wounds = {
        name: model.wounds
        for name, model in table.models.items()
        if table.unit_of(name).block and model.wounds not in (None, table.unit_of(name).stats.get("W"))
    }
    if wounds:
        said["wounds"] = wounds
    if table.pending:
        said["pending"] = [decision_json(decision) for decision in table.pending]
    return said


def _elsewhere(table: Table, model: Model) -> bool:
    """Whether the file says without more that a model stands nowhere."""
    unit = table.unit_of(model.id)
    return unit.block is None and (unit.aboard is not None or table.has_any(model.id, ELSEWHERE))


def _is_status(table: Table, owner: str, mark: str, value: Any) -> bool:
    """Whether a mark is written as a status of its model or block."""
    unit = table.units.get(owner)
    model = owner in table.models and not table.unit_of(owner).block
    return value is True and mark in STATUSES and (model or bool(unit and unit.block))


def _kept(table: Table, owner: str, carried: Mapping[str, Any]) -> Json:
    return {mark: value for mark, value in carried.items() if not _is_status(table, owner, mark, value)}


def decision_json(decision: Decision) -> Json:
    """An open choice with everything that its end needs."""
    said: Json = {"side": decision.side, "verbs": list(decision.verbs), "models": list(decision.models)}
    said["of"] = to_json(decision.of)
    for key in ("then", "until"):
        if value := getattr(decision, key):
            said[key] = value
    if decision.must:
        said["must"] = True
    if decision.facts:
        said["facts"] = dict(decision.facts)
    return said


# --- units


def unit_json(table: Table, unit: Unit) -> Json:
    """A unit with its models as they stand."""
    said: Json = {"id": unit.id, "side": unit.side}
    if unit.stats:
        said["stats"] = {name: exact(v) if isinstance(v, float) else v for name, v in unit.stats.items()}
    if unit.keywords:
        said["keywords"] = sorted(unit.keywords)
    said["base"] = base_text(unit.base)
    if unit.height != default_height(unit.base.width):
        said["height"] = inches(unit.height)
    if unit.aboard is not None:
        said["aboard"] = unit.aboard
    if unit.carries:
        said["carries"] = sorted(unit.carries)
    if unit.weapons:
        said["weapons"] = [_weapon(weapon) for weapon in unit.weapons]
    if unit.block is None:
        said["models"] = [_model(table, table.models[name]) for name in unit.models]
        return said
    if status := _status(table, unit.id):
        said["status"] = status
    front = unit.block.front
    facing = degrees(front.facing)
    said["block"] = {
        "models": len(unit.models),
        "files": unit.block.files,
        "front": place_json(front),
        "facing": facing,
    }
    return said


def _model(table: Table, model: Model) -> Json:
    said: Json = {"id": model.id}
    if model.pose is not None:
        said["at"] = place_json(model.pose)
        if model.pose.facing:
            said["facing"] = degrees(model.pose.facing)
    if status := _status(table, model.id):
        said["status"] = status
    if model.wounds is not None and model.wounds != table.unit_of(model.id).stats.get("W"):
        said["wounds"] = model.wounds
    return said


def _status(table: Table, owner: str) -> list[str]:
    return [mark for mark, value in table.marks.get(owner, {}).items() if _is_status(table, owner, mark, value)]


def _weapon(weapon: Weapon) -> Json:
    return {
        "name": weapon.name,
        "range": exact(weapon.range),
        "shots": weapon.shots,
        "S": weapon.strength,
        "AP": weapon.piercing,
        "D": weapon.damage,
    }


# --- steps


def step_json(step: Step) -> Json:
    """A step with its dice and what it expects."""
    match step.said:
        case Command():
            said = to_json(step.said)
        case Question():
            said = question_json(step.said)
    if step.dice is not None:
        said["dice"] = list(step.dice)
    if step.expect is not None:
        said["expect"] = _expected(step.expect)
    return said


def _expected(value: Any) -> Any:
    match value:
        case Mapping():
            return {key: _expected(item) for key, item in value.items()}
        case list() | tuple():
            return [_expected(item) for item in value]
        case Waypoint():
            return waypoint_json(value)
        case Fraction():
            return int(value) if value.denominator == 1 else str(value)
        case float():
            return exact(value)
        case _:
            return value


def bare(found: Situation) -> Situation:
    """A situation without what is only so in its file: lines and path; what reads back compares equal to this."""
    steps = tuple(replace(step, line=0, lines={}) for step in found.steps)
    return replace(found, steps=steps, path="")
