"""Makes the lanes of vectors with more than 16 of them single numbers, and arrays in memory.

SPIR-V has no such vectors; programs write `vector_size(64)`. Takes a Lowering whose module is
optimised. Functions that get or give such a vector are inlined; those that call themselves keep it, and
spirv_limits names the place.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering
from hcpy.passes.memory_types import change_memory

MOST_LANES = 16


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
    return type_.element.array(type_.count) if is_long(type_) else type_


def is_long(type_: ir.Type) -> bool:
    return type_.is_vector and type_.count > MOST_LANES
