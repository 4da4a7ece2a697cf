"""Overloads for one side each with different results, or constant values, named in code that both parts read.

The device part takes the one for kernels there, the host part the one for the CPU: a type or a constant that
depends on it would be another one in each part, and memory that both use would have two layouts.

Takes: a parse with all overloads and its UnitText; then the parse of the device part.
Gives: the places, as errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hcpy.core.dataclass import dataclass
from hcpy.core.model import Diagnostic, Dialect, Location, Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.launches import may_launch
from hcpy.frontend.overloads import Function
from hcpy.frontend.rules.rival_values import RivalValues
from hcpy.frontend.text.annotations import BOTH, DEVICE, Restriction
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.unit_text import UnitText

_REFERENCES = frozenset((ast.DECL_REF, ast.MEMBER_REF, ast.OVERLOADED_REF))
_VARIABLES = frozenset((ast.VAR_DECL, ast.FIELD_DECL))
_SHARED = _VARIABLES | ast.ALIASES | ast.CLASSES | {ast.ENUM_DECL}
_INNER = ast.FUNCTIONS | ast.CLASSES | _VARIABLES | {ast.LAMBDA, ast.COMPOUND}
_CONSTANT = frozenset(("constexpr", "consteval"))


@dataclass(frozen=True)
class Rival:
    """A function for kernels, and one for the CPU that the same call may mean."""

    name: str
    results: tuple[str, str]  # the CPU's, and the kernels'
    differs: bool  # Are these two types?
    is_constant: bool
    notes: tuple[Note, ...]

    @property
    def message(self) -> str:
        if self.differs:
            cpu, device = self.results
            told = f"'{self.name}' returns '{cpu}' on the CPU and '{device}' in kernels"
        else:
            told = f"the constant '{self.name}' may have another value in kernels than on the CPU"
        return f"{told}; what both share can't depend on it"


def rivals(parsed: ParsedUnit, text: UnitText, groups: Sequence[list[Function]]) -> dict[Location, Rival]:
    """By the places of the functions for kernels; `groups` as `overloaded` gives them."""
    found: dict[Location, Rival] = {}
    for group in groups:
        devices = [f for f in group if f.restriction == DEVICE]
        cpus = [f for f in group if f.restriction not in (DEVICE, BOTH)]
        for device in devices:
            for cpu in (f for f in cpus if _are_alike(parsed, f, device) and f.competes(device)):
                made = _rival(parsed, text, cpu, device)
                if made.differs or made.is_constant:
                    found.setdefault(parsed.place(device.cursor), made)
    return found


def _are_alike(parsed: ParsedUnit, cpu: Function, device: Function) -> bool:
    """A specialisation competes with those of the other side: a call chooses between the templates."""
    return parsed.is_instance(cpu.cursor) == parsed.is_instance(device.cursor)


def _rival(parsed: ParsedUnit, text: UnitText, cpu: Function, device: Function) -> Rival:
    results = [f.cursor.result_type.get_canonical().spelling for f in (cpu, device)]
    told = [_as_written(f.cursor) for f in (cpu, device)]
    is_constant = all(not _CONSTANT.isdisjoint(_words_before_name(parsed, text, f)) for f in (cpu, device))
    notes = tuple(
        Note(parsed.place(f.cursor), f"the one for {side} is declared here")
        for f, side in ((cpu, "the CPU"), (device, "kernels"))
    )
    differs = results[0] != results[1]
    return Rival(device.cursor.spelling, (told[0], told[1]), differs, is_constant, notes)


def _as_written(function: Any) -> str:
    """The result's type; that of a template in its own words, as clang numbers the parameters."""
    kind = function.result_type
    canonical = kind.get_canonical()
    return str((kind if "parameter-" in canonical.spelling else canonical).spelling)


def _words_before_name(parsed: ParsedUnit, text: UnitText, function: Function) -> list[str]:
    source, first, name = _span(parsed, text, function.cursor)
    return [t.text for t in source.tokens[first:name]] if source is not None else []


