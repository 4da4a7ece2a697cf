"""Values: constants, arguments, and what all values share.

Takes handles of LLVM's C API; `wrap` gives each the class of its kind. Objects are made anew at each look and
are equal where LLVM's values are the same: passes may keep them in sets and dictionaries while the value
lives.
"""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import byref, c_int
from typing import TYPE_CHECKING, TypeVar

from hcpy.ir.capi import C, encoded, handles, sized_bytes, sized_text, taken_text
from hcpy.ir.enums import NoWrap, Opcode, ValueKind
from hcpy.ir.types import Type

if TYPE_CHECKING:
    from hcpy.ir.functions import Function


class Value:
    """Anything that an instruction may use."""

    __slots__ = ("handle",)

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and self.handle == other.handle

    def __hash__(self) -> int:
        return hash(self.handle)

    def __str__(self) -> str:
        """As LLVM writes it: for messages and dumps."""
        return taken_text(C.PrintValueToString(self.handle))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self).strip()[:80]}>"

    @property
    def type(self) -> Type:
        return Type(C.TypeOf(self.handle))

    @property
    def kind(self) -> ValueKind:
        return ValueKind(C.GetValueKind(self.handle))

    @property
    def name(self) -> str:
        """Empty: a number when LLVM writes it."""
        return sized_text(C.GetValueName2, self.handle)

    @name.setter
    def name(self, value: str) -> None:
        """LLVM adds a number where the name is taken."""
        text = encoded(value)
        C.SetValueName2(self.handle, text, len(text))

    # --- uses ---
    @property
    def uses(self) -> list[Use]:
        """Each place where it is an operand; safe to change the uses while going over the list."""
        found = []
        use = C.GetFirstUse(self.handle)
        while use:
            found.append(Use(use))
            use = C.GetNextUse(use)
        return found

    @property
    def users(self) -> list[Value]:
        """Who uses it, each once, in LLVM's order."""
        return list(dict.fromkeys(use.user for use in self.uses))

    @property
    def is_used(self) -> bool:
        return bool(C.GetFirstUse(self.handle))

    def replace_uses(self, new: Value) -> None:
        """Makes every user use another value of the same type."""
        C.ReplaceAllUsesWith(self.handle, new.handle)

    # --- operands: of instructions, constants and variables ---
    @property
    def operand_count(self) -> int:
        count: int = C.GetNumOperands(self.handle)
        return max(count, 0)

    @property
    def operands(self) -> list[Value]:
        return [wrap(C.GetOperand(self.handle, n)) for n in range(self.operand_count)]

    def operand(self, index: int) -> Value:
        return wrap(C.GetOperand(self.handle, index))

    def set_operand(self, index: int, value: Value) -> None:
        C.SetOperand(self.handle, index, value.handle)

    def replace_operands(self, old: Value, new: Value) -> None:
        """Each operand that is the old value."""
        for index, operand in enumerate(self.operands):
            if operand == old:
                self.set_operand(index, new)

    # --- kinds ---
    @property
    def is_constant(self) -> bool:
        """Functions and variables count: their addresses are."""
        return bool(C.IsConstant(self.handle))

    @property
    def is_poison(self) -> bool:
        return self.kind is ValueKind.POISON

    @property
    def is_undefined(self) -> bool:
        """undef or poison."""
        return self.kind in (ValueKind.POISON, ValueKind.UNDEF)

    @property
    def is_null(self) -> bool:
        return bool(C.IsNull(self.handle))


class Use:
    """A place where a value is used."""

    __slots__ = ("handle", "user")

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self.user = wrap(C.GetUser(handle))

    @property
    def value(self) -> Value:
        return wrap(C.GetUsedValue(self.handle))

    @property
    def index(self) -> int:
        """Which of the user's operands it is."""
        user = self.user.handle
        return next(n for n in range(self.user.operand_count) if C.GetOperandUse(user, n) == self.handle)

    def set(self, value: Value) -> None:
        self.user.set_operand(self.index, value)


V = TypeVar("V", bound=type[Value])
_CLASSES: dict[int, type[Value]] = {}


def of_kind(*kinds: ValueKind) -> _Registration:
    """Makes `wrap` use a class for these kinds."""
    return _Registration(kinds)


class _Registration:
    def __init__(self, kinds: tuple[ValueKind, ...]) -> None:
        self._kinds = kinds

    def __call__(self, cls: V) -> V:
        for kind in self._kinds:
            _CLASSES[kind] = cls
        return cls


def wrap(handle: int) -> Value:
    """The value of a handle as an object of its kind's class."""
    return _CLASSES.get(C.GetValueKind(handle), Value)(handle)


