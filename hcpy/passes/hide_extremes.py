"""Keeps Intel's OpenCL compiler for CPUs from moving addresses into vector registers, with AVX-512.

Takes a Lowering whose module is optimised for SPIR-V. That compiler (`x86-scalar-to-vector`) computes rows of
sums, bits and extremes of 64 bits in vector registers. Where a number of such a row, as an index, is also
part of an address that the row loads from or stores to, the address takes the vector register's number, too:
another register of the integer unit, which holds anything. Only extremes make a row worth it to the compiler:
here they choose between one number and the sum of the other and 0, which the compiler cannot know and takes
for no extreme. Run it before place_launch_data.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.hidden_zero import hidden_zero
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.lowering import Lowering

_GREATER = {
    "smax": IntPredicate.SGT,
    "smin": IntPredicate.SLT,
    "umax": IntPredicate.UGT,
    "umin": IntPredicate.ULT,
}
_IN_ROWS = (Opcode.ADD, Opcode.SUB, Opcode.AND, Opcode.OR, Opcode.XOR, Opcode.PHI, Opcode.SELECT)
_SAME_BITS = (Opcode.BITCAST, Opcode.PTRTOINT, Opcode.FREEZE)
_WIDTH = 64


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        calls = function.instructions_of(Opcode.CALL, Opcode.SELECT)
        extremes = [i for i in calls if is_extreme(i, _WIDTH)]
        if extremes and _is_addressed(_row(extremes)):
            _hide(lowering.module, function, extremes)


def is_extreme(value: ir.Value, width: int) -> bool:
    """A greatest or least number of so many bits, of two."""
    if not isinstance(value, ir.Instruction) or not value.type.is_integer or value.type.width != width:
        return False
    if value.is_call:
        found = read_intrinsic(value.callee_name)
        return found is not None and found.name in _GREATER
    condition = value.operand(0)
    is_compared = isinstance(condition, ir.Instruction) and condition.opcode is Opcode.ICMP
    return is_compared and set(condition.operands) == set(value.operands[1:])


def _row(extremes: Iterable[ir.Instruction]) -> set[ir.Value]:
    """What the extremes are made of, and what is made of that, in one kind of register."""
    row: set[ir.Value] = set(extremes)
    waiting = [*extremes]
    while waiting:
        value = waiting.pop()
        operands = [o for o in value.operands if not o.is_constant]
        for other in (*operands, *value.users):
            if other in row or not other.type.is_integer or other.type.width != _WIDTH:
                continue
            goes_on = isinstance(other, ir.Instruction) and (
                other.opcode in _IN_ROWS or is_extreme(other, _WIDTH)
            )
            if goes_on or other in operands:
                row.add(other)
            if isinstance(other, ir.Instruction) and (goes_on or other.opcode is Opcode.LOAD):
                waiting.append(other)
    return row


def _is_addressed(row: Iterable[ir.Value]) -> bool:
    """Do addresses that the row loads from or stores to have a part in common with its numbers?"""
    addresses: list[ir.Value] = []
    for number in row:
        source = number
        while isinstance(source, ir.Instruction) and source.opcode in _SAME_BITS:
            source = source.operand(0)
        if isinstance(source, ir.Instruction) and source.opcode is Opcode.LOAD:
            addresses.append(source.pointer)
        stores = (u for u in number.users if isinstance(u, ir.Instruction) and u.opcode is Opcode.STORE)
        addresses += [store.pointer for store in stores if store.operand(0) == number]
    return not _parts(addresses).isdisjoint(_parts(row))


def _parts(values: Iterable[ir.Value]) -> set[Hashable]:
    """The values and what they are computed from; calls with the same arguments are one."""
    found: set[Hashable] = set()
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if value.is_constant:
            continue
        operands = value.operands if isinstance(value, ir.Instruction) else []
        key: Hashable = value
        if isinstance(value, ir.Instruction) and value.is_call:
            key = (value.called, *operands)
        if key in found:
            continue
        found.add(key)
        if not isinstance(value, ir.Instruction) or value.opcode is not Opcode.LOAD:
            waiting += operands
    return found


def _hide(module: ir.Module, function: ir.Function, extremes: Iterable[ir.Instruction]) -> None:
    place = function.entry.first_after_allocas
    with ir.Builder.before(place) as build:
        zero = hidden_zero(module, build)
    for extreme in extremes:
        with ir.Builder.before(extreme) as build:
            build.at_location(extreme.debug_location)
            condition, a, b = _choice(build, extreme)
            extreme.replace(build.select(condition, a, build.add(b, zero)))


def _choice(build: ir.Builder, extreme: ir.Instruction) -> list[ir.Value]:
    """The condition of a choice, and what it is between."""
    if not extreme.is_call:
        return extreme.operands
    found = read_intrinsic(extreme.callee_name)
    assert found is not None
    a, b = extreme.arguments
    return [build.compare(_GREATER[found.name], a, b), a, b]
