"""The package keeps to the import diagram of docs/architecture.md, and rule sets stay at home."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "movetray"
RULE_SETS = re.compile(r"(?<![a-z0-9])(mordheim|killteam2018|whfb8|wh40k3|wh40k9)(?![a-z0-9])")
HEAVY = ("numpy", "pydantic", "typer", "matplotlib", "shapely", "rich")


def diagram(page: str) -> dict[str, set[str]]:
    """Part to the parts it may import, as the fenced block `imports` of a page says."""
    block = re.search(r"^```imports\n(.*?)^```", page, re.M | re.S)
    assert block, "docs/architecture.md has no fenced block `imports`"
    lines = (line.split("->") for line in block[1].splitlines())
    return {left.strip(): set(right.split()) for left, right in lines}


def part_of(module: str, allowed: dict[str, set[str]]) -> str | None:
    """The part of the package that a dotted module belongs to: the longest name in the diagram that it begins with.

    None for the public door and for other packages.
    """
    names = module.split(".")
    if names[0] != "movetray" or len(names) == 1 or names[1] in {"__init__", "__main__"}:
        return None
    whole = (".".join(names[1:end]) for end in range(len(names), 1, -1))
    return next((name for name in whole if name in allowed), names[1])


def imported(source: str, package: str) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything that a module of `package` imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            # `from movetray import units` names the part only in the alias
            names = [f"{base}.{alias.name}" for alias in node.names] if base == "movetray" else [base]
            yield from ((node.lineno, name) for name in names)


def offences(source: str, module: str, allowed: dict[str, set[str]]) -> list[str]:
    """Imports of a module that the diagram does not show."""
    part = part_of(module, allowed)
    package = module.rpartition(".")[0]
    return [
        f"{module}:{line}: {part} imports {other}"
        for line, name in imported(source, package)
        if part and (other := part_of(name, allowed)) and other != part and other not in allowed.get(part, set())
    ]


def modules() -> Iterator[tuple[Path, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        yield path, ".".join(parts)


def test_every_import_is_an_edge_of_the_diagram() -> None:
    allowed = diagram((ROOT / "docs" / "architecture.md").read_text("utf-8"))
    found = [o for path, module in modules() for o in offences(path.read_text("utf-8"), module, allowed)]
    assert not found, "\n".join(found)


def test_the_diagram_names_every_part() -> None:
    allowed = diagram((ROOT / "docs" / "architecture.md").read_text("utf-8"))
    parts = {part for _, module in modules() if (part := part_of(module, allowed))}
    assert parts <= set(allowed)


def test_the_diagram_has_no_circle() -> None:
    allowed = diagram((ROOT / "docs" / "architecture.md").read_text("utf-8"))
    above: set[str] = set()
    for part, below in allowed.items():  # written from the ground up: each line may only name lines before it
        assert below <= above, f"{part} imports what is not below it: {below - above}"
        above.add(part)


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("from movetray.rulesets import load", "movetray.engine.judge"),
        ("import movetray.play.match", "movetray.table.table"),
        ("from movetray import play", "movetray.checks.distance"),
        ("def later():\n    from ..cli import main", "movetray.play.match"),
    ],
)
def test_an_import_against_the_stream_is_found(source: str, module: str) -> None:
    allowed = diagram((ROOT / "docs" / "architecture.md").read_text("utf-8"))
    assert offences(source, module, allowed)


def named(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of every name and string of the code, docstrings left out."""
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in told:
                yield node.lineno, text
            case ast.Name(id=text) | ast.Attribute(attr=text):
                yield node.lineno, text
            case ast.Import() | ast.ImportFrom():
                yield node.lineno, ast.unparse(node)


def test_no_rule_set_is_named_outside_its_home() -> None:
    home = PACKAGE / "rulesets"
    found = [(p, named(p.read_text("utf-8"))) for p in PACKAGE.rglob("*.py") if home not in p.parents]
    others = [*(ROOT / "crates").rglob("*.rs"), *(ROOT / "web").rglob("*.ts")]
    found += [(p, enumerate(p.read_text("utf-8").splitlines(), 1)) for p in others if "node_modules" not in p.parts]
    said = [
        f"{path.relative_to(ROOT)}:{number}: {text.strip()}"
        for path, texts in found
        for number, text in texts
        if RULE_SETS.search(text)
    ]
    assert not said, "\n".join(said)


@pytest.mark.parametrize("source", ["kind = 'mordheim'", "import movetray.rulesets.whfb8", "if wh40k9: pass"])
def test_a_rule_set_named_in_code_is_found(source: str) -> None:
    assert any(RULE_SETS.search(text) for _, text in named(source))


def test_importing_movetray_brings_nothing_heavy() -> None:
    code = f"import sys, movetray; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
