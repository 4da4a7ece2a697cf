"""Links the C library's maths functions from hcpy's device library.

Takes a Lowering; LLVM's intrinsics and instructions that no instruction of Vulkan does exactly become calls
of C's functions, whose bodies (runtime/device/vulkan.cpp, vulkan_parts.cpp) are linked into the module.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes import link_device_library
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.lowering import Lowering
from hcpy.passes.rename_functions import rename
from hcpy.passes.vulkan.calls import can

_TO_INTEGERS = ("lrint", "llrint", "lround", "llround")


def run(lowering: Lowering) -> None:
    module = lowering.module
    for function in module.definitions:
        for remainder in list(function.instructions_of(ir.Opcode.FREM)):
            _call_remainder(module, remainder)
    for function in module.functions:
        found = read_intrinsic(function.name) if function.is_declaration else None
        if found is not None and not can(found.name) and found.real_bits:
            name = found.c_name
            if name in link_device_library.VULKAN_NAMES or found.name in _TO_INTEGERS:
                _call_function(module, function, name)
    link_device_library.run_vulkan(lowering)


def _call_function(module: ir.Module, intrinsic: ir.Function, name: str) -> None:
    """Intrinsics are called without a convention, functions of the library with theirs."""
    calls = intrinsic.call_sites
    rename(module, {intrinsic.name: name})
    function = module.function(name)
    assert function is not None
    if function.is_declaration:
        function.convention = ir.CallingConvention.SPIR_FUNCTION
    for call in calls:
        call.convention = function.convention


def _call_remainder(module: ir.Module, remainder: ir.Instruction) -> None:
    """Of half in float, which holds it exactly."""
    a, b = remainder.operands
    type_ = remainder.type
    half = type_ == module.types.half
    wide = module.types.float if half else type_
    if not wide.is_floating:
        return  # a vector: the scalar pass makes it several
    with ir.Builder.before(remainder) as build:
        if half:
            a, b = (build.cast(ir.Opcode.FPEXT, value, wide) for value in (a, b))
        name = "fmodf" if wide == module.types.float else "fmod"
        function = module.declare(
            name, module.types.function(wide, [wide, wide]), ir.CallingConvention.SPIR_FUNCTION
        )
        made: ir.Value = build.call(function, [a, b])
        if half:
            made = build.cast(ir.Opcode.FPTRUNC, made, type_)
    remainder.replace(made)
