"""clang's words as Diagnostics, for the exceptions of the Python API.

Takes: clang's stderr.
Gives: Diagnostics with their notes.
"""

from __future__ import annotations

import re
from dataclasses import replace

from hcpy.core import diagnostics
from hcpy.core.model import Diagnostic, Dialect, Location, Note
from hcpy.frontend.header_hints import with_header


def diagnostics_of(stderr: str) -> list[Diagnostic]:
    """clang's text as Diagnostics."""
    head = re.compile(
        r"^(?P<file>[^\n:]+):(?P<line>\d+):(?P<column>\d+): (?P<kind>fatal error|error|warning|note): "
    )
    found: list[Diagnostic] = []
    for block in diagnostics.blocks(stderr):
        for line in block.splitlines():
            match = head.match(line)
            if match is None:
                continue
            place = Location(match["file"], int(match["line"]), int(match["column"]))
            message = line[match.end() :]
            if match["kind"] == "note" and found:
                found[-1] = replace(found[-1], notes=(*found[-1].notes, Note(place, message)))
            elif match["kind"] != "note":
                kind = match["kind"].removeprefix("fatal ")
                found.append(Diagnostic(kind, place, message))
    return found or [Diagnostic("error", None, stderr.strip())]


def hinted(message: str) -> str:
    """An error's text, with the header of hcpy's that declares what is missing."""
    return with_header(f"error: {message}", Dialect.HC).removeprefix("error: ")
