"""What ptxas takes wrong is written in another form: hcpy/passes/avoid_ptxas_faults.py."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import avoid_ptxas_faults


def rewritten(body: str, arguments: str) -> str:
    text = f"define void @f({arguments}) {{\n{body}\n  ret void\n}}\n"
    return after(avoid_ptxas_faults.run, text, target="ptx")


@pytest.mark.parametrize(
    ("floating", "bits", "narrow", "instruction"),
    [
        ("float", "i32", "i16", "cvt.u16.u32"),
        ("float", "i32", "i8", "cvt.u16.u32"),
        ("double", "i64", "i32", "cvt.u32.u64"),
        ("double", "i64", "i8", "cvt.u16.u64"),
        ("half", "i16", "i8", "mov.b16"),
    ],
)
def test_lower_bits_of_a_number_are_an_integer(
    floating: str, bits: str, narrow: str, instruction: str
) -> None:
    body = f"""  %bits = bitcast {floating} %x to {bits}
  %lower = trunc {bits} %bits to {narrow}
  store {narrow} %lower, ptr %p"""
    shown = rewritten(body, f"{floating} %x, ptr %p")
    assert f'asm "{instruction} $0, $1;"' in shown and "sideeffect" not in shown


def test_lower_bits_are_followed_through_choices() -> None:
    body = """  %a = bitcast float %x to i32
  %b = select i1 %c, i32 %a, i32 %n
  %lower = trunc i32 %b to i16
  %other = trunc i32 %n to i16
  store i16 %lower, ptr %p
  store i16 %other, ptr %p"""
    shown = rewritten(body, "float %x, i1 %c, i32 %n, ptr %p")
    assert shown.count("cvt.u16.u32") == 1 and shown.count("trunc i32") == 1


def test_numbers_that_are_not_aligned_are_stored_as_integers() -> None:
    body = """  store float %x, ptr %p, align 1
  store <2 x double> %y, ptr %p, align 4
  store float %x, ptr %p, align 4"""
    shown = rewritten(body, "float %x, <2 x double> %y, ptr %p")
    assert shown.count("mov.b32") == 1 and shown.count("mov.b64") == 2
    assert "store float %x, ptr %p, align 4" in shown and "store <2 x double>" not in shown
    assert "i64 8" in shown or "i32 8" in shown  # the second number's place


@pytest.mark.parametrize(
    ("a", "b", "rewrites"),
    [("1.0", "-0.0", True), ("-0.0", "1.0", True), ("-1.0", "-0.0", True), ("1.0", "0.0", False)],
)
def test_a_choice_between_a_number_and_minus_0_is_one_of_integers(a: str, b: str, rewrites: bool) -> None:
    shown = rewritten(f"  %s = select i1 %c, float {a}, float {b}\n  store float %s, ptr %p", "i1 %c, ptr %p")
    assert ("select i1 %c, i32" in shown) is rewrites


def test_signs_are_copied_by_an_instruction() -> None:
    body = """  %s = call float @llvm.copysign.f32(float %x, float %y)
  store float %s, ptr %p"""
    shown = rewritten(body, "float %x, float %y, ptr %p")
    assert 'asm "copysign.f32 $0, $1, $2;", "=f,f,f"(float %y, float %x)' in shown


def test_16_bits_are_negated_as_32() -> None:
    body = """  %m = sub i16 0, %x
  %n = sub i32 0, %y
  %v = sub <2 x i16> zeroinitializer, %w
  store i16 %m, ptr %p
  store i32 %n, ptr %p
  store <2 x i16> %v, ptr %p"""
    shown = rewritten(body, "i16 %x, i32 %y, <2 x i16> %w, ptr %p")
    assert shown.count("neg.s32") == 3 and "sub i16" not in shown and "sub i32 0, %y" in shown


@pytest.mark.parametrize(("width", "negation"), [(16, "neg.s32"), (32, "neg.s32"), (64, "neg.s64")])
def test_the_absolute_value_of_the_least_number_is_a_choice(width: int, negation: str) -> None:
    body = f"""  %a = call i{width} @llvm.abs.i{width}(i{width} %x, i1 false)
  %b = call i{width} @llvm.abs.i{width}(i{width} %x, i1 true)
  store i{width} %a, ptr %p
  store i{width} %b, ptr %p"""
    shown = rewritten(body, f"i{width} %x, ptr %p")
    assert shown.count(negation) == 1 and "i1 true)" in shown and "i1 false)" not in shown
