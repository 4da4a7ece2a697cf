"""What Intel's OpenCL compiler for CPUs would let grow where it rounds or wraps."""

from __future__ import annotations

from pass_support import after

from hcpy.passes import keep_conversions

_TEXT = """declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @kernel(ptr addrspace(1) %p, i32 %n) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %i = trunc i64 %id to i32
  BODY
  ret void
}
"""


def _after(body: str) -> str:
    return after(keep_conversions.run, _TEXT.replace("BODY", body))


def test_a_conversion_whose_bits_are_read_is_bounded() -> None:
    text = _after(
        "%f = sitofp i32 %i to float\n  %b = bitcast float %f to i32\n  store i32 %b, ptr addrspace(1) %p"
    )
    assert "%1 = call spir_func float @_Z4fminff(float %f, float 0x7FF0000000000000)" in text
    assert "bitcast float %1 to i32" in text


def test_so_is_one_that_is_cast_back_in_double() -> None:
    text = _after(
        "%f = uitofp i64 %id to double\n  %b = fptoui double %f to i64\n  store i64 %b, ptr addrspace(1) %p"
    )
    assert "@_Z4fmindd(double %f, double 0x7FF0000000000000)" in text


def test_half_goes_by_way_of_float() -> None:
    text = _after(
        "%f = sitofp i32 %i to half\n  %b = bitcast half %f to i16\n  store i16 %b, ptr addrspace(1) %p"
    )
    assert "sitofp i32 %i to float" in text
    assert "fptrunc float %2 to half" in text


def test_one_that_is_stored_or_computed_with_stays() -> None:
    text = _after("%f = sitofp i32 %i to float\n  store float %f, ptr addrspace(1) %p")
    assert "fmin" not in text
    text = _after(
        "%f = sitofp i32 %i to float\n  %g = fadd float %f, 1.0\n  store float %g, ptr addrspace(1) %p"
    )
    assert "fmin" not in text


_NARROW = "%s = trunc i32 FROM to i16\n  %t = mul i16 %s, 99\n  WIDEN\n  store i32 %w, ptr addrspace(1) %p"


def test_narrow_sums_of_ids_that_are_widened_go_through_a_variable() -> None:
    text = _after(_NARROW.replace("FROM", "%i").replace("WIDEN", "%w = sext i16 %t to i32"))
    assert "%hcpy.held = alloca i16" in text
    assert "store volatile i16 %t, ptr %hcpy.held" in text
    assert "sext i16 %1 to i32" in text


def test_others_stay() -> None:
    """Numbers that are the same for all, or that are only cut."""
    assert "held" not in _after(_NARROW.replace("FROM", "%n").replace("WIDEN", "%w = sext i16 %t to i32"))
    assert "held" not in _after(_NARROW.replace("FROM", "%i").replace("WIDEN", "%w = sext i16 %s to i32"))
