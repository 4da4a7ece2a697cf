"""Random kernels: `python tests/random/run.py --count 500 --seed 1 [--devices host,opencl] [--nightly]`.

Makes kernels, compiles them with hcc, and with g++ as plain loops, and compares the results on each device.
Failures are shrunk and kept in regressions/. Exit code 1 where there were any.
With --patterns the programs are made from the templates in idioms/ instead: as people write them.
With --loops the kernels are full of loops, and their integers of all types meet without casts (loops/).
"""

from __future__ import annotations

import argparse
import math
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from idiomatic.programs import Program, make_program
from loops import units as loops

from random_kernels import shrink, toolchain
from random_kernels.known import known_error
from random_kernels.printer import Unit, print_unit
from random_kernels.toolchain import Builder, Device, Result
from random_kernels.units import make_unit

IN_A_UNIT = 25
NIGHTLY = 20_000
_LONG = 120  # seconds for a unit
LEVELS = ("-O0", "-O2", "-O0", "-O3", "-O0", "-O1")  # of the host part: kernels are optimised at all levels


@dataclass(frozen=True)
class Failure:
    """A kernel that is wrong on a device, or, without a kernel, a unit that does not compile for it."""

    unit: Unit | Program
    level: str
    device: Device
    result: Result

    def __str__(self) -> str:
        kernel = self.result.kernel or "(compilation)"
        return f"{self.unit.name} {kernel} {self.level} on {self.device.name}: {self.result.words}"


@dataclass(frozen=True)
class Plan:
    """What a run makes and where it tries it."""

    count: int
    seed: int
    in_a_unit: int
    devices: tuple[Device, ...]
    in_turn: bool = False  # each unit on one of the devices
    small: bool = False
    extra: tuple[str, ...] = ()  # hcc's options
    patterns: bool = False
    loops: bool = False

    def make(self, seed: int, size: int) -> Unit | Program:
        if self.patterns:
            return make_program(seed, size)
        return loops.make_unit(seed, size, self.small) if self.loops else make_unit(seed, size, self.small)

    def units(self) -> Iterator[tuple[int, int, tuple[Device, ...]]]:
        """Seed, size and devices of each unit."""
        for number, start in enumerate(range(0, self.count, self.in_a_unit)):
            size = min(self.in_a_unit, self.count - start)
            chosen = (self.devices[number % len(self.devices)],) if self.in_turn else self.devices
            yield self.seed * 100_000 + number, size, chosen


def test_unit(plan: Plan, seed: int, size: int, chosen: Sequence[Device], folder: Path) -> list[Failure]:
    unit = plan.make(seed, size)
    level = LEVELS[seed % len(LEVELS)]
    text = unit.text if isinstance(unit, Program) else print_unit(unit)
    builder = Builder(folder, unit.name, text, plan.extra, level)
    names = {device.name for device in chosen}
    if {"host", "opencl"} <= names:
        builder.build("fast")  # one compilation for both, if it succeeds
    elif {"host", "host-v1"} <= names:
        builder.build("host")
    failures = []
    for device in chosen:
        for result in builder.run(device):
            if known_error(result.words):
                print(f"known: {unit.name} on {device.name}: {known_error(result.words)}", flush=True)
            elif result.words:
                failures.append(Failure(unit, level, device, result))
                print(f"FAILED {failures[-1]}", flush=True)
    for path in folder.glob(f"{unit.name}.*"):
        path.unlink()
    return failures


def run_until(plan: Plan, jobs: int, seconds: float) -> tuple[list[Failure], int]:
    """Begins units, `jobs` at a time, for so many seconds: their failures, and how many kernels they have."""
    end = time.monotonic() + seconds

    def test(seed: int, size: int, chosen: Sequence[Device]) -> tuple[list[Failure], int]:
        begin = time.monotonic()
        if begin >= end:
            return [], 0
        failures = test_unit(plan, seed, size, chosen, Path(name))
        if time.monotonic() - begin > _LONG:
            print(f"slow: seed {seed}: {time.monotonic() - begin:.0f} s", flush=True)
        return failures, size

    with tempfile.TemporaryDirectory(prefix="hcpy-random-") as name, ThreadPoolExecutor(jobs) as pool:
        tested = [pool.submit(test, *made) for made in plan.units()]
        results = [unit.result() for unit in tested]
    return [failure for failures, _ in results for failure in failures], sum(size for _, size in results)


