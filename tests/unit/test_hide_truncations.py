"""Numbers that become integers and floating point again, which Intel's compiler only truncates."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import hide_truncations

_TEXT = """define spir_kernel void @kernel(float %x, double %y, ptr addrspace(1) %o) {
  BODY
  ret void
}
"""


def _after(body: str) -> str:
    return after(hide_truncations.run, _TEXT.replace("BODY", body))


@pytest.mark.parametrize(
    ("cut", "width", "back"),
    [
        ("fptosi float %x to i32", 32, "sitofp i32 %i to float"),
        ("fptoui double %y to i16", 16, "uitofp i16 %i to double"),
        ("fptosi double %y to i64", 64, "sitofp i64 %i to float"),
        ("fptosi float %x to i128", 128, "sitofp i128 %i to float"),
    ],
)
def test_an_integer_between_gets_a_hidden_zero(cut: str, width: int, back: str) -> None:
    text = _after(f"%i = {cut}\n  %f = {back}\n  store i{width} %i, ptr addrspace(1) %o")
    assert "call spir_func i64 @_Z14get_num_groupsj(i32 0)\n  %2 = lshr i64 %1, 31" in text
    hidden = "%3" if width == 64 else "%4"
    assert f"{hidden} = xor i{width} %i, " in text
    assert f"%f = {back.replace('%i', hidden)}" in text


def test_so_does_one_that_is_widened() -> None:
    text = _after("%i = fptosi float %x to i32\n  %w = sext i32 %i to i64\n  %f = sitofp i64 %w to double")
    assert "%w = sext i32 %4 to i64" in text


def test_other_integers_stay() -> None:
    body = "%i = fptosi float %x to i32\n  %j = add i32 %i, 1\n  %f = sitofp i32 %j to float"
    assert "xor" not in _after(body)
