"""What keeps a function of one work-item from being run with masks.

Takes a function's Code, Structure and Shapes; gives the reason, or None.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.code import Code, Fixed, Node, Op
from hcpy.passes.host.effects import is_plain, is_pure_call
from hcpy.passes.host.simd.shapes import Shapes
from hcpy.passes.host.simd.structure import Structure

_MOST_BLOCKS = 150
_MOST_INSTRUCTIONS = 4000
_REFUSED = frozenset(
    (
        *(Opcode.INVOKE, Opcode.LANDING_PAD, Opcode.RESUME, Opcode.INDIRECT_BR, Opcode.CALL_BR),
        *(Opcode.VA_ARG, Opcode.EXTRACT_ELEMENT, Opcode.INSERT_ELEMENT, Opcode.SHUFFLE_VECTOR),
    )
)
_IGNORED_CALLS = (
    "llvm.lifetime",
    "llvm.assume",
    "llvm.experimental.noalias",
    "llvm.prefetch",
    "llvm.donothing",
    "llvm.sideeffect",
    "llvm.dbg",
)
_STACK_CALLS = ("llvm.stack", "llvm.va_")
Users = dict[Node, list[Op]]


def is_ignored(op: Op) -> bool:
    """A call that only informs the optimiser."""
    return op.opcode is Opcode.CALL and op.callee.startswith(_IGNORED_CALLS)


def is_pair(op: Op) -> bool:
    """Is the result a value and whether it was exchanged?"""
    return op.opcode is Opcode.CMPXCHG


def reason_against(code: Code, levels: Structure, shapes: Shapes) -> str | None:
    if len(code.blocks) > _MOST_BLOCKS or sum(len(b.ops) for b in code.blocks) > _MOST_INSTRUCTIONS:
        return "the code is too long"
    if not code.function.result.is_void:
        return "the function has a result"
    users: Users = {}
    for op in code.ops():
        for node in op.uses:
            users.setdefault(node, []).append(op)
    for op in code.ops():
        reason = _reason_against(op, levels, shapes, users)
        if reason is not None:
            return reason
    return None


def _reason_against(op: Op, levels: Structure, shapes: Shapes, users: Users) -> str | None:
    if op.opcode in _REFUSED or op.source is None:
        return f"there is an instruction without a form for several work-items ({op.opcode.name})"
    if is_ignored(op):
        return None
    if op.opcode is Opcode.ALLOCA:
        if op.block is not levels.code.entry or not _is_number(op.operands[0], 1):
            return "there is an array of a size that is only known at run time"
        return None
    if op.opcode is Opcode.CALL:
        if not op.callee or op.callee.startswith(_STACK_CALLS):
            return "there is a call through a pointer or of assembler"
        if _has_bundles(op):
            return "there is a call with operand bundles"
    level = levels.level_of[op.block]
    if any(levels.is_inside(level, loop) for loop in shapes.divergent) and _may_wait(op, users):
        return "a loop that work-items leave apart waits for others, or may"
    shape = shapes.of.get(op)
    if shape is not None and shape.is_uniform:
        return None
    return _reason_against_types(op, users.get(op, []))


def _reason_against_types(op: Op, users: list[Op]) -> str | None:
    if is_pair(op):
        if all(u.opcode is Opcode.EXTRACT_VALUE and u.block is op.block for u in users):
            return None
        return "a pair of values is kept"
    if op.opcode is Opcode.EXTRACT_VALUE and not (isinstance(op.operands[0], Op) and is_pair(op.operands[0])):
        return "there is a value of several parts"
    kinds = [op.type, *(o.type for o in op.operands if not (isinstance(o, Fixed) and o.type.is_pointer))]
    if op.opcode is Opcode.EXTRACT_VALUE:
        kinds = kinds[:1]
    for kind in kinds:
        if not (kind.is_void or _has_lanes(kind)):
            return f"there is a value of type {kind}"
    return None


def _has_lanes(kind: ir.Type) -> bool:
    if kind.is_integer:
        return kind.width <= 64
    return kind.is_pointer or kind.kind in (ir.TypeKind.HALF, ir.TypeKind.FLOAT, ir.TypeKind.DOUBLE)


def _is_communication(op: Op) -> bool:
    """May a work-item learn by it what another one has done?"""
    if op.opcode in (Opcode.LOAD, Opcode.STORE):
        return not is_plain(op.instruction)
    if op.opcode is Opcode.CALL:
        return not is_pure_call(op.callee) and not op.callee.startswith("llvm.mem")
    return op.opcode in (Opcode.ATOMIC_RMW, Opcode.CMPXCHG, Opcode.FENCE)


def _may_wait(op: Op, users: Users) -> bool:
    """May what a work-item learns by it decide which way the work-item goes?"""
    if not _is_communication(op):
        return False
    if op.opcode is Opcode.CALL or (op.opcode is not Opcode.FENCE and op.instruction.is_volatile):
        return True
    learnt: set[Node] = {op}
    work: list[Node] = [op]
    while work:
        node = work.pop()
        for user in users.get(node, ()):
            if len(user.targets) > 1 or _hands_on(user, node):
                return True
            if user not in learnt:
                learnt.add(user)
                work.append(user)
    return False


def _hands_on(user: Op, node: Node) -> bool:
    """Does a value get to where it is not seen any more?"""
    if user.opcode is Opcode.CALL:
        return not is_pure_call(user.callee)
    if user.opcode is Opcode.STORE:
        return user.operands[0] is node
    return user.opcode in (Opcode.ATOMIC_RMW, Opcode.CMPXCHG) and node in user.operands[1:]


def _is_number(node: Node, value: int) -> bool:
    return isinstance(node.value, ir.Integer) and node.value.value == value


def _has_bundles(op: Op) -> bool:
    """An operand bundle's operands come between the arguments and the callee."""
    return len(op.operands) != len(op.instruction.arguments) + 1
