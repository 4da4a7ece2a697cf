"""Gives members of the type long double a type that SPIR-V has, of the same size and alignment.

Takes a Lowering whose module is optimised, in which no instruction touches a long double: check_device_ir has
refused those.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering
from hcpy.passes.narrow_long_doubles import is_long_double


def run(lowering: Lowering) -> None:
    if ir.TypeSearch(is_long_double).is_in(lowering.module):
        ir.change_types(lowering.module, ir.Change(_as_words, _words_of))


def _as_words(type_: ir.Type) -> ir.Type:
    return type_.types.i64.vector(2) if is_long_double(type_) else type_


def _words_of(number: ir.Value, type_: ir.Type) -> ir.Value:
    """The bits of a constant, as they lie in memory."""
    types = number.type.types
    with ir.Builder(types.context) as build:  # which computes with constants at once
        bits = build.cast(ir.Opcode.BITCAST, number, types.integer(80))
        high = build.binary(ir.Opcode.LSHR, bits, bits.type.const(64))
        return type_.const_aggregate([build.trunc(bits, types.i64), build.trunc(high, types.i64)])
