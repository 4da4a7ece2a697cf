"""Makes calls through the address of a known function calls of that function.

Takes an optimised module. clang has the address of a member function as a number, and makes a pointer to the
generic address space of it: LLVM, which makes such calls direct where functions and pointers share a space,
leaves these alone.
Gives: whether there was one; what it was hidden from can be optimised again.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir.rewrite import call_again

_CASTS = (ir.Opcode.INTTOPTR, ir.Opcode.PTRTOINT, ir.Opcode.ADDRSPACE_CAST, ir.Opcode.BITCAST)


def run(module: ir.Module) -> bool:
    found = False
    for function in module.definitions:
        for call in [call for call in function.calls() if call.is_indirect]:
            callee = _named(call.called)
            if callee is not None and callee.value_type == call.called_type:
                call_again(call, callee, ()).convention = callee.convention
                found = True
    return found


def _named(called: ir.Value) -> ir.Function | None:
    while isinstance(called, ir.Expression) and called.opcode in _CASTS:
        called = called.operand(0)
    return called if isinstance(called, ir.Function) else None