def run(plan: Plan, jobs: int) -> list[Failure]:
    """Tests all units, `jobs` at a time."""
    return run_until(plan, jobs, math.inf)[0]


def choose(names: str) -> tuple[Device, ...]:
    known = toolchain.devices()
    wanted = (
        names.split(",") if names else [name for name in known if name not in ("items", "check", "vulkan")]
    )
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise SystemExit(f"no device {', '.join(unknown)} here; there are {', '.join(known)}")
    return tuple(known[name] for name in wanted)


def shrink_first(failures: Sequence[Failure], folder: Path, most: int, extra: Sequence[str]) -> None:
    """Shrinks the first failures of each kind and keeps them."""
    seen: Counter[tuple[str, str]] = Counter()
    for failure in failures:
        kind = (failure.device.name, failure.result.words[:40] if not failure.result.kernel else "")
        seen[kind] += 1
        if seen[kind] > most:
            continue
        if isinstance(failure.unit, Program):
            print(f"kept: {keep_program(failure.unit, failure, folder)}", flush=True)
            continue
        shrunk = shrink.shrink(failure.unit, failure.result.kernel, failure.device, failure.level, extra)
        if shrunk is not None:
            path = shrink.keep(shrunk, failure.device, failure.result.words, failure.level, folder)
            print(f"shrunk: {path}\n{path.read_text()}", flush=True)


def keep_program(program: Program, failure: Failure, folder: Path) -> Path:
    """The one kernel of a program, as a regression."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{program.name}_{failure.device.name.replace('-', '_')}.cpp"
    fault = (failure.result.words.strip().splitlines() or [""])[0][:90]
    head = f"// device: {failure.device.name}\n// level: {failure.level}\n// Was: {fault}\n"
    path.write_text(head + program.only(failure.result.kernel).text)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="kernels")
    parser.add_argument("--nightly", action="store_true", help=f"{NIGHTLY} kernels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--devices", default="", help="default: all but items and check, which are slow")
    parser.add_argument("--in-a-unit", type=int, default=IN_A_UNIT, help="kernels that are compiled together")
    parser.add_argument("--keep", type=Path, default=Path(__file__).resolve().parents[1] / "regressions")
    parser.add_argument("--in-turn", action="store_true", help="each unit on one of the devices only")
    parser.add_argument("--small", action="store_true", help="shorter kernels")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--patterns", action="store_true", help="kernels as people write them")
    kind.add_argument("--loops", action="store_true", help="kernels full of loops over integers of all types")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--shrink-most", type=int, default=1, help="failures of one kind to shrink")
    parser.add_argument("--seconds", type=float, default=math.inf, help="begin no unit after so many")
    parser.add_argument("--fault", action="store_true", help="the kernels compute shifts wrong: is it found?")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    plan = Plan(
        NIGHTLY if options.nightly else options.count,
        options.seed,
        options.in_a_unit,
        choose(options.devices),
        options.in_turn,
        options.small,
        (toolchain.FAULT,) if options.fault else (),
        options.patterns,
        options.loops,
    )
    started = time.monotonic()
    failures, count = run_until(plan, options.jobs, options.seconds)
    seconds = time.monotonic() - started
    names = ", ".join(device.name for device in plan.devices)
    if count < plan.count:
        print(f"{plan.count - count} of {plan.count} kernels were not begun: the time was over")
    print(f"{count} kernels, seed {plan.seed}, on {names}: {len(failures)} failures, {seconds:.0f} s")
    if failures:
        if not options.no_shrink:
            shrink_first(failures, options.keep, options.shrink_most, plan.extra)
        raise SystemExit(1)
