"""The Python API on an NVIDIA GPU, on a machine that has cuda-core, cuda-bindings and NumPy but no compiler.

`python tests/python/gpu_check.py build FILE` compiles the checks and benchmarks here; `python
tests/python/gpu_check.py run FILE` there runs every check of device_checks.py on "cuda" and prints one
line each, the counts, and the benchmarks: launch overhead beside cuda.core's own launch, and saxpy, n-body
and stencil beside CuPy and numba-cuda where these can be imported.
"""

from __future__ import annotations

import statistics
import sys
import time
import traceback
from pathlib import Path
from typing import Any

import device_checks
import kernels
import numpy as np

import hcpy

EMPTY = b""".version 8.0
.target sm_80
.address_size 64
.visible .entry empty(.param .f32 a, .param .u64 x, .param .u64 y) { ret; }
"""
RUNS, IN_A_ROW, LAUNCHES = 25, 20, 2000
TARGETS = ("ptx:sm_90", "host:x86-64", "host:x86-64-v3")


def build(file: str) -> int:
    checks = hcpy.compile(device_checks.SOURCE, target=TARGETS[0], name="checks.cpp").compile_for(*TARGETS)
    for name, arguments in (("scale", ("double", 2)), ("scale", ("float", 3)), ("scale", ("float", 2))):
        checks[name][arguments].module.compile_for(*TARGETS)
    checks.scale["int"].module.compile_for(*TARGETS)
    for functor in ("Square", "Scale"):
        checks.map[functor].module.compile_for(*TARGETS)
    checks.save(file)
    hcpy.compile(kernels.SOURCE, "-O3", target=TARGETS[0]).save(f"{file}.bench")
    return 0


def run(file: str) -> int:
    loaded = hcpy.load(file)
    device_checks.compiled = lambda target: loaded  # type: ignore[assignment]
    view = hcpy.accelerator("cuda").default_view
    print(f"{view.accelerator!r}")
    failed = 0
    for name, check in device_checks.CHECKS.items():
        try:
            check(view)
        except Exception:
            failed += 1
            print(f"FAILED {name}\n{traceback.format_exc()}", flush=True)
        else:
            print(f"passed {name}", flush=True)
    print(f"{len(device_checks.CHECKS) - failed} passed, {failed} failed", flush=True)
    module = hcpy.load(f"{file}.bench")
    try:
        import cupy
    except ImportError as error:
        print(f"arrays of CuPy: not run: {error}")
    else:
        arrays_of_cupy(cupy, view, module)
    bench(view, module)
    return 1 if failed else 0


def arrays_of_cupy(cupy: Any, view: hcpy.accelerator_view, module: hcpy.Module) -> None:
    """They are used where they are, after the work of CuPy's streams, and CuPy sees the results."""
    for turn in range(50):
        with cupy.cuda.Stream(non_blocking=True) as stream:
            x, y = cupy.zeros(1 << 22, np.float32), cupy.zeros(1 << 22, np.float32)
            for _ in range(10):
                x += 1
            launched = hcpy.parallel_for_each(
                hcpy.extent(x.size), module.saxpy, 2.0, hcpy.array_view(x), hcpy.array_view(y), view=view
            )
            launched.wait()
            assert bool((y == 20).all()), f"turn {turn}"
            stream.synchronize()
    try:
        hcpy.array_view(x[::-1])
    except hcpy.ArgumentError:
        print("arrays of CuPy: passed", flush=True)
        return
    raise AssertionError("a view of an array that runs backwards")


def bench(view: hcpy.accelerator_view, module: hcpy.Module) -> None:
    x, y = hcpy.array_view(np.ones(256, np.float32)), hcpy.array_view(np.zeros(256, np.float32))
    shape = hcpy.extent(256)
    ours = (lambda: hcpy.parallel_for_each(shape, module.saxpy, 2.0, x, y, view=view), view.wait)
    core = core_launch(view)
    seconds(*ours, 10)
    turns = [[seconds(*runner, LAUNCHES) for runner in (ours, core, ours)] for _ in range(RUNS)]
    mine, theirs = (statistics.median(turn[n] for turn in turns) * 1e6 for n in (0, 1))
    more = statistics.median((a + b) / 2 - core for a, core, b in turns) * 1e6
    control = statistics.median(b / a for a, _, b in turns)
    print(f"\na launch of {LAUNCHES} and the wait for all, us (median of {RUNS} turns)")
    print(f"  hcpy.parallel_for_each {mine:.2f}, cuda.core.launch {theirs:.2f}, more {more:.2f}", end="")
    print(f" (hold 3), A/A {control:.3f}")
    with hcpy.task_graph(view) as graph:
        all_of(ours[0])
    runners = {"task graph": (graph.launch, view.wait), "one by one": (lambda: all_of(ours[0]), view.wait)}
    seconds(*runners["task graph"], 1)
    together = [[seconds(*runner, 1) / LAUNCHES for runner in runners.values()] for _ in range(RUNS)]
    shown = [statistics.median(turn[n] for turn in together) * 1e6 for n in (0, 1)]
    print(f"a task graph of {LAUNCHES} launches, us each: {shown[0]:.2f}, one by one {shown[1]:.2f}")
    for case in kernels.CASES:
        compare(case, view, module)


def all_of(start: Any) -> None:
    for _ in range(LAUNCHES):
        start()


def compare(case: kernels.Case, view: hcpy.accelerator_view, module: hcpy.Module) -> None:
    """One kernel beside the competitors: turn by turn, as clocks and neighbours change."""
    runners = {"hcpy": case.hcpy(view, module)}
    for name, make in (("cupy", case.cupy), ("numba-cuda", case.numba_cuda)):
        try:
            runners[name] = make()
            seconds(*runners[name], 1)
        except Exception as error:  # any of theirs: the others are compared
            runners.pop(name, None)
            print(f"  {case.name}: {kernels.not_compared(name, error)}")
    for what, count in (("a launch and its wait", 1), (f"{IN_A_ROW} launches and a wait", IN_A_ROW)):
        times: dict[str, list[float]] = {name: [] for name in runners}
        for _ in range(RUNS):
            for name, runner in runners.items():
                times[name].append(seconds(*runner, count))
        shown = ", ".join(f"{name} {statistics.median(t) * 1e6:.1f}" for name, t in times.items())
        print(f"{case.name}, {what}, us a launch: {shown}", flush=True)


def core_launch(view: hcpy.accelerator_view) -> tuple[Any, Any]:
    """cuda.core's own launch of a kernel with saxpy's parameters, which does nothing."""
    from cuda.core import LaunchConfig, ObjectCode, launch

    kernel = ObjectCode.from_ptx(EMPTY).get_kernel("empty")
    stream = view.accelerator.native_context.create_stream()
    config, zero, a = LaunchConfig(grid=1, block=256), np.uint64(0), np.float32(2)
    return lambda: launch(stream, config, kernel, a, zero, zero), stream.sync


def seconds(start: Any, wait: Any, count: int) -> float:
    """A launch's share of that many in a row, with the wait for them."""
    wait()
    began = time.perf_counter()
    for _ in range(count):
        start()
    wait()
    return (time.perf_counter() - began) / count


def main() -> int:
    if len(sys.argv) != 3 or sys.argv[1] not in ("build", "run"):
        print(f"usage: python {Path(__file__).name} build|run FILE", file=sys.stderr)
        return 2
    return build(sys.argv[2]) if sys.argv[1] == "build" else run(sys.argv[2])


if __name__ == "__main__":
    sys.exit(main())
