"""Draws docs/images/speed.svg from the tables in docs/results: `python docs/images/make_chart.py`.

Each bar is a row of docs/results: the baseline's time divided by hcpy's. The
figures are read from there, so that the chart says what the pages say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[1] / "results"
CPU, GPU = "2026-11-21-two-cores.md", "2026-11-22-h200.md"


@dataclass(frozen=True)
class Bar:
    """One row of a table: the page, its first cell, and how the chart names it."""

    page: str
    row: str
    label: str
    column: int = -1  # of several tables with such a row, the last one


BARS = (
    Bar(CPU, "tiled reduction, Intel OpenCL CPU", "tiled reduction on the CPU: Intel OpenCL"),
    Bar(CPU, "nbody, g++ OpenMP", "n-body on the CPU: g++ OpenMP"),
    Bar(CPU, "n-body, 16,384", "n-body from Python on the CPU: numba"),
    Bar(CPU, "tiled matmul, Intel OpenCL CPU", "tiled matmul on the CPU: Intel OpenCL"),
    Bar(CPU, "compile saxpy without the cache, hcc and nvcc", "compile one source: nvcc"),
    Bar(CPU, "12 units edited, nvcc (goal 1.67)", "compile 12 edited sources: nvcc"),
    Bar(GPU, "nbody, hcpy and nvcc", "n-body on an H200: nvcc"),
    Bar(GPU, "triad, hcpy and nvcc", "triad on an H200: nvcc"),
    Bar(CPU, "saxpy, g++ OpenMP", "saxpy on the CPU: g++ OpenMP"),
    Bar(CPU, "saxpy, 2^24", "saxpy from Python on the CPU: numba"),
    Bar(GPU, "B6 submit, 0 arguments, hcpy and cuLaunchKernel", "submit a kernel: CUDA driver"),
    Bar(
        CPU,
        "12 units edited, clang++ host part (goal 0.5)",
        "compile 12 edited sources: clang++, host code alone",
    ),
)


def ratio(bar: Bar) -> float:
    """The bold figure of the row; of several runs the first."""
    rows = [
        line for line in (RESULTS / bar.page).read_text().splitlines() if line.startswith(f"| {bar.row} |")
    ]
    found = re.search(r"\*\*([\d.]+)", rows[bar.column])
    assert found is not None, bar.row
    return float(found[1])


def figures() -> str:
    """The bars in words, which the picture holds, too."""
    return "; ".join(f"{bar.label} {ratio(bar):.2f}" for bar in BARS)


def draw(file: Path) -> None:
    """The chart, the same bytes at each run."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "hcpy"
    from matplotlib import pyplot

    values = [ratio(bar) for bar in BARS]
    figure, axes = pyplot.subplots(figsize=(8.4, 4.2))
    places = range(len(BARS))
    colours = ["#2a7f62" if value >= 1.01 else "#8a9a5b" if value > 0.98 else "#b5533c" for value in values]
    bars = axes.barh(places, [value - 1 for value in values], left=1, color=colours)
    axes.bar_label(bars, [f" {value:.2f} " for value in values])
    axes.set_xscale("log")
    axes.set_xlim(0.3, 20)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xticks([0.5, 1, 2, 5, 10], ["half as fast", "equal", "2", "5", "10 times as fast"])
    axes.minorticks_off()
    axes.set_yticks(places, [bar.label for bar in BARS])
    axes.invert_yaxis()
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title("hcpy against each baseline, by time", fontsize=11)
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None, "Description": figures()}, facecolor="white")


if __name__ == "__main__":
    draw(Path(__file__).with_name("speed.svg"))
