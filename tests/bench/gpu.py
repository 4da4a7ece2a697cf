"""The GPU run in two halves, because the machine with the GPU need not have hcpy.

`python tests/bench/gpu.py build DIR` builds every sample, test program, conformance program and benchmark
twin here, packed; `python3 DIR/gpu.py run DIR` on a machine with an NVIDIA GPU (driver and python3 only) runs
them with the CUDA back end, checks the results and prints the tables of docs/results. `sanitize`
instead of `run` has NVIDIA's compute-sanitizer watch them; `vulkan` runs what was built with `--vulkan`.
`--only kernels` is the suite of kernels alone, `--only programs` all else.
"""

from __future__ import annotations

import datetime
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "devices")]
import gpu_sanitizer  # noqa: E402
import gpu_vulkan  # noqa: E402
import kernels  # noqa: E402
import pairs  # noqa: E402
import two_halves  # noqa: E402

ROOT = HERE.parents[1]
CUDA = {"HCPY_DEFAULT_ACCELERATOR": "cuda"}
TWINS = ("triad", "nbody", "launch", "overlap", "graph", "algorithms")
Task = Callable[[], None]
CHAINS = ("100", "1000")  # kernels of a task graph
ALGORITHMS = {  # of 2^28 elements, and the least ratio
    "reduce": 0.9,
    "transform_reduce": 0.9,
    "inclusive_scan": 0.9,
    "exclusive_scan": 0.9,
    "sort": 0.8,
    "sort_by_key": 0.8,
    "copy_if": 0.8,
    "histogram": 0.8,
}


class Bench(NamedTuple):
    """A row of the table: how fast `ours` is beside `theirs`, programs of bench/ with their arguments."""

    name: str
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    hold: float  # the least ratio


BENCHES = (
    Bench("triad, hcpy and nvcc", ("triad_hc",), ("triad_cuda",), 0.98),
    Bench("nbody, hcpy and nvcc", ("nbody_hc",), ("nbody_cuda",), 0.98),
    *(
        Bench(
            f"B6 submit, {n} arguments, hcpy and cuLaunchKernel",
            ("launch_hc", f"submit{n}"),
            ("launch_cuda", f"submit{n}"),
            0.8,
        )
        for n in (0, 3, 16)
    ),
    Bench("B7 launch and wait, hcpy and the driver", ("launch_hc", "sync"), ("launch_cuda", "sync"), 0.8),
    *(
        Bench(
            f"B8 graph of {n}, hcpy and CUDA", ("graph_hc", "graph", n), ("graph_cuda", "graph", n), 1 / 1.10
        )
        for n in CHAINS
    ),
    # What an index, a bound and a reference to an array cost, beside a kernel that has none of them.
    Bench(
        "B8 graph of 1000, hcpy and bare CUDA kernels",
        ("graph_hc", "graph", "1000"),
        ("graph_cuda", "graph", "1000", "51", "bare"),
        0,
    ),
    Bench(
        "B8 graph of 1000 that refers to an array, hcpy and CUDA",
        ("graph_hc", "graph", "1000", "51", "array"),
        ("graph_cuda", "graph", "1000"),
        0,
    ),
    *(
        Bench(f"B8 graph of {n}, and one by one", ("graph_hc", "graph", n), ("graph_hc", "plain", n), 1 / 0.6)
        for n in CHAINS
    ),
    Bench("B16 pipeline, hcpy and CUDA streams", ("overlap_hc",), ("overlap_cuda",), 0.95),
    Bench("B16 hcpy, pipelined and serial", ("overlap_hc",), ("overlap_hc", "serial"), 1.8),
    *(
        Bench(f"B25 {name}, hcpy and CUB", ("algorithms_hc", name), ("algorithms_cuda", name), hold)
        for name, hold in ALGORITHMS.items()
    ),
)
RATES = (*(f"{twin}_{kind}" for twin in ("triad", "nbody") for kind in ("hc", "cuda")), "launch_hc flat")
# Of the programs about bad input, those that need no arguments.
WITHOUT_ARGUMENTS = tuple(
    ROOT / "tests" / "programs" / "bad" / f"{name}.cpp"
    for name in (
        "globals_changed_before_launch",
        "lambda_of_one_iteration",
        "large_function_object",
        "out_of_memory",
    )
)
RUN_SECONDS = 120
SCRIPTS = (
    "gpu.py",
    "gpu_sanitizer.py",
    "gpu_vulkan.py",
    "kernels.py",
    "pairs.py",
)  # travel with the programs
PACKED = "programs.tar.xz"
KERNELS = "kernels"  # as what alone is built or run; "kernels:NAME" runs those with NAME in theirs
PROGRAMS = "programs"  # what is built where the kernels are not
PARTS = ("samples", PROGRAMS, "bench", "conformance", KERNELS, gpu_vulkan.FOLDER)


