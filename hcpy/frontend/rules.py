"""Checks the dialects' rules on the code that kernels reach, and tells how a kernel gets there.

Takes: a ParsedUnit, its UnitText and its Kernels.
Gives: Diagnostics in clang's style. What clang's modes report by themselves is left to clang.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from hcpy.frontend import clang_ast as ast
from hcpy.frontend.annotations import CPU, Restriction
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.unit_text import UnitText
from hcpy.model import Diagnostic, Dialect, Location, Note

_IN_KERNEL = "is not allowed in a kernel"
# Statements and expressions that both dialects forbid; then those that only C++ AMP does.
_FORBIDDEN = {
    ast.TRY: "'try'",
    ast.DELETE: "'delete'",
    ast.DYNAMIC_CAST: "'dynamic_cast'",
    ast.TYPEID: "'typeid'",
}
_FORBIDDEN_AMP = {ast.GOTO: "'goto'", ast.INDIRECT_GOTO: "'goto'"}


@dataclass(frozen=True)
class Call:
    """A call in a function's body."""

    location: Location
    target: Cursor
    name: str


@dataclass
class Body:
    """What the rules must know of one function."""

    broken: list[tuple[Location, str]] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)


@dataclass(frozen=True)
class Step:
    """How a function was reached: who calls it, and where."""

    caller: int | None  # index of the caller's step
    call: Location | None
    cursor: Cursor
    name: str


