"""Division and square root become calls of our own, which are rounded correctly on every device.

Takes a Lowering without vectors, in which all else of the device library is linked; each fdiv and llvm.sqrt
becomes a call of a function of runtime/device/exact.cpp, which is linked. Vulkan allows a device 2.5 ulp for
a division. What -ffast-math, or a flag at the instruction, leaves to the device stays as it is.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes import link_device_library
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.lowering import Lowering

_DIVIDE, _ROOT = "__hcrt_divide", "__hcrt_root"
_APPROXIMATE = ir.FastMath.ARCP | ir.FastMath.AFN


def run(lowering: Lowering) -> None:
    if not lowering.unit.fast_math and call_own(lowering.module):
        link_device_library.run_vulkan_last(lowering)


def call_own(module: ir.Module) -> bool:
    """Is there any?"""
    found = [
        (instruction, _DIVIDE)
        for function in module.definitions
        for instruction in function.instructions_of(ir.Opcode.FDIV)
    ]
    for function in module.functions:
        intrinsic = read_intrinsic(function.name)
        if intrinsic is not None and intrinsic.name == "sqrt":
            found += [(call, _ROOT) for call in function.call_sites]
    wanted = [(place, name) for place, name in found if not place.fast_math & _APPROXIMATE]
    for place, name in wanted:
        _call(module, place, name)
    return bool(wanted)


def _call(module: ir.Module, place: ir.Instruction, name: str) -> None:
    """Of half in float: rounded twice it is what it is when rounded once, as float has 2 bits more than twice
    its fraction."""
    operands = list(place.arguments if place.opcode is ir.Opcode.CALL else place.operands)
    type_, is_half = place.type, place.type == module.types.half
    wide = module.types.float if is_half else type_
    suffix = "f" if wide == module.types.float else ""
    function = module.declare(
        f"{name}{suffix}",
        module.types.function(wide, [wide] * len(operands)),
        ir.CallingConvention.SPIR_FUNCTION,
    )
    with ir.Builder.before(place) as build:
        build.at_location(place.debug_location)
        if is_half:
            operands = [build.cast(ir.Opcode.FPEXT, value, wide) for value in operands]
        made: ir.Value = build.call(function, operands)
        if is_half:
            made = build.cast(ir.Opcode.FPTRUNC, made, type_)
    place.replace(made)
