"""HC: what a kernel's lambda does with the `this` that it captures.

Takes: a ParsedUnit and a lambda expression of it.
Gives: whether the lambda uses `this`, and whether all uses only read the object: a copy of it serves those.
What is unknown, as in a call that only a template's instance resolves, counts as a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clang import cindex

from hcpy.core.dataclass import dataclass, field
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit

_FIELD_DECL = 6
_NAMES = frozenset((ast.TYPE_REF, ast.TEMPLATE_REF, ast.NAMESPACE_REF, ast.OVERLOADED_REF))
_RETURN = 214
_STATEMENTS = frozenset(range(200, 300)) - {_RETURN}  # a function's result may be a reference
_COMMA_OR_ASSIGNMENT = range(22, 34)  # CXBinaryOperatorKind
_CHANGES = range(1, 6)  # CXUnaryOperatorKind: ++, -- and &
# Classes whose elements lie elsewhere, and arrays of such, by the type as it is written or as it is.
_HANDLE = re.compile(
    r"^(?:const )?(?:std::array<)*(?:(?:hc|Concurrency|concurrency|Kalmar|graphics)::)*"
    r"(?:array|array_view|texture|texture_view|writeonly_texture_view)<"
)


@dataclass
class ThisUses:
    """The uses of `this` in one lambda, and in the member functions that it calls."""

    parsed: ParsedUnit
    item: Cursor
    _seen: set[int] = field(default_factory=set)

    def is_used(self) -> bool:
        """Is there one?"""
        return any(True for _ in self._uses(self.item))

    def is_read_only(self) -> bool:
        """Do all of them read?"""
        return all(self._reads(path) for path in self._uses(self.item))

    def _uses(self, function: Cursor) -> Iterator[tuple[Cursor, ...]]:
        """Each use: a member of the object, or `this`, after all that encloses it."""
        is_lambda = function._kind_id == ast.LAMBDA
        stack: list[tuple[Cursor, ...]] = [(function,)]
        if is_lambda:  # what its captures are initialised with is the host's to evaluate
            stack = [(function, body) for body in self.parsed.children(function)[-1:]]
        while stack:
            path = stack.pop()
            inner = self.parsed.children(path[-1])
            is_implicit = path[-1]._kind_id == ast.MEMBER_REF and all(c._kind_id in _NAMES for c in inner)
            is_capture = len(path) > 1 and path[-2]._kind_id == ast.LAMBDA  # as templates show it
            if (path[-1]._kind_id == ast.THIS and not is_capture) or is_implicit:
                target = self.parsed.called(path[-1])
                if not (is_lambda and target is not None and self._is_within(target, function)):
                    yield path
            stack += [(*path, child) for child in inner[::-1] if child._kind_id not in ast.CLASSES]

    def _is_within(self, target: Cursor, function: Cursor) -> bool:
        """Is it a member of a class that the kernel's body defines?"""
        place, begin, end = (
            self.parsed.place(target),
            self.parsed.begin(function),
            self.parsed.end(function),
        )
        first, last = (begin.line, begin.column), (end.line, end.column)
        return place.file == begin.file and first <= (place.line, place.column) < last

    def _reads(self, path: Sequence[Cursor]) -> bool:
        at = len(path) - 1
        if path[at]._kind_id == ast.THIS:
            while path[at - 1]._kind_id == ast.UNEXPOSED_EXPR:
                at -= 1
            at -= 1
            if path[at]._kind_id != ast.MEMBER_REF:
                return False
        verdict = self._member(path[at])
        while verdict is None:
            at -= 1
            verdict = self._step(path[at + 1], path[at])
        return verdict

    def _member(self, use: Cursor) -> bool | None:
        """What a use of a member does; None: the expression around it decides."""
        target = self.parsed.called(use)
        if target is None:
            return None
        if target._kind_id == ast.OVERLOADED_REF:
            return all(map(self._method, self.parsed.overloads(target)))
        if target._kind_id == ast.FUNCTION_TEMPLATE or target._kind_id == ast.CXX_METHOD:
            return self._method(target)
        if target._kind_id != _FIELD_DECL:
            return target._kind_id == ast.VAR_DECL or None  # static members lie elsewhere
        kind = target.type
        if ast.type_kind(kind) in ("LVALUEREFERENCE", "RVALUEREFERENCE"):
            return True
        return any(_HANDLE.match(spelling) for spelling in (kind.spelling, _canonical(kind))) or None

    def _method(self, method: Cursor) -> bool:
        """Does it only read the object that it is called for?"""
        if method.is_static_method() or method.is_const_method():
            return True
        body = self.parsed.pattern(method)
        key = self.parsed.hash_of(body)
        if key in self._seen:
            return True
        self._seen.add(key)
        is_defined = any(child._kind_id == ast.COMPOUND for child in self.parsed.children(body))
        is_virtual = self.parsed.is_virtual(method)
        return is_defined and not is_virtual and all(self._reads(path) for path in self._uses(body))

    def _step(self, inner: Cursor, outer: Cursor) -> bool | None:
        """What an expression does with an lvalue in it; None: it is a part of the same object."""
        kind = outer._kind_id
        if kind == ast.PAREN:
            return None
        if kind == ast.MEMBER_REF:
            return self._member(outer)
        if kind == ast.SUBSCRIPT:
            first = self.parsed.children(outer)[:1]
            return None if first and first[0] == inner else True
        if kind == ast.UNEXPOSED_EXPR:
            return self._conversion(inner.type, outer.type)
        if ast.type_kind(inner.type) == "POINTER":
            return False  # to an array in the object: pointers that are read have been converted
        if kind == ast.UNARY_OPERATOR:
            return cindex.conf.lib.clang_getCursorUnaryOperatorKind(outer) not in _CHANGES
        if kind == ast.BINARY_OPERATOR:
            return cindex.conf.lib.clang_getCursorBinaryOperatorKind(outer) not in _COMMA_OR_ASSIGNMENT or (
                self.parsed.children(outer)[0] != inner
            )
        if kind == ast.COMPOUND_ASSIGNMENT:
            return bool(self.parsed.children(outer)[0] != inner)
        if kind == ast.VAR_DECL:
            return "REFERENCE" not in ast.type_kind(outer.type)
        return kind in _STATEMENTS

    def _conversion(self, inner: Cursor, outer: Cursor) -> bool | None:
        """An implicit conversion: to a value, to a const lvalue, to a base, or of an array to a pointer."""
        if ast.type_kind(outer) == "POINTER" and "ARRAY" in ast.type_kind(inner.get_canonical()):
            return True if outer.get_pointee().is_const_qualified() else None
        if ast.type_kind(outer.get_canonical()) != "RECORD":
            return True
        return True if outer.is_const_qualified() else None


def _canonical(kind: Cursor) -> str:
    return str(kind.get_canonical().spelling)
