"""Atomic operations of 64 bits on group memory: an array of words of 32 bits, which no device reads in pairs.

A lock in group memory guards them all. The work-item that gets it does its work within the loop, not after
it: work-items that run in step would wait for each other for ever.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.atomic_bodies import computed
from hcpy.passes.vulkan.kernel import GROUP_SPACE

_NAME = "hcrt.vulkan.lock"
_BARRIER = "_Z7barrierj"


def make_lock(module: ir.Module, function: ir.Function) -> ir.Variable:
    """The module's lock, which each kernel that uses it opens first."""
    lock = module.variable(_NAME)
    if lock is None:
        lock = module.add_variable(_NAME, module.types.i32, GROUP_SPACE)
        lock.initializer = module.types.i32.undef()
        lock.linkage = ir.Linkage.INTERNAL
        lock.align = 4
    barrier = module.declare(
        _BARRIER,
        module.types.function(module.types.void, [module.types.i32]),
        ir.CallingConvention.SPIR_FUNCTION,
    )
    with ir.Builder.before(function.entry.first_after_phis) as build:
        build.store(module.types.i32.const(0), lock, 4)
        build.call(barrier, [module.types.i32.const(1)])
    return lock


def body(access: ir.Instruction) -> str:
    opcode, pointer = access.opcode, access.pointer.type
    value = access.operand(2).type if opcode is Opcode.CMPXCHG else access.type
    if opcode is Opcode.STORE:
        value = access.operand(0).type
    lock, steps = "%1", [f"%x = load volatile {value}, {pointer} %0, align 8"]
    if opcode is Opcode.STORE:
        lock = "%2"
        steps.append(f"store volatile {value} %1, {pointer} %0, align 8")
    elif opcode is Opcode.CMPXCHG:
        lock = "%3"
        steps += [
            f"%same = icmp eq {value} %x, %1",
            f"%y = select i1 %same, {value} %2, {value} %x",
            f"store volatile {value} %y, {pointer} %0, align 8",
        ]
    elif opcode is Opcode.ATOMIC_RMW:
        lock = "%2"
        made = computed(access.atomic_operation, f"{value}")
        assert made is not None
        steps += [*made, f"store volatile {value} %y, {pointer} %0, align 8"]
    place = f"ptr addrspace({GROUP_SPACE}) {lock}"
    lines = [
        "br label %loop",
        "loop:",
        f"%before = phi {value} [ zeroinitializer, %entry ], [ %result, %after ]",
        f"%pair = cmpxchg {place}, i32 0, i32 1 acquire monotonic, align 4",
        "%mine = extractvalue { i32, i1 } %pair, 1",
        "br i1 %mine, label %inside, label %after",
        "inside:",
        *steps,
        f"store atomic i32 0, {place} release, align 4",
        "br label %after",
        "after:",
        f"%result = phi {value} [ %before, %loop ], [ %x, %inside ]",
        "br i1 %mine, label %done, label %loop",
        "done:",
        "ret void" if opcode is Opcode.STORE else f"ret {value} %result",
    ]
    return "\n".join(lines) + "\n"
