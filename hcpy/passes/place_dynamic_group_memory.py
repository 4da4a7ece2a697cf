"""Gives __hcrt_dynamic_group_memory() its meaning on each GPU-like target.

Takes a Lowering. PTX: an external shared array, which the driver places after the static ones. SPIR-V: a
second argument of the entries that need it, passed through the calls.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir.rewrite import call_again, with_parameters
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import GROUP_SPACE

FUNCTION = "__hcrt_dynamic_group_memory"
_SHARED = "__hcrt_dynamic_group"
_ARGUMENT = "hcrt.dynamic.group"


def users(module: ir.Module) -> dict[ir.Function, None]:
    """The functions that call it, directly or through others."""
    start = module.function(FUNCTION)
    return ir.callers([start] if start is not None else [])


def use_external_array(lowering: Lowering) -> None:
    """PTX, AMDGCN."""
    module = lowering.module
    memory = _used(lowering, users(module))
    if memory is None:
        return
    array = module.add_variable(_SHARED, module.types.i8.array(0), GROUP_SPACE)
    array.align = 16
    _define(memory, array.in_space(memory.result.address_space))


def use_argument(lowering: Lowering) -> None:
    """SPIR-V."""
    module = lowering.module
    found = users(module)
    memory = _used(lowering, found)
    if memory is None:
        return
    pointer = module.types.pointer(GROUP_SPACE)
    calls = {function: function.call_sites for function in (*found, memory)}
    made = {old: with_parameters(module, old, [(pointer, _ARGUMENT)]) for old in calls}
    for old, new in made.items():
        for call in calls[old]:
            call_again(call, new, [call.function.arguments[-1]])
        old.replace_uses(new)  # where its address is taken
        old.erase()
    _define(made[memory], made[memory].arguments[-1])


def _used(lowering: Lowering, found: dict[ir.Function, None]) -> ir.Function | None:
    """The declaration, where somebody calls it."""
    lowering.dynamic_group = frozenset({function.name for function in found}.intersection(lowering.entries))
    return lowering.module.function(FUNCTION) if found else None


def _define(memory: ir.Function, place: ir.Value) -> None:
    """The function gives this pointer, in the address space of its result."""
    memory.linkage = ir.Linkage.INTERNAL
    memory.attributes.add("alwaysinline")
    memory.attributes.add("nounwind")
    with ir.Builder.at_end(memory.append_block("entry")) as build:
        build.ret(build.space_cast(place, memory.result.address_space))
