"""Checks the dialects' rules, and reports how a kernel gets to the code that breaks one.

Takes: a ParsedUnit, its UnitText and its Kernels.
Gives: Diagnostics in clang's style. HC's rules hold for the code that kernels reach, C++ AMP's for all code
that is restricted to amp. What clang's HIP mode reports by itself is among them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from hcpy.core.dataclass import dataclass
from hcpy.core.model import Diagnostic, Dialect, Location, Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.instance_names import instance_name
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.rules.amp import amp_body
from hcpy.frontend.rules.amp_words import IN_AMP
from hcpy.frontend.rules.bodies import Body, Broken, Call, Unit, is_specialisation
from hcpy.frontend.rules.clang import IN_HEADER, without_followers
from hcpy.frontend.rules.coroutines import check_coroutine, is_coroutine
from hcpy.frontend.rules.declarations import (
    check_auto,
    check_destructor,
    check_kernel_result,
    check_linkage,
    check_tile_static_result,
    check_tile_static_scope,
    is_auto,
)
from hcpy.frontend.rules.exception_handling import without_handled
from hcpy.frontend.rules.expressions import bare_type, check_captures
from hcpy.frontend.rules.hc import whole_hc_body
from hcpy.frontend.rules.host import HostCode, HostKernel, launched_here
from hcpy.frontend.rules.one_declaration import without_later_variables
from hcpy.frontend.rules.pointers import check_pointers
from hcpy.frontend.rules.recursion import Edge, Recursion
from hcpy.frontend.rules.refused_calls import without_refused_objects
from hcpy.frontend.rules.statements import is_tile_static, tile_statics_on_host
from hcpy.frontend.rules.types import TypeRules
from hcpy.frontend.rules.unnamed_calls import check_tile_static_member
from hcpy.frontend.rules.view_pointers import check_view_pointers
from hcpy.frontend.rules.virtual_functions import without_virtual_followers
from hcpy.frontend.text.annotations import CPU
from hcpy.frontend.text.unit_text import UnitText

_CPU_KERNEL = "a kernel can't be restricted to the CPU; declare it [[hc]]"
_UNRESTRICTED = "a kernel must be declared with restrict(amp)"


@dataclass(frozen=True)
class Step:
    """How a function was reached: who calls it, and where."""

    caller: int | None  # index of the caller's step
    call: Location | None
    cursor: Cursor
    name: str  # as messages have it


class RuleChecker:
    """Checks one unit."""

    def __init__(self, parsed: ParsedUnit, text: UnitText) -> None:
        self._parsed = parsed
        self._text = text
        self._is_amp = text.unit.dialect is Dialect.AMP
        self._unit = Unit(parsed, text, TypeRules(parsed))
        self._bodies: dict[int, Body] = {}
        self._reached: set[int] = set()
        self._recursion = Recursion()
        self._told_classes: set[str] = set()
        self._coroutines: set[Location] = set()  # clang has the calls that it makes for one there
        self._found: dict[tuple[Location, str], Diagnostic] = {}

    def check(self, kernels: Iterable[Kernel], findings: Sequence[Broken] = ()) -> tuple[Diagnostic, ...]:
        """All broken rules, each place once; `findings` are clang's, in the dialect's words."""
        reaching: list[Kernel] = []
        for kernel in kernels:
            self._check_kernel(kernel)
            if kernel.is_lambda or not self._is_amp or self._unit.restriction(kernel.cursor).device:
                self._check_reached(kernel.cursor, kernel, ())
                reaching.append(kernel)
        classes: list[Cursor] = []
        declarations = list(self._parsed.declarations())
        if not self._is_amp:
            for found in (f for d in declarations for f in check_tile_static_member(self._unit, d)):
                self._add(found, ())
        else:
            classes = [d for d in declarations if d._kind_id in ast.CLASSES]
            for declaration in declarations:
                self._check_declaration(declaration)
            for found in check_linkage(self._unit, declarations):
                self._add(found, ())
            for found in check_pointers(self._unit, declarations):
                self._add(found, (), if_new_place=True)
            self._check_host_code(declarations)
        for kernel in reaching if findings else ():  # of instances the own rules name who makes them
            self._check_reached(kernel.cursor, kernel, findings)
        if any(message == _UNRESTRICTED for _, message in self._found):
            findings = [f for f in findings if f.kind != IN_HEADER]  # because of that
        # What a member that clang makes calls was reported where it is called.
        made = {self._parsed.place(d) for d in classes} if self._found else set()
        for found in findings:
            if found.location not in made and all(place != found.location for place, _ in self._found):
                self._add(found, ())
        if not self._is_amp:
            return tuple(self._found.values())
        return self._first_errors()

    @property
    def uninstantiated(self) -> set[str]:
        """Instances of class templates that the checked code names, and that clang had no need to make."""
        return self._unit.types.uninstantiated

    def check_instances(self, made: Iterable[tuple[Cursor, Note]]) -> tuple[Diagnostic, ...]:
        """What explicit instantiations of functions break."""
        for function, note in made:
            self._check_reached(function, None, (), (note,), if_new_place=True)
        return self._first_errors()

    def _first_errors(self) -> tuple[Diagnostic, ...]:
        """Without what follows from others: a call of an object that is refused is no second mistake."""
        told = [d for d in self._found.values() if d.location not in self._coroutines or is_coroutine(d)]
        # One in a library's header, that no note leads to from the user's text, follows from one in that.
        told = [d for d in told if d.location and self._parsed.is_users_file(d.location.file)] or told
        found = without_refused_objects(self._text, without_virtual_followers(told))
        first = without_later_variables(self._text, without_followers(sorted(found, key=_order)))
        return without_handled(self._text, first)

    # --- the kernel itself ---------------------------------------------------------------------------
    def _check_kernel(self, kernel: Kernel) -> None:
        start = (Note(kernel.location, "kernel starts here"),)
        if not self._is_amp:  # what is captured by reference is looked at in the launch
            if self._unit.restriction(kernel.cursor) == CPU:
                self._add(Broken(kernel.location, _CPU_KERNEL), ())
            for found in check_view_pointers(self._unit, kernel):
                self._add(found, start)
            return
        for found in check_kernel_result(self._unit, kernel.cursor):
            self._add(found, ())
        if kernel.is_lambda:
            for found in check_captures(self._unit, kernel.cursor):
                self._add(found, start)
            known = self._text.lambda_at(kernel.location)
            if known is not None and not known[1].restriction.device:
                self._add(Broken(kernel.location, _UNRESTRICTED), ())
        else:
            self._check_functor(kernel)

    def _check_functor(self, kernel: Kernel) -> None:
        """The class of a function object: what it holds travels to the device."""
        owner = self._parsed.parent(kernel.cursor)
        if not self._is_restricted(kernel, owner):
            self._add(Broken(kernel.location, _UNRESTRICTED), ())
        if owner is not None:
            self._refuse_class(owner, self._parsed.place(owner), owner.type, ())

    def _refuse_class(self, owner: Cursor, place: Location, kind: Any, chain: tuple[Note, ...]) -> None:
        """The class of a kernel that holds what no device can have; reported once for each class."""
        fault = self._unit.types.of_class(kind)
        if fault is not None:
            self._told_classes.add(bare_type(kind))
            message = f"'{owner.spelling}' can't be the type of a kernel"
            message += f": {fault.reason}" if fault.reason else ""
            self._add(Broken(place, message, fault.notes), chain)

    def _is_restricted(self, kernel: Kernel, owner: Cursor | None) -> bool:
        """Is the call operator, or an overload, restricted to amp?"""
        overloads = self._parsed.children(owner) if owner is not None else ()
        named = (c for c in overloads if c.spelling == "operator()" and c._kind_id in ast.FUNCTIONS)
        return any(self._unit.restriction(c).device for c in (kernel.cursor, *named))

    # --- what it reaches -----------------------------------------------------------------------------
    def _check_reached(
        self,
        root: Cursor,
        kernel: Kernel | None,
        findings: Sequence[Broken],
        origin: tuple[Note, ...] = (),
        if_new_place: bool = False,
    ) -> None:
        """Visit the functions in the order of their distance, so that chains are short."""
        # Of a template the instances were looked at before: they know more.
        is_pattern = if_new_place or root._kind_id == ast.FUNCTION_TEMPLATE
        steps = [Step(None, None, root, _name_of_root(root, kernel))]
        seen = {self._key(root): 0}
        calls: list[list[Edge]] = []
        queue = deque([0])
        while queue:
            at = queue.popleft()
            body = self._body(steps[at].cursor)
            chain = (*self._chain(steps, at, kernel), *origin)
            for found in body.broken:
                self._add(found, chain, is_pattern)
            for found in self._inside(steps[at].cursor, findings):
                if not self._is_told(found):
                    self._add(found, chain, if_new_place=True)
            calls.append([])
            for call in body.calls:
                if call.is_constant and self._is_amp:
                    continue
                key = self._key(call.target)
                if key not in seen:
                    if not self._may_follow(call, chain):
                        continue
                    seen[key] = len(steps)
                    name = f"'{instance_name(self._parsed, call.target)}'"
                    steps.append(Step(at, call.location, call.target, name))
                    queue.append(len(steps) - 1)
                calls[at].append(Edge(at, seen[key], call))
        if self._is_amp:
            self._check_recursion(steps, calls, (*self._start(kernel), *origin))
        self._reached |= seen.keys()

    def _inside(self, function: Cursor, findings: Sequence[Broken]) -> list[Broken]:
        """clang's findings in a function."""
        if not findings:
            return []
        begin, end = self._parsed.begin(function), self._parsed.end(function)
        first, last = (begin.line, begin.column), (end.line, end.column)
        return [
            f
            for f in findings
            if f.location.file == begin.file and first <= (f.location.line, f.location.column) < last
        ]

    def _check_recursion(self, steps: list[Step], calls: list[list[Edge]], start: tuple[Note, ...]) -> None:
        for edge, path in self._recursion.closing([self._key(s.cursor) for s in steps], calls):
            chain = [_called(steps, e) for e in reversed(path)]
            message = f"'{edge.call.name}' calls itself; recursion {IN_AMP}"
            # An instance's cycle is the template's own.
            self._add(Broken(edge.call.location, message), (*chain, *start), if_new_place=True)

    def _may_follow(self, call: Call, chain: tuple[Note, ...]) -> bool:
        """Is the callee the user's, and callable? C++ AMP's calls were checked with the body."""
        if not self._parsed.is_users(call.target):
            return False
        if not self._is_amp and self._unit.restriction(call.target) == CPU:
            is_lambda = self._text.lambda_at(self._parsed.place(call.target)) is not None
            name = "the lambda" if is_lambda else f"'{call.name}'"
            message = f"{name} is restricted to the CPU and can't be called in a kernel"
            note = Note(self._parsed.place(call.target), f"'{call.name}' declared here")
            self._add(Broken(call.location, message), (*chain, note))
            return False
        return True

    def _chain(self, steps: list[Step], at: int, kernel: Kernel | None) -> tuple[Note, ...]:
        """From the innermost call out to the kernel."""
        notes: list[Note] = []
        step = steps[at]
        while step.caller is not None:
            caller = steps[step.caller]
            notes.append(Note(step.call, f"{step.name} is called from {caller.name} here"))
            step = caller
        return (*notes, *self._start(kernel))

    @staticmethod
    def _start(kernel: Kernel | None) -> tuple[Note, ...]:
        return (Note(kernel.location, "kernel starts here"),) if kernel else ()

    def _add(self, found: Broken, chain: tuple[Note, ...], if_new_place: bool = False) -> None:
        if if_new_place and any(place == found.location for place, _ in self._found):
            return
        if found.owner:
            if found.owner in self._told_classes:
                return
            self._told_classes.add(found.owner)
        message = found.message.replace("Kalmar::", "concurrency::" if self._is_amp else "hc::")
        key = (found.location, message)
        self._found.setdefault(key, Diagnostic("error", found.location, message, (*found.notes, *chain)))

    def _is_told(self, found: Broken) -> bool:
        """The same of the same line, as of a local class's member and of the object."""
        at = found.location
        return any(
            (place.file, place.line) == (at.file, at.line) and message == found.message
            for place, message in self._found
        )

    def _key(self, cursor: Cursor) -> int:
        return self._parsed.hash_of(cursor.canonical)

    def _body(self, function: Cursor) -> Body:
        key = self._key(function)
        if key not in self._bodies:
            made = amp_body(self._unit, function) if self._is_amp else whole_hc_body(self._unit, function)
            for word in check_coroutine(self._unit, function):
                self._coroutines |= {self._parsed.place(function), word.location}
                made.broken.append(word)
            self._bodies[key] = made
        return self._bodies[key]

    # --- C++ AMP: code that no kernel reaches --------------------------------------------------------
    def _check_declaration(self, declaration: Cursor) -> None:
        kind = declaration._kind_id
        if kind == ast.VAR_DECL:
            for found in check_tile_static_scope(self._unit, declaration):
                self._add(found, ())
            if not is_tile_static(self._unit, declaration):
                self._refuse_tile_statics(declaration)  # a lambda that it is initialised with
            return
        if kind in ast.CLASSES:
            self._check_instantiation(declaration)
        if kind not in ast.FUNCTIONS:
            return
        for found in check_tile_static_result(self._unit, declaration):
            self._add(found, ())
        if kind == ast.DESTRUCTOR:
            for found in check_destructor(self._unit, declaration):
                self._add(found, ())
        if not self._unit.restriction(declaration).device:
            self._refuse_tile_statics(declaration)
            return
        for found in check_auto(self._unit, declaration):
            self._add(found, ())
        is_own = is_specialisation(self._unit, declaration)
        definition = (self._parsed.definition if is_own else self._parsed.pattern)(declaration)
        if self._key(definition) not in self._reached and not is_auto(self._unit, definition):
            self._check_reached(definition, None, ())

    def _check_instantiation(self, owner: Cursor) -> None:
        """`template class name<T>;` makes all members; clang shows the class, and nothing in it."""
        if self._parsed.children(owner) or self._parsed.pattern(owner) == owner:
            return
        for method in clang_types.methods(owner.type):
            if self._unit.restriction(method).device:
                note = Note(self._parsed.place(owner), f"'{owner.type.spelling}' is instantiated here")
                function = self._parsed.called(method) or method
                self._check_reached(function, None, (), (note,), if_new_place=True)

    def _check_host_code(self, declarations: Sequence[Cursor]) -> None:
        """Kernels and lambdas in instances of templates, lambdas that no launch reaches, element types."""
        host = HostCode(self._unit)
        host.look(declarations)
        for found in host.broken:
            self._add(found, (), if_new_place=True)
        for launched in host.kernels:
            self._check_instance(launched)
        for item in sorted(host.lambdas, key=lambda item: item.is_pattern):
            if self._key(item.cursor) in self._reached:
                continue
            for found in check_captures(self._unit, item.cursor):
                self._add(found, item.chain, if_new_place=True)
            self._check_reached(item.cursor, None, (), item.chain, if_new_place=True)

    def _check_instance(self, launched: HostKernel) -> None:
        """A function object whose class is an instance of a template."""
        owner = launched.kind.get_declaration()
        note = launched_here(launched.launch)
        self._refuse_class(owner, self._parsed.place(owner), launched.kind, (note,))
        for method in clang_types.methods(launched.kind):
            if method.spelling == "operator()" and self._unit.restriction(method).device:
                function = self._parsed.called(method) or method
                kernel = Kernel(self._parsed.place(method), function)
                for found in check_kernel_result(self._unit, method):
                    self._add(found, (note,), if_new_place=True)
                self._check_reached(function, kernel, (), (note,), if_new_place=True)

    def _refuse_tile_statics(self, on_host: Cursor) -> None:
        for found in tile_statics_on_host(self._unit, on_host):
            self._add(found, ())


def _called(steps: list[Step], edge: Edge) -> Note:
    caller, callee = steps[edge.caller].name, steps[edge.callee].name
    return Note(edge.call.location, f"{callee} is called from {caller} here")


def _name_of_root(root: Cursor, kernel: Kernel | None) -> str:
    if kernel is not None:
        return "the kernel"
    return "the lambda" if root._kind_id == ast.LAMBDA else f"'{root.displayname}'"


def _order(found: Diagnostic) -> tuple[str, int, int]:
    place = found.location or Location("", 0)
    return place.file, place.line, place.column
