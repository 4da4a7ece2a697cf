"""The kinds of functions of amp_overload_kinds.py in HC."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

_SPEC = importlib.util.spec_from_file_location(
    "_overload_kinds", Path(__file__).with_name("amp_overload_kinds.py")
)
assert _SPEC is not None and _SPEC.loader is not None
_KINDS = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_KINDS)


def programs() -> Iterator[tuple[str, str]]:
    words = {
        "ROWS": "hc.language.overloads",
        "HEADER": "hc.hpp",
        "SPACE": "hc",
        "BOTH": "[[cpu, hc]]",
        "C": "[[cpu]]",
        "A": "[[hc]]",
        "WAIT": ".wait()",
    }
    for kind in _KINDS.KINDS:
        yield kind, _KINDS.text_of(kind, words)
