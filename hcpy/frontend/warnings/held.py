"""-Wkernel-host-memory: memory of the host in what kernels capture, hold as members and name outside of
functions.

Takes: a ParsedUnit, its UnitText and a Kernel.
Gives: Findings. What the launch copies is an error: on the host, too, the copy is freed when the launch
returns. What it refers to works where the accelerator shares the host's memory: a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hcpy.core.model import Location, Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.captures import Captures, CaptureUse
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.clang_types import shown
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.text.unit_text import UnitText
from hcpy.frontend.warnings.finding import Finding
from hcpy.frontend.warnings.instances import Instances
from hcpy.frontend.warnings.owners import Owners, Reason, refers, without_reference

FLAG = "kernel-host-memory"
_FIELD_DECL = 6
_ON_HOST = ", and which on the host is freed when the launch returns"
_AROUND = (ast.MEMBER_REF, ast.UNEXPOSED_EXPR, ast.PAREN)


class HeldMemory:
    """The checks of one unit."""

    def __init__(self, parsed: ParsedUnit, text: UnitText, is_for_host_alone: bool) -> None:
        self.parsed = parsed
        self.text = text
        self._is_for_host_alone = is_for_host_alone
        self._owners = Owners(parsed)
        self._instances = Instances(parsed)

    def of(self, kernel: Kernel) -> Iterator[Finding]:
        """All of one kernel's."""
        yield from self._captured(kernel.captures, kernel, is_copied=True)
        yield from self._in_members(kernel)
        yield from self._global(kernel)

    # --- captures ----------------------------------------------------------------------------------------
    def _captured(
        self, captures: tuple[CaptureUse, ...], kernel: Kernel, is_copied: bool
    ) -> Iterator[Finding]:
        for use in captures:
            if use.variable is None:
                continue
            is_copy = is_copied and not use.capture.by_reference
            for kind, chain in self._instances.types(use.variable):
                held = without_reference(kind)
                is_kept = is_copy and not refers(held)
                reason = self._owners.of_captured(held)
                if reason is not None:
                    notes = (*reason, *chain)
                    yield from self._finding(use.capture.name, held, use.location, kernel, notes, is_kept)
                    break
            yield from self._of_function_object(use, kernel, is_copy)

    def _of_function_object(self, use: CaptureUse, kernel: Kernel, is_copied: bool) -> Iterator[Finding]:
        """A lambda expression that the kernel calls has captures, too."""
        if (
            use.variable._kind_id != ast.VAR_DECL
            or "(lambda at" not in use.variable.type.get_canonical().spelling
        ):
            return
        made = next((c for c in self.parsed.walk(use.variable) if c._kind_id == ast.LAMBDA), None)
        if made is not None:
            captures = tuple(Captures(self.parsed, self.text, made).uses())
            yield from self._captured(captures, kernel, is_copied)

    # --- members -----------------------------------------------------------------------------------------
    def _in_members(self, kernel: Kernel) -> Iterator[Finding]:
        """Members of objects that the kernel holds or is, where its body or their own functions name them."""
        told: set[str] = set()
        reached: list[tuple[Cursor, Reason, bool]] = [(body_of(self.parsed, kernel), (), False)]
        seen = {self.parsed.hash_of(kernel.cursor)}
        for function, chain, was_copied in reached:  # grows
            for cursor in self.parsed.walk(function):
                target = self.parsed.called(cursor) if cursor._kind_id == ast.MEMBER_REF else None
                if target is None or not self.parsed.is_users(target):
                    continue
                if chain:
                    is_copied = was_copied if self._is_of_this(cursor) else None
                else:
                    is_copied = self._is_copied(cursor, target, kernel)
                if is_copied is None:
                    continue
                place = self.parsed.place(cursor)
                if target._kind_id == ast.CXX_METHOD and self.parsed.hash_of(target) not in seen:
                    seen.add(self.parsed.hash_of(target))
                    note = Note(place, f"'{target.displayname}' is called here")
                    reached.append((self.parsed.pattern(target), (note, *chain), is_copied))
                if target._kind_id != _FIELD_DECL or target.spelling in told:
                    continue
                reason = self._owners.of_captured(target.type)
                if reason is not None:
                    told.add(target.spelling)
                    is_kept = is_copied and not refers(target.type)
                    notes = (*reason, *chain)
                    yield from self._finding(target.spelling, target.type, place, kernel, notes, is_kept)

    def _base(self, member: Cursor) -> Cursor | None:
        """The object that a member is named of; None: `this`, unnamed."""
        base = self.parsed.children(member)[:1]
        while base and base[0]._kind_id in _AROUND:
            inner = self.parsed.children(base[0])[:1]
            if not inner:
                return None if base[0]._kind_id == ast.MEMBER_REF else base[0]
            base = inner
        return base[0] if base else None

    def _is_of_this(self, member: Cursor) -> bool:
        """Is it a member of the object whose function names it?"""
        base = self._base(member)
        return base is None or base._kind_id in (ast.THIS, ast.TYPE_REF, ast.TEMPLATE_REF)

    def _is_copied(self, member: Cursor, target: Cursor, kernel: Kernel) -> bool | None:
        """Is it part of an object that the launch copies (True), or refers to (False)? None: neither."""
        if self._is_of_this(member):
            if not kernel.is_lambda:
                return True
            if is_within(self.parsed, target, kernel) or self._is_static(target):
                return None
            return self._copies_this(kernel)
        base = self._base(member)
        for use in kernel.captures:
            if base is not None and use.capture.name == base.spelling:
                return not use.capture.by_reference and not refers(without_reference(base.type))
        return None

    def _is_static(self, target: Cursor) -> bool:
        return target._kind_id not in (_FIELD_DECL, ast.CXX_METHOD) or (
            target._kind_id == ast.CXX_METHOD and bool(target.is_static_method())
        )

    def _copies_this(self, kernel: Kernel) -> bool:
        known = self.text.lambda_at(kernel.location)
        if known is None:
            return False
        source, item = known[0].source, known[1]
        named = (i for i in range(item.open, item.close) if source.tokens[i].text == "this")
        return any(source.text_of(i - 1) == "*" for i in named)

    # --- variables outside of functions ------------------------------------------------------------------
    def _global(self, kernel: Kernel) -> Iterator[Finding]:
        told: set[str] = set()
        for cursor in self.parsed.walk(body_of(self.parsed, kernel)):
            target = self.parsed.target(cursor) if cursor._kind_id == ast.DECL_REF else None
            if target is None or target._kind_id != ast.VAR_DECL or target.spelling in told:
                continue
            if not self.parsed.is_users(target) or self.parsed.is_automatic(target):
                continue
            if is_within(self.parsed, target, kernel) or self.text.is_unevaluated(self.parsed.place(cursor)):
                continue
            reason = self._owners.of_captured(target.type)
            if reason is not None:
                told.add(target.spelling)
                place = self.parsed.place(cursor)
                yield from self._finding(target.spelling, target.type, place, kernel, reason, is_kept=False)

    def _finding(
        self, name: str, kind: Any, place: Location, kernel: Kernel, reason: Reason, is_kept: bool
    ) -> Iterator[Finding]:
        if not is_kept and self._is_for_host_alone:
            return
        message = (
            f"'{name}' of type '{shown(kind)}' owns memory of the host, which no GPU reaches"
            f"{_ON_HOST if self._is_for_host_alone else ''}; use an array, an array_view or am_alloc"
        )
        notes = (*reason, Note(kernel.location, "kernel starts here"))
        yield Finding(FLAG, place, message, notes, is_mild=not is_kept)


def body_of(parsed: ParsedUnit, kernel: Kernel) -> Cursor:
    """What runs on the device: of a lambda expression its body, less what its captures are made from."""
    inner = parsed.children(kernel.cursor) if kernel.is_lambda else []
    return inner[-1] if inner else kernel.cursor


def is_within(parsed: ParsedUnit, target: Cursor, kernel: Kernel) -> bool:
    """Is it declared in the kernel's body?"""
    place, begin, end = parsed.place(target), kernel.location, parsed.end(kernel.cursor)
    first, last = (begin.line, begin.column), (end.line, end.column)
    return place.file == begin.file and first <= (place.line, place.column) < last
