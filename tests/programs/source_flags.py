"""The flags of hcc that a test program asks for."""

from __future__ import annotations

from pathlib import Path

_MARK = "// flags:"


def flags_of(source: Path) -> list[str]:
    """Of its first line, `// flags: ...`; none where that is another."""
    first = source.read_text().partition("\n")[0]
    return first.removeprefix(_MARK).split() if first.startswith(_MARK) else []
