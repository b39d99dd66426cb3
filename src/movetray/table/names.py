"""The one space of names of a file: units, models, the numbers of a block, terrain. And what is named where."""

from collections.abc import Iterable, Mapping

from movetray.form.node import Node, Spot, perhaps

MODEL, UNIT, TERRAIN, SIDE = "model", "unit", "terrain", "side"

NAMED: Mapping[str, tuple[str, ...]] = {
    "model": (MODEL,),
    "unit": (UNIT,),
    "targets": (MODEL, UNIT),
    "target": (MODEL, UNIT),
    "charger": (MODEL, UNIT),
    "contact": (MODEL, UNIT),
    "transport": (UNIT,),
    "terrain": (TERRAIN,),
    "from": (MODEL, UNIT, TERRAIN),
    "to": (MODEL, UNIT, TERRAIN),
    "models": (MODEL,),
    "paths": (MODEL,),
    "positions": (MODEL,),
    "side": (SIDE,),
    "at": (MODEL,),
    "status": (MODEL, UNIT, SIDE),
    "not-status": (MODEL, UNIT, SIDE),
    "wounds": (MODEL,),
}
"""What may be named by the value, the items or the keys of these keys of a step, a question or an `expect`."""


class Names:
    """Who has which name, and on which line it was given."""

    def __init__(self) -> None:
        self.kinds: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.sides: tuple[str, ...] = ()

    def give(self, ident: str, kind: str, line: int, spot: Spot) -> bool:
        """Give a name away; complain, and answer False, where it is somebody's already."""
        if ident in self.kinds:
            first, second = sorted((self.lines[ident], line))
            says = "`{name}` is given twice, here and on line {line}; every name is wanted once"
            Spot(spot.bad, "id").say(first, says, name=ident, line=second)
            return False
        self.kinds[ident], self.lines[ident] = kind, line
        return True

    def ask(self, node: Node, kinds: Iterable[str], spot: Spot) -> None:
        """Complain where the names in a value are nobody's, or not of these kinds."""
        if isinstance(node.value, list):
            for item in node.value:
                self.ask(item, kinds, spot)
        elif isinstance(node.value, dict):
            for key in node.value:
                self.one(key, node.keys.get(key, node.line), kinds, spot)
        elif isinstance(node.value, str):
            self.one(node.value, node.line, kinds, spot)

    def one(self, ident: str, line: int, kinds: Iterable[str], spot: Spot) -> None:
        """Complain where a name is nobody's, or not of these kinds."""
        if SIDE in kinds and ident in self.sides:
            return
        kind = self.kinds.get(ident)
        wanted = " or ".join(kinds)
        if kind is None:
            known = [name for name, given in self.kinds.items() if given in kinds]
            known += self.sides if SIDE in kinds else ()
            says = "there is no {wanted} `{name}`{perhaps}"
            spot.say(line, says, wanted=wanted, name=ident, perhaps=perhaps(ident, known))
        elif kind not in kinds:
            spot.say(line, "`{name}` is a {kind}, a {wanted} is wanted", name=ident, kind=kind, wanted=wanted)
