"""A match file replayed: its tables by its events alone."""

from collections.abc import Iterator

from movetray.engine.command import Command
from movetray.engine.command_json import read_command
from movetray.engine.event import Event
from movetray.engine.event_json import read_event
from movetray.engine.ruleset import RuleSet
from movetray.form.node import SituationError
from movetray.play.carry import fold
from movetray.play.house import kept_in_record, without
from movetray.play.log import Line, Record, RecordError
from movetray.rulesets import load_rules
from movetray.table.reader import read_mapping
from movetray.table.table import Table

_WRONG = (ValueError, KeyError, TypeError, AttributeError, OverflowError)
"""What comes of values that no match has written."""


def begin(record: Record) -> Table:
    """The table that a match began on. Raises RecordError."""
    try:
        return read_mapping(record.header["situation"], record.path).table
    except SituationError as wrong:
        raise RecordError(record.path, 1, f"no table to begin on: {wrong}") from wrong


def tables(record: Record) -> Iterator[Table]:
    """The table at the beginning and after each entry, by the recorded events alone: no rules, no planner.

    Raises RecordError where an event cannot have happened.
    """
    table = begin(record)
    yield table
    for number, entry in enumerate(record.entries, 2):
        try:
            said, events = _said(entry)
            table = fold(table, said, events, entry["seat"])
        except _WRONG as wrong:
            raise RecordError(record.path, number, f"cannot have happened: {wrong}") from wrong
        yield table


def _said(entry: Line) -> tuple[Command, tuple[Event, ...]]:
    return read_command(entry["command"]), tuple(read_event(event) for event in entry["events"])


def rules_of(record: Record) -> RuleSet:
    """The installed rule set of a record, with its options, less what its house leaves out.

    Raises RecordError where there is none such. What a file of house rules does otherwise is not in the record.
    """
    house = record.header.get("house")
    try:
        rules = load_rules(record.header["rules"])
        left_out = kept_in_record(house if isinstance(house, dict) else None)
        return without(rules, left_out).choosing(record.header["options"])
    except KeyError:
        raise RecordError(record.path, 1, f"no rule set `{record.header['rules']}` is installed") from None
    except ValueError as wrong:
        raise RecordError(record.path, 1, str(wrong)) from wrong
