"""Makes plain instructions of the intrinsics that clang's builtins become and SPIR-V's back ends lack.

Takes a Lowering whose module is not optimised. Hints to caches go; moves of a fixed size are moves; a pointer
with bits taken away is one at an offset, which keeps what it points into; numbers are rounded to the nearest.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.passes.lowering import Lowering

_NEAREST = 1  # of FLT_ROUNDS


def run(lowering: Lowering) -> None:
    module = lowering.module
    for function in module.functions:
        for prefix, change in _CHANGES.items():
            if function.name.startswith(prefix):
                for call in function.call_sites:
                    change(module, call)


def _leave_out(module: ir.Module, call: ir.Instruction) -> None:
    call.erase()


def _move(module: ir.Module, call: ir.Instruction) -> None:
    """`llvm.memcpy.inline` has the parameters of `llvm.memcpy`."""
    name = call.callee_name.split(".inline")[0]
    given = call.arguments
    kinds = [value.type for value in given if value.type.is_pointer or value is given[2]]
    with ir.Builder.before(call) as build:
        build.at_location(call.debug_location)
        made = build.call(module.intrinsic(name, kinds), given)
    for n in range(len(given)):
        align = call.argument_attributes(n).value("align", 0)
        if align:
            made.argument_attributes(n).add("align", align)
    call.erase()


def _offset_of_bits(module: ir.Module, call: ir.Instruction) -> None:
    pointer, mask = call.arguments
    with ir.Builder.before(call) as build:
        build.at_location(call.debug_location)
        whole = build.cast(ir.Opcode.PTRTOINT, pointer, mask.type)
        kept = build.binary(ir.Opcode.AND, whole, mask)
        made = build.offset(pointer, build.sub(kept, whole))
    call.replace(made)


def _round_to_nearest(module: ir.Module, call: ir.Instruction) -> None:
    call.replace(call.type.const(_NEAREST))


_CHANGES: dict[str, Callable[[ir.Module, ir.Instruction], None]] = {
    "llvm.get.rounding": _round_to_nearest,
    "llvm.memcpy.inline.": _move,
    "llvm.memset.inline.": _move,
    "llvm.prefetch.": _leave_out,
    "llvm.ptrmask.": _offset_of_bits,
}
