"""Has what loops move addresses on by computed once, as a product, on PTX.

Takes a Lowering whose module is optimised; run it last. A loop over a view's rows moves a pointer on by the
row's length, a number of 32 bits that is extended and multiplied by an element's size. LLVM's code generator
computes that before each loop anew, from what is extended already; of one product of 32 bits that is there
before all loops, ptxas makes each step of an unrolled loop one instruction (IMAD.WIDE), else two. The product
is kept by assembly without text.
"""

from __future__ import annotations

from collections.abc import Set

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.loops import Loops
from hcpy.passes.lowering import Lowering

_STEPS = 3  # between a product and the address
_ARITHMETIC = (Opcode.ADD, Opcode.SUB)
_SIZES = {2: 1, 4: 2, 8: 3, 16: 4}  # bytes of an element, and the shift


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        lengths = list(function.instructions_of(Opcode.SEXT))
        if not lengths:
            continue
        looped = Loops.of(function).inside
        for length in lengths if looped else ():
            if length.block in looped or length.operand(0).type.width != 32:
                continue
            for shift in sorted(_shifts(lowering.module, length, looped)):
                _keep(length, shift)


def _shifts(module: ir.Module, length: ir.Instruction, looped: Set[ir.Block]) -> set[int]:
    """Of the elements' sizes by whose addresses loops go on in steps of the length."""
    found = set()
    for product in length.users:
        if not isinstance(product, ir.Instruction) or product.opcode is not Opcode.MUL:
            continue
        if product.block in looped:
            found |= {_SIZES[size] for size in _sizes(module, product, _STEPS) if size in _SIZES}
    return found


def _sizes(module: ir.Module, value: ir.Value, steps: int) -> set[int]:
    """Bytes of the elements whose addresses a value leads to."""
    found = set()
    for user in value.users:
        if not isinstance(user, ir.Instruction):
            continue
        if user.opcode is Opcode.GEP:
            found.add(module.layout.size(user.source_type))
        elif steps > 0 and user.opcode in _ARITHMETIC:
            found |= _sizes(module, user, steps - 1)
    return found


def _keep(length: ir.Instruction, shift: int) -> None:
    following = length.following
    assert following is not None
    with ir.Builder.before(following) as build:
        types = build.types
        build.at_location(length.debug_location)
        keep(build, build.binary(Opcode.SHL, length, types.i64.const(shift)))


def keep(build: ir.Builder, value: ir.Value) -> None:
    """Has a number of 64 bits computed here."""
    type_ = build.types.function(build.types.void, [value.type])
    build.call(build.assembler(type_, "", "l"), [value], type_=type_)
