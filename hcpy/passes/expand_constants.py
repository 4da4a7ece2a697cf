"""Makes instructions of constant expressions, also of those in aggregates: address arithmetic and casts.

Takes a Lowering whose module is optimised for SPIR-V. LLVM 22 takes the offset of an atomic operation at a
constant address, which counts bytes, for a number of elements: it gives the constant the type that the
operation has, and an instruction the one that its own line says.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.ir import ValueKind
from hcpy.passes.lowering import Lowering

_AGGREGATES = (ValueKind.CONSTANT_ARRAY, ValueKind.CONSTANT_STRUCT, ValueKind.CONSTANT_VECTOR)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for instruction in ir.with_constant_expressions(function):
            expand(instruction)


def expand(instruction: ir.Instruction, is_meant: Callable[[ir.Value], bool] = ir.has_expression) -> None:
    """Computes operands that are constants; those of a phi where the edge begins."""
    is_phi = instruction.opcode is ir.Opcode.PHI
    blocks = [block for _, block in instruction.incoming] if is_phi else []
    made: dict[tuple[ir.Value, ir.Block | None], ir.Value] = {}
    for number, operand in enumerate(instruction.operands):
        if not is_meant(operand):
            continue
        block = blocks[number] if is_phi else None
        if (operand, block) not in made:  # a phi's values of one block are one
            place = block.terminator if block is not None else instruction
            with ir.Builder.before(place) as build:
                made[operand, block] = _as_instruction(build, operand)
        instruction.set_operand(number, made[operand, block])


def _as_instruction(build: ir.Builder, value: ir.Value) -> ir.Value:
    if not isinstance(value, ir.Expression):
        return _assembled(build, value) if value.kind in _AGGREGATES else value
    opcode = value.opcode
    first, *others = [_as_instruction(build, operand) for operand in value.operands]
    # The builder would make the constant again of constant operands.
    frozen = build.freeze(first)
    assert isinstance(frozen, ir.Instruction)
    if opcode is ir.Opcode.GEP:
        made = build.address(value.source_type, frozen, others, no_wrap=value.no_wrap)
    elif opcode in ir.CASTS:
        made = build.cast(opcode, frozen, value.type)
    else:
        made = build.binary(opcode, frozen, others[0])
    frozen.replace(first)
    return made


def _assembled(build: ir.Builder, value: ir.Value) -> ir.Value:
    """A constant array, structure or vector of which parts are computed."""
    assert isinstance(value, ir.Constant)
    type_ = value.type
    whole: ir.Value = type_.poison()
    for index, element in enumerate(value.elements()):
        part = _as_instruction(build, element)
        # The builder would make a constant again of constant parts.
        frozen = build.freeze(part) if ir.symbols_in(part) else None
        given = part if frozen is None else frozen
        if type_.is_vector:
            whole = build.insert_element(whole, given, build.types.i32.const(index))
        else:
            whole = build.insert_value(whole, given, index)
        if isinstance(frozen, ir.Instruction):
            frozen.replace(part)
    return whole
