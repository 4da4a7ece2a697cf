"""Attributes of functions, parameters, results and calls.

Takes a function or a call and one of its positions (FUNCTION, RESULT, a parameter's number); reads, adds and
removes attributes by name. Those that are not asked for stay as LLVM made them.
"""

from __future__ import annotations

from ctypes import c_void_p
from typing import Any

from hcpy.core.dataclass import dataclass
from hcpy.ir.capi import C, encoded, short_text
from hcpy.ir.types import Type

FUNCTION = 0xFFFFFFFF
RESULT = 0


def parameter(index: int) -> int:
    """The position of a parameter or argument."""
    return index + 1


def kind_of(name: str) -> int:
    """LLVM's number of an attribute that is no string; 0: unknown."""
    text = encoded(name)
    return C.GetEnumAttributeKindForName(text, len(text))  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Attribute:
    """One attribute as LLVM holds it."""

    handle: int

    @property
    def is_text(self) -> bool:
        return bool(C.IsStringAttribute(self.handle))

    @property
    def is_type(self) -> bool:
        return bool(C.IsTypeAttribute(self.handle))

    @property
    def name(self) -> str:
        """Of a text attribute; others are asked for by name."""
        return short_text(C.GetStringAttributeKind, self.handle) if self.is_text else ""

    @property
    def kind(self) -> int:
        """LLVM's number; 0 for text."""
        return 0 if self.is_text else C.GetEnumAttributeKind(self.handle)

    @property
    def text(self) -> str:
        return short_text(C.GetStringAttributeValue, self.handle)

    @property
    def value(self) -> int:
        """Of `align`, `dereferenceable` and the like."""
        return C.GetEnumAttributeValue(self.handle)  # type: ignore[no-any-return]

    @property
    def type(self) -> Type:
        """Of `byval`, `sret` and the like."""
        return Type(C.GetTypeAttributeValue(self.handle))


class Attributes:
    """All attributes at one position of a function or a call."""

    __slots__ = ("_call", "_owner", "_place")

    def __init__(self, owner: int, place: int, *, call: bool) -> None:
        self._owner, self._place, self._call = owner, place, call

    def all(self) -> list[Attribute]:
        count, get = (
            (C.GetCallSiteAttributeCount, C.GetCallSiteAttributes)
            if self._call
            else (C.GetAttributeCountAtIndex, C.GetAttributesAtIndex)
        )
        number = count(self._owner, self._place)
        found: Any = (c_void_p * number)()
        get(self._owner, self._place, found)
        return [Attribute(handle) for handle in found]

    def get(self, name: str) -> Attribute | None:
        """An attribute that is no text."""
        kind = kind_of(name)
        if not kind:
            return None
        get = C.GetCallSiteEnumAttribute if self._call else C.GetEnumAttributeAtIndex
        handle = get(self._owner, self._place, kind)
        return Attribute(handle) if handle else None

    def text(self, name: str) -> str:
        """The value of a text attribute; empty where there is none."""
        return next((found.text for found in self.all() if found.is_text and found.name == name), "")

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None

    def value(self, name: str, default: int = 0) -> int:
        """The number of `align`, `dereferenceable`, ...; the default where there is none."""
        found = self.get(name)
        return default if found is None else found.value

    def add(self, name: str, value: int = 0) -> None:
        """An attribute with a number, or with nothing."""
        self.add_handle(C.CreateEnumAttribute(self._context, kind_of(name), value))

    def add_type(self, name: str, type_: Type) -> None:
        self.add_kind(kind_of(name), type_)

    def add_kind(self, kind: int, type_: Type) -> None:
        """add_type by LLVM's number of the attribute; takes the place of one of the same kind."""
        self.add_handle(C.CreateTypeAttribute(self._context, kind, type_.handle))

    def add_text(self, name: str, value: str = "") -> None:
        key, text = encoded(name), encoded(value)
        self.add_handle(C.CreateStringAttribute(self._context, key, len(key), text, len(text)))

    def add_handle(self, handle: int) -> None:
        (C.AddCallSiteAttribute if self._call else C.AddAttributeAtIndex)(self._owner, self._place, handle)

    def remove(self, *names: str) -> None:
        """Attributes that are no text; what is not there needs no removing."""
        for name in names:
            if kind := kind_of(name):
                self._remove_kind(kind)

    def clear(self) -> None:
        """Removes all of them."""
        for attribute in self.all():
            if attribute.is_text:
                self.remove_text(attribute.name)
            else:
                self._remove_kind(attribute.kind)

    def copy_from(self, other: Attributes) -> None:
        """Adds those of another position, function or call of the same context."""
        for attribute in other.all():
            self.add_handle(attribute.handle)

    def _remove_kind(self, kind: int) -> None:
        remove = C.RemoveCallSiteEnumAttribute if self._call else C.RemoveEnumAttributeAtIndex
        remove(self._owner, self._place, kind)

    def remove_text(self, name: str) -> None:
        key = encoded(name)
        remove = C.RemoveCallSiteStringAttribute if self._call else C.RemoveStringAttributeAtIndex
        remove(self._owner, self._place, key, len(key))

    @property
    def _context(self) -> int:
        return C.GetTypeContext(C.TypeOf(self._owner))  # type: ignore[no-any-return]
