"""What only the rule set knows about a file: that it is there, its options, steps, verbs and statuses."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from movetray.form.node import Complaints, Node, Spot, perhaps
from movetray.table.situation import Question, Situation, Step
from movetray.table.vocabulary import STATUSES, VERBS

if TYPE_CHECKING:
    from movetray.table.reader import RuleSets


class Named(Protocol):
    """Something with an id."""

    @property
    def id(self) -> str:
        """Its id."""
        ...


class Rules(Protocol):
    """What is asked of a rule set here."""

    @property
    def steps(self) -> Iterable[Named]:
        """The steps of a turn."""
        ...

    @property
    def kinds(self) -> Mapping[str, Any]:
        """Its verbs."""
        ...

    @property
    def options(self) -> Mapping[str, Any]:
        """Its options."""
        ...

    @property
    def marks(self) -> Mapping[str, Any]:
        """Its statuses and other marks."""
        ...

    def choosing(self, options: Mapping[str, Any]) -> Any:
        """It with options chosen. Raises ValueError for one that is not there, or not that value."""
        ...


def check_rules(found: Situation, root: Node, rule_sets: "RuleSets", bad: Complaints) -> None:
    """Complain where the rule set is not installed, or does not know what the file names."""
    spot = Spot(bad)
    try:
        rules = rule_sets.load_rules(found.rules)
    except KeyError:
        near = perhaps(found.rules, rule_sets.installed())
        says = "no rule set `{name}` is installed{perhaps}"
        if not near:
            says += ", wanted is one of {installed}"
        installed = ", ".join(rule_sets.installed()) or "none"
        line = root.value["rules"].line
        spot.at("rules").say(line, says, name=found.rules, perhaps=near, installed=installed)
        return
    _options(found, root, rules, spot)
    steps = [step.id for step in rules.steps]
    if found.table.step and found.table.step not in steps:
        line = root.value["state"].value["step"].line
        says = "`{name}` is not one of {known}{perhaps}"
        step = found.table.step
        spot.at("state.step").say(line, says, name=step, known=", ".join(steps), perhaps=perhaps(step, steps))
    statuses = [*rules.marks, *STATUSES]
    _statuses_of_units(root, statuses, spot)
    for count, made in enumerate(found.steps, 1):
        _step(made, Spot(bad, "", "step", str(count)), [*rules.kinds, *VERBS], statuses)


def _options(found: Situation, root: Node, rules: Rules, spot: Spot) -> None:
    for name, value in found.options.items():
        node = root.value["options"].value[name]
        own = spot.at("options").at(name)
        if name not in rules.options:
            says = "`{rules}` has no option of this name{perhaps}"
            near = perhaps(name, list(rules.options))
            if not near:
                says += ", known are {known}"
            line = root.value["options"].keys.get(name, node.line)
            own.say(line, says, rules=found.rules, perhaps=near, known=", ".join(rules.options) or "none")
            continue
        try:
            rules.choosing({name: value})
        except ValueError as error:
            own.say(node, "{why}", why=str(error))


def _statuses_of_units(root: Node, known: list[str], spot: Spot) -> None:
    for unit in root.value["units"].value:
        _status(unit.value.get("status"), known, spot.of("unit", unit.value["id"].value).at("status"))
        for model in unit.value["models"].value if "models" in unit.value else ():
            _status(model.value.get("status"), known, spot.of("model", model.value["id"].value).at("status"))


def _status(node: Node | None, known: list[str], spot: Spot) -> None:
    if node is None:
        return
    for item in node.value if isinstance(node.value, list) else [node]:
        _word(item.value, item.line, known, "status", spot)


def _word(word: str, line: int, known: list[str], kind: str, spot: Spot) -> None:
    if word not in known:
        near = perhaps(word, known)
        spot.say(line, "there is no {kind} `{name}`{perhaps}", kind=kind, name=word, perhaps=near)


def _step(made: Step, spot: Spot, verbs: list[str], statuses: list[str]) -> None:
    said = made.said
    if isinstance(said, Question):
        if "as" in said.fields:
            _word(said.fields["as"], made.line_of("as"), verbs, "verb", spot.at("as"))
        for key, command in (("of", said.of), *(("answers", answer) for answer in said.answers)):
            if command is not None:
                _word(command.do, made.line_of(key), verbs, "verb", spot.at(key).at("do"))
    else:
        _word(said.do, made.line_of("do"), verbs, "verb", spot.at("do"))
        for status in said.status:
            _word(status, made.line_of("status"), statuses, "status", spot.at("status"))
        for status in said.not_status:
            _word(status, made.line_of("not-status"), statuses, "status", spot.at("not-status"))
    for key in ("status", "not-status"):
        for listed in (made.expect or {}).get(key, {}).values():
            for status in listed:
                _word(status, made.line_of("expect"), statuses, "status", spot.at("expect").at(key))
