"""Threads, processes and clusters: modules and kernels travel, every process finds the code in the cache."""

from __future__ import annotations

import multiprocessing
import os
import threading

import numpy as np
from conftest import opencl_environment
from python_support import environment, on_host, python  # noqa: F401

import hcpy

SOURCE = "void twice(hc::index<1> i, int* p) [[hc]] { p[i[0]] *= 2; }"


def doubled(work: tuple[hcpy.Kernel, int]) -> list[int]:
    """What a process of a pool does."""
    kernel, begin = work
    values = np.arange(begin, begin + 4, dtype=np.int32)
    hcpy.parallel_for_each(hcpy.extent(4), kernel, values).wait()
    return values.tolist()


def test_spawned_processes() -> None:
    kernel = hcpy.compile(SOURCE).twice
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.map(doubled, [(kernel, 10 * n) for n in range(4)])
    assert found == [[2 * v for v in range(10 * n, 10 * n + 4)] for n in range(4)]


def test_forked_processes() -> None:
    """The host accelerator works in a child, compilations included."""
    code = f"""
import os, sys, numpy as np, hcpy
mod = hcpy.compile("{SOURCE}")
v = np.ones(1000, np.int32)
hcpy.parallel_for_each(hcpy.extent(1000), mod.twice, v).wait()
child = os.fork()
hcpy.parallel_for_each(hcpy.extent(1000), mod.twice, v).wait()
new = hcpy.compile("void f(hc::index<1> i, int* p) [[hc]] {{ p[i[0]] += 3; }} // %d" % bool(child))
hcpy.parallel_for_each(hcpy.extent(1000), new.f, v).wait()
assert (v == 7).all(), v
if child:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
os._exit(0)
"""
    done = python(code)
    assert done.returncode == 0, done.stderr


def test_child_that_ends_with_the_parents_work_pending() -> None:
    """Its exit code is its own, and it ends at once, also where OpenCL was loaded before the runtime."""
    loop = "volatile int s = 0; for (; s < 20000000; s = s + 1); p[0] = s;"
    kernel = f"void f(hc::index<1> i, int* p) [[hc]] {{ {loop} }}"
    begin = """
import ctypes
opencl, found, count = ctypes.CDLL("libOpenCL.so.1"), ctypes.c_void_p(), ctypes.c_uint()
opencl.clGetPlatformIDs(1, ctypes.byref(found), None)
opencl.clGetDeviceIDs(found, ctypes.c_ulong(0xFFFFFFFF), 0, None, ctypes.byref(count))
"""
    code = f"""
import os, sys, time, numpy as np, hcpy
view = hcpy.accelerator("opencl:0").create_view()
kernel = hcpy.compile("{kernel}").f
values = hcpy.array_view(np.zeros(1, np.int32))
hcpy.parallel_for_each(hcpy.extent(1), kernel, values, view=view).wait()
work = hcpy.parallel_for_each(hcpy.extent(4), kernel, values, view=view)
time.sleep(0.01)
child = os.fork()
if child == 0:
    print("the child", end="")
    sys.exit(7)
started = time.time()
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
assert time.time() - started < 5
"""
    for first in ("", begin):
        done = python(first + code, **opencl_environment())
        assert done.returncode == 0, done.stderr
        assert done.stdout == "the child"


def test_fork_while_another_thread_copies() -> None:
    """It holds locks, which nobody would open in the child."""
    code = f"""
import os, signal, threading, time, numpy as np, hcpy
from hcpy.runtime import accelerator, code, futures
mod = hcpy.compile("{SOURCE}")
held = [code._lock, futures._arming, accelerator.accelerator._lock]
ready = threading.Event()
def hold():
    for lock in held: lock.acquire()
    ready.set()
    time.sleep(60)
threading.Thread(target=hold, daemon=True).start()
ready.wait()
child = os.fork()
if child == 0:
    signal.alarm(20)
    v, host = np.ones(10, np.int32), hcpy.accelerator("host")
    future = hcpy.parallel_for_each(hcpy.extent(10), mod.twice, hcpy.array_view(v), view=host)
    future.add_done_callback(lambda _: os._exit(int((v != 2).any())))
    time.sleep(30)
os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0)
"""
    done = python(code)
    assert done.returncode == 0, done.stderr


def test_threads_compile_and_launch() -> None:
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            module = hcpy.compile(f"void f(hc::index<1> i, int* p) [[hc]] {{ p[i[0]] += {number % 2}; }}")
            v = np.zeros(100, np.int32)
            hcpy.parallel_for_each(hcpy.extent(100), module.f, v).wait()
            assert (v == number % 2).all()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_saved_modules(tmp_path) -> None:  # type: ignore[no-untyped-def]
    module = hcpy.compile(SOURCE + "template <class T> void t(hc::index<1> i, T* p) [[hc]] { p[i[0]] += 1; }")
    assert module.t["int"].name == "t<int>"
    module.t["int"].module.compile_for(hcpy.accelerator().info.target)
    module.save(tmp_path / "kernels")
    code = f"""
import numpy as np, hcpy
module = hcpy.load({str(tmp_path / "kernels")!r})
v = np.ones(3, np.int32)
hcpy.parallel_for_each(hcpy.extent(3), module.twice, v).wait()
hcpy.parallel_for_each(hcpy.extent(3), module.t["int"], v).wait()
print(v.tolist())
try:
    hcpy.load(__import__("sys").executable)
except hcpy.UsageError as error:
    print("refused")
"""
    done = python(code, HCPY_CLANG="/nothing", HCPY_CACHE_DIR=str(tmp_path / "empty"))
    assert done.stdout == "[3, 3, 3]\nrefused\n", done.stderr
    assert os.path.exists(environment()["HCPY_CACHE_DIR"])
