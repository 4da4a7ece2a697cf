"""Keeps Intel's OpenCL compiler for CPUs from vectorising kernels that it then breaks.

Takes a Lowering whose module is optimised for SPIR-V. Where it vectorises, it loses stores to a private array
that is chosen at run time. It does not vectorise a kernel that says by vec_type_hint that it works on vectors
itself. Other runtimes take the hint for what it is.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir.metadata import tuple_of, value_node
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import PRIVATE_SPACE

_LANES = 4


def run(lowering: Lowering) -> None:
    calls = ir.CallGraph()
    storing = {f for f in lowering.module.definitions if _stores_through_choice(f)}
    for function in lowering.kernels:
        if function.is_declaration:
            continue
        if not storing.isdisjoint(calls.reachable([function])):
            types = ir.Types(function.context)
            value = value_node(function.context, types.float.vector(_LANES).undef())
            signed = value_node(function.context, types.i32.const(1))
            function.attach("vec_type_hint", tuple_of(function.context, [value, signed]))


def _stores_through_choice(function: ir.Function) -> bool:
    """Is there a store to a private variable that is chosen at run time?"""
    pointers = (store.pointer for store in function.instructions_of(ir.Opcode.STORE))
    return any(_is_chosen(p) for p in pointers if p.type.address_space == PRIVATE_SPACE)


def _is_chosen(pointer: ir.Value) -> bool:
    while isinstance(pointer, ir.Instruction) and pointer.opcode is ir.Opcode.GEP:
        pointer = pointer.operand(0)
    return isinstance(pointer, ir.Instruction) and pointer.opcode in (ir.Opcode.PHI, ir.Opcode.SELECT)
