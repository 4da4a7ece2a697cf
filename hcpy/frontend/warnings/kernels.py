"""Warnings about what kernels reach: `this`, tile_static without tiles; with those of held.py.

Takes: a ParsedUnit, its UnitText and its Kernels.
Gives: Findings.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence

from hcpy.core.dataclass import dataclass
from hcpy.core.model import Dialect, Location, Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.rules.types import library_class
from hcpy.frontend.text.unit_text import UnitText
from hcpy.frontend.this_captures import ThisUses
from hcpy.frontend.warnings.finding import Finding
from hcpy.frontend.warnings.held import HeldMemory, body_of, is_within
from hcpy.targets import is_host

_FIELD_DECL = 6
_FLAT = re.compile(r"\bindex<\d+>")
_FLAT_DOMAIN = re.compile(r"\bextent<\d+>")


@dataclass(frozen=True)
class KernelWarnings:
    """The checks of one unit."""

    parsed: ParsedUnit
    text: UnitText

    def find(self, kernels: Sequence[Kernel]) -> Iterator[Finding]:
        """All findings; C++ AMP's rules refuse most of these."""
        is_hc = self.text.unit.dialect is Dialect.HC
        held = HeldMemory(self.parsed, self.text, self._is_for_host_alone())
        for kernel in kernels:
            if is_hc:
                yield from held.of(kernel)
                if kernel.is_lambda:
                    yield from self._this(kernel)
            if self._is_flat(kernel):
                yield from self._tile_statics(kernel)

    def _is_for_host_alone(self) -> bool:
        return all(map(is_host, self.text.unit.targets))

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
        for cursor in self.parsed.walk(body_of(self.parsed, kernel)):
            target = self.parsed.called(cursor) if cursor._kind_id == ast.MEMBER_REF else None
            implicit = target is not None and not self.parsed.children(cursor)
            if cursor._kind_id != ast.THIS and not implicit:
                continue
            if target is not None and (
                target._kind_id not in (_FIELD_DECL, ast.CXX_METHOD)
                or (target._kind_id == ast.CXX_METHOD and target.is_static_method())
                or is_within(self.parsed, target, kernel)
            ):
                continue
            message = (
                f"'this' is captured{'' if named else ' implicitly'}, and the kernel may change its object, "
                "which lies in the host's memory; capture *this, or copies of its members"
            )
            notes = (Note(kernel.location, "kernel starts here"),)
            yield Finding("kernel-this", self.parsed.place(cursor), message, notes)
            return

    # --- -Wtile-static-without-tiles ---------------------------------------------------------------------
    def _is_flat(self, kernel: Kernel) -> bool:
        for child in self.parsed.children(kernel.cursor):
            if child._kind_id == ast.PARM_DECL:
                type_ = child.type
                if "index<" in type_.get_canonical().spelling:
                    return bool(_FLAT.search(type_.get_canonical().spelling)) and library_class(type_) in (
                        "index",
                        "",
                    )
                break
        # `auto`, a template's parameter or none: the domain says it.
        return bool(_FLAT_DOMAIN.search(kernel.domain))

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

    def _has_static(self, function: Cursor) -> bool:
        variables = (c for c in self.parsed.walk(function) if c._kind_id == ast.VAR_DECL)
        return any(variable.storage_class.name == "STATIC" for variable in variables)

    def _declared_in(self, function: Cursor) -> Iterator[Location]:
        begin, end = self.parsed.begin(function), self.parsed.end(function)
        path = self.text.file_of(begin)
        source = self.text.sources[path] if path is not None else None
        words = self.text.tile_static_words
        if source is None or all(word not in source.text for word in words):
            return
        first = source.token_of(begin)
        last = source.token_of(end)
        for i in range(first, last):
            if source.tokens[i].text in words and not source.tokens[i].directive:
                if not self._has_static(function):
                    return  # it is in another function of the same macro
                yield Location(str(path), *source.line_column(source.tokens[i].begin))
                return
