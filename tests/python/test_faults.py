"""Kernels that break on the host accelerator fail their launch, also where others catch signals."""

from __future__ import annotations

import pytest
from conftest import IN_CI, opencl_environment
from python_support import on_host, python  # noqa: F401

CODE = """
import time, numpy as np, hcpy
mod = hcpy.compile('''
void wild(hc::index<1> i, const long* where, int* out) [[hc]] { out[i[0]] = *(const int*)*where; }
void zero(hc::index<1> i, const int* by, int* out) [[hc]] { out[i[0]] = 7 / by[i[0]]; }
void fine(hc::index<1> i, int* out) [[hc]] { out[i[0]] = i[0]; }
''')
view = hcpy.accelerator("host").default_view
out = np.zeros(64, np.int32)

def fails(kernel, *arguments):
    time.sleep(0.001)
    try:
        hcpy.parallel_for_each(hcpy.extent(64), kernel, *arguments, view=view).wait()
    except hcpy.KernelFailed:
        return True
    return False

def broken():
    assert fails(mod.wild, np.full(1, 8, np.int64), out)
    assert fails(mod.zero, np.zeros(64, np.int32), out)
    hcpy.parallel_for_each(hcpy.extent(64), mod.fine, out, view=view).wait()
    assert out[63] == 63

def opencl():
    import pyopencl
    found = [d for p in pyopencl.get_platforms() for d in p.get_devices()]
    assert found
    context = pyopencl.Context(found[:1])
    pyopencl.Program(context, "kernel void f(global int* p) { *p = 1; }").build()

def handler():
    import faulthandler
    faulthandler.enable()
"""
STEPS = {
    "alone": "broken()",
    "opencl_before": "opencl(); broken()",
    "opencl_after": "broken(); opencl(); broken()",
    "listed_before": "hcpy.accelerator.get_all(); broken()",
    "listed_after": "broken(); hcpy.accelerator.get_all(); broken()",
    "handler_before": "handler(); broken()",
    "handler_after": "broken(); handler(); broken(); opencl(); broken()",
}


@pytest.mark.parametrize("name", STEPS)
def test_a_broken_kernel_fails_its_launch(name: str) -> None:
    found = opencl_environment()
    if "opencl" in STEPS[name] and not found:
        assert not IN_CI, "CI must have an OpenCL device"
        pytest.skip("no OpenCL device: pip install '.[test]'")
    done = python(CODE + STEPS[name] + "\nprint('done')", **found)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stdout + done.stderr
