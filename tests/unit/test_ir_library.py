"""The library with LLVM's C API: what is said where it can't be loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core.errors import ToolMissing
from hcpy.ir.capi import _Api


def test_a_library_that_is_none_is_one_line(tmp_path: Path) -> None:
    library = tmp_path / "libLLVM.so.22.1"
    library.write_text("no library")
    with pytest.raises(ToolMissing, match=r"can't be loaded \(.*libLLVM.*\); install it with: pip install"):
        _Api().load(library)
