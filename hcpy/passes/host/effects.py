"""What an instruction does besides giving its result.

Takes an Op; gives whether it may be moved, repeated or run where it would not have been.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.code import Op

CHEAP = frozenset(  # worth computing again instead of storing
    (
        *(Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL, Opcode.LSHR, Opcode.ASHR),
        *(Opcode.AND, Opcode.OR, Opcode.XOR, Opcode.GEP, Opcode.TRUNC, Opcode.ZEXT, Opcode.SEXT),
        *(Opcode.ICMP, Opcode.SELECT, Opcode.FREEZE, Opcode.PTRTOINT, Opcode.INTTOPTR),
    )
)
_CHEAP_CALLS = ("llvm.smax.i", "llvm.smin.i", "llvm.umax.i", "llvm.umin.i")
DIVISIONS = frozenset((Opcode.SDIV, Opcode.UDIV, Opcode.SREM, Opcode.UREM))
PURE = (
    CHEAP
    | ir.BINARY
    | ir.CASTS
    | {
        *(Opcode.FNEG, Opcode.FCMP, Opcode.EXTRACT_VALUE, Opcode.INSERT_VALUE),
        *(Opcode.EXTRACT_ELEMENT, Opcode.INSERT_ELEMENT, Opcode.SHUFFLE_VECTOR),
    }
)
# wherever they run
_HARMLESS = CHEAP | {Opcode.FCMP, Opcode.BITCAST, Opcode.EXTRACT_VALUE, Opcode.SITOFP, Opcode.UITOFP}
WRITES = frozenset(
    (Opcode.STORE, Opcode.ATOMIC_RMW, Opcode.CMPXCHG, Opcode.FENCE, Opcode.VA_ARG, Opcode.INVOKE)
)
_MATHS = frozenset(
    "acos asin atan atan2 cbrt ceil cos cosh erf erfc exp exp2 expm1 fabs floor fma fmax fmin fmod hypot"
    " log log10 log1p log2 pow round sin sinh sqrt tan tanh trunc lgamma tgamma rint nearbyint"
    " exp10 acosh asinh atanh copysign fdim ilogb ldexp logb nextafter remainder scalbn".split()
)
# libhcrt's
_OWN_MATHS = frozenset("erf erfc erfinv erfcinv phi tgamma lgamma cospi rcbrt sinpi tanpi".split())
_STATEFUL_INTRINSICS = (
    "llvm.mem",
    "llvm.lifetime",
    "llvm.va_",
    "llvm.x86",
    "llvm.stack",
    "llvm.readcycle",
    "llvm.trap",
    "llvm.debugtrap",
)


def is_safe_division(op: ir.Instruction | Op) -> bool:
    """By a number, so that it may run where it would not have been?"""
    if op.opcode not in DIVISIONS:
        return False
    by = op.operands[1].value if isinstance(op, Op) else op.operand(1)
    return isinstance(by, ir.Integer) and by.signed not in (0, -1)


def is_cheap(opcode: Opcode, callee: str) -> bool:
    """Is a value worth computing again instead of storing it?"""
    return opcode in CHEAP or (opcode is Opcode.CALL and callee.startswith(_CHEAP_CALLS))


def is_pure_call(callee: str) -> bool:
    """Does the result depend on the arguments only, with nothing else happening?"""
    name = callee
    if name.startswith("llvm."):
        return not name.startswith(_STATEFUL_INTRINSICS)
    known = _MATHS
    if name.startswith("__hcrt_"):
        name, known = name.removeprefix("__hcrt_"), _OWN_MATHS
    return name in known or (name.endswith("f") and name[:-1] in known)


def may_write(op: Op) -> bool:
    if op.opcode is Opcode.CALL:
        return not is_pure_call(op.callee)
    return op.opcode in WRITES


def is_invariant(load: Op) -> bool:
    """Does the memory keep what it has throughout the launch?"""
    return load.instruction.metadata("invariant.load") is not None


def is_plain(load: ir.Instruction) -> bool:
    """Neither volatile nor atomic."""
    return not load.is_volatile and load.ordering is ir.Ordering.NOT_ATOMIC


def may_run_anywhere(op: Op) -> bool:
    """May the instruction run where it would not have, with nothing changed but its result?"""
    if op.opcode is Opcode.LOAD:
        return is_invariant(op)
    return op.opcode in _HARMLESS or is_safe_division(op)


def may_be_left_out(op: Op) -> bool:
    """Is nothing missed where nobody uses the result?"""
    if op.opcode is Opcode.LOAD:
        return is_plain(op.instruction)
    return op.opcode in PURE or (op.opcode is Opcode.CALL and is_pure_call(op.callee))