def run(
    command: list[str], env: dict[str, str] | None = None, timeout: float | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env, timeout=timeout)


def build_one(command: list[str]) -> None:
    done = run(command)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def build_conformance(hcc: str, folder: Path, part: str, targets: str) -> Iterator[Task]:
    """Every conformance program that runs kernels, or those of CI, as `<family>/<name>`; those that are there
    are kept, and those that don't compile are left out with a word."""
    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "programs")]
    from conformance.cases import Case, all_cases, ci_part
    from conformance.check_case import compile_command, write

    def build_case(case: Case) -> None:
        with tempfile.TemporaryDirectory() as place:
            source = write(case, Path(place))
            program = folder / case.family / case.name
            if program.is_file():
                return
            program.parent.mkdir(parents=True, exist_ok=True)
            command = compile_command(case, [hcc, targets], source)
            done = run([*command, "-s", "-o", str(program)])
            if done.returncode != 0:
                print(f"FAILED {case.family}/{case.name}\n{done.stderr}", flush=True)

    cases = ci_part(all_cases()) if part == "ci" else all_cases()
    return (partial(build_case, case) for case in cases if case.has_ptx and not case.is_error)


def pack(folder: Path, parts: tuple[str, ...]) -> None:
    """One archive: the programs share most of their bytes, and what travels is bounded."""
    with tarfile.open(folder / PACKED, "w:xz", preset=6) as archive:
        for part in parts:
            archive.add(folder / part, part)
    for part in parts:
        shutil.rmtree(folder / part)


def program_commands(hcc: str, nvcc: str, folder: Path) -> Iterator[list[str]]:
    """What builds the samples, the test programs and the twins of BENCHES."""
    sys.path.insert(0, str(ROOT / "tests" / "programs"))
    from source_flags import flags_of

    for source in sorted((ROOT / "samples").glob("*.cpp")):
        yield [hcc, "-O3", str(source), "-o", str(folder / "samples" / source.stem)]
    programs = ROOT / "tests" / "programs"
    sources = [*sorted(programs.glob("apps/*.cpp")), *sorted(programs.glob("headers/*.cpp"))]
    for source in [*sources, *WITHOUT_ARGUMENTS]:
        yield [hcc, "-O2", *flags_of(source), str(source), "-o", str(folder / "programs" / source.stem)]
    for name in TWINS:
        ours, theirs = HERE / "gpu" / f"{name}_hc.cpp", HERE / "gpu" / f"{name}_cuda.cu"
        bench = folder / "bench"
        yield [hcc, "-hc", "-O3", "--targets=host,ptx:sm_90", str(ours), "-o", str(bench / f"{name}_hc")]
        yield [nvcc, "-O3", "-arch=sm_90", str(theirs), "-o", str(bench / f"{name}_cuda")]


def vulkan_commands(hcc: str, folder: Path) -> Iterator[list[str]]:
    """What builds the samples and the benchmarks with modules for Vulkan."""
    for source in sorted((ROOT / "samples").glob("*.cpp")):
        yield [hcc, "-O3", gpu_vulkan.TARGETS, str(source), "-s", "-o", str(folder / "samples" / source.stem)]
    for name in gpu_vulkan.BENCHES:
        source, made = HERE / "gpu" / f"{name}_hc.cpp", folder / "bench" / f"{name}_hc"
        yield [hcc, "-hc", "-O3", gpu_vulkan.BENCH_TARGETS, str(source), "-o", str(made)]


def build(folder: Path, jobs: int, part: str, only: str, with_vulkan: bool) -> None:
    hcc, nvcc = two_halves.hcc(), two_halves.tool("nvcc", "the CUDA toolkit")
    parts = (KERNELS,) if only == KERNELS else tuple(p for p in PARTS if p != KERNELS or only != PROGRAMS)
    there = folder / gpu_vulkan.FOLDER
    for_vulkan = ("samples", "bench") if with_vulkan else ()
    for name in (*parts, *(f"{gpu_vulkan.FOLDER}/{kind}" for kind in for_vulkan)):
        (folder / name).mkdir(parents=True, exist_ok=True)
    commands = [] if only == PROGRAMS else kernels.gpu_commands(hcc, nvcc, folder / KERNELS)
    conformance: list[Task] = []
    if only != KERNELS:
        commands += program_commands(hcc, nvcc, folder)
        conformance += build_conformance(hcc, folder / "conformance", part, "--targets=host,ptx:sm_90")
    if with_vulkan:
        commands += vulkan_commands(hcc, there)
        conformance += build_conformance(hcc, there / "conformance", part, gpu_vulkan.TARGETS)
    tasks = (partial(build_one, command) for command in commands)
    with ThreadPoolExecutor(jobs) as pool:
        made = [pool.submit(task) for task in (*tasks, *conformance)]
        for one in made:
            one.result()
    pack(folder, parts)
    two_halves.close(folder, HERE, SCRIPTS)


