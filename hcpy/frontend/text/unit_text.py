"""The user's files of a unit with their annotations: what is known before any parse.

Takes: a TranslationUnit.
Gives: UnitText: texts, clauses, lambdas, the edits made from tokens alone, and look-ups by place.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from hcpy.core.dataclass import dataclass, field, replace
from hcpy.core.model import Dialect, Edit, ExternalNames, Location, TranslationUnit
from hcpy.frontend.microsoft.compat import compat_edits
from hcpy.frontend.text.address_spaces import address_space_edits
from hcpy.frontend.text.annotation_macros import annotation_macros
from hcpy.frontend.text.annotations import (
    BUILT_IN_MACROS,
    NONE,
    Annotations,
    Lambda,
    Restriction,
    annotate,
)
from hcpy.frontend.text.external_functions import export_edits, external_names
from hcpy.frontend.text.grid_launches import GridLaunch, grid_launch_edits, grid_launches
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.macro_functions import single_functions, twin_edits
from hcpy.frontend.text.macro_introducers import expanded
from hcpy.frontend.text.positions import moved_annotations, wrapped_captures
from hcpy.frontend.text.restrict_words import renamed_identifiers
from hcpy.frontend.text.sources import Scan, scan
from hcpy.frontend.text.tile_statics import WORD, plain_macros, stored_tile_statics, tile_static_macros

# Text without any of these words holds nothing to edit.
_WORDS = re.compile(r"\b(restrict|hc|amp|cpu|__HC__|__CPU__|__GPU|__[GC]PU_ONLY|tile_static)\b")
_PASS_MACROS = re.compile(r"\b(__KALMAR_ACCELERATOR__|__HCC_ACCELERATOR__|__KALMAR_CPU__|__HCC_CPU__)\b")


@dataclass(frozen=True)
class UnitText:
    """The texts of one unit."""

    unit: TranslationUnit
    sources: dict[Path, SourceText]
    annotations: dict[Path, Annotations]  # of the files that hold any
    moves: tuple[Edit, ...]  # what clang does not parse as written: annotations, ...
    wraps: tuple[Edit, ...]  # captures by reference (C++ AMP)
    spellings: dict[Path, tuple[str, ...]] = field(default_factory=dict)  # further paths of a file
    names: ExternalNames = field(default_factory=ExternalNames)
    exports: tuple[Edit, ...] = ()  # the marks of functions that other units may call (HC)
    launches: tuple[GridLaunch, ...] = ()  # functions that launch their bodies (HC)

    @cached_property
    def by_name(self) -> dict[str, Path]:
        """The files by absolute path, links followed."""
        return {os.path.realpath(path): path for path in self.sources}

    @cached_property
    def _looked_up(self) -> dict[str, Path | None]:
        return {}

    @cached_property
    def mentions_passes(self) -> bool:
        """Can the two iterations see different code of the user's?"""
        return any(_PASS_MACROS.search(source.text) for source in self.sources.values())

    @cached_property
    def tile_static_words(self) -> frozenset[str]:
        """`tile_static`, and the user's macros that have it in their bodies."""
        return tile_static_macros(self.sources.values()) | {WORD}

    @cached_property
    def made_by_macros(self) -> dict[str, Restriction]:
        """Macros that make one function each, and what their bodies restrict it to."""
        return dict(made for found in self.annotations.values() for made in single_functions(found))

    def file_of(self, location: Location) -> Path | None:
        """The user's file at a location."""
        name = location.file
        if name not in self._looked_up:
            self._looked_up[name] = self.by_name.get(os.path.realpath(name))
        return self._looked_up[name]

    def presumed(self, location: Location) -> Location:
        """A place in a file as the file's #line directives have it."""
        path = self.file_of(location)
        if path is None or not self.sources[path].line_directives:
            return location
        file, line = self.sources[path].presumed(location.line)
        return replace(location, file=file or location.file, line=line)

    def offset(self, location: Location) -> int | None:
        """The byte in the user's file; None: the file is none of them."""
        path = self.file_of(location)
        return None if path is None else self.sources[path].offset(location.line, location.column)

    def is_unevaluated(self, location: Location) -> bool:
        """Is a place in an operand of decltype, sizeof and the like, which may name anything?"""
        path = self.file_of(location)
        if path is None:
            return False
        source = self.sources[path]
        return source.is_unevaluated(source.offset(location.line, location.column))

    def lambda_at(self, location: Location) -> tuple[Annotations, Lambda] | None:
        """The lambda whose introducer is there."""
        path = self.file_of(location)
        if path is None or path not in self.annotations:
            return None
        offset = self.sources[path].offset(location.line, location.column)
        found = self.annotations[path]
        item = found.lambda_at.get(offset)
        return None if item is None else (found, item)

    def restriction(self, begin: Location, name: Location, body: Location | None) -> Restriction:
        """What a function's annotations say: before it, and up to its body or semicolon."""
        path = self.file_of(name)
        if path is None or path not in self.annotations:
            return NONE
        found = self.annotations[path]
        source = found.source
        first = source.offset(begin.line, begin.column)
        if body is not None:
            last = source.offset(body.line, body.column)
        else:
            last = source.tokens[self._semicolon(source, name)].begin
        restriction = NONE
        starts = [c.begin for c in found.clauses]
        i = bisect_left(starts, first)
        for clause in found.clauses[i : bisect_left(starts, last)]:
            restriction |= clause.restriction
        front = source.token_at(first)
        while front in found.ending:
            clause = found.ending[front]
            restriction |= clause.restriction
            front = clause.first
        return restriction

    def _semicolon(self, source: SourceText, name: Location) -> int:
        at = source.token_of(name)
        while at + 1 < len(source.tokens) and source.tokens[at].text not in (";", "{", "}"):
            at = max(at, source.partners[at]) + 1
        return min(at, len(source.tokens) - 1)


