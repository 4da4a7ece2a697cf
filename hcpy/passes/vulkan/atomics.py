"""Makes atomic operations that Vulkan's core lacks loops of compare-and-exchange, or of a lock.

Takes a Lowering whose address spaces are known. Words of 32 bits, and of 64 bits in global memory, have all
operations of integers: those of floating-point numbers, and what counts around, become loops. Numbers of 8
and 16 bits are parts of a word. 64 bits of group memory are two words, which a lock guards.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.atomic_bodies import ORDERINGS, bits_of, computed
from hcpy.passes.helpers import Helpers
from hcpy.passes.lowering import Lowering
from hcpy.passes.narrow_atomics import ACCESSES, is_atomic, narrow, replace_access, value_type
from hcpy.passes.vulkan import atomic_locks
from hcpy.passes.vulkan.kernel import GROUP_SPACE
from hcpy.passes.vulkan.memory import HAS_INSTRUCTION


def run(lowering: Lowering) -> None:
    helpers = Helpers(lowering.module)
    for function in lowering.kernels:
        lock: ir.Value | None = None
        for access in list(function.instructions_of(*ACCESSES)):
            if not is_atomic(access):
                continue
            bits = bits_of(value_type(access))
            if bits == 64 and access.pointer.type.address_space == GROUP_SPACE:
                lock = lock or atomic_locks.make_lock(lowering.module, function)
                replace_access(helpers, access, atomic_locks.body(access), [lock])
            elif bits in (8, 16):
                narrow(helpers, access)
            elif access.opcode is Opcode.ATOMIC_RMW and access.atomic_operation not in HAS_INSTRUCTION:
                body = _loop(access)
                if body:  # else emission says that there is no such thing
                    replace_access(helpers, access, body, [])
    helpers.finish()


def _loop(access: ir.Instruction) -> str:
    steps = computed(access.atomic_operation, str(access.type))
    if steps is None:
        return ""
    type_, bits, pointer = access.type, f"i{access.type.width}", access.pointer.type
    order = ORDERINGS[access.ordering]
    lines = [
        f"%first = load atomic {bits}, {pointer} %0 monotonic, align {access.align}",
        "br label %loop",
        "loop:",
        f"%old = phi {bits} [ %first, %entry ], [ %seen, %loop ]",
        f"%x = bitcast {bits} %old to {type_}",
        *steps,
        f"%new = bitcast {type_} %y to {bits}",
        f"%pair = cmpxchg {pointer} %0, {bits} %old, {bits} %new {order} monotonic, align {access.align}",
        f"%seen = extractvalue {{ {bits}, i1 }} %pair, 0",
        f"%ok = extractvalue {{ {bits}, i1 }} %pair, 1",
        "br i1 %ok, label %done, label %loop",
        "done:",
        f"ret {type_} %x",
    ]
    return "\n".join(lines) + "\n"
