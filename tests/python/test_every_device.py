"""What works on every device because libhcrt does it: printf, large parameters, byte ranges, other packages'
memory.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import IN_CI, opencl_environment
from python_support import HERE, environment, on_host  # noqa: F401
from stand_in import build

START = """
import sys; sys.path.insert(0, sys.argv[1])
if sys.argv[2] == "cuda": import stand_in
import numpy as np, hcpy
view = hcpy.accelerator(sys.argv[2]).default_view
def compiled(text): return hcpy.compile(text, target=view.accelerator.info.target)
def launch(shape, kernel, *arguments): return hcpy.parallel_for_each(shape, kernel, *arguments, view=view)
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build(tmp_path_factory.mktemp("driver")))


def run(path: str, driver: str, code: str, **more: str) -> str:
    """Runs a program for the accelerator; gives what it prints."""
    if path == "opencl":
        found = opencl_environment()
        if not found:
            assert not IN_CI, "CI must have an OpenCL device"
            pytest.skip("no OpenCL device: pip install '.[test]'")
        more = {**found, **more}
    if path == "cuda":
        more = {"HCPY_CUDA_LIBRARY": driver, **more}
    done = subprocess.run(
        [sys.executable, "-c", START + code, HERE, path], cwd=HERE, env=environment(**more),
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


ANY = pytest.mark.parametrize("path", ["host", "opencl", "cuda"])


@ANY
def test_printf(path: str, driver: str) -> None:
    code = """
mod = compiled('''void tell(hc::index<1> i, int* p) [[hc]] {
  p[i[0]] = printf("item %d of %s: %.2f\\\\n", i[0], "four", i[0] / 4.0);
}''')
for _ in range(3): launch(hcpy.extent(4), mod.tell, np.zeros(4, np.int32)).wait()
"""
    lines = run(path, driver, code).splitlines()
    assert sorted(lines) == sorted(3 * [f"item {i} of four: {i / 4:.2f}" for i in range(4)])


@ANY
def test_large_parameters(path: str, driver: str) -> None:
    code = """
mod = compiled('''struct Table { double values[600]; };
void look(hc::index<1> i, Table t, double by, double* out) [[hc]] { out[i[0]] = by * t.values[i[0]]; }''')
table = mod.struct("Table", values=np.arange(600))
out = hcpy.array_view(np.zeros(600))
for by in (1.0, 2.0, 3.0):
    launch(hcpy.extent(600), mod.look, table, by, out)
    assert np.array_equal(out.numpy(), by * np.arange(600))
with hcpy.task_graph(view) as graph:
    launch(hcpy.extent(600), mod.look, table, 7.0, out)
graph.launch().wait()
assert np.array_equal(out.numpy(), 7 * np.arange(600))
"""
    run(path, driver, code)


@ANY
def test_views_that_overlap_see_each_other(path: str, driver: str) -> None:
    """Parts before the whole, the whole before parts, and parts that come and go while work runs."""
    code = """
mod = compiled('''void add(hc::index<1> i, hc::array_view<int, 1> p, int by) [[hc]] { p[i] += by; }''')
def add(array, by):
    v = array if isinstance(array, hcpy.array_view) else hcpy.array_view(array)
    launch(v.extent, mod.add, v, by)
    return v
memory, expected = np.zeros(1000, np.int32), np.zeros(1000, np.int32)
kept = []
rng = np.random.default_rng(7)
for step in range(120):
    begin = int(rng.integers(0, 990))
    end = int(rng.integers(begin + 1, 1001))
    if step % 3 == 2 and kept:
        chosen, (begin, end) = kept[int(rng.integers(len(kept)))]
        add(chosen, step)
    else:
        v = add(memory[begin:end], step)
        if step % 4 == 0: kept.append((v, (begin, end)))
    expected[begin:end] += step
    if step % 10 == 0: assert np.array_equal(hcpy.array_view(memory).numpy(), expected), step
    if len(kept) > 5: del kept[0]
kept.clear(); v = chosen = None
view.wait()
assert np.array_equal(memory, expected)
"""
    run(path, driver, code)


@ANY
def test_what_the_host_changed_between_rows_of_a_view(path: str, driver: str) -> None:
    """refresh() of columns takes the host's elements of those columns alone."""
    code = """
mod = compiled('''void add(hc::index<3> i, hc::array_view<int, 3> p) [[hc]] { p[i] += 1; }''')
whole = np.zeros((3, 4, 6), np.int32)
left, right = hcpy.array_view(whole[:, :, :2]), hcpy.array_view(whole[:, :, 2:])
launch(left.extent, mod.add, left)
launch(right.extent, mod.add, right)
left.synchronize()
right.synchronize()
launch(left.extent, mod.add, left).wait()
whole[:, :, 2:] = 10
right.refresh()
launch(right.extent, mod.add, right)
assert (right.numpy() == 11).all(), whole
assert (left.numpy() == 2).all(), whole
"""
    run(path, driver, code)


@ANY
def test_who_waits_holds_up_nobody(path: str, driver: str) -> None:
    """Views are made, and work is launched, while another thread waits for a long kernel's elements."""
    code = """
import threading
mod = compiled('''void slow(hc::index<1> i, int n, float* y) [[hc]] {
  float x = y[i[0]];
  for (int k = 0; k < n; ++k) x = x * 0.75f + 1.0f;
  y[i[0]] = x;
}''')
a = hcpy.array_view(np.ones(8, np.float32))
launch(a.extent, mod.slow, 1, a).wait()
launch(a.extent, mod.slow, 200_000_000, a)
waiting = threading.Thread(target=a.numpy)
waiting.start()
waiting.join(0.05)
views = [hcpy.array_view(np.ones(8, np.float32)) for _ in range(5)]
futures = [launch(v.extent, mod.slow, 1, v) for v in views]
del views[:2]
assert waiting.is_alive()
waiting.join()
hcpy.when_all(futures).result()
"""
    run(path, driver, code)


@pytest.mark.parametrize("model", ["system", "usm", "svm"])
def test_arrays_of_pyopencl(model: str, driver: str) -> None:
    """In SVM of the accelerator's own context, with any memory that the accelerator itself uses."""
    code = """
import warnings, pyopencl as cl, pyopencl.array, pyopencl.tools
warnings.simplefilter("ignore")  # about the remarks of Intel's compiler
context = view.accelerator.native_context
assert isinstance(context, cl.Context)
queue = cl.CommandQueue(context)
allocator = pyopencl.tools.SVMAllocator(context, alignment=0, flags=cl.svm_mem_flags.READ_WRITE, queue=queue)
array = cl.array.to_device(queue, np.arange(1000, dtype=np.int32), allocator=allocator)
array += 1  # is waited for
mod = compiled('''void twice(hc::index<1> i, const int* from, int* to) [[hc]] {
  to[i[0]] = 2 * from[i[0]];
}''')
shared = hcpy.array_view(array)
out = hcpy.array_view(np.zeros(1000, np.int32))
launch(shared.extent, mod.twice, shared, out)
assert np.array_equal(out.numpy(), 2 * np.arange(1, 1001)), out.numpy()
launch(shared.extent, mod.twice, out, shared).wait()
assert np.array_equal(array.get(), 4 * np.arange(1, 1001)), array.get()
try:
    hcpy.parallel_for_each(shared.extent, mod.twice, shared, out, view=hcpy.accelerator("host"))
except hcpy.ArgumentError as error:
    assert "live on accelerator opencl:0" in str(error), error
else:
    raise AssertionError
"""
    run("opencl", driver, code, HCPY_OPENCL_MEMORY=model)


def test_arrays_of_another_context(driver: str) -> None:
    """They work where the device reaches all memory; elsewhere the error says which context to use."""
    code = """
import warnings, pyopencl as cl, pyopencl.array, pyopencl.tools
warnings.simplefilter("ignore")  # about the remarks of Intel's compiler
context = cl.Context(view.accelerator.native_context.devices)
queue = cl.CommandQueue(context)
allocator = pyopencl.tools.SVMAllocator(context, alignment=0, flags=cl.svm_mem_flags.READ_WRITE, queue=queue)
array = cl.array.to_device(queue, np.arange(64, dtype=np.int32), allocator=allocator)
try:
    hcpy.array_view(array)
except hcpy.HcpyError as error:
    print(error)
"""
    assert run("opencl", driver, code, HCPY_OPENCL_MEMORY="system") == ""
    told = run("opencl", driver, code, HCPY_OPENCL_MEMORY="svm")
    assert "make the array in that of hcpy.accelerator('opencl:0').native_context" in told


@ANY
def test_trace_of_a_program(path: str, driver: str, tmp_path: Path) -> None:
    """HCPY_TRACE, as of programs in C++."""
    code = """
mod = compiled("void f(hc::index<1> i, int* p) [[hc]] { p[i[0]] += 1; }")
a = hcpy.array_view(np.zeros(64, np.int32))
for _ in range(3): launch(a.extent, mod.f, a)
assert a[0] == 3
"""
    file = tmp_path / "trace.json"
    run(path, driver, code, HCPY_TRACE=str(file))
    assert file.read_text().count('"cat":"kernel","name":"f"') >= 3


def test_pyopencls_loader_where_the_system_has_none(driver: str) -> None:
    code = """
a = np.zeros(8, np.int32)
launch(8, compiled("void f(hc::index<1> i, int* p) [[hc]] { p[i[0]] += 1; }").f, a).wait()
"""
    loaders = [Path(p) / "libOpenCL.so.1" for p in ("/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib")]
    if any(loader.exists() for loader in loaders):
        pytest.skip("the system has an OpenCL loader")
    run("opencl", driver, code, LD_LIBRARY_PATH="")
