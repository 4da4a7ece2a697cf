"""Docstrings of the public Python API say what goes in, what comes out, and what is raised."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hcpy

ROOT = Path(__file__).resolve().parents[2]
# Objects of these come from functions; users make none.
MADE = {"ToolMissing", "CompileError", "completion_future", "Module", "Kernel", "KernelTemplate"}


def public_functions() -> Iterator[tuple[str, ast.FunctionDef, str]]:
    """Each with its name and its docstring; a constructor has its class's."""
    for name, module in hcpy._PUBLIC.items():
        tree = ast.parse((ROOT / (module.replace(".", "/") + ".py")).read_text())
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                yield name, node, ast.get_docstring(node) or ""
            elif isinstance(node, ast.ClassDef) and node.name == name:
                for function in (f for f in node.body if isinstance(f, ast.FunctionDef)):
                    of = node if function.name == "__init__" else function
                    doc = ast.get_docstring(of) or ""
                    is_public = not function.name.startswith("_")
                    if (
                        is_public
                        or (function.name == "__init__" and name not in MADE)
                        or function.name == "__call__"
                    ):
                        yield f"{name}.{function.name}", function, doc


def missing(function: ast.FunctionDef, doc: str) -> list[str]:
    """What the docstring does not say."""
    decorators = " ".join(map(ast.unparse, function.decorator_list))
    found = []
    given = function.args
    names = [a for a in (*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg) if a]
    for name in (a.arg for a in names if a.arg not in ("self", "cls") and "setter" not in decorators):
        if not re.search(rf"^\s+{name}: \S", doc, re.MULTILINE):
            found.append(f"Args: {name}")
    gives = ast.unparse(function.returns) if function.returns else "None"
    if gives != "None" and "property" not in decorators and "Returns:" not in doc:
        found.append("Returns")
    if any(isinstance(node, ast.Raise) for node in function.body) and "Raises:" not in doc:
        found.append("Raises")
    return found


CASES = list(public_functions())


@pytest.mark.parametrize(("name", "function", "doc"), CASES, ids=[name for name, _, _ in CASES])
def test_the_docstring_is_complete(name: str, function: ast.FunctionDef, doc: str) -> None:
    assert not missing(function, doc), name
