"""Terrain, bases, numbers and places as a situation file writes them."""

from collections.abc import Iterable
from typing import Any

from movetray.engine.command_json import exact, turned
from movetray.table.table import Base, Pose
from movetray.table.terrain import Block, Door, Floor, Ground, Ladder, Spot, Stairs, Terrain, Wall
from movetray.units import to_degrees, to_inches

Json = dict[str, Any]


def inches(length: int) -> float:
    """A length in inches, as JSON writes it."""
    return exact(to_inches(length))


def degrees(angle: int) -> float:
    """An angle in degrees, as JSON writes it."""
    return turned(to_degrees(angle))


def spot_json(spot: Spot) -> list[float]:
    """x, y."""
    return [inches(spot[0]), inches(spot[1])]


def points_json(spots: Iterable[Spot]) -> list[list[float]]:
    """An outline or a line."""
    return [spot_json(spot) for spot in spots]


def place_json(pose: Pose, always: bool = False) -> list[float]:
    """x, y and, above the ground, z."""
    return [inches(pose.x), inches(pose.y), *([inches(pose.z)] if pose.z or always else [])]


def terrain_json(piece: Terrain) -> Json:
    """A piece of terrain as the format writes it."""
    match piece:
        case Block():
            said = {"kind": "block", "shape": points_json(piece.outline), "height": inches(piece.height)}
            said |= _flags(piece)
        case Floor():
            said = {"kind": "floor", "shape": points_json(piece.outline), "z": inches(piece.z)}
            if piece.holes:
                said["holes"] = [points_json(hole) for hole in piece.holes]
        case Wall():
            said = {
                "kind": "wall",
                "line": points_json(piece.line),
                "thickness": inches(piece.thickness),
                "height": inches(piece.height),
            }
            if piece.z:
                said["z"] = inches(piece.z)
            said |= _flags(piece)
            if piece.doors:
                said["doors"] = [_door(door) for door in piece.doors]
        case Ground():
            said = {"kind": "ground", "shape": points_json(piece.outline)}
            if piece.like:
                said["like"] = piece.like
            if piece.going != "open" or not piece.like:
                said["ground"] = piece.going
            if piece.z:
                said["z"] = inches(piece.z)
            if piece.dice:
                said["dice"] = piece.dice
        case Ladder():
            said = {"kind": "ladder", "at": spot_json(piece.at), "z": [inches(piece.bottom), inches(piece.top)]}
        case Stairs():
            said = {"kind": "stairs", "line": points_json(piece.line), "z": [inches(piece.bottom), inches(piece.top)]}
    return {"id": piece.id, **said}


def _flags(piece: Block | Wall) -> Json:
    return {key: True for key in ("climbable", "breachable") if getattr(piece, key)}


def _door(door: Door) -> Json:
    return {"from": spot_json(door.start), "to": spot_json(door.end), "height": inches(door.height)}


def base_text(base: Base) -> Any:
    """A base as the format writes it."""
    width, depth = (f"{exact(side / 100)}" for side in (base.width, base.depth))
    match base.kind:
        case "round":
            return f"{width}mm"
        case "oval":
            return f"{width}x{depth}mm-oval"
        case "rectangle":
            return f"{width}x{depth}mm"
        case "hull":
            return {"hull": points_json(base.outline)}
