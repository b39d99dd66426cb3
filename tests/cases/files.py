"""The cases there are, what their heads say about clauses, and how they are played."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from movetray.engine.ruleset import RuleSet
from movetray.play.check import check_file, check_situation
from movetray.play.reading import read
from movetray.rulesets import load_rules
from movetray.table.reader import read_mapping

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Case:
    """A situation file, and what it says of itself in its first lines.

    `# clauses: …` are those that decide in it: without one of them something comes out otherwise. `# twin: …` are
    those that do not, though they nearly might: without one of them everything comes out the same.
    """

    path: Path
    decides: frozenset[str]
    twins: frozenset[str]

    @property
    def name(self) -> str:
        return str(self.path.relative_to(HERE)).removesuffix(".table.yaml")


@cache
def cases() -> tuple[Case, ...]:
    """Every case of the project, those of files that cannot be read left out."""
    found = [path for path in sorted(HERE.rglob("*.table.yaml")) if "bad" not in path.relative_to(HERE).parts]
    return tuple(Case(path, _said(path, "clauses"), _said(path, "twin")) for path in found)


def _said(path: Path, key: str) -> frozenset[str]:
    lines = path.read_text("utf-8").splitlines()
    return frozenset(name for line in lines if line.startswith(f"# {key}:") for name in line.split(":", 1)[1].split())


def others() -> tuple[Path, ...]:
    """Cases from elsewhere, in the folder that MOVETRAY_SHARED_CASES names: those that pass as they are."""
    folder = os.environ.get("MOVETRAY_SHARED_CASES")
    found = sorted(Path(folder).rglob("*.table.yaml")) if folder else []
    return tuple(path for path in found if path.parent.name != "bad" and not disagreements(path))


@cache
def rules_of(path: Path) -> RuleSet:
    """The rule set that a case is played by, its options left to the case."""
    return load_rules(read(path).rules)


def disagreements(path: Path, rules: RuleSet | None = None) -> list[str]:
    """What comes out otherwise than a case expects."""
    result = check_file(path, rules)
    return [*map(str, result.failed), *([str(result.error)] if result.error is not None else [])]


def disagreements_of(said: Mapping[str, Any]) -> list[str]:
    """What comes out otherwise than a situation expects that stands in no file."""
    result = check_situation(read_mapping(said))
    return [*map(str, result.failed), *([str(result.error)] if result.error is not None else [])]
