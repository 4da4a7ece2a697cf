"""Undefined operands become zeros, but for those that aggregates are built on."""

from __future__ import annotations

from pass_support import after

from hcpy.passes import fill_undefined_values

TEXT = """define spir_func i64 @f(i1 %c, float %x, ptr addrspace(1) %p) {
start:
  br i1 %c, label %one, label %end
one:
  %y = fadd float %x, 1.0
  br label %end
end:
  %part = phi float [ undef, %start ], [ %y, %one ]
  %place = phi ptr addrspace(1) [ poison, %start ], [ %p, %one ]
  %lanes = phi <2 x i32> [ <i32 7, i32 undef>, %start ], [ zeroinitializer, %one ]
  %pair = insertelement <2 x float> poison, float %part, i32 0
  store <2 x float> %pair, ptr addrspace(1) %place
  store <2 x i32> %lanes, ptr addrspace(1) %p
  %whole = fptosi float %part to i64
  ret i64 %whole
}
"""


def test_undefined_operands_become_zero() -> None:
    text = after(fill_undefined_values.run, TEXT)
    assert "%part = phi float [ 0.000000e+00, %start ], [ %y, %one ]" in text
    assert "%place = phi ptr addrspace(1) [ null, %start ], [ %p, %one ]" in text
    assert "%lanes = phi <2 x i32> [ <i32 7, i32 0>, %start ], [ zeroinitializer, %one ]" in text
    assert "insertelement <2 x float> poison, float %part" in text
