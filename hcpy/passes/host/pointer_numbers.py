"""Addresses of work-items side by side as numbers, which LLVM's optimiser does not see through.

Takes a module; `numbers_of` makes a vector of pointers numbers by a call, which `finish` makes an instruction
after the optimiser. LLVM 22's InstCombine subtracts pointers that are computed from the same one: where they
are vectors, and one on the way is a single pointer with several uses, it gives that a vector for an offset,
and what comes of the module then is anything.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode

_NAME = "hc.numbers.v"
_ATTRIBUTES = ("nounwind", "willreturn", "nofree", "nosync")


def numbers_of(module: ir.Module, build: ir.Builder, pointers: ir.Value) -> ir.Value:
    """Of 64 bits each."""
    width = pointers.type.count
    kind = module.types.i64.vector(width)
    function = module.declare(f"{_NAME}{width}", module.types.function(kind, [pointers.type]))
    function.attributes.add("memory", 0)
    for attribute in _ATTRIBUTES:
        function.attributes.add(attribute)
    return build.call(function, [pointers])


def finish(module: ir.Module) -> None:
    for function in list(module.functions):
        if not function.name.startswith(_NAME):
            continue
        for call in function.call_sites:
            with ir.Builder.before(call) as build:
                call.replace(build.cast(Opcode.PTRTOINT, call.arguments[0], call.type))
        function.erase()
