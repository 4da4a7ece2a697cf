"""The benchmarks that need no GPU: `tests/bench/run.py NAME`, one of applications, compile, corpus,
divergent, everyday, graph, host, idioms, kernels, launch, memory and twins.

Builds what it compares into a temporary folder, runs interleaved pairs and prints one Markdown table.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import kernels
import pairs

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "compile"))
import corpus  # noqa: E402

sys.path.insert(0, str(HERE / "twins"))
import compare  # noqa: E402

VOID = "void: an A/A control is off by more than 3 %; run again on a quieter machine"
SAMPLES = HERE.parents[1] / "samples"


@contextmanager
def scratch() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="hcpy-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def build(*command: str) -> None:
    """Runs a compiler; its failure ends the benchmark with its words."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def needs(tool: str, mend: str) -> str:
    found = shutil.which(tool)
    if found is None:
        raise SystemExit(f"this benchmark needs {tool}: {mend}")
    return found


def show(rows: list[tuple[pairs.Ratio, float]]) -> None:
    print(pairs.HEADER)
    for ratio, hold in rows:
        print(ratio.row(hold), flush=True)
    if any(ratio.void for ratio, _ in rows):
        raise SystemExit(VOID)


def bench_compile(count: int) -> None:
    """Wall time of the whole compiler with all three targets against nvcc; hold: 1.5 times nvcc's.

    Three rows: the cache turned off, a source that has changed, one that has not.
    """
    nvcc = needs("nvcc", "install the CUDA toolkit")
    hcc = needs("hcc", "pip install .")
    with scratch() as out:
        os.environ["HCPY_CACHE_DIR"] = str(out / "cache")
        source = SAMPLES / "saxpy.cpp"
        ours = [hcc, str(source), "-o", str(out / "saxpy_hc")]
        theirs = [nvcc, str(HERE / "compile" / "saxpy.cu"), "-o", str(out / "saxpy_cuda")]
        change = 'cp "$2" "$3/new.cpp" && echo "// $$" >> "$3/new.cpp" && exec "$1" "$3/new.cpp" -o "$3/new"'
        changed = ["sh", "-c", change, "sh", hcc, str(source), str(out)]
        build(*ours)
        rows = [
            ("compile saxpy without the cache", ["env", "HCPY_NO_CACHE=1", *ours]),
            ("compile saxpy, changed", changed),
            ("compile saxpy, unchanged", ours),
        ]
        show([(pairs.measure(f"{name}, hcc and nvcc", c, theirs, count), 1 / 1.5) for name, c in rows])


def bench_corpus(count: int) -> None:
    """B11: twelve units, three targets, two cores. Ratios baseline/hcpy; hold 1/3.5 of clang's host part and
    1/1.0 of nvcc, goal 1/2.0 and 1/0.6."""
    hcc = needs("hcc", "pip install .")
    nvcc = shutil.which("nvcc")
    rows = []
    with scratch() as out:
        os.environ["HCPY_CACHE_DIR"] = str(out / "cache")
        host = corpus.write_commands(out / "host.txt", corpus.host_commands(hcc, out))
        without = corpus.write_commands(out / "hcc.txt", corpus.hcc_commands(hcc, out))
        change = [sys.executable, str(HERE / "compile" / "change.py"), hcc, str(out)]
        baselines = {"clang++ host part (goal 0.5)": (host, 1 / 3.5)}
        if nvcc is None:
            print("not run: nvcc (install the CUDA toolkit)", file=sys.stderr)
        else:
            twins = corpus.write_commands(out / "nvcc.txt", corpus.nvcc_commands(nvcc, out))
            baselines["nvcc (goal 1.67)"] = (twins, 1.0)
        for label, ours in (
            ("from an empty cache", [*change, "fresh"]),
            ("edited", change),
            ("without the cache", ["env", "HCPY_NO_CACHE=1", *without]),
        ):
            others = {f"12 units {label}, {name}": command for name, (command, _) in baselines.items()}
            found = pairs.measure_against(ours, others, count)
            rows += list(zip(found, (hold for _, hold in baselines.values()), strict=True))
        bare = out / "bare.cpp"
        bare.write_text(corpus.BARE)
        for label, env in (("without the cache", {"HCPY_NO_CACHE": "1"}), ("unchanged", {})):
            command = [hcc, "-c", str(bare), "-o", str(out / "bare.o")]
            times = sorted(pairs.run_once(command, env).seconds for _ in range(max(count, 3)))
            print(f"a bare #include <hc.hpp>, {label}: {times[len(times) // 2]:.3f} s (hold 1.0, goal 0.5)")
        unchanged(hcc, out, count)
        show(rows)


