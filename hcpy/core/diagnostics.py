"""Shows diagnostics in clang's form, and merges what several clangs say of one source.

Takes: Diagnostics of ours and the stderr of clang's iterations.
Gives: text for the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from hcpy.core.encoding import decode
from hcpy.core.model import Diagnostic, Location, Note

_COLOURS = {
    "error": "\033[0;1;31m",
    "warning": "\033[0;1;35m",
    "remark": "\033[0;1;34m",
    "note": "\033[0;1;36m",
}
_BOLD, _GREEN, _PLAIN = "\033[1m", "\033[0;1;32m", "\033[0m"
_ESCAPES = re.compile(r"\033\[[0-9;]*[A-Za-z]")
_HEAD = re.compile(r"^(?:.+?:\d+:\d+: |.*)(fatal error|error|warning): ")
_SUMMARY = re.compile(
    r"^\d+ (?:errors?|warnings?)(?: and \d+ errors?)? generated\.?( when compiling for .*)?\.?$"
)


def without_escapes(text: str) -> str:
    """A compiler's output without its colours."""
    return _ESCAPES.sub("", text)


def render(diagnostic: Diagnostic, colour: bool = False) -> str:
    """One diagnostic with its source line, a caret, and its notes."""
    parts = [_message(diagnostic.location, diagnostic.severity, diagnostic.message, colour)]
    parts += [_message(note.location, "note", note.message, colour) for note in diagnostic.notes]
    return "".join(parts)


def _message(location: Location | None, kind: str, text: str, colour: bool) -> str:
    place = f"{location}: " if location else "hcc: "
    if colour:
        weight = "" if kind == "note" else _BOLD
        head = f"{_BOLD}{place}{_PLAIN}{_COLOURS[kind]}{kind}: {_PLAIN}{weight}{text}{_PLAIN}\n"
    else:
        head = f"{place}{kind}: {text}\n"
    return head + (_excerpt(location, colour) if location else "")


def _excerpt(location: Location, colour: bool) -> str:
    lines = _lines(location.file)
    if not 1 <= location.line <= len(lines):
        return ""
    line = lines[location.line - 1]
    number = f"{location.line:5d}"
    shown = f"{number} | {line.expandtabs(8)}\n"
    if not location.column:
        return shown
    # Columns count bytes, as clang's do.
    before = line.encode()[: location.column - 1].decode("utf-8", "replace").expandtabs(8)
    caret = f"{_GREEN}^{_PLAIN}" if colour else "^"
    return f"{shown}{' ' * len(number)} | {' ' * len(before)}{caret}\n"


@lru_cache(maxsize=64)
def _lines(file: str) -> Sequence[str]:
    try:
        return decode(Path(file).read_bytes()).text.encode("latin-1").decode("utf-8", "replace").splitlines()
    except OSError:
        return ()


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """clang's last line: how many of each."""
    counts = {"warning": 0, "error": 0}
    for diagnostic in diagnostics:
        if diagnostic.severity in counts:
            counts[diagnostic.severity] += 1
    words = [f"{n} {kind}{'' if n == 1 else 's'}" for kind, n in counts.items() if n]
    return f"{' and '.join(words)} generated.\n" if words else ""


def blocks(stderr: str) -> list[str]:
    """Split clang's stderr into diagnostics, each with its notes; the summary line is dropped."""
    found: list[list[str]] = []
    pending: list[str] = []  # "In file included from" lines belong to what follows
    for line in stderr.splitlines(keepends=True):
        plain = without_escapes(line).rstrip()
        if _SUMMARY.match(plain):
            continue
        if plain.startswith(("In file included from", "In module")) or (
            pending and plain.startswith("     ")
        ):
            pending.append(line)
        elif _HEAD.match(plain) or not found:
            found.append([*pending, line])
            pending = []
        else:
            found[-1] += [*pending, line]
            pending = []
    if pending:
        found.append(pending)
    return ["".join(block) for block in found]


def key(block: str) -> str:
    """What makes two blocks the same: the line with the place and the message."""
    for line in block.splitlines():
        plain = without_escapes(line)
        if _HEAD.match(plain):
            return plain
    return block


def without(stderr: str, shown: Iterable[str]) -> str:
    """The diagnostics in stderr that none of the texts already shown has."""
    known = {key(block) for text in shown for block in blocks(text)}
    return "".join(block for block in blocks(stderr) if key(block) not in known)


# --- from plain data: what dataclasses.asdict made of them -------------------------------------------
def diagnostic_of(values: Mapping[str, Any]) -> Diagnostic:
    """A diagnostic, without its target. Raises KeyError or TypeError for anything else."""
    notes = tuple(Note(location_of(note["location"]), note["message"]) for note in values["notes"])
    return Diagnostic(values["severity"], location_of(values["location"]), values["message"], notes)


def location_of(values: Mapping[str, Any] | None) -> Location | None:
    """A place, or none."""
    return None if values is None else Location(**values)
