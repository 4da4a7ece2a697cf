"""The Vulkan half of a GPU run: `gpu.py build DIR --vulkan` and, where the GPU is, `gpu.py vulkan DIR`.

Takes samples, conformance programs and benchmarks that have modules for Vulkan beside their PTX; gives the
programs that fail on Vulkan, and how fast it is beside our own PTX and nvcc.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pairs

FOLDER = "vulkan"
TARGETS = "--targets=host,vulkan"
BENCH_TARGETS = "--targets=host,ptx:sm_90,vulkan"
BENCHES = ("triad", "nbody", "launch", "graph")
ROWS = (  # what, program, arguments, the least ratio
    ("triad", "triad", (), 0.95),
    ("n-body", "nbody", (), 1.0),
    ("launch and wait", "launch", ("sync",), 0.5),
    ("graph of 1000", "graph", ("graph", "1000"), 0.0),
)
ALL_ACCELERATORS = ("between_accelerators", "accelerator_choice")  # CUDA's too, which they have no code for


def run(folder: Path, count: int, run_program: Callable[[Path], str]) -> int:
    """Returns how many programs do not pass and figures are below their mark."""
    programs = sorted(
        p for p in (folder / FOLDER / "conformance").glob("*/*") if p.name not in ALL_ACCELERATORS
    )
    programs += sorted((folder / FOLDER / "samples").iterdir())
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(run_program, programs))
    failed = 0
    for program, words in zip(programs, results, strict=True):
        if words != "passed":
            failed += 1
            print(f"- {program.parent.name}/{program.name}: {words}")
    print(f"\n{len(programs)} programs on Vulkan, {failed} failed\n")
    print(pairs.HEADER)
    for what, name, arguments, hold in ROWS:
        ours = str(folder / FOLDER / "bench" / f"{name}_hc")
        on_vulkan = ["env", "HCPY_DEFAULT_ACCELERATOR=vulkan", ours, *arguments]
        rivals = {
            "our PTX": ["env", "HCPY_DEFAULT_ACCELERATOR=cuda", ours, *arguments],
            "nvcc": [str(folder / "bench" / f"{name}_cuda"), *arguments],
        }
        for rival, command in rivals.items():
            ratio = pairs.measure(f"{what}, Vulkan and {rival}", on_vulkan, command, count, {})
            failed += ratio.void or ratio.median < hold
            print(ratio.row(hold), flush=True)
    return failed
