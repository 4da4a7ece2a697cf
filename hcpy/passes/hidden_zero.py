"""Makes a zero that no compiler knows to be one, on SPIR-V and Vulkan.

Takes a module and a builder; gives a number of 64 bits. Use it before place_launch_data.
"""

from __future__ import annotations

from hcpy import ir

_GROUPS = "_Z14get_num_groupsj"  # an int: shifted by 31 bits it is 0


def hidden_zero(module: ir.Module, build: ir.Builder) -> ir.Value:
    types = build.types
    type_ = types.function(types.i64, [types.i32])
    asked = module.declare(_GROUPS, type_, ir.CallingConvention.SPIR_FUNCTION)
    count = build.call(asked, [types.i32.const(0)])
    return build.binary(ir.Opcode.LSHR, count, types.i64.const(31))