def read_files(unit: TranslationUnit, further: Iterable[Path] = ()) -> UnitText:
    """Read the unit's files, find the annotations, and move those that must move."""
    found = _scan(unit, further)
    sources = {source.path: source for source in found.files.values()}
    relevant = {path: s for path, s in sources.items() if _relevant(s, unit)}
    macros = annotation_macros(relevant.values())
    plain = plain_macros(relevant.values())
    own = [*plain, *(name for name in macros if name not in BUILT_IN_MACROS)]
    relevant |= {path: s for path, s in sources.items() if any(name in s.text for name in own)}
    annotations = {path: annotate(source, macros) for path, source in relevant.items()}
    moves: list[Edit] = compat_edits(unit, found)
    moves += renamed_identifiers(relevant.values())
    wraps: list[Edit] = []
    for annotated in annotations.values():
        moves += moved_annotations(annotated, unit.dialect)
        moves += stored_tile_statics(annotated.source, unit.ms_compat, plain)
        if unit.dialect is Dialect.AMP:
            wraps += wrapped_captures(annotated)
        else:
            moves += twin_edits(annotated)
    if unit.dialect is Dialect.HC:
        moves += address_space_edits(list(sources.values()))
    launches = tuple(grid_launches(list(sources.values()))) if unit.dialect is Dialect.HC else ()
    moves += grid_launch_edits(launches)
    names = external_names(annotations.values())
    exports = [
        e
        for annotated in annotations.values()
        for e in export_edits(annotated, names.instantiated, unit.dialect)
    ]
    return UnitText(
        unit,
        sources,
        annotations,
        tuple(moves),
        tuple(wraps),
        names=names,
        exports=tuple(exports),
        launches=launches,
    )


def _scan(unit: TranslationUnit, further: Iterable[Path]) -> Scan:
    """The unit's files, with what must be read in them written out."""
    found = scan(unit, further)
    if unit.dialect is not Dialect.AMP:
        return found
    respelled = [item.line.source for item in (*found.respelled, *found.stand_ins)]
    return replace(found, files=expanded(found.files, respelled))


def _relevant(source: SourceText, unit: TranslationUnit) -> bool:
    return (
        bool(_WORDS.search(source.text)) or "parallel_for_each" in source.text or source.path == unit.source
    )
