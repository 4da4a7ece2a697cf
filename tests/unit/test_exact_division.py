"""Division and square root of Vulkan's kernels call our own functions."""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.vulkan import exact_division

TEXT = """declare float @llvm.sqrt.f32(float)
define float @f(float %x, double %y, half %h, float %z) {
  %a = fdiv float %x, %z
  %b = call float @llvm.sqrt.f32(float %a)
  %c = fdiv double %y, 3.0
  %d = fdiv half %h, 0xH3C00
  %e = fdiv arcp float %b, %z
  %g = call afn float @llvm.sqrt.f32(float %e)
  ret float %g
}
"""


def test_each_is_a_call_unless_its_flags_leave_it_to_the_device() -> None:
    module = ir.Module.parse(TEXT.encode())
    assert exact_division.call_own(module)
    module.verify()
    shown = str(module)
    assert "%1 = call spir_func float @__hcrt_dividef(float %x, float %z)" in shown
    assert "call spir_func float @__hcrt_rootf(float %1)" in shown
    assert "call spir_func double @__hcrt_divide(double %y, double 3.000000e+00)" in shown
    assert "fpext half %h to float" in shown and "fptrunc float" in shown
    assert shown.count("fdiv") == 1 and "fdiv arcp float" in shown
    assert "call afn float @llvm.sqrt.f32" in shown


def test_a_module_without_any_stays_as_it_is() -> None:
    module = ir.Module.parse(b"define float @f(float %x) { ret float %x }")
    assert not exact_division.call_own(module)
