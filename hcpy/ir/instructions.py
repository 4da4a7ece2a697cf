"""Instructions: what each is, its operands, flags and attachments.

Takes handles of LLVM's C API. One class serves all opcodes; a property that an opcode does not have must not
be asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import POINTER, byref, c_size_t, c_uint, c_void_p, cast
from typing import Any

from hcpy.ir.attributes import FUNCTION, RESULT, Attributes, parameter
from hcpy.ir.capi import C, encoded, handles
from hcpy.ir.enums import (
    CALLS,
    CASTS,
    POINTER_ACCESSES,
    AtomicOperation,
    FastMath,
    IntPredicate,
    NoWrap,
    Opcode,
    Ordering,
    RealPredicate,
    ValueKind,
)
from hcpy.ir.functions import Block, Function
from hcpy.ir.metadata import Frame, Node
from hcpy.ir.types import Type
from hcpy.ir.values import InlineAssembler, Integer, Value, of_kind, wrap

_OPCODES = {int(opcode): opcode for opcode in Opcode}  # quicker than an enumeration's call
_POINTER_OPERAND = {Opcode.LOAD: 0, Opcode.STORE: 1, Opcode.GEP: 0, Opcode.ATOMIC_RMW: 0, Opcode.CMPXCHG: 0}


@of_kind(ValueKind.INSTRUCTION)
class Instruction(Value):
    """One instruction."""

    __slots__ = ()

    @property
    def opcode(self) -> Opcode:
        number = C.GetInstructionOpcode(self.handle)
        return _OPCODES.get(number) or Opcode(number)

    @property
    def block(self) -> Block:
        return Block(C.GetInstructionParent(self.handle))

    @property
    def function(self) -> Function:
        return Function(C.GetBasicBlockParent(C.GetInstructionParent(self.handle)))

    @property
    def following(self) -> Instruction | None:
        handle = C.GetNextInstruction(self.handle)
        return Instruction(handle) if handle else None

    @property
    def preceding(self) -> Instruction | None:
        handle = C.GetPreviousInstruction(self.handle)
        return Instruction(handle) if handle else None

    # --- kinds ---
    @property
    def is_call(self) -> bool:
        return C.GetInstructionOpcode(self.handle) in CALLS

    @property
    def is_cast(self) -> bool:
        return C.GetInstructionOpcode(self.handle) in CASTS

    @property
    def is_terminator(self) -> bool:
        return C.GetBasicBlockTerminator(C.GetInstructionParent(self.handle)) == self.handle  # type: ignore[no-any-return]

    # --- changing the code ---
    def erase(self) -> None:
        """Removes it; nobody may use it."""
        C.InstructionEraseFromParent(self.handle)

    def replace(self, new: Value) -> None:
        """Makes its users use another value, and removes it."""
        self.replace_uses(new)
        self.erase()

    def clone(self) -> Instruction:
        """A copy that is in no block yet: Builder.insert puts it in one."""
        return Instruction(C.InstructionClone(self.handle))

    # --- memory ---
    @property
    def pointer(self) -> Value:
        """What a load, store, address computation or atomic operation points to."""
        return self.operand(_POINTER_OPERAND[self.opcode])

    @pointer.setter
    def pointer(self, value: Value) -> None:
        """The new pointer may have another address space, but for an address computation."""
        self.set_operand(_POINTER_OPERAND[self.opcode], value)

    @property
    def accesses_memory_by_pointer(self) -> bool:
        return C.GetInstructionOpcode(self.handle) in POINTER_ACCESSES

    @property
    def allocated_type(self) -> Type:
        """Of an alloca."""
        return Type(C.GetAllocatedType(self.handle))

    @property
    def source_type(self) -> Type:
        """Of an address computation: the type that the first index counts."""
        return Type(C.GetGEPSourceElementType(self.handle))

    @property
    def no_wrap(self) -> NoWrap:
        """Of an address computation."""
        return NoWrap(C.GEPGetNoWrapFlags(self.handle))

    @no_wrap.setter
    def no_wrap(self, value: NoWrap) -> None:
        C.GEPSetNoWrapFlags(self.handle, value)

    @property
    def align(self) -> int:
        """Of a load, store, alloca or atomic operation: bytes. LLVM tells 0 for 2^32, at address 0."""
        return C.GetAlignment(self.handle) or 1 << 31

    @align.setter
    def align(self, value: int) -> None:
        C.SetAlignment(self.handle, value)

    @property
    def is_volatile(self) -> bool:
        return bool(C.GetVolatile(self.handle))

    @is_volatile.setter
    def is_volatile(self, value: bool) -> None:
        C.SetVolatile(self.handle, value)

    @property
    def ordering(self) -> Ordering:
        """Of a load, store, fence or atomicrmw."""
        return Ordering(C.GetOrdering(self.handle))

    @ordering.setter
    def ordering(self, value: Ordering) -> None:
        C.SetOrdering(self.handle, value)

    def set_scope(self, name: str) -> None:
        """Of an atomic operation: a synchronisation scope by its target's name."""
        text = encoded(name)
        C.SetAtomicSyncScopeID(self.handle, C.GetSyncScopeID(self.context, text, len(text)))

    @property
    def atomic_operation(self) -> AtomicOperation:
        return AtomicOperation(C.GetAtomicRMWBinOp(self.handle))

    @property
    def success_ordering(self) -> Ordering:
        return Ordering(C.GetCmpXchgSuccessOrdering(self.handle))

    @property
    def failure_ordering(self) -> Ordering:
        return Ordering(C.GetCmpXchgFailureOrdering(self.handle))

    # --- arithmetic ---
    @property
    def predicate(self) -> IntPredicate | RealPredicate:
        """Of a comparison."""
        if self.opcode is Opcode.ICMP:
            return IntPredicate(C.GetICmpPredicate(self.handle))
        return RealPredicate(C.GetFCmpPredicate(self.handle))

    @property
    def nsw(self) -> bool:
        return bool(C.GetNSW(self.handle))

    @nsw.setter
    def nsw(self, value: bool) -> None:
        C.SetNSW(self.handle, value)

    @property
    def nuw(self) -> bool:
        return bool(C.GetNUW(self.handle))

    @nuw.setter
    def nuw(self, value: bool) -> None:
        C.SetNUW(self.handle, value)

    @property
    def nneg(self) -> bool:
        """Of a zext or uitofp."""
        return bool(C.GetNNeg(self.handle))

    @nneg.setter
    def nneg(self, value: bool) -> None:
        C.SetNNeg(self.handle, value)

    @property
    def is_exact(self) -> bool:
        """Of a division or a shift to the right."""
        return bool(C.GetExact(self.handle))

    @is_exact.setter
    def is_exact(self, value: bool) -> None:
        C.SetExact(self.handle, value)

    @property
    def is_disjoint(self) -> bool:
        """Of an or: do its operands share no bits? Then it is their sum, too."""
        return bool(C.GetIsDisjoint(self.handle))

    @property
    def can_be_fast(self) -> bool:
        """Does it take fast-math flags?"""
        return bool(C.CanValueUseFastMathFlags(self.handle))

    @property
    def fast_math(self) -> FastMath:
        return FastMath(C.GetFastMathFlags(self.handle)) if self.can_be_fast else FastMath.NONE

    @fast_math.setter
    def fast_math(self, value: FastMath) -> None:
        C.SetFastMathFlags(self.handle, value)

    @property
    def indices(self) -> list[int]:
        """Of extractvalue and insertvalue."""
        count = C.GetNumIndices(self.handle)
        return list(cast(C.GetIndices(self.handle), POINTER(c_uint * count)).contents)

    @property
    def mask(self) -> list[int]:
        """Of a shufflevector; -1: any element."""
        return [C.GetMaskValue(self.handle, n) for n in range(C.GetNumMaskElements(self.handle))]

    # --- calls ---
    @property
    def called(self) -> Value:
        """The function, pointer or assembler that is called."""
        return wrap(C.GetCalledValue(self.handle))

    @property
    def callee(self) -> Function | None:
        """The function that is called; None: through a pointer, or assembler."""
        called = C.GetCalledValue(self.handle)
        return Function(called) if C.GetValueKind(called) == ValueKind.FUNCTION else None

    @property
    def callee_name(self) -> str:
        """Empty where there is no callee, or this is no call."""
        return callee.name if self.is_call and (callee := self.callee) is not None else ""

    @property
    def assembler(self) -> InlineAssembler | None:
        called = self.called
        return called if isinstance(called, InlineAssembler) else None

    @property
    def is_indirect(self) -> bool:
        return self.callee is None and self.assembler is None

    @property
    def arguments(self) -> list[Value]:
        return [wrap(C.GetOperand(self.handle, n)) for n in range(C.GetNumArgOperands(self.handle))]

    @property
    def called_type(self) -> Type:
        """The function type of the call, which a variadic function's callers need."""
        return Type(C.GetCalledFunctionType(self.handle))

    @property
    def convention(self) -> int:
        return C.GetInstructionCallConv(self.handle)  # type: ignore[no-any-return]

    @convention.setter
    def convention(self, value: int) -> None:
        C.SetInstructionCallConv(self.handle, value)

    @property
    def attributes(self) -> Attributes:
        return Attributes(self.handle, FUNCTION, call=True)

    @property
    def result_attributes(self) -> Attributes:
        return Attributes(self.handle, RESULT, call=True)

    def argument_attributes(self, index: int) -> Attributes:
        return Attributes(self.handle, parameter(index), call=True)

    def argument_align(self, index: int) -> int:
        """What a call says of the alignment of an argument, in bytes; 1 where it says nothing."""
        given = self.argument_attributes(index)
        return given.value("align") if "align" in given else 1

    # --- control flow ---
    @property
    def successors(self) -> list[Block]:
        """A terminator's targets, repeated where several edges lead to one."""
        return [Block(C.GetSuccessor(self.handle, n)) for n in range(C.GetNumSuccessors(self.handle))]

    def set_successor(self, index: int, block: Block) -> None:
        """Phis of the old and the new target are the caller's affair."""
        C.SetSuccessor(self.handle, index, block.handle)

    def retarget(self, old: Block, new: Block) -> None:
        for index, successor in enumerate(self.successors):
            if successor == old:
                self.set_successor(index, new)

    @property
    def is_conditional(self) -> bool:
        return self.opcode is Opcode.BR and bool(C.IsConditional(self.handle))

    @property
    def condition(self) -> Value:
        """Of a conditional branch, a switch or a select."""
        return self.operand(0) if self.opcode is not Opcode.BR else wrap(C.GetCondition(self.handle))

    @property
    def cases(self) -> list[tuple[Integer, Block]]:
        """Of a switch; its default is successors[0]."""
        return [
            (Integer(C.GetSwitchCaseValue(self.handle, n)), Block(C.GetSuccessor(self.handle, n)))
            for n in range(1, C.GetNumSuccessors(self.handle))
        ]

    @property
    def incoming(self) -> list[tuple[Value, Block]]:
        """Of a phi."""
        return [
            (wrap(C.GetIncomingValue(self.handle, n)), Block(C.GetIncomingBlock(self.handle, n)))
            for n in range(C.CountIncoming(self.handle))
        ]

    def add_incoming(self, pairs: Sequence[tuple[Value, Block]]) -> None:
        values, blocks = [v for v, _ in pairs], [b for _, b in pairs]
        C.AddIncoming(self.handle, handles(values), handles(blocks), len(pairs))

    # --- attachments ---
    @property
    def context(self) -> int:
        return C.GetTypeContext(C.TypeOf(self.handle))  # type: ignore[no-any-return]

    def metadata(self, kind: str) -> Node | None:
        """An attachment by its name, e.g. `tbaa`."""
        text = encoded(kind)
        number = C.GetMDKindIDInContext(self.context, text, len(text))
        found = C.GetMetadata(self.handle, number)
        return Node(C.ValueAsMetadata(found), self.context) if found else None

    def set_metadata(self, kind: str, node: Node | None) -> None:
        text = encoded(kind)
        number = C.GetMDKindIDInContext(self.context, text, len(text))
        C.SetMetadata(self.handle, number, node.as_value if node is not None else None)

    def attach(self, kind: int, node: Node | None) -> None:
        """set_metadata for many: the kind by its number (metadata.kind_number)."""
        C.SetMetadata(self.handle, kind, node.as_value if node is not None else None)

    def has_metadata(self, kind: int) -> bool:
        return bool(C.GetMetadata(self.handle, kind))

    def all_metadata(self) -> dict[int, Node]:
        """Every attachment but the debug location, by LLVM's number of its kind."""
        count = c_size_t()
        entries: Any = C.InstructionGetAllMetadataOtherThanDebugLoc(self.handle, byref(count))
        found = {
            C.ValueMetadataEntriesGetKind(entries, n): Node(
                C.ValueMetadataEntriesGetMetadata(entries, n), self.context
            )
            for n in range(count.value)
        }
        C.DisposeValueMetadataEntries(entries)
        return found

    def copy_metadata(self, other: Instruction) -> None:
        """All attachments of another instruction, its debug location among them."""
        for number, node in other.all_metadata().items():
            C.SetMetadata(self.handle, number, node.as_value)
        self.debug_location = other.debug_location

    @property
    def debug_location(self) -> Node | None:
        found = C.InstructionGetDebugLoc(self.handle)
        return Node(found, self.context) if found else None

    @debug_location.setter
    def debug_location(self, node: Node | None) -> None:
        C.InstructionSetDebugLoc(self.handle, node.handle if node is not None else c_void_p())

    @property
    def frames(self) -> list[Frame]:
        """The inlining chain of its place, innermost first; empty where none is known."""
        node = self.debug_location
        return node.frames() if node is not None else []
