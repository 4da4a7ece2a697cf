"""The numbers of LLVM's C API under their names: opcodes, kinds, linkages, predicates, orderings, flags."""

from __future__ import annotations

from enum import IntEnum, IntFlag


class Opcode(IntEnum):
    """Of instructions and constant expressions."""

    RET = 1
    BR = 2
    SWITCH = 3
    INDIRECT_BR = 4
    INVOKE = 5
    UNREACHABLE = 7
    ADD = 8
    FADD = 9
    SUB = 10
    FSUB = 11
    MUL = 12
    FMUL = 13
    UDIV = 14
    SDIV = 15
    FDIV = 16
    UREM = 17
    SREM = 18
    FREM = 19
    SHL = 20
    LSHR = 21
    ASHR = 22
    AND = 23
    OR = 24
    XOR = 25
    ALLOCA = 26
    LOAD = 27
    STORE = 28
    GEP = 29
    TRUNC = 30
    ZEXT = 31
    SEXT = 32
    FPTOUI = 33
    FPTOSI = 34
    UITOFP = 35
    SITOFP = 36
    FPTRUNC = 37
    FPEXT = 38
    PTRTOINT = 39
    INTTOPTR = 40
    BITCAST = 41
    ICMP = 42
    FCMP = 43
    PHI = 44
    CALL = 45
    SELECT = 46
    VA_ARG = 49
    EXTRACT_ELEMENT = 50
    INSERT_ELEMENT = 51
    SHUFFLE_VECTOR = 52
    EXTRACT_VALUE = 53
    INSERT_VALUE = 54
    FENCE = 55
    CMPXCHG = 56
    ATOMIC_RMW = 57
    RESUME = 58
    LANDING_PAD = 59
    ADDRSPACE_CAST = 60
    CLEANUP_RET = 61
    CATCH_RET = 62
    CATCH_PAD = 63
    CLEANUP_PAD = 64
    CATCH_SWITCH = 65
    FNEG = 66
    CALL_BR = 67
    FREEZE = 68
    PTRTOADDR = 69

    @classmethod
    def _missing_(cls, value: object) -> Opcode:
        """An instruction that a newer LLVM has passes through under its number."""
        member = int.__new__(cls, value)  # type: ignore[call-overload]
        member._name_ = f"OPCODE_{value}"
        member._value_ = value
        return member  # type: ignore[no-any-return]


BINARY = frozenset(Opcode(n) for n in range(Opcode.ADD, Opcode.XOR + 1))
CASTS = frozenset(
    (*(Opcode(n) for n in range(Opcode.TRUNC, Opcode.BITCAST + 1)), Opcode.ADDRSPACE_CAST, Opcode.PTRTOADDR)
)
POINTER_CASTS = frozenset((Opcode.ADDRSPACE_CAST, Opcode.BITCAST))  # whose result leads to the same place
POINTER_ACCESSES = frozenset((Opcode.LOAD, Opcode.STORE, Opcode.ATOMIC_RMW, Opcode.CMPXCHG))
CALLS = frozenset((Opcode.CALL, Opcode.INVOKE, Opcode.CALL_BR))


class TypeKind(IntEnum):
    VOID = 0
    HALF = 1
    FLOAT = 2
    DOUBLE = 3
    X86_FP80 = 4
    FP128 = 5
    PPC_FP128 = 6
    LABEL = 7
    INTEGER = 8
    FUNCTION = 9
    STRUCT = 10
    ARRAY = 11
    POINTER = 12
    VECTOR = 13
    METADATA = 14
    TOKEN = 16
    SCALABLE_VECTOR = 17
    BFLOAT = 18
    X86_AMX = 19
    TARGET = 20


