"""profile(): what ran, when, and for how long.

Takes: the launches and copies of a `with` block.
Gives: a table, a Chrome trace, and a time line drawn by matplotlib.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

from hcpy.core.errors import HcpyError
from hcpy.core.lazy import lazy
from hcpy.runtime.exceptions import missing
from hcpy.runtime.library import RECORDED, check, library

if TYPE_CHECKING:
    from matplotlib import pyplot
else:
    pyplot = lazy("matplotlib.pyplot")


@dataclass(frozen=True)
class Record:
    """One kernel or copy; times are nanoseconds of the accelerator's clock."""

    name: str
    accelerator: str
    begin: int
    end: int
    nbytes: int = 0  # of a copy

    @property
    def seconds(self) -> float:
        """How long it ran."""
        return (self.end - self.begin) * 1e-9


class profile:
    """`with hcpy.profile() as p:` notes all launches and copies of the process; `print(p.table())`.

    Leaving the block waits for them. Raises HcpyError where another profile runs.
    """

    def __init__(self) -> None:
        self.records: list[Record] = []

    def __enter__(self) -> profile:
        if library().hcrt_c_begin_profile() != 0:
            raise HcpyError("a profile is running already")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        check(library().hcrt_c_end_profile(RECORDED(self._note)))

    def _note(self, noted: Any) -> None:
        record = noted.contents
        name, path = record.name.decode("utf-8", "replace"), record.path.decode()
        if record.bytes:
            name = f"copy {name} {path}"
        self.records.append(Record(name, path, record.begin, record.end, record.bytes))

    def table(self) -> str:
        """Return one line for each name.

        It has the count, the total, mean, shortest and longest time in microseconds, and copies' GB/s.
        """
        groups: dict[tuple[str, str], list[Record]] = {}
        for record in self.records:
            groups.setdefault((record.name, record.accelerator), []).append(record)
        head = ("name", "accelerator", "count", "total us", "mean us", "min us", "max us", "GB/s")
        rows: list[tuple[str, ...]] = [head]
        for (name, path), found in sorted(groups.items(), key=lambda g: -sum(r.seconds for r in g[1])):
            times = [r.seconds * 1e6 for r in found]
            nbytes, total = sum(r.nbytes for r in found), sum(times)
            rate = f"{nbytes / total / 1e3:.1f}" if nbytes and total else ""
            figures = (total, total / len(times), min(times), max(times))
            rows.append((name, path, str(len(found)), *(f"{f:.1f}" for f in figures), rate))
        widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
        lines = []
        for row in rows:
            cells = [
                c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)

    def chrome_trace(self, file: str | os.PathLike[str] | IO[str]) -> None:
        """Write a trace for chrome://tracing or Perfetto."""
        paths = list(dict.fromkeys(record.accelerator for record in self.records))
        names = [
            {"ph": "M", "pid": 0, "tid": n, "name": "thread_name", "args": {"name": path}}
            for n, path in enumerate(paths)
        ]
        events = [
            {
                "ph": "X",
                "pid": 0,
                "tid": paths.index(record.accelerator),
                "name": record.name,
                "ts": record.begin / 1e3,
                "dur": (record.end - record.begin) / 1e3,
                "args": {"bytes": record.nbytes} if record.nbytes else {},
            }
            for record in self.records
        ]
        text = json.dumps({"traceEvents": [*names, *events], "displayTimeUnit": "ns"})
        if isinstance(file, (str, os.PathLike)):
            with open(file, "w") as stream:
                stream.write(text)
        else:
            file.write(text)

    def plot(self, axes: Any = None) -> Any:
        """Draw a time line, one row for each accelerator; return matplotlib's axes.

        Raises BackendMissing without matplotlib.
        """
        try:
            figure = pyplot.figure
        except ImportError:
            raise missing("matplotlib", "hcpy[plot]", "profile.plot()") from None
        if axes is None:
            axes = figure(figsize=(10, 3)).add_subplot()
        paths = list(dict.fromkeys(record.accelerator for record in self.records))
        names = list(dict.fromkeys(record.name for record in self.records))
        for number, name in enumerate(names):
            for row, path in enumerate(paths):
                mine = [r for r in self.records if r.name == name and r.accelerator == path]
                start = min(r.begin for r in self.records if r.accelerator == path)
                bars = [((r.begin - start) * 1e-6, (r.end - r.begin) * 1e-6) for r in mine]
                if bars:
                    label = None if name in axes.get_legend_handles_labels()[1] else name
                    axes.broken_barh(bars, (row - 0.4, 0.8), facecolors=f"C{number % 10}", label=label)
        axes.set_yticks(range(len(paths)), paths)
        axes.set_xlabel("milliseconds")
        if names:
            axes.legend(loc="upper right", fontsize="small")
        return axes

    def __repr__(self) -> str:
        return f"<hcpy.profile of {len(self.records)} records>"
