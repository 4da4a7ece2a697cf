"""Which types own memory of the host: the standard library's containers, and classes whose destructors free.

Takes: a ParsedUnit and types.
Gives: notes that say why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hcpy.core.dataclass import dataclass
from hcpy.core.model import Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.clang_types import bases
from hcpy.frontend.rules.types import library_class

# Classes of the standard library whose elements lie in the host's memory.
_CONTAINERS = re.compile(
    r"^(?:const )?(?:class |struct )?std::(?:\w+::)?(?:vector|basic_string|string|deque|list|"
    r"forward_list|(?:multi)?(?:map|set)|unordered_(?:multi)?(?:map|set)|function|any|shared_ptr|unique_ptr|"
    r"weak_ptr|queue|stack|priority_queue|valarray|basic_\w*stream\w*)\b(?!::)"
)
# Those that hold what they are made of.
_HOLDERS = re.compile(
    r"^(?:const )?(?:class |struct )?std::(?:\w+::)?(?:array|optional|pair|tuple|variant|expected)<"
)
_CLASSES = frozenset(("RECORD", "UNEXPOSED"))  # the latter depend on template parameters
_REFERENCES = ("LVALUEREFERENCE", "RVALUEREFERENCE")
_FREES = frozenset(("free", "_aligned_free", "fclose"))
_DEEPEST = 4  # types within types, functions that a destructor calls

Reason = tuple[Note, ...]


def refers(kind: Any) -> bool:
    """Is it a reference or a pointer: what it names stays where it is?"""
    return ast.type_kind(kind.get_canonical()) in (*_REFERENCES, "POINTER")


def without_reference(kind: Any) -> Any:
    """What a capture by value of a variable of this type is."""
    return kind.get_pointee() if ast.type_kind(kind.get_canonical()) in _REFERENCES else kind


@dataclass(frozen=True)
class Owners:
    """The classes of one unit."""

    parsed: ParsedUnit

    def of_captured(self, kind: Any) -> Reason | None:
        """The same of what a capture or a member is, or refers to.

        A pointer to a class of the user's may lead to a device's memory.
        """
        canonical = kind.get_canonical()
        if not refers(canonical):
            return self.reason(canonical)
        found = self.reason(canonical.get_pointee())
        return None if found and ast.type_kind(canonical) == "POINTER" else found

    def reason(self, kind: Any, depth: int = 0) -> Reason | None:
        """Why objects of a type own memory of the host; None: they do not, as far as can be seen.

        A class's own members count where a kernel uses them.
        """
        kind = kind.get_canonical()
        while "ARRAY" in ast.type_kind(kind):
            kind = kind.get_array_element_type().get_canonical()
        if ast.type_kind(kind) not in _CLASSES or library_class(kind) or depth > _DEEPEST:
            return None
        if _CONTAINERS.match(kind.spelling):
            return ()
        if _HOLDERS.match(kind.spelling):
            found = (self.reason(argument, depth + 1) for argument in _arguments(kind))
        else:
            owner = self.parsed.pattern(kind.get_declaration())
            if not self.parsed.is_users(owner):
                return None
            freed = self._destroyed(owner)
            if freed is not None:
                return freed
            found = (self.reason(base.type, depth + 1) for base in self._bases(owner, kind))
        return next((why for why in found if why is not None), None)

    def _bases(self, owner: Cursor, kind: Any) -> list[Cursor]:
        if ast.type_kind(kind) == "RECORD":
            return bases(kind)
        return [c for c in self.parsed.children(owner) if c._kind_id == ast.BASE_SPECIFIER]

    def _destroyed(self, owner: Cursor) -> Reason | None:
        for child in self.parsed.children(owner):
            if child._kind_id == ast.DESTRUCTOR and self._frees(self.parsed.pattern(child), 0):
                return (Note(self.parsed.place(child), f"'{child.spelling}' frees it here"),)
        return None

    def _frees(self, function: Cursor, depth: int) -> bool:
        """Itself, or in a function of the user's that it calls."""
        for cursor in self.parsed.walk(function):
            if cursor._kind_id == ast.DELETE:
                return True
            if cursor._kind_id != ast.CALL:
                continue
            if cursor.spelling in _FREES:
                return True
            target = self.parsed.called_by(cursor) if depth < _DEEPEST else None
            if target is None or target._kind_id not in ast.FUNCTIONS or not self.parsed.is_users(target):
                continue
            if target != function and self._frees(self.parsed.pattern(target), depth + 1):
                return True
        return False


def _arguments(kind: Any) -> Iterator[Any]:
    for number in range(max(kind.get_num_template_arguments(), 0)):
        argument = kind.get_template_argument_type(number)
        if ast.type_kind(argument) != "INVALID":
            yield argument
