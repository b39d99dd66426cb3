"""Seen in a mirror, turned by a quarter, or with other names it is the same game: every case comes out the same.

With MOVETRAY_SHARED_CASES the cases of that folder are played so too, as far as they pass untouched.
"""

from pathlib import Path
from typing import Any

import pytest
from files import cases, disagreements_of, others
from ruamel.yaml import YAML
from transform import TRANSFORMS, mirrored, renamed, turned

PATHS = {case.name: case.path for case in cases()} | {path.stem: path for path in others()}


def loaded(path: Path) -> Any:
    return YAML(typ="safe").load(path)


@pytest.mark.parametrize("how", TRANSFORMS)
@pytest.mark.parametrize("name", PATHS)
def test_a_case_comes_out_the_same(name: str, how: str) -> None:
    assert not disagreements_of(TRANSFORMS[how](loaded(PATHS[name])))


@pytest.mark.parametrize("name", PATHS)
def test_two_mirrors_and_four_quarters_change_nothing(name: str) -> None:
    said = loaded(PATHS[name])
    assert mirrored(mirrored(said)) == turned(turned(turned(turned(said))))


def test_other_names_are_other_names() -> None:
    said = loaded(next(iter(PATHS.values())))
    first = {unit["id"] for unit in said["units"]}
    assert not first & {unit["id"] for unit in renamed(said)["units"]}
