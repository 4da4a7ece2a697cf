"""Host target, second stage: pointers that walk through a loop in equal steps become a place and an offset.

Takes a kernel's function, in SSA form; gives each such pointer as its first place and an offset that counts
the steps. Where the place depends on the work-item and the step does not, the offset is the same for all
work-items: strips compute the place again for each and need no memory for the pointer. Pointers from memory
would make every access in the loop a gather.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.accesses import loads_from
from hcpy.passes.host.effects import CHEAP

_LAUNCH = frozenset(("__hcrt_group_size", "__hcrt_num_groups", "__hcrt_global_size"))


def split_pointer_walks(function: ir.Function) -> bool:
    """Whether there was one."""
    same = _Same(function)
    found = False
    for block in function.blocks:
        for phi in block.phis:
            step = _step_of(phi)
            if step is None or not same.is_same(step.operand(1)):
                continue
            if not same.is_same(_start_of(phi, step)[0]):
                _split(phi, step)
                found = True
    return found


def _step_of(phi: ir.Instruction) -> ir.Instruction | None:
    """The one address that the pointer has next: itself and so many elements."""
    if not phi.type.is_pointer or len(phi.incoming) != 2:
        return None
    steps = [v for v, _ in phi.incoming if isinstance(v, ir.Instruction) and v.opcode is Opcode.GEP]
    steps = [v for v in steps if v.pointer == phi and len(v.operands) == 2 and v.operand(1).type.is_integer]
    if len(steps) != 1 or steps[0].operand(1).type.width != 64:
        return None
    return steps[0]


def _start_of(phi: ir.Instruction, step: ir.Instruction) -> tuple[ir.Value, ir.Block]:
    ((start, block),) = [pair for pair in phi.incoming if pair[0] != step]
    return start, block


def _split(phi: ir.Instruction, step: ir.Instruction) -> None:
    start, before = _start_of(phi, step)
    (latch,) = [block for value, block in phi.incoming if value == step]
    flags = step.no_wrap & ir.NoWrap.INBOUNDS
    with ir.Builder.before(phi) as build:
        offset = build.phi(build.types.i64, name="hc.walked")
        build.move_before(phi.block.first_after_phis)
        place = build.address(step.source_type, start, [offset], "hc.walk", flags)
        build.move_before(step)
        further = build.binary(Opcode.ADD, offset, step.operand(1), "hc.further")
    assert isinstance(further, ir.Instruction)
    # Within one object no offset wraps.
    further.nsw = bool(flags)
    offset.add_incoming([(offset.type.const(0), before), (further, latch)])
    phi.replace(place)
    if not step.is_used:
        step.erase()


class _Same:
    """Which values follow from the launch and its function object alone."""

    def __init__(self, function: ir.Function) -> None:
        (closure,) = function.arguments
        self._known: dict[ir.Value, bool] = dict.fromkeys(loads_from(closure) or (), True)
        self._known[closure] = True

    def is_same(self, value: ir.Value) -> bool:
        if not isinstance(value, ir.Instruction):
            return value.is_constant or self._known.get(value, False)
        if value not in self._known:
            self._known[value] = False
            self._known[value] = self._follows(value)
        return self._known[value]

    def _follows(self, value: ir.Instruction) -> bool:
        if value.opcode is Opcode.CALL:
            return value.callee_name in _LAUNCH
        return value.opcode in CHEAP and all(self.is_same(operand) for operand in value.operands)
