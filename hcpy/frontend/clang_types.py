"""What libclang knows of a class type: its members, bases and methods, of instances of templates, too.

Takes: a canonical type of kind RECORD.
Gives: cursors; the bindings of libclang 18 lack two of the three visitors.
"""

from __future__ import annotations

import ctypes
import functools
import re
from typing import Any

from clang import cindex

from hcpy.frontend.clang_ast import Cursor

_RESERVED = re.compile(r"\b_[A-Z_]")  # names of the library's inside


@functools.lru_cache(maxsize=1)
def _library() -> Any:
    library = cindex.conf.lib
    visitor = cindex.callbacks["fields_visit"]
    for name in ("clang_visitCXXBaseClasses", "clang_visitCXXMethods"):
        function = getattr(library, name)
        function.argtypes = [cindex.Type, visitor, ctypes.py_object]
        function.restype = ctypes.c_uint
    library.clang_getOffsetOfBase.argtypes = [cindex.Cursor, cindex.Cursor]
    library.clang_getOffsetOfBase.restype = ctypes.c_longlong
    library.clang_isVirtualBase.argtypes = [cindex.Cursor]
    library.clang_isVirtualBase.restype = ctypes.c_uint
    library.clang_Cursor_isAnonymousRecordDecl.argtypes = [cindex.Cursor]
    library.clang_Cursor_isAnonymousRecordDecl.restype = ctypes.c_uint
    library.clang_getCursorExceptionSpecificationType.argtypes = [cindex.Cursor]
    library.clang_getCursorExceptionSpecificationType.restype = ctypes.c_int
    return library


def _visited(name: str, kind: Any) -> list[Cursor]:
    found: list[Cursor] = []

    def visit(child: Cursor, _data: object) -> int:
        child._tu = kind._tu  # the bindings keep the unit alive so
        found.append(child)
        return 1  # CXVisit_Continue

    getattr(_library(), name)(kind, cindex.callbacks["fields_visit"](visit), None)
    return found


def fields(kind: Any) -> list[Cursor]:
    """The data members."""
    return _visited("clang_Type_visitFields", kind)


def unqualified(kind: Any) -> str:
    """A type's name without const and volatile."""
    return str(kind.spelling).replace("const ", "").replace("volatile ", "")


def shown(kind: Any) -> str:
    """As the program would write it: the standard library's functions name their results without `std::`, and
    by names of their own."""
    name = str(kind.spelling)
    if _RESERVED.search(name):
        return canonical_name(kind)
    if "::" in name.partition("<")[0] or not canonical_name(kind).startswith("std::"):
        return name
    return "std::string" if name.startswith("basic_string<char,") else f"std::{name}"


def canonical_name(kind: Any) -> str:
    """A type's full name, without const."""
    return str(kind.get_canonical().spelling).removeprefix("const ")


def is_unnamed(field: Cursor) -> bool:
    """Is it a struct or union without a name, whose members are those of the class around it?"""
    return bool(_library().clang_Cursor_isAnonymousRecordDecl(field.type.get_declaration()))


def bases(kind: Any) -> list[Cursor]:
    """The direct bases, as base specifiers."""
    return _visited("clang_visitCXXBaseClasses", kind)


def methods(kind: Any) -> list[Cursor]:
    """The member functions."""
    return _visited("clang_visitCXXMethods", kind)


def argument_types(kind: Any) -> list[Any]:
    """The parameters' types of a function type. The bindings of libclang 18 stop at kinds that are newer than
    they are, as _Float16's."""
    count = max(int(cindex.conf.lib.clang_getNumArgTypes(kind)), 0)
    return [cindex.conf.lib.clang_getArgType(kind, number) for number in range(count)]


def is_virtual_base(base: Cursor) -> bool:
    """Is a base specifier `virtual`?"""
    return bool(_library().clang_isVirtualBase(base))


def base_offset(kind: Any, base: Cursor) -> int:
    """In bits; negative where it is not known."""
    return int(_library().clang_getOffsetOfBase(kind.get_declaration(), base))


def has_dynamic_exception_specification(function: Cursor) -> bool:
    """throw(), throw(X) or throw(...): CXCursor_ExceptionSpecificationKind 1 to 3."""
    return int(_library().clang_getCursorExceptionSpecificationType(function)) in (1, 2, 3)
