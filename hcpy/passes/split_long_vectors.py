"""Makes the lanes of vectors that SPIR-V does not have single numbers, and arrays in memory.

It has those of 2, 3, 4, 8 and 16; programs write `vector_size(64)` and `ext_vector_type(5)`. Takes a Lowering
whose module is optimised. Functions that get or give such a vector are inlined; those that call themselves
keep it, and spirv_limits names the place.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering
from hcpy.passes.memory_types import change_memory

_LANES = (1, 2, 3, 4, 8, 16)  # LLVM's back end makes a number of one


def run(lowering: Lowering) -> None:
    if ir.TypeSearch(is_long).is_in(lowering.module):
        _inline_users(lowering.module)
        ir.run_passes(lowering.module, "function(expand-reductions,scalarizer<load-store>,instsimplify,dce)")
        change_memory(lowering.module, is_long, ir.Change(_as_array, lambda number, _: number))


def _inline_users(module: ir.Module) -> None:
    for function in module.definitions:
        type_ = function.value_type
        if any(map(is_long, (type_.result, *type_.parameters))):
            function.attributes.remove("noinline", "optnone")
            function.attributes.add("alwaysinline")
            for call in function.call_sites:
                call.attributes.remove("noinline")
    ir.run_passes(module, "always-inline,globaldce")


def _as_array(type_: ir.Type) -> ir.Type:
    """As large as the vector: one of five has the size of one of eight."""
    return type_.element.array(1 << (type_.count - 1).bit_length()) if is_long(type_) else type_


def is_long(type_: ir.Type) -> bool:
    return type_.is_vector and type_.count not in _LANES
