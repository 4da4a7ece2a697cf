"""Models of two programs on many ranks, fitted to runs on one and two, and tried on four.

`scaling.py build DIR` compiles tests/bench/several/ranks.cpp; takes the extra `mpi`. `python3 DIR/scaling.py
run DIR [--accelerator cuda]` measures, on this machine or one with GPUs, and prints Markdown: what was
fitted, what four ranks should take and take, and what 1,024 should. `fit DIR` prints it again from
DIR/figures.json. docs/scaling.md says what the models leave out.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "devices")]
import mpi_programs  # noqa: E402
import two_halves  # noqa: E402

Figures = Mapping[int, Mapping[str, float]]  # seconds of each word, for each number of ranks


class Sizes(NamedTuple):
    """Words of ranks.cpp: the models are fitted to the first, and tried on both."""

    fit: tuple[str, ...]
    check: tuple[str, ...]


# A processor's shares of the plates stay in its caches, but for the last check's.
HOST = Sizes(
    (
        *("jacobi:256:1024:40", "jacobi:512:1024:20", "jacobi:1024:1024:10", "jacobi:256:4096:10"),
        *("ring:2048:2", "ring:4096:1", "ring:8192:1"),
    ),
    ("jacobi:768:1024:20", "ring:6144:1", "jacobi:4096:2048:3"),
)
GPU = Sizes(
    (
        *("jacobi:4096:4096:100", "jacobi:16384:4096:50", "jacobi:16384:16384:20", "jacobi:4096:16384:50"),
        *("ring:65536:4", "ring:131072:2", "ring:262144:1", "ring:524288:1"),
    ),
    (
        "jacobi:8192:16384:50",
        "ring:98304:3",
        "ring:393216:1",
        "jacobi:32768:16384:20",
        "jacobi:32768:32768:10",
    ),
)
LINKS = ("link:8:20", "link:65536:20", "link:1048576:5")


class Line(NamedTuple):
    """A cost that grows with a size, in seconds: a launch and a cell, a message and a byte."""

    each: float
    unit: float

    def __call__(self, size: float) -> float:
        return self.each + self.unit * size


def fit(points: Sequence[tuple[float, float]]) -> Line:
    """The line through (size, seconds) with the least sum of squared relative errors; no cost is negative."""
    scaled = [(1 / seconds, size / seconds) for size, seconds in points]
    count = sum(u * u for u, _ in scaled), sum(u * v for u, v in scaled), sum(v * v for _, v in scaled)
    ones, sizes = sum(u for u, _ in scaled), sum(v for _, v in scaled)
    determinant = count[0] * count[2] - count[1] ** 2
    if determinant > 1e-12 * count[0] * count[2]:
        each = (ones * count[2] - sizes * count[1]) / determinant
        unit = (sizes * count[0] - ones * count[1]) / determinant
        if each >= 0 and unit >= 0:
            return Line(each, unit)
    alone = (Line(ones / count[0], 0), Line(0, sizes / count[2]))
    return min(alone, key=lambda line: sum((line.each * u + line.unit * v - 1) ** 2 for u, v in scaled))


class Kernel(NamedTuple):
    """What a turn of all work-items' loops costs, in seconds: a line through how many work-items there are.

    least: what it costs where they do not fill the device; filled: the most of which that is known.
    """

    line: Line
    least: float = 0
    filled: float = 0

    def __call__(self, items: float, turns: float) -> float:
        return turns * (self.least if items <= self.filled else max(self.line(items), self.least))


def kernel_of(points: Sequence[tuple[float, float, float]]) -> Kernel:
    """From (items, turns, seconds). A device is not filled where more work-items cost a turn no more."""
    costs = [(items, seconds / turns) for items, turns, seconds in sorted(points)]
    smallest = costs[0][1]
    empty = [cost for _, cost in costs if cost <= 1.15 * smallest]
    if len(empty) < 2:
        return Kernel(fit(costs))
    more = costs[len(empty) :]
    line = fit(more) if len(more) > 1 else Line(0, 0)
    return Kernel(line, sum(empty) / len(empty), costs[len(empty) - 1][0])


class Share(NamedTuple):
    """What one rank of several does in one round: so many kernels of so many work-items, so many messages.

    turns: of the loop in each work-item.
    """

    kernels: int
    items: float
    turns: float
    messages: int
    bytes: float


def jacobi(ranks: int, rows: int, columns: int, steps: int = 1) -> Share:
    """A step: an inner rank sends a row to either neighbour."""
    return Share(1, rows * columns / ranks, 1, min(2, ranks - 1), 4 * columns)


def ring(ranks: int, bodies: int, times: int = 1) -> Share:
    """All bodies pull each other: each rank's block visits all ranks, and comes home."""
    own = bodies / ranks
    return Share(ranks, own, own, ranks if ranks > 1 else 0, 16 * own)


Point = tuple[Share, float]  # and the seconds that it took
PROGRAMS = {"jacobi": jacobi, "ring": ring}


