"""Freezes of pointers do not reach LLVM's SPIR-V back end."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from hcpy import ir
from hcpy.passes import drop_freezes
from hcpy.passes.lowering import Lowering

TEXT = b"""
define i8 @f(ptr addrspace(4) %p, i8 %n) {
  %q = freeze ptr addrspace(4) %p
  %m = freeze i8 %n
  %x = load i8, ptr addrspace(4) %q
  %r = add i8 %x, %m
  ret i8 %r
}
"""


def test_freezes_of_pointers_go_and_others_stay() -> None:
    module = ir.Module.parse(TEXT, "freezes")
    drop_freezes.run(cast(Lowering, SimpleNamespace(module=module)))
    module.verify()
    function = module.function("f")
    assert function is not None
    frozen = list(function.instructions_of(ir.Opcode.FREEZE))
    assert [freeze.type.width for freeze in frozen] == [8]
    load = next(function.instructions_of(ir.Opcode.LOAD))
    assert load.pointer == function.arguments[0]
