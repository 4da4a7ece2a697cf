"""The suite of idiomatic kernels (tests/bench/kernels): its programs, built, and measured in pairs.

Each group is an HC program with a CUDA and an OpenMP twin. `run.py kernels` measures on this machine's CPU,
`gpu.py` builds the suite here and measures it where the GPU is.
"""

from __future__ import annotations

import statistics
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pairs

SOURCES = Path(__file__).resolve().parent / "kernels"
GROUPS = ("stream", "stencil", "image", "linear", "collective", "compute", "paths")
HOLD_GPU = 0.93  # of each kernel; of the geometric mean 0.99
HOLD_CPU = 0.6  # of each kernel; of the geometric mean 1.0


def gpu_commands(hcc: str, nvcc: str, out: Path) -> list[list[str]]:
    """The commands that build every group and its CUDA twin into a folder."""
    commands = []
    for group in GROUPS:
        ours, theirs = SOURCES / f"{group}_hc.cpp", SOURCES / f"{group}_cuda.cu"
        target = ["-hc", "-O3", "--targets=host,ptx:sm_90"]
        commands.append([hcc, *target, str(ours), "-o", str(out / f"{group}_hc")])
        commands.append([nvcc, "-O3", "-arch=sm_90", str(theirs), "-o", str(out / f"{group}_cuda")])
    return commands


def cpu_commands(hcc: str, compiler: str, out: Path) -> list[list[str]]:
    """The commands that build every group, for the host and OpenCL, and its OpenMP twin into a folder."""
    commands = []
    for group in GROUPS:
        ours, theirs = SOURCES / f"{group}_hc.cpp", SOURCES / f"{group}_omp.cpp"
        target = ["-hc", "-O3", "--targets=host,spirv"]
        commands.append([hcc, *target, str(ours), "-o", str(out / f"{group}_hc")])
        flags = ["-std=c++17", "-O3", "-march=native", "-fopenmp"]
        commands.append([compiler, *flags, str(theirs), "-o", str(out / f"{group}_omp")])
    return commands


def names(program: Path) -> list[str]:
    """The kernels of a program, which it prints where it is asked for none."""
    return subprocess.run([str(program)], capture_output=True, text=True, check=False).stdout.split()


def cases(folder: Path, wanted: str) -> Iterator[tuple[str, str]]:
    """The group and name of every kernel with `wanted` in its name."""
    for group in GROUPS:
        if (folder / f"{group}_hc").exists():
            yield from ((group, name) for name in names(folder / f"{group}_hc") if wanted in name)


def geometric_mean(label: str, ratios: Sequence[pairs.Ratio], goal: float) -> str:
    medians = [ratio.median for ratio in ratios]
    least = min(ratios, key=lambda ratio: ratio.median)
    return (
        f"{label}: geometric mean of {len(medians)} kernels {statistics.geometric_mean(medians):.3f} "
        f"(hold {goal:g}), the least {least.median:.3f} ({least.name})"
    )


def run_gpu(folder: Path, count: int, wanted: str, env: Mapping[str, str]) -> int:
    """Measures the kernels against their CUDA twins and prints the table; returns how many are below or
    failed."""
    print(pairs.HEADER)
    ratios: list[pairs.Ratio] = []
    failed = 0
    for group, name in cases(folder, wanted):
        ours, theirs = ([str(folder / f"{group}_{kind}"), name, "large"] for kind in ("hc", "cuda"))
        try:
            found = pairs.measure_served(ours, {name: theirs}, count, (env, {}))
        except SystemExit as error:
            failed += 1
            print(f"| {name} | **failed**: {error} |", flush=True)
            continue
        ratios += found
        print(found[0].row(HOLD_GPU), flush=True)
    if not ratios:
        raise SystemExit(f"no kernel of {folder} ran")
    print("\n" + geometric_mean("hcpy and nvcc", ratios, 0.99))
    return failed + sum(ratio.void or ratio.median < HOLD_GPU for ratio in ratios)


def run_cpu(folder: Path, count: int, wanted: str, clock: str) -> bool:
    """Measures the kernels on the host back end against OpenMP and Intel's OpenCL and prints the table;
    returns whether a control is off."""
    on = [{"HCPY_DEFAULT_ACCELERATOR": name} for name in ("host", "opencl")]
    print(pairs.HEADER)
    rows: list[pairs.Ratio] = []
    for group, name in cases(folder, wanted):
        ours = [str(folder / f"{group}_hc"), name]
        others = {f"{name}, OpenMP": [str(folder / f"{group}_omp"), name], f"{name}, OpenCL": ours}
        found = pairs.measure_served(ours, others, count, (on[0], {}, on[1]), clock)
        for ratio in found:
            print(ratio.row(HOLD_CPU), flush=True)
        rows += found
    print()
    for kind in ("OpenMP", "OpenCL"):
        print(geometric_mean(f"hcpy and {kind}", [r for r in rows if r.name.endswith(kind)], 1.0))
    bests = [min(pair, key=lambda ratio: ratio.median) for pair in zip(rows[::2], rows[1::2], strict=True)]
    print(geometric_mean("hcpy and the better of both", bests, 1.0))
    return any(ratio.void for ratio in rows)
