"""Native and browser builds must agree to the last bit: one kernel, its own mathematics, and nobody else measures."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PLATFORM = re.compile(
    r"(?:\.|f64::|f32::)(sin|cos|tan|sin_cos|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|exp_m1|ln|ln_1p|log|log2|log10"
    r"|powf|powi|cbrt|hypot|mul_add|to_degrees|to_radians)\("
)
GEOMETRY = {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "hypot", "dist", "sqrt", "radians", "degrees", "pi"}


def platform_calls(source: str) -> list[str]:
    """Calls of the platform's mathematics in Rust, the tests at the end of a file left out."""
    code = source.partition("#[cfg(test)]")[0]
    return [found[0] for found in PLATFORM.finditer(re.sub(r"//.*", "", code))]


def geometry_of(source: str) -> Iterator[str]:
    """What a Python module takes from `math`, `cmath` or numpy to measure with."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module="math", names=names):
                yield from (alias.name for alias in names if alias.name in GEOMETRY)
            case ast.Attribute(value=ast.Name(id="math"), attr=name) if name in GEOMETRY:
                yield name
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in {"cmath", "numpy"})
            case ast.ImportFrom(module="cmath" | "numpy" as module):
                yield module


def test_the_kernel_calls_no_mathematics_of_the_platform() -> None:
    sources = [p for p in (ROOT / "crates").rglob("*.rs") if p.stem != "tests" and "tests" not in p.parts]
    found = {p.name: calls for p in sources if (calls := platform_calls(p.read_text("utf-8")))}
    assert not found


def test_python_measures_nothing_itself() -> None:
    package = ROOT / "src" / "movetray"
    modules = [p for p in package.rglob("*.py") if "drawing" not in p.relative_to(package).parts]
    found = {p.name: names for p in modules if (names := list(geometry_of(p.read_text("utf-8"))))}
    assert not found


@pytest.mark.parametrize("source", ["let a = x.sin();", "f64::atan2(y, x)", "a.mul_add(b, c)"])
def test_a_call_of_the_platform_is_found(source: str) -> None:
    assert platform_calls(source)


@pytest.mark.parametrize("source", ["import math\nmath.hypot(1, 2)", "from math import cos", "import numpy as np"])
def test_measuring_in_python_is_found(source: str) -> None:
    assert list(geometry_of(source))
