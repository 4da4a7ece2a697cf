"""Runs Python code in processes that have the stand-in for the CUDA driver."""

from __future__ import annotations

import subprocess
import sys

from python_support import HERE, environment

START = """
import sys; sys.path.insert(0, sys.argv[1])
import stand_in, ctypes, gc, os, numpy as np, hcpy
from stand_in import counters, driver
mod = hcpy.compile("void f(hc::index<1> i, int by, int* p) [[hc]] { p[i[0]] += by; }", target="ptx:sm_90")
view = hcpy.accelerator("cuda").default_view
def launch(v, by=1): return hcpy.parallel_for_each(hcpy.extent(64), mod.f, by, v, view=view)
def since(before): return {name: n - before[name] for name, n in counters().items()}
"""


def run(code: str, *words: object, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, HERE, *words], cwd=HERE, env=environment(**more), capture_output=True,
        text=True, timeout=300, check=False,
    )  # fmt: skip


def passes(library: str, code: str, **more: str) -> None:
    done = run(START + code, HCPY_CUDA_LIBRARY=library, **more)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
