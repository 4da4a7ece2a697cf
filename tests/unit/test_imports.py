"""Rooms import one another in one order, and nothing is imported late but by hcpy.core.lazy."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hcpy.core import lazy
from hcpy.targets import TARGETS, TargetKind

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "hcpy").rglob("*.py"))


def test_the_order_of_the_rooms() -> None:
    """The contracts of pyproject.toml; lazy imports count, as they are written for the type checker, too."""
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    done = subprocess.run([sys.executable, "-c", lint], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"Contracts: [1-9]\d* kept, 0 broken", done.stdout)


def test_functions_import_nothing() -> None:
    late = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in FILES
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    ]
    assert not late, "use hcpy.core.lazy"


def test_lazy_names_are_those_that_the_type_checker_sees() -> None:
    for path in FILES:
        for node in ast.parse(path.read_text()).body:
            if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and node.orelse):
                continue
            seen = {}
            for statement in node.body:
                if isinstance(statement, ast.Import):
                    seen.update({a.asname or a.name: a.name for a in statement.names})
                elif isinstance(statement, ast.ImportFrom):
                    seen.update({a.asname or a.name: f"{statement.module}.{a.name}" for a in statement.names})
            for statement in node.orelse:
                name, _, call = ast.unparse(statement).partition(" = ")
                assert call == f"lazy('{seen[name]}')", f"{path}: {name}"


@pytest.mark.parametrize("kind", TARGETS, ids=lambda kind: kind.name)
def test_what_a_target_names_is_there(kind: TargetKind) -> None:
    code = kind.load()
    assert all(callable(getattr(code, stage)) for stage in ("lower", "image", "assembly"))
    for name in filter(None, (kind.check, kind.resources)):
        assert callable(lazy.named(name))