def unchanged(hcc: str, out: Path, count: int) -> None:
    """Every unit again, with the cache: the time beyond nothing at all, hold 0.25 s beyond the host part."""
    (alone,) = [c for c in corpus.hcc_commands(hcc, out) if c[-1].endswith("nbody.o")]
    pairs.run_once(alone)
    times = sorted(pairs.run_once(alone).seconds for _ in range(max(count, 3)))
    print(f"nbody.cpp unchanged, with the cache: {times[len(times) // 2]:.3f} s (hold: host part + 0.25)")


def openmp_twins(out: Path, name: str) -> Iterator[tuple[str, Path]]:
    source = str(HERE / "host" / f"{name}_omp.cpp")
    flags = ["-std=c++17", "-O3", "-march=native", "-fopenmp"]
    build(needs("g++", "apt-get install g++"), *flags, source, "-o", str(out / f"{name}_gcc"))
    yield "g++", out / f"{name}_gcc"
    # The system's clang with its libomp, not the wheel's beside hcc.
    ours = Path(needs("hcc", "pip install .")).parent
    path = os.pathsep.join(p for p in os.environ["PATH"].split(os.pathsep) if Path(p) != ours)
    clang = shutil.which("clang++", path=path)
    if clang is None:
        print("not run: Debian's clang with libomp (apt-get install clang libomp-dev)", file=sys.stderr)
        return
    build(clang, *flags, source, "-o", str(out / f"{name}_clang"))
    yield "clang++", out / f"{name}_clang"


def bench_host(count: int) -> None:
    """The host back end against OpenMP, and against Intel's OpenCL runtime on the same kernels."""
    hcc = needs("hcc", "pip install .")
    on_host = {"HCPY_DEFAULT_ACCELERATOR": "host"}
    on_opencl = {"HCPY_DEFAULT_ACCELERATOR": "opencl"}
    rows = []
    with scratch() as out:
        for name in ("saxpy", "nbody", "reduction", "matmul"):
            build(hcc, "-hc", "-O3", str(HERE / "host" / f"{name}_hc.cpp"), "-o", str(out / f"{name}_hc"))
        for name in ("saxpy", "nbody"):
            for compiler, twin in openmp_twins(out, name):
                label = f"{name}, {compiler} OpenMP"
                ratio = pairs.measure(label, [str(out / f"{name}_hc")], [str(twin)], count, on_host)
                rows.append((ratio, 0.85))
        for name, hold in (("reduction", 4.0), ("matmul", 0.7)):
            program = [str(out / f"{name}_hc")]
            label = f"tiled {name}, Intel OpenCL CPU"
            rows.append((pairs.measure(label, program, program, count, on_host, on_opencl), hold))
    show(rows)


DIVERGENT = ("mandelbrot", "dot", "k-means", "options", "walk", "alignment", "histogram")
APPLICATIONS = ("k-means", "paths", "tracer", "alignment")


def bench_divergent(count: int) -> None:
    """Kernels whose work-items go different ways against OpenMP, with masks and without them."""
    with_and_without_masks("divergent", DIVERGENT, count)


def bench_applications(count: int) -> None:
    """Parts of applications, with structures and random numbers, in the same way."""
    with_and_without_masks("applications", APPLICATIONS, count)


