"""The published schema and the reader agree about form."""

from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from situations import situations

from movetray.form.markup import read_nodes
from movetray.table.schema import schema
from movetray.table.situation import Situation
from movetray.table.writer import situation_json

CASES = Path(__file__).resolve().parent.parent / "cases"
GOOD = [
    Path(__file__).with_name("everything.table.yaml"),
    *sorted(path for path in CASES.rglob("*.table.yaml") if path.parent.name != "bad"),
]
VALIDATOR = jsonschema.Draft202012Validator(schema())

FORM = """
no-version version-two list-for-a-mapping round-zero edge-of-no-compass option-is-a-list kind-unknown
kind-missing terrain-without-id height-missing key-of-another-kind shape-of-two-points point-of-three
wall-without-thickness ground-of-no-kind stairs-with-a-landing no-units base-of-no-form oval-of-one-size
hull-of-two-points side-missing wounds-of-half stats-are-a-list dice-of-no-kind models-and-block
block-of-nobody facing-in-words unit-of-nobody neither-do-nor-ask do-and-ask question-misspelt
question-without-target path-in-words way-unknown die-of-zero question-with-dice expect-misspelt
expect-of-another-kind expect-legal-maybe nested-command-wrong json-key three-at-once
""".split()  # noqa: SIM905 - as a list it fills the screen
"""The files of tests/cases/bad that a schema can tell from good ones."""


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.name.partition(".")[0])
def test_files_that_can_be_read_are_valid(path: Path) -> None:
    VALIDATOR.validate(read_nodes(path).plain())


@pytest.mark.parametrize("name", FORM)
def test_faults_of_form_are_invalid(name: str) -> None:
    (path,) = (CASES / "bad").glob(f"{name}.table.*")
    assert not VALIDATOR.is_valid(read_nodes(path).plain())


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(situations())
def test_what_is_written_is_valid(found: Situation) -> None:
    VALIDATOR.validate(situation_json(found))
