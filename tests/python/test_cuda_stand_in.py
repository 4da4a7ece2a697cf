"""CUDA on a stand-in for the driver: every check of device_checks.py, what a child of fork may do, how often
the driver is asked, other packages' arrays, and the end of a process, on every device.
"""

from __future__ import annotations

from pathlib import Path

import device_checks
import gpu_check
import kernels
import numpy as np
import pytest
from conftest import opencl_environment
from python_support import HERE, environment, on_host  # noqa: F401
from stand_in import build
from stand_in_support import START, passes, run

import hcpy


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build(tmp_path_factory.mktemp("driver")))


@pytest.fixture(scope="module")
def report(library: str) -> str:
    done = run(
        "import sys; sys.path.insert(0, sys.argv[1]); sys.argv[1] = 'cuda'\n"
        "import stand_in, device_checks; sys.exit(device_checks.main())",
        HCPY_CUDA_LIBRARY=library,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", device_checks.CHECKS)
def test_check(name: str, report: str) -> None:
    assert f"passed {name}\n" in report, report[-3000:]


def test_child_of_fork_that_ends_as_usual(library: str) -> None:
    """Views, arrays, events, futures and kernels end in the child without a call of the driver."""
    passes(
        library,
        """
a = hcpy.array_view(np.zeros(64, np.int32))
futures = [launch(a) for _ in range(5)]
futures[1].wait()
futures.append(launch(a))
view.create_marker()
futures.append(launch(a))
spare = view.accelerator.create_view()
child = os.fork()
if child == 0:
    for action in (futures[-1].wait, lambda: launch(a), lambda: hcpy.parallel_for_each(64, mod.f, 1, a),
                   a.numpy, view.wait, lambda: launch(np.zeros(64, np.int32))):
        try:
            action()
        except hcpy.AcceleratorRemoved:
            continue
        os._exit(3)
    future = futures[0]
    del futures, a, spare
    gc.collect()
    sys.exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
assert (launch(a).result(), a.numpy().tolist()) == (None, [8] * 64)
""",
    )


def test_driver_is_asked_once_a_batch(library: str) -> None:
    passes(
        library,
        """
a = hcpy.array_view(np.zeros(64, np.int32))
for _ in range(3): launch(a)
view.wait()
before = counters()
for number in range(1000): launch(a, number % 3)
assert since(before) == {**dict.fromkeys(before, 0), "launches": 1000}, since(before)
view.wait()
b = hcpy.array_view(np.zeros(64, np.int32))
for _ in range(3): launch(b)
view.wait()
before = counters()
for number in range(500): launch(b); launch(a)  # both are held: somebody has to look
assert since(before)["event_records"] <= 1000 / 16, since(before)
view.wait()
assert a.numpy()[0] == sum(n % 3 for n in range(1000)) + 503 and b.numpy()[0] == 503
""",
    )


def test_a_task_graph_is_one_call_of_the_driver(library: str) -> None:
    passes(
        library,
        """
import contextlib, pytest
a = hcpy.array_view(np.zeros(64, np.int32))
launch(a).wait()
def record(graph, count):
    with graph:
        for number in range(count): launch(a, number)
graph = hcpy.task_graph(view)
record(graph, 100)
before = counters()
for _ in range(3): last = graph.launch()
assert (since(before)["launches"], since(before)["graph_launches"]) == (0, 3), since(before)
last.wait()
assert a.numpy()[0] == 1 + 3 * 4950
with contextlib.suppress(KeyError), graph:
    launch(a)
    raise KeyError
with pytest.raises(hcpy.ArgumentError, match="holds no launches"): graph.launch()
record(graph, 3)
graph.launch().wait()
assert a.numpy()[0] == 1 + 3 * 4950 + 3
driver.fake_cuda_launch_result(701)
with pytest.raises(hcpy.KernelFailed, match="task graph"): graph.launch()
driver.fake_cuda_launch_result(0)
view.wait()
del graph
gc.collect()
""",
    )


def test_a_task_graph_goes_on_where_views_are_made_that_overlap(library: str) -> None:
    """Its array and the new one are joined: it is recorded again, and both see each other's results."""
    passes(
        library,
        """
whole = np.zeros(96, np.int32)
low, high = hcpy.array_view(whole[:64]), hcpy.array_view(whole[32:])
del high
graph = hcpy.task_graph(view)
with graph: launch(low, 1)
graph.launch()
high = hcpy.array_view(whole[32:])
everything = hcpy.array_view(whole)
for _ in range(3):
    graph.launch()
    launch(high, 10)
assert everything.numpy().tolist() == [4] * 32 + [34] * 32 + [30] * 32, everything.numpy()
""",
    )


def test_refused_launch(library: str) -> None:
    passes(
        library,
        """
a = hcpy.array_view(np.zeros(64, np.int32))
for _ in range(3): launch(a)
for code, kind in ((1, hcpy.KernelFailed), (2, hcpy.OutOfMemory)):
    driver.fake_cuda_launch_result(code)
    try:
        launch(a)
    except kind as error:
        assert "launch of kernel 'f' at <string>:1:6" in str(error), error
    else:
        raise AssertionError(code)
driver.fake_cuda_launch_result(0)
launch(a)
assert a[0] == 4
""",
    )


def test_wait_for_a_kernel_that_failed(library: str) -> None:
    """Every wait reports it, for that launch and earlier ones; last, that the array is lost."""
    done = run(
        START
        + """
a = hcpy.array_view(np.zeros(64, np.int32))
earlier, future = launch(a), launch(a)
driver.fake_cuda_fault()
for known in (future, future, earlier):
    try:
        known.wait()
    except hcpy.KernelFailed as error:
        assert isinstance(error, hcpy.AcceleratorRemoved)  # a GPU is of no use behind it
        assert "kernel 'f'" in str(error) and "CUDA_ERROR_ILLEGAL_ADDRESS" in str(error), error
    else:
        raise AssertionError(known)
""",
        HCPY_CUDA_LIBRARY=library,
    )
    told = "hcpy: warning: an array could not be written back: "
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith(told) and done.stderr.count("\n") == 1, done.stderr


def test_times_where_they_are_wanted(library: str) -> None:
    """By the device's clock, one for all views."""
    passes(
        library,
        """
a = hcpy.array_view(np.zeros(64, np.int32))
views = [view, view.accelerator.create_view()]
futures = [hcpy.parallel_for_each(64, mod.f, 1, a, view=views[n % 2]) for n in range(10)]
a.synchronize()
for future in futures: future.wait()
times = [time for future in futures for time in (future.begin, future.end)]
assert 0 < times[0] and times == sorted(times), times
""",
        HCPY_EVENT_TIMING="1",
    )


def test_a_gpu_that_is_too_old(library: str) -> None:
    done = run(
        "import hcpy; print(hcpy.accelerator.why_not()['cuda'])",
        HCPY_CUDA_LIBRARY=library,
        HCRT_FAKE_CUDA_CAPABILITY="75",
    )
    assert "cuda:0 (Fake GPU): kernels need compute capability 8.0" in done.stdout, done.stdout + done.stderr


END = """
import atexit, sys, numpy as np, hcpy
sys.path.insert(0, sys.argv[1])
if sys.argv[2] == "cuda": import stand_in
view = hcpy.accelerator(sys.argv[2]).default_view
source = "void f(hc::index<1> i, int* p) [[hc]] { p[i[0]] += 1; }"
mod = hcpy.compile(source, target=view.accelerator.info.target)
file = np.memmap(sys.argv[3], np.int32, "r+")
kept = hcpy.array_view(file)
class Cycle: pass
cycle = Cycle(); cycle.self = cycle; cycle.view = kept
sys.modules["late"] = cycle  # ends with the last modules
for _ in range(5): future = hcpy.parallel_for_each(hcpy.extent(64), mod.f, kept, view=view)
with hcpy.profile() as profile: pass
"""


@pytest.mark.parametrize("path", ["host", "opencl", "cuda"])
def test_end_of_a_process(path: str, tmp_path: Path, library: str) -> None:
    """What kernels wrote through views that live to the end is in the arrays' memory, and nothing is said."""
    if path == "opencl" and not opencl_environment():
        pytest.skip("no OpenCL device: pip install '.[test]'")
    file = tmp_path / "elements"
    file.write_bytes(bytes(256))
    more = {"HCPY_CUDA_LIBRARY": library} if path == "cuda" else opencl_environment()
    done = run(END, path, file, **more)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert np.fromfile(file, np.int32).tolist() == [5] * 64


def test_competitor_that_does_not_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The benchmark says which, and why, in one line, and goes on."""

    def broken() -> kernels.Runner:
        raise AttributeError("module 'numpy' has no attribute 'trapz'\nand more")

    case = kernels.Case("saxpy", (8,), (2.0,), (np.ones(8, np.float32), np.ones(8, np.float32)))
    monkeypatch.setattr(case, "cupy", broken)
    monkeypatch.setattr(case, "numba_cuda", broken)
    gpu_check.compare(case, hcpy.accelerator("host").default_view, hcpy.compile(kernels.SOURCE))
    lines = capsys.readouterr().out.splitlines()
    why = "does not run: AttributeError: module 'numpy' has no attribute 'trapz')"
    assert lines[:2] == [f"  saxpy: (cupy {why}", f"  saxpy: (numba-cuda {why}"]
    assert lines[2].startswith("saxpy, a launch and its wait, us a launch: hcpy ")