def share_of(ranks: int, word: str) -> Share:
    what, *numbers = word.split(":")
    return PROGRAMS[what](ranks, *map(int, numbers))


class Model(NamedTuple):
    """What a kernel takes; what a message takes by itself; what part of that it adds to a round of kernels.

    chain: what a round takes at least, but for the bytes: a message comes after a kernel, and the next kernel
    after the message, however many are sent at the same time. largest: the most work-items that were fitted.
    """

    kernel: Kernel
    link: Line
    part: float
    chain: float
    largest: float = math.inf

    def kernels(self, share: Share) -> float:
        return share.kernels * self.kernel(share.items, share.turns)

    def floor(self, share: Share) -> float:
        return self.chain + self.link.unit * share.bytes if share.messages else 0

    def doubt(self, share: Share) -> str:
        """Why it need not hold; empty: it should. Two ranks do not tell what it takes to wait for two."""
        if share.items > self.largest:
            return "larger than fitted"
        return "waits for messages" if self.kernels(share) < self.floor(share) else ""

    def seconds(self, share: Share, turns: float = 1, wire: Line | None = None) -> float:
        """A round of one share.

        turns: how many ranks take turns on a processor or GPU, with their kernels and their messages.
        wire: a network that each message also passes, with nothing hidden.
        """
        work = self.kernels(share) + self.part * share.messages * self.link(share.bytes)
        round_ = max(work, self.floor(share)) * turns
        return round_ + (share.messages * wire(share.bytes) if wire else 0)


def fitted(what: str, figures: Figures, words: Iterable[str]) -> Model:
    """From the figures of these words on one and two ranks; the link is that of two."""
    words = [word for word in words if word.startswith(what)]
    alone = [(share_of(1, word), figures[1][word]) for word in words]
    kernel = kernel_of([(share.items, share.turns, seconds) for share, seconds in alone])
    link = fit([(float(word.split(":")[1]), figures[2][word]) for word in LINKS])
    plain = Model(kernel, link, 0, 0)
    points = [(share_of(2, word), figures[2][word]) for word in words]
    points.sort(key=lambda point: plain.kernels(point[0]) / point[1])
    # In which rounds kernels are short enough to wait for messages is tried.
    models = [_parted(plain, points[:waiting], points[waiting:]) for waiting in range(len(points))]
    best = min(models, key=lambda m: sum((m.seconds(share) / seconds - 1) ** 2 for share, seconds in points))
    return best._replace(largest=max(share.items for share, _ in alone))


def _parted(plain: Model, chained: Sequence[Point], others: Sequence[Point]) -> Model:
    """chained: the rounds that take as long as their messages."""
    link = plain.link
    chains = [seconds - link.unit * share.bytes for share, seconds in chained]
    above = below = 0.0
    for share, seconds in others:
        messages = share.messages * link(share.bytes) / seconds
        above += messages * (1 - plain.kernels(share) / seconds)
        below += messages * messages
    part = max(0.0, above / below) if below else 0.0
    return plain._replace(part=part, chain=max(link.each, sum(chains) / len(chains) if chains else 0))


# --- measuring ---------------------------------------------------------------------------------------
def measure(folder: Path, ranks: int, words: Sequence[str], accelerator: str) -> dict[str, tuple[float, str]]:
    """Seconds and check of each word."""
    env = {"ROUNDS": "20", **os.environ, "HCPY_DEFAULT_ACCELERATOR": accelerator}
    env["LD_LIBRARY_PATH"] = mpi_programs.library_path(folder)
    if accelerator == "host":  # a rank is one processor
        env |= {"HCPY_HOST_THREADS": "1", "PIN": "1", "OCL_ICD_VENDORS": "/nonexistent"}
    command = [*mpi_programs.launch(folder, ranks), str(folder / "ranks"), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env, timeout=500)
    if done.returncode != 0:
        raise SystemExit(f"scaling: {ranks} ranks failed ({done.returncode}):\n{done.stdout}{done.stderr}")
    lines = [line.split() for line in done.stdout.splitlines()]
    return {word: (float(seconds), check) for word, seconds, check in lines}


