"""A module: read from text or bitcode, changed in place, verified, written.

Takes a file or bytes; gives a Module that owns its LLVM context. Modules that are linked to each other share
one (`Module.read(..., context=other.context_owner)`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Container, Iterator, Sequence
from ctypes import byref, c_char_p, c_void_p
from pathlib import Path
from types import TracebackType
from typing import Any

from hcpy.ir.capi import C, encoded, handles, taken_text
from hcpy.ir.enums import Linkage
from hcpy.ir.functions import Function
from hcpy.ir.metadata import Node
from hcpy.ir.symbols import Alias, Symbol, Variable
from hcpy.ir.types import Type, Types
from hcpy.ir.values import Value

_RETURN_STATUS = 2


class IrError(Exception):
    """LLVM refused a module: its own words."""


class Context:
    """An LLVM context; types, constants and metadata belong to one."""

    def __init__(self) -> None:
        self.handle: int = C.ContextCreate()

    def close(self) -> None:
        """After the modules that are in it."""
        if self.handle:
            C.ContextDispose(self.handle)
            self.handle = 0


def intrinsic_in(module: int, name: str, overloads: Sequence[Type]) -> Function:
    """LLVM's function of a module by its handle."""
    text = encoded(name)
    number = C.LookupIntrinsicID(text, len(text))
    assert number, name
    return Function(C.GetIntrinsicDeclaration(module, number, handles(overloads), len(overloads)))


