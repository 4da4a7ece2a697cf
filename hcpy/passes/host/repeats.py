"""Whether a function of one work-item may be run twice for the same one, with nothing changed by it.

Whole vectors of a row's part that is no multiple of them may then overlap: 14 work-items are the first eight
and the last eight. What a work-item has stored must not be what it, or one beside it, loads the second time:
they read the group's memory, and write what captured pointers lead to. (Where rows of the group's memory are
written so, the vectors that read them soon wait: each lies across two that were stored.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.effects import PURE, is_plain, is_pure_call

_CONTROL = frozenset((Opcode.BR, Opcode.RET, Opcode.PHI, Opcode.SWITCH))


def may_repeat(function: ir.Function, arguments: Sequence[ir.Value], own: ir.Value) -> bool:
    """arguments: what the function is given after the context; own: the group's memory, which has what
    nobody else's pointer leads to."""
    extra = function.arguments[len(launch.NAMES) :]
    given: dict[ir.Value, ir.Value] = dict(zip(extra, arguments, strict=True))
    given[function.arguments[launch.INDEX[launch.SCRATCH]]] = own
    loads: list[ir.Instruction] = []
    stores: list[ir.Instruction] = []
    for instruction in function.instructions():
        if instruction.opcode in (Opcode.LOAD, Opcode.STORE):
            if not is_plain(instruction):
                return False
            if instruction.metadata("invariant.load") is None:
                (loads if instruction.opcode is Opcode.LOAD else stores).append(instruction)
        elif instruction.opcode is Opcode.CALL:
            if not is_pure_call(instruction.callee_name):
                return False
        elif instruction.opcode not in PURE and instruction.opcode not in _CONTROL:
            return False
    writes_elsewhere = all(_is_own(store, given, own) is False for store in stores)
    return writes_elsewhere and all(_is_own(load, given, own) for load in loads)


def _is_own(access: ir.Instruction, given: Mapping[ir.Value, ir.Value], own: ir.Value) -> bool | None:
    """Is it to the group's memory? None: that is not known."""
    base = ir.base_of(access.pointer)
    base = ir.base_of(given.get(base, base))
    if base == own:
        return True
    if not isinstance(base, ir.Instruction) or base.opcode is not Opcode.LOAD:
        return None
    return None if base.metadata("invariant.load") is None else False
