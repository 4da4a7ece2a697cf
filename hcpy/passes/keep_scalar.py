"""Keeps Intel's OpenCL compiler for CPUs from vectorising kernels that it then breaks.

Takes a Lowering whose module is optimised for SPIR-V. Where a condition is found after one barrier and used
after a later one, as in nested loops with barriers, the compiler's vectoriser takes minutes, or the process
ends. Stores to a private array that is chosen at run time are lost. So are, in larger kernels, stores to an
element that is chosen between constants: the compiler's SROA makes a choice of addresses of it. Where what is
read is chosen twice, `c ? x : *(d ? &y.a : &y.b)`, the process ends. Loops that had several entries, as a
`switch` into one makes it, give wrong results within another loop. None of this is so where it does not
vectorise, as for a kernel that says by vec_type_hint that it works on vectors itself. Wave functions that
only some work-items call are wrong without the vectoriser: conditions alone do not keep such kernels from it.
Other runtimes take the hint for what it is. Run it before hold_over_barriers, which hides the conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from hcpy import ir
from hcpy.ir.metadata import tuple_of, value_node
from hcpy.passes.barrier_parts import Part, Parts, waiting
from hcpy.passes.host.cfg import reachable
from hcpy.passes.lowering import Lowering
from hcpy.passes.memory_moves import FILL, MOVES
from hcpy.passes.move_tile_static import PRIVATE_SPACE
from hcpy.passes.waves_in_branches import some_call_waves

_LANES = 4
_STEPS = (ir.Opcode.SEXT, ir.Opcode.ZEXT, ir.Opcode.ADD, ir.Opcode.MUL, ir.Opcode.SHL, ir.Opcode.OR)


def run(lowering: Lowering) -> None:
    calls, waits = ir.CallGraph(), waiting(lowering.module)
    choosing = {f for f in lowering.module.definitions if _goes_through_choice(f)}
    several = {f for f in lowering.module.definitions if f.name in lowering.had_several_entries}
    for function in lowering.kernels:
        if function.is_declaration:
            continue
        reached = set(calls.reachable([function]))
        breaks = not choosing.isdisjoint(reached)
        if not breaks and (function in waits or not several.isdisjoint(reached)):
            parts = Parts(function, waits)
            breaks = not several.isdisjoint(reached) or _carries_over_barriers(parts)
            breaks = breaks and not some_call_waves(function, parts, calls)
        if breaks:
            types = ir.Types(function.context)
            value = value_node(function.context, types.float.vector(_LANES).undef())
            signed = value_node(function.context, types.i32.const(1))
            function.attach("vec_type_hint", tuple_of(function.context, [value, signed]))


def _goes_through_choice(function: ir.Function) -> bool:
    """Is a private variable, or an element, that is chosen at run time stored to, or read if chosen twice?"""
    for pointer, is_written in _accesses(function):
        place = _uncast(pointer)
        if place.type.address_space != PRIVATE_SPACE or not _is_chosen(place):
            continue
        if is_written or (_is_choice(place) and any(_is_chosen(_uncast(v)) for v in place.operands)):
            return True
    return False


def _accesses(function: ir.Function) -> Iterator[tuple[ir.Value, bool]]:
    """Pointers, and whether what they lead to is written."""
    for instruction in function.instructions_of(ir.Opcode.STORE, ir.Opcode.LOAD):
        yield instruction.pointer, instruction.opcode is ir.Opcode.STORE
    for call in function.calls():
        if call.callee_name.startswith(MOVES):
            yield call.arguments[0], True
            if not call.callee_name.startswith(FILL):
                yield call.arguments[1], False


def _uncast(pointer: ir.Value) -> ir.Value:
    while isinstance(pointer, ir.Instruction) and pointer.opcode is ir.Opcode.ADDRSPACE_CAST:
        pointer = pointer.operand(0)
    return pointer


def _is_chosen(pointer: ir.Value) -> bool:
    while isinstance(pointer, ir.Instruction) and pointer.opcode is ir.Opcode.GEP:
        if any(_is_choice_of_constants(index) for index in pointer.operands[1:]):
            return True
        pointer = pointer.operand(0)
    return _is_choice(pointer)


def _is_choice(value: ir.Value) -> TypeGuard[ir.Instruction]:
    return isinstance(value, ir.Instruction) and value.opcode in (ir.Opcode.PHI, ir.Opcode.SELECT)


def _is_choice_of_constants(index: ir.Value) -> bool:
    """Also where it is widened, or one constant is added to it or multiplies it."""
    while isinstance(index, ir.Instruction):
        if index.opcode is ir.Opcode.SELECT:
            return all(isinstance(value, ir.Integer) for value in index.operands[1:])
        if index.opcode is ir.Opcode.PHI:
            return all(isinstance(value, ir.Integer) for value, _ in index.incoming)
        if not all(isinstance(value, ir.Integer) for value in index.operands[1:]):
            return False
        if index.opcode not in _STEPS:
            return False
        index = index.operand(0)
    return False


def _carries_over_barriers(parts: Parts) -> bool:
    """Is a condition that is found after a barrier used after another one?"""
    part_of, graph = parts.of, parts.graph
    behind = [part for part in graph if part[1] > 0]
    within = set(reachable(graph, behind, ()))
    later: dict[Part, set[Part]] = {}
    for instruction, part in part_of.items():
        if part not in within or not _tells_a_condition(instruction):
            continue
        users = [u for u in instruction.users if isinstance(u, ir.Instruction)]
        places = {part_of[u] for u in users if u.opcode is not ir.Opcode.PHI} - {part}
        if not places:
            continue
        if part not in later:
            onward = reachable(graph, graph[part], (part,))
            later[part] = set(reachable(graph, [p for p in onward if p[1] > 0], (part,)))
        if not places.isdisjoint(later[part]):
            return True
    return False


def _tells_a_condition(instruction: ir.Instruction) -> bool:
    """A comparison, its value as a number, or the bits that one looks at."""
    if instruction.opcode is ir.Opcode.PHI:
        return False
    value = instruction.operand(0) if instruction.opcode is ir.Opcode.ZEXT else instruction
    return instruction.opcode is ir.Opcode.AND or (value.type.is_integer and value.type.width == 1)
