"""Wrong results and errors that are known and not mended: the one list of them.

Each has a file in regressions/, whose test must fail (strictly) until the fault is mended and the row goes.
Random kernels that meet a known error of the compiler are reported, and are no failures.
"""

from __future__ import annotations

from typing import NamedTuple


class Known(NamedTuple):
    """One fault."""

    file: str  # in regressions/
    words: str  # part of the compiler's message; empty where a result is wrong
    fault: str


KNOWN: tuple[Known, ...] = ()


# A wrong result has no message to know it by: CI leaves a device out, by the file of its fault, until that is
# mended, but for the fixed seed, which does not meet it.
LEFT_OUT_OF_CI: dict[str, str] = {}


def known_error(words: str) -> str:
    """The fault that a compiler's message comes from; empty: none that is known."""
    return next((k.fault for k in KNOWN if k.words and k.words in words), "")