def run_program(program: Path, accelerator: str = "cuda") -> str:
    """Runs one on an accelerator; "passed", or what went wrong."""
    environment = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": accelerator}
    try:
        done = run([str(program)], env=environment, timeout=RUN_SECONDS)
    except subprocess.TimeoutExpired:
        return f"**hang** (over {RUN_SECONDS} s)"
    words = (done.stdout + done.stderr).strip().splitlines()
    if done.returncode == 0 and "FAILED" not in done.stdout:
        return "passed"
    return f"**failed ({done.returncode})** {words[-1:]}"


def run_conformance(folder: Path) -> int:
    """Runs the conformance programs, several at a time; a row a family. Returns how many failed."""
    programs = sorted(p for p in folder.glob("conformance/*/*"))
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(run_program, programs))
    total = Counter(p.parent.name for p in programs)
    failed = Counter(p.parent.name for p, result in zip(programs, results, strict=True) if result != "passed")
    print("| conformance family | programs | failed |\n|---|---|---|")
    for family in sorted(total):
        print(f"| {family} | {total[family]} | {failed[family]} |")
    for program, result in zip(programs, results, strict=True):
        if result != "passed":
            print(f"- {program.parent.name}/{program.name}: {result}")
    print(f"\n{len(programs)} conformance programs, {sum(failed.values())} failed\n")
    return sum(failed.values())


def run_programs(folder: Path) -> int:
    """Runs every sample and test program, one after another; returns how many failed."""
    failed = 0
    print("| program | result | seconds |\n|---|---|---|")
    for program in sorted(folder.glob("samples/*")) + sorted(folder.glob("programs/*")):
        started = datetime.datetime.now()
        result = run_program(program)
        failed += result != "passed"
        seconds = (datetime.datetime.now() - started).total_seconds()
        print(f"| {program.parent.name}/{program.name} | {result} | {seconds:.2f} |", flush=True)
    return failed


def unpack(folder: Path) -> None:
    done = folder / "unpacked"
    if not done.exists():
        with tarfile.open(folder / PACKED) as archive:
            archive.extractall(folder)
        done.touch()


def run_benches(folder: Path, count: int, only: str) -> int:
    """Measures the twins of BENCHES and prints their table; returns how many are below what they hold."""
    print(pairs.HEADER)
    below = 0
    for bench in BENCHES:
        if only not in bench.name:
            continue
        ours, theirs = ([str(folder / "bench" / c[0]), *c[1:]] for c in (bench.ours, bench.theirs))
        ratio = pairs.measure(bench.name, ours, theirs, count, CUDA)
        below += ratio.void or ratio.median < bench.hold
        print(ratio.row(bench.hold), flush=True)
    print("\nRates of one run each:" * (not only))
    for rate in RATES if not only else ():
        name, *arguments = rate.split()
        printed = run([str(folder / "bench" / name), *arguments], env={**os.environ, **CUDA}).stdout
        print(f"- {rate}: {printed.strip()}")
    return below


def run_folder(folder: Path, count: int, only: str) -> None:
    two_halves.print_heading(folder, two_halves.gpus()[0])
    unpack(folder)
    suite, _, wanted = only.partition(":")
    failed = 0
    if not only:
        failed = run_programs(folder)
        print(f"\n{failed} failed\n")
        failed += run_conformance(folder)
    if suite != KERNELS:
        failed += run_benches(folder, count, only)
    if suite in ("", KERNELS):
        failed += kernels.run_gpu(folder / KERNELS, count, wanted, CUDA)
    if failed:
        raise SystemExit(1)


def main() -> None:
    parser = two_halves.parser(__doc__, "sanitize", "vulkan")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument(
        "--only",
        default="",
        help="run: the benchmarks with this in their name, or kernels[:NAME]; build: kernels or programs",
    )
    parser.add_argument("--tools", default=",".join(gpu_sanitizer.TOOLS), help="sanitize: these alone")
    parser.add_argument("--most", type=int, default=100, help="sanitize: so many programs")
    parser.add_argument("--vulkan", action="store_true", help="build: for Vulkan, too")
    parser.add_argument("--part", choices=("all", "ci"), default="all", help="build: conformance programs")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1, help="compilations at a time")
    options = parser.parse_args()
    if options.half == "build":
        build(options.folder, options.jobs, options.part, options.only, options.vulkan)
    elif options.half == "sanitize":
        unpack(options.folder)
        if gpu_sanitizer.sanitize(options.folder, options.tools.split(","), options.most):
            raise SystemExit(1)
    elif options.half == "vulkan":
        two_halves.print_heading(options.folder, two_halves.gpus()[0])
        unpack(options.folder)
        if gpu_vulkan.run(options.folder, options.pairs, partial(run_program, accelerator="vulkan")):
            raise SystemExit(1)
    else:
        run_folder(options.folder, options.pairs, options.only)


if __name__ == "__main__":
    main()
