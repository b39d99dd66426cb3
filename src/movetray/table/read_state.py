"""The moment: round, side, step, and - in saved tables - marks, starts, settled ground and open choices."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from movetray.engine.command_json import command
from movetray.form.fields import Fields
from movetray.form.node import Node, Spot
from movetray.form.values import flag, free, mapping, name, names, number, several, whole
from movetray.table.names import MODEL, SIDE, TERRAIN, UNIT, Names
from movetray.table.table import Decision, Pose, Table

NAMED = {
    "marks": (MODEL, UNIT, SIDE),
    "starts": (MODEL,),
    "settled": (TERRAIN,),
    "off": (MODEL,),
    "wounds": (MODEL,),
}
"""What may be named by these keys."""


def off_table(node: Node | None) -> frozenset[str]:
    """The models that stand nowhere by `state.off`; whether the key is sound is looked at by `state`."""
    off = node.value.get("off") if node is not None and isinstance(node.value, dict) else None
    items = off.value if off is not None and isinstance(off.value, list) else ()
    return frozenset(item.value for item in items if isinstance(item.value, str))


def state(fields: Fields, table: Table, named: Names) -> Table:
    """The table at the moment that the key `state` says; without it round 1, the first side, no step named."""
    node = fields.node_of("state")
    if node is None:
        return table
    inner = Fields(node, fields.spot.at("state"), "{round, active, step}")
    round_ = inner.get("round", whole(1, wanted="a round"), 1)
    active = inner.may("active", name)
    step = inner.get("step", name, "")
    marks = inner.may("marks", mapping(free, "marks by owner")) or {}
    starts = inner.may("starts", mapping(_pose, "[x, y, z, facing] by model"))
    settled = inner.may("settled", mapping(name, "kinds of ground by terrain")) or {}
    inner.may("off", names)
    wounds = inner.may("wounds", mapping(whole(0, wanted="a number of wounds"), "wounds by model")) or {}
    pending = inner.may("pending", several(_decision, wanted="a list of open choices")) or ()
    inner.end()
    if active is not None:
        named.ask(node.value["active"], (SIDE,), inner.spot.at("active"))
    for key, kinds in NAMED.items():
        if key in inner:
            named.ask(node.value[key], kinds, inner.spot.at(key))
    carried: dict[str, Mapping[str, Any]] = dict(table.marks)
    for owner, more in marks.items():
        carried[owner] = {**carried.get(owner, {}), **more}
    models = {name: replace(model, wounds=wounds.get(name, model.wounds)) for name, model in table.models.items()}
    return replace(
        table,
        models=models,
        round=round_,
        active=active or table.active,
        step=step,
        marks=carried,
        starts=table.starts if starts is None else starts,
        settled=settled,
        pending=pending,
    )


def _pose(node: Node, spot: Spot) -> Pose | None:
    four = several(number(most=1e6), wanted="[x, y, z, facing]")(node, spot)
    if four is None:
        return None
    if len(four) != 4:
        spot.say(node, "{count} numbers, four are wanted: [x, y, z, facing]", count=len(four))
        return None
    return Pose.at(*four)


def _decision(node: Node, spot: Spot) -> Decision | None:
    fields = Fields(node, spot, "an open choice")
    side = fields.need("side", name, "a side")
    verbs = fields.may("verbs", names) or ()
    models = fields.may("models", names) or ()
    of = fields.need("of", command, "the command it came from")
    then = fields.get("then", name, "")
    until = fields.get("until", name, "")
    must = fields.get("must", flag, False)
    facts = fields.may("facts", free) or {}
    fields.end()
    if side is None or of is None:
        return None
    return Decision(side, verbs, models, of, then, until, must, facts)
