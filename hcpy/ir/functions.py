"""Functions and their blocks.

Takes handles of LLVM's C API; gives objects whose parts passes read and change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hcpy.core.lazy import lazy
from hcpy.core.model import Location
from hcpy.ir.attributes import FUNCTION, RESULT, Attributes, parameter
from hcpy.ir.capi import C, encoded
from hcpy.ir.enums import CALLS, CallingConvention, Opcode, ValueKind
from hcpy.ir.metadata import Node, kind_number
from hcpy.ir.symbols import Symbol
from hcpy.ir.types import Type
from hcpy.ir.values import Argument, Value, of_kind, wrap

if TYPE_CHECKING:
    from hcpy.ir import builder
    from hcpy.ir import instructions as instructions_module
    from hcpy.ir.instructions import Instruction
else:
    builder = lazy("hcpy.ir.builder")
    instructions_module = lazy("hcpy.ir.instructions")


@of_kind(ValueKind.FUNCTION)
class Function(Symbol):
    """A function, defined or declared."""

    __slots__ = ()

    @property
    def arguments(self) -> list[Argument]:
        return [Argument(C.GetParam(self.handle, n)) for n in range(C.CountParams(self.handle))]

    @property
    def argument_handles(self) -> list[int]:
        get = C.GetParam
        return [get(self.handle, n) for n in range(C.CountParams(self.handle))]

    def name_arguments(self, names: Sequence[str]) -> None:
        """Of the first arguments, as many as there are names."""
        for number, name in enumerate(names):
            text = encoded(name)
            C.SetValueName2(C.GetParam(self.handle, number), text, len(text))

    def is_argument_used(self, number: int) -> bool:
        return bool(C.GetFirstUse(C.GetParam(self.handle, number)))

    @property
    def result(self) -> Type:
        return self.value_type.result

    @property
    def is_variadic(self) -> bool:
        return self.value_type.is_variadic

    @property
    def is_intrinsic(self) -> bool:
        return bool(C.GetIntrinsicID(self.handle))

    @property
    def convention(self) -> int:
        """A CallingConvention, or another of LLVM's numbers."""
        return C.GetFunctionCallConv(self.handle)  # type: ignore[no-any-return]

    @convention.setter
    def convention(self, value: int) -> None:
        C.SetFunctionCallConv(self.handle, value)

    @property
    def is_kernel(self) -> bool:
        return self.convention in (
            CallingConvention.PTX_KERNEL,
            CallingConvention.SPIR_KERNEL,
            CallingConvention.AMDGPU_KERNEL,
        )

    # --- attributes ---
    @property
    def attributes(self) -> Attributes:
        return Attributes(self.handle, FUNCTION, call=False)

    @property
    def result_attributes(self) -> Attributes:
        return Attributes(self.handle, RESULT, call=False)

    def parameter_attributes(self, index: int) -> Attributes:
        return Attributes(self.handle, parameter(index), call=False)

    @property
    def personality(self) -> Value | None:
        return wrap(C.GetPersonalityFn(self.handle)) if C.HasPersonalityFn(self.handle) else None

    @personality.setter
    def personality(self, value: Value | None) -> None:
        C.SetPersonalityFn(self.handle, value.handle if value is not None else None)

    # --- code ---
    @property
    def blocks(self) -> list[Block]:
        return list(self._blocks())

    @property
    def block_count(self) -> int:
        return int(C.CountBasicBlocks(self.handle))

    def _blocks(self) -> Iterator[Block]:
        block = C.GetFirstBasicBlock(self.handle)
        while block:
            following = C.GetNextBasicBlock(block)
            yield Block(block)
            block = following

    @property
    def entry(self) -> Block:
        return Block(C.GetEntryBasicBlock(self.handle))

    def instructions(self) -> Iterator[Instruction]:
        """In order; the one at hand may be erased or replaced."""
        for block in self._blocks():
            yield from block.instructions()

    def instructions_of(self, *opcodes: Opcode) -> Iterator[Instruction]:
        """Those of some opcodes; the one at hand may be erased or replaced."""
        wanted, opcode_of = frozenset(map(int, opcodes)), C.GetInstructionOpcode
        first, following = C.GetFirstInstruction, C.GetNextInstruction
        made = instructions_module.Instruction
        for block in self._blocks():
            at = first(block.handle)
            while at:
                after = following(at)
                if opcode_of(at) in wanted:  # most are not: no objects are made of them
                    yield made(at)
                at = after

    def calls(self) -> Iterator[Instruction]:
        """Calls and invokes, inline assembler included."""
        return self.instructions_of(*CALLS)

    @property
    def call_sites(self) -> list[Instruction]:
        """The calls of it, in no certain order; uses of its address are none."""
        users = (use.user for use in self.uses)
        kind = instructions_module.Instruction
        found = [user for user in users if isinstance(user, kind) and user.is_call]
        return [call for call in dict.fromkeys(found) if call.callee == self]

    def append_block(self, name: str) -> Block:
        return Block(C.AppendBasicBlockInContext(self.context, self.handle, encoded(name)))

    def take_blocks(self, other: Function) -> None:
        """Moves the code of another function in here; its arguments are the caller's affair."""
        for block in other.blocks:
            C.RemoveBasicBlockFromParent(block.handle)
            C.AppendExistingBasicBlock(self.handle, block.handle)

    def erase(self) -> None:
        """Removes it from its module; nobody may use it."""
        C.DeleteFunction(self.handle)

    def attach(self, kind: str, node: Node) -> None:
        """An attachment by its name, e.g. `vec_type_hint`."""
        C.GlobalSetMetadata(self.handle, kind_number(self.context, kind), node.handle)

    # --- places ---
    @property
    def subprogram(self) -> Node | None:
        found = C.GetSubprogram(self.handle)
        return Node(found, self.context) if found else None

    @property
    def location(self) -> Location | None:
        """Where the source defines it."""
        subprogram = self.subprogram
        return subprogram.function_location() if subprogram is not None else None


