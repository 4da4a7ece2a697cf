"""Finds the kernels: parallel_for_each calls and the function objects that they are given, and the bodies of
functions that launch them.

Takes: a ParsedUnit and its UnitText.
Gives: Kernels: lambda expressions, or call operators of classes, each once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hcpy.core.dataclass import dataclass, replace
from hcpy.core.model import Capture, KernelSite, Location
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.captures import Captures, CaptureUse
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.clang_types import fields
from hcpy.frontend.text.annotations import CPU, Restriction
from hcpy.frontend.text.grid_launches import LAUNCHER
from hcpy.frontend.text.unit_text import UnitText

LAUNCH = "parallel_for_each"
_NAMESPACES = frozenset(("hc", "Concurrency", "concurrency", "Kalmar", "hcrt", "detail"))
_CPU_LOOPS = "hcrt_ms_loops"  # the functions of <ppl.h>; Concurrency has using-declarations of them


@dataclass(frozen=True)
class Kernel:
    """One kernel in the source."""

    location: Location  # of the lambda's introducer or the call operator
    cursor: Cursor  # LAMBDA, or the method
    captures: tuple[CaptureUse, ...] = ()
    domain: str = ""  # the type of what it is launched over, where the launch is parallel_for_each's

    @property
    def is_lambda(self) -> bool:
        """Is it a lambda expression?"""
        return bool(self.cursor._kind_id == ast.LAMBDA)

    @property
    def site(self) -> KernelSite:
        """For the SplitSource; what a function object of the user's class holds are its fields."""
        held = tuple(use.capture for use in self.captures)
        if not self.is_lambda:
            held = tuple(
                Capture(field.spelling, field.type.spelling, False, max(field.type.get_size(), 0))
                for field in fields(self.cursor.semantic_parent.type)
            )
        return KernelSite(self.location, held)


