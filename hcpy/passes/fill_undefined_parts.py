"""Gives the undefined parts of constant variables a value: the padding of unions and classes in tables.

Takes a Lowering whose module is optimised for SPIR-V. LLVM 22's back end makes a constant of a variable's
initial value, and cannot where a part of it is undefined ("unable to translate instruction").
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import ValueKind
from hcpy.passes.lowering import Lowering

_AGGREGATES = (ValueKind.CONSTANT_ARRAY, ValueKind.CONSTANT_STRUCT, ValueKind.CONSTANT_VECTOR)


def run(lowering: Lowering) -> None:
    for variable in lowering.module.variables:
        initializer = variable.initializer
        if initializer is not None and not initializer.is_undefined:
            whole = filled(initializer)
            if whole is not initializer:
                variable.initializer = whole


def filled(value: ir.Value) -> ir.Value:
    """Itself where all of it is defined."""
    if value.is_undefined:
        return value.type.null()
    if value.kind not in _AGGREGATES:
        return value
    assert isinstance(value, ir.Constant)
    old = list(value.elements())
    new = [filled(element) for element in old]
    if all(a is b for a, b in zip(old, new, strict=True)):
        return value
    return value.type.const_aggregate(new)
