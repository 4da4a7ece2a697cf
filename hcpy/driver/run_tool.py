"""Runs and prints commands. No shell has a part in it.

Takes: a command's words.
Gives: an exit code, or one quoted line on stderr. Imports little: a link needs no more.
"""

from __future__ import annotations

import errno
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence

from hcpy.core.errors import HcpyError, ToolFailed
from hcpy.core.words import as_hcc, fitting


def run_tool(
    command: Sequence[str],
    takes_input: bool = False,
    kept: tuple[list[bytes], list[bytes]] | None = None,
) -> int:
    """A tool's exit code; `kept` gets what it wrote to standard error and output."""
    command, files = fitting(command)
    stream = None if kept is None else subprocess.PIPE
    source = None if takes_input else subprocess.DEVNULL
    try:
        done = subprocess.run(
            as_hcc(command),
            executable=command[0],
            stdin=source,
            stdout=stream,
            stderr=stream,
            pass_fds=files,
            check=False,
        )
    except OSError as error:
        raise HcpyError(f"cannot run {command[0]}: {error.strerror}") from None
    for words, pieces in zip((done.stderr, done.stdout), kept or (), strict=False):
        pieces.append(words)
    if done.returncode == -signal.SIGPIPE:  # the reader of its output, and of ours, has gone
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
    if done.returncode < 0:
        raise ToolFailed(command, "", done.returncode)
    return done.returncode


def print_commands(commands: Sequence[Sequence[str]]) -> None:
    for command in commands:
        print(" " + shlex.join(command), file=sys.stderr)
