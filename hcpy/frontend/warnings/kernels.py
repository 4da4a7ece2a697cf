"""Warnings about what kernels hold and reach: memory of the host, `this`, tile_static without tiles.

Takes: a ParsedUnit, its UnitText and its Kernels.
Gives: Findings.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hcpy.core.model import Dialect, Location, Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.rules.types import library_class
from hcpy.frontend.text.unit_text import UnitText
from hcpy.frontend.this_captures import ThisUses
from hcpy.frontend.warnings.text import Finding
from hcpy.targets import is_host

_FIELD_DECL = 6
# Classes of the standard library whose elements lie in the host's memory.
_CONTAINERS = re.compile(
    r"^(?:const )?(?:class |struct )?std::(?:\w+::)?(?:vector|basic_string|string|deque|list|"
    r"forward_list|(?:multi)?(?:map|set)|unordered_(?:multi)?(?:map|set)|function|any|shared_ptr|unique_ptr|weak_ptr|queue|stack|"
    r"priority_queue|valarray|basic_\w*stream\w*)\b(?!::)"
)
_CLASSES = frozenset(("RECORD", "UNEXPOSED"))  # the latter depend on template parameters
_FREES = frozenset(("free", "_aligned_free", "fclose"))
_ON_HOST = ", and which on the host is freed when the launch returns"
_FLAT = re.compile(r"\bindex<\d+>")


@dataclass(frozen=True)
class KernelWarnings:
    """The checks of one unit."""

    parsed: ParsedUnit
    text: UnitText

    def find(self, kernels: Sequence[Kernel]) -> Iterator[Finding]:
        """All findings; C++ AMP's rules refuse most of these."""
        is_hc = self.text.unit.dialect is Dialect.HC
        for kernel in kernels:
            if is_hc:
                yield from self._held(kernel)
                if kernel.is_lambda:
                    yield from self._this(kernel)
            if self._is_flat(kernel):
                yield from self._tile_statics(kernel)

    # --- -Wkernel-host-memory ----------------------------------------------------------------------------
    def _held(self, kernel: Kernel) -> Iterator[Finding]:
        for use in kernel.captures:
            if use.capture.by_reference or use.variable is None:
                continue
            kind = use.variable.type
            reason = self._owner(kind)
            if reason is None:
                continue
            yield self._host_memory(use.capture.name, kind.spelling, use.location, kernel, reason)
        yield from self._held_in_members(kernel)

    def _held_in_members(self, kernel: Kernel) -> Iterator[Finding]:
        """Members of objects that the kernel holds or is, where its body or their own functions name them."""
        told: set[str] = set()
        reached: list[tuple[Cursor, tuple[Note, ...]]] = [(kernel.cursor, ())]
        seen = {self.parsed.hash_of(kernel.cursor)}
        for function, chain in reached:  # grows
            for cursor in self.parsed.walk(function):
                target = self.parsed.called(cursor) if cursor._kind_id == ast.MEMBER_REF else None
                if target is None or not self.parsed.is_users(target):
                    continue
                if not (self._is_of_this(cursor) if chain else self._is_held(cursor, kernel)):
                    continue
                place = self.parsed.place(cursor)
                if target._kind_id == ast.CXX_METHOD and self.parsed.hash_of(target) not in seen:
                    seen.add(self.parsed.hash_of(target))
                    note = Note(place, f"'{target.displayname}' is called here")
                    reached.append((self.parsed.pattern(target), (note, *chain)))
                if target._kind_id != _FIELD_DECL or target.spelling in told:
                    continue
                reason = self._owner(target.type)
                if reason is not None:
                    told.add(target.spelling)
                    name, kind = target.spelling, target.type.spelling
                    yield self._host_memory(name, kind, place, kernel, (*reason, *chain))

    def _is_of_this(self, member: Cursor) -> bool:
        """Is it a member of the object whose function names it?"""
        base = self.parsed.children(member)[:1]
        while base and base[0]._kind_id in (ast.MEMBER_REF, ast.UNEXPOSED_EXPR, ast.PAREN):
            base = self.parsed.children(base[0])[:1]
        return not base or base[0]._kind_id in (ast.THIS, ast.TYPE_REF, ast.TEMPLATE_REF)

    def _is_held(self, member: Cursor, kernel: Kernel) -> bool:
        """Is it part of a captured object, or of the kernel's own?"""
        base = self.parsed.children(member)[:1]
        while base and base[0]._kind_id in (ast.MEMBER_REF, ast.UNEXPOSED_EXPR, ast.PAREN):
            inner = self.parsed.children(base[0])[:1]
            if not inner:
                break
            base = inner
        if not base:
            return not kernel.is_lambda  # `this` of the function object
        name = base[0].spelling
        return any(use.capture.name == name and not use.capture.by_reference for use in kernel.captures)

    def _host_memory(
        self, name: str, kind: str, place: Location, kernel: Kernel, reason: tuple[Note, ...]
    ) -> Finding:
        message = (
            f"'{name}' of type '{kind}' owns memory of the host, which no GPU reaches"
            f"{_ON_HOST if self._is_for_host_alone() else ''}; use an array, an array_view or am_alloc"
        )
        notes = (*reason, Note(kernel.location, "kernel starts here"))
        return Finding("kernel-host-memory", place, message, notes)

    def _is_for_host_alone(self) -> bool:
        return all(map(is_host, self.text.unit.targets))

    def _owner(self, kind: Any, depth: int = 0) -> tuple[Note, ...] | None:
        """Why a type owns memory of the host; None: it does not."""
        kind = kind.get_canonical()
        while "ARRAY" in ast.type_kind(kind):
            kind = kind.get_array_element_type().get_canonical()
        if ast.type_kind(kind) not in _CLASSES or library_class(kind):
            return None
        if _CONTAINERS.match(kind.spelling):
            return ()
        owner = self.parsed.pattern(kind.get_declaration())
        if depth > 0 or not self.parsed.is_users(owner):
            return None
        for child in self.parsed.children(owner):
            if child._kind_id == ast.DESTRUCTOR and self._frees(self.parsed.pattern(child)):
                return (Note(self.parsed.place(child), f"'{child.spelling}' frees it here"),)
        return None

    def _frees(self, destructor: Cursor) -> bool:
        for cursor in self.parsed.walk(destructor):
            if cursor._kind_id == ast.DELETE or (cursor._kind_id == ast.CALL and cursor.spelling in _FREES):
                return True
        return False

    # --- -Wkernel-this -----------------------------------------------------------------------------------
    def _this(self, kernel: Kernel) -> Iterator[Finding]:
        """`this`, named or through a capture default, where the kernel changes the object: a copy serves the
        others."""
        known = self.text.lambda_at(kernel.location)
        if known is None or self._is_for_host_alone():
            return
        source, item = known[0].source, known[1]
        named = [i for i in range(item.open, item.close) if source.tokens[i].text == "this"]
        if any(source.text_of(i - 1) == "*" or source.text_of(i - 1) == "=" for i in named):
            return
        if ThisUses(self.parsed, kernel.cursor).is_read_only():
            return
        for cursor in self.parsed.walk(kernel.cursor):
            target = self.parsed.called(cursor) if cursor._kind_id == ast.MEMBER_REF else None
            implicit = target is not None and not self.parsed.children(cursor)
            if cursor._kind_id != ast.THIS and not implicit:
                continue
            if target is not None and (
                target._kind_id not in (_FIELD_DECL, ast.CXX_METHOD)
                or (target._kind_id == ast.CXX_METHOD and target.is_static_method())
                or self._is_within(target, kernel)
            ):
                continue
            message = (
                f"'this' is captured{'' if named else ' implicitly'}, and the kernel may change its object, "
                "which lies in the host's memory; capture *this, or copies of its members"
            )
            notes = (Note(kernel.location, "kernel starts here"),)
            yield Finding("kernel-this", self.parsed.place(cursor), message, notes)
            return

    def _is_within(self, target: Cursor, kernel: Kernel) -> bool:
        """Is it a member of a class that the kernel's body defines?"""
        place, begin, end = self.parsed.place(target), kernel.location, self.parsed.end(kernel.cursor)
        first, last = (begin.line, begin.column), (end.line, end.column)
        return place.file == begin.file and first <= (place.line, place.column) < last

    # --- -Wtile-static-without-tiles ---------------------------------------------------------------------
    def _is_flat(self, kernel: Kernel) -> bool:
        for child in self.parsed.children(kernel.cursor):
            if child._kind_id == ast.PARM_DECL:
                return bool(_FLAT.search(child.type.get_canonical().spelling)) and library_class(
                    child.type
                ) in ("index", "")
        return False

    def _tile_statics(self, kernel: Kernel) -> Iterator[Finding]:
        """tile_static in all that a flat kernel reaches."""
        chains: list[tuple[Cursor, tuple[Note, ...]]] = [(kernel.cursor, ())]
        queue, seen = deque(chains), {self.parsed.hash_of(kernel.cursor)}
        start = Note(kernel.location, "kernel starts here")
        while queue:
            function, chain = queue.popleft()
            for place in self._declared_in(function):
                message = "a tile_static variable in a kernel without tiles: no one says who shares it"
                yield Finding("tile-static-without-tiles", place, message, (*chain, start))
            for cursor in self.parsed.walk(function):
                target = self.parsed.called_by(cursor) if cursor._kind_id == ast.CALL else None
                if target is None or target._kind_id not in ast.FUNCTIONS or not self.parsed.is_users(target):
                    continue
                key = self.parsed.hash_of(target)
                if key not in seen:
                    seen.add(key)
                    note = Note(self.parsed.place(cursor), f"'{target.displayname}' is called here")
                    queue.append((target, (note, *chain)))

    def _declared_in(self, function: Cursor) -> Iterator[Location]:
        begin, end = self.parsed.begin(function), self.parsed.end(function)
        path = self.text.file_of(begin)
        source = self.text.sources[path] if path is not None else None
        words = self.text.tile_static_words
        if source is None or all(word not in source.text for word in words):
            return
        first = source.token_at(source.offset(begin.line, begin.column))
        last = source.token_at(source.offset(end.line, end.column))
        for i in range(first, last):
            if source.tokens[i].text in words and not source.tokens[i].directive:
                yield Location(str(path), *source.line_column(source.tokens[i].begin))
                return