def bench_twins(count: int) -> None:
    """The applications of samples/ as they are against twins with OpenMP."""
    tools = {"hcc": needs("hcc", "pip install ."), "g++": needs("g++", "apt-get install g++")}
    with scratch() as out:
        compare.compare(tools, out, count)


def with_and_without_masks(name: str, parts: tuple[str, ...], count: int) -> None:
    hcc = needs("hcc", "pip install .")
    on_host = {"HCPY_DEFAULT_ACCELERATOR": "host"}
    source = str(HERE / "host" / f"{name}_hc.cpp")
    rows = []
    with scratch() as out:
        (_, twin), *_ = openmp_twins(out, name)
        for way in ("loops", "auto"):
            flags = ["-hc", "-O3", "--targets=host", f"-fhcc-vectorise={way}"]
            build(hcc, *flags, source, "-o", str(out / way))
        for what in parts:
            for way in ("loops", "auto"):
                label = f"{what}, {way}, g++ OpenMP"
                ratio = pairs.measure(label, [str(out / way), what], [str(twin), what], count, on_host)
                rows.append((ratio, 0.6 if way == "auto" else 0))
    show(rows)


IDIOMS = (
    "blur",
    "stencil",
    "paths",
    "bitonic",
    "scan",
    "sgemm",
    "dgemm",
    "blocked",
    "heat",
    "softmax",
    "layer",
)


def bench_idioms(count: int) -> None:
    """Kernels as people write them for GPUs against OpenMP as people write it; code for two processors."""
    hcc = needs("hcc", "pip install .")
    on_host = {"HCPY_DEFAULT_ACCELERATOR": "host"}
    source = str(HERE / "host" / "idioms_hc.cpp")
    rows = []
    with scratch() as out:
        (_, twin), *_ = openmp_twins(out, "idioms")
        for arch in ("x86-64-v3", "x86-64-v4"):
            build(hcc, "-hc", "-O3", f"--targets=host:{arch}", source, "-o", str(out / arch))
        for what in IDIOMS:
            for arch in ("x86-64-v3", "x86-64-v4"):
                label = f"{what}, {arch}, g++ OpenMP"
                ratio = pairs.measure(label, [str(out / arch), what], [str(twin), what], count, on_host)
                rows.append((ratio, 0.6))
    show(rows)


def bench_everyday(count: int, wanted: str = "") -> None:
    """Kernels that nobody tuned for GPUs: a row, a column, a window or an element for each work-item."""
    hcc = needs("hcc", "pip install .")
    on_host = {"HCPY_DEFAULT_ACCELERATOR": "host"}
    rows = []
    with scratch() as out:
        (_, twin), *_ = openmp_twins(out, "everyday")
        program = str(out / "everyday_hc")
        build(hcc, "-hc", "-O3", "--targets=host", str(HERE / "host" / "everyday_hc.cpp"), "-o", program)
        for what in kernels.names(Path(program)):
            if wanted not in what:
                continue
            label = f"{what}, g++ OpenMP"
            ratio = pairs.measure(label, [program, what], [str(twin), what], count, on_host)
            rows.append((ratio, 0.6))
    show(rows)


def bench_graph(count: int) -> None:
    """Chains of kernels on the host back end: as a task graph, and launched one by one."""
    hcc = needs("hcc", "pip install .")
    on_host = {"HCPY_DEFAULT_ACCELERATOR": "host"}
    rows = []
    with scratch() as out:
        program = str(out / "graph_hc")
        build(hcc, "-hc", "-O3", str(HERE / "gpu" / "graph_hc.cpp"), "-o", program)
        for length, repetitions in (("100", "1001"), ("1000", "301")):
            ours = [program, "graph", length, repetitions]
            plain = [program, "plain", length, repetitions]
            label = f"graph of {length} kernels, and one by one"
            rows.append((pairs.measure(label, ours, plain, count, on_host, on_host), 1 / 0.6))
    show(rows)


