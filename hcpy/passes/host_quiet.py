"""Host target: keeps LLVM's remarks about loops off the user's screen.

LLVM prints "remark: loop not vectorized" wherever a loop has a width of its own, as strips have, and
llvmlite offers no handler. Gives a context in which what is written to file 2 passes a filter; the filter
is a process, so that the last words of an LLVM that ends its process still come out.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

_DROPPED = (b"remark: ", b"warning: <unknown>:0:0: loop not vectorized")


@contextlib.contextmanager
def without_remarks() -> Iterator[None]:
    reader, writer = os.pipe()
    saved = os.dup(2)
    child = os.fork()
    if child == 0:
        _filter(reader, writer)
    os.close(reader)
    os.dup2(writer, 2)
    os.close(writer)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.waitpid(child, 0)


def _filter(reader: int, writer: int) -> None:
    """Copies lines from the pipe to file 2 until the other side is gone."""
    os.close(writer)
    rest = b""
    while data := os.read(reader, 1 << 16):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            _pass(line + b"\n")
    _pass(rest)
    os._exit(0)


def _pass(line: bytes) -> None:
    if line and not line.startswith(_DROPPED):
        os.write(2, line)