@of_kind(ValueKind.BLOCK)
class Block(Value):
    """A basic block; its handle is a value's and a block's alike."""

    __slots__ = ()

    @property
    def function(self) -> Function:
        return Function(C.GetBasicBlockParent(self.handle))

    def instructions(self) -> Iterator[Instruction]:
        """In order; the one at hand may be erased or replaced."""
        made = instructions_module.Instruction
        at = C.GetFirstInstruction(self.handle)
        while at:
            following = C.GetNextInstruction(at)
            yield made(at)
            at = following

    @property
    def terminator(self) -> Instruction:
        return instructions_module.Instruction(C.GetBasicBlockTerminator(self.handle))

    @property
    def phis(self) -> list[Instruction]:
        found = []
        for instruction in self.instructions():
            if instruction.opcode is not Opcode.PHI:
                break
            found.append(instruction)
        return found

    @property
    def first_after_phis(self) -> Instruction:
        return next(i for i in self.instructions() if i.opcode not in (Opcode.PHI, Opcode.LANDING_PAD))

    @property
    def first_after_allocas(self) -> Instruction:
        return next(i for i in self.instructions() if i.opcode is not Opcode.ALLOCA)

    @property
    def successors(self) -> list[Block]:
        """Each once, in the terminator's order."""
        return list(dict.fromkeys(self.terminator.successors))

    @property
    def predecessors(self) -> list[Block]:
        """Each once: the blocks whose terminators lead here."""
        found: dict[Block, None] = {}
        for user in self.users:
            if C.GetValueKind(user.handle) == ValueKind.INSTRUCTION and Opcode(
                C.GetInstructionOpcode(user.handle)
            ) in (Opcode.BR, Opcode.SWITCH, Opcode.INVOKE, Opcode.INDIRECT_BR):
                found[Block(C.GetInstructionParent(user.handle))] = None
        return list(found)

    def split_before(self, instruction: Instruction) -> Block:
        """Takes what is before an instruction into a new preceding block, which has no terminator yet.

        This block stays what its successors know.
        """
        before = self.function.append_block("")
        C.MoveBasicBlockBefore(before.handle, self.handle)
        for block in self.predecessors:
            block.terminator.retarget(self, before)
        with builder.Builder.at_end(before) as build:
            for moved in self.instructions():
                if moved == instruction:
                    break
                build.take(moved)
        return before

    def move_after(self, other: Block) -> None:
        C.MoveBasicBlockAfter(self.handle, other.handle)

    def move_to_end(self) -> None:
        """Makes it the last block of its function."""
        last = C.GetLastBasicBlock(C.GetBasicBlockParent(self.handle))
        if last != self.handle:
            C.MoveBasicBlockAfter(self.handle, last)

    def erase(self) -> None:
        """Removes it with its instructions; nobody may use it or them."""
        C.DeleteBasicBlock(self.handle)
