"""Passes work on LLVM's IR through hcpy.ir, not on its text: what would read text is not imported there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HCPY = Path(__file__).resolve().parents[2] / "hcpy"
FILES = sorted(p for folder in ("passes", "targets") for p in (HCPY / folder).rglob("*.py"))
IR = ("module", "function", "block", "instruction", "value", "call", "variable")


def name_of(path: Path) -> str:
    return path.relative_to(HCPY).as_posix()


def imported(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module or ""}
    return found


def printed(tree: ast.AST) -> list[int]:
    """The lines with str() of a part of a module."""
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    return [
        call.lineno
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "str" and len(call.args) == 1
        if ast.unparse(call.args[0]).rsplit(".", 1)[-1] in IR
    ]


def faults(path: Path) -> list[str]:
    """What a file has to do with text."""
    tree = ast.parse(path.read_text())
    uses_patterns = "re" in imported(tree)
    return [*(["import re"] if uses_patterns else []), *(f"str() in line {n}" for n in printed(tree))]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_passes_read_no_text(path: Path) -> None:
    assert not faults(path)


def test_combining_needs_no_fixpoint() -> None:
    """Its bare name ends a compilation whose instructions one round of the pass leaves unfinished."""
    words = "instcombine<no-verify-fixpoint>"
    bare = [name_of(p) for p in FILES if p.read_text().count("instcombine") != p.read_text().count(words)]
    assert not bare
