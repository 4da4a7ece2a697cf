"""What has linkage: variables, aliases, and what functions have in common with them.

Takes handles of LLVM's C API; gives objects whose parts passes read and change.
"""

from __future__ import annotations

from ctypes import byref, c_size_t
from typing import TYPE_CHECKING

from hcpy.core.lazy import lazy
from hcpy.ir.capi import C, encoded
from hcpy.ir.enums import LOCAL, Linkage, ValueKind
from hcpy.ir.metadata import Node, kind_number
from hcpy.ir.types import Type
from hcpy.ir.values import Value, of_kind, wrap

if TYPE_CHECKING:
    from hcpy.ir import builder
    from hcpy.ir import instructions as instructions_module
else:
    builder = lazy("hcpy.ir.builder")
    instructions_module = lazy("hcpy.ir.instructions")


class Symbol(Value):
    """A function or a variable: what has linkage."""

    __slots__ = ()

    @property
    def value_type(self) -> Type:
        """The type of what the symbol's address leads to."""
        return Type(C.GlobalGetValueType(self.handle))

    @property
    def is_declaration(self) -> bool:
        return bool(C.IsDeclaration(self.handle))

    @property
    def linkage(self) -> Linkage:
        return Linkage(C.GetLinkage(self.handle))

    @linkage.setter
    def linkage(self, value: Linkage) -> None:
        """Visibility and comdat go where they do not fit."""
        if value in LOCAL:
            C.SetVisibility(self.handle, 0)
        C.SetLinkage(self.handle, value)
        if value in LOCAL or value is Linkage.EXTERNAL:
            self.drop_comdat()

    @property
    def is_local(self) -> bool:
        return self.linkage in LOCAL

    def copy_attachments(self, other: Symbol) -> None:
        """Debug information and the like."""
        count = c_size_t()
        entries = C.GlobalCopyAllMetadata(other.handle, byref(count))
        for number in range(count.value):
            kind = C.ValueMetadataEntriesGetKind(entries, number)
            C.GlobalSetMetadata(self.handle, kind, C.ValueMetadataEntriesGetMetadata(entries, number))
        C.DisposeValueMetadataEntries(entries)

    def attachments(self, kind: str) -> list[Node]:
        """Those of a kind that may be there more than once, e.g. `type`."""
        count = c_size_t()
        entries = C.GlobalCopyAllMetadata(self.handle, byref(count))
        wanted = kind_number(self.context, kind)
        found = [
            Node(C.ValueMetadataEntriesGetMetadata(entries, number), self.context)
            for number in range(count.value)
            if C.ValueMetadataEntriesGetKind(entries, number) == wanted
        ]
        C.DisposeValueMetadataEntries(entries)
        return found

    def detach(self, kind: str) -> None:
        C.GlobalEraseMetadata(self.handle, kind_number(self.context, kind))

    def drop_comdat(self) -> None:
        if C.GetComdat(self.handle):
            C.SetComdat(self.handle, None)

    @property
    def is_hidden(self) -> bool:
        return bool(C.GetVisibility(self.handle))

    def make_visible(self) -> None:
        C.SetVisibility(self.handle, 0)

    def make_hidden(self) -> None:
        """No other library finds it."""
        C.SetVisibility(self.handle, 1)

    @property
    def section(self) -> str:
        section = C.GetSection(self.handle)
        return section.decode("utf-8", "surrogateescape") if section else ""

    @section.setter
    def section(self, value: str) -> None:
        C.SetSection(self.handle, encoded(value))

    @property
    def align(self) -> int:
        """Bytes; 0: the type's own."""
        return C.GetAlignment(self.handle)  # type: ignore[no-any-return]

    @align.setter
    def align(self, value: int) -> None:
        C.SetAlignment(self.handle, value)

    @property
    def address_space(self) -> int:
        return self.type.address_space

    def in_space(self, space: int) -> Value:
        """Its address as a pointer to an address space: itself, or a constant cast."""
        pointer = self.type.types.pointer(space)
        return self if self.type == pointer else wrap(C.ConstAddrSpaceCast(self.handle, pointer.handle))

    @property
    def visibility(self) -> int:
        """LLVM's number; 0: default."""
        return C.GetVisibility(self.handle)  # type: ignore[no-any-return]

    @visibility.setter
    def visibility(self, value: int) -> None:
        C.SetVisibility(self.handle, value)

    @property
    def context(self) -> int:
        return C.GetTypeContext(C.TypeOf(self.handle))  # type: ignore[no-any-return]


@of_kind(ValueKind.VARIABLE)
class Variable(Symbol):
    """A variable of the module."""

    __slots__ = ()

    @property
    def initializer(self) -> Value | None:
        found = C.GetInitializer(self.handle)
        return wrap(found) if found else None

    @initializer.setter
    def initializer(self, value: Value | None) -> None:
        """None makes it a declaration."""
        C.SetInitializer(self.handle, value.handle if value is not None else None)

    @property
    def is_readonly(self) -> bool:
        return bool(C.IsGlobalConstant(self.handle))

    @is_readonly.setter
    def is_readonly(self, value: bool) -> None:
        C.SetGlobalConstant(self.handle, value)

    @property
    def is_thread_local(self) -> bool:
        return bool(C.IsThreadLocal(self.handle))

    @is_thread_local.setter
    def is_thread_local(self, value: bool) -> None:
        C.SetThreadLocal(self.handle, value)

    @property
    def is_externally_initialized(self) -> bool:
        return bool(C.IsExternallyInitialized(self.handle))

    @is_externally_initialized.setter
    def is_externally_initialized(self, value: bool) -> None:
        C.SetExternallyInitialized(self.handle, value)

    def erase(self) -> None:
        """Removes it from its module; nobody may use it."""
        C.DeleteGlobal(self.handle)


@of_kind(ValueKind.ALIAS)
class Alias(Symbol):
    """Another name of a symbol."""

    __slots__ = ()

    def drop_comdat(self) -> None:
        """It has none itself, and LLVM must not be asked."""

    @property
    def aliasee(self) -> Value:
        return wrap(C.AliasGetAliasee(self.handle))
