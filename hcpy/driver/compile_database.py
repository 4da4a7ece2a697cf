"""-MJ FILE: one source's entry for a compile_commands.json, in hcc's own words.

Takes: the source and its output.
Gives: one line of JSON and a comma, as clang writes it, but with the user's command, not those of the parts.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from hcpy.core.errors import HcpyError
from hcpy.driver.job import Run


def write_fragment(run: Run, source: Path, output: Path | None) -> None:
    """Adds the entry where the command line asks for it; without effect otherwise."""
    file = run.invocation.compile_database
    if file is None:
        return
    entry = {
        "directory": os.getcwd(),
        "file": str(source),
        "output": str(output or run.invocation.output or f"{source.stem}.o"),
        "arguments": ["hcc", *_others(source, run)],
    }
    try:
        with run.lock, open(file, "a", encoding="utf-8", errors="surrogateescape") as stream:
            stream.write(json.dumps(entry, ensure_ascii=False) + ",\n")
    except OSError as error:
        raise HcpyError(f"cannot write '{file}': {error.strerror}") from None


def _others(source: Path, run: Run) -> list[str]:
    """The command line without the other sources."""
    others = {item.path for item in run.invocation.inputs} - {str(source)}
    return [word for word in run.invocation.words if word not in others]
