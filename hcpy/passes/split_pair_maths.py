"""Gives LLVM's maths intrinsics with two results (frexp, modf, sincos) a body that calls the C function.

Takes a Lowering of a GPU-like target, before the C functions are mapped: the back ends have no such
intrinsics, or stop at them, and C's functions take a place for the second result.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.lowering import Lowering

_OPERATIONS = ("frexp", "modf", "sincos")


@dataclass(frozen=True)
class _Form:
    """How a target calls C functions."""

    pointer_space: int = 0  # of generic pointers
    convention: int = ir.CallingConvention.C
    kept: tuple[str, ...] = ()  # operations that the back end has


def run_ptx(lowering: Lowering) -> None:
    _run(lowering.module, _Form())


def run_spirv(lowering: Lowering) -> None:
    _run(lowering.module, _Form(pointer_space=4, convention=ir.CallingConvention.SPIR_FUNCTION))


def run_amdgcn(lowering: Lowering) -> None:
    """The back end has frexp."""
    _run(lowering.module, _Form(kept=("frexp",)))


def _run(module: ir.Module, form: _Form) -> None:
    for function in module.functions:
        parts = read_intrinsic(function.name)
        if parts is None or parts.name not in _OPERATIONS or parts.name in form.kept or not parts.real_bits:
            continue
        made = module.define(f"__hcrt_pair_{parts.name}_f{parts.real_bits}", function.value_type)
        made.attributes.add("alwaysinline")
        made.attributes.add("nounwind")
        _fill(module, made, parts.name, form)
        function.replace_uses(made)
        function.erase()


def _fill(module: ir.Module, made: ir.Function, operation: str, form: _Form) -> None:
    types = module.types
    x = made.arguments[0]
    real, second = made.result.elements
    is_sincos = operation == "sincos"
    result = types.void if is_sincos else real
    pointers = [types.pointer(form.pointer_space)] * (2 if is_sincos else 1)
    name = operation + ("f" if real == types.float else "")
    function = module.declare(name, types.function(result, [real, *pointers]), form.convention)
    with ir.Builder.at_end(made.append_block("entry")) as build:
        own = [build.alloca(real, "first")] if is_sincos else []
        own.append(build.alloca(second, "second"))
        places = [build.space_cast(place, form.pointer_space) for place in own]
        returned = build.call(function, [x, *places])
        first: ir.Value = build.load(real, own[0]) if is_sincos else returned
        pair = build.insert_value(made.result.poison(), first, 0)
        build.ret(build.insert_value(pair, build.load(second, own[-1]), 1))
