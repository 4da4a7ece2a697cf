"""What the host target cannot run gets a diagnostic that names the kernel or function, never a crash."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "device" / "host_forms"))
from harness import build, compile_ir

from hcpy.core.errors import CompileError

PRELUDE = """
#include "device_side.hpp"
namespace dev = hcrt::device;
"""
CASES = {
    "barrier in a recursive function": (
        "void f(int n) { if (n) f(n - 1); dev::barrier(); }"
        "struct Kernel0 { int* y; void operator()() const { f(y[0]); } }; REGISTER_KERNEL(0)",
        "'f(int)' waits at a barrier: it must not be recursive or called through a pointer",
    ),
    "id in a recursive function": (
        "int f(int n) { return n ? f(n - 1) * f(n - 2) : (int)dev::local_id(0); }"
        "struct Kernel0 { int* y; void operator()() const { y[0] = f(y[1]); } }; REGISTER_KERNEL(0)",
        "'f(int)' asks for its place in the launch: it must not be recursive or called through a pointer",
    ),
    "tile_static in a recursive function": (
        "int f(int n) { KERNEL_TILE int s[4]; s[n & 3] = n; return n ? f(n - 1) * f(n - 2) : s[0]; }"
        "struct Kernel0 { int* y; void operator()() const { y[0] = f(y[1]); } }; REGISTER_KERNEL(0)",
        "'f(int)' uses tile_static memory: it must not be recursive or called through a pointer",
    ),
    "array of run-time size across a barrier": (
        "struct Kernel0 { int* y; void operator()() const { int a[y[0]]; a[y[1]] = 3; dev::barrier(); "
        "y[2] = a[y[3]]; } }; REGISTER_KERNEL(0)",
        "an array of a size that is only known at run time is not possible in this kernel",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_is_reported(name: str, tmp_path: Path) -> None:
    text, message = CASES[name]
    source = tmp_path / "source.cpp"
    source.write_text(PRELUDE + text)
    ll = compile_ir(source, tmp_path / "source.ll")
    with pytest.raises(CompileError) as caught:
        build(ll, "x86-64")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == message
    assert diagnostic.severity == "error" and diagnostic.location is not None
