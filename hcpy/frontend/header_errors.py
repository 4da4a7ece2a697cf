"""Moves errors that clang finds in hcpy's headers to the user's line that caused them, and those about
functions for amp alone that it finds in the system's.

Takes: clang's stderr, of a failed run.
Gives: the text with such errors at the innermost place of the user's; a static_assert's words stand alone.
"""

from __future__ import annotations

import re
from pathlib import Path

from hcpy.core.diagnostics import blocks, without_escapes

_PLACE = re.compile(r"^(?:\033\[[0-9;]*m)*(?P<place>(?P<file>[^\n:]+):\d+:\d+): ")
_KIND = re.compile(r"^[^|\n]*?(?P<kind>error|warning|note): ")
_RESTRICTED = " is restricted to amp and can't be used in code for the CPU"
_SYSTEM = ("/usr/", "/opt/")
_COUNT = re.compile(r"\d+ errors? generated")
ASSERTION = re.compile(r"static assertion failed(?: due to requirement '(?P<required>.*?)')?: (?P<text>.*)")
# Of what a kernel can't be called with: `callable<void, F &, hc::index<1> &>::value`; not of a lack of const.
_GIVEN = re.compile(r"\bcallable<void, (?!const ).*, (?P<type>\w+::(?:tiled_)?index<[^<>]*>) ?&>::value$")

_NO_SIZES = re.compile(r"(?:, 0)+>$")  # of a tiled_index of lower rank


def at_users_line(stderr: str, headers: Path) -> str:
    """All errors, those of hcpy's headers at the user's lines."""
    folder = f"{headers}/"
    if folder not in stderr and _RESTRICTED not in stderr:
        return stderr
    kept: list[str] = []
    left: list[str] = []
    lines: set[str] = set()
    for block in blocks(stderr):
        moved = _moved(block, folder)
        if moved is None:
            left.append(block)
        elif moved == block or _line(moved) not in lines:
            kept.append(moved)
            lines.add(_line(moved))
    # What has no place of the user's follows from what has.
    shown = kept if any(_line(block) for block in kept) else [*left, *kept]
    return "".join(shown) + _summary(stderr, sum(_line(block) != "" for block in shown))


def _summary(stderr: str, errors: int) -> str:
    """clang's last line with another count of errors."""
    last = stderr.rstrip("\n").rpartition("\n")[2]
    count = f"{errors} error{'' if errors == 1 else 's'} generated"
    return _COUNT.sub(count, last) + "\n" if _COUNT.search(last) else ""


def _line(block: str) -> str:
    """The file and line of a block's error."""
    for entry in _entries(block):
        if _kind(entry) == "error":
            match = _PLACE.match(entry)
            return match["place"].rpartition(":")[0] if match else ""
    return ""


def _moved(block: str, folder: str) -> str | None:
    """The block at the user's line; None: it names none."""
    entries = _entries(block)
    head = next((i for i, e in enumerate(entries) if _kind(e) == "error"), None)
    if head is None or not _is_headers(entries[head], folder):
        return block
    for i in range(head + 1, len(entries)):
        file = _file(entries[i])
        if file and not file.startswith((folder, *_SYSTEM)):
            error = _retold(entries[head], entries[i])
            header = re.sub(
                r"error: ", "note: ", entries[head].replace("\033[0;1;31m", "\033[0;1;36m"), count=1
            )
            return error if ASSERTION.search(entries[head]) else error + _without_text(header)
    return None


def _is_headers(error: str, folder: str) -> bool:
    """Is it in a header of hcpy's? Or in one of the system's, which was handed what it may not call?"""
    of_system = _RESTRICTED in error and _file(error).startswith(_SYSTEM)
    return of_system or _file(error).startswith(folder)


def _without_text(header: str) -> str:
    """The place in the header, for those who want to look it up."""
    return re.sub(r"note: .*", "note: found in this header", header.splitlines(keepends=True)[0])


def _retold(error: str, users: str) -> str:
    """The error's message before the user's line."""
    place, users_place = _PLACE.match(error), _PLACE.match(users)
    if place is None or users_place is None:
        return error
    first = error.splitlines(keepends=True)[0].replace(place["place"], users_place["place"], 1)
    first = ASSERTION.sub(asserted, first)
    return first + "".join(users.splitlines(keepends=True)[1:])


def asserted(match: re.Match[str]) -> str:
    """The assertion's words, and the index that a kernel is given where it doesn't take that."""
    given = _GIVEN.search(match["required"] or "")
    if given is None:
        return match["text"]
    kind = _NO_SIZES.sub(">", given["type"]).replace("Concurrency::", "concurrency::")
    return f"{match['text']}, '{kind}'"


def _entries(block: str) -> list[str]:
    """The messages of a block, each with the lines that it quotes."""
    found: list[list[str]] = []
    for line in block.splitlines(keepends=True):
        if _KIND.match(without_escapes(line)) or not found:
            found.append([line])
        else:
            found[-1].append(line)
    return ["".join(lines) for lines in found]


def _kind(entry: str) -> str:
    match = _KIND.match(without_escapes(entry.partition("\n")[0]))
    return match["kind"] if match else ""


def _file(entry: str) -> str:
    match = _PLACE.match(entry)
    return match["file"] if match else ""
