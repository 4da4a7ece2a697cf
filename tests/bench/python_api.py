"""The Python API's figures on the host accelerator: `python tests/bench/python_api.py`.

Prints import and compile times, the cost of a launch beside the C++ API's, and saxpy, n-body and stencil
beside numba's @njit(parallel=True). Needs a quiet machine; numba where it is installed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PAIRS = 25
HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "tests" / "python")]
SAXPY = "void saxpy(hc::index<1> i, float a, const float* x, float* y) [[hc]] { y[i[0]] += a * x[i[0]]; }"
CPP = """
#include <hc.hpp>
#include <chrono>
#include <cstdio>
#include <vector>
int main() {
  std::vector<float> vx(256, 1), vy(256);
  hc::array_view<const float> x(256, vx);
  hc::array_view<float> y(256, vy);
  const float a = 2;
  hc::accelerator_view view = hc::accelerator().get_default_view();
  double best = 1e9;
  for (int run = 0; run < 9; ++run) {
    const auto began = std::chrono::steady_clock::now();
    const hc::extent<1> e(256);
    for (int n = 0; n < 5000; ++n)
      hc::parallel_for_each(view, e, [=](hc::index<1> i) [[hc]] { y[i] += a * x[i]; }).wait();
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - began;
    best = std::min(best, took.count() / 5000);
  }
  std::printf("%.3f\\n", best);
}
"""


def child(code: str, **more: str) -> float:
    """What a program prints: one number."""
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY), "HCPY_DEFAULT_ACCELERATOR": "host", **more}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return float(done.stdout)


def start_up(folder: str) -> None:
    timed = "import time; t = time.perf_counter(); CODE; print(time.perf_counter() - t)"
    print("start-up, seconds (best of 5)")
    for code in ("import hcpy", "import numpy", "import hcpy.runtime.launch"):
        best = min(child(timed.replace("CODE", code)) for _ in range(5))
        print(f"  {code:34} {best:.3f}")
    compile_ = (
        "import time, hcpy, hcpy.runtime.launch; hcpy.accelerator(); t = time.perf_counter()\n"
        f"hcpy.compile('{SAXPY} // NUMBER'); print(time.perf_counter() - t)"
    )
    where = {"HCPY_CACHE_DIR": folder}
    first = child(compile_, **where)
    cold = min(child(compile_.replace("NUMBER", str(n)), **where) for n in range(5))
    cached = min(child(compile_, **where) for _ in range(5))
    print(f"  {'hcpy.compile, empty cache':34} {first:.3f}")
    print(f"  {'hcpy.compile, a new source':34} {cold:.3f}   (bound 1.2)")
    print(f"  {'hcpy.compile, from the cache':34} {cached:.3f}   (bound 0.050)")


def launches(folder: str) -> None:
    import numpy as np

    import hcpy

    source = Path(folder, "launch.cpp")
    source.write_text(CPP)
    program = Path(folder, "launch")
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY), "HCPY_DEFAULT_ACCELERATOR": "host"}
    words = [
        sys.executable,
        "-m",
        "hcpy.driver.cli",
        "-O2",
        "--targets=host",
        str(source),
        "-o",
        str(program),
    ]
    subprocess.run(words, env=env, check=True)
    cpp = float(subprocess.run([program], env=env, capture_output=True, text=True, check=True).stdout)
    module = hcpy.compile(SAXPY)
    x, y = hcpy.array_view(np.ones(256, np.float32)), hcpy.array_view(np.zeros(256, np.float32))
    shape = hcpy.extent(256)
    runs = []
    for _ in range(9):
        began = time.perf_counter()
        for _ in range(5000):
            hcpy.parallel_for_each(shape, module.saxpy, 2.0, x, y).wait()
        runs.append((time.perf_counter() - began) / 5000 * 1e6)
    print("\na launch of 256 work-items and its wait, us (best of 9 runs of 5,000)")
    print(f"  C++ {cpp:.2f}   Python {min(runs):.2f}   difference {min(runs) - cpp:.2f}   (bound 15)")


def compare() -> None:
    import kernels

    import hcpy

    began = time.perf_counter()
    module = hcpy.compile(kernels.SOURCE, "-O3", f"-DUNIQUE={time.time_ns()}")
    made = time.perf_counter() - began
    view = hcpy.accelerator("host").default_view
    print(f"\nkernels, ms (median of {PAIRS} pairs in turn); hcpy compiled all three in {made:.2f} s")
    for case in kernels.CASES:
        ours = case.hcpy(view, module)
        try:
            theirs = case.numba()
            began = time.perf_counter()
            theirs[0]()
            cold = time.perf_counter() - began
        except Exception as error:  # any of numba's: the other kernels are compared
            print(f"  {case.name:8} hcpy {median(ours):9.3f}   {kernels.not_compared('numba', error)}")
            continue
        kernel_alone: list[float] = []
        pairs = [
            (timed(ours, kernel_alone), timed(theirs), timed(ours, kernel_alone)) for _ in range(PAIRS + 3)
        ][3:]
        ratio = statistics.median(
            t / (first if turn % 2 else last) for turn, (first, t, last) in enumerate(pairs)
        )
        control = statistics.median(last / first for first, _, last in pairs)
        mine, other = (statistics.median(p[n] for p in pairs) * 1e3 for n in (0, 1))
        verdict = "void (control)" if abs(control - 1) > 0.03 else "ok" if ratio >= 1 else "below"
        print(
            f"  {case.name:8} hcpy {mine:9.3f}   numba {other:9.3f}, compiled in {cold:.2f} s   "
            f"numba/hcpy {ratio:.3f}   A/A {control:.3f}   {verdict}   "
            f"(kernel alone {statistics.median(kernel_alone) * 1e3:.3f})"
        )


def timed(runner: Any, kernel_alone: list[float] | None = None) -> float:
    """Seconds of a start and its wait, after as many as take 50 ms: the other's threads, which may spin for a
    while, are gone then, and caches and clocks are as in a row of launches. Of ours, kernel_alone gets the
    seconds between the futures' begin and end.
    """
    start, wait = runner
    time.sleep(0.02)
    warm, end = 0, time.perf_counter() + 0.05
    while warm == 0 or time.perf_counter() < end:
        start()
        wait()
        warm += 1
    started = []
    began = time.perf_counter()
    for _ in range(warm):
        started.append(start())
        wait()
    took = (time.perf_counter() - began) / warm
    if kernel_alone is not None:
        kernel_alone.append(sum(future.end - future.begin for future in started) / warm * 1e-9)
    return took


def median(runner: Any) -> float:
    return statistics.median([timed(runner) for _ in range(PAIRS + 3)][3:]) * 1e3


if __name__ == "__main__":
    os.environ["HCPY_DEFAULT_ACCELERATOR"] = "host"
    with tempfile.TemporaryDirectory() as work:
        start_up(work)
        launches(work)
    compare()
