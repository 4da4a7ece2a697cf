"""Random kernels on a machine with an NVIDIA GPU that need not have hcpy, in two halves.

`python tests/random/gpu.py build DIR [--count N]` makes the programs here, packed;
`python3 DIR/gpu.py run DIR` there (driver and python3 only) runs them on the GPU, which compares each kernel
with the reference that the program carries. `--vulkan` makes modules for Vulkan, and runs them there.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "devices")]
import two_halves  # noqa: E402

SCRIPTS = ("gpu.py",)  # travel with the programs
PACKED = "random.tar.xz"
SECONDS = 120


def build(folder: Path, count: int, seed: int, in_a_unit: int, jobs: int, kind: str, loops: bool) -> int:
    """Compiles the units and packs the programs; returns how many units did not compile."""
    from loops.units import make_unit as make_loops
    from random_kernels.printer import print_unit
    from random_kernels.toolchain import Builder
    from random_kernels.units import make_unit

    def build_one(number: int) -> Path | None:
        unit = (make_loops if loops else make_unit)(seed * 100_000 + number, in_a_unit)
        builder = Builder(place, unit.name, print_unit(unit))
        words = builder.build(kind)
        if words:
            print(f"FAILED {unit.name}: {words}", flush=True)
            return None
        program = builder.programs[kind]
        subprocess.run(["strip", str(program)], check=False)
        return program

    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(jobs) as pool:
        place = Path(name)
        units = range((count + in_a_unit - 1) // in_a_unit)
        made = list(pool.map(build_one, units))
        with tarfile.open(folder / PACKED, "w:xz", preset=6) as archive:
            for program in made:
                if program is not None:
                    archive.add(program, f"random/{program.name}")
    two_halves.close(folder, HERE, SCRIPTS)
    return made.count(None)


def run_one(program: Path, accelerator: str) -> tuple[int, int, str]:
    """Kernels, wrong ones, and what the program says of these."""
    try:
        done = subprocess.run(
            [str(program)],
            env={**os.environ, "HCPY_DEFAULT_ACCELERATOR": accelerator},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 0, 1, f"{program.name}: no end after {SECONDS} s\n"
    words = "".join(f"{program.name}: {line}\n" for line in done.stdout.splitlines() if line[:5] == "WRONG")
    counted = re.search(r"^(\d+) kernels, \d+ launches, (\d+) wrong$", done.stdout, re.MULTILINE)
    if counted is None:
        return 0, 1, words + f"{program.name}: ended with {done.returncode}: {done.stderr[-500:]}\n"
    return int(counted[1]), int(counted[2]), words


def run(folder: Path, jobs: int, accelerator: str) -> int:
    """Runs all programs on the GPU; returns the number of failures."""
    with tarfile.open(folder / PACKED) as archive:
        archive.extractall(folder)
    with ThreadPoolExecutor(jobs) as pool:
        results = list(
            pool.map(partial(run_one, accelerator=accelerator), sorted((folder / "random").iterdir()))
        )
    print("".join(words for _, _, words in results), end="")
    wrong = sum(w for _, w, _ in results)
    print(f"{sum(k for k, _, _ in results)} kernels on {accelerator}, {wrong} wrong")
    return wrong


def main() -> None:
    parser = two_halves.parser(__doc__)
    parser.add_argument("--count", type=int, default=500, help="build: kernels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loops", action="store_true", help="build: as given to run.py")
    parser.add_argument("--in-a-unit", type=int, default=25)
    parser.add_argument("--vulkan", action="store_true", help="not CUDA")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if options.half == "build":
        kind = "vulkan" if options.vulkan else "gpu"
        sizes = options.count, options.seed, options.in_a_unit, options.jobs
        failed = build(options.folder, *sizes, kind, options.loops)
    else:
        failed = run(options.folder, min(options.jobs, 4), "vulkan" if options.vulkan else "cuda")
    if failed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
