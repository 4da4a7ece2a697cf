"""The standard streams of a command: one that was started without them, or whose output can't be written.

Takes: the process's files 0, 1 and 2.
Gives: streams that are there, and the fault of an output that nobody got.
"""

from __future__ import annotations

import errno
import os
import sys

_WRITING = frozenset((errno.EPIPE, errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT))
# (name, how the stand-in is opened): what is asked of a closed stream fails, but for messages.
_STREAMS = (("stdin", os.O_WRONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY))


def open_closed_streams() -> None:
    """A file that is opened later would take the number of a closed one, and get what is printed there."""
    for number, (name, access) in enumerate(_STREAMS):
        if getattr(sys, name) is None:
            os.set_inheritable(os.open(os.devnull, access), True)  # it gets the lowest number that is free
            setattr(sys, name, open(number, "r" if number == 0 else "w", closefd=False))  # noqa: SIM115


def output_fault(error: OSError | None = None) -> OSError | None:
    """Why what was printed can't be written; `error` is what ended the command, and may be that."""
    fault = error if error is not None and error.filename is None and error.errno in _WRITING else None
    try:
        sys.stdout.flush()
    except OSError as again:
        fault = again
    if fault is not None:  # the interpreter's end tries again
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return fault