def measure_all(folder: Path, accelerator: str, counts: Sequence[int], passes: int) -> Figures:
    """The least of all passes. The plates are the same on any number of ranks, or the run is void."""
    sizes = HOST if accelerator == "host" else GPU
    words = [*sizes.fit, *sizes.check]
    figures: dict[int, dict[str, float]] = {ranks: {} for ranks in counts}
    checks: dict[str, str] = {}
    for _ in range(passes):
        for ranks in counts:
            begin = time.monotonic()
            found = measure(folder, ranks, [*words, *(LINKS if ranks == 2 else ())], accelerator)
            print(f"{ranks} ranks: {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
            for word, (seconds, check) in found.items():
                if checks.setdefault(word, check) != check:
                    raise SystemExit(f"scaling: {word} has another result on {ranks} ranks")
                figures[ranks][word] = min(seconds, figures[ranks].get(word, seconds))
    return figures


# --- the report --------------------------------------------------------------------------------------
def microseconds(seconds: float) -> str:
    return f"{seconds * 1e6:,.{0 if seconds >= 1e-4 else 1}f}"


def print_fit(models: Mapping[str, Model]) -> None:
    print(
        "| model | a turn, us | a work-item, ns | at least, us | link, us | link, GB/s | part | chain, us |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for what, (kernel, link, part, chain, _) in models.items():
        speed = f"{1e-9 / link.unit:.2f}" if link.unit else "-"
        line = f"{kernel.line.each * 1e6:.3f} | {kernel.line.unit * 1e9:.6f} | {kernel.least * 1e6:.3f}"
        print(f"| {what} | {line} | {link.each * 1e6:.1f} | {speed} | {part:.2f} | {chain * 1e6:.0f} |")


def print_errors(models: Mapping[str, Model], figures: Figures, sizes: Sizes, devices: int) -> None:
    print("\n| ranks | program | used for | measured, us | predicted, us | error | doubt |")
    print("|---|---|---|---|---|---|---|")
    worst = {True: 0.0, False: 0.0}  # of more than two ranks: where it should hold, and elsewhere
    for ranks, measured in figures.items():
        for word in (*sizes.fit, *sizes.check):
            model, share = models[word.partition(":")[0]], share_of(ranks, word)
            predicted = model.seconds(share, max(1.0, ranks / devices))
            use = "the fit" if ranks <= 2 and word in sizes.fit else "a check"
            error, doubt = predicted / measured[word] - 1, model.doubt(share)
            times = f"{microseconds(measured[word])} | {microseconds(predicted)}"
            print(f"| {ranks} | {word.rpartition(':')[0]} | {use} | {times} | {error:+.0%} | {doubt} |")
            if ranks > 2:
                worst[not doubt] = max(worst[not doubt], abs(error))
    most = f"{worst[True]:.0%} at most where there is no doubt, {worst[False]:.0%} else"
    print(f"\nErrors for more than two ranks: {most}.")


def print_predictions(models: Mapping[str, Model], ranks: int, wire: Line) -> None:
    print(f"\nPredictions for {ranks:,} ranks, never run:\n")
    columns = ("one rank, s", "linked as measured, s", "efficiency", "over the network, s", "efficiency")
    print(f"| program | {' | '.join(columns)} | doubt |\n|---|---|---|---|---|---|---|")
    for word in ("jacobi:65536:65536", "jacobi:4194304:65536", "ring:1048576", "ring:16777216"):
        model = models[word.partition(":")[0]]
        alone = model.seconds(share_of(1, word))
        row = [word, f"{alone:,.3g}"]
        for network in (None, wire):
            seconds = model.seconds(share_of(ranks, word), 1, network)
            row += [f"{seconds:,.3g}", f"{alone / ranks / seconds:.0%}"]
        row.append(model.doubt(share_of(ranks, word)))
        print(f"| {' | '.join(row)} |")


def report(figures: Figures, sizes: Sizes, devices: int, wire: Line) -> None:
    models = {what: fitted(what, figures, sizes.fit) for what in PROGRAMS}
    print_fit(models)
    print_errors(models, figures, sizes, devices)
    print_predictions(models, 1024, wire)


def main() -> None:
    parser = two_halves.parser(__doc__, "fit")
    parser.add_argument("--accelerator", default="host", help="host (default), cuda, opencl, vulkan")
    parser.add_argument("--passes", type=int, default=3, help="the least of them counts (default: 3)")
    parser.add_argument("--network", nargs=2, type=float, default=(2.0, 25.0), metavar=("US", "GB/S"))
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.half == "build":
        folder.mkdir(parents=True, exist_ok=True)
        mpi_programs.build(HERE / "several" / "ranks.cpp", folder / "ranks", "host,ptx:sm_90")
        mpi_programs.carry(folder / "ranks")
        two_halves.close(folder, HERE, ("scaling.py", "mpi_programs.py"))
        return
    file = folder / "figures.json"
    if options.half == "run":
        on_host = options.accelerator == "host"
        devices = len(os.sched_getaffinity(0)) if on_host else len(two_halves.gpus())
        if devices < 2:
            raise SystemExit("scaling: it takes two processors or GPUs")
        found = measure_all(folder, options.accelerator, (1, 2, 4), options.passes)
        file.write_text(json.dumps({"devices": devices, "seconds": found}, indent=1))
    saved = json.loads(file.read_text())
    two_halves.print_heading(folder, f"{saved['devices']} x {options.accelerator}")
    latency, speed = options.network
    seconds = {int(ranks): words for ranks, words in saved["seconds"].items()}
    report(
        seconds,
        HOST if options.accelerator == "host" else GPU,
        saved["devices"],
        Line(latency * 1e-6, 1e-9 / speed),
    )


if __name__ == "__main__":
    main()
