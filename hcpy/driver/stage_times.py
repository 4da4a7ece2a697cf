"""hcc --time-stages: where the time of a run went.

Takes: what hcpy.core.stage_times recorded.
Gives: a table on standard error, or a trace in Chrome's JSON form (chrome://tracing, Perfetto).
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from hcpy.core import stage_times
from hcpy.core.errors import HcpyError
from hcpy.core.stage_times import Time

_ORDER = ("cache", "prefix", "split", "ir", "lower", "image", "bundle", "host", "link")


def show_times(output: str) -> None:
    """At the end of the run; `output`: "" for the table, else the trace's file."""
    times = sorted(stage_times.finished(), key=lambda t: (_ORDER.index(t.stage), t.begin))
    wall, cpu = _whole()
    if not output:
        sys.stderr.write(table(times, wall, cpu))
        return
    try:
        Path(output).write_text(json.dumps(trace(times, wall, cpu), indent=1) + "\n")
    except OSError as error:
        raise HcpyError(f"cannot write '{output}': {error.strerror}") from None


def _whole() -> tuple[float, float]:
    """Since the process began, with Python's start; CPU time of all processes that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    cpu = sum(usage.ru_utime + usage.ru_stime for usage in used)
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    began = int(fields[19]) / os.sysconf("SC_CLK_TCK")
    return time.clock_gettime(time.CLOCK_BOOTTIME) - began, cpu


def table(times: Sequence[Time], wall: float, cpu: float) -> str:
    """Milliseconds; stages run side by side, so that walls add up to more than the whole."""
    rows = [("stage", "target", "wall ms", "CPU ms", "")]
    rows += [(t.stage, t.target, f"{t.wall * 1e3:.1f}", f"{t.cpu * 1e3:.1f}", t.detail) for t in times]
    rest = max(cpu - sum(t.cpu for t in times), 0.0)
    rows.append(("rest", "", "", f"{rest * 1e3:.1f}", "start of Python and of LLVM, planning, pickling"))
    rows.append(("whole", "", f"{wall * 1e3:.1f}", f"{cpu * 1e3:.1f}", ""))
    return "".join(f"{s:8} {t:18} {w:>9} {c:>9}  {d}".rstrip() + "\n" for s, t, w, c, d in rows)


def trace(times: Sequence[Time], wall: float, cpu: float) -> dict[str, object]:
    """Chrome's trace events: microseconds, one complete event a stage."""
    first = min((t.begin for t in times), default=0.0)
    events = [
        {
            "name": f"{t.stage} {t.target}".strip(),
            "cat": t.stage,
            "ph": "X",
            "ts": round((t.begin - first) * 1e6),
            "dur": round((t.end - t.begin) * 1e6),
            "pid": os.getpid(),
            "tid": t.thread,
            "args": {"cpu_ms": round(t.cpu * 1e3, 3), "target": t.target, "detail": t.detail},
        }
        for t in times
    ]
    return {
        "traceEvents": events,
        "displayTimeUnit": "ms",
        "otherData": {"wall_ms": round(wall * 1e3, 3), "cpu_ms": round(cpu * 1e3, 3)},
    }
