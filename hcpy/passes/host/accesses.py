"""Which accesses of different work-items are independent, and which give the same throughout the launch.

Takes a function with the context; marks its loads, stores and calls. Accesses to a work-item's own stack stay
unmarked: once inlined, the items of a loop share that stack.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.code import Code, Node, Op
from hcpy.passes.host.effects import is_plain
from hcpy.passes.host.marks import Marks

_POINTER_STEPS = frozenset(
    (Opcode.GEP, Opcode.BITCAST, Opcode.SELECT, Opcode.PHI, Opcode.FREEZE, Opcode.ADDRSPACE_CAST)
)
_ACCESSES = frozenset((Opcode.LOAD, Opcode.STORE, Opcode.CALL, Opcode.ATOMIC_RMW, Opcode.CMPXCHG))
_LETS_ESCAPE = frozenset(
    (
        *(Opcode.PTRTOINT, Opcode.PTRTOADDR, Opcode.CMPXCHG),
        *(Opcode.INSERT_VALUE, Opcode.INSERT_ELEMENT, Opcode.RET, Opcode.INVOKE),
    )
)


# --- the function object -----------------------------------------------------------------------------
def mark_constants(function: ir.Function, closure: ir.Value, marks: Marks) -> None:
    """Loads from the function object give the same value throughout the launch."""
    for load in loads_from(closure) or ():
        marks.invariant(load)


def loads_from(closure: ir.Value) -> list[ir.Instruction] | None:
    """The loads from the function object; None: the kernel does more than read it."""
    loads: list[ir.Instruction] = []
    derived = {closure}
    work = [closure]
    while work:
        pointer = work.pop()
        for user in pointer.users:
            if not isinstance(user, ir.Instruction):
                return None
            opcode = user.opcode
            if opcode is Opcode.GEP and user.pointer == pointer:
                derived.add(user)
                work.append(user)
            elif opcode is Opcode.LOAD:
                loads.append(user)
            elif opcode is not Opcode.ICMP and not _only_copies_from(user, pointer):
                return None
    return [load for load in loads if is_plain(load)]


def _only_copies_from(user: ir.Instruction, pointer: ir.Value) -> bool:
    return (
        user.opcode is Opcode.CALL
        and user.callee_name.startswith("llvm.memcpy")
        and user.operand(0) != pointer
        and user.operand(1) == pointer
    )


# --- work-items --------------------------------------------------------------------------------------
def own_stack(code: Code) -> tuple[set[Node], bool]:
    """The values that may point to the work-item's stack; True: its address escapes, any pointer may."""
    own: set[Node] = {op for op in code.ops() if op.opcode is Opcode.ALLOCA}
    grown = bool(own)
    while grown:
        grown = False
        for op in code.ops():
            if op.opcode in _POINTER_STEPS and op not in own and not own.isdisjoint(op.uses):
                own.add(op)
                grown = True
    return own, bool(own) and any(_escapes(op, own) for op in code.ops())


def _escapes(op: Op, own: set[Node]) -> bool:
    if own.isdisjoint(op.uses):
        return False
    if op.opcode is Opcode.STORE:
        return op.operands[0] in own
    if op.opcode is Opcode.ATOMIC_RMW:
        return op.operands[1] in own
    if op.opcode is Opcode.CALL:
        return not op.callee.startswith(("llvm.mem", "llvm.lifetime"))
    return op.opcode in _LETS_ESCAPE


def may_be_marked(op: Op) -> bool:
    """Is it an access that the vectoriser may widen? It trusts the group, and would fail over others."""
    if op.opcode not in _ACCESSES:
        return False
    return op.opcode not in (Opcode.LOAD, Opcode.STORE) or is_plain(op.instruction)


def mark_accesses(code: Code, marks: Marks) -> None:
    """Those of a function that is called in a loop over work-items, which get one stack between them."""
    own, escaped = own_stack(code)
    if escaped:
        return
    for op in code.ops():
        if may_be_marked(op) and own.isdisjoint(op.uses) and not marks.is_marked(op.instruction):
            marks.item(op.instruction)