def bench_kernels(count: int, wanted: str = "", clock: str = "time_s") -> None:
    """The suite of idiomatic kernels (B24) against OpenMP and Intel's OpenCL runtime."""
    hcc, gcc = needs("hcc", "pip install ."), needs("g++", "apt-get install g++")
    with scratch() as out:
        for command in kernels.cpu_commands(hcc, gcc, out):
            build(*command)
        if kernels.run_cpu(out, count, wanted, clock):
            raise SystemExit(VOID)


def bench_launch(count: int) -> None:
    """An empty kernel, launched and waited for, against OpenMP's empty region and Intel's OpenCL runtime; and
    the cost of a submission after a million of them."""
    hcc = needs("hcc", "pip install .")
    on_host = {"HCPY_DEFAULT_ACCELERATOR": "host"}
    on_opencl = {"HCPY_DEFAULT_ACCELERATOR": "opencl"}
    rows = []
    with scratch() as out:
        program = out / "launch_hc"
        build(hcc, "-O2", "--targets=host,spirv", str(HERE / "gpu" / "launch_hc.cpp"), "-o", str(program))
        ours = [str(program), "sync"]
        for compiler, twin in openmp_twins(out, "launch"):
            label = f"launch and wait, {compiler} OpenMP"
            rows.append((pairs.measure(label, ours, [str(twin)], count, on_host), 1 / 3))
        label = "launch and wait, Intel OpenCL CPU"
        rows.append((pairs.measure(label, ours, ours, count, on_host, on_opencl), 2.0))
        for device, env in (("host", on_host), ("opencl", on_opencl)):
            done = subprocess.run(
                [program, "flat"], env={**os.environ, **env}, capture_output=True, text=True, check=False
            )
            print(f"submissions 990,000 to 1,000,000 over 1,000 to 11,000, {device}: {done.stdout.strip()}")
        show(rows)


def session_memory(session: int) -> int:
    """KiB that the processes of a session hold, shared pages counted once (Pss)."""
    total = 0
    for process in Path("/proc").iterdir():
        if not process.name.isdigit():
            continue
        try:
            if os.getsid(int(process.name)) == session:
                rollup = (process / "smaps_rollup").read_text()
                total += int(rollup[rollup.index("\nPss:") + 5 :].split(None, 1)[0])
        except (OSError, ValueError):  # it has just ended
            continue
    return total


def bench_memory(_: int) -> None:
    """Peak memory of hcc with all its processes on every sample, sampled; hold: under 1 GiB."""
    hcc = needs("hcc", "pip install .")
    worst = 0
    with scratch() as out:
        print("| sample | peak of all processes, MiB |\n|---|---|")
        for source in sorted(SAMPLES.glob("*.cpp")):
            command = [hcc, str(source), "-o", str(out / source.stem)]
            with subprocess.Popen(command, start_new_session=True) as process:
                peak = 0
                while process.poll() is None:
                    peak = max(peak, session_memory(process.pid) // 1024)
                    time.sleep(0.02)
            if process.returncode != 0:
                raise SystemExit(f"hcc failed on {source}")
            worst = max(worst, peak)
            print(f"| {source.name} | {peak} |", flush=True)
    print(f"peak {worst} MiB, hold 1024: {'ok' if worst < 1024 else 'above'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    benches = {
        "applications": bench_applications,
        "compile": bench_compile,
        "corpus": bench_corpus,
        "divergent": bench_divergent,
        "everyday": bench_everyday,
        "graph": bench_graph,
        "host": bench_host,
        "idioms": bench_idioms,
        "kernels": bench_kernels,
        "launch": bench_launch,
        "memory": bench_memory,
        "twins": bench_twins,
    }
    parser.add_argument("bench", choices=benches)
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--only", default="", help="kernels, everyday: those with this in their name")
    parser.add_argument(
        "--clock", choices=("time_s", "processor_s"), default="time_s", help="kernels: what counts"
    )
    options = parser.parse_args()
    if options.bench == "kernels":
        bench_kernels(options.pairs, options.only, options.clock)
    elif options.bench == "everyday":
        bench_everyday(options.pairs, options.only)
    else:
        benches[options.bench](options.pairs)


if __name__ == "__main__":
    main()
