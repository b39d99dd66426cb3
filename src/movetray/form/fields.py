"""The keys of one mapping, read one after another; what nobody asked for is unknown."""

from typing import Any, TypeVar

from movetray.form.node import Complaint, Node, Spot, nearest
from movetray.form.values import Reader

T = TypeVar("T")


class Fields:
    """Reads the keys of a mapping. `end` complains about every key that was not asked for."""

    def __init__(self, node: Node, spot: Spot, wanted: str = "a mapping") -> None:
        self.node, self.spot = node, spot
        self.sound = isinstance(node.value, dict)
        self.values: dict[str, Node] = node.value if self.sound else {}
        self.known: dict[str, None] = {}
        self.lacking: dict[str, Complaint] = {}
        if not self.sound:
            spot.say(node, "{said} is not a mapping, {wanted} is wanted", said=node.said, wanted=wanted)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def node_of(self, key: str) -> Node | None:
        """The node of a key, None where it is not given; asked for, the key is known."""
        self.known[key] = None
        return self.values.get(key)

    def may(self, key: str, read: Reader[T]) -> T | None:
        """The value of a key, None where it is left out or wrong."""
        node = self.node_of(key)
        return None if node is None else read(node, self.spot.at(key))

    def get(self, key: str, read: Reader[T], default: T) -> T:
        """The value of a key, `default` where it is left out or wrong."""
        value = self.may(key, read)
        return default if value is None else value

    def need(self, key: str, read: Reader[T], wanted: str) -> T | None:
        """The value of a key that has to be there."""
        if self.sound and key not in self.values:
            self.lacks(key, "is missing, {wanted} is wanted", wanted=wanted)
            return None
        return self.may(key, read)

    def lacks(self, key: str, says: str, **facts: Any) -> None:
        """Complain that a key is not there; `end` takes it back where the key is there, but misspelt."""
        self.known[key] = None
        self.spot.at(key).say(self.node, says, **facts)
        self.lacking[key] = self.spot.bad.found[-1]

    def line(self, key: str) -> int:
        """The line a key stands on, the mapping's own where it is left out."""
        return self.node.keys.get(key, self.node.line)

    def end(self) -> None:
        """Complain about the keys nobody asked for."""
        for key in self.values:
            if key not in self.known:
                meant = nearest(key, list(self.known))
                if meant in self.lacking:
                    self.spot.bad.found.remove(self.lacking.pop(meant))
                near = f" (perhaps `{meant}`)" if meant else ""
                known = "" if meant else ", known are " + ", ".join(self.known)
                says = "this key is not known{perhaps}{known}"
                self.spot.at(key).say(self.line(key), says, perhaps=near, known=known)
