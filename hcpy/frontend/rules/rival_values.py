"""Values of the host's code whose types the device part sees otherwise: which of them come to kernels?

Takes: a parse of the device part, its UnitText, and what tells the references to such values.
Gives: whether a local variable comes to kernels, and the calls that make a kernel's template of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hcpy.core.dataclass import dataclass
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.kernels import LAUNCH
from hcpy.frontend.launches import may_launch
from hcpy.frontend.text.unit_text import UnitText

_TYPES = ast.CLASSES | ast.ALIASES | {ast.ENUM_DECL, ast.LAMBDA}
_CASTS = frozenset((ast.C_CAST, ast.STATIC_CAST, ast.REINTERPRET_CAST, ast.FUNCTIONAL_CAST))

_Test = Callable[[Cursor], bool]


@dataclass(frozen=True)
class RivalValues:
    parsed: ParsedUnit
    text: UnitText

    def reaches_kernels(self, function: Cursor, variable: Cursor) -> bool:
        """Does a type, a lambda or a kernel's template depend on a local variable, or a variable that does?

        The doubtful counts as yes: the layout of a kernel's captures may hang on it.
        """

        def is_meant(cursor: Cursor) -> bool:
            return cursor._kind_id == ast.DECL_REF and bool(self.parsed.target(cursor) == variable)

        stack = [*self.parsed.children(function)]
        while stack:
            top = stack.pop()
            children = self.parsed.children(top)
            if top == variable:
                continue
            if top._kind_id in _TYPES and self._names(top, is_meant):
                return True
            if top._kind_id == ast.FOR_RANGE:
                header = [c for c in children if c._kind_id != ast.COMPOUND]
                if any(self._names(c, is_meant) for c in header):
                    return True
            if top._kind_id == ast.DECLARATION_STATEMENT:
                own = [c for c in children if c != variable and self._names(c, is_meant)]
                if any(self._follows(function, c, is_meant) for c in own):
                    return True
            if top._kind_id == ast.CALL and self.makes_kernels(top, is_meant):
                return True
            stack += children
        return False

    def makes_kernels(self, call: Cursor, is_meant: _Test) -> bool:
        """Has a call an argument from whose type a template that launches kernels is made?"""
        given = [a for a in call.get_arguments() if a is not None]
        if call.spelling == LAUNCH or not any(self._decides(a, is_meant) for a in given):
            return False
        target = self.parsed.target(call)
        if target is None or target._kind_id == ast.OVERLOADED_REF:
            return may_launch(self.parsed, call)
        if target._kind_id != ast.FUNCTION_TEMPLATE or self._is_spelled_out(call):
            return False
        kinds = [c.type for c in self.parsed.children(target) if c._kind_id == ast.PARM_DECL]
        deduced = ["type-parameter-" in str(kind.get_canonical().spelling) for kind in kinds]
        deduced += deduced[-1:] * (len(given) - len(deduced))  # a pack is the last one
        meant = (self._decides(a, is_meant) for a, kind in zip(given, deduced, strict=False) if kind)
        return any(meant) and may_launch(self.parsed, call)

    def _follows(self, function: Cursor, declared: Cursor, is_meant: _Test) -> bool:
        """Has a declaration that names the value a type or a constant of its own, which comes to kernels?"""
        begin, place = self.parsed.begin(declared), self.parsed.place(declared)
        path, first, name = self.text.file_of(begin), self.text.offset(begin), self.text.offset(place)
        if declared._kind_id != ast.VAR_DECL or path is None or first is None or name is None:
            return True
        for cursor in filter(is_meant, self.parsed.walk(declared)):
            at = self.parsed.place(cursor)
            if (self.text.offset(at) or 0) < name or self.text.is_unevaluated(at):
                return True
        source = self.text.sources[path]
        words = {source.text_of(at) for at in range(source.token_at(first), source.token_at(name))}
        return "auto" in words and self.reaches_kernels(function, declared)

    def _is_spelled_out(self, call: Cursor) -> bool:
        """Are the template's arguments given?"""
        callee = next(iter(self.parsed.children(call)), None)
        while callee is not None and callee._kind_id in (ast.UNEXPOSED_EXPR, ast.PAREN):
            callee = next(iter(self.parsed.children(callee)), None)
        path = self.text.file_of(self.parsed.place(callee)) if callee is not None else None
        if callee is None or path is None:
            return False
        source, place = self.text.sources[path], self.parsed.place(callee)
        return source.text_of(source.token_of(place) + 1) == "<"

    def _names(self, cursor: Cursor, is_meant: _Test) -> bool:
        return is_meant(cursor) or any(map(is_meant, self.parsed.walk(cursor)))

    def _decides(self, argument: Cursor, is_meant: _Test) -> bool:
        """May an expression's type be another one for the value's?"""
        return any(map(is_meant, self._typing(argument)))

    def _typing(self, argument: Cursor) -> Iterator[Cursor]:
        stack = [argument]
        while stack:
            top = stack.pop()
            yield top
            if top._kind_id in _CASTS or top._kind_id == ast.LAMBDA:
                continue
            children = self.parsed.children(top)
            if top._kind_id == ast.CALL and self._has_one_type(top):
                children = children[:1]  # what is called alone
            stack += children

    def _has_one_type(self, call: Cursor) -> bool:
        """Is a function of no template called? Its result has the same type, whatever it is given."""
        target = self.parsed.target(call)
        return target is not None and target._kind_id in ast.FUNCTIONS and target == self.parsed.called(call)
