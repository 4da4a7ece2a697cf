"""Copies pairs of words as two words, before optimisation.

Takes a Lowering. LLVM makes one load and one store of 64 bits of a copy of 8 bytes: an index of two
dimensions then is a 64-bit integer that its components are shifted into and out of, and what is computed of
them takes 64 bits.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering

_WORD = 4  # bytes


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for call in list(function.calls()):
            if call.callee_name.startswith("llvm.memcpy."):
                _split(call)


def _split(call: ir.Instruction) -> None:
    to, source, length, is_volatile = call.arguments
    if not isinstance(length, ir.Integer) or length.value != 2 * _WORD:
        return
    if not isinstance(is_volatile, ir.Integer) or is_volatile.value:
        return
    if any(call.argument_align(number) != _WORD for number in (0, 1)):
        return
    with ir.Builder.before(call) as build:
        build.at_location(call.debug_location)
        for at in (0, _WORD):
            word = build.load(build.types.i32, build.offset(source, at), align=_WORD)
            build.store(word, build.offset(to, at), _WORD)
    call.erase()
