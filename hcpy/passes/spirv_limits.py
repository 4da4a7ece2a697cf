"""What LLVM's SPIR-V back end ends its process for, without naming a place.

Takes instructions of an optimised module; gives what each asks for that SPIR-V does not have.
"""

from __future__ import annotations

from hcpy import ir

_LOST = frozenset((ir.AtomicOperation.NAND, ir.AtomicOperation.UINC_WRAP, ir.AtomicOperation.UDEC_WRAP))


class Impossible:
    """One module's instructions."""

    def __init__(self) -> None:
        self._wide = ir.TypeSearch(lambda type_: type_.is_integer and type_.width > 64)

    def of(self, instruction: ir.Instruction) -> str | None:
        """What the instruction asks for; None: the back end can do it."""
        if self._wide.finds(instruction):
            return "an integer of more than 64 bits"
        opcode = instruction.opcode
        if opcode is ir.Opcode.ALLOCA and not instruction.operand(0).is_constant:
            return "an array of variable length"
        if opcode is ir.Opcode.ATOMIC_RMW and instruction.atomic_operation in _LOST:
            return "this atomic operation"
        return None
