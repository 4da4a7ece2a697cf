"""Makes indices signed again that LLVM has shown not to be negative, on PTX.

Takes a Lowering whose module is optimised for PTX. `x - 1` of a work-item that is not at the edge is then
`zext nneg`, of which LLVM's code generator does not see that it is one less than `x`; and a product of it
and a signed stride takes 64 bits, where one of two signed values is a single instruction. A factor that is
loaded is frozen, which costs nothing: else the load extends it, and the product takes 64 bits again. LLVM's
code generator looks at one block at a time: outside of loops, a product of what was extended in another one
is the instruction's own text. A stencil over three dimensions has 30 instructions less by that. Where two
branches extend one index, each for what it stores, the place where they meet extends it once.
"""

from __future__ import annotations

from typing import TypeGuard

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.loops import Loops
from hcpy.passes.lowering import Lowering

_STEPS = 4  # between an index and the address
_ARITHMETIC = (Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        types = ir.Types(function.context)
        indices = [
            widened
            for widened in function.instructions_of(Opcode.ZEXT)
            if widened.type == types.i64 and widened.nneg and makes_address(widened, _STEPS)
        ]
        for widened in indices:
            _sign_extend(widened)
        if indices:  # what was computed of the signed ones before
            ir.run_passes(function, "early-cse")
        for phi in list(function.instructions_of(Opcode.PHI)):
            if phi.type == types.i64:
                _extend_once(phi)
        for product in function.instructions_of(Opcode.MUL):
            _freeze_factors(product, types)
        _write_far_products(function, types)


def _sign_extend(widened: ir.Instruction) -> None:
    source = widened.operand(0)
    if source.type.width != 32:
        return
    with ir.Builder.before(widened) as build:
        build.at_location(widened.debug_location)
        widened.replace(build.cast(Opcode.SEXT, source, widened.type))


def _extend_once(phi: ir.Instruction) -> None:
    """The index is there before the branches: each of them extends it."""
    extended = [value for value, _ in phi.incoming]
    sources = {value.operand(0) for value in extended if _is_signed_extension(value)}
    if len(sources) != 1 or not all(map(_is_signed_extension, extended)):
        return
    first = next(i for i in phi.block.instructions() if i.opcode is not Opcode.PHI)
    with ir.Builder.before(first) as build:
        build.at_location(phi.debug_location)
        phi.replace(build.cast(Opcode.SEXT, sources.pop(), phi.type))


def _is_signed_extension(value: ir.Value) -> TypeGuard[ir.Instruction]:
    if not isinstance(value, ir.Instruction):
        return False
    is_one = value.opcode is Opcode.SEXT or (value.opcode is Opcode.ZEXT and value.nneg)
    return is_one and value.operand(0).type.width == 32


def _freeze_factors(product: ir.Instruction, types: ir.Types) -> None:
    extended = [_extended(factor, types) for factor in product.operands]
    if not all(extended):
        return
    for factor, source in zip(product.operands, extended, strict=True):
        if source is not None and source.opcode is Opcode.LOAD:
            assert isinstance(factor, ir.Instruction)
            with ir.Builder.before(factor) as build:
                factor.set_operand(0, build.freeze(source, "hcpy.factor"))


def _write_far_products(function: ir.Function, types: ir.Types) -> None:
    """In loops a pointer that is moved on takes the place of the product."""
    products = [p for p in function.instructions_of(Opcode.MUL) if _is_far(p, types)]
    if not products:
        return
    looped = Loops.of(function).inside
    type_ = types.function(types.i64, [types.i32, types.i32])
    for product in products:
        if product.block in looped:
            continue
        with ir.Builder.before(product) as build:
            build.at_location(product.debug_location)
            sources = [factor.operand(0) for factor in product.operands]
            text = build.assembler(type_, "mul.wide.s32 $0, $1, $2;", "=l,r,r", effects=False)
            product.replace(build.call(text, sources, type_=type_))


def _is_far(product: ir.Instruction, types: ir.Types) -> bool:
    """Is it a product of two numbers of 32 bits, one of them extended in another block? Where it is extended
    in both, LLVM's code generator takes the other's."""
    sources = [source for f in product.operands if (source := _extended(f, types)) is not None]
    return len(sources) == 2 and any(
        _is_signed_extension(user) and user.block != product.block
        for source in sources
        for user in source.users
    )


def _extended(factor: ir.Value, types: ir.Types) -> ir.Instruction | None:
    """What of 32 bits a factor is the signed extension of."""
    if not isinstance(factor, ir.Instruction) or factor.opcode is not Opcode.SEXT:
        return None
    source = factor.operand(0)
    return source if isinstance(source, ir.Instruction) and source.type == types.i32 else None


def makes_address(value: ir.Value, steps: int) -> bool:
    """Does it lead to an address, by so many instructions at most?"""
    users = [user for user in value.users if isinstance(user, ir.Instruction)]
    if any(user.opcode is Opcode.GEP for user in users):
        return True
    return steps > 0 and any(user.opcode in _ARITHMETIC and makes_address(user, steps - 1) for user in users)
