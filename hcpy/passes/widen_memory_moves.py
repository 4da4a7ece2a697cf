"""Fills and copies memory by words instead of bytes, for PTX.

Takes a Lowering. `align_variables`, before optimisation, aligns local variables as wide accesses need them.
`run`, after it, replaces memset and memcpy of more than 128 constant bytes: LLVM's back end makes loops over
single bytes of them. Those are slow, and ptxas 13 moves a load before the store that it depends on where it
has unrolled such a loop (docs/devices.md).
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.ir.rewrite import COPIES
from hcpy.passes.lowering import Lowering
from hcpy.passes.memory_moves import FILL, MOVES

_WIDEST = 16  # bytes of one access
_INLINE = 128  # bytes that the back end moves well by itself
_STRAIGHT = 32  # accesses without a loop

Access = Callable[[ir.Builder, ir.Type, ir.Value | int, int], None]  # type, offset, alignment


def align_variables(lowering: Lowering) -> None:
    layout = lowering.module.layout
    for function in lowering.module.definitions:
        for variable in function.instructions_of(ir.Opcode.ALLOCA):
            if layout.size(variable.allocated_type) >= _WIDEST and variable.align < _WIDEST:
                variable.align = _WIDEST


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for call in list(function.calls()):
            if call.callee_name.startswith(MOVES):
                _widen(call)


def _widen(call: ir.Instruction) -> None:
    to, source, length, is_volatile = call.arguments
    is_fill = call.callee_name.startswith(FILL)
    if not isinstance(length, ir.Integer) or length.value <= _INLINE:
        return
    if not isinstance(is_volatile, ir.Integer) or is_volatile.value:
        return
    if call.callee_name.startswith(COPIES[1]) and not _is_apart(to, source):
        return
    if not is_fill:
        access, unit = _copier(to, source), min(_align(call, 0), _align(call, 1), _WIDEST)
    elif isinstance(source, ir.Integer):
        access, unit = _filler(to, source.value), min(_align(call, 0), _WIDEST)
    else:
        return
    if unit > 1:
        _emit(call, length.value, unit, access)
        call.erase()


def _is_apart(a: ir.Value, b: ir.Value) -> bool:
    """Are these two local variables?"""
    return all(isinstance(v, ir.Instruction) and v.opcode is ir.Opcode.ALLOCA for v in (a, b)) and a != b


def _align(call: ir.Instruction, number: int) -> int:
    pointer, said = call.arguments[number], call.argument_align(number)
    if isinstance(pointer, ir.Instruction) and pointer.opcode is ir.Opcode.ALLOCA:
        return max(said, pointer.align)
    return max(said, 1)


def _filler(to: ir.Value, byte: int) -> Access:
    def fill(build: ir.Builder, type_: ir.Type, offset: ir.Value | int, align: int) -> None:
        word = type_.element if type_.is_vector else type_
        number = word.const(int.from_bytes(bytes([byte & 0xFF]) * (word.width // 8), "little"))
        value = type_.const_aggregate([number] * type_.count) if type_.is_vector else number
        build.store(value, build.offset(to, offset), align)

    return fill


def _copier(to: ir.Value, source: ir.Value) -> Access:
    def copy(build: ir.Builder, type_: ir.Type, offset: ir.Value | int, align: int) -> None:
        value = build.load(type_, build.offset(source, offset), align=align)
        build.store(value, build.offset(to, offset), align)

    return copy


def _type(types: ir.Types, size: int) -> ir.Type:
    return types.i32.vector(4) if size == _WIDEST else types.integer(8 * size)


def _emit(call: ir.Instruction, length: int, unit: int, access: Access) -> None:
    """The accesses before the call: by the unit, then what is left by smaller ones."""
    body = length // unit * unit
    if body // unit > _STRAIGHT:
        _loop(call, body, unit, access)
        at = body
    else:
        at = 0
    with ir.Builder.before(call) as build:
        build.at_location(call.debug_location)
        while at < length:
            size = unit
            while at + size > length:
                size //= 2
            access(build, _type(build.types, size), at, size)
            at += size


def _loop(call: ir.Instruction, body: int, unit: int, access: Access) -> None:
    after = call.block
    before = after.split_before(call)
    loop = after.function.append_block("words")
    loop.move_after(before)
    with ir.Builder.at_end(before) as build:
        build.at_location(call.debug_location)
        build.branch(loop)
    with ir.Builder.at_end(loop) as build:
        build.at_location(call.debug_location)
        i64 = build.types.i64
        offset = build.phi(i64, [(i64.const(0), before)])
        access(build, _type(build.types, unit), offset, unit)
        following = build.add(offset, i64.const(unit), nuw=True)
        build.branch_if(build.compare(ir.IntPredicate.ULT, following, i64.const(body)), loop, after)
        offset.add_incoming([(following, loop)])
