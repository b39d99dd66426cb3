"""Going on with a match after an interruption: the record is the match."""

from pathlib import Path

from movetray.engine.ruleset import RuleSet
from movetray.play.audit import Auditor
from movetray.play.log import MatchLog, RecordError, commitment, read_record
from movetray.play.match import Match
from movetray.play.replay import begin, rules_of


def resume(path: Path | str, secret: int | str | bytes, rules: RuleSet | None = None) -> Match:
    """Go on with a match whose file was not ended, as if it had never been interrupted; it is recorded further.

    Raises RecordError where the file differs from what these rules make of it, or the secret is another.
    """
    record = read_record(path)
    rules = rules or rules_of(record)
    if commitment(secret) != record.header["commitment"]:
        raise RecordError(record.path, 1, "this is not the secret that its dice are made of")
    match = Match(rules, begin(record), secret, record.header["dice"])
    auditor = Auditor(record, rules)
    for entry, deed in auditor.deeds():
        match.keep(deed, entry["seat"], entry["id"], given=entry.get("given", False))
    if auditor.first is not None:
        raise RecordError(record.path, auditor.first.line, str(auditor.first))
    match.recorder = MatchLog.reopen(record)
    return match
