"""What clang's messages make of sources for Visual C++."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core.model import Location
from hcpy.frontend.clang_ast import Message
from hcpy.frontend.microsoft.repairs import _extended
from hcpy.frontend.text.lexer import SourceText


@pytest.mark.parametrize(
    ("bound", "mended"), [("temporary of type 'M'", True), ("value of unrelated type 'M'", False)]
)
def test_only_temporaries_are_kept_alive(tmp_path: Path, bound: str, mended: bool) -> None:
    path = tmp_path / "a.cpp"
    path.write_text("M& m = f();\n")
    source = SourceText.read(path)
    text = f"non-const lvalue reference to type 'M' cannot bind to a {bound}"
    message = Message(3, text, Location(str(path), 1, 4), (), ())
    assert bool(list(_extended(message, source, 2))) == mended