class ValueKind(IntEnum):
    ARGUMENT = 0
    BLOCK = 1
    FUNCTION = 5
    ALIAS = 6
    IFUNC = 7
    VARIABLE = 8
    BLOCK_ADDRESS = 9
    CONSTANT_EXPRESSION = 10
    CONSTANT_ARRAY = 11
    CONSTANT_STRUCT = 12
    CONSTANT_VECTOR = 13
    UNDEF = 14
    ZERO = 15
    DATA_ARRAY = 16
    DATA_VECTOR = 17
    INTEGER = 18
    REAL = 19
    NULL_POINTER = 20
    METADATA = 22
    INLINE_ASSEMBLER = 23
    INSTRUCTION = 24
    POISON = 25


class Linkage(IntEnum):
    EXTERNAL = 0
    AVAILABLE_EXTERNALLY = 1
    LINKONCE_ANY = 2
    LINKONCE_ODR = 3
    WEAK_ANY = 5
    WEAK_ODR = 6
    APPENDING = 7
    INTERNAL = 8
    PRIVATE = 9
    EXTERN_WEAK = 12
    COMMON = 14


LOCAL = frozenset((Linkage.INTERNAL, Linkage.PRIVATE))


class CallingConvention(IntEnum):
    C = 0
    FAST = 8
    PTX_KERNEL = 71
    PTX_DEVICE = 72
    SPIR_FUNCTION = 75
    SPIR_KERNEL = 76
    AMDGPU_KERNEL = 91


class IntPredicate(IntEnum):
    EQ = 32
    NE = 33
    UGT = 34
    UGE = 35
    ULT = 36
    ULE = 37
    SGT = 38
    SGE = 39
    SLT = 40
    SLE = 41


SIGNED_ORDERS = frozenset((IntPredicate.SGT, IntPredicate.SGE, IntPredicate.SLT, IntPredicate.SLE))
UNSIGNED_ORDERS = frozenset((IntPredicate.UGT, IntPredicate.UGE, IntPredicate.ULT, IntPredicate.ULE))


class RealPredicate(IntEnum):
    FALSE = 0
    OEQ = 1
    OGT = 2
    OGE = 3
    OLT = 4
    OLE = 5
    ONE = 6
    ORD = 7
    UNO = 8
    UEQ = 9
    UGT = 10
    UGE = 11
    ULT = 12
    ULE = 13
    UNE = 14
    TRUE = 15


class Ordering(IntEnum):
    NOT_ATOMIC = 0
    UNORDERED = 1
    MONOTONIC = 2
    ACQUIRE = 4
    RELEASE = 5
    ACQUIRE_RELEASE = 6
    SEQUENTIALLY_CONSISTENT = 7


class AtomicOperation(IntEnum):
    XCHG = 0
    ADD = 1
    SUB = 2
    AND = 3
    NAND = 4
    OR = 5
    XOR = 6
    MAX = 7
    MIN = 8
    UMAX = 9
    UMIN = 10
    FADD = 11
    FSUB = 12
    FMAX = 13
    FMIN = 14
    UINC_WRAP = 15
    UDEC_WRAP = 16
    USUB_COND = 17
    USUB_SAT = 18
    FMAXIMUM = 19
    FMINIMUM = 20


class FastMath(IntFlag):
    NONE = 0
    REASSOC = 1
    NNAN = 2
    NINF = 4
    NSZ = 8
    ARCP = 16
    CONTRACT = 32
    AFN = 64


class NoWrap(IntFlag):
    """Of address arithmetic."""

    NONE = 0
    INBOUNDS = 1
    NUSW = 2
    NUW = 4


class MetadataKind(IntEnum):
    STRING = 0
    CONSTANT = 1
    LOCAL = 2
    TUPLE = 4
    LOCATION = 5
    FILE = 15
    COMPILE_UNIT = 16
    SUBPROGRAM = 17
    LEXICAL_BLOCK = 18
    LEXICAL_BLOCK_FILE = 19

    @classmethod
    def _missing_(cls, value: object) -> MetadataKind:
        """Passes look at the kinds above only."""
        member = int.__new__(cls, value)  # type: ignore[call-overload]
        member._name_ = f"KIND_{value}"
        member._value_ = value
        return member  # type: ignore[no-any-return]
