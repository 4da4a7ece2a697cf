"""define_intrinsics: what its definitions compute, run on the host's CPU, against LLVM's own instructions."""

from __future__ import annotations

import ctypes
import itertools

import pytest
from pass_support import HOST, after, execution

from hcpy.passes import define_intrinsics
from hcpy.passes.lowering import Pass

# OpenCL's functions that the definitions call.
HIGH = "".join(
    f"""define internal spir_func i64 @_Z6mul_hi{letters}(i64 %a, i64 %b) {{
  %x = {extend} i64 %a to i128
  %y = {extend} i64 %b to i128
  %p = mul i128 %x, %y
  %h = lshr i128 %p, 64
  %r = trunc i128 %h to i64
  ret i64 %r
}}
"""
    for letters, extend in (("ll", "sext"), ("mm", "zext"))
)
NUMBERS = [0, 1, 2, 3, 127, 128, 255, 2**15, 2**31, 2**31 - 1, 2**32, 2**63, 2**63 - 1, 2**64 - 1, 2**64 - 2]
NUMBERS += [(n * 0x9E3779B97F4A7C15 + 77) % 2**64 for n in range(20)]
OVERFLOWS = [s + o for s in "su" for o in ("add", "sub", "mul")]
SHIFTS = ["sshl", "ushl"]


def computed(text: str) -> list[int]:
    kind = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64)
    with execution(text) as engine:
        function = kind(engine.get_function_address("f"))
        return [function(a, b) for a, b in itertools.product(NUMBERS, NUMBERS)]


def program(bits: int, code: str) -> str:
    return f"""{HOST}define i64 @f(i64 %a64, i64 %b64) {{
  %a128 = zext i64 %a64 to i128
  %b128 = zext i64 %b64 to i128
  %a = trunc i128 %a128 to i{bits}
  %b = trunc i128 %b128 to i{bits}
{code}}}
"""


@pytest.mark.parametrize("step", [define_intrinsics.run_spirv_early, define_intrinsics.run_spirv])
@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@pytest.mark.parametrize("name", OVERFLOWS)
def test_operations_with_overflow(step: Pass, name: str, bits: int) -> None:
    code = f"""  %p = call {{ i{bits}, i1 }} @llvm.{name}.with.overflow.i{bits}(i{bits} %a, i{bits} %b)
  %r = extractvalue {{ i{bits}, i1 }} %p, 0
  %o = extractvalue {{ i{bits}, i1 }} %p, 1
  %r128 = zext i{bits} %r to i128
  %w = trunc i128 %r128 to i64
  %s = zext i1 %o to i64
  %m = mul i64 %s, 81985529216486895
  %x = xor i64 %w, %m
  ret i64 %x
"""
    text = program(bits, code)
    shown = after(step, text)
    assert ("with.overflow" in shown) == ((step is define_intrinsics.run_spirv_early and name[0] == "u") or (
        step is define_intrinsics.run_spirv and name in ("uadd", "usub")
    ))  # fmt: skip
    has_high = "_Z6mul_hi" in shown
    shown = "\n".join(line for line in shown.splitlines() if not line.startswith("declare spir_func"))
    assert computed(shown + (HIGH if has_high else "")) == computed(text)


@pytest.mark.parametrize("bits", [8, 32, 64])
@pytest.mark.parametrize("name", SHIFTS)
def test_saturating_shifts(name: str, bits: int) -> None:
    code = f"""  %s = urem i{bits} %b, {bits}
  %r = call i{bits} @llvm.{name}.sat.i{bits}(i{bits} %a, i{bits} %s)
  %r128 = zext i{bits} %r to i128
  %w = trunc i128 %r128 to i64
  ret i64 %w
"""
    text = program(bits, code)
    shown = after(define_intrinsics.run_spirv, text)
    assert "@llvm." not in shown and computed(shown) == computed(text)


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@pytest.mark.parametrize("name", ["fshl", "fshr"])
def test_funnel_shifts_never_shift_by_their_width(name: str, bits: int) -> None:
    kind = f"i{bits}"
    code = f"""  %s = call {kind} @llvm.{name}.{kind}({kind} %a, {kind} 77, {kind} %b)
  %t = call {kind} @llvm.{name}.{kind}({kind} 99, {kind} %b, {kind} {bits})
  %r = xor {kind} %s, %t
  %r128 = zext {kind} %r to i128
  %w = trunc i128 %r128 to i64
  ret i64 %w
"""
    text = program(bits, code)
    shown = after(define_intrinsics.run_spirv, text)
    assert "@llvm." not in shown and computed(shown) == computed(text)
    assert f"xor {kind} %" in shown and f"{kind} {bits}," not in shown.partition("@__hcrt")[0]


