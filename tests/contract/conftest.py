"""Beside the installed rule sets the sixth one, of the tests, has to keep the contract."""

from collections.abc import Iterator

import pytest

from movetray.rulesets import adopting
from sixth.lanterns import LANTERNS


@pytest.fixture(autouse=True)
def sixth_rule_set() -> Iterator[None]:
    """Marsh Lanterns is there like any other."""
    with adopting(LANTERNS):
        yield
