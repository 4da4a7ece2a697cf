"""Makes llvm.memcpy, memmove and memset loads and stores: a few in a row, or a loop.

Takes a Lowering. Vulkan has none of them. OpenCL's SPIR-V has no memmove: what LLVM's back end writes for it,
OpCopyMemorySized, is a memcpy to PoCL.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir.rewrite import COPIES
from hcpy.passes.helpers import Helpers
from hcpy.passes.lowering import Lowering

FILL = "llvm.memset."
MOVES = (*COPIES, FILL)
_MOST_IN_A_ROW = 32
_GENERIC = 4
_IN_GENERIC = (0, 1, 3)  # spaces of memory that a generic pointer may lead to


def run(lowering: Lowering) -> None:
    _run(lowering, MOVES)


def run_overlapping(lowering: Lowering) -> None:
    """Those whose memory may overlap."""
    _run(lowering, MOVES[1:2])


def run_in(lowering: Lowering, space: int) -> None:
    """Those that read or write one memory."""
    _run(lowering, MOVES, space)


def _run(lowering: Lowering, moves: tuple[str, ...], space: int | None = None) -> None:
    helpers = Helpers(lowering.module)
    for function in lowering.module.definitions:
        for call in list(function.calls()):
            name = call.callee_name
            if name.startswith(moves) and (space is None or _is_in(call, space)):
                _expand(helpers, call, name.split(".")[1])
    helpers.finish()


def _is_in(call: ir.Instruction, space: int) -> bool:
    return any(a.type.is_pointer and a.type.address_space == space for a in call.arguments[:2])


def _expand(helpers: Helpers, call: ir.Instruction, what: str) -> None:
    to, source, size = call.arguments[:3]
    align = call.argument_attributes(0).value("align", 1)
    if what != "memset":
        align = min(align, call.argument_attributes(1).value("align", 1))
    volatile = call.arguments[3]
    flag = "volatile " if isinstance(volatile, ir.Integer) and volatile.value else ""
    unit = _unit(align, size)
    if isinstance(size, ir.Integer) and size.value <= _MOST_IN_A_ROW * unit:
        body = _row(what, to, source, size.value, align, flag)
        given = [to, source]
    else:
        body = _loop(what, to, source, unit, flag, str(size.type))
        given = [to, source, size]
    if not (isinstance(size, ir.Integer) and size.value == 0):
        helpers.call(call, call.type, given, body)
    call.erase()


def _unit(align: int, size: ir.Value) -> int:
    """Bytes of one load: a power of two that divides all."""
    unit = min(align, 8)
    if not isinstance(size, ir.Integer):
        return 1
    while size.value % unit and size.value > _MOST_IN_A_ROW * unit:
        unit //= 2
    return unit


def _spread(bits: int) -> list[str]:
    """A byte in each byte of a number."""
    if bits == 8:
        return ["%value8 = add i8 %1, 0"]
    factor = int.from_bytes(b"\1" * (bits // 8), "little")
    return [f"%wide{bits} = zext i8 %1 to i{bits}", f"%value{bits} = mul i{bits} %wide{bits}, {factor}"]


def _row(what: str, to: ir.Value, source: ir.Value, size: int, align: int, flag: str) -> str:
    """All loads, then all stores: what overlaps is read before it is written."""
    loads, stores, at = [], [], 0
    widths: set[int] = set()
    while at < size:
        unit = min(align, 8, at & -at if at else 8)
        while unit > size - at:
            unit //= 2
        bits, value = 8 * unit, f"%v{at}"
        if what == "memset":
            if bits not in widths:
                loads += _spread(bits)
            value = f"%value{bits}"
        else:
            loads.append(f"%s{at} = getelementptr i8, {source.type} %1, i64 {at}")
            loads.append(f"{value} = load {flag}i{bits}, {source.type} %s{at}, align {unit}")
        widths.add(bits)
        stores.append(f"%d{at} = getelementptr i8, {to.type} %0, i64 {at}")
        stores.append(f"store {flag}i{bits} {value}, {to.type} %d{at}, align {unit}")
        at += unit
    return "\n".join([*loads, *stores, "ret void"]) + "\n"


def _may_overlap(to: ir.Type, source: ir.Type) -> bool:
    first, second = to.address_space, source.address_space
    return first == second or {first, second} in ({_GENERIC, space} for space in _IN_GENERIC)


def _number(name: str, pointer: ir.Type, given: int) -> list[str]:
    """An address, as that of generic memory where it may be another's."""
    if pointer.address_space not in _IN_GENERIC:
        return [f"%{name} = ptrtoint {pointer} %{given} to i64"]
    generic = f"ptr addrspace({_GENERIC})"
    return [
        f"%{name}.p = addrspacecast {pointer} %{given} to {generic}",
        f"%{name} = ptrtoint {generic} %{name}.p to i64",
    ]


def _loop(what: str, to: ir.Value, source: ir.Value, unit: int, flag: str, type_: str) -> str:
    bits = 8 * unit
    lines = [f"%none = icmp eq {type_} %2, 0"]
    if what == "memset":
        lines += [*_spread(bits), f"%backward = icmp ne {type_} %2, %2"]
    elif what == "memcpy" or not _may_overlap(to.type, source.type):
        lines.append(f"%backward = icmp ne {type_} %2, %2")
    else:
        lines += [*_number("a", to.type, 0), *_number("b", source.type, 1), "%backward = icmp ugt i64 %a, %b"]
    lines += [
        f"%last = sub {type_} %2, {unit}",
        f"%first = select i1 %backward, {type_} %last, {type_} 0",
        f"%step = select i1 %backward, {type_} -{unit}, {type_} {unit}",
        "br i1 %none, label %done, label %loop",
        "loop:",
        f"%at = phi {type_} [ %first, %entry ], [ %next, %loop ]",
        f"%left = phi {type_} [ %2, %entry ], [ %rest, %loop ]",
        f"%d = getelementptr i8, {to.type} %0, {type_} %at",
    ]
    if what == "memset":
        lines.append(f"store {flag}i{bits} %value{bits}, {to.type} %d, align {unit}")
    else:
        lines.append(f"%s = getelementptr i8, {source.type} %1, {type_} %at")
        lines.append(f"%v = load {flag}i{bits}, {source.type} %s, align {unit}")
        lines.append(f"store {flag}i{bits} %v, {to.type} %d, align {unit}")
    lines += [
        f"%next = add {type_} %at, %step",
        f"%rest = sub {type_} %left, {unit}",
        f"%more = icmp ne {type_} %rest, 0",
        "br i1 %more, label %loop, label %done",
        "done:",
        "ret void",
    ]
    return "\n".join(lines) + "\n"
