"""Each pass has tests on small modules that say what it does."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTED_BY_CODEGEN = {"check_device_ir", "link_device_library"}  # they need clang


def imports_of(path: Path) -> set[str]:
    """The modules of hcpy.passes that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hcpy.passes"):
            found.add((node.module or "").removeprefix("hcpy.passes").strip("."))
            found |= {alias.name for alias in node.names}
    return found


def passes() -> list[str]:
    """The files with a function that takes a Lowering as a target's list of passes has it."""
    found = []
    for path in sorted((ROOT / "hcpy" / "passes").glob("*.py")):
        functions = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef)]
        names = [f.name for f in functions if f.args.args and f.args.args[0].arg == "lowering"]
        if any(not name.startswith("_") and name.startswith(("run", "use_")) for name in names):
            found.append(path.stem)
    return found


TESTED = set[str]().union(*(imports_of(path) for path in Path(__file__).parent.glob("test_*.py")))


@pytest.mark.parametrize("name", passes())
def test_a_pass_is_tested_by_itself(name: str) -> None:
    assert (name in TESTED) != (name in TESTED_BY_CODEGEN)
