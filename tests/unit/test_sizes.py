"""Files and functions stay short enough to be read in one go."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("hcpy", "runtime", "include", "samples", "tests")
MOST_LINES_OF_A_FUNCTION = 40
MOST_LINES_OF_A_FILE = 400
# Work-item functions of a target that has no library for them.
LONG = {"runtime/device/vulkan.cpp": 460, "runtime/c/c_api.cpp": 410}


def own_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Without its docstring and the functions in it, which are counted by themselves."""
    lines = (function.end_lineno or 0) - function.lineno + 1
    first = function.body[0]
    if isinstance(first, ast.Expr) and ast.get_docstring(function) is not None:
        lines -= (first.end_lineno or 0) - first.lineno + 1
    for node in ast.walk(function):
        if node is not function and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines -= (node.end_lineno or 0) - node.lineno + 1
    return lines


def functions(folder: Path) -> Iterator[tuple[str, int]]:
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", own_lines(node)


def test_functions_are_short() -> None:
    found = dict(functions(ROOT / "hcpy"))
    long = {name: lines for name, lines in found.items() if lines > MOST_LINES_OF_A_FUNCTION}
    print(f"{len(found)} functions, {len(long)} of more than {MOST_LINES_OF_A_FUNCTION} lines")
    assert long == {} and len(found) > 3000


def test_files_are_short() -> None:
    suffixes = (".py", ".cpp", ".hpp", ".h")
    paths = (
        p for room in ("hcpy", "runtime", "include", "tests", "samples") for p in (ROOT / room).rglob("*.*")
    )
    sizes = {
        p.relative_to(ROOT).as_posix(): p.read_text().count("\n")
        for p in paths
        if p.suffix in suffixes and "_prefix" not in p.parts and "__pycache__" not in p.parts
    }
    long = {name: lines for name, lines in sizes.items() if lines > LONG.get(name, MOST_LINES_OF_A_FILE)}
    assert long == {} and len(sizes) > 1500
