"""Loads of elements of less than 4 bytes side by side, which only some work-items of a strip make.

Takes the Strip, an address, the mask; gives the vector. Short of AVX-512 there are no masked loads of bytes:
LLVM asks for each work-item whether it takes part. But where one does, its page may be read, and so may the
whole row where it lies within that page. What the others are given does not matter: they are off.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.simd.lanes import Strip

_PAGE = 4096  # bytes, the least that a processor keeps from being read


def load_small_row(
    strip: Strip, pointer: ir.Value, bits: ir.Value, kind: ir.Type, align: int, part: Callable[[], ir.Value]
) -> ir.Value:
    """bits: of one work-item at the least; part: makes the load of those alone."""
    w, build = strip.w, strip.w.build
    number = strip.number(bits)
    is_full = build.compare(IntPredicate.EQ, number, number.type.const(-1))
    is_readable = build.binary(Opcode.OR, is_full, _is_within_page(strip, pointer, kind), "hc.readable")
    some, every, done = (w.new_block(name) for name in ("hc.few", "hc.all", "hc.loaded"))
    build.branch_if(is_readable, every, some)
    w.start(every)
    whole = build.load(kind, pointer, align=align)
    # LLVM may take what lies beyond an array's end for anything, and learn the array's size from a load.
    whole.is_volatile = True
    w.jump(done)
    w.start(some)
    few = part()
    here = w.here
    w.jump(done)
    w.start(done)
    return build.phi(kind, [(whole, every), (few, here)])


def _is_within_page(strip: Strip, pointer: ir.Value, kind: ir.Type) -> ir.Value:
    """Does a whole row lie in one page?"""
    w, build = strip.w, strip.w.build
    number = build.cast(Opcode.PTRTOINT, pointer, w.i64)
    place = build.binary(Opcode.AND, number, w.i64.const(_PAGE - 1))
    last = _PAGE - w.module.layout.size(kind)
    return build.compare(IntPredicate.ULE, place, w.i64.const(last))
