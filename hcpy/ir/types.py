"""Types of a module, and the constants that a type alone decides.

Takes handles of LLVM's C API; gives Type objects, equal where LLVM's types are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_uint64, c_void_p
from typing import TYPE_CHECKING

from hcpy.core.lazy import lazy
from hcpy.ir.capi import C, encoded, handles, taken_text
from hcpy.ir.enums import TypeKind

if TYPE_CHECKING:
    from hcpy.ir import values as values_module
    from hcpy.ir.values import Value
else:
    values_module = lazy("hcpy.ir.values")

_KINDS = {int(kind): kind for kind in TypeKind}  # quicker than an enumeration's call
_FLOATING = {
    TypeKind.HALF: 16,
    TypeKind.BFLOAT: 16,
    TypeKind.FLOAT: 32,
    TypeKind.DOUBLE: 64,
    TypeKind.X86_FP80: 80,
    TypeKind.FP128: 128,
}


class Type:
    """A type of one context."""

    __slots__ = ("handle", "kind")

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self.kind = _KINDS[C.GetTypeKind(handle)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Type) and self.handle == other.handle

    def __hash__(self) -> int:
        return hash(self.handle)

    def __str__(self) -> str:
        """As LLVM writes it: for messages and dumps."""
        return taken_text(C.PrintTypeToString(self.handle))

    def __repr__(self) -> str:
        return f"<type {self}>"

    # --- what it is ---
    @property
    def is_pointer(self) -> bool:
        return self.kind is TypeKind.POINTER

    @property
    def is_integer(self) -> bool:
        return self.kind is TypeKind.INTEGER

    @property
    def is_floating(self) -> bool:
        return self.kind in _FLOATING

    @property
    def is_vector(self) -> bool:
        return self.kind in (TypeKind.VECTOR, TypeKind.SCALABLE_VECTOR)

    @property
    def is_struct(self) -> bool:
        return self.kind is TypeKind.STRUCT

    @property
    def is_array(self) -> bool:
        return self.kind is TypeKind.ARRAY

    @property
    def is_void(self) -> bool:
        return self.kind is TypeKind.VOID

    @property
    def is_aggregate(self) -> bool:
        return self.kind in (TypeKind.STRUCT, TypeKind.ARRAY)

    @property
    def is_sized(self) -> bool:
        return bool(C.TypeIsSized(self.handle))

    @property
    def width(self) -> int:
        """Bits of an integer or a floating-point type."""
        return C.GetIntTypeWidth(self.handle) if self.is_integer else _FLOATING[self.kind]

    @property
    def address_space(self) -> int:
        """Of a pointer."""
        return C.GetPointerAddressSpace(self.handle)  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """Of a named struct, without its sigil; empty: it has none."""
        name = C.GetStructName(self.handle) if self.is_struct else None
        return name.decode("utf-8", "surrogateescape") if name else ""

    @property
    def is_opaque(self) -> bool:
        return self.is_struct and bool(C.IsOpaqueStruct(self.handle))

    @property
    def is_packed(self) -> bool:
        return bool(C.IsPackedStruct(self.handle))

    # --- its parts ---
    @property
    def element(self) -> Type:
        """Of an array or a vector."""
        return Type(C.GetElementType(self.handle))

    @property
    def scalar(self) -> Type:
        """A vector's element; any other type itself."""
        return self.element if self.is_vector else self

    @property
    def count(self) -> int:
        """Elements of an array, a vector or a struct."""
        if self.is_array:
            return C.GetArrayLength2(self.handle)  # type: ignore[no-any-return]
        if self.is_struct:
            return C.CountStructElementTypes(self.handle)  # type: ignore[no-any-return]
        return C.GetVectorSize(self.handle)  # type: ignore[no-any-return]

    @property
    def elements(self) -> list[Type]:
        """Of a struct."""
        return [Type(C.StructGetTypeAtIndex(self.handle, n)) for n in range(self.count)]

    def at(self, index: int) -> Type:
        """The type of an element of an aggregate or a vector."""
        return Type(C.StructGetTypeAtIndex(self.handle, index)) if self.is_struct else self.element

    @property
    def result(self) -> Type:
        """Of a function type."""
        return Type(C.GetReturnType(self.handle))

    @property
    def parameters(self) -> list[Type]:
        """Of a function type."""
        count = C.CountParamTypes(self.handle)
        found = (c_void_p * count)()
        C.GetParamTypes(self.handle, found)
        return [Type(handle) for handle in found if handle]

    @property
    def is_variadic(self) -> bool:
        """Of a function type."""
        return bool(C.IsFunctionVarArg(self.handle))

    # --- types and values made of it ---
    @property
    def types(self) -> Types:
        """The other types of its context."""
        return Types(C.GetTypeContext(self.handle))

    def with_scalar(self, scalar: Type) -> Type:
        """The same shape with another element: a vector as wide, or the scalar itself."""
        return scalar.vector(self.count) if self.is_vector else scalar

    def array(self, count: int) -> Type:
        return Type(C.ArrayType2(self.handle, count))

    def vector(self, count: int) -> Type:
        return Type(C.VectorType(self.handle, count))

    def null(self) -> Value:
        """Zero of any type."""
        return _wrap(C.ConstNull(self.handle))

    def undef(self) -> Value:
        return _wrap(C.GetUndef(self.handle))

    def poison(self) -> Value:
        return _wrap(C.GetPoison(self.handle))

    def const(self, value: int | float) -> Value:
        """A number of an integer type (its low bits count) or of a floating-point type."""
        if self.is_integer:
            if self.width > 64:
                words = -(-self.width // 64)
                low = [(int(value) >> (64 * n)) & (2**64 - 1) for n in range(words)]
                made = C.ConstIntOfArbitraryPrecision(self.handle, words, (c_uint64 * words)(*low))
                return _wrap(made)
            return _wrap(C.ConstInt(self.handle, int(value) & (2**64 - 1), False))
        return _wrap(C.ConstReal(self.handle, float(value)))

    def const_aggregate(self, values: Sequence[Value]) -> Value:
        """A constant array, vector or struct."""
        if self.is_array:
            return _wrap(C.ConstArray2(self.element.handle, handles(values), len(values)))
        if self.is_vector:
            return _wrap(C.ConstVector(handles(values), len(values)))
        if self.name:
            return _wrap(C.ConstNamedStruct(self.handle, handles(values), len(values)))
        context = C.GetTypeContext(self.handle)
        return _wrap(C.ConstStructInContext(context, handles(values), len(values), self.is_packed))


class Types:
    """Makes the types of one context."""

    __slots__ = ("context",)

    def __init__(self, context: int) -> None:
        self.context = context

    def integer(self, width: int) -> Type:
        return Type(C.IntTypeInContext(self.context, width))

    @property
    def i1(self) -> Type:
        return self.integer(1)

    @property
    def i8(self) -> Type:
        return self.integer(8)

    @property
    def i32(self) -> Type:
        return self.integer(32)

    @property
    def i64(self) -> Type:
        return self.integer(64)

    @property
    def half(self) -> Type:
        return Type(C.HalfTypeInContext(self.context))

    @property
    def bfloat(self) -> Type:
        return Type(C.BFloatTypeInContext(self.context))

    @property
    def float(self) -> Type:
        return Type(C.FloatTypeInContext(self.context))

    @property
    def double(self) -> Type:
        return Type(C.DoubleTypeInContext(self.context))

    @property
    def void(self) -> Type:
        return Type(C.VoidTypeInContext(self.context))

    def pointer(self, address_space: int = 0) -> Type:
        return Type(C.PointerTypeInContext(self.context, address_space))

    def struct(self, elements: Sequence[Type], packed: bool = False) -> Type:
        """A struct without a name."""
        return Type(C.StructTypeInContext(self.context, handles(elements), len(elements), packed))

    def named_struct(self, name: str, elements: Sequence[Type], packed: bool = False) -> Type:
        """LLVM adds a number where the name is taken."""
        handle = C.StructCreateNamed(self.context, encoded(name))
        C.StructSetBody(handle, handles(elements), len(elements), packed)
        return Type(handle)

    def function(self, result: Type, parameters: Sequence[Type], variadic: bool = False) -> Type:
        return Type(C.FunctionType(result.handle, handles(parameters), len(parameters), variadic))

    def text(self, text: bytes, terminated: bool = True) -> Value:
        """A constant array of bytes."""
        return _wrap(C.ConstStringInContext2(self.context, text, len(text), not terminated))


def _wrap(handle: int) -> Value:
    return values_module.wrap(handle)
