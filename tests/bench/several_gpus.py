"""Several GPUs of one host, in two halves, because the machine with the GPUs need not have hcpy.

`python tests/bench/several_gpus.py build DIR` compiles the programs here.
`python3 DIR/several_gpus.py run DIR`, on a machine with two NVIDIA GPUs or more (driver and python3
only), runs them and prints one table. Exit code 1 where a result is wrong or a figure is below its mark.
MPICH travels along where the extra `mpi` is there.
`run DIR --small` tries all of it on the host accelerator; `run DIR --only mpiexec --times 5` runs the rows
whose names have that word, five times each. NCCL is found where pip puts it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "devices")]
import mpi_programs  # noqa: E402
import two_halves  # noqa: E402

SCRIPTS = ("several_gpus.py", "mpi_programs.py")  # travel with the programs


class Row(NamedTuple):
    """One program. `mark`: the least figure; None: no wrong result is enough. {n}: how many GPUs."""

    what: str
    words: tuple[str, ...]
    seconds: int
    mark: float | None = None
    ranks: bool = False  # under mpiexec
    ways: bool = False  # with NCCL and without; the words are those of ranks.cpp, the figure is of the first

    def marked(self, gpus: int) -> float | None:
        """Strong and weak scaling may lose a little with each GPU."""
        if self.mark is not None and gpus > 2 and "scaling" in self.what:
            return {0.92: 0.90, 0.95: 0.90}[self.mark]
        return self.mark


ROWS = (
    Row("peers: what the driver says; kernels on a peer's memory", ("scaling", "peers"), 60),
    Row("two GPUs in turn on one array_view", ("two_gpus",), 60),
    Row("task graphs over two GPUs", ("hc_task_graph_random", "200", "1", "cuda:1"), 120),
    Row(
        "T1: random graphs over the GPUs and the host, 2,000",
        ("random_graphs", "--graphs", "2000", "--accelerators", "{gpus},host"),
        300,
    ),
    Row("distributed arrays, all accelerators", ("hc_distributed",), 60),
    Row("copy between GPUs / cuMemcpyPeerAsync", ("scaling", "copy"), 60, 0.9),
    Row("Jacobi, weak scaling on {n}", ("scaling", "jacobi", "{n}"), 120, 0.92),
    Row("n-body, strong scaling on {n}", ("scaling", "nbody", "{n}"), 120, 0.95),
    Row("Jacobi under mpiexec, a GPU a rank", ("jacobi_mpi",), 60, None, True),
    Row("n-body ring under mpiexec, a GPU a rank", ("nbody_ring_mpi",), 60, None, True),
    Row("array_views between ranks", ("ranks_mpi",), 60, None, True),
    Row("allreduce / NCCL's own", ("allreduce_mpi",), 60, 0.9, True),
    Row(
        "Jacobi under mpiexec, a step through host memory / by NCCL",
        ("steps_mpi", "jacobi:4096:4096:100", "jacobi:16384:4096:50", "jacobi:16384:16384:20"),
        120,
        1.0,
        True,
        True,
    ),
)
SOURCES = {
    "scaling": "several/scaling.cpp",
    "two_gpus": "../programs/gpu/two_gpus.cpp",
    "hc_task_graph_random": "../programs/apps/hc_task_graph_random.cpp",
    "random_graphs": "../reliability/random_graphs.cpp",
    "hc_distributed": "../programs/headers/hc_distributed.cpp",
    "jacobi_mpi": "../../samples/jacobi.cpp",
    "nbody_ring_mpi": "../../samples/nbody_ring.cpp",
    "ranks_mpi": "../programs/mpi/ranks.cpp",
    "allreduce_mpi": "several/allreduce.cpp",
    "steps_mpi": "several/ranks.cpp",
}
TARGETS = "host,ptx:sm_90"


def build(folder: Path) -> None:
    hcc, with_ranks = two_halves.hcc(), mpi_programs.compiler() is not None
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in SOURCES.items():
        program = folder / name
        if not name.endswith("_mpi"):
            words = [hcc, "-O2", f"--targets={TARGETS}", "-s", str(HERE / source), "-o", str(program)]
            subprocess.run(words, check=True)
        elif with_ranks:
            mpi_programs.build(HERE / source, program, TARGETS)
    if with_ranks:
        mpi_programs.carry(folder / "jacobi_mpi")
    two_halves.close(folder, HERE, SCRIPTS)


def run_row(folder: Path, row: Row, count: int, small: bool) -> tuple[bool, str]:
    if row.ways and small:
        row = row._replace(words=(row.words[0], "jacobi:64:64:4"))
    found = []
    for way in "0101" if row.ways else "1":
        said = words_of(folder, row, count, small, {"HCPY_NCCL": way})
        if isinstance(said, tuple):
            return said
        found.append(said)
    if row.ways:
        return compared(found, None if small else row.mark)
    figures = re.findall(r"figure=(\S+.*)", found[0])
    mark = None if small else row.marked(count)
    if mark is not None:
        return float(figures[-1].split()[0]) >= mark, f"{figures[-1]}; mark {mark}"
    lines = found[0].strip().splitlines() or ["right"]
    return True, figures[-1] if figures else lines[-1][:60]


def compared(said: list[str], mark: float | None) -> tuple[bool, str]:
    """Runs without NCCL and with it, in turn: the least seconds of each way, and the same results."""
    seconds: dict[str, list[float]] = {}
    checks: dict[str, set[str]] = {}
    for run, words in enumerate(said):
        for word, taken, check in re.findall(r"^(jacobi:\S+) (\S+) (\S+)$", words, re.MULTILINE):
            ways = seconds.setdefault(word, [1e9, 1e9])
            ways[run % 2] = min(ways[run % 2], float(taken))
            checks.setdefault(word, set()).add(check)
    if not checks or any(len(each) > 1 for each in checks.values()):
        return False, f"**results differ**: {checks}"
    ratios = [old / new for old, new in seconds.values()]
    each = [f"{word} {old * 1e6:.0f} / {new * 1e6:.0f} us" for word, (old, new) in seconds.items()]
    figure = f"{ratios[0]:.2f} ({', '.join(each)})"
    return (True, figure) if mark is None else (ratios[0] >= mark, f"{figure}; mark {mark}")


def words_of(
    folder: Path, row: Row, count: int, small: bool, variables: dict[str, str]
) -> str | tuple[bool, str]:
    """What the program says; or, where that is the end of the row, the row's result."""
    names = ",".join("host" if small else f"cuda:{n}" for n in range(count))
    words = [word.replace("{n}", str(count)).replace("{gpus}", names) for word in row.words]
    command = [str(folder / words[0]), *words[1:]]
    env = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host" if small else "cuda", **variables}
    if small:
        env["SIZE"] = "small"
    if row.ranks:
        env["LD_LIBRARY_PATH"] = mpi_programs.library_path(folder)
        command = [*mpi_programs.launch(folder, count), *command]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env=env, timeout=row.seconds
        )
    except subprocess.TimeoutExpired as late:
        return False, f"hangs: {late.stdout or b''!r:.500}"
    words_said = done.stdout + done.stderr
    if "no NCCL: NCCL is missing" in words_said:
        return True, "not run: there is no libnccl.so.2"
    if done.returncode != 0 or "FAILED" in words_said:
        print(words_said[-2000:], file=sys.stderr, flush=True)
        return False, f"**failed ({done.returncode})**"
    return words_said


