"""The CUDA back end on a stand-in for cuda-bindings and cuda-core: every check of device_checks.py, what a
child of fork may do, how often the driver is asked, and the end of a process, on every device.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import device_checks
import gpu_check
import kernels
import numpy as np
import pytest
from conftest import opencl_environment
from python_support import HERE, environment, on_host  # noqa: F401

import hcpy

START = """
import sys; sys.path.insert(0, sys.argv[1])
import stand_in, gc, os, numpy as np, hcpy
from cuda.bindings import driver
mod = hcpy.compile("void f(hc::index<1> i, int by, int* p) [[hc]] { p[i[0]] += by; }", target="ptx:sm_90")
view = hcpy.accelerator("cuda").default_view
def launch(v, by=1): return hcpy.parallel_for_each(hcpy.extent(64), mod.f, by, v, view=view)
"""


def run(code: str, *words: object, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, HERE, *words], cwd=HERE, env=environment(**more), capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip


def passes(code: str, *words: object) -> None:
    done = run(START + code, *words)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.fixture(scope="module")
def report() -> str:
    done = run(
        "import sys; sys.path.insert(0, sys.argv[1]); sys.argv[1] = 'cuda'\n"
        "import stand_in, device_checks; sys.exit(device_checks.main())"
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", device_checks.CHECKS)
def test_check(name: str, report: str) -> None:
    assert f"passed {name}\n" in report, report[-3000:]


def test_child_of_fork_that_ends_as_usual() -> None:
    """Views, arrays, events, futures and kernels end in the child without a call of the driver."""
    passes("""
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
""")


def test_driver_is_asked_once_a_batch() -> None:
    passes("""
a = hcpy.array_view(np.zeros(64, np.int32))
for _ in range(3): launch(a)
view.wait()
driver.CALLS.clear()
for number in range(1000): launch(a, number % 3)
assert driver.CALLS == {"cuLaunchKernel": 1000}, driver.CALLS
view.wait()
b = hcpy.array_view(np.zeros(64, np.int32))
for _ in range(3): launch(b)
view.wait()
driver.CALLS.clear()
for number in range(500): launch(b); launch(a)  # both are held: somebody has to look
assert driver.CALLS["cuEventRecord"] <= 1000 / 16 and not driver.CALLS["cuEventCreate"] > 70, driver.CALLS
view.wait()
assert a.numpy()[0] == sum(n % 3 for n in range(1000)) + 503 and b.numpy()[0] == 503
""")


def test_a_task_graph_is_one_call_of_the_driver() -> None:
    passes("""
import contextlib, pytest
a = hcpy.array_view(np.zeros(64, np.int32))
launch(a).wait()
def record(graph, count):
    with graph:
        for number in range(count): launch(a, number)
graph = hcpy.task_graph(view)
record(graph, 100)
driver.CALLS.clear()
for _ in range(3): last = graph.launch()
assert driver.CALLS == {"cuGraphLaunch": 3}, driver.CALLS
last.wait()
assert a.numpy()[0] == 1 + 3 * 4950
with contextlib.suppress(KeyError), graph:
    launch(a)
    raise KeyError
with pytest.raises(hcpy.ArgumentError, match="holds no launches"): graph.launch()
record(graph, 3)
graph.launch().wait()
assert a.numpy()[0] == 1 + 3 * 4950 + 3
driver.RESULT_OF_LAUNCH[0] = driver.CUresult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
with pytest.raises(hcpy.DomainError, match="launch of a task graph: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"):
    graph.launch()
driver.RESULT_OF_LAUNCH[0] = 0
del graph
gc.collect()
assert not driver._GRAPHS, driver._GRAPHS
""")


def test_refused_launch() -> None:
    passes("""
a = hcpy.array_view(np.zeros(64, np.int32))
for _ in range(3): launch(a)
for code, kind in ((1, hcpy.DomainError), (2, hcpy.OutOfMemory), (100, hcpy.AcceleratorRemoved)):
    driver.RESULT_OF_LAUNCH[0] = code
    try:
        launch(a)
    except kind as error:
        assert "kernel 'f' over hcpy.extent(64)" in str(error), error
    else:
        raise AssertionError(code)
driver.RESULT_OF_LAUNCH[0] = 0
launch(a)
assert a[0] == 4
""")


def test_wait_for_a_kernel_that_failed() -> None:
    """Every wait tells, of that launch and of earlier ones; at last that the array is lost."""
    done = run(
        START
        + """
