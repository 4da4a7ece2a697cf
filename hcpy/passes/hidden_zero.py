"""Makes a zero that no compiler knows to be one, and adds it to values, on SPIR-V and Vulkan.

Takes a module and a builder; gives a number of 64 bits, or of the integer type that is asked for. Use it
before place_launch_data.
"""

from __future__ import annotations

from hcpy import ir

_GROUPS = "_Z14get_num_groupsj"  # an int: shifted by 31 bits it is 0
_WIDEST = 64


def hidden_zero(module: ir.Module, build: ir.Builder, type_: ir.Type | None = None) -> ir.Value:
    zero = build.binary(ir.Opcode.LSHR, ask_launch(module, build, _GROUPS), build.types.i64.const(31))
    if type_ is None or type_ == zero.type:
        return zero
    return build.cast(ir.Opcode.TRUNC if type_.width < zero.type.width else ir.Opcode.ZEXT, zero, type_)


def zero_of(module: ir.Module, function: ir.Function, type_: ir.Type | None = None) -> ir.Value:
    """One for the whole function."""
    with ir.Builder.before(function.entry.first_after_allocas) as build:
        return hidden_zero(module, build, type_)


def ask_launch(module: ir.Module, build: ir.Builder, name: str) -> ir.Value:
    """What OpenCL's function of a work-item gives for the fastest dimension, in 64 bits."""
    types = build.types
    type_ = types.function(types.i64, [types.i32])
    asked = module.declare(name, type_, ir.CallingConvention.SPIR_FUNCTION)
    return build.call(asked, [types.i32.const(0)])


def takes_zero(type_: ir.Type) -> bool:
    """Can it be added to values of the type?"""
    scalar = type_.scalar if type_.is_vector else type_
    return scalar.is_pointer or ((scalar.is_integer or scalar.is_floating) and scalar.width <= _WIDEST)


def with_zero(build: ir.Builder, value: ir.Value, zero: ir.Value) -> ir.Value:
    """The value, as nobody but us knows, of a type that takes one; zero: of 64 bits. Of a vector the first
    element."""
    type_ = value.type
    if type_.is_vector:
        place = build.types.i32.const(0)
        one = with_zero(build, build.extract_element(value, place), zero)
        return build.insert_element(value, one, place)
    if type_.is_pointer:
        return build.offset(value, zero)
    integer = build.types.integer(type_.width)
    bits = value if type_.is_integer else build.cast(ir.Opcode.BITCAST, value, integer)
    mask = zero if integer == zero.type else build.cast(ir.Opcode.TRUNC, zero, integer)
    mixed = build.binary(ir.Opcode.XOR, bits, mask)
    return mixed if type_.is_integer else build.cast(ir.Opcode.BITCAST, mixed, type_)
