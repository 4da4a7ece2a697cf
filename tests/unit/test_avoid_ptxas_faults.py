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


def test_negative_powers_of_two_are_factors_by_32_bits() -> None:
    body = """  %a = mul i16 %x, -256
  %b = mul i16 %x, 256
  %c = mul i16 %x, -255
  %d = mul <3 x i16> %w, <i16 -1, i16 3, i16 -4>
  %e = mul i32 %y, -256
  store i16 %a, ptr %p
  store i16 %b, ptr %p
  store i16 %c, ptr %p
  store <3 x i16> %d, ptr %p
  store i32 %e, ptr %p"""
    shown = rewritten(body, "i16 %x, <3 x i16> %w, i32 %y, ptr %p")
    assert shown.count("neg.s32") == 3 and shown.count("shl i16") == 3
    assert "mul i16 %x, 256" in shown and "mul i16 %x, -255" in shown and "mul i32 %y, -256" in shown


@pytest.mark.parametrize("sign", ["ashr i16 %x, 15", "sext i1 %less to i16"])
def test_absolute_values_by_signs_are_choices(sign: str) -> None:
    body = f"""  %less = icmp slt i16 %x, 0
  %s = {sign}
  %a = xor i16 %x, %s
  %b = sub i16 %a, %s
  %c = add i16 %s, %x
  %d = xor i16 %c, %s
  %e = xor i16 %y, %s
  %f = sub i16 %e, %s
  store i16 %b, ptr %p
  store i16 %d, ptr %p
  store i16 %f, ptr %p"""
    shown = rewritten(body, "i16 %x, i16 %y, ptr %p")
    assert shown.count("neg.s32") == 2 and "%f = sub i16 %e, %s" in shown


def test_negations_that_look_for_overflow_compare() -> None:
    body = """  %a = call { i16, i1 } @llvm.ssub.with.overflow.i16(i16 0, i16 %x)
  %b = call i16 @llvm.ssub.sat.i16(i16 0, i16 %x)
  %c = call i16 @llvm.ssub.sat.i16(i16 %x, i16 0)
  %d = call <2 x i16> @llvm.ssub.sat.v2i16(<2 x i16> zeroinitializer, <2 x i16> %w)
  store { i16, i1 } %a, ptr %p
  store i16 %b, ptr %p
  store i16 %c, ptr %p
  store <2 x i16> %d, ptr %p"""
    shown = rewritten(body, "i16 %x, <2 x i16> %w, ptr %p")
    assert shown.count("neg.s32") == 4 and shown.count("icmp eq i16 %x, -32768") == 2
    assert shown.count("call i16 @llvm.ssub.sat") == 1 and "call <2 x i16>" not in shown
    assert "call { i16, i1 }" not in shown
