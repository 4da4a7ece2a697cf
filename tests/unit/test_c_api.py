"""hcpy/runtime/library.py mirrors every function of include/hcrt/c_api.h."""

from __future__ import annotations

import re
from pathlib import Path

from hcpy.runtime import library

INCLUDE = Path(__file__).resolve().parents[2] / "include"


def test_every_function_is_mirrored() -> None:
    text = (INCLUDE / "hcrt" / "c_api.h").read_text()
    declared = set(re.findall(r"^(?:void|int|const char\*|uint32_t|void\*) ?(hcrt_c_\w+)\(", text, re.M))
    mirrored = {name for name in library._FUNCTIONS if name.startswith("hcrt_c_")}
    assert declared == mirrored and len(declared) > 30
