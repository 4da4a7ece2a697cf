"""Metadata nodes, and the places in the source that debug locations name.

Takes handles of LLVM's C API; gives nodes with their operands, and Frames: the inlining chain of an
instruction, innermost first.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_void_p
from typing import Any

from hcpy.core.dataclass import dataclass
from hcpy.core.model import Location
from hcpy.ir.capi import C, encoded, short_text
from hcpy.ir.enums import MetadataKind, ValueKind
from hcpy.ir.values import Value, wrap

_KINDS = {int(kind): kind for kind in MetadataKind}
_NAME, _LINKAGE_NAME, _SCOPE = 2, 3, 1  # operands of a DISubprogram; the scope's is that of blocks too


@dataclass(frozen=True)
class Frame:
    """One level of an inlining chain: a place and the (mangled or plain) function that it is in."""

    location: Location
    function: str


class Node:
    """A metadata node or leaf."""

    __slots__ = ("_constant", "context", "handle")

    def __init__(self, handle: int, context: int, constant: int = 0) -> None:
        self.handle = handle
        self.context = context
        self._constant = constant

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self.handle == other.handle

    def __hash__(self) -> int:
        return hash(self.handle)

    @staticmethod
    def given_as(argument: Value) -> Node:
        """What a call is given as an argument."""
        return Node(C.ValueAsMetadata(argument.handle), C.GetTypeContext(C.TypeOf(argument.handle)))

    @property
    def kind(self) -> MetadataKind:
        number = C.GetMetadataKind(self.handle)
        return _KINDS.get(number) or MetadataKind(number)

    @property
    def as_value(self) -> int:
        """Its handle as an operand."""
        return C.MetadataAsValue(self.context, self.handle)  # type: ignore[no-any-return]

    @property
    def text(self) -> str:
        """Of a string; empty for any other kind."""
        return short_text(C.GetMDString, self.as_value) if self.kind is MetadataKind.STRING else ""

    @property
    def operands(self) -> list[Node | None]:
        """Of a node; constants come as leaves of kind CONSTANT."""
        value = self.as_value
        if not C.IsAMDNode(value):
            return []
        count = C.GetMDNodeNumOperands(value)
        found: Any = (c_void_p * count)()
        C.GetMDNodeOperands(value, found)
        return [self._node(handle) if handle else None for handle in found]

    def _node(self, value: int) -> Node:
        constant = 0 if C.GetValueKind(value) == ValueKind.METADATA else value
        return Node(C.ValueAsMetadata(value), self.context, constant)

    def set_operand(self, index: int, new: Node | None) -> None:
        """Of a distinct node."""
        C.ReplaceMDNodeOperandWith(self.as_value, index, new.handle if new is not None else None)

    @property
    def constant(self) -> Value | None:
        """What a leaf of kind CONSTANT holds, where it was found as an operand."""
        return wrap(self._constant) if self._constant else None

    # --- debug information ---
    def frames(self) -> list[Frame]:
        """The inlining chain of a debug location, innermost first."""
        chain: list[Frame] = []
        at: int | None = self.handle
        while at and len(chain) < 256:
            scope = C.DILocationGetScope(at)
            place = Location(
                _file_of(scope, self.context), C.DILocationGetLine(at), C.DILocationGetColumn(at)
            )
            subprogram = self._subprogram(scope)
            chain.append(Frame(place, subprogram.function_name() if subprogram is not None else ""))
            at = C.DILocationGetInlinedAt(at)
        return chain

    def _subprogram(self, scope: int | None) -> Node | None:
        node = Node(scope, self.context) if scope else None
        while node is not None and node.kind is not MetadataKind.SUBPROGRAM:
            operands = node.operands
            node = operands[_SCOPE] if len(operands) > _SCOPE else None
        return node

    def function_name(self) -> str:
        """Of a DISubprogram: the mangled name where there is one."""
        operands = self.operands
        for index in (_LINKAGE_NAME, _NAME):
            if len(operands) > index and (found := operands[index]) is not None and found.text:
                return found.text
        return ""

    def function_location(self) -> Location | None:
        """Where a DISubprogram's function begins; clang records no column for it."""
        line, file = C.DISubprogramGetLine(self.handle), _file_of(self.handle, self.context)
        return Location(file, line) if line and file else None


def tuple_of(context: int, parts: Sequence[Node]) -> Node:
    made = (c_void_p * len(parts))(*[part.handle for part in parts])
    return Node(C.MDNodeInContext2(context, made, len(parts)), context)


def distinct_with_self(context: int, parts: Sequence[Node]) -> Node:
    """A node whose first operand is itself, as loops and access groups have it."""
    placeholder = C.TemporaryMDNode(context, None, 0)
    made = (c_void_p * (len(parts) + 1))(placeholder, *[part.handle for part in parts])
    node = C.MDNodeInContext2(context, made, len(parts) + 1)
    C.MetadataReplaceAllUsesWith(placeholder, node)
    return Node(node, context)


def loop_node(context: int, parts: Sequence[Node]) -> Node:
    """What `llvm.loop` holds: no two loops have the same node."""
    return distinct_with_self(context, parts)


def scope_list(context: int) -> Node:
    """A list of one new alias scope, in a separate domain."""
    domain = distinct_with_self(context, ())
    return tuple_of(context, [distinct_with_self(context, [domain])])


def hint(context: int, name: str, value: Node | None = None) -> Node:
    """One of a loop's properties, e.g. `llvm.loop.vectorize.width`."""
    parts = [text_node(context, name)]
    return tuple_of(context, parts if value is None else [*parts, value])


def text_node(context: int, text: str) -> Node:
    data = encoded(text)
    return Node(C.MDStringInContext2(context, data, len(data)), context)


def value_node(context: int, value: Value) -> Node:
    """A leaf that holds a constant."""
    return Node(C.ValueAsMetadata(value.handle), context, value.handle)


def kind_number(context: int, name: str) -> int:
    """LLVM's number of a kind of attachment, e.g. `llvm.loop`."""
    text = encoded(name)
    return C.GetMDKindIDInContext(context, text, len(text))  # type: ignore[no-any-return]


def _file_of(scope: int | None, context: int) -> str:
    """The path of a scope's file. clang cuts absolute ones at what they share with the working folder, and
    writes the folder of the compile unit where nothing was cut."""
    if not scope:
        return ""
    file = C.DIScopeGetFile(scope)
    if not file:
        return ""
    name, folder = short_text(C.DIFileGetFilename, file), short_text(C.DIFileGetDirectory, file)
    if name.startswith("/") or not folder or folder == _working_folder(scope, context):
        return name
    return f"{folder.rstrip('/')}/{name}"


def _working_folder(scope: int, context: int) -> str:
    """Where clang ran: the folder of the compile unit's file."""
    node: Node | None = Node(scope, context)
    while node is not None and node.kind is not MetadataKind.SUBPROGRAM:
        operands = node.operands
        node = operands[_SCOPE] if len(operands) > _SCOPE else None
    if node is None:
        return ""
    unit = next((o for o in node.operands if o is not None and o.kind is MetadataKind.COMPILE_UNIT), None)
    if unit is None:
        return ""
    file = C.DIScopeGetFile(unit.handle)
    return short_text(C.DIFileGetDirectory, file) if file else ""
