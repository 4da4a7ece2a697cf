"""Reads the kernels' signatures for Python: [[hc]] functions whose first parameter is an index.

Takes: a ParsedUnit and its UnitText.
Gives: an Interface: kernels, kernel templates, and the structs that they may take by value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hcpy.core.model import Location
from hcpy.core.signature import Interface, Parameter, Signature, Template, Unusable, Value
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit, type_kind
from hcpy.frontend.clang_types import argument_types, base_offset, bases, fields, is_unnamed
from hcpy.frontend.text.unit_text import UnitText

_SCALARS = {
    "BOOL": "?", "CHAR_U": "u", "UCHAR": "u", "USHORT": "u", "UINT": "u", "ULONG": "u", "ULONGLONG": "u",
    "CHAR16": "u", "CHAR32": "u", "CHAR_S": "i", "SCHAR": "i", "SHORT": "i", "INT": "i", "LONG": "i",
    "LONGLONG": "i", "WCHAR": "i", "HALF": "f", "FLOAT16": "f", "FLOAT": "f", "DOUBLE": "f",
}  # fmt: skip
_INDEX = re.compile(r"(?:const )?(?:\w+::)*(?P<kind>index|tiled_index)<(?P<rank>\d*)>(?: ?&)?$")
_INDEX_TEMPLATE = re.compile(r"(?:const )?(?:\w+::)*(?:index|tiled_index)<")
_VIEW = re.compile(r"(?:\w+::)*array_view<.+?(?:, (?P<rank>\d+))?>$")
# What a type's name leaves out, as its template has it by default.
_DEFAULT_RANKS = {"index": 1, "tiled_index": 3, "array_view": 1}
_COMPLEX = re.compile(r"std::(?:\w+::)?complex<(?:float|double)>$")
_SHORT_VECTOR = re.compile(
    r"hcrt::vectors::short_vector_of<(?P<sign>unsigned )?(?P<type>[\w ]+), (?P<lanes>\d+), \w+>$"
)
_INSTANCE = "hcpy_instance_"  # variables that hold the address of an instance
_TYPE_ARGUMENT, _VALUE_ARGUMENT, _TEMPLATE_ARGUMENT = 27, 28, 29


class _NotPassable(Exception):
    """A type that a Python program can't give to a kernel; the text says why."""


def instance_declaration(number: int, name: str) -> str:
    """C++ that makes an instance of a kernel template, for read_interface to find."""
    return f"static constexpr auto {_INSTANCE}{number} = &{name};\n"


def read_interface(parsed: ParsedUnit, text: UnitText, instances: dict[int, str]) -> Interface:
    """What the user's part of the unit offers; `instances` names those that were declared."""
    reader = _Reader(parsed, text)
    reader.read(instances)
    return Interface(
        tuple(reader.kernels),
        tuple(reader.templates),
        tuple(reader.unusable),
        tuple(reader.structs),
        tuple(reader.unmarked),
    )


def _is_value(kind: Any) -> bool:
    return type_kind(kind) != "POINTER"