class KernelFinder:
    """Walks the bodies that hold launches."""

    def __init__(self, parsed: ParsedUnit, text: UnitText) -> None:
        self._parsed = parsed
        self._text = text
        self._kernels: dict[Location, Kernel] = {}
        # Functions that launch a parameter, and its index; parallel_for_each launches its last argument.
        self._launchers: dict[str, set[int]] = {LAUNCH: {-1}}
        self._bodies = [
            d for d in parsed.declarations() if d._kind_id in ast.FUNCTIONS or d._kind_id == ast.VAR_DECL
        ]

    def find(self) -> list[Kernel]:
        """All kernels, in the order of their launches."""
        done: set[tuple[str, int]] = set()
        while todo := {(n, i) for n, indexes in self._launchers.items() for i in indexes} - done:
            for name, index in sorted(todo):
                self._find_launches(name, index)
            done |= todo
        if self._text.launches:
            self._find_grid_launches()
        return list(self._kernels.values())

    def _find_grid_launches(self) -> None:
        """The lambdas that the edits make of bodies; they hold the functions' parameters."""
        for function in self._bodies:
            for call in self._parsed.walk(function) if self._may_launch(function) else ():
                if call._kind_id == ast.CALL and call.spelling == LAUNCHER:
                    made = next(c for c in self._parsed.walk(call) if c._kind_id == ast.LAMBDA)
                    place = self._parsed.place(function)
                    self._kernels.setdefault(
                        place, Kernel(place, made, tuple(self._parameters(function, made)))
                    )

    def _may_launch(self, function: Cursor) -> bool:
        first, last = self._parsed.begin(function), self._parsed.end(function)
        lines = (
            made.source.line_column(made.source.tokens[made.first].begin)[0]
            for made in self._text.launches
            if made.source.path == self._text.file_of(first)
        )
        return any(first.line <= line <= last.line for line in lines)

    def _parameters(self, function: Cursor, body: Cursor) -> Iterator[CaptureUse]:
        """Those that the body names."""
        used = {c.spelling for c in self._parsed.walk(body) if c._kind_id == ast.DECL_REF}
        for child in self._parsed.children(function):
            if child._kind_id == ast.PARM_DECL and child.spelling in used:
                kind = child.type
                capture = Capture(child.spelling, kind.spelling, False, max(kind.get_size(), 0))
                yield CaptureUse(capture, self._parsed.place(child), True, child)

    def _find_launches(self, name: str, index: int) -> None:
        places: dict[Path, list[int]] = {}
        hidden = False  # a macro's body holds the name: any function may use it
        for path, source in self._text.sources.items():
            if name in source.text:
                tokens = [t for t in source.tokens if t.text == name]
                places[path] = [t.begin for t in tokens if not t.directive]
                hidden |= any(t.directive for t in tokens)
        for declaration in self._bodies:
            if hidden or self._holds(declaration, places):
                self._look_into(declaration, name, index)

    def _holds(self, declaration: Cursor, places: dict[Path, list[int]]) -> bool:
        begin, end = self._parsed.begin(declaration), self._parsed.end(declaration)
        path = self._text.file_of(begin)
        if path is None or path not in places:
            return False
        source = self._text.sources[path]
        first = bisect_left(places[path], source.offset(begin.line, begin.column))
        return first < len(places[path]) and places[path][first] < source.offset(end.line, end.column)

    def _look_into(self, declaration: Cursor, name: str, index: int) -> None:
        for cursor in self._parsed.walk(declaration):
            if (
                cursor._kind_id == ast.CALL
                and self._calls(cursor, name)
                and (index >= 0 or self._is_ours(cursor))
            ):
                arguments = self._parsed.children(cursor)[1:]
                if -len(arguments) < index < len(arguments):
                    for kernel in self._kernels_of(arguments[index], declaration):
                        domain = arguments[-2].type.get_canonical().spelling if index == -1 else ""
                        self._kernels.setdefault(kernel.location, replace(kernel, domain=domain))

    def _calls(self, call: Cursor, name: str) -> bool:
        if call.spelling:
            return bool(call.spelling == name)
        for child in self._parsed.children(call)[:1]:
            if child.spelling == name:
                return True
            return any(
                c._kind_id == ast.OVERLOADED_REF and c.spelling == name for c in self._parsed.children(child)
            )
        return False

    def _is_ours(self, call: Cursor) -> bool:
        """Is it the dialects' parallel_for_each? Other libraries have functions of this name."""
        target = self._parsed.target(call)
        known = target is not None and target._kind_id in ast.FUNCTIONS
        candidates = [target] if known else self._parsed.candidates(call)
        parents = [self._parsed.parent(c) for c in candidates]
        if any(p is not None and p.spelling == _CPU_LOOPS for p in parents):
            return False  # where a template's instances decide, too: clang checks those
        return not parents or any(p is not None and p.spelling in _NAMESPACES for p in parents)

    def _kernels_of(self, argument: Cursor, function: Cursor) -> Iterator[Kernel]:
        """The kernels of a launch's argument."""
        found = self._lambda_of(argument, function)
        if found is not None:
            captures = Captures(self._parsed, self._text, found)
            yield Kernel(self._parsed.place(found), found, tuple(captures.uses()))
            return
        owner = self._parsed.class_of(argument)
        if owner is None and any(c._kind_id == ast.THIS for c in (argument, *self._parsed.walk(argument))):
            owner = self._parsed.parent(function)
        if owner is not None and self._parsed.is_users(owner):
            for method in self._for_devices(list(self._call_operators(owner))):
                yield Kernel(self._parsed.place(method), self._parsed.pattern(method))

    def _for_devices(self, methods: list[Cursor]) -> list[Cursor]:
        """The call operators less those for the CPU alone, where a kernel's is beside them."""
        return [m for m in methods if self._restriction(m) != CPU] or methods

    def _restriction(self, method: Cursor) -> Restriction:
        children = self._parsed.children(method)
        body = next((self._parsed.begin(c) for c in children if c._kind_id == ast.COMPOUND), None)
        return self._text.restriction(self._parsed.begin(method), self._parsed.place(method), body)

    def _call_operators(self, owner: Cursor) -> Iterator[Cursor]:
        for child in self._parsed.children(owner):
            if child.spelling == "operator()" and child._kind_id in ast.FUNCTIONS:
                yield child
            elif child._kind_id == ast.BASE_SPECIFIER:
                base = self._parsed.class_of(child)
                if base is not None and self._parsed.is_users(base):
                    yield from self._call_operators(base)

    def _lambda_of(self, expression: Cursor, function: Cursor) -> Cursor | None:
        """The lambda expression that an argument is, or that the variable it names was made from.

        Where it names a parameter, the function is a launcher, too.
        """
        if not _may_hold_lambda(expression.type):
            return None
        for cursor in (expression, *self._parsed.walk(expression)):
            if cursor._kind_id == ast.LAMBDA:
                return cursor
            if cursor._kind_id != ast.DECL_REF:
                continue
            target = self._parsed.target(cursor)
            if target is None or not self._parsed.is_users(target) or not _may_hold_lambda(target.type):
                continue
            if target._kind_id == ast.VAR_DECL:
                made = self._parsed.children(target)
                found = self._lambda_of(made[-1], function) if made else None
                if found is not None:
                    return found
            elif target._kind_id == ast.PARM_DECL:
                self._add_launcher(function, target.spelling)
        return None

    def _add_launcher(self, function: Cursor, parameter: str) -> None:
        names = [c.spelling for c in self._parsed.children(function) if c._kind_id == ast.PARM_DECL]
        if parameter in names and function.spelling:
            self._launchers.setdefault(function.spelling, set()).add(names.index(parameter))


def _may_hold_lambda(kind: Any) -> bool:
    """Can an object be a lambda expression's, or have one? A template's own types are not known yet."""
    kind = kind.get_canonical()
    return bool(kind.get_size() < 0 or "(lambda at" in kind.spelling)
