"""The situation file, version 1: YAML or JSON in, a `Situation` out, or one clear error.

Everything wrong with a file is found in one pass; the first complaint by line is reported and the rest counted. What is
wrong in form and place comes before the rule set is looked up.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from movetray.engine.command_json import command_fields
from movetray.form.fields import Fields
from movetray.form.markup import parse, read_nodes
from movetray.form.node import Complaints, Node, SituationError, Spot
from movetray.form.values import choice, mapping, name, number, scalar, several, text, whole
from movetray.table.board import Board
from movetray.table.expect import expectation
from movetray.table.names import NAMED, SIDE, TERRAIN, Names
from movetray.table.place import check_places
from movetray.table.questions import question_fields
from movetray.table.read_rules import check_rules
from movetray.table.read_state import off_table, state
from movetray.table.read_terrain import terrain
from movetray.table.read_units import Read, unit
from movetray.table.situation import Situation, Step
from movetray.table.table import Table
from movetray.table.terrain import Terrain
from movetray.units import snap

if TYPE_CHECKING:
    from movetray.table.read_rules import Rules

VERSION = 1
"""The version of the format that is read and written."""

WIDTH, DEPTH = 48.0, 48.0
"""Inches of a table whose size is not given."""

EDGES = ("south", "north", "west", "east")


class RuleSets(Protocol):
    """Where rule sets come from; the package `movetray.rulesets` is one."""

    def installed(self) -> tuple[str, ...]:
        """The ids of the rule sets there are."""
        ...

    def load_rules(self, name: str) -> "Rules":
        """The rule set of an id. Raises KeyError where there is none."""
        ...


def read_situation(path: Path | str, rule_sets: RuleSets | None = None) -> Situation:
    """The situation in a file, its name ending in `.json` or anything else for YAML.

    With `rule_sets` the rule set, its options, steps, verbs and statuses are checked too. Raises SituationError.
    """
    path = Path(path)
    return _situation(read_nodes(path), str(path), rule_sets)


def read_text(data: str | bytes, name: str = "", rule_sets: RuleSets | None = None, as_json: bool = False) -> Situation:
    """The situation in a text; `name` stands for the file in errors. Raises SituationError."""
    return _situation(parse(data, name, as_json), name, rule_sets)


def read_mapping(said: Mapping[str, Any], name: str = "", rule_sets: RuleSets | None = None) -> Situation:
    """The situation that a JSON object says, as in the header of a match. Raises SituationError, its line 0."""
    return _situation(Node.of(said), name, rule_sets)


def _situation(root: Node, file: str, rule_sets: RuleSets | None) -> Situation:
    bad = Complaints()
    spot = Spot(bad)
    fields = Fields(root, spot, "a mapping of keys like `units`")
    if not fields.sound:
        bad.check(file)
    fields.need("movetray", _version, "the version of the format, 1,")
    title = fields.get("title", text, "")
    rules = fields.need("rules", name, "the name of a rule set")
    options = fields.may("options", mapping(scalar, "options by name")) or {}
    source = fields.get("source", text, "")
    width, depth, edges = fields.may("table", _table) or (WIDTH, DEPTH, {})
    named = Names()
    pieces = _pieces(fields, named)
    reads = _units(fields, named)
    named.sides = _sides(fields, reads)
    for side in edges:
        named.one(side, _edge_line(fields), (SIDE,), spot.at("table.edges"))
    _aboard(reads, named, bad)
    seed = cast("int | str | None", fields.may("seed", _seed))
    board = Board(snap(width), snap(depth), pieces, edges)
    check_places(board, reads, bad)
    table = state(fields, _set_up(board, named.sides, reads), named)
    steps = _steps(fields, named)
    fields.end()
    bad.check(file)
    found = Situation(title, rules or "", table, options, source, seed, steps, file)
    if rule_sets is not None:
        check_rules(found, root, rule_sets, bad)
        bad.check(file)
    return found


def _version(node: Node, spot: Spot) -> int | None:
    if node.value == VERSION and not isinstance(node.value, bool):
        return VERSION
    spot.say(node, "{said} is no version of the format that is known, 1 is wanted", said=node.said)
    return None


def _seed(node: Node, spot: Spot) -> int | str | None:
    value = node.value
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    spot.say(node, "{said} is no seed, a whole number or a word is wanted", said=node.said)
    return None


def _table(node: Node, spot: Spot) -> tuple[float, float, dict[str, str]] | None:
    fields = Fields(node, spot, "{width, depth}")
    size = number(least=1, most=1000, wanted="a number of inches")
    width = fields.get("width", size, WIDTH)
    depth = fields.get("depth", size, DEPTH)
    edges = fields.may("edges", mapping(choice(*EDGES), "edges by side")) or {}
    fields.end()
    return width, depth, edges


def _edge_line(fields: Fields) -> int:
    table = fields.values["table"]
    return table.keys.get("edges", table.line)


def _pieces(fields: Fields, named: Names) -> tuple[Terrain, ...]:
    found = []
    for count, node in enumerate(_items(fields, "terrain", "a list of pieces of terrain"), 1):
        piece = terrain(node, fields.spot, count)
        if isinstance(node.value, dict) and "id" in node.value and isinstance(node.value["id"].value, str):
            ident = node.value["id"].value
            named.give(ident, TERRAIN, node.value["id"].line, fields.spot.of("terrain", ident))
        if piece is not None:
            found.append(piece)
    return tuple(found)


def _units(fields: Fields, named: Names) -> list[Read]:
    if fields.sound and "units" not in fields:
        fields.lacks("units", "is missing, a list of units is wanted")
    nodes = _items(fields, "units", "a list of units")
    if "units" in fields and isinstance(fields.values["units"].value, list) and not nodes:
        fields.spot.at("units").say(fields.line("units"), "there are no units, at least one is wanted")
    off = off_table(fields.values.get("state"))
    found = [unit(node, fields.spot, count, named, off) for count, node in enumerate(nodes, 1)]
    return [read for read in found if read is not None]


def _items(fields: Fields, key: str, wanted: str) -> list[Node]:
    node = fields.node_of(key)
    if node is None:
        return []
    if not isinstance(node.value, list):
        fields.spot.at(key).say(node, "{said} is not a list, {wanted} is wanted", said=node.said, wanted=wanted)
        return []
    return list(node.value)


def _sides(fields: Fields, reads: Iterable[Read]) -> tuple[str, ...]:
    used = dict.fromkeys(read.unit.side for read in reads)
    given = fields.may("sides", several(name, wanted="a list of sides"))
    if given is None:
        return tuple(used)
    spot = fields.spot.at("sides")
    if len(set(given)) < len(given):
        spot.say(fields.line("sides"), "a side is named twice, each is wanted once")
    for read in reads:
        if read.unit.side not in given:
            says = "`{side}` is not among the sides ({sides})"
            own = Spot(spot.bad, "side", "unit", read.unit.id)
            own.say(read.side_line, says, side=read.unit.side, sides=", ".join(given))
    return tuple(dict.fromkeys((*given, *used)))


def _aboard(reads: Iterable[Read], named: Names, bad: Complaints) -> None:
    """Complain about passengers without a transport, of a kind it does not take, or too many."""
    by_id = {read.unit.id: read for read in reads}
    load: dict[str, float] = {}
    for read in by_id.values():
        transport = read.unit.aboard
        if transport is None:
            continue
        spot = Spot(bad, "aboard", "unit", read.unit.id)
        if transport not in by_id:
            named.one(transport, read.aboard_line, ("unit",), spot)
            continue
        host = by_id[transport].unit
        if host.carries and not host.carries & read.unit.keywords:
            says = "`{transport}` carries only {kinds}"
            spot.say(read.aboard_line, says, transport=transport, kinds=", ".join(sorted(host.carries)))
        space = read.unit.stats.get("space", 1)
        room = host.stats.get("capacity")
        had = load.get(transport, 0.0)
        load[transport] = had + len(read.models) * (space if isinstance(space, int | float) else 1)
        if isinstance(room, int | float) and had <= room < load[transport]:
            says = "{count} are aboard `{transport}`, whose capacity is {room}"
            spot.say(read.aboard_line, says, count=f"{load[transport]:g}", transport=transport, room=f"{room:g}")


def _set_up(board: Board, sides: tuple[str, ...], reads: Iterable[Read]) -> Table:
    models = {model.id: model for read in reads for model in read.models}
    marks = {owner: carried for read in reads for owner, carried in read.marks.items()}
    starts = {model.id: model.pose for model in models.values() if model.pose is not None}
    units = {read.unit.id: read.unit for read in reads}
    return Table(board, sides, units, models, 1, sides[0] if sides else "", "", marks, starts)


# --- steps


def _steps(fields: Fields, named: Names) -> tuple[Step, ...]:
    found = []
    for count, node in enumerate(_items(fields, "steps", "a list of steps"), 1):
        made = _step(node, fields.spot.of("step", str(count)), named)
        if made is not None:
            found.append(made)
    return tuple(found)


def _step(node: Node, spot: Spot, named: Names) -> Step | None:
    fields = Fields(node, spot, "a step like {do: …} or {ask: …}")
    if not fields.sound:
        return None
    dice = fields.may("dice", several(whole(1, 100, "a face of a die"), wanted="a list of faces"))
    asked = "ask" in fields
    read: Callable[[Fields], Any] = question_fields if asked else command_fields
    if asked and "do" in fields:
        fields.node_of("do")
        spot.at("do").say(fields.line("do"), "a step does or asks, one of the two is wanted")
    if asked and "dice" in fields:
        spot.at("dice").say(fields.line("dice"), "a question rolls no dice")
    said = read(fields)
    ask = fields.values["ask"].value if asked and said is not None else None
    if asked and said is None:
        fields.node_of("expect")
        expect = None
    else:
        expect = fields.may("expect", expectation(ask))
    fields.end()
    _check_names(fields, named)
    return None if said is None else Step(said, dice, expect, node.line, node.keys)


def _check_names(fields: Fields, named: Names) -> None:
    for key, node in fields.values.items():
        spot = fields.spot.at(key)
        if key == "expect":
            if isinstance(node.value, dict):
                for inner in ("at", "status", "not-status", "wounds"):
                    _check_keys(node.value.get(inner), NAMED[inner], named, spot.at(inner))
        elif key == "of":
            _check_names(Fields(node, spot), named) if isinstance(node.value, dict) else None
        elif key == "answers" and isinstance(node.value, list):
            for item in node.value:
                _check_names(Fields(item, spot), named) if isinstance(item.value, dict) else None
        elif key in ("at", "status", "not-status", "wounds", "kinds"):
            continue  # here a place, a list or a number of the command
        elif key in ("to", "models") and not isinstance(node.value, str | list):
            continue
        elif key in NAMED and not (key == "to" and isinstance(node.value, list)):
            named.ask(node, NAMED[key], spot)


def _check_keys(node: Node | None, kinds: tuple[str, ...], named: Names, spot: Spot) -> None:
    if node is not None and isinstance(node.value, dict):
        named.ask(node, kinds, spot)


__all__ = ["RuleSets", "SituationError", "read_mapping", "read_situation", "read_text"]
