"""Reads a source from standard input and puts it back, so that the next one to read it finds it whole.

Takes: file descriptor 0.
Gives: its bytes. What comes from a pipe is kept in memory, never in a file.
"""

from __future__ import annotations

import os


def standard_input() -> bytes:
    """All that standard input holds; may be asked for again."""
    try:
        start = os.lseek(0, 0, os.SEEK_CUR)
    except OSError:
        return _kept()
    data = _read()
    os.lseek(0, start, os.SEEK_SET)
    return data


def _kept() -> bytes:
    data = _read()
    file = os.memfd_create("hcc-standard-input")
    with os.fdopen(file, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.lseek(file, 0, os.SEEK_SET)
        os.dup2(file, 0)
    return data


def _read() -> bytes:
    pieces = []
    while piece := os.read(0, 1 << 20):
        pieces.append(piece)
    return b"".join(pieces)
