"""A function of one work-item as it is off all edges (inside.py): it asks nothing.

Loops that only work-items off the edges enter (`if (x < r || ...) copy; else for (...)`) are the same for all
of those, so that strips run them together.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.launch import CLEAR, INDEX

_FOLD = "instsimplify,simplifycfg,instsimplify,loop-simplify,lcssa"


def without_edges(module: ir.Module, function: ir.Function) -> ir.Function:
    """A new function; the choices by CLEAR of the given one are made in it."""
    made = _copy(module, function, f"{function.name}.free")
    clear = made.arguments[INDEX[CLEAR]]
    clear.replace_uses(clear.type.const(1))
    ir.run_passes(made, _FOLD, None)
    return made


def _copy(module: ir.Module, function: ir.Function, name: str) -> ir.Function:
    extra = [(argument.type, argument.name) for argument in function.arguments[len(launch.NAMES) :]]
    made = launch.define(module, name, module.types.void, extra)
    values: dict[ir.Value, ir.Value] = dict(zip(function.arguments, made.arguments, strict=True))
    blocks = {block: made.append_block(block.name) for block in function.blocks}
    for block, new in blocks.items():
        with ir.Builder.at_end(new) as build:
            for op in block.instructions():
                values[op] = build.phi(op.type) if op.opcode is Opcode.PHI else build.insert(op.clone())
    for op in function.instructions():
        new_op = values[op]
        assert isinstance(new_op, ir.Instruction)
        if op.opcode is Opcode.PHI:
            new_op.add_incoming([(values.get(value, value), blocks[b]) for value, b in op.incoming])
            continue
        for number, operand in enumerate(op.operands):
            if operand in values:
                new_op.set_operand(number, values[operand])
        if op.is_terminator:
            for number, target in enumerate(op.successors):
                new_op.set_successor(number, blocks[target])
    return made
