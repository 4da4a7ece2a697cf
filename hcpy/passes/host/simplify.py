"""Host target, second stage: brings the kernels into the form that the kernels' stages read.

Takes a prepared module; leaves in it each kernel as one function in SSA form, everything inlined. No pass is
run that would drop nsw (Reassociate) or contract (GVN) from the arithmetic.

Loops of the user stay loops, for strips keep more rows of a tile in registers than unrolled code would;
where a private array is indexed in them they are unrolled after all, so that the array falls apart into
values.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.host.prepare import let_unroll, rolled_mark
from hcpy.passes.make_reducible import make_reducible

_CLEAN = "sroa<preserve-cfg>,simplifycfg,instcombine<no-verify-fixpoint>"
_UNROLL = f"loop(loop-rotate),loop-unroll,{_CLEAN},dce"


def simplify(module: ir.Module, machine: ir.Machine) -> None:
    ir.run_passes(module, f"always-inline,globaldce,function({_CLEAN},{_UNROLL})", machine)
    make_reducible(module, machine)
    mark = rolled_mark(module)
    if let_unroll([f for f in module.definitions if _has_array(f)], mark):
        ir.run_passes(module, f"function({_UNROLL})", machine)
    let_unroll(module.definitions, mark)


def _has_array(function: ir.Function) -> bool:
    return any(
        i.opcode is ir.Opcode.ALLOCA and i.allocated_type.is_array for i in function.entry.instructions()
    )
