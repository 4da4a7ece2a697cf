"""Sums the parts of an index before it is added to the address, on PTX.

Takes a Lowering whose module is optimised. LLVM adds the product of a row and its pitch to the address, and
then the column, where each step scales and adds 64 bits; a product and a sum are one instruction. Bytes are
not scaled; a row that was found outside of a loop stays there, and so does one with several columns, each of
which then takes one instruction.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    layout = lowering.module.layout
    for function in lowering.module.definitions:
        for address in list(function.instructions_of(Opcode.GEP)):
            _join(address, layout)


def _join(address: ir.Instruction, layout: ir.Layout) -> None:
    row = address.operand(0)
    if not isinstance(row, ir.Instruction) or row.opcode is not Opcode.GEP:
        return
    if len(address.operands) != 2 or len(row.operands) != 2 or address.source_type != row.source_type:
        return
    if row.block != address.block or layout.size(row.source_type) == 1:
        return
    first, second = row.operand(1), address.operand(1)
    if not isinstance(second, ir.Instruction) or second.type != first.type or not _is_product(first):
        return
    if len({_column(user) for user in row.users}) != 1:
        return
    with ir.Builder.before(address) as build:
        build.at_location(address.debug_location)
        joined = build.address(address.source_type, row.operand(0), [build.add(first, second)])
    address.replace(joined)


def _is_product(value: ir.Value) -> bool:
    """Of 64 bits, or a sum that begins with one."""
    if not isinstance(value, ir.Instruction) or value.type.width != 64:
        return False
    return value.opcode is Opcode.MUL or (value.opcode is Opcode.ADD and _is_product(value.operand(0)))


def _column(user: ir.Value) -> ir.Value:
    """What an address adds to its row, without a constant beside it, which costs nothing."""
    if not isinstance(user, ir.Instruction) or user.opcode is not Opcode.GEP:
        return user
    index = user.operands[-1]
    if isinstance(index, ir.Instruction) and index.opcode in (Opcode.SEXT, Opcode.ZEXT):
        index = index.operand(0)
    if isinstance(index, ir.Instruction) and index.opcode is Opcode.ADD and index.operand(1).is_constant:
        index = index.operand(0)
    return index
