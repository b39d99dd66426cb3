"""movetray referees the movement phase of miniature wargames.

Put a table before it and say what you want to do. It answers legal, illegal or asks, with the clause, the number
measured, the number allowed and the place:

>>> import movetray
>>> match = movetray.Match.from_situation(movetray.read({
...     "movetray": 1,
...     "rules": "mordheim",
...     "units": [
...         {"id": "rats", "side": "red", "stats": {"M": 5}, "base": "25mm", "models": [{"id": "rat", "at": [8, 8]}]},
...     ],
...     "state": {"step": "remaining"},
... }))
>>> verdict = match.judge({"do": "move", "model": "rat", "path": [[14, 8]]})
>>> verdict.ruling, verdict.margin
('illegal', -1.0)
>>> print(*movetray.explain(verdict, match.rules), sep="\\n")
illegal
mordheim.move.distance: “rat” would walk 6"; it has 5".

Lengths are inches, angles degrees. `read` takes a situation file, a mapping or a text; `Match` plays commands and keeps
the record; `judge`, `resolve` and `evolve` are the three functions under it. Importing this package loads nothing else:
each name is fetched when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from movetray.drawing import draw_step as draw_step
    from movetray.drawing import draw_table as draw_table
    from movetray.engine.command import Command as Command
    from movetray.engine.command import Waypoint as Waypoint
    from movetray.engine.evolve import evolve as evolve
    from movetray.engine.judge import judge as judge
    from movetray.engine.judge import may_begin as may_begin
    from movetray.engine.resolve import resolve as resolve
    from movetray.engine.ruleset import Clause as Clause
    from movetray.engine.ruleset import Mark as Mark
    from movetray.engine.ruleset import MoveKind as MoveKind
    from movetray.engine.ruleset import Option as Option
    from movetray.engine.ruleset import RuleSet as RuleSet
    from movetray.engine.ruleset import Step as Step
    from movetray.engine.verdict import Finding as Finding
    from movetray.engine.verdict import Reason as Reason
    from movetray.engine.verdict import Verdict as Verdict
    from movetray.form.node import SituationError as SituationError
    from movetray.play.dice import ScriptedDice as ScriptedDice
    from movetray.play.dice import SeededDice as SeededDice
    from movetray.play.match import Match as Match
    from movetray.play.reading import read as read
    from movetray.play.result import Result as Result
    from movetray.rulesets import installed as installed
    from movetray.rulesets import load_rules as load_rules
    from movetray.table.situation import Situation as Situation
    from movetray.table.table import Model as Model
    from movetray.table.table import Pose as Pose
    from movetray.table.table import Table as Table
    from movetray.table.table import Unit as Unit
    from movetray.words import sentence as sentence
    from movetray.words import verdict_lines as explain  # noqa: F401 - the door's own name for it


_HOMES = {
    "Clause": "movetray.engine.ruleset",
    "Command": "movetray.engine.command",
    "Finding": "movetray.engine.verdict",
    "Mark": "movetray.engine.ruleset",
    "Match": "movetray.play.match",
    "Model": "movetray.table.table",
    "MoveKind": "movetray.engine.ruleset",
    "Option": "movetray.engine.ruleset",
    "Pose": "movetray.table.table",
    "Reason": "movetray.engine.verdict",
    "Result": "movetray.play.result",
    "RuleSet": "movetray.engine.ruleset",
    "ScriptedDice": "movetray.play.dice",
    "SeededDice": "movetray.play.dice",
    "Situation": "movetray.table.situation",
    "SituationError": "movetray.form.node",
    "Step": "movetray.engine.ruleset",
    "Table": "movetray.table.table",
    "Unit": "movetray.table.table",
    "Verdict": "movetray.engine.verdict",
    "Waypoint": "movetray.engine.command",
    "draw_step": "movetray.drawing",
    "draw_table": "movetray.drawing",
    "evolve": "movetray.engine.evolve",
    "explain": "movetray.words:verdict_lines",
    "installed": "movetray.rulesets",
    "judge": "movetray.engine.judge",
    "load_rules": "movetray.rulesets",
    "may_begin": "movetray.engine.judge",
    "read": "movetray.play.reading",
    "resolve": "movetray.engine.resolve",
    "sentence": "movetray.words",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"movetray has no {name}")
    module, _, alias = home.partition(":")
    found = getattr(import_module(module), alias or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
