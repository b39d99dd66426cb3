"""`verify` and `replay`: what was recorded, judged again and told again."""

import json as js
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from movetray.cli.failure import Complaint
from movetray.cli.picturing import save
from movetray.cli.situations import speak
from movetray.cli.telling import console, reasons, rolled, ruled
from movetray.drawing import draw_table
from movetray.drawing.picture import said
from movetray.engine.command_json import read_command
from movetray.engine.ruleset import RuleSet
from movetray.engine.verdict import Reason, Verdict
from movetray.play.audit import Note, verify
from movetray.play.log import Record, RecordError, read_record
from movetray.play.replay import rules_of, tables
from movetray.words import counted, say


def verify_file(file: Path, json: bool, lang: str | None) -> int:
    """Judge a match file again; 1 where a line differs."""
    tongue = speak(lang)
    try:
        audit = verify(file)
    except RecordError as error:
        raise Complaint(str(error)) from error
    if json:
        print(js.dumps(audit.to_json(), ensure_ascii=False))
        return 0 if audit.sound else 1
    out = console()
    for note in audit.notes:
        out.print(Text(f"{file}:{note.line}: {noted(note, tongue)}"))
    if audit.first is not None:
        first = audit.first
        text = say("{key:n} differs; recorded: {recorded:n}; found: {found:n}", tongue, **_shown(first.to_json()))
        out.print(Text(f"{file}:{first.line}: {text}"), style="bold red")
        return 1
    entries = counted(
        "one entry judged again, as recorded", "{count} entries judged again, all as recorded", audit.entries, tongue
    )
    out.print(f"✓ {entries}", style="bold green")
    return 0


def _shown(difference: Mapping[str, Any]) -> dict[str, str]:
    """The values of a difference, cut to what fits a line."""
    found = {}
    for key in ("key", "recorded", "found"):
        value = difference[key]
        text = value if isinstance(value, str) else js.dumps(value, ensure_ascii=False)
        found[key] = text if len(text) <= 200 else f"{text[:197]}..."
    return found


def noted(note: Note, lang: str) -> str:
    """A note in words."""
    match note.kind:
        case "torn":
            return say("the last line was torn off and is left out", lang)
        case "listed-dice":
            return say("the dice of this entry were listed, not rolled", lang)
        case "agreed":
            return say("refused by the rules and played by agreement", lang)
        case "unrevealed":
            return say("what the dice are made of is not revealed yet: they cannot be rolled again", lang)
        case "other-rules":
            return other_rules(note.facts.get("recorded"), note.facts.get("found"), lang)


def other_rules(recorded: object, found: object, lang: str) -> str:
    """By which rules it was recorded and by which it is judged now, where they are not the same."""
    if not recorded and not found:
        return say("the rule set has changed since this was recorded", lang)
    return say(
        "recorded under other rules than it is judged by: then {then:n}; now {now:n}",
        lang,
        then=_rules_in_words(recorded, lang),
        now=_rules_in_words(found, lang),
    )


def _rules_in_words(house: object, lang: str) -> str:
    """What a record's header says of house rules; it may say anything, so nothing is taken for granted."""
    if not isinstance(house, dict) or not house:
        return say("those of the rule set, no house rules", lang)
    words = say("house rules", lang)
    if house.get("file"):
        words += f" {house['file']} ({str(house.get('sha256'))[:8]})"
    changes = {
        "without": say("without", lang),
        "amended": say("amended", lang),
        "added": say("added", lang),
    }
    for key, text in changes.items():
        if house.get(key) and isinstance(house[key], list):
            words += f"; {text}: {', '.join(map(str, house[key]))}"
    return words


def replay_file(file: Path, output: Path | None, lang: str | None) -> None:
    """Tell a match file entry by entry, from what it says alone."""
    tongue = speak(lang)
    out = console()
    try:
        record = read_record(file)
        rules = rules_of(record)
        last = None
        for number, table in enumerate(tables(record)):
            if number:
                for line in told(record, number, rules, tongue):
                    out.print(line)
            last = table
    except RecordError as error:
        raise Complaint(str(error)) from error
    if output is not None and last is not None:
        save(draw_table(last, rules=rules, lang=tongue), output, tongue)
        print(output)


def told(record: Record, number: int, rules: RuleSet, lang: str) -> Iterator[Text]:
    """An entry, from 1: who did what, the ruling, its reasons, the dice."""
    entry = record.entries[number - 1]
    verdict = verdict_of(entry["verdict"])
    command = read_command(entry["command"])
    seat = f" {entry['seat']}:" if entry["seat"] else ""
    yield Text(f"{number}.{seat} {said(command, lang)}: ").append_text(ruled(verdict, lang))
    yield from reasons(verdict, rules, lang)
    for dice in entry["dice"]:
        yield Text(rolled(dice["why"], dice["sides"], dice["faces"], lang))


def verdict_of(shape: Mapping[str, Any]) -> Verdict:
    """The verdict that a log line holds."""
    found = tuple(
        Reason(
            reason["clause"],
            reason["kind"],
            reason["model"],
            reason["leg"],
            None if reason["at"] is None else tuple(reason["at"]),
            reason["facts"],
        )
        for reason in shape["reasons"]
    )
    return Verdict(shape["ruling"], shape["stage"], found, shape["margin"])
