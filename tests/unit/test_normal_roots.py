"""Numbers that are known to be normal: their inverse roots, and comparisons of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from hcpy import ir
from hcpy.passes import normal_roots
from hcpy.passes.lowering import Lowering

DECLARED = """declare float @llvm.nvvm.rsqrt.approx.f(float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.fabs.f32(float)
"""
DIRECT = "@llvm.nvvm.rsqrt.approx.ftz.f"
ROOT = """define float @f(float %x, float %y, i32 %n, i1 %c) {
  MADE
  %r = call float @llvm.nvvm.rsqrt.approx.f(float %v)
  ret float %r
}
"""
COMPARED = """define float @f(float %x, float %y) {
  %p = fmul float %x, %x
  %v = fadd float %p, 0.5
  %c = fcmp PREDICATE float %v, LIMIT
  %r = select i1 %c, float %x, float %y
  ret float %r
}
"""
SQUARES = "%p = fmul float %x, %x\n %q = fmul float %y, %y\n %s = fadd float %p, %q\n "
NORMAL = [
    SQUARES + "%v = fadd float %s, 0.25",
    "%p = fmul float %x, %x\n %t = fadd float %p, 0.25\n"
    " %v = call float @llvm.fma.f32(float %y, float %y, float %t)",
    "%v = call float @llvm.maxnum.f32(float %x, float 0.25)",
    "%a = call float @llvm.fabs.f32(float %x)\n %v = fadd float %a, 0.25",
    "%u = uitofp i32 %n to float\n %v = fadd float %u, 1.0",
    "%a = call float @llvm.fabs.f32(float %x)\n %b = call float @llvm.fabs.f32(float %y)\n"
    " %p = fmul float %a, %b\n %v = fadd float %p, 1.0",
    "%p = fmul float %x, %x\n %t = fadd float %p, 1.0\n %v = select i1 %c, float %t, float 2.0",
]
UNKNOWN = [
    SQUARES + "%v = fadd float %s, 0.0",
    SQUARES + "%v = fadd float %s, -0.25",
    SQUARES + "%v = fadd float %s, 0x3800000000000000",  # 2^-127
    "%v = fadd float %x, 1.0",
    "%p = fmul float %x, %y\n %v = fadd float %p, 1.0",
    "%u = sitofp i32 %n to float\n %v = fadd float %u, 1.0",
    "%v = call float @llvm.maxnum.f32(float %x, float %y)",
    "%t = fadd float %x, 1.0\n %v = select i1 %c, float %t, float 2.0",
    "%p = fmul float %x, %x\n %t = fadd float %p, 0x7FF8000000000000\n %v = fadd float %t, 1.0",  # a NaN
]


def after(text: str, target: str) -> str:
    module = ir.Module.parse((DECLARED + text).encode())
    getattr(normal_roots, f"run_{target}")(cast(Lowering, SimpleNamespace(module=module)))
    module.verify()
    return str(module)


@pytest.mark.parametrize("made", NORMAL)
def test_a_normal_number_is_not_scaled(made: str) -> None:
    assert f"call float {DIRECT}(float %v)" in after(ROOT.replace("MADE", made), "ptx")


@pytest.mark.parametrize("made", UNKNOWN)
def test_any_other_number_is(made: str) -> None:
    assert DIRECT not in after(ROOT.replace("MADE", made), "ptx")


@pytest.mark.parametrize(
    ("predicate", "limit", "answer"),
    [
        ("olt", "0x3810000000000000", "%y"),  # 2^-126
        ("ole", "0.25", "%y"),
        ("uge", "0.25", "%x"),
        ("ugt", "0.25", "%x"),
    ],
)
def test_a_comparison_is_answered(predicate: str, limit: str, answer: str) -> None:
    shown = after(COMPARED.replace("PREDICATE", predicate).replace("LIMIT", limit), "vulkan")
    assert f"ret float {answer}" in shown and "fcmp" not in shown


@pytest.mark.parametrize(
    ("predicate", "limit"),
    [("ult", "0.25"), ("oge", "0.25"), ("olt", "0.75"), ("ole", "0.5"), ("oeq", "0.25"), ("olt", "%y")],
)
def test_a_nan_and_what_may_be_keep_it(predicate: str, limit: str) -> None:
    assert "fcmp" in after(COMPARED.replace("PREDICATE", predicate).replace("LIMIT", limit), "vulkan")
