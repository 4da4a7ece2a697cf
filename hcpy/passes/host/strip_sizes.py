"""What says how wide strips of work-items are (strips.py)."""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.code import Code
from hcpy.passes.host.outline import Outline
from hcpy.passes.host.region_code import slot_type
from hcpy.passes.host.vector_maths import scalar_name

# Where a work-item has so few instructions, and keeps so little.
WIDE_STRIP, WIDE_CODE, WIDE_BYTES = 32, 60, 8
_MOST_TWICE = 150  # instructions that are worth a second time: of more a loop's ends take little


def is_light(module: ir.Module, code: Code, outline: Outline) -> bool:
    """Do four registers of each value that work-items keep fit in a processor's, and wait less for sums?

    Functions have vector forms of FLAT_STRIP elements at most.
    """
    ops = list(code.ops())
    kept = sum(module.layout.size(slot_type(module, slot)) for slot in outline.slots)
    return (
        len(ops) <= WIDE_CODE
        and 0 < kept <= WIDE_BYTES
        and not any(op.opcode is Opcode.CALL and scalar_name(op.callee) for op in ops)
    )


def has_short_rows(code: Code, *, is_flat: bool) -> bool:
    """May what is left of a row count? Not in a single long one, nor in tiles, whose rows are whole."""
    return is_flat and any(given.context in launch.OF_HIGHER_DIMENSIONS for given in code.inputs)


def is_brief(function: ir.Function) -> bool:
    """May it be written twice, once for the usual rows?"""
    return sum(1 for _ in function.instructions()) <= _MOST_TWICE
