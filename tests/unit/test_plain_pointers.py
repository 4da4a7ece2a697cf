"""Pointers that were integers for a while are casts again, and what they lead to can be folded."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import plain_pointers

TABLE = "@table = internal addrspace(1) constant [2 x i64] [i64 7, i64 32]\n"
SPIRV = 'target datalayout = "e-i64:64-n8:16:32:64-G1"\n'


def test_a_table_behind_an_integer_is_folded() -> None:
    text = f"""{SPIRV}{TABLE}define spir_kernel void @kernel(ptr addrspace(1) %out) {{
  %v = load i64, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) inttoptr (i64 ptrtoint (
    ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @table, i64 16) to i64) to ptr addrspace(4)), i64 -8)
  store i64 %v, ptr addrspace(1) %out
  ret void
}}
"""
    shown = after(plain_pointers.run, text, ("kernel",))
    assert "store i64 32, ptr addrspace(1) %out" in shown


def test_a_pointer_of_the_same_space_is_the_first() -> None:
    text = f"""{SPIRV}define spir_kernel void @kernel(ptr addrspace(1) %p, ptr addrspace(4) %q) {{
  %a = ptrtoint ptr addrspace(1) %p to i64
  %b = inttoptr i64 %a to ptr addrspace(1)
  %c = inttoptr i64 %a to ptr addrspace(4)
  store i32 1, ptr addrspace(1) %b
  store i32 2, ptr addrspace(4) %c
  ret void
}}
"""
    shown = after(plain_pointers.run, text, ("kernel",))
    assert "store i32 1, ptr addrspace(1) %p" in shown and "ptrtoint" not in shown
    assert "addrspacecast ptr addrspace(1) %p to ptr addrspace(4)" in shown


@pytest.mark.parametrize("integer", ["i32", "i128"])
def test_other_bits_stay(integer: str) -> None:
    text = f"""{SPIRV}define spir_kernel void @kernel(ptr addrspace(1) %p) {{
  %a = ptrtoint ptr addrspace(1) %p to {integer}
  %b = inttoptr {integer} %a to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %b
  ret void
}}
"""
    assert "inttoptr" in after(plain_pointers.run, text, ("kernel",))
