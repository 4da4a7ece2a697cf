"""Loads and stores private variables as what they are, on PTX.

Takes a Lowering whose module is optimised for PTX. LLVM's code generator names the local memory where it
computes an address at run time; what lies at a known place of a variable it reaches by generic addresses,
even where the IR names the memory (`st.b32 [%SP+4]`). To ptxas these may be global memory's, so that it keeps
the order: sixteen loads followed one another, each after a store. An address that the code generator does not
look into is computed once for each variable, and costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TypeGuard

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering

_LOCAL = 5


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        # Behind the first other instruction are variables whose length it computes.
        code = takewhile(lambda op: op.opcode is Opcode.ALLOCA, function.entry.instructions())
        found = [_Accesses.of(op) for op in code]
        for one in found:
            # They would be of what the code generator still sees.
            for call in [user for user in one.variable.users if one.exist and _is_lifetime(user)]:
                call.erase()
        for one in found:
            if one.exist:
                first = function.entry.first_after_allocas
                with ir.Builder.before(first) as build:
                    one.name(build)


@dataclass(frozen=True)
class _Accesses:
    """Of a variable as it is, and of its parts at known places."""

    variable: ir.Instruction
    whole: list[ir.Use]
    parts: list[tuple[ir.Instruction, list[ir.Use]]]

    @staticmethod
    def of(variable: ir.Instruction) -> _Accesses:
        parts = [(part, list(_accesses(part))) for part in _parts(variable)]
        return _Accesses(variable, list(_accesses(variable)), [(part, uses) for part, uses in parts if uses])

    @property
    def exist(self) -> bool:
        return bool(self.whole or self.parts)

    def name(self, build: ir.Builder) -> None:
        type_ = build.types.function(build.types.pointer(_LOCAL), [self.variable.type])
        cast = build.assembler(type_, "cvta.to.local.u64 $0, $1;", "=l,l", effects=False)
        base = build.call(cast, [self.variable], type_=type_)
        _use(self.whole, base)
        for part, uses in self.parts:
            with ir.Builder.before(part) as at_part:
                _use(uses, at_part.address(part.source_type, base, part.operands[1:]))


def _is_lifetime(user: ir.Value) -> TypeGuard[ir.Instruction]:
    return isinstance(user, ir.Instruction) and user.callee_name.startswith("llvm.lifetime.")


def _parts(variable: ir.Instruction) -> Iterator[ir.Instruction]:
    """Addresses of known places in it."""
    for user in variable.users:
        if not isinstance(user, ir.Instruction) or user.opcode is not Opcode.GEP:
            continue
        if user.pointer == variable and all(index.is_constant for index in user.operands[1:]):
            yield user


def _accesses(pointer: ir.Value) -> Iterator[ir.Use]:
    for use in pointer.uses:
        user = use.user
        if not isinstance(user, ir.Instruction) or user.opcode not in (Opcode.LOAD, Opcode.STORE):
            continue
        if not user.is_volatile and use.index == (0 if user.opcode is Opcode.LOAD else 1):
            yield use


def _use(accesses: list[ir.Use], pointer: ir.Value) -> None:
    for use in accesses:
        assert isinstance(use.user, ir.Instruction)
        use.user.set_operand(use.index, pointer)
