"""Events as JSON, `{"is": "ModelMoved", …}`: the shape of logs and of the wire.

`event_json` and `read_event` are each other's inverse as far as JSON goes: inches have at most six decimals and
degrees two, which is enough for every pose; a pose is `[x, y, z, facing]`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from movetray.engine.command_json import exact, read_command, turned
from movetray.engine.event import (
    Agreed,
    BlockMoved,
    DecisionClosed,
    DecisionOpened,
    DiceRolled,
    Event,
    MarkCleared,
    MarkSet,
    ModelMoved,
    ModelPlaced,
    ModelRemoved,
    StepEnded,
    TerrainSettled,
    Track,
    Undone,
    WoundsLost,
)
from movetray.table.table import Decision, Pose
from movetray.table.writer import decision_json


class EventFormError(ValueError):
    """This is no event: what is wrong with it."""


def event_json(event: Event) -> dict[str, Any]:
    """The JSON object of an event."""
    return {"is": type(event).__name__, **_WRITE[type(event)](event)}


def read_event(said: Mapping[str, Any]) -> Event:
    """The event of a JSON object. Raises EventFormError where it is none."""
    kind = said.get("is") if isinstance(said, Mapping) else None
    read = _READ.get(kind) if isinstance(kind, str) else None
    if read is None:
        raise EventFormError(f"{kind!r} is no kind of event")
    try:
        return read(said)
    except (KeyError, TypeError, ValueError, IndexError) as wrong:
        raise EventFormError(f"{kind}: {type(wrong).__name__} {wrong}") from wrong


def plain(value: Any) -> Any:
    """A JSON value in the form in which it is written and read again: lists, texts, rounded numbers."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return exact(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(plain(item) for item in value)
    if isinstance(value, Sequence):
        return [plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} is not JSON")


def pose_json(pose: Pose) -> list[float]:
    """x, y, z in inches and the facing in degrees."""
    x, y, facing = pose.plan
    return [exact(x), exact(y), exact(pose.height), turned(facing)]


def read_pose(said: Sequence[float]) -> Pose:
    """The pose of four numbers. Raises ValueError where they are not four."""
    x, y, z, facing = said
    return Pose.at(x, y, z, facing)


def read_decision(said: Mapping[str, Any]) -> Decision:
    """The choice of a JSON object."""
    return Decision(
        side=said["side"],
        verbs=tuple(said["verbs"]),
        models=tuple(said["models"]),
        of=read_command(said["of"]),
        then=said.get("then", ""),
        until=said.get("until", ""),
        must=said.get("must", False),
        facts=said.get("facts", {}),
    )


def _track_json(track: Track) -> dict[str, Any]:
    arc = {} if track.around is None else {"around": [exact(v) for v in track.around]}
    return {"by": track.by, "to": pose_json(track.to), **arc}


def _read_track(said: Mapping[str, Any]) -> Track:
    around = said.get("around")
    return Track(said["by"], read_pose(said["to"]), None if around is None else (float(around[0]), float(around[1])))


def _tracks_json(tracks: Sequence[Track]) -> list[Any]:
    return [_track_json(track) for track in tracks]


def _read_tracks(said: Sequence[Mapping[str, Any]]) -> tuple[Track, ...]:
    return tuple(_read_track(track) for track in said)


def _as_said(*keys: str) -> Callable[[Any], dict[str, Any]]:
    return lambda event: {key: plain(getattr(event, key)) for key in keys}


_WRITE: Mapping[type, Callable[[Any], dict[str, Any]]] = {
    ModelMoved: lambda e: {"model": e.model, "start": pose_json(e.start), "tracks": _tracks_json(e.tracks)},
    BlockMoved: lambda e: {
        "unit": e.unit,
        "start": pose_json(e.start),
        "end": pose_json(e.end),
        "files": e.files,
        "tracks": _tracks_json(e.tracks),
    },
    ModelPlaced: lambda e: {"model": e.model, "to": pose_json(e.to)},
    ModelRemoved: _as_said("model", "why"),
    DiceRolled: _as_said("why", "sides", "faces"),
    MarkSet: _as_said("on", "mark", "value"),
    MarkCleared: _as_said("on", "mark"),
    WoundsLost: _as_said("model", "lost", "left"),
    DecisionOpened: lambda e: {"decision": plain(decision_json(e.decision))},
    DecisionClosed: _as_said("side", "by"),
    StepEnded: _as_said("step", "round", "active", "fresh"),
    TerrainSettled: _as_said("terrain", "going"),
    Undone: _as_said("side"),
    Agreed: _as_said("facts"),
}

_READ: Mapping[str, Callable[[Mapping[str, Any]], Event]] = {
    "ModelMoved": lambda s: ModelMoved(s["model"], read_pose(s["start"]), _read_tracks(s["tracks"])),
    "BlockMoved": lambda s: BlockMoved(
        s["unit"], read_pose(s["start"]), read_pose(s["end"]), s["files"], _read_tracks(s["tracks"])
    ),
    "ModelPlaced": lambda s: ModelPlaced(s["model"], read_pose(s["to"])),
    "ModelRemoved": lambda s: ModelRemoved(s["model"], s["why"]),
    "DiceRolled": lambda s: DiceRolled(s["why"], s["sides"], tuple(s["faces"])),
    "MarkSet": lambda s: MarkSet(s["on"], s["mark"], s["value"]),
    "MarkCleared": lambda s: MarkCleared(s["on"], s["mark"]),
    "WoundsLost": lambda s: WoundsLost(s["model"], s["lost"], s["left"]),
    "DecisionOpened": lambda s: DecisionOpened(read_decision(s["decision"])),
    "DecisionClosed": lambda s: DecisionClosed(s["side"], s["by"]),
    "StepEnded": lambda s: StepEnded(s["step"], s["round"], s["active"], s["fresh"]),
    "TerrainSettled": lambda s: TerrainSettled(s["terrain"], s["going"]),
    "Undone": lambda s: Undone(s["side"]),
    "Agreed": lambda s: Agreed(s["facts"]),
}

assert set(_WRITE) == set(get_args(Event))
