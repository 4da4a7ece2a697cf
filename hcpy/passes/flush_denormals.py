"""Lets the PTX back end flush single-precision denormals to zero under fast maths, as --use_fast_math does.

Takes a Lowering; puts the attribute that asks for `.ftz` instructions on every function.
"""

from __future__ import annotations

from hcpy.passes.lowering import Lowering

_ATTRIBUTE = "denormal-fp-math-f32"
_FLUSH = "preserve-sign,preserve-sign"


def run(lowering: Lowering) -> None:
    if lowering.unit.fast_math:
        for function in lowering.module.functions:
            function.attributes.add_text(_ATTRIBUTE, _FLUSH)
