"""Finds the kernels whose function object fits into the push constants, which devices read without waiting.

Takes an entry in the form that emit.py writes; gives what leads into the function object, where the kernel
only reads it, at places that are known.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.find_kernels import byval_type

PLACE = 32  # of the object in the push constants
MOST_BYTES = 96  # all devices have 128
_FOLLOWED = (Opcode.GEP, Opcode.ADDRSPACE_CAST)


def find(layout: ir.Layout, entry: ir.Function, constant: ir.Variable | None) -> list[ir.Value]:
    """The addresses in the kernel's function object; none where it must come by its address."""
    type_ = byval_type(entry)
    if constant is None or type_ is None or layout.size(type_) > MOST_BYTES:
        return []
    found: list[ir.Value] = [constant]
    for value in found:
        for use in value.uses:
            user = use.user
            if not isinstance(user, ir.Instruction):
                return []
            if user.function != entry:
                continue
            if user.opcode in _FOLLOWED and use.index == 0 and _is_known(user):
                found.append(user)
            elif user.opcode is not Opcode.LOAD or user.ordering is not ir.Ordering.NOT_ATOMIC:
                return []
    return found


def _is_known(address: ir.Instruction) -> bool:
    return all(isinstance(index, ir.Integer) for index in address.operands[1:])
