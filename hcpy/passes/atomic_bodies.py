"""Bodies, in LLVM's language, of atomic operations that are made of others.

What an operation computes of the old value %x and its operand %1 is %y. A number of 8 or 16 bits is a part of
a word, which is exchanged as a whole.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import AtomicOperation

ORDERINGS = {
    ir.Ordering.UNORDERED: "monotonic",
    ir.Ordering.MONOTONIC: "monotonic",
    ir.Ordering.ACQUIRE: "acquire",
    ir.Ordering.RELEASE: "release",
    ir.Ordering.ACQUIRE_RELEASE: "acq_rel",
    ir.Ordering.SEQUENTIALLY_CONSISTENT: "seq_cst",
}
_PLAIN = {
    AtomicOperation.ADD: "add",
    AtomicOperation.SUB: "sub",
    AtomicOperation.AND: "and",
    AtomicOperation.OR: "or",
    AtomicOperation.XOR: "xor",
    AtomicOperation.FADD: "fadd",
    AtomicOperation.FSUB: "fsub",
}
_CHOSEN = {
    AtomicOperation.MAX: "sgt",
    AtomicOperation.MIN: "slt",
    AtomicOperation.UMAX: "ugt",
    AtomicOperation.UMIN: "ult",
}
_CHOSEN_REAL = {AtomicOperation.FMIN: "olt", AtomicOperation.FMAX: "ogt"}


def bits_of(type_: ir.Type) -> int:
    return 64 if type_.is_pointer else type_.width


def computed(operation: AtomicOperation, t: str) -> list[str] | None:
    """%y of %x and %1; None: there is no such operation."""
    if operation is AtomicOperation.XCHG:
        return [f"%y = select i1 true, {t} %1, {t} %1"]
    if operation in _PLAIN:
        return [f"%y = {_PLAIN[operation]} {t} %x, %1"]
    if operation in _CHOSEN:
        return [
            f"%first.one = icmp {_CHOSEN[operation]} {t} %x, %1",
            f"%y = select i1 %first.one, {t} %x, {t} %1",
        ]
    if operation in _CHOSEN_REAL:
        return [
            f"%less = fcmp {_CHOSEN_REAL[operation]} {t} %x, %1",
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


def narrow_load(pointer: ir.Type, type_: ir.Type, order: str) -> str:
    lines = [
        *_word(pointer, type_),
        f"%old = load atomic i32, {pointer} %word {order}, align 4",
        *_part(type_),
        f"ret {type_} %x",
    ]
    return "\n".join(lines) + "\n"


def narrow_update(pointer: ir.Type, type_: ir.Type, order: str, steps: list[str], gives: bool) -> str:
    lines = [
        *_word(pointer, type_),
        f"%first = load atomic i32, {pointer} %word monotonic, align 4",
        "br label %loop",
        "loop:",
        "%old = phi i32 [ %first, %entry ], [ %seen, %loop ]",
        *_part(type_),
        *steps,
        *_joined(type_, "%y"),
        *_exchanged(pointer, order),
        "br i1 %ok, label %done, label %loop",
        "done:",
        f"ret {type_} %x" if gives else "ret void",
    ]
    return "\n".join(lines) + "\n"


def narrow_exchange(pointer: ir.Type, type_: ir.Type, order: str) -> str:
    """Ends where the part is another than expected, or the word was exchanged."""
    lines = [
        *_word(pointer, type_),
        f"%first = load atomic i32, {pointer} %word {_failing(order)}, align 4",
        "br label %loop",
        "loop:",
        "%old = phi i32 [ %first, %entry ], [ %next, %after ]",
        *_part(type_),
        f"%same = icmp eq {type_} %x, %1",
        "br i1 %same, label %try, label %after",
        "try:",
        *_joined(type_, "%2"),
        *_exchanged(pointer, order),
        "br label %after",
        "after:",
        "%next = phi i32 [ %old, %loop ], [ %seen, %try ]",
        "%ends = phi i1 [ true, %loop ], [ %ok, %try ]",
        "br i1 %ends, label %done, label %loop",
        "done:",
        f"ret {type_} %x",
    ]
    return "\n".join(lines) + "\n"


def _failing(order: str) -> str:
    return "acquire" if order in ("acquire", "acq_rel", "seq_cst") else "monotonic"


def _word(pointer: ir.Type, type_: ir.Type) -> list[str]:
    """%word, the pointer to the word, and %shift, where the part is in it."""
    mask = (1 << type_.width) - 1
    return [
        f"%address = ptrtoint {pointer} %0 to i64",
        "%aligned = and i64 %address, -4",
        f"%word = inttoptr i64 %aligned to {pointer}",
        "%byte = trunc i64 %address to i32",
        "%low = and i32 %byte, 3",
        "%shift = shl i32 %low, 3",
        f"%mask = shl i32 {mask}, %shift",
        "%others = xor i32 %mask, -1",
    ]


def _part(type_: ir.Type) -> list[str]:
    bits = f"i{type_.width}"
    return [
        "%shifted = lshr i32 %old, %shift",
        f"%part = trunc i32 %shifted to {bits}",
        f"%x = bitcast {bits} %part to {type_}",
    ]


def _joined(type_: ir.Type, value: str) -> list[str]:
    bits = f"i{type_.width}"
    return [
        f"%bits = bitcast {type_} {value} to {bits}",
        f"%wide = zext {bits} %bits to i32",
        "%placed = shl i32 %wide, %shift",
        "%kept = and i32 %old, %others",
        "%new = or i32 %kept, %placed",
    ]


def _exchanged(pointer: ir.Type, order: str) -> list[str]:
    return [
        f"%pair = cmpxchg {pointer} %word, i32 %old, i32 %new {order} monotonic, align 4",
        "%seen = extractvalue { i32, i1 } %pair, 0",
        "%ok = extractvalue { i32, i1 } %pair, 1",
    ]
