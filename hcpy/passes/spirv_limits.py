"""What LLVM's SPIR-V back end ends its process for, without naming a place.

Takes an optimised module; gives the instructions that ask for what SPIR-V does not have.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.passes.split_long_vectors import is_long

_LOST = frozenset((ir.AtomicOperation.NAND, ir.AtomicOperation.UINC_WRAP, ir.AtomicOperation.UDEC_WRAP))


def impossible(module: ir.Module) -> Iterator[tuple[ir.Instruction, str]]:
    """Each such instruction, and what it asks for."""
    wide = ir.TypeSearch(lambda type_: type_.is_integer and type_.width > 64)
    long = ir.TypeSearch(is_long)
    for function in module.definitions:
        for instruction in wide.find(function):
            yield instruction, "an integer of more than 64 bits"
        for instruction in long.find(function):
            yield instruction, "a vector of more than 16 numbers"
        for instruction in function.instructions_of(ir.Opcode.ALLOCA, ir.Opcode.ATOMIC_RMW):
            if instruction.opcode is ir.Opcode.ALLOCA:
                if not instruction.operand(0).is_constant:
                    yield instruction, "an array of variable length"
            elif instruction.atomic_operation in _LOST:
                yield instruction, "this atomic operation"