class _Reader:
    def __init__(self, parsed: ParsedUnit, text: UnitText) -> None:
        self._parsed = parsed
        self._text = text
        self.kernels: list[Signature] = []
        self.templates: list[Template] = []
        self.unusable: list[Unusable] = []
        self.structs: list[Value] = []
        self.unmarked: list[str] = []

    def read(self, instances: dict[int, str]) -> None:
        patterns: dict[str, Cursor] = {}
        seen: set[str] = set()
        for cursor in self._parsed.declarations():
            kind = cursor._kind_id
            if kind == ast.FUNCTION_DECL and cursor.get_usr() not in seen:
                seen.add(cursor.get_usr())
                if not self._parsed.is_instance(cursor):  # its template stands for it
                    self._function(cursor)
            elif kind == ast.FUNCTION_TEMPLATE:
                patterns.setdefault(self._template(cursor), cursor)
            elif kind in (ast.STRUCT_DECL, ast.CLASS_DECL) and cursor.is_definition():
                self._struct(cursor)
            elif kind == ast.VAR_DECL and cursor.spelling.startswith(_INSTANCE):
                number = int(cursor.spelling.removeprefix(_INSTANCE))
                name = instances[number]
                self._instance(cursor, name, patterns.get(name.partition("<")[0]))
        self._add_shorter()

    def _add_shorter(self) -> None:
        """C++ itself gives the values of parameters that a call leaves out, where it can't mean another
        function."""
        names = [*(kernel.name for kernel in self.kernels), *self.unmarked]
        alone = [kernel for kernel in self.kernels if names.count(kernel.name) == 1]
        self.kernels += [form for kernel in alone for form in kernel.shorter]

    # --- kernels ---------------------------------------------------------------------------------------
    def _function(self, cursor: Cursor) -> None:
        parameters = [c for c in self._parsed.children(cursor) if c._kind_id == ast.PARM_DECL]
        found = _INDEX.match(parameters[0].type.get_canonical().spelling) if parameters else None
        if found is None:
            return
        name = self._qualified(cursor)
        if not self._marked(cursor):
            self.unmarked.append(name)
            return
        types = [p.type for p in parameters[1:]]
        self._add(name, self._parsed.place(cursor), found, types, parameters[1:])

    def _template(self, cursor: Cursor) -> str:
        """Notes a kernel template; gives its name."""
        children = self._parsed.children(cursor)
        parameters = [c for c in children if c._kind_id == ast.PARM_DECL]
        name = self._qualified(cursor)
        parent = self._parsed.parent(cursor)
        is_member = parent is not None and parent._kind_id in ast.CLASSES and not cursor.is_static_method()
        is_kernel = parameters and _INDEX_TEMPLATE.match(parameters[0].type.spelling) and not is_member
        if is_kernel and self._marked(cursor):
            arguments = [
                c for c in children if c._kind_id in (_TYPE_ARGUMENT, _VALUE_ARGUMENT, _TEMPLATE_ARGUMENT)
            ]
            words = tuple(map(self._words, arguments))
            defaults = sum(self._says(c, "=") or self._says(c, "...") for c in arguments)
            place = self._parsed.place(cursor)
            self.templates.append(Template(name, place, words, len(words) - defaults))
        return name

    def _words(self, argument: Cursor) -> str:
        """A template's parameter, as messages have it."""
        is_type = argument._kind_id == _TYPE_ARGUMENT
        kind = "class" if is_type else argument.type.spelling.removesuffix("...") or "template"
        return f"{kind}{'...' if self._says(argument, '...') else ''} {argument.spelling}"

    def _says(self, argument: Cursor, word: str) -> bool:
        """Does a parameter's text have a word?"""
        begin, end = self._parsed.begin(argument), self._parsed.end(argument)
        path = self._text.file_of(begin)
        if path is None:
            return False
        source = self._text.sources[path]
        first = source.offset(begin.line, begin.column)
        return word in source.text[first : source.offset(end.line, end.column)]

    def _instance(self, variable: Cursor, name: str, pattern: Cursor | None) -> None:
        function = variable.type.get_canonical().get_pointee()
        types = argument_types(function)
        found = _INDEX.match(types[0].get_canonical().spelling) if types else None
        if found is None or pattern is None:
            return
        parameters = [c for c in self._parsed.children(pattern) if c._kind_id == ast.PARM_DECL]
        place = self._parsed.place(pattern)
        if len(parameters) != len(types):
            self.unusable.append(Unusable(name, place, "its parameters are a pack, which Python has not"))
            return
        self._add(name, place, found, types[1:], parameters[1:])

    def _add(
        self, name: str, place: Location, index: re.Match[str], types: list[Any], cursors: list[Cursor]
    ) -> None:
        shown = [c.spelling or f"argument {i + 1}" for i, c in enumerate(cursors)]
        parameters = []
        for kind, parameter in zip(types, shown, strict=True):
            try:
                parameters.append(self._parameter(kind, parameter))
            except _NotPassable as reason:
                message = f"parameter '{kind.spelling} {parameter}' can't be given from Python: {reason}"
                self.unusable.append(Unusable(name, place, message))
                return
        rank, tiled = int(index["rank"] or _DEFAULT_RANKS[index["kind"]]), index["kind"] == "tiled_index"
        if not 1 <= rank <= 3:
            self.unusable.append(Unusable(name, place, f"an index of rank {rank}: Python has 1, 2 and 3"))
            return
        defaults = sum(self._says(c, "=") for c in cursors)
        self.kernels.append(Signature(name, place, rank, tiled, tuple(parameters), defaults))

    def _marked(self, cursor: Cursor) -> bool:
        body = next(
            (self._parsed.begin(c) for c in self._parsed.children(cursor) if c._kind_id == ast.COMPOUND), None
        )
        begin, place = self._parsed.begin(cursor), self._parsed.place(cursor)
        return self._text.restriction(begin, place, body).device

    def _qualified(self, cursor: Cursor) -> str:
        names = [cursor.spelling]
        parent = self._parsed.parent(cursor)
        while parent is not None and parent._kind_id in (ast.NAMESPACE, *ast.CLASSES):
            if parent.spelling and not parent.is_anonymous():
                names.append(parent.spelling)
            parent = self._parsed.parent(parent)
        return "::".join(reversed(names))

    # --- types -----------------------------------------------------------------------------------------
    def _parameter(self, kind: Any, name: str) -> Parameter:
        canonical = kind.get_canonical()
        spelling = kind.spelling
        if type_kind(canonical) in ("LVALUEREFERENCE", "RVALUEREFERENCE"):
            referred = canonical.get_pointee()
            if not referred.is_const_qualified():
                raise _NotPassable("it is a reference; take an array_view, a pointer or a value")
            canonical = referred
        cpp = canonical.spelling.removeprefix("const ") if _is_value(canonical) else canonical.spelling
        if type_kind(canonical) == "POINTER":
            element = canonical.get_pointee()
            pointee = self._element(element)
            return Parameter(name, spelling, cpp, "pointer", pointee, 0, element.is_const_qualified())
        view = _VIEW.match(canonical.spelling.removeprefix("const "))
        if view is not None and canonical.get_num_template_arguments() >= 1:
            element = canonical.get_template_argument_type(0)
            rank, constant = int(view["rank"] or _DEFAULT_RANKS["array_view"]), element.is_const_qualified()
            return Parameter(name, spelling, cpp, "view", self._element(element), rank, constant)
        value = self._value(canonical)
        return Parameter(name, spelling, cpp, "struct" if value.is_struct else "scalar", value)

    def _element(self, kind: Any) -> Value:
        if type_kind(kind.get_canonical()) == "VOID":
            return Value("void", "|V0", 0, 1)
        return self._value(kind.get_canonical())

    def _value(self, kind: Any) -> Value:
        """A type that is copied as bytes."""
        spelling = kind.spelling.removeprefix("const ")
        size, align = kind.get_size(), kind.get_align()
        name = type_kind(kind)
        if name == "ENUM":
            return self._value(kind.get_declaration().enum_type.get_canonical())
        if name in _SCALARS:
            code = _SCALARS[name]
            return Value(
                spelling, "?" if code == "?" else f"{'|' if size == 1 else '<'}{code}{size}", size, align
            )
        if name == "COMPLEX" or _COMPLEX.match(spelling):
            return Value(spelling, f"<c{size}", size, align, True)
        if name == "RECORD":
            if size <= 0:
                raise _NotPassable(f"'{spelling}' is not defined")
            vector = self._vector(kind, size, align)
            if vector is not None:
                return vector
            parts = list(self._members(kind, 0))
            layout = {
                "names": [p[0] for p in parts],
                "formats": [p[1] for p in parts],
                "offsets": [p[2] for p in parts],
                "itemsize": size,
            }
            made = Value(spelling, layout, size, align, True)
            if "<" in spelling and made not in self.structs:  # an instance, which no declaration shows
                self.structs.append(made)
            return made
        raise _NotPassable(
            f"'{spelling}' is no scalar, pointer, array_view or struct of such"
            if name != "LONGDOUBLE"
            else "kernels have no long double"
        )

    def _vector(self, kind: Any, size: int, align: int) -> Value | None:
        """A short vector of numbers; Python knows it by its name, too."""
        found = _SHORT_VECTOR.match(kind.spelling.removeprefix("const "))
        if found is None:
            return None
        lane = self._value(kind.get_template_argument_type(0).get_canonical())
        if lane.is_struct:
            return None
        count = int(found["lanes"])
        layout = {
            "names": [*("xyzw"[:count] if count <= 4 else (f"s{n:X}" for n in range(count)))],
            "formats": [lane.dtype] * count,
            "offsets": [n * lane.bytes for n in range(count)],
            "itemsize": size,
        }
        name = f"{'u' if found['sign'] else ''}{found['type'].replace(' ', '')}_{count}"
        value = Value(name, layout, size, align, True, count, lane.dtype)
        if value not in self.structs:
            self.structs.append(value)
        return value

    def _members(self, kind: Any, offset: int) -> Iterator[tuple[str, Any, int]]:
        """Name, format and byte offset of each member, those of bases first."""
        for base in bases(kind):
            at = base_offset(kind, base)
            if at < 0:
                raise _NotPassable(f"'{kind.spelling}' has a virtual base")
            yield from self._members(base.type.get_canonical(), offset + at // 8)
        for field in fields(kind):
            bit = field.get_field_offsetof()
            if field.is_bitfield():
                raise _NotPassable(f"'{kind.spelling}' has a bit-field, '{field.spelling}'")
            if is_unnamed(field):
                yield from self._members(field.type.get_canonical(), offset + bit // 8)
                continue
            yield field.spelling or f"_{offset + bit // 8}", self._format(field.type), offset + bit // 8

    def _format(self, kind: Any) -> Any:
        canonical = kind.get_canonical()
        name = type_kind(canonical)
        if name == "CONSTANTARRAY":
            shape = []
            while type_kind(canonical) == "CONSTANTARRAY":
                shape.append(canonical.get_array_size())
                canonical = canonical.get_array_element_type().get_canonical()
            return (self._format(canonical), tuple(shape))
        if name == "VECTOR":
            return (self._format(canonical.element_type), (canonical.element_count,))
        if name == "POINTER":
            return "<u8"  # an address: array_view.address(...) gives one
        return self._value(canonical).dtype

    def _struct(self, cursor: Cursor) -> None:
        if not cursor.spelling:
            return
        try:
            value = self._value(cursor.type.get_canonical())
        except _NotPassable:
            return  # reported where a kernel takes one
        if value.is_struct:
            self.structs.append(value)