def _span(parsed: ParsedUnit, text: UnitText, cursor: Cursor) -> tuple[SourceText | None, int, int]:
    """The file of a declaration, its first token, and the one that is its name."""
    begin, place = parsed.begin(cursor), parsed.place(cursor)
    path = text.file_of(place)
    if path is None or text.file_of(begin) != path:
        return None, 0, 0
    source = text.sources[path]
    ends = (source.token_of(at) for at in (begin, place))
    return source, next(ends), next(ends)


def disagreements(parsed: ParsedUnit, text: UnitText, known: dict[Location, Rival]) -> list[Diagnostic]:
    """Where types and constants that both parts have depend on the functions."""
    if not known:
        return []
    found: dict[Location, Diagnostic] = {}
    for place, rival in _Search(parsed, text, known).run():
        found.setdefault(place, Diagnostic("error", place, rival.message, rival.notes))
    return list(found.values())


@dataclass(frozen=True)
class _Search:
    parsed: ParsedUnit
    text: UnitText
    known: dict[Location, Rival]

    def run(self) -> Iterator[tuple[Location, Rival]]:
        for declaration in self.parsed.declarations():
            if declaration._kind_id in ast.FUNCTIONS:
                restriction = self._restriction(declaration)
                if restriction != DEVICE:
                    yield from self._in_result(declaration)
                if not restriction.device:
                    yield from self._in_function(declaration)
            elif declaration._kind_id in _SHARED:
                yield from self._in_shared(declaration)

    def _restriction(self, function: Cursor) -> Restriction:
        body = self._body(function)
        begin = self.parsed.begin(body) if body is not None else None
        return self.text.restriction(self.parsed.begin(function), self.parsed.place(function), begin)

    def _body(self, function: Cursor) -> Cursor | None:
        children = self.parsed.children(function)
        return next((c for c in children if c._kind_id == ast.COMPOUND), None)

    def _in_result(self, function: Cursor) -> Iterator[tuple[Location, Rival]]:
        """The type that a function gives to code for the CPU, which each part finds for itself."""
        for cursor, rival in self._references(function):
            if rival.differs and self.text.is_unevaluated(self.parsed.place(cursor)):
                yield self.parsed.place(cursor), rival
        if self._is_deduced(function):
            yield from self._in_returns(function)

    def _is_deduced(self, function: Cursor) -> bool:
        body, begin = self._body(function), self.parsed.begin(function)
        path = self.text.file_of(begin)
        if body is None or path is None:
            return False
        source = self.text.sources[path]
        ends = (source.token_of(at) for at in (begin, self.parsed.begin(body)))
        words = [source.text_of(i) for i in range(next(ends), next(ends))]
        return "->" not in words and (function._kind_id == ast.LAMBDA or "auto" in words)

    def _in_returns(self, function: Cursor) -> Iterator[tuple[Location, Rival]]:
        body = self._body(function)
        stack = [(child, False) for child in self.parsed.children(body)] if body is not None else []
        while stack:
            top, is_given = stack.pop()
            is_given = is_given or top._kind_id == ast.RETURN
            rival = self._one_of(top) if is_given and top._kind_id != ast.OVERLOADED_REF else None
            if rival is not None and rival.differs:
                yield self.parsed.place(top), rival
            if top._kind_id not in _INNER - {ast.COMPOUND}:
                stack += [(child, is_given) for child in self.parsed.children(top)]

    def _in_function(self, function: Cursor) -> Iterator[tuple[Location, Rival]]:
        """HC: the device part reads all code so. C++ AMP: that of local classes and lambdas alone."""
        is_hc = self.text.unit.dialect is Dialect.HC
        if is_hc and not may_launch(self.parsed, function):
            return
        stack = [(child, is_hc) for child in self.parsed.children(function)]
        while stack:
            top, is_read = stack.pop()
            is_read = is_read or top._kind_id in ast.CLASSES
            if top._kind_id in _SHARED and is_read:
                found_here = list(self._in_shared(top))
                if found_here and (not is_hc or self._reaches_kernels(function, top)):
                    yield from found_here
            if is_hc and top._kind_id == ast.CALL:
                yield from self._in_call(top)
            if top._kind_id != ast.LAMBDA:
                stack += [(child, is_read) for child in self.parsed.children(top)]
                continue
            found = self.text.lambda_at(self.parsed.place(top))
            restriction = found[1].restriction if found is not None else DEVICE
            if not restriction.device:
                stack += [(child, True) for child in self.parsed.children(top)]
            if restriction != DEVICE and self._is_deduced(top):
                yield from self._in_returns(top)
            if is_hc:
                yield from self._in_captures(top)

    def _reaches_kernels(self, function: Cursor, declared: Cursor) -> bool:
        is_local = declared._kind_id == ast.VAR_DECL and self.parsed.is_automatic(declared)
        return not is_local or RivalValues(self.parsed, self.text).reaches_kernels(function, declared)

    def _in_call(self, call: Cursor) -> Iterator[tuple[Location, Rival]]:
        """HC: kernels of a template have its arguments in their names, which both parts must agree on."""
        met: list[tuple[Location, Rival]] = []

        def is_meant(cursor: Cursor) -> bool:
            rival = self._one_of(cursor)
            if rival is None or not rival.differs:
                return False
            met.append((self.parsed.place(cursor), rival))
            return True

        if RivalValues(self.parsed, self.text).makes_kernels(call, is_meant):
            yield met[-1]

    def _in_captures(self, item: Cursor) -> Iterator[tuple[Location, Rival]]:
        """What a kernel's captures are initialised with is the CPU's."""
        found = self.text.lambda_at(self.parsed.place(item))
        if found is None:
            return
        end = found[0].source.tokens[found[1].close].begin
        for cursor, rival in self._references(item):
            offset = self.text.offset(self.parsed.place(cursor))
            if rival.differs and offset is not None and offset < end:
                yield self.parsed.place(cursor), rival

    def _in_shared(self, declaration: Cursor) -> Iterator[tuple[Location, Rival]]:
        """What a type or a constant depends on; members of classes and enumerators have their turn."""
        is_variable = declaration._kind_id in _VARIABLES
        for cursor, rival in self._references(declaration):
            place = self.parsed.place(cursor)
            if not is_variable or self._decides(declaration, place, rival):
                yield place, rival

    def _decides(self, variable: Cursor, place: Location, rival: Rival) -> bool:
        """Does a variable's type, or the constant that it is, depend on the function?"""
        source, first, name = _span(self.parsed, self.text, variable)
        offset = self.text.offset(place)
        if source is None or offset is None or self.text.is_unevaluated(place):
            return rival.differs or self.text.is_unevaluated(place)
        at = name + 1
        while source.text_of(at) == "[" and source.partners[at] > at:
            at = source.partners[at] + 1
        if source.text_of(at) not in ("=", "{", "(") or offset < source.tokens[at].begin:
            return True
        words = {t.text for t in source.tokens[first:name]}
        return (rival.differs and "auto" in words) or (
            rival.is_constant and not words.isdisjoint(("const", "constexpr"))
        )

    def _references(self, cursor: Cursor) -> Iterator[tuple[Cursor, Rival]]:
        """Below a declaration, without members and bodies."""
        stack = [*self.parsed.children(cursor)]
        while stack:
            top = stack.pop()
            rival = self._one_of(top)
            if rival is not None:
                yield top, rival
            if top._kind_id not in _INNER:
                stack += self.parsed.children(top)

    def _one_of(self, reference: Cursor) -> Rival | None:
        """What a name means, or may mean in a template."""
        if reference._kind_id not in _REFERENCES:
            return None
        if reference._kind_id == ast.OVERLOADED_REF:
            named = self.parsed.overloads(reference)
        else:
            target = self.parsed.target(reference)
            named = [target] if target is not None else []
        return next((r for r in map(self._rival, named) if r is not None), None)

    def _rival(self, target: Cursor) -> Rival | None:
        return self.known.get(self.parsed.place(target))
