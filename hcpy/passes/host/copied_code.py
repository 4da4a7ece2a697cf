"""Copies of blocks and of functions of one work-item.

Takes blocks of a module; leaves them as they are, and gives what a block, or a value, is copied to. What the
copies use of elsewhere, and where they lead that is not copied, stays the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import launch

Copies = tuple[dict[ir.Block, ir.Block], dict[ir.Value, ir.Value]]


def copy_blocks(
    function: ir.Function,
    old: Sequence[ir.Block],
    given: Mapping[ir.Value, ir.Value] | None = None,
    name: str = "",
) -> Copies:
    """In a function. given: values that take the places of others in the copies; name: of each new block, or
    as the old ones are."""
    copies = {block: function.append_block(name or block.name) for block in old}
    values: dict[ir.Value, ir.Value] = dict(given or {})
    made: list[tuple[ir.Instruction, ir.Instruction]] = []
    for block, copy in copies.items():
        with ir.Builder.at_end(copy) as build:
            for op in block.instructions():
                new = build.phi(op.type) if op.opcode is Opcode.PHI else build.insert(op.clone())
                values[op] = new
                made.append((op, new))
    for op, new in made:
        if op.opcode is Opcode.PHI:
            new.add_incoming([(values.get(v, v), copies[b]) for v, b in op.incoming])
            continue
        for number, operand in enumerate(op.operands):
            if operand in values:
                new.set_operand(number, values[operand])
        if op.is_terminator:
            for number, target in enumerate(op.successors):
                if target in copies:
                    new.set_successor(number, copies[target])
    return copies, values


def copy_function(module: ir.Module, function: ir.Function, name: str) -> tuple[ir.Function, Copies]:
    """Under another name."""
    extra = [(argument.type, argument.name) for argument in function.arguments[len(launch.NAMES) :]]
    made = launch.define(module, name, module.types.void, extra)
    given: dict[ir.Value, ir.Value] = dict(zip(function.arguments, made.arguments, strict=True))
    return made, copy_blocks(made, list(function.blocks), given)
