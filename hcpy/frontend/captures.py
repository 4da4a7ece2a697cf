"""What a lambda captures, explicitly and through its capture default, and how.

Takes: a lambda expression of a ParsedUnit.
Gives: CaptureUses. libclang shows neither the mode of a capture nor implicit ones: both are worked out here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcpy.core.dataclass import dataclass, replace
from hcpy.core.model import Capture, Dialect, Location
from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.text.unit_text import UnitText

_CAPTURED_BY_REFERENCE = re.compile(r"&\s*$")
_ALLOWED = re.compile(
    r"^(?:const |volatile )*(?:class |struct )?"
    r"(?:(?:hc|Concurrency|concurrency|Kalmar|graphics)::)*(?:array|texture)<"
)
_VIEW = re.compile(r"^(?:const )?(?:(?:hc|Concurrency|concurrency|Kalmar)::)*array_view<")
# The kinds of what a template does not know yet. Of these only instances of class templates have a
# declaration: a parameter, its members and instances, packs and `auto` have none, or the parameter's.
_UNKNOWN = frozenset(("UNEXPOSED", "DEPENDENT", "AUTO", "INVALID"))
_UNDECLARED = frozenset((ast.NO_DECLARATION, ast.TEMPLATE_TEMPLATE_PARAMETER))


@dataclass(frozen=True)
class CaptureUse:
    """A capture and the place that makes it one."""

    capture: Capture
    location: Location
    allowed: bool
    variable: Cursor = None  # its declaration
    is_named: bool = True  # written out, not made by the capture default


def is_view(capture: Capture) -> bool:
    """Is it an array_view? Copies of one name the same elements."""
    return bool(_VIEW.match(capture.type)) and not capture.type.endswith("]")


def _is_undecided(kind: Cursor) -> bool:
    """Does only an instance of the template around it show which type it is?"""
    return ast.type_kind(kind) in _UNKNOWN and kind.get_declaration()._kind_id in _UNDECLARED


class Captures:
    """The captures of one lambda expression."""

    def __init__(self, parsed: ParsedUnit, text: UnitText, item: Cursor) -> None:
        self._parsed = parsed
        self._text = text
        self._item = item

    def uses(self) -> Iterator[CaptureUse]:
        """Explicit captures in their order, then implicit ones in the order of their first use."""
        item = self._item
        names: set[str] = set()
        inner = self._parsed.children(item)
        for child in inner:
            if child._kind_id == ast.VARIABLE_REF:
                target = self._parsed.target(child)
                place = self._parsed.place(child)
                if target is not None:
                    names.add(target.spelling)
                    yield self._use(target, place, self._follows_ampersand(place))
        default = self._default(item)
        if default:
            body = inner[-1] if inner else item
            yield from self._implicit(item, body, names, default == "&")

    def _follows_ampersand(self, place: Location) -> bool:
        path = self._text.file_of(place)
        if path is None:
            return False
        source = self._text.sources[path]
        offset = source.offset(place.line, place.column)
        return bool(_CAPTURED_BY_REFERENCE.search(source.text[max(0, offset - 20) : offset]))

    def _default(self, item: Cursor) -> str:
        """The introducer's capture default: "&", "=" or none."""
        known = self._text.lambda_at(self._parsed.place(item))
        if known is None:
            return ""
        found, made = known
        first, second = found.source.text_of(made.open + 1), found.source.text_of(made.open + 2)
        return first if first in ("&", "=") and second in ("]", ",") else ""

    def _implicit(
        self, item: Cursor, body: Cursor, names: set[str], by_reference: bool
    ) -> Iterator[CaptureUse]:
        begin, end = self._parsed.begin(item), self._parsed.end(item)
        stack: list[tuple[Cursor, Cursor | None]] = [(body, None)]
        while stack:
            cursor, parent = stack.pop()
            if cursor._kind_id == ast.SIZEOF:
                continue
            if cursor._kind_id == ast.DECL_REF and cursor.spelling not in names:
                target = self._parsed.target(cursor)
                if (
                    target is not None
                    and self._is_captured(target, cursor, parent, begin, end)
                    and not self._text.is_unevaluated(self._parsed.place(cursor))
                ):
                    names.add(cursor.spelling)
                    yield replace(self._use(target, self._parsed.place(cursor), by_reference), is_named=False)
            stack += [(child, cursor) for child in self._parsed.children(cursor)[::-1]]

    def _is_captured(
        self, target: Cursor, use: Cursor, parent: Cursor | None, begin: Location, end: Location
    ) -> bool:
        if target._kind_id not in (ast.VAR_DECL, ast.PARM_DECL) or not self._parsed.is_automatic(target):
            return False
        place = self._parsed.place(target)
        if place.file == begin.file and (begin.line, begin.column) <= (place.line, place.column) < (
            end.line,
            end.column,
        ):
            return False
        if place.file != begin.file and self._declares(place):
            return False
        # A constant whose value alone is used is not captured ([basic.def.odr]); the conversion to a value
        # takes the const away.
        if parent is not None and parent._kind_id == ast.UNEXPOSED_EXPR:
            takes_value = target.type.is_const_qualified() and not parent.type.is_const_qualified()
            takes_value &= ast.type_kind(target.type.get_canonical()) != "POINTER"  # no constant's type
            if takes_value and self._is_constant(target):
                return False
        return True

    def _declares(self, place: Location) -> bool:
        """Does the body have the declaration at a place of another file, which it includes?"""
        declarations = (
            c for c in self._parsed.walk(self._item) if c._kind_id in (ast.VAR_DECL, ast.PARM_DECL)
        )
        return any(self._parsed.place(c) == place for c in declarations)

    def _is_constant(self, variable: Cursor) -> bool:
        """Is the const variable initialised from literals, other constants and calls that clang evaluates?"""
        for cursor in self._parsed.walk(variable):
            if cursor._kind_id == ast.CALL and not self._parsed.has_known_value(variable):
                return False
            if cursor._kind_id in (ast.DECL_REF, ast.MEMBER_REF):
                target = self._parsed.target(cursor)
                if target is None or target._kind_id == ast.PARM_DECL:
                    return False
                if target._kind_id == ast.VAR_DECL and not target.type.is_const_qualified():
                    return False
        return True

    def _use(self, variable: Cursor, place: Location, by_reference: bool) -> CaptureUse:
        kind = variable.type
        if ast.type_kind(kind) in ("LVALUEREFERENCE", "RVALUEREFERENCE"):
            kind = kind.get_pointee()
        capture = Capture(variable.spelling, kind.spelling, by_reference, max(kind.get_size(), 0))
        copied = self._text.unit.dialect is Dialect.HC and is_view(capture)
        return CaptureUse(capture, place, not by_reference or copied or self._is_array(kind), variable)

    def _is_array(self, kind: Cursor) -> bool:
        """array and texture, or a type that a template does not know yet: only an instance would show it."""
        canonical = kind.get_canonical()
        if _is_undecided(canonical):
            return True
        if ast.type_kind(canonical) == "POINTER" or canonical.spelling.removeprefix("const ").startswith(
            "std::"
        ):
            return False
        if _ALLOWED.match(kind.spelling) or _ALLOWED.match(canonical.spelling):
            return True
        return self._text.unit.dialect is Dialect.AMP and self._is_derived(canonical)

    def _is_derived(self, kind: Cursor) -> bool:
        """From array or texture, directly or not?"""
        found = [base.type.get_canonical() for base in self._bases(kind)]
        return any(
            _is_undecided(base) or _ALLOWED.match(base.spelling) or self._is_derived(base) for base in found
        )

    def _bases(self, kind: Cursor) -> list[Cursor]:
        """The base specifiers; a template's where only an instance has a layout."""
        if ast.type_kind(kind) not in _UNKNOWN:
            return clang_types.bases(kind)
        declared = self._parsed.children(kind.get_declaration())
        return [c for c in declared if c._kind_id == ast.BASE_SPECIFIER]
