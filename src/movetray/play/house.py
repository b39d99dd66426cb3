"""House rules: rule sets in a Python file, and in what they differ from what is installed."""

import hashlib
import sys
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from movetray.engine.fingerprint import clause_said, fingerprint
from movetray.engine.ruleset import RuleSet
from movetray.rulesets import published

NAME = "RULES"
"""What a file of house rules calls its rule set, or a list of several."""


class HouseFault(Exception):  # noqa: N818 - what is wrong is in the name
    """A file holds no house rules that can be played by; the text is one line that names the file."""


def read_house(path: Path | str) -> tuple[RuleSet, ...]:
    """The rule sets that a Python file defines as `RULES`, each with the name and the hash of the file.

    The file is run, and may import what stands beside it. Raises HouseFault, or OSError where it cannot be read.
    """
    path = Path(path)
    text = path.read_bytes()
    found = _run(path)
    sets = tuple(found) if isinstance(found, list | tuple) else (found,)
    if not sets:
        raise HouseFault(f"{path}: {NAME} is empty")
    for rules in sets:
        if not isinstance(rules, RuleSet):
            raise HouseFault(f"{path}: {NAME} is to be a rule set or a list of them, not a {type(rules).__name__}")
    twice = sorted({rules.id for rules in sets if sum(other.id == rules.id for other in sets) > 1})
    if twice:
        raise HouseFault(f"{path}: {NAME} has more than one `{twice[0]}`")
    digest = hashlib.sha256(text.replace(b"\r\n", b"\n")).hexdigest()
    return tuple(replace(rules, house=_marked(rules.house, path.name, digest)) for rules in sets)


def _marked(before: str, name: str, digest: str) -> str:
    """The file and its hash; of house rules that build on those of another file, both."""
    if not before:
        return f"{name} {digest}"
    first, _, other = before.rpartition(" ")
    return f"{first}+{name} {hashlib.sha256((other + digest).encode()).hexdigest()}"


def _run(path: Path) -> Any:
    spec = spec_from_file_location(f"house_{path.stem}", path.resolve())
    if spec is None or spec.loader is None:
        raise HouseFault(f"{path}: house rules are a Python file, its name ends in .py")
    module = module_from_spec(spec)
    beside = str(path.resolve().parent)
    sys.modules[spec.name] = module
    sys.path.insert(0, beside)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise HouseFault(f"{path}:{error.lineno}: {error.msg}") from error
    except (Exception, SystemExit) as error:  # whatever goes wrong in the file is told in its own line
        raise HouseFault(blamed(error, [path]) or f"{path}: {type(error).__name__}: {error}") from error
    finally:
        if beside in sys.path:
            sys.path.remove(beside)
    if not hasattr(module, NAME):
        raise HouseFault(f"{path}: there is no {NAME} in it")
    return getattr(module, NAME)


def blamed(error: BaseException, files: Iterable[Path]) -> str | None:
    """The line of one of these files in which an exception came up, and the exception; None where in none of them."""
    mine = {str(path.resolve()): path for path in files}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if path := mine.get(str(Path(frame.filename).resolve())):
            said = f"no {error}" if isinstance(error, KeyError) else str(error)
            return f"{path}:{frame.lineno}: {type(error).__name__}: {said}"
    return None


def without(rules: RuleSet, clauses: Iterable[str]) -> RuleSet:
    """A rule set less these clauses; those that it does not have are passed over."""
    for clause in clauses:
        rules = rules.without(clause) if rules.has(clause) else rules
    return rules


def kept_in_record(house: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The clauses that house rules leave out, where they do nothing else: a record then says all that they are."""
    if house is None or "file" in house or house.get("amended") or house.get("added"):
        return ()
    said = house.get("without", ())
    return tuple(clause for clause in said if isinstance(clause, str)) if isinstance(said, list) else ()


def house_json(rules: RuleSet) -> dict[str, Any] | None:
    """What a record says of house rules: file and hash, and the clauses in which they differ from the installed set.

    None where they do not, and for a rule set that is neither installed nor of a file.
    """
    file, _, digest = rules.house.rpartition(" ")
    named = {"file": file, "sha256": digest} if rules.house else {}
    try:
        base = published(rules.id)
    except KeyError:
        return named or None
    if not named and fingerprint(replace(rules, chosen={})) == fingerprint(base):
        return None
    old, new = base.clauses, rules.clauses
    return {
        **named,
        "without": [name for name in old if name not in new],
        "amended": [name for name in old if name in new and clause_said(new[name]) != clause_said(old[name])],
        "added": [name for name in new if name not in old],
    }
