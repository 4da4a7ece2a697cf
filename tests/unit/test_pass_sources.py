"""Passes ask LLVM what a module holds: no pass reads the text of IR."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "hcpy"
# Names of symbols are text.
ALLOWED = {"passes/demangle.py"}
FILES = sorted(
    str(p.relative_to(PACKAGE)) for f in ("passes", "targets") for p in (PACKAGE / f).rglob("*.py")
)


def _imported(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("name", [name for name in FILES if name not in ALLOWED])
def test_no_regular_expressions(name: str) -> None:
    assert "re" not in _imported(ast.parse((PACKAGE / name).read_text()))


@pytest.mark.parametrize("name", FILES)
def test_no_module_is_printed_or_parsed_as_text(name: str) -> None:
    for node in ast.walk(ast.parse((PACKAGE / name).read_text())):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "str"
            and node.args
        ):
            shown = ast.unparse(node.args[0])
            assert not shown.endswith(("module", "function", "instruction", "value", "type")), shown
        if isinstance(node, ast.Attribute):
            assert node.attr != "parse_assembly", name