a = hcpy.array_view(np.zeros(64, np.int32))
earlier, future = launch(a), launch(a)
driver.RESULT_OF_WAIT[0] = driver.CUresult.CUDA_ERROR_ILLEGAL_ADDRESS
for known in (future, future, earlier):
    try:
        known.wait()
    except hcpy.KernelFailed as error:
        assert str(error) == "kernel 'f': CUDA_ERROR_ILLEGAL_ADDRESS", error
    else:
        raise AssertionError(known)
"""
    )
    told = "hcpy: warning: an array could not be written back: copy: CUDA_ERROR_ILLEGAL_ADDRESS\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, "", told)


def test_another_package_chooses_another_gpu() -> None:
    passes("""
a = hcpy.array_view(np.zeros(64, np.int32))
for _ in range(5):  # the last ones are launched the short way
    driver.current.device = None
    launch(a)
driver.current.device = None
assert a.numpy().tolist() == [5] * 64
driver.current.device = None
b = hcpy.array_view(np.ones(64, np.int32))
launch(b)
driver.current.device = None
view.wait()
assert b[0] == 2
""")


def test_array_of_another_package() -> None:
    """Its stream is waited for; it is on the GPU that the driver says."""
    passes("""
class Foreign:
    def __init__(self, of, stream):
        self.of = of
        self.__cuda_array_interface__ = dict(
            of.__array_interface__, data=(of.ctypes.data, False), stream=stream, version=3)
elements = np.zeros(64, np.int32)
of_another = driver.Stream()
driver.STREAMS[77] = of_another
of_another.add(lambda: elements.fill(5))
launch(hcpy.array_view(Foreign(elements, 77))).wait()
assert elements.tolist() == [6] * 64, elements
assert driver.CALLS["cuPointerGetAttribute"] == 1
for wrong in (elements[::-1], elements.reshape(8, 8)[::-1, :]):
    try:
        hcpy.array_view(Foreign(wrong, None))
    except hcpy.ArgumentError as error:
        assert "strides" in str(error), error
    else:
        raise AssertionError
""")


def test_arrays_that_share_bytes() -> None:
    """Columns, and parts in a whole: what one of them got the others see, on a device with copies."""
    passes("""
whole = np.zeros((8, 8), np.int32)
left, right = hcpy.array_view(whole[:, :4]), hcpy.array_view(whole[:, 4:])
mod = hcpy.compile("void f(hc::index<2> i, int by, hc::array_view<int, 2> p) [[hc]] { p[i] += by; }",
                   target="ptx:sm_90")
def launch(a, by): return hcpy.parallel_for_each(hcpy.extent(a.shape), mod.f, by, a, view=view)
for _ in range(3):  # the last ones go the short way
    launch(left, 1)
    launch(right, 10)
everything = hcpy.array_view(whole)
launch(everything, 100)
launch(left, 1)
other = view.accelerator.create_view()
hcpy.parallel_for_each(hcpy.extent(8, 4), mod.f, 10, right, view=other)
expected = np.array([[104] * 4 + [140] * 4] * 8)
assert (everything.numpy() == expected).all(), whole
assert (left.numpy() == 104).all() and (right.numpy() == 140).all()
whole[:, 4:] = 0
right.refresh()
launch(everything, 1)
assert everything.numpy()[0].tolist() == [105] * 4 + [1] * 4
""")


def test_read_only_view_sees_what_a_writable_one_gets() -> None:
    passes("""
mod = hcpy.compile("void copy(hc::index<1> i, const int* a, int* b) [[hc]] { b[i[0]] = a[i[0]]; }"
                   "void f(hc::index<1> i, int by, int* p) [[hc]] { p[i[0]] += by; }", target="ptx:sm_90")
a, b = np.zeros(64, np.int32), np.zeros(64, np.int32)
frozen = a.view()
frozen.flags.writeable = False
constant, target = hcpy.array_view(frozen), hcpy.array_view(b)
def copy(): hcpy.parallel_for_each(hcpy.extent(64), mod.copy, constant, target, view=view)
for _ in range(3): copy()
variable = hcpy.array_view(a)
hcpy.parallel_for_each(hcpy.extent(64), mod.f, 7, variable, view=view)
copy()
assert target.numpy().tolist() == [7] * 64
""")


def test_times_where_they_are_wanted() -> None:
    """By the device's clock, one for all views."""
    done = run(
        START
        + """
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
    assert done.returncode == 0, done.stderr


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
def test_end_of_a_process(path: str, tmp_path: Path) -> None:
    """What kernels wrote through views that live to the end is in the arrays' memory, and nothing is said."""
    if path == "opencl" and not opencl_environment():
        pytest.skip("no OpenCL device: pip install '.[test]'")
    file = tmp_path / "elements"
    file.write_bytes(bytes(256))
    done = run(END, path, file, **opencl_environment())
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