class Module:
    """One module. Use it in a `with` statement, or close it."""

    def __init__(self, handle: int, owner: Context, owns_context: bool) -> None:
        self.handle = handle
        self.owner = owner
        self._owns_context = owns_context
        self.types = Types(owner.handle)

    # --- reading and writing ---
    @staticmethod
    def read(path: Path, context: Context | None = None) -> Module:
        """From a file with text or bitcode."""
        return Module.parse(path.read_bytes(), str(path), context)

    @staticmethod
    def parse(data: bytes, name: str = "module", context: Context | None = None) -> Module:
        """From text or bitcode; IrError says what LLVM does not take."""
        return Module._from(data, name, context, lazily=False)

    @staticmethod
    def parse_lazily(data: bytes, name: str = "module", context: Context | None = None) -> Module:
        """From bitcode; the body of a function is read when it is linked to another module, or looked at."""
        return Module._from(data, name, context, lazily=True)

    @staticmethod
    def _from(data: bytes, name: str, context: Context | None, *, lazily: bool) -> Module:
        owner = Context() if context is None else context
        buffer = C.CreateMemoryBufferWithMemoryRangeCopy(data, len(data), encoded(name))
        made, message = c_void_p(), c_char_p()
        if lazily:
            failed = C.GetBitcodeModuleInContext2(owner.handle, buffer, byref(made))
        else:
            failed = C.ParseIRInContext(owner.handle, buffer, byref(made), byref(message))
        if failed:
            words = (message.value or b"no LLVM module").decode("utf-8", "replace")
            if context is None:
                owner.close()
            raise IrError(words)
        assert made.value is not None
        return Module(made.value, owner, context is None)

    def bitcode(self) -> bytes:
        buffer = C.WriteBitcodeToMemoryBuffer(self.handle)
        data = ctypes.string_at(C.GetBufferStart(buffer), C.GetBufferSize(buffer))
        C.DisposeMemoryBuffer(buffer)
        return data

    def __str__(self) -> str:
        """As LLVM writes it: for dumps."""
        return taken_text(C.PrintModuleToString(self.handle))

    def write(self, path: Path) -> None:
        """As text."""
        path.write_bytes(encoded(str(self)))

    def close(self) -> None:
        if self.handle:
            C.DisposeModule(self.handle)
            self.handle = 0
            if self._owns_context:
                self.owner.close()

    def __enter__(self) -> Module:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- the module itself ---
    @property
    def context(self) -> int:
        return self.owner.handle

    @property
    def triple(self) -> str:
        return C.GetTarget(self.handle).decode()  # type: ignore[no-any-return]

    @triple.setter
    def triple(self, value: str) -> None:
        C.SetTarget(self.handle, encoded(value))

    @property
    def data_layout(self) -> str:
        return C.GetDataLayoutStr(self.handle).decode()  # type: ignore[no-any-return]

    @data_layout.setter
    def data_layout(self, value: str) -> None:
        C.SetDataLayout(self.handle, encoded(value))

    @property
    def layout(self) -> Layout:
        return Layout(C.GetModuleDataLayout(self.handle))

    def set_name(self, name: str) -> None:
        """Of the module and its source file, which hashes of the code must not see."""
        text = encoded(name)
        C.SetModuleIdentifier(self.handle, text, len(text))
        C.SetSourceFileName(self.handle, text, len(text))

    def verify(self) -> None:
        """IrError with LLVM's words where the module breaks a rule."""
        message = c_char_p()
        failed = C.VerifyModule(self.handle, _RETURN_STATUS, byref(message))
        words = (message.value or b"").decode("utf-8", "replace")
        if failed:
            raise IrError(words)

    # --- symbols ---
    @property
    def functions(self) -> list[Function]:
        """In the module's order; safe to add and erase while going over the list."""
        return [Function(h) for h in _chain(C.GetFirstFunction(self.handle), C.GetNextFunction)]

    @property
    def definitions(self) -> list[Function]:
        return [f for f in self.functions if not f.is_declaration]

    @property
    def variables(self) -> list[Variable]:
        return [Variable(h) for h in _chain(C.GetFirstGlobal(self.handle), C.GetNextGlobal)]

    @property
    def aliases(self) -> list[Alias]:
        return [Alias(h) for h in _chain(C.GetFirstGlobalAlias(self.handle), C.GetNextGlobalAlias)]

    def function(self, name: str) -> Function | None:
        handle = C.GetNamedFunction(self.handle, encoded(name))
        return Function(handle) if handle else None

    def variable(self, name: str) -> Variable | None:
        handle = C.GetNamedGlobal(self.handle, encoded(name))
        return Variable(handle) if handle else None

    def declare(self, name: str, type_: Type, convention: int = 0) -> Function:
        """The function of that name, declared where the module has none."""
        found = self.function(name)
        if found is None:
            found = Function(C.AddFunction(self.handle, encoded(name), type_.handle))
            found.convention = convention
        return found

    def intrinsic(self, name: str, overloads: Sequence[Type] = ()) -> Function:
        """LLVM's, e.g. `llvm.umin`, for the types that it leaves open."""
        return intrinsic_in(self.handle, name, overloads)

    def define(self, name: str, type_: Type, linkage: Linkage = Linkage.INTERNAL) -> Function:
        """A new function without blocks; its name must be free."""
        made = Function(C.AddFunction(self.handle, encoded(name), type_.handle))
        C.SetLinkage(made.handle, linkage)
        return made

    def add_variable(
        self, name: str, type_: Type, address_space: int = 0, initializer: Value | None = None
    ) -> Variable:
        handle = C.AddGlobalInAddressSpace(self.handle, type_.handle, encoded(name), address_space)
        made = Variable(handle)
        if initializer is not None:
            made.initializer = initializer
        return made

    def add_alias(self, name: str, type_: Type, symbol: Symbol) -> Alias:
        """Another name of a symbol; `type_` is that of what it leads to."""
        made = C.AddAlias2(self.handle, type_.handle, symbol.address_space, symbol.handle, encoded(name))
        return Alias(made)

    def struct(self, name: str) -> Type | None:
        """A named struct of the context."""
        handle = C.GetTypeByName2(self.context, encoded(name))
        return Type(handle) if handle else None

    def keep(self, kept: Container[Value]) -> None:
        """Removes all other functions and variables; what used them gets poison instead."""
        dropped: list[Function | Variable] = [s for s in self.functions if s not in kept]
        dropped += [s for s in self.variables if s not in kept]
        for symbol in dropped:
            symbol.replace_uses(symbol.type.poison())
        for symbol in dropped:
            symbol.erase()

    # --- linking ---
    def link(self, other: Module) -> None:
        """Moves another module of the same context in here; what is internal there and unused stays out."""
        handle, other.handle = other.handle, 0
        if C.LinkModules2(self.handle, handle):
            raise IrError("modules that do not fit together")

    # --- debug information and module metadata ---
    def strip_debug_info(self) -> None:
        C.StripModuleDebugInfo(self.handle)

    def named_metadata(self, name: str) -> list[Node]:
        text = encoded(name)
        count = C.GetNamedMetadataNumOperands(self.handle, text)
        found: Any = (c_void_p * count)()
        C.GetNamedMetadataOperands(self.handle, text, found)
        return [Node(C.ValueAsMetadata(handle), self.context) for handle in found]

    def access_group(self) -> Node:
        """A new access group: distinct and without operands, which the C API makes no other way."""
        with Module.parse(b"!groups = !{!0}\n!0 = distinct !{}", "group", self.owner) as made:
            return made.named_metadata("groups")[0]

    def add_named_metadata(self, name: str, node: Node) -> None:
        C.AddNamedMetadataOperand(self.handle, encoded(name), node.as_value)

    def mark(self, name: str) -> None:
        """Named metadata that says something by being there."""
        text = encoded(name)
        C.GetOrInsertNamedMetadata(self.handle, text, len(text))


class Layout:
    """Sizes and alignments of types in a module's data layout, in bytes. It lives as long as the module."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def size(self, type_: Type) -> int:
        """With the padding that arrays of it have."""
        return C.ABISizeOfType(self._handle, type_.handle)  # type: ignore[no-any-return]

    def store_size(self, type_: Type) -> int:
        """What a store writes."""
        return C.StoreSizeOfType(self._handle, type_.handle)  # type: ignore[no-any-return]

    def align(self, type_: Type) -> int:
        return C.ABIAlignmentOfType(self._handle, type_.handle)  # type: ignore[no-any-return]

    def offset(self, struct: Type, index: int) -> int:
        return C.OffsetOfElement(self._handle, struct.handle, index)  # type: ignore[no-any-return]


def _chain(first: int | None, following: Callable[[int], int | None]) -> Iterator[int]:
    at = first
    while at:
        after = following(at)
        yield at
        at = after
