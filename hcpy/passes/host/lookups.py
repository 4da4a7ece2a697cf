"""Work-items that do little else than look small numbers up: `out[i] = table[in[i]]` on bytes.

Takes a function of one work-item without loops; gives whether such work-items are run one by one. Processors
gather words, not bytes: in vector code LLVM takes each address out of a register and puts each byte into one,
and counts both as nearly nothing where registers have 512 bits.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode

# Of loops over such work-items: what LLVM's vectoriser does where it finds no vectors worth making.
SIDE_BY_SIDE: dict[str, int | None] = {"vectorize.width": 1, "interleave.count": 8}
_WORD = 32  # bits: the least that is gathered
_ITS_WORTH = 3  # operations in vector code that pay for a lookup without
_NO_WORK = frozenset((Opcode.GEP, Opcode.LOAD, Opcode.STORE, Opcode.PHI, Opcode.BR, Opcode.RET))


def mostly_looks_up(function: ir.Function) -> bool:
    lookups = work = 0
    for op in function.instructions():
        if op.opcode is Opcode.LOAD and op.type.is_integer and op.type.width < _WORD:
            lookups += _is_chosen_by_data(op.pointer)
        work += op.opcode not in _NO_WORK and not op.is_cast
    return lookups > 0 and work <= _ITS_WORTH * lookups


def _is_chosen_by_data(pointer: ir.Value) -> bool:
    """Does a number from memory choose the place?"""
    seen, rest = set[ir.Value](), [pointer]
    while rest:
        value = rest.pop()
        if not isinstance(value, ir.Instruction) or value in seen:
            continue
        seen.add(value)
        if value.opcode is Opcode.LOAD:
            if value.type.is_integer:
                return True
            continue
        rest += value.operands
    return False