class RuleChecker:
    """Checks one unit."""

    def __init__(self, parsed: ParsedUnit, text: UnitText) -> None:
        self._parsed = parsed
        self._text = text
        self._is_amp = text.unit.dialect is Dialect.AMP
        self._bodies: dict[tuple[Location, str], Body] = {}
        self._found: dict[tuple[Location, str], Diagnostic] = {}

    def check(self, kernels: Iterable[Kernel]) -> tuple[Diagnostic, ...]:
        """All broken rules, each place once."""
        for kernel in kernels:
            self._check_kernel(kernel)
            self._check_reached(kernel)
        return tuple(self._found.values())

    def restriction(self, function: Cursor) -> Restriction:
        """What the source says about a function."""
        children = self._parsed.children(function)
        if self._is_amp:
            kinds = {c._kind_id for c in children}
            return Restriction(cpu=ast.CUDA_HOST_ATTR in kinds, device=ast.CUDA_DEVICE_ATTR in kinds)
        body = next((self._parsed.begin(c) for c in children if c._kind_id == ast.COMPOUND), None)
        return self._text.restriction(self._parsed.begin(function), self._parsed.place(function), body)

    # --- the kernel itself ---------------------------------------------------------------------------
    def _check_kernel(self, kernel: Kernel) -> None:
        for use in kernel.captures:
            if not use.allowed:
                message = (
                    f"'{use.capture.name}' of type '{use.capture.type}' is captured by reference; "
                    "a kernel can capture only arrays and textures so"
                )
                self._add(use.location, message, (Note(kernel.location, "kernel starts here"),))
        if not (self._is_amp and kernel.is_lambda):
            return
        known = self._text.lambda_at(kernel.location)
        if known is not None and not known[1].restriction.device and not self._has_attribute(kernel.cursor):
            self._add(kernel.location, "a kernel must be declared with restrict(amp)", ())

    def _has_attribute(self, item: Cursor) -> bool:
        return any(c._kind_id == ast.CUDA_DEVICE_ATTR for c in self._parsed.children(item))

    # --- what it reaches -----------------------------------------------------------------------------
    def _check_reached(self, kernel: Kernel) -> None:
        """Visit the functions in the order of their distance, so that chains are short."""
        steps = [Step(None, None, kernel.cursor, "")]
        seen = {self._key(kernel.cursor)}
        queue = deque([0])
        while queue:
            at = queue.popleft()
            body = self._body(steps[at].cursor)
            for location, message in body.broken:
                self._add(location, message, self._chain(steps, at, kernel))
            for call in body.calls:
                if self._is_amp and self._closes_cycle(steps, at, call):
                    message = f"'{call.name}' calls itself; recursion {_IN_KERNEL}"
                    self._add(call.location, message, self._chain(steps, at, kernel))
                elif self._key(call.target) not in seen and self._may_follow(call, steps, at, kernel):
                    seen.add(self._key(call.target))
                    steps.append(Step(at, call.location, call.target, call.name))
                    queue.append(len(steps) - 1)

    def _closes_cycle(self, steps: list[Step], at: int, call: Call) -> bool:
        key = self._key(call.target)
        current: int | None = at
        while current is not None:
            if self._key(steps[current].cursor) == key:
                return True
            current = steps[current].caller
        return False

    def _may_follow(self, call: Call, steps: list[Step], at: int, kernel: Kernel) -> bool:
        """Is the callee the user's, and callable? clang's HIP mode reports the calls that are not."""
        if not self._parsed.is_users(call.target):
            return False
        if not self._is_amp and self.restriction(call.target) == CPU:
            message = f"'{call.name}' is restricted to the CPU and can't be called in a kernel"
            notes = (
                *self._chain(steps, at, kernel),
                Note(self._parsed.place(call.target), f"'{call.name}' declared here"),
            )
            self._add(call.location, message, notes)
            return False
        return True

    def _chain(self, steps: list[Step], at: int, kernel: Kernel) -> tuple[Note, ...]:
        """From the innermost call out to the kernel."""
        notes: list[Note] = []
        step = steps[at]
        while step.caller is not None:
            caller = steps[step.caller]
            who = f"'{caller.name}'" if caller.name else "the kernel"
            notes.append(Note(step.call, f"'{step.name}' is called from {who} here"))
            step = caller
        return (*notes, Note(kernel.location, "kernel starts here"))

    def _add(self, location: Location, message: str, notes: tuple[Note, ...]) -> None:
        self._found.setdefault((location, message), Diagnostic("error", location, message, notes))

    def _key(self, cursor: Cursor) -> tuple[Location, str]:
        return self._parsed.place(cursor), cursor.spelling

    # --- one body ------------------------------------------------------------------------------------
    def _body(self, function: Cursor) -> Body:
        key = self._key(function)
        if key not in self._bodies:
            self._bodies[key] = body = Body()
            for cursor in self._cursors(function):
                self._look(cursor, body)
        return self._bodies[key]

    def _cursors(self, function: Cursor) -> Iterator[Cursor]:
        """Everything in a body but what is not evaluated."""
        stack = self._parsed.children(function)[::-1]
        while stack:
            top = stack.pop()
            yield top
            if top._kind_id != ast.SIZEOF and top._kind_id not in ast.CLASSES:
                stack += self._parsed.children(top)[::-1]

    def _look(self, cursor: Cursor, body: Body) -> None:
        kind = cursor._kind_id
        if kind == ast.CALL:
            self._look_at_call(cursor, body)
        elif kind in _FORBIDDEN:
            body.broken.append((self._parsed.place(cursor), f"{_FORBIDDEN[kind]} {_IN_KERNEL}"))
        elif kind == ast.THROW and not self._is_amp:  # clang's HIP mode reports it
            body.broken.append((self._parsed.place(cursor), f"'throw' {_IN_KERNEL}"))
        elif kind == ast.NEW and not self._is_placement(cursor):
            body.broken.append((self._parsed.place(cursor), f"'new' {_IN_KERNEL}"))
        elif self._is_amp and kind in _FORBIDDEN_AMP:
            body.broken.append((self._parsed.place(cursor), f"{_FORBIDDEN_AMP[kind]} {_IN_KERNEL}"))

    def _is_placement(self, cursor: Cursor) -> bool:
        """`new (place) T`; std::nothrow allocates."""
        place = self._parsed.place(cursor)
        path = self._text.file_of(place)
        if path is None:
            return False
        source = self._text.sources[path]
        behind = source.text[source.offset(place.line, place.column) :][:80].removeprefix("::").lstrip()
        behind = behind.removeprefix("new").lstrip()
        return behind.startswith("(") and "nothrow" not in behind.partition(")")[0]

    def _look_at_call(self, cursor: Cursor, body: Body) -> None:
        place = self._parsed.place(cursor)
        target = self._parsed.target(cursor)
        if target is None or target._kind_id == ast.OVERLOADED_REF:
            # In a template: clear where one function has the name, else only an instance would tell.
            candidates = self._parsed.candidates(cursor)
            if len(candidates) != 1:
                return
            target = candidates[0]
        if target._kind_id in ast.FUNCTIONS:
            body.calls.append(Call(place, target, target.displayname))
            if self._is_amp and self._is_dynamic(cursor, target):
                body.broken.append((place, f"a virtual call of '{target.displayname}' {_IN_KERNEL}"))
        elif self._is_amp and _is_function_pointer(target):
            body.broken.append(
                (place, f"a call through the function pointer '{target.spelling}' {_IN_KERNEL}")
            )

    def _is_dynamic(self, call: Cursor, target: Cursor) -> bool:
        """Is it a virtual call? `object.Base::f()` names the function that it calls."""
        if not self._parsed.is_virtual(target):
            return False
        member = self._parsed.children(call)[:1]
        named = [c._kind_id for m in member for c in self._parsed.children(m)]
        return bool(member) and ast.TYPE_REF not in named


def _is_function_pointer(target: Cursor) -> bool:
    if target._kind_id not in (ast.VAR_DECL, ast.PARM_DECL, 6):  # 6: a data member
        return False
    kind = target.type.get_canonical()
    return ast.type_kind(kind) == "POINTER" and ast.type_kind(kind.get_pointee()) in (
        "FUNCTIONPROTO",
        "FUNCTIONNOPROTO",
    )
