"""Idiomatic kernels that nobody tuned for, against nvcc's of the same text, in two halves.

`python tests/bench/gpu_idioms.py build DIR` compiles both here; `python3 DIR/gpu_idioms.py run DIR`, on a
machine with an NVIDIA GPU (driver and python3 only), runs them in turn and prints a row a kernel: the least
microseconds, and how many times as long nvcc's takes. Exit code 1 where sums differ, or the geometric mean or
a kernel is below its mark.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "devices")]
import two_halves  # noqa: E402

SCRIPTS = ("gpu_idioms.py",)  # travel with the programs
GROUPS = ("fields", "items", "numbers", "steps", "suites")
ROUNDS = 3  # of both programs
HOLD, HOLD_MEAN = 0.93, 0.99
CLOSE = 1e-4  # of a sum: contractions and roots may differ in the last bit

Figures = dict[str, tuple[float, float]]  # of each kernel: microseconds, the sum


def build(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    hcc, nvcc = two_halves.hcc(), two_halves.tool("nvcc", "the CUDA toolkit")
    for group in GROUPS:
        source = HERE / "gpu_idioms" / group
        ours = [hcc, "-hc", "-O3", "--targets=host,ptx:sm_90", f"{source}_hc.cpp"]
        subprocess.run([*ours, "-o", str(folder / f"{group}_hc")], check=True)
        theirs = [nvcc, "-O3", "-arch=sm_90", f"{source}_cuda.cu"]
        subprocess.run([*theirs, "-o", str(folder / f"{group}_cuda")], check=True)
    two_halves.close(folder, HERE, SCRIPTS)


def least(program: Path, before: Figures) -> Figures:
    """The figures of a run, with the least times so far."""
    printed = subprocess.run([str(program.resolve())], capture_output=True, text=True, check=True).stdout
    found: Figures = {}
    for name, microseconds, total in map(str.split, printed.splitlines()):
        found[name] = (min(float(microseconds), before.get(name, (float("inf"), 0))[0]), float(total))
    return found


def run(folder: Path) -> int:
    """Prints the table; returns the number of failures."""
    two_halves.print_heading(folder, "; ".join(two_halves.gpus()))
    print("| kernel | hcpy, us | nvcc, us | ratio |\n|---|---|---|---|")
    ratios: dict[str, float] = {}
    wrong = 0
    for group in GROUPS:
        ours: Figures = {}
        theirs: Figures = {}
        for _ in range(ROUNDS):
            ours = least(folder / f"{group}_hc", ours)
            theirs = least(folder / f"{group}_cuda", theirs)
        for name, (microseconds, total) in ours.items():
            other, wanted = theirs[name]
            ratios[name] = other / microseconds
            differs = abs(total - wanted) > CLOSE * max(1.0, abs(wanted))
            wrong += differs
            verdict = " **another sum**" if differs else ""
            print(f"| {name} | {microseconds:.1f} | {other:.1f} | {ratios[name]:.3f}{verdict} |")
    mean = statistics.geometric_mean(ratios.values())
    print(f"\ngeometric mean of {len(ratios)} kernels {mean:.3f} (hold {HOLD_MEAN})")
    return wrong + (mean < HOLD_MEAN) + sum(ratio < HOLD for ratio in ratios.values())


def main() -> None:
    options = two_halves.parser(__doc__).parse_args()
    if options.half == "build":
        build(options.folder)
    elif run(options.folder):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
