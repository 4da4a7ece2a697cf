"""Keeps private variables from asking for more alignment than 64 bytes.

Takes a Lowering whose module is optimised for SPIR-V. Intel's OpenCL compiler for CPUs gives a kernel with
such a variable, where it makes vectors of work-items, a stack of gigabytes, and the process ends. Where a
kernel asks for the variable's address, it is placed by arithmetic, which that compiler takes for the same
in all work-items: the bytes around it are so many that it is.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering

_MOST = 64  # bytes
_LIFETIME = "llvm.lifetime."  # LLVM takes variables alone there
_SAME = (Opcode.GEP, Opcode.BITCAST, Opcode.ADDRSPACE_CAST, Opcode.PHI, Opcode.SELECT, Opcode.FREEZE)


def run(lowering: Lowering) -> None:
    layout = lowering.module.layout
    for function in lowering.module.definitions:
        aligned = [i for i in function.instructions_of(Opcode.ALLOCA) if i.align > _MOST]
        if not aligned:
            continue
        for variable in aligned:
            if _is_asked(variable):
                _place(variable, layout.size(variable.allocated_type))
            else:
                variable.align = _MOST
        for access in function.instructions_of(Opcode.LOAD, Opcode.STORE):
            access.align = min(access.align, _MOST)


def _is_asked(variable: ir.Instruction) -> bool:
    """Does an address in it become a number?"""
    seen, todo = {variable}, [variable]
    while todo:
        for user in ir.instructions_using(todo.pop()):
            if user.opcode is Opcode.PTRTOINT:
                return True
            if user.opcode in _SAME and user not in seen:
                seen.add(user)
                todo.append(user)
    return False


def _place(variable: ir.Instruction, size: int) -> None:
    align, types = variable.align, variable.type.types
    with ir.Builder.before(variable) as build:
        build.at_location(variable.debug_location)
        whole = build.alloca(types.i8.array((-(-size // align) + 1) * align), align=_MOST)
        address = build.cast(Opcode.PTRTOINT, whole, types.i64)
        below = build.binary(Opcode.SUB, types.i64.const(0), address)
        missing = build.binary(Opcode.AND, below, types.i64.const(align - 1))
        place = build.address(types.i8, whole, [missing])
    for use in list(variable.uses):
        is_lifetime = isinstance(use.user, ir.Instruction) and use.user.callee_name.startswith(_LIFETIME)
        use.user.set_operand(use.index, whole if is_lifetime else place)
    variable.erase()
