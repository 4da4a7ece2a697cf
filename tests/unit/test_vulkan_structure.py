"""Structured control flow keeps each way's own values."""

from __future__ import annotations

import pytest

from hcpy import ir
from hcpy.passes.vulkan.structure import nest

TEXT = """
define spir_kernel void @k(ptr addrspace(1) %p, double %x, i64 %limit, i32 %k, TYPE %old) {
entry:
  %number = fcmp ord double %x, 0.0
  br i1 %number, label %held, label %take
held:
  %small = fcmp ult double %x, 1.0e9
  br i1 %small, label %within, label %keep
within:
  %whole = fptoui double %x to i64
  %above = icmp ugt i64 %whole, %limit
  br i1 %above, label %keep, label %take
take:
  %taken = VALUE
  br label %keep
keep:
  %kept = phi TYPE [ %old, %held ], [ %old, %within ], [ %taken, %take ]
  store TYPE %kept, ptr addrspace(1) %p
  ret void
}
"""


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("i16", "trunc i32 %k to i16"),
        ("ptr addrspace(1)", "getelementptr i8, ptr addrspace(1) %p, i64 4"),
        ("i32", "freeze i32 %k"),
    ],
)
def test_values_that_cost_nothing_stay_on_their_way(type_: str, value: str) -> None:
    """In front of the conditions LLVM gives them to one of the two ways that lead to them."""
    module = ir.Module.parse(TEXT.replace("TYPE", type_).replace("VALUE", value).encode())
    nest(module)
    module.verify()
    function = module.function("k")
    assert function is not None
    opcode = ir.Opcode[{"getelementptr": "GEP"}.get(word := value.split()[0], word.upper())]
    (made,) = [i for block in function.blocks for i in block.instructions() if i.opcode is opcode]
    assert made.block != function.entry
