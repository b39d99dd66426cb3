"""The public door: what `import movetray` offers."""

import ast
import doctest
from pathlib import Path

import pytest

import movetray


def told_to_type_checkers() -> dict[str, str]:
    """Name to the place that the block under TYPE_CHECKING imports it from."""
    tree = ast.parse(Path(movetray.__file__).read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.asname or alias.name: f"{node.module}:{alias.name}"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_type_checkers_and_python_find_every_name_in_the_same_place() -> None:
    homes = {name: home if ":" in home else f"{home}:{name}" for name, home in movetray._HOMES.items()}
    assert homes == told_to_type_checkers()


@pytest.mark.parametrize("name", sorted(movetray._HOMES))
def test_every_name_of_the_door_leads_somewhere(name: str) -> None:
    assert getattr(movetray, name) is not None
    assert name in dir(movetray)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no such_thing"):
        _ = movetray.such_thing


def test_the_docstring_answers() -> None:
    assert doctest.testmod(movetray).failed == 0
    assert doctest.testmod(movetray).attempted > 3
