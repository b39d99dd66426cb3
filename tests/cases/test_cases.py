"""Every case comes out as it says."""

import pytest
from files import Case, cases, disagreements


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_a_case_comes_out_as_it_says(case: Case) -> None:
    assert not disagreements(case.path)


def test_every_case_says_which_clauses_it_is_about() -> None:
    assert not [case.name for case in cases() if not case.decides | case.twins]
