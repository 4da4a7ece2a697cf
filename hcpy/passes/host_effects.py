"""Host target, support: what an instruction does besides giving its result.

Takes an instruction; gives whether it may be moved, repeated or run where it would not have been.
"""

from __future__ import annotations

from hcpy.passes.host_ir import Instruction

CHEAP = frozenset(  # worth computing again instead of storing
    "add sub mul shl lshr ashr and or xor getelementptr trunc zext sext icmp select freeze ptrtoint"
    " inttoptr".split()
)
PURE = CHEAP | frozenset(
    "udiv sdiv urem srem fadd fsub fmul fdiv frem fneg fcmp fptrunc fpext fptoui fptosi uitofp sitofp bitcast"
    " addrspacecast extractvalue insertvalue extractelement insertelement shufflevector".split()
)
_HARMLESS = CHEAP | {"fcmp", "bitcast", "extractvalue", "sitofp", "uitofp"}  # wherever they run
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


def is_pure_call(callee: str) -> bool:
    """Does the result depend on the arguments only, with nothing else happening?"""
    name = callee.strip('@"')
    if name.startswith("llvm."):
        return not name.startswith(_STATEFUL_INTRINSICS)
    known = _MATHS
    if name.startswith("__hcrt_"):
        name, known = name.removeprefix("__hcrt_"), _OWN_MATHS
    return name in known or (name.endswith("f") and name[:-1] in known)


def may_write(instruction: Instruction) -> bool:
    if instruction.opcode == "call":
        return not is_pure_call(instruction.callee)
    return instruction.opcode in ("store", "atomicrmw", "cmpxchg", "fence", "va_arg")


def may_run_anywhere(instruction: Instruction) -> bool:
    """May the instruction run where it would not have, with nothing changed but its result?"""
    if instruction.opcode == "load":
        return "!invariant.load" in instruction.text
    return instruction.opcode in _HARMLESS