@of_kind(ValueKind.ARGUMENT)
class Argument(Value):
    """A function's parameter, seen from inside."""

    __slots__ = ()

    @property
    def function(self) -> Function:
        function = wrap(C.GetParamParent(self.handle))
        return function  # type: ignore[return-value]

    @property
    def index(self) -> int:
        parent = C.GetParamParent(self.handle)
        return next(n for n in range(C.CountParams(parent)) if C.GetParam(parent, n) == self.handle)


class Constant(Value):
    """Anything whose value is known."""

    __slots__ = ()

    def elements(self) -> Iterator[Value]:
        """Of a constant array, vector or struct."""
        for index in range(self.type.count):
            yield wrap(C.GetAggregateElement(self.handle, index))


for _kind in (
    ValueKind.CONSTANT_ARRAY,
    ValueKind.CONSTANT_STRUCT,
    ValueKind.CONSTANT_VECTOR,
    ValueKind.UNDEF,
    ValueKind.POISON,
    ValueKind.ZERO,
    ValueKind.NULL_POINTER,
    ValueKind.BLOCK_ADDRESS,
):
    _CLASSES[_kind] = Constant


@of_kind(ValueKind.INTEGER)
class Integer(Constant):
    """A number of an integer type."""

    __slots__ = ()

    @property
    def value(self) -> int:
        """Unsigned."""
        if self.type.width > 64:
            return self.signed % (1 << self.type.width)
        return C.ConstIntGetZExtValue(self.handle)  # type: ignore[no-any-return]

    @property
    def signed(self) -> int:
        if self.type.width > 64:  # LLVM's C API gives no more: what it prints is the type and the number
            return int(str(self).split()[-1])
        return C.ConstIntGetSExtValue(self.handle)  # type: ignore[no-any-return]


@of_kind(ValueKind.REAL)
class Real(Constant):
    """A number of a floating-point type."""

    __slots__ = ()

    @property
    def value(self) -> float:
        lost = c_int()
        return C.ConstRealGetDouble(self.handle, byref(lost))  # type: ignore[no-any-return]


@of_kind(ValueKind.DATA_ARRAY, ValueKind.DATA_VECTOR)
class Data(Constant):
    """An array or vector of numbers."""

    __slots__ = ()

    @property
    def is_text(self) -> bool:
        return bool(C.IsConstantString(self.handle))

    @property
    def text(self) -> bytes:
        """The bytes of an array of them, the closing zero included."""
        return sized_bytes(C.GetAsString, self.handle)


@of_kind(ValueKind.CONSTANT_EXPRESSION)
class Expression(Constant):
    """An instruction over constants, done when the code is loaded."""

    __slots__ = ()

    @property
    def opcode(self) -> Opcode:
        return Opcode(C.GetConstOpcode(self.handle))

    @property
    def source_type(self) -> Type:
        """Of an address computation: the type that the first index counts."""
        return Type(C.GetGEPSourceElementType(self.handle))

    @property
    def no_wrap(self) -> NoWrap:
        """Of an address computation."""
        return NoWrap(C.GEPGetNoWrapFlags(self.handle))

    def rebuild(self, operands: list[Value], source: Type | None = None) -> Value:
        """The same expression over other operands, of other address spaces too; source: of an address
        computation, the type that its first index counts from now on."""
        opcode = self.opcode
        if opcode is Opcode.GEP:
            element = (source or self.source_type).handle
            flags = C.GEPGetNoWrapFlags(self.handle)
            base, *indices = operands
            made = C.ConstGEPWithNoWrapFlags(element, base.handle, handles(indices), len(indices), flags)
            return wrap(made)
        makers = {
            Opcode.PTRTOINT: C.ConstPtrToInt,
            Opcode.INTTOPTR: C.ConstIntToPtr,
            Opcode.BITCAST: C.ConstBitCast,
            Opcode.ADDRSPACE_CAST: C.ConstAddrSpaceCast,
            Opcode.TRUNC: C.ConstTrunc,
        }
        if opcode in makers:
            if opcode is Opcode.ADDRSPACE_CAST and operands[0].type == self.type:
                return operands[0]
            return wrap(makers[opcode](operands[0].handle, self.type.handle))
        binary = {Opcode.ADD: C.ConstAdd, Opcode.SUB: C.ConstSub, Opcode.XOR: C.ConstXor}
        if opcode in binary:
            return wrap(binary[opcode](operands[0].handle, operands[1].handle))
        raise ValueError(f"a constant expression that is not known: {self}")


@of_kind(ValueKind.INLINE_ASSEMBLER)
class InlineAssembler(Value):
    """The callee of a call that is inline assembler."""

    __slots__ = ()

    @property
    def text(self) -> str:
        return sized_text(C.GetInlineAsmAsmString, self.handle)

    @property
    def constraints(self) -> str:
        return sized_text(C.GetInlineAsmConstraintString, self.handle)
