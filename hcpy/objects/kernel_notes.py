"""What a unit's kernels capture, for people: a section beside the bundle that no program reads.

Takes: the kernels as the split stage found them, and a bundle's contents.
Gives: one line of JSON, and the captures of each kernel read back from such lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from hcpy.core.model import Capture, KernelSite
from hcpy.objects.bundle import Contents

SECTION = "hcpy_notes"


def make(sites: Sequence[KernelSite], contents: Contents) -> bytes:
    """Empty where nothing is known: the split stage did not parse the source."""
    found: dict[str, list[dict[str, object]]] = {}
    for kernel in contents.kernels:
        here = [
            s for s in sites if _place(s.location.file, s.location.line) == _place(kernel.file, kernel.line)
        ]
        if len(here) == 1:  # instances of one template share their place, kernels of one line don't
            found[kernel.name] = [
                {"name": c.name, "type": c.type, "bytes": c.bytes, "by_reference": c.by_reference}
                for c in here[0].captures
            ]
    if not found:
        return b""
    return json.dumps({"unit": contents.unit_id.hex(), "kernels": found}, sort_keys=True).encode() + b"\n"


def _place(file: str, line: int) -> tuple[str, int]:
    return PurePath(file).name, line


def read(section: bytes) -> dict[tuple[str, str], tuple[Capture, ...]]:
    """(unit id, kernel's name) -> captures; what is damaged is left out, as nothing depends on it."""
    found: dict[tuple[str, str], tuple[Capture, ...]] = {}
    for line in section.replace(b"\0", b"").splitlines():
        try:
            note = json.loads(line)
            for name, captures in note["kernels"].items():
                found[str(note["unit"]), str(name)] = tuple(_captures(captures))
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
    return found


def _captures(listed: Iterable[dict[str, object]]) -> Iterable[Capture]:
    for fields in listed:
        size = fields["bytes"]
        yield Capture(
            str(fields["name"]),
            str(fields["type"]),
            bool(fields["by_reference"]),
            size if isinstance(size, int) else 0,
        )