def run_folder(folder: Path, small: bool, only: str, times: int) -> None:
    folder = folder.resolve()
    found = [] if small else two_halves.gpus()
    count = 2 if small else len(found)
    if count < 2:
        raise SystemExit("it takes two GPUs")
    two_halves.print_heading(folder, f"{count} x {'host' if small else found[0]}")
    print("| what | result | seconds | verdict |\n|---|---|---|---|")
    failed = 0
    for row in (row for row in ROWS if only in row.what for _ in range(times)):
        name = row.what.replace("{n}", str(count))
        needs_gpus = row.words[:2] == ("scaling", "peers") or row.words[0] in (
            "two_gpus",
            "hc_task_graph_random",
        )
        if not (folder / row.words[0]).exists() or (small and needs_gpus):
            print(f"| {name} | not run | | |")
            continue
        started = time.monotonic()
        good, result = run_row(folder, row, count, small)
        failed += not good
        verdict = "ok" if good else "**below**"
        print(
            f"| {name} | {result.replace('|', '/')} | {time.monotonic() - started:.1f} | {verdict} |",
            flush=True,
        )
    raise SystemExit(1 if failed else 0)


def main() -> None:
    parser = two_halves.parser(__doc__)
    parser.add_argument("--small", action="store_true", help="on the host accelerator, in small sizes")
    parser.add_argument("--only", default="", metavar="WORD", help="the rows whose names have it")
    parser.add_argument("--times", type=int, default=1, help="how often each row is run")
    options = parser.parse_args()
    if options.half == "build":
        build(options.folder)
    else:
        run_folder(options.folder, options.small, options.only, options.times)


if __name__ == "__main__":
    main()
