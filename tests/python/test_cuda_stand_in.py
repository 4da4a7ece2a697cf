"""CUDA on a stand-in for the driver: every check of device_checks.py, what a child of fork may do, how often
the driver is asked, other packages' arrays, and the end of a process, on every device.
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
from stand_in import build

import hcpy

START = """
import sys; sys.path.insert(0, sys.argv[1])
import stand_in, ctypes, gc, os, numpy as np, hcpy
from stand_in import counters, driver
mod = hcpy.compile("void f(hc::index<1> i, int by, int* p) [[hc]] { p[i[0]] += by; }", target="ptx:sm_90")
view = hcpy.accelerator("cuda").default_view
def launch(v, by=1): return hcpy.parallel_for_each(hcpy.extent(64), mod.f, by, v, view=view)
def since(before): return {name: n - before[name] for name, n in counters().items()}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build(tmp_path_factory.mktemp("driver")))


def run(code: str, *words: object, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, HERE, *words], cwd=HERE, env=environment(**more), capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip


def passes(library: str, code: str, **more: str) -> None:
    done = run(START + code, HCPY_CUDA_LIBRARY=library, **more)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


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
    """Every wait tells, of that launch and of earlier ones; at last that the array is lost."""
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


def test_another_package_chooses_another_gpu(library: str) -> None:
    passes(
        library,
        """
a = hcpy.array_view(np.zeros(64, np.int32))
for _ in range(5):  # the last ones are launched the short way
    driver.cuCtxSetCurrent(None)
    launch(a)
driver.cuCtxSetCurrent(None)
assert a.numpy().tolist() == [5] * 64
driver.cuCtxSetCurrent(None)
b = hcpy.array_view(np.ones(64, np.int32))
launch(b)
driver.cuCtxSetCurrent(None)
view.wait()
assert b[0] == 2
""",
    )


def test_array_of_another_package(library: str) -> None:
    """Its stream is waited for; it is on the GPU that the driver says."""
    passes(
        library,
        """
class Foreign:
    def __init__(self, of, stream, device):
        context = ctypes.c_void_p()
        driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device)
        driver.cuCtxSetCurrent(context)
        place = ctypes.c_uint64()
        assert driver.cuMemAlloc_v2(ctypes.byref(place), ctypes.c_size_t(4096)) == 0
        ctypes.memmove(place.value, of.ctypes.data, of.nbytes)
        self.address = place.value
        self.__cuda_array_interface__ = dict(
            of.__array_interface__, data=(place.value, False), stream=stream, version=3)
stream = ctypes.c_void_p()
elements = np.zeros(64, np.int32)
foreign = Foreign(elements, None, 1)
assert driver.cuStreamCreateWithPriority(ctypes.byref(stream), 1, 0) == 0
assert driver.cuMemsetD8Async(ctypes.c_uint64(foreign.address), 1, ctypes.c_size_t(256), stream) == 0
foreign.__cuda_array_interface__["stream"] = stream.value
a = hcpy.array_view(foreign)
second = hcpy.accelerator("cuda:1").default_view
hcpy.parallel_for_each(64, mod.f, 1, a, view=second).wait()
found = np.ctypeslib.as_array(ctypes.cast(foreign.address, ctypes.POINTER(ctypes.c_int)), (64,))
assert found.tolist() == [0x01010102] * 64, found
try:
    launch(a)
except hcpy.ArgumentError as error:
    assert "live on accelerator cuda:1" in str(error), error
else:
    raise AssertionError
try:
    a.numpy()
except hcpy.ArgumentError as error:
    assert "can't reach" in str(error), error
else:
    raise AssertionError
for wrong in (elements[::-1], elements.reshape(8, 8)[::-1, :]):
    try:
        hcpy.array_view(Foreign(wrong, None, 0))
    except hcpy.ArgumentError as error:
        assert "strides" in str(error), error
    else:
        raise AssertionError
""",
        HCRT_FAKE_CUDA="two",
    )


def test_arrays_that_share_bytes(library: str) -> None:
    """Columns, and parts in a whole: what one of them got the others see, on a device with copies."""
    passes(
        library,
        """
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
launch(left, 1)
left.synchronize()
whole[:, 4:] = 0
right.refresh()
launch(everything, 1)
assert everything.numpy()[0].tolist() == [106] * 4 + [1] * 4, everything.numpy()
""",
    )


def test_bytes_that_are_not_used_are_not_copied(library: str) -> None:
    passes(
        library,
        """
mod = hcpy.compile("void f(hc::index<1> i, hc::array_view<int, 1> p) [[hc]] { p[i] += 1; }",
                   target="ptx:sm_90")
whole = hcpy.array_view(np.zeros(100000, np.int32))
with hcpy.profile() as profile:
    for n in range(10):
        part = whole[100 * n : 100 * n + 100]
        hcpy.parallel_for_each(part.extent, mod.f, part, view=view)
    assert whole[500:600].numpy().tolist() == [1] * 100
copied = [record for record in profile.records if record.nbytes]
assert sum(record.nbytes for record in copied) == 11 * 400, copied
assert {record.name for record in copied} == {"copy to cuda:0", "copy from cuda:0"}, copied
assert whole.numpy().sum() == 1000
""",
    )


def test_read_only_view_sees_what_a_writable_one_gets(library: str) -> None:
    passes(
        library,
        """
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
""",
    )


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
