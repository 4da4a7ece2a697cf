"""Host target: tells LLVM which memory accesses of different work-items are independent.

Takes a kernel's function; gives its loads, stores and calls marked with the access group of the work-item
loops. Accesses to a work-item's own stack stay unmarked: once inlined, the items of a loop share that
stack.
"""

from __future__ import annotations

import re

from hcpy.passes.host_context import CLOSURE
from hcpy.passes.host_ir import Function, Instruction

_POINTER_STEPS = frozenset(("getelementptr", "bitcast", "select", "phi", "freeze", "addrspacecast"))


def own_stack(function: Function) -> tuple[set[str], bool]:
    """The values that may point to the work-item's stack; True: its address escapes, any pointer may."""
    own = {i.result for i in function.instructions() if i.opcode == "alloca"}
    grown = bool(own)
    while grown:
        grown = False
        for i in function.instructions():
            if i.opcode in _POINTER_STEPS and i.result not in own and own.intersection(i.uses):
                own.add(i.result)
                grown = True
    return own, any(_escapes(i, own) for i in function.instructions())


def _escapes(instruction: Instruction, own: set[str]) -> bool:
    if not own.intersection(instruction.uses):
        return False
    if instruction.opcode == "store":
        return (
            instruction.uses[0] in own
            and not instruction.text.endswith(instruction.uses[0])
            and (
                re.match(rf"store (?:volatile )?ptr {re.escape(instruction.uses[0])},", instruction.text)
                is not None
            )
        )
    if instruction.opcode == "call":
        return not instruction.callee.startswith(("@llvm.mem", "@llvm.lifetime"))
    return instruction.opcode in ("ptrtoint", "ptrtoaddr", "cmpxchg", "insertvalue", "insertelement", "ret")


def closure_pointers(function: Function) -> set[str]:
    """Addresses inside of the function object, if the kernel only reads it; else nothing."""
    derived = {CLOSURE}
    for block in function.blocks.values():
        for i in block.instructions:
            if i.opcode == "getelementptr" and i.uses and i.uses[0] in derived:
                derived.add(i.result)
    for i in function.instructions():
        if derived.intersection(i.uses) and i.opcode not in ("load", "getelementptr", "icmp"):
            is_source = i.callee.startswith("@llvm.memcpy") and i.uses[0] not in derived
            if not is_source:
                return set()
    return derived


def mark_constants(function: Function) -> None:
    """Loads from the function object give the same value throughout the launch."""
    constant = closure_pointers(function)
    for instruction in function.instructions():
        if instruction.opcode == "load" and instruction.uses[:1] and instruction.uses[0] in constant:
            instruction.text += ", !invariant.load !HC_EMPTY"


# The vectoriser must see that it can't widen these: it trusts the access group and would fail over them.
_NOT_SIMPLE = ("load volatile", "store volatile", "load atomic", "store atomic")


def mark_accesses(function: Function, stack_is_shared: bool) -> None:
    """Adds the access group; stack_is_shared: the work-items of a loop get one stack between them."""
    own, escaped = own_stack(function) if stack_is_shared else (set(), False)
    for instruction in function.instructions():
        if "!HC_" in instruction.text.replace("!HC_EMPTY", "") or instruction.opcode not in (
            "load",
            "store",
            "call",
            "atomicrmw",
            "cmpxchg",
        ):
            continue
        if escaped or own.intersection(instruction.uses):
            continue
        if instruction.text.startswith(_NOT_SIMPLE):
            continue
        instruction.text += ", !HC_ITEM"
