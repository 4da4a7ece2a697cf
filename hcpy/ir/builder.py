"""Makes instructions at a place in a block.

Takes a place (before an instruction, or a block's end); each method makes one instruction there and gives its
value. Instructions made before another one get its debug location.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

from hcpy.ir.capi import C, encoded, handles
from hcpy.ir.enums import (
    AtomicOperation,
    IntPredicate,
    NoWrap,
    Opcode,
    Ordering,
    RealPredicate,
)
from hcpy.ir.functions import Block, Function
from hcpy.ir.instructions import Instruction
from hcpy.ir.metadata import Node
from hcpy.ir.types import Type, Types
from hcpy.ir.values import Value, wrap


class Builder:
    """Use it in a `with` statement, or close it."""

    def __init__(self, context: int) -> None:
        self.types = Types(context)
        self._handle = C.CreateBuilderInContext(context)

    @staticmethod
    def before(instruction: Instruction) -> Builder:
        builder = Builder(instruction.context)
        builder.move_before(instruction)
        return builder

    @staticmethod
    def at_end(block: Block) -> Builder:
        builder = Builder(block.function.context)
        builder.move_to_end(block)
        return builder

    def move_before(self, instruction: Instruction) -> None:
        C.PositionBuilderBefore(self._handle, instruction.handle)

    def move_to_end(self, block: Block) -> None:
        C.PositionBuilderAtEnd(self._handle, block.handle)

    def at_location(self, location: Node | None) -> None:
        """What is made from here on has this debug location."""
        C.SetCurrentDebugLocation2(self._handle, location.handle if location is not None else None)

    def close(self) -> None:
        if self._handle:
            C.DisposeBuilder(self._handle)
            self._handle = 0

    def __enter__(self) -> Builder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def take(self, instruction: Instruction) -> None:
        """Moves an instruction here from where it is."""
        C.InstructionRemoveFromParent(instruction.handle)
        self.insert(instruction)

    def insert(self, instruction: Instruction) -> Instruction:
        """Puts a clone, or what was taken out of a block, here."""
        C.InsertIntoBuilder(self._handle, instruction.handle)
        return instruction

    # --- arithmetic ---
    def binary(self, opcode: Opcode, a: Value, b: Value, name: str = "") -> Value:
        return wrap(C.BuildBinOp(self._handle, opcode, a.handle, b.handle, encoded(name)))

    def add(self, a: Value, b: Value, name: str = "", *, nuw: bool = False, nsw: bool = False) -> Value:
        return self._flagged(
            C.BuildBinOp(self._handle, Opcode.ADD, a.handle, b.handle, encoded(name)), nuw, nsw
        )

    def sub(self, a: Value, b: Value, name: str = "", *, nuw: bool = False, nsw: bool = False) -> Value:
        return self._flagged(
            C.BuildBinOp(self._handle, Opcode.SUB, a.handle, b.handle, encoded(name)), nuw, nsw
        )

    def mul(self, a: Value, b: Value, name: str = "", *, nuw: bool = False, nsw: bool = False) -> Value:
        return self._flagged(
            C.BuildBinOp(self._handle, Opcode.MUL, a.handle, b.handle, encoded(name)), nuw, nsw
        )

    def trunc(
        self, value: Value, type_: Type, name: str = "", *, nuw: bool = False, nsw: bool = False
    ) -> Value:
        made = C.BuildCast(self._handle, Opcode.TRUNC, value.handle, type_.handle, encoded(name))
        return self._flagged(made, nuw, nsw)

    @staticmethod
    def _flagged(handle: int, nuw: bool, nsw: bool) -> Value:
        """With its flags, where it was not folded to a constant."""
        made = wrap(handle)
        if isinstance(made, Instruction):
            if nuw:
                C.SetNUW(handle, True)
            if nsw:
                C.SetNSW(handle, True)
        return made

    def negate_float(self, value: Value, name: str = "") -> Value:
        return wrap(C.BuildFNeg(self._handle, value.handle, encoded(name)))

    def compare(self, predicate: IntPredicate | RealPredicate, a: Value, b: Value, name: str = "") -> Value:
        make = C.BuildICmp if isinstance(predicate, IntPredicate) else C.BuildFCmp
        return wrap(make(self._handle, predicate, a.handle, b.handle, encoded(name)))

    def cast(self, opcode: Opcode, value: Value, type_: Type, name: str = "") -> Value:
        return wrap(C.BuildCast(self._handle, opcode, value.handle, type_.handle, encoded(name)))

    def space_cast(self, pointer: Value, address_space: int, name: str = "") -> Value:
        """The pointer in another address space; in its own it stays as it is."""
        if pointer.type.address_space == address_space:
            return pointer
        return self.cast(Opcode.ADDRSPACE_CAST, pointer, self.types.pointer(address_space), name)

    def select(self, condition: Value, a: Value, b: Value, name: str = "") -> Value:
        return wrap(C.BuildSelect(self._handle, condition.handle, a.handle, b.handle, encoded(name)))

    def freeze(self, value: Value, name: str = "") -> Value:
        return wrap(C.BuildFreeze(self._handle, value.handle, encoded(name)))

    # --- aggregates and vectors ---
    def extract_value(self, aggregate: Value, index: int, name: str = "") -> Value:
        return wrap(C.BuildExtractValue(self._handle, aggregate.handle, index, encoded(name)))

    def insert_value(self, aggregate: Value, value: Value, index: int, name: str = "") -> Value:
        return wrap(C.BuildInsertValue(self._handle, aggregate.handle, value.handle, index, encoded(name)))

    def extract_element(self, vector: Value, index: Value, name: str = "") -> Value:
        return wrap(C.BuildExtractElement(self._handle, vector.handle, index.handle, encoded(name)))

    def insert_element(self, vector: Value, value: Value, index: Value, name: str = "") -> Value:
        return wrap(
            C.BuildInsertElement(self._handle, vector.handle, value.handle, index.handle, encoded(name))
        )

    def shuffle(self, a: Value, b: Value, mask: Value, name: str = "") -> Value:
        return wrap(C.BuildShuffleVector(self._handle, a.handle, b.handle, mask.handle, encoded(name)))

    # --- memory ---
    def alloca(self, type_: Type, name: str = "", align: int = 0, count: Value | None = None) -> Instruction:
        if count is None:
            made = Instruction(C.BuildAlloca(self._handle, type_.handle, encoded(name)))
        else:
            made = Instruction(C.BuildArrayAlloca(self._handle, type_.handle, count.handle, encoded(name)))
        if align:
            made.align = align
        return made

    def load(self, type_: Type, pointer: Value, name: str = "", align: int = 0) -> Instruction:
        made = Instruction(C.BuildLoad2(self._handle, type_.handle, pointer.handle, encoded(name)))
        if align:
            made.align = align
        return made

    def store(self, value: Value, pointer: Value, align: int = 0) -> Instruction:
        made = Instruction(C.BuildStore(self._handle, value.handle, pointer.handle))
        if align:
            made.align = align
        return made

    def address(
        self,
        type_: Type,
        pointer: Value,
        indices: Sequence[Value | int],
        name: str = "",
        no_wrap: NoWrap = NoWrap.NONE,
    ) -> Value:
        """getelementptr; plain numbers become i64, which struct indices (i32) need as Values."""
        given = [self.types.i64.const(i) if isinstance(i, int) else i for i in indices]
        return wrap(
            C.BuildGEPWithNoWrapFlags(
                self._handle,
                type_.handle,
                pointer.handle,
                handles(given),
                len(given),
                encoded(name),
                no_wrap,
            )
        )

    def offset(self, pointer: Value, offset: Value | int, name: str = "") -> Value:
        """A pointer so many bytes further."""
        return self.address(self.types.i8, pointer, [offset], name)

    def atomic(
        self,
        operation: AtomicOperation,
        pointer: Value,
        value: Value,
        ordering: Ordering,
        name: str = "",
    ) -> Instruction:
        made = C.BuildAtomicRMW(self._handle, operation, pointer.handle, value.handle, ordering, False)
        instruction = Instruction(made)
        if name:
            instruction.name = name
        return instruction

    def compare_exchange(
        self, pointer: Value, expected: Value, new: Value, success: Ordering, failure: Ordering
    ) -> Instruction:
        return Instruction(
            C.BuildAtomicCmpXchg(
                self._handle, pointer.handle, expected.handle, new.handle, success, failure, False
            )
        )

    def fence(self, ordering: Ordering) -> Instruction:
        return Instruction(C.BuildFence(self._handle, ordering, False, b""))

    # --- calls and control flow ---
    def call(
        self, callee: Value, arguments: Sequence[Value], name: str = "", type_: Type | None = None
    ) -> Instruction:
        """Calls a function by its convention; a pointer or assembler needs the function's type."""
        called = _called_type(callee, type_)
        made = Instruction(
            C.BuildCall2(
                self._handle,
                called.handle,
                callee.handle,
                handles(arguments),
                len(arguments),
                b"" if called.result.is_void else encoded(name),
            )
        )
        if isinstance(callee, Function):
            made.convention = callee.convention
        return made

    @staticmethod
    def assembler(type_: Type, text: str, constraints: str, effects: bool = True) -> Value:
        """Inline assembler, with side effects or without, as the callee of a call."""
        code, wanted = encoded(text), encoded(constraints)
        aligns_stack, can_throw, dialect = False, False, 0
        return wrap(
            C.GetInlineAsm(
                type_.handle,
                code,
                len(code),
                wanted,
                len(wanted),
                effects,
                aligns_stack,
                dialect,
                can_throw,
            )
        )

    def invoke(
        self,
        callee: Value,
        arguments: Sequence[Value],
        targets: tuple[Block, Block],
        name: str = "",
        type_: Type | None = None,
    ) -> Instruction:
        """Calls a function as a terminator; targets: where to go on, and where to unwind."""
        called = _called_type(callee, type_)
        made = Instruction(
            C.BuildInvoke2(
                self._handle,
                called.handle,
                callee.handle,
                handles(arguments),
                len(arguments),
                targets[0].handle,
                targets[1].handle,
                b"" if called.result.is_void else encoded(name),
            )
        )
        if isinstance(callee, Function):
            made.convention = callee.convention
        return made

    def phi(self, type_: Type, pairs: Sequence[tuple[Value, Block]] = (), name: str = "") -> Instruction:
        made = Instruction(C.BuildPhi(self._handle, type_.handle, encoded(name)))
        if pairs:
            made.add_incoming(pairs)
        return made

    def ret(self, value: Value | None = None) -> Instruction:
        if value is None:
            return Instruction(C.BuildRetVoid(self._handle))
        return Instruction(C.BuildRet(self._handle, value.handle))

    def branch(self, target: Block) -> Instruction:
        return Instruction(C.BuildBr(self._handle, target.handle))

    def branch_if(self, condition: Value, then: Block, otherwise: Block) -> Instruction:
        return Instruction(C.BuildCondBr(self._handle, condition.handle, then.handle, otherwise.handle))

    def switch(self, value: Value, default: Block, cases: Sequence[tuple[Value, Block]] = ()) -> Instruction:
        made = C.BuildSwitch(self._handle, value.handle, default.handle, len(cases))
        for number, block in cases:
            C.AddCase(made, number.handle, block.handle)
        return Instruction(made)

    def unreachable(self) -> Instruction:
        return Instruction(C.BuildUnreachable(self._handle))


def _called_type(callee: Value, type_: Type | None) -> Type:
    """A function's own, unless another is given."""
    if type_ is None:
        assert isinstance(callee, Function), "a call through a pointer needs its function's type"
        return callee.value_type
    return type_
