"""`rules` and `schema`: what the program knows, listed."""

import json as js
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from movetray.cli.situations import rules_named, speak
from movetray.cli.telling import console
from movetray.engine.ruleset import Clause, Option
from movetray.rulesets import installed
from movetray.words import catalogue, say, says

SHARED = "table"
PACKAGE = Path(__file__).parents[1]
CASES = (PACKAGE / "examples", PACKAGE.parents[1] / "tests" / "cases")
"""Where situation files say in their first lines which clauses they are about: those that come along, and in a clone
of the project its cases."""


def list_rules(name: str | None, json: bool, lang: str | None) -> None:
    """The rule sets, or all that one of them says."""
    tongue = speak(lang)
    if name is None:
        titles = {known: rules_named(known, tongue).title for known in installed()}
        if json:
            print(js.dumps([{"id": known, "title": title} for known, title in titles.items()], ensure_ascii=False))
        else:
            for known, title in titles.items():
                print(f"{known}  {title}")
        return
    clauses, options = contents(name, tongue)
    if json:
        print(js.dumps(as_json(name, clauses, options), ensure_ascii=False, indent=2))
    else:
        _print(clauses, options, tongue)


def contents(name: str, lang: str) -> tuple[list[Clause], list[Option]]:
    """The clauses and options that a rule set has of its own, or those that all share."""
    if name == SHARED:
        from movetray.rulesets.common import CLAUSES, OPTIONS

        return list(CLAUSES), list(OPTIONS)
    rules = rules_named(name, lang)
    shared = {option.id for option in contents(SHARED, lang)[1]}
    clauses = [clause for clause in rules.clauses.values() if not clause.id.startswith(f"{SHARED}.")]
    return clauses, [option for option in rules.options.values() if option.id not in shared]


def as_json(name: str, clauses: list[Clause], options: list[Option]) -> dict[str, Any]:
    """The shape of `rules ID --json`."""
    return {
        "id": name,
        "clauses": [
            {
                "id": clause.id,
                "seed": clause.seed,
                "says": {"en": says(clause, "en"), "ru": says(clause, "ru")},
                "cases": list(cases().get(clause.id, ())),
            }
            for clause in clauses
        ],
        "options": {
            option.id: {"values": list(option.values), "default": option.default, "why": option.why}
            for option in options
        },
    }


@cache
def cases() -> Mapping[str, tuple[str, ...]]:
    """Clause to the cases whose header names it, by their file names without the ending."""
    found: dict[str, list[str]] = {}
    for path, clause in _headers():
        found.setdefault(clause, []).append(path.name.partition(".table.")[0])
    return {clause: tuple(sorted(set(names))) for clause, names in found.items()}


def _headers() -> Iterator[tuple[Path, str]]:
    for folder in CASES:
        for path in sorted(folder.rglob("*.table.yaml")):
            with path.open(encoding="utf-8") as file:
                for line in file:
                    if not line.startswith("#"):
                        break
                    if named := re.match(r"#\s*clauses:(.*)", line):
                        yield from ((path, clause) for clause in named[1].split())


def why(option: Option, lang: str) -> str:
    """Why an option exists."""
    return catalogue(lang).pgettext("option", option.why)


def _print(clauses: list[Clause], options: list[Option], lang: str) -> None:
    out = console()
    for clause in clauses:
        out.print(Text(clause.id, "bold").append(f"  ¶{clause.seed}", "dim"))
        out.print(f"  {says(clause, lang)}")
    grid = Grid(say("option", lang), say("values, the default first", lang), say("why", lang), box=None)
    for option in options:
        values = [str(option.default), *(value for value in option.values if value != option.default)]
        grid.add_row(option.id, ", ".join(values) if option.values else f"{option.default:g}, …", why(option, lang))
    if options:
        out.print()
        out.print(grid)


def print_schema(of: str = "situation") -> None:
    """The JSON Schema of situation files (`situation`) or of the websocket (`wire`)."""
    if of == "situation":
        from movetray.table.schema import schema

        found = schema()
    else:
        from movetray.cli.serving import server_schema

        found = server_schema(of)
    print(js.dumps(found, ensure_ascii=False, indent=2))
