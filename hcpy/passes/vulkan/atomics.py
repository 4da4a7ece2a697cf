"""Makes atomic operations that Vulkan's core lacks loops of compare-and-exchange.

Takes a Lowering whose address spaces are known: additions of floating-point numbers, minimum and maximum of
them, and what counts around.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import AtomicOperation
from hcpy.passes.lowering import Lowering
from hcpy.passes.vulkan.generic_pointers import ORDERINGS
from hcpy.passes.vulkan.helpers import Helpers
from hcpy.passes.vulkan.memory import HAS_INSTRUCTION

_REAL = {AtomicOperation.FADD: "fadd", AtomicOperation.FSUB: "fsub"}
_CHOSEN = {AtomicOperation.FMIN: "olt", AtomicOperation.FMAX: "ogt"}


def run(lowering: Lowering) -> None:
    helpers = Helpers(lowering.module)
    for function in lowering.kernels:
        for access in list(function.instructions_of(ir.Opcode.ATOMIC_RMW)):
            if access.atomic_operation not in HAS_INSTRUCTION:
                _loop(helpers, access)
    helpers.finish()


def _loop(helpers: Helpers, access: ir.Instruction) -> None:
    computed = _computed(access.atomic_operation, str(access.type))
    if computed is None:
        return  # emission says that there is no such thing
    type_, bits, pointer = access.type, f"i{access.type.width}", access.pointer.type
    order = ORDERINGS[access.ordering]
    body = [
        f"%first = load atomic {bits}, {pointer} %0 monotonic, align {access.align}",
        "br label %loop",
        "loop:",
        f"%old = phi {bits} [ %first, %entry ], [ %seen, %loop ]",
        f"%x = bitcast {bits} %old to {type_}",
        *computed,
        f"%new = bitcast {type_} %y to {bits}",
        f"%pair = cmpxchg {pointer} %0, {bits} %old, {bits} %new {order} monotonic, align {access.align}",
        f"%seen = extractvalue {{ {bits}, i1 }} %pair, 0",
        f"%ok = extractvalue {{ {bits}, i1 }} %pair, 1",
        "br i1 %ok, label %done, label %loop",
        "done:",
        f"ret {type_} %x",
    ]
    made = helpers.call(access, type_, [access.pointer, access.operand(1)], "\n".join(body) + "\n")
    access.replace_uses(made)
    access.erase()


def _computed(operation: AtomicOperation, t: str) -> list[str] | None:
    if operation in _REAL:
        return [f"%y = {_REAL[operation]} {t} %x, %1"]
    if operation in _CHOSEN:
        return [
            f"%less = fcmp {_CHOSEN[operation]} {t} %x, %1",
            f"%nan = fcmp uno {t} %1, %1",
            "%first.one = or i1 %less, %nan",
            f"%y = select i1 %first.one, {t} %x, {t} %1",
        ]
    if operation is AtomicOperation.NAND:
        return [f"%both = and {t} %x, %1", f"%y = xor {t} %both, -1"]
    if operation is AtomicOperation.UINC_WRAP:
        return [
            f"%more = add {t} %x, 1",
            f"%full = icmp uge {t} %x, %1",
            f"%y = select i1 %full, {t} 0, {t} %more",
        ]
    if operation is AtomicOperation.UDEC_WRAP:
        return [
            f"%less = sub {t} %x, 1",
            f"%none = icmp eq {t} %x, 0",
            f"%above = icmp ugt {t} %x, %1",
            "%wraps = or i1 %none, %above",
            f"%y = select i1 %wraps, {t} %1, {t} %less",
        ]
    return None
