"""Lets the PTX back end flush single-precision denormals to zero under fast maths, as --use_fast_math does.

Takes a Lowering; puts the attribute that asks for `.ftz` instructions on every attribute group.
"""

from __future__ import annotations

from hcpy.passes.lowering import Lowering

_FLUSH = '"denormal-fp-math-f32"="preserve-sign,preserve-sign"'


def run(lowering: Lowering) -> None:
    if not lowering.unit.fast_math:
        return
    module = lowering.module
    module.items = [
        item.removesuffix("}") + _FLUSH + " }"
        if isinstance(item, str) and item.startswith("attributes #")
        else item
        for item in module.items
    ]
