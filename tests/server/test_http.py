"""The HTTP interface under whatever its own description allows: never a fault of the server, always a known shape."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from server.test_kill import Server

CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(Path(tmp_path_factory.mktemp("http")) / "m.db")
    server.start()
    yield server
    server.kill()


@pytest.mark.parametrize("examples", [6, pytest.param(300, marks=pytest.mark.soak)])
def test_whatever_is_asked_is_answered(running: Server, examples: int) -> None:
    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{running.port}/api/openapi.json")
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) >= 14
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        def holds(case: Any) -> None:
            answer = case.call()
            case.validate_response(answer, checks=CHECKS)

        holds()
