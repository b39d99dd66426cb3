"""`compare`: the moves of a file under several rule sets, side by side."""

import json as js
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from movetray.cli.failure import Complaint
from movetray.cli.situations import counted_from_1, match_of, played, read, rules_named, speak
from movetray.cli.telling import came_of_it, console, reasons, ruled
from movetray.drawing.picture import said
from movetray.engine.command import Command
from movetray.engine.ruleset import RuleSet
from movetray.play.across import VERB, Compared, Lack, Opinion, compare, compared_json
from movetray.rulesets import installed, published
from movetray.words import in_order, say, sentence, word


def compare_file(file: Path, names: str | None, step: int | None, json: bool, lang: str | None) -> None:
    """Compare each `move` of a file, or that of one step, under some rule sets or all there are."""
    tongue = speak(lang)
    situation = read(file, tongue)
    counted_from_1(situation, step, tongue)
    sets = sets_named(names, tongue)
    match = match_of(situation, tongue)
    own = match.rules
    sets = [own if rules.id == own.id and rules.house == own.house else rules for rules in sets]  # its options chosen
    seed = 0 if situation.seed is None else situation.seed
    wanted = [
        number
        for number, one in enumerate(situation.steps, 1)
        if isinstance(one.said, Command) and one.said.do == VERB and step in (None, number)
    ]
    if not wanted:
        raise Complaint(say("{file:n} has no step {verb:id} to compare", tongue, file=str(file), verb=VERB))
    told = []
    for one in played(situation, match, wanted[-1]):
        if one.number in wanted and isinstance(one.step.said, Command):
            told.append(compare(one.number, one.before, one.step.said, own, sets, seed))
    if json:
        shapes = [with_words(compared, tongue) for compared in told]
        print(js.dumps({"file": str(file), "steps": shapes}, ensure_ascii=False, indent=2))
        return
    out = console()
    for compared in told:
        head = say("step {number:n}", tongue, number=compared.number)
        out.print(Text(f"{head}  {said(compared.command, tongue)}", "bold"))
        out.print(side_by_side(compared, tongue), soft_wrap=False)
        out.print(Text(in_short(compared, tongue)))


def sets_named(names: str | None, lang: str) -> list[RuleSet]:
    """The rule sets of a list of ids, or all; where house rules stand in for one, that one as installed before them."""
    wanted = installed() if names is None else tuple(dict.fromkeys(name.strip() for name in names.split(",")))
    found = []
    for name in wanted:
        rules = rules_named(name, lang)
        if rules.house:
            with suppress(KeyError):  # it is of the house alone
                found.append(published(name))
        found.append(rules)
    return found


def called(rules: RuleSet, lang: str) -> str:
    """The id of a rule set, and the file of its house rules."""
    if not rules.house:
        return rules.id
    return say("{rules:n} with {file:n}", lang, rules=rules.id, file=rules.house.rpartition(" ")[0])


def side_by_side(compared: Compared, lang: str) -> Grid:
    """A row a rule set: its ruling, and why."""
    grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for opinion in compared.opinions:
        lines = list(_why(opinion, lang))
        grid.add_row(Text(called(opinion.rules, lang)), _ruling(opinion, lang), Text("\n").join(lines))
    return grid


def _ruling(opinion: Opinion, lang: str) -> Text:
    return Text("–", "dim") if opinion.result is None else ruled(opinion.result.verdict, lang)


def _why(opinion: Opinion, lang: str) -> Iterator[Text]:
    if opinion.result is not None:
        for line in reasons(opinion.result.verdict, opinion.rules, lang):
            yield line[2:]
        for text in came_of_it(opinion.result, lang):
            yield Text(text.strip())
    for lack in opinion.lacks:
        yield Text(lacking(lack, lang))


def lacking(lack: Lack, lang: str) -> str:
    """What a set lacks, in words."""
    match lack.kind:
        case "stat":
            return say("{unit} has no {stat:n}", lang, unit=lack.of, stat=lack.name)
        case "status":
            return say("it knows no status “{status}” (of {owner})", lang, status=lack.name, owner=lack.of)
        case "field":
            return say("a move is said there with {field:id}", lang, field=lack.name)
        case _:
            return say("it has no verb “{verb}”", lang, verb=lack.name)


def in_short(compared: Compared, lang: str) -> str:
    """A line: each ruling with the sets that give it, and the first thing that is broken or missing."""
    groups: dict[tuple[str, str], list[str]] = {}
    for opinion in compared.opinions:
        groups.setdefault(_brief(opinion, lang), []).append(called(opinion.rules, lang))
    return "; ".join(
        say("{ruling:n} in {sets:n}", lang, ruling=ruling, sets=", ".join(sets)) + (f": {why}" if why else "")
        for (ruling, why), sets in groups.items()
    )


def _brief(opinion: Opinion, lang: str) -> tuple[str, str]:
    """The ruling, and what is first to be said about it."""
    if opinion.result is None:
        return say("not judged", lang), ", ".join(lacking(lack, lang) for lack in opinion.lacks)
    verdict = opinion.result.verdict
    first = next((reason for reason in in_order(verdict.reasons) if reason.kind != "applied"), None)
    return word(verdict.ruling, lang), "" if first is None else sentence(first, opinion.rules, lang).rstrip(".")


def with_words(compared: Compared, lang: str) -> dict[str, Any]:
    """The comparison as JSON, each reason with its sentence, each lack with its words."""
    shape = compared_json(compared)
    for told, opinion in zip(shape["sets"], compared.opinions, strict=True):
        for lack, found in zip(told["lacks"], opinion.lacks, strict=True):
            lack["sentence"] = lacking(found, lang)
        if opinion.result is not None:
            for reason, of in zip(told["reasons"], opinion.result.verdict.reasons, strict=True):
                reason["sentence"] = sentence(of, opinion.rules, lang)
    return shape
