"""Says on a terminal what a long compilation is doing: one line, gone before anything else is printed.

Takes: the stages that run (hcpy.core.stage_times).
Gives: a line on standard error from the third second on; nothing where that is no terminal, or a plain one.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from hcpy.core import stage_times

_PATIENCE = 2.0  # seconds until the line appears
_PERIOD = 0.2
_ERASE = "\r\033[K"


def wanted() -> bool:
    """Is there a terminal that can erase a line, and does nothing forbid it?"""
    plain = os.environ.get("TERM", "") in ("", "dumb") or bool(os.environ.get("NO_COLOR"))
    return not plain and sys.stderr.isatty()


@contextmanager
def shown(source: str) -> Iterator[None]:
    """While the source is compiled inside. Nothing else may write to the terminal there."""
    if not wanted():
        yield
        return
    over = threading.Event()
    line = threading.Thread(
        target=_show, args=(source, time.monotonic(), over), name="hcc-progress", daemon=True
    )
    line.start()
    try:
        yield
    finally:
        over.set()
        line.join()


def _show(source: str, started: float, over: threading.Event) -> None:
    if over.wait(_PATIENCE):
        return
    while not over.is_set():
        _write(_ERASE + _text(source, time.monotonic() - started))
        over.wait(_PERIOD)
    _write(_ERASE)


def _text(source: str, seconds: float) -> str:
    """Cut to the terminal's width: a longer line would wrap and stay."""
    names = dict.fromkeys(f"{s.stage} {s.target}".strip() for s in stage_times.running())
    text = f"hcc: {source}: {', '.join(names) or 'lower, image'} ({seconds:.0f} s)"
    return text[: shutil.get_terminal_size().columns - 1]


def _write(text: str) -> None:
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        return  # the terminal is gone; the compilation goes on
