"""device_scope and null_as_number: forms that all OpenCL devices take."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from hcpy import ir
from hcpy.passes import device_scope, null_as_number
from hcpy.passes.lowering import Lowering

ATOMICS = b"""
define i32 @f(ptr addrspace(1) %p) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %b = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 monotonic monotonic
  %c = load atomic i32, ptr addrspace(1) %p acquire, align 4
  store atomic i32 5, ptr addrspace(1) %p release, align 4
  fence seq_cst
  %d = load i32, ptr addrspace(1) %p
  ret i32 %d
}
"""
COMPARISONS = b"""
define i1 @f(ptr addrspace(4) %p, ptr addrspace(1) %q, ptr addrspace(1) %r, i64 %n) {
  %a = icmp eq ptr addrspace(4) %p, null
  %b = icmp ne ptr addrspace(1) null, %q
  %c = icmp eq ptr addrspace(1) %q, %r
  %d = icmp eq i64 %n, 0
  %e = and i1 %a, %b
  %g = and i1 %c, %d
  %h = and i1 %e, %g
  ret i1 %h
}
"""


def changed(text: bytes, change: object) -> ir.Function:
    module = ir.Module.parse(text, "forms")
    change.run(cast(Lowering, SimpleNamespace(module=module)))  # type: ignore[attr-defined]
    module.verify()
    function = module.function("f")
    assert function is not None
    return function


def test_all_that_is_atomic_is_the_devices() -> None:
    lines = [str(i) for i in changed(ATOMICS, device_scope).instructions()]
    assert [' syncscope("device")' in line for line in lines] == [True] * 5 + [False] * 2


def test_null_is_compared_as_a_number() -> None:
    comparisons = list(changed(COMPARISONS, null_as_number).instructions_of(ir.Opcode.ICMP))
    kinds = ["number" if c.operand(0).type.is_integer else "address" for c in comparisons]
    assert kinds == ["number", "number", "address", "number"]
    assert not any(operand.type.is_pointer and operand.is_null for c in comparisons for operand in c.operands)