def test_lanes_are_defined_one_by_one() -> None:
    code = """  %v0 = insertelement <2 x i32> poison, i32 %a, i32 0
  %v = insertelement <2 x i32> %v0, i32 %b, i32 1
  %u = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> <i32 1, i32 0>
  %p = call { <2 x i32>, <2 x i1> } @llvm.sadd.with.overflow.v2i32(<2 x i32> %v, <2 x i32> %u)
  %o = extractvalue { <2 x i32>, <2 x i1> } %p, 1
  %e = extractelement <2 x i1> %o, i32 1
  %w = zext i1 %e to i64
  ret i64 %w
"""
    text = program(32, code)
    shown = after(define_intrinsics.run_spirv_early, text)
    assert "@llvm." not in shown and computed(shown) == computed(text)


def test_odd_widths_are_left_to_be_widened() -> None:
    code = """  %c = trunc i64 %b64 to i48
  %p = call { i48, i1 } @llvm.smul.with.overflow.i48(i48 %c, i48 %c)
  %o = extractvalue { i48, i1 } %p, 1
  %w = zext i1 %o to i64
  ret i64 %w
"""
    assert "@llvm.smul.with.overflow.i48(" in after(define_intrinsics.run_spirv_early, program(32, code))


_REDUCED = {
    "add": "i32 @llvm.vector.reduce.add.v3i32(<3 x i32> %v)",
    "umax": "i32 @llvm.vector.reduce.umax.v3i32(<3 x i32> %v)",
    "smin": "i32 @llvm.vector.reduce.smin.v3i32(<3 x i32> %v)",
    "xor": "i32 @llvm.vector.reduce.xor.v3i32(<3 x i32> %v)",
}


@pytest.mark.parametrize("step", [define_intrinsics.run_spirv_early, define_intrinsics.run_vulkan])
@pytest.mark.parametrize("name", _REDUCED)
def test_reductions_of_vectors(step: Pass, name: str) -> None:
    text = f"""{HOST}define i64 @f(i64 %a, i64 %b) {{
  %x = trunc i64 %a to i32
  %y = trunc i64 %b to i32
  %z = mul i32 %x, 77
  %u = insertelement <3 x i32> poison, i32 %x, i32 0
  %w = insertelement <3 x i32> %u, i32 %y, i32 1
  %v = insertelement <3 x i32> %w, i32 %z, i32 2
  %r = call {_REDUCED[name]}
  %s = zext i32 %r to i64
  ret i64 %s
}}
declare {_REDUCED[name].replace("%v", "")}
"""
    made = after(step, text)
    assert "call i32 @llvm.vector.reduce" not in made
    assert computed(made.replace("spir_func ", "")) == computed(text)


def test_sums_of_vectors_begin_with_their_first_number() -> None:
    text = """define float @f(<2 x float> %v) {
  %r = call float @llvm.vector.reduce.fadd.v2f32(float 1.0, <2 x float> %v)
  %s = call float @llvm.vector.reduce.fmaximum.v2f32(<2 x float> %v)
  %t = fadd float %r, %s
  ret float %t
}
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
declare float @llvm.vector.reduce.fmaximum.v2f32(<2 x float>)
"""
    made = after(define_intrinsics.run_spirv_early, text)
    assert "fadd float %0, %x0" in made and "@llvm.maximum.f32(float %x0, float %x1)" in made


def test_ptx_has_no_maths_of_vectors() -> None:
    text = """define <2 x float> @f(<2 x float> %v) {
  %r = call <2 x float> @llvm.sin.v2f32(<2 x float> %v)
  ret <2 x float> %r
}
declare <2 x float> @llvm.sin.v2f32(<2 x float>)
"""
    made = after(define_intrinsics.run_ptx, text, target="ptx")
    assert made.count("call float @llvm.sin.f32(") == 2
