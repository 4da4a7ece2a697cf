"""A function's uniformity becomes its Outline: cut, outline, slots.

Used twice: for a kernel with barriers, and for each function of a work-item with uniform loops.
"""

from __future__ import annotations

from hcpy.ir import Opcode
from hcpy.passes.host.code import Op
from hcpy.passes.host.cut import cut
from hcpy.passes.host.outline import Outline, gather_facts
from hcpy.passes.host.plans import plan
from hcpy.passes.host.slots import merge_slots
from hcpy.passes.host.uniformity import Uniformity


def divide(uniformity: Uniformity, *, join_loops: bool) -> Outline:
    """join_loops: loops that nothing interrupts stay inside of a region."""
    outline = plan(gather_facts(cut(uniformity, join_loops)))
    carried = [s for s in outline.slots if not (isinstance(s, Op) and s.opcode is Opcode.ALLOCA)]
    return merge_slots(outline) if carried else outline
