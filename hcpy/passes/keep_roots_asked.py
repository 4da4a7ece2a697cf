"""Computes a square root only where the source does, on PTX.

Takes a Lowering before LLVM's pipeline (`hide`) and after it (`show`). To LLVM a root is cheap, so that it
computes one before it asks whether it is wanted: `if (d > 0) t = b - sqrtf(d)`. An exact root of a negative
number takes ptxas's slow path, for the whole warp: rays that miss spheres took 1.5 times as long as nvcc's.
For the time of the pipeline roots are calls of a function that LLVM knows to have no effects, and no more.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering

_HIDDEN = {f"llvm.sqrt.f{width}": f"__hcrt_root_f{width}" for width in (32, 64)}


def hide(lowering: Lowering) -> None:
    if not lowering.unit.fast_math:  # an approximate root has no slow path
        _rename(lowering.module, _HIDDEN)


def show(lowering: Lowering) -> None:
    _rename(lowering.module, {hidden: name for name, hidden in _HIDDEN.items()})


def _rename(module: ir.Module, names: dict[str, str]) -> None:
    """A root of a constant is left to LLVM, which computes it."""
    for function in module.definitions:
        for call in list(function.instructions_of(Opcode.CALL)):
            name = names.get(call.callee_name)
            if name is not None and not (name in _HIDDEN.values() and call.operand(0).is_constant):
                with ir.Builder.before(call) as build:
                    build.at_location(call.debug_location)
                    call.replace(build.call(_declared(module, name, call.type), [call.operand(0)]))


def _declared(module: ir.Module, name: str, type_: ir.Type) -> ir.Function:
    callee = module.declare(name, module.types.function(type_, [type_]))
    if name in _HIDDEN.values():
        for attribute in ("nounwind", "willreturn", "memory"):  # memory: 0, none
            callee.attributes.add(attribute)
    return callee
