"""Values that need not be held over a barrier: those that ids, arguments and counters of loops decide.

Takes a function's parts. Intel's runtime keeps these right over barriers, as every program has such; in
memory of each work-item it would not see that they are alike for all, or consecutive, and its vectoriser
would gather: a tiled product of matrices takes 28 times as long. Not so in kernels with wave functions, whose
lanes it runs by loops of its own: a number that the own id decides may be the last work-item's for all.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.demangle import opencl_name
from hcpy.ir import Opcode
from hcpy.passes.barrier_parts import Parts
from hcpy.passes.waves_in_branches import calls_waves

_ALIKE = frozenset(("get_group_id", "get_local_size", "get_enqueued_local_size", "get_num_groups"))
_OWN = frozenset(("get_local_id", "get_global_id"))
_ARITHMETIC = frozenset(
    (
        *(Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL, Opcode.LSHR, Opcode.ASHR, Opcode.AND, Opcode.OR),
        *(Opcode.XOR, Opcode.TRUNC, Opcode.ZEXT, Opcode.SEXT, Opcode.GEP, Opcode.BITCAST),
        Opcode.ADDRSPACE_CAST,
    )
)
_DEPTH = 12  # of a computation


class Decided:
    """Which values of a function ids and arguments decide."""

    def __init__(self, function: ir.Function, parts: Parts) -> None:
        self._objects = frozenset(
            argument
            for number, argument in enumerate(function.arguments)
            if "byval" in function.parameter_attributes(number)
        )
        self._parts = parts
        self._own = not calls_waves(function, ir.CallGraph())
        self._counting: set[ir.Value] = set()

    def by_ids(self, value: ir.Value) -> bool:
        """Is it an integer or an address that ids, arguments and alike counters decide?"""
        return (
            not value.type.is_vector
            and not value.type.scalar.is_floating
            and self._is(value, _DEPTH, self._own)
        )

    def _is(self, value: ir.Value, depth: int, own: bool) -> bool:
        if not isinstance(value, ir.Instruction):
            return True  # constants, arguments, variables
        if depth == 0:
            return False
        if value.is_call:
            name = opencl_name(value.callee_name or "")
            return name in _ALIKE or (own and name in _OWN)
        if value.opcode is Opcode.LOAD:
            return self._is_argument(value.operand(0)) and not value.is_volatile
        if value.opcode is Opcode.PHI:
            return self._counts(value, depth)
        if value.opcode not in _ARITHMETIC:
            return False
        return all(self._is(operand, depth - 1, own) for operand in value.operands)

    def _is_argument(self, pointer: ir.Value) -> bool:
        """An address in the function object, at a number."""
        while isinstance(pointer, ir.Instruction) and pointer.opcode in (Opcode.GEP, Opcode.BITCAST):
            if not all(operand.is_constant for operand in pointer.operands[1:]):
                return False
            pointer = pointer.operand(0)
        return pointer in self._objects

    def _counts(self, phi: ir.Instruction, depth: int) -> bool:
        """A counter that is alike for all: of a loop whose turns a barrier makes alike."""
        if phi in self._counting:
            return True
        if len(phi.incoming) != 2 or not self._parts.repeats(phi.block):
            return False
        self._counting.add(phi)
        found = all(self._is(value, depth - 1, False) for value, _ in phi.incoming)
        self._counting.discard(phi)
        return found
