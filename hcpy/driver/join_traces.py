"""Joins the traces of several processes: `python -m hcpy.driver.join_traces ALL.json FILE...`.

Takes: files that HCPY_TRACE wrote, as FILE.0, FILE.1, ... of the ranks under mpiexec.
Gives: one file, with one time line, for Perfetto and chrome://tracing.
Times of different machines are as right as their clocks.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hcpy.core.errors import HcpyError, UsageError

_PROCESSES = 1000  # "processes" that one rank's trace may have
_FLOWS = 10**9


def _read(path: Path) -> tuple[int, list[dict[str, Any]]]:
    """When the trace began, in nanoseconds of the clock that machines share; its events."""
    try:
        events = json.loads(path.read_text())
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise UsageError(f"{path}: {error}") from None
    origins = [e["args"]["nanoseconds"] for e in events if e.get("name") == "time_origin"]
    if len(origins) != 1:
        raise UsageError(f"{path} is no trace of HCPY_TRACE")
    return origins[0], [e for e in events if e.get("name") != "time_origin"]


def _moved(event: dict[str, Any], number: int, name: str, microseconds: float) -> dict[str, Any]:
    event = {**event, "pid": event["pid"] + number * _PROCESSES}
    if event["ph"] == "M":
        if event["name"] == "process_name":
            event["args"] = {"name": f"{name}: {event['args']['name']}"}
        return event
    event["ts"] += microseconds
    if "id" in event:
        event["id"] += number * _FLOWS
    return event


def join(files: list[Path]) -> list[dict[str, Any]]:
    """The events of all files; times count from the first one's beginning."""
    traces = [_read(path) for path in files]
    first = min(origin for origin, _ in traces)
    joined = []
    for number, (path, (origin, events)) in enumerate(zip(files, traces, strict=True)):
        suffix = path.suffix[1:]
        name = f"rank {suffix}" if suffix.isdigit() else path.name
        joined += [_moved(event, number, name, (origin - first) / 1000) for event in events]
    return joined


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    words = sys.argv[1:] if arguments is None else arguments
    if len(words) < 2:
        print(__doc__)
        return 2
    try:
        text = json.dumps(join([Path(word) for word in words[1:]]))
        Path(words[0]).write_text(text)
    except (HcpyError, OSError) as error:
        print(f"join_traces: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
