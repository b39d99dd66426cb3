"""Every clause decides in a case, and does not in a near twin of it; and both are put to the test.

A clause is taken away: then a case in whose head it stands under `clauses` has to come out otherwise, and one in whose
head it stands under `twin` must not.
"""

import pytest
from files import Case, cases, disagreements, rules_of

from movetray.rulesets import installed, load_rules

CLAUSES = [clause for name in installed() for clause in load_rules(name).clauses]
DECIDING = {clause: [case for case in cases() if clause in case.decides] for clause in CLAUSES}
TWINS = {clause: [case for case in cases() if clause in case.twins] for clause in CLAUSES}
PAIRS = [(clause, case) for clause, found in TWINS.items() for case in found]


@pytest.mark.parametrize("clause", sorted(set(CLAUSES)))
def test_a_clause_has_a_case_and_a_twin(clause: str) -> None:
    assert DECIDING[clause], f"no case has `{clause}` under `clauses`"
    assert TWINS[clause], f"no case has `{clause}` under `twin`"


@pytest.mark.parametrize("clause", sorted(clause for clause in DECIDING if DECIDING[clause]))
def test_a_clause_taken_away_is_missed_in_every_case_it_decides(clause: str) -> None:
    silent = [
        case.name for case in DECIDING[clause] if not disagreements(case.path, rules_of(case.path).without(clause))
    ]
    assert not silent, f"without `{clause}` these come out all the same: {', '.join(silent)}"


@pytest.mark.parametrize(("clause", "case"), PAIRS, ids=[f"{clause} {case.name}" for clause, case in PAIRS])
def test_a_clause_taken_away_is_not_missed_in_its_twin(clause: str, case: Case) -> None:
    assert not disagreements(case.path, rules_of(case.path).without(clause))


def test_the_heads_name_clauses_that_exist() -> None:
    named = {clause for case in cases() for clause in case.decides | case.twins}
    assert named <= set(CLAUSES), sorted(named - set(CLAUSES))
