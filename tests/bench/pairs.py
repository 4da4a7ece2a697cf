"""Interleaved pair measurement: takes commands A and B, gives the median of the per-pair ratios.

Every command prints `time_s=<seconds>` and `check=<word>`; where it prints neither, its wall time counts.
Programs that serve (kernels/suite.hpp) stay: they time a batch for every line they are sent.
An A/A control runs in the same session; a run whose control is off by more than 3 % is void.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType

CONTROL_LIMIT = 0.03


@dataclass(frozen=True)
class Sample:
    """One run of a command."""

    seconds: float
    check: str


@dataclass(frozen=True)
class Ratio:
    """Ratios seconds(B) / seconds(A), one a pair: above 1 means that A is the faster one."""

    name: str
    ratios: tuple[float, ...]
    control: tuple[float, ...]
    median_a: float
    median_b: float

    @property
    def median(self) -> float:
        return statistics.median(self.ratios)

    @property
    def quartiles(self) -> tuple[float, float]:
        cuts = statistics.quantiles(self.ratios, n=4)
        return cuts[0], cuts[2]

    @property
    def control_median(self) -> float:
        return statistics.median(self.control)

    @property
    def void(self) -> bool:
        return abs(self.control_median - 1.0) > CONTROL_LIMIT

    def row(self, hold: float) -> str:
        low, high = self.quartiles
        verdict = "void (control)" if self.void else "ok" if self.median >= hold else "below"
        return (
            f"| {self.name} | {self.median_a:.4g} s | {self.median_b:.4g} s | **{self.median:.3f}** "
            f"[{low:.3f}, {high:.3f}] | {self.control_median:.3f} | {hold:g} | {verdict} |"
        )


HEADER = (
    "| benchmark | hcpy | baseline | baseline/hcpy, median [quartiles] | A/A control | hold | verdict |\n"
    "|---|---|---|---|---|---|---|"
)


def run_once(command: Sequence[str], env: Mapping[str, str] | None = None) -> Sample:
    """Runs a command once; a failing command or a failing check ends the benchmark."""
    started = time.perf_counter()
    done = subprocess.run(
        list(command), env={**os.environ, **(env or {})}, capture_output=True, text=True, check=False
    )
    wall = time.perf_counter() - started
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
    seconds = re.search(r"time_s=([0-9.eE+-]+)", done.stdout)
    check = re.search(r"check=(\S+)", done.stdout)
    if check and check.group(1) == "FAILED":
        raise SystemExit(f"{' '.join(command)} computed a wrong result:\n{done.stdout}")
    return Sample(float(seconds.group(1)) if seconds else wall, check.group(1) if check else "")


def measure(
    name: str,
    a: Sequence[str],
    b: Sequence[str],
    pairs: int = 15,
    env_a: Mapping[str, str] | None = None,
    env_b: Mapping[str, str] | None = None,
) -> Ratio:
    """Runs A B A, `pairs` times after one warm-up: A/B pairs and the A/A control interleave."""
    return measure_against(a, {name: b}, pairs, env_a, env_b)[0]


def measure_against(
    a: Sequence[str],
    others: Mapping[str, Sequence[str]],
    pairs: int = 15,
    env_a: Mapping[str, str] | None = None,
    env_b: Mapping[str, str] | None = None,
) -> list[Ratio]:
    """The same with several B, by the names of their rows: A B1 B2 A."""
    for command, env in ((a, env_a), *((b, env_b) for b in others.values())):
        run_once(command, env)
    runs_a: list[tuple[float, float]] = []
    runs_b: list[list[float]] = []
    for _ in range(pairs):
        first = run_once(a, env_a).seconds
        runs_b.append([run_once(b, env_b).seconds for b in others.values()])
        runs_a.append((first, run_once(a, env_a).seconds))
    return ratios_of(list(others), runs_a, runs_b)


def ratios_of(
    names: Sequence[str], runs_a: Sequence[tuple[float, float]], runs_b: Sequence[Sequence[float]]
) -> list[Ratio]:
    """A row for every B out of the seconds of A, before and after, and of each B between."""
    control = tuple(second / first for first, second in runs_a)
    median_a = statistics.median(seconds for run in runs_a for seconds in run)
    rows = []
    for number, name in enumerate(names):
        times = [run[number] for run in runs_b]
        # The pair takes its A from before and after B in turn, so that a drift cancels out.
        ratios = tuple(b / runs_a[turn][turn % 2 == 0] for turn, b in enumerate(times))
        rows.append(Ratio(name, ratios, control, median_a, statistics.median(times)))
    return rows


class Served:
    """A program that stays and times a batch of steps for every line it gets.

    `clock` is the word before the seconds that count: `time_s`, or `processor_s` on a busy machine.
    """

    def __init__(self, command: Sequence[str], env: Mapping[str, str], clock: str = "time_s") -> None:
        self.command = " ".join(command)
        self.clock = clock
        self.process = subprocess.Popen(
            list(command),
            env={**os.environ, **env},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def __enter__(self) -> Served:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.process.kill()
        self.process.communicate()

    def seconds(self) -> float:
        """Seconds of one step, of a batch that is timed now."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write("go\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            self.finish()
        line = self.process.stdout.readline()
        found = re.search(rf"{self.clock}=([0-9.eE+-]+)", line)
        if found is None:
            raise SystemExit(f"{self.command} failed: {line}{self.process.communicate()[0]}")
        return float(found.group(1))

    def finish(self) -> None:
        """Has the results of all that was timed checked; a wrong one ends the benchmark."""
        words = self.process.communicate()[0]
        if self.process.returncode != 0 or "check=PASSED" not in words:
            raise SystemExit(f"{self.command} failed ({self.process.returncode}): {words}")


def measure_served(
    a: Sequence[str],
    others: Mapping[str, Sequence[str]],
    pairs: int = 15,
    envs: Sequence[Mapping[str, str]] = ({}, {}),
    clock: str = "time_s",
) -> list[Ratio]:
    """As measure_against, with programs that serve. `envs` are those of A and of each B."""
    with ExitStack() as stack:
        commands = (a, *others.values())
        first, *rest = [
            stack.enter_context(Served(command, env, clock))
            for command, env in zip(commands, envs, strict=True)
        ]
        for program in (first, *rest):
            program.seconds()
        runs_a: list[tuple[float, float]] = []
        runs_b: list[list[float]] = []
        for _ in range(pairs):
            before = first.seconds()
            runs_b.append([program.seconds() for program in rest])
            runs_a.append((before, first.seconds()))
        for program in (first, *rest):
            program.finish()
    return ratios_of(list(others), runs_a, runs_b)
