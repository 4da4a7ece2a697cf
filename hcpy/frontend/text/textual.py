"""The split of a unit as far as its tokens show it: within milliseconds, before any parse.

Takes: a TranslationUnit.
Gives: a SplitSource without kernels, whose overlays let the ir and host stages start at once.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from hcpy.core.dataclass import replace
from hcpy.core.fork_locks import renew_after_fork
from hcpy.core.model import Dialect, Edit, Part, SplitSource, TranslationUnit
from hcpy.frontend.microsoft.compat import compat_edits
from hcpy.frontend.text.annotations import CPU
from hcpy.frontend.text.edits import edited_texts, overlay_words, write_overlay
from hcpy.frontend.text.external_functions import EXPORT_MACRO
from hcpy.frontend.text.positions import has_local_classes
from hcpy.frontend.text.sources import scan
from hcpy.frontend.text.unit_text import UnitText, read_files

T = TypeVar("T")
_LOCK = threading.RLock()  # the stages ask for the same unit side by side
_IN_WORK: Counter[TranslationUnit] = Counter()
_TEXTS: dict[TranslationUnit, UnitText] = {}
_SPLITS: dict[TranslationUnit, SplitSource] = {}
_OTHERS = 4  # how many are kept of units that nobody works on


renew_after_fork(sys.modules[__name__], "_LOCK")
os.register_at_fork(after_in_child=_IN_WORK.clear)  # the threads that worked on units are the parent's


@contextlib.contextmanager
def in_work(unit: TranslationUnit) -> Iterator[None]:
    """Keeps what is read and made of a unit, however many others are compiled meanwhile."""
    with _LOCK:
        _IN_WORK[unit] += 1
    try:
        yield
    finally:
        with _LOCK:
            _IN_WORK.subtract((unit,))
            if not _IN_WORK[unit]:
                del _IN_WORK[unit]


def unit_text(unit: TranslationUnit) -> UnitText:
    """The unit's texts; read once."""
    with _LOCK:
        return _kept(_TEXTS, unit, read_files)


def textual_split(unit: TranslationUnit) -> SplitSource:
    """The edits that need no parse, written as overlays; made once."""
    with _LOCK:
        return _kept(_SPLITS, unit, _textual_split)


def _kept(memory: dict[TranslationUnit, T], unit: TranslationUnit, make: Callable[[TranslationUnit], T]) -> T:
    """What is remembered of the unit, made where nothing is; the oldest others are forgotten."""
    if unit not in memory:
        idle = [other for other in memory if other not in _IN_WORK]
        for other in idle[: max(0, len(idle) - _OTHERS + 1)]:
            del memory[other]
        memory[unit] = make(unit)
    return memory[unit]


def _textual_split(unit: TranslationUnit) -> SplitSource:
    text = _kept(_TEXTS, unit, read_files)
    edits = (*text.moves, *text.wraps, *text.exports)
    return SplitSource(unit, edits=edits, overlays=write_overlays(text, edits, "text"))


def without_exports(split: SplitSource, refused: frozenset[tuple[str, int]], folder: str) -> SplitSource:
    """The split without the marks at some lines (real path, line), whose functions have no linkage."""
    text = unit_text(split.unit)

    def is_refused(edit: Edit) -> bool:
        source = text.sources[edit.file]
        file, line = source.presumed(source.line_column(edit.begin)[0])
        return EXPORT_MACRO in edit.text and (os.path.realpath(file or edit.file), line) in refused

    edits = tuple(edit for edit in split.edits if not is_refused(edit))
    return replace(split, edits=edits, overlays=write_overlays(text, edits, folder))


def compat_split(unit: TranslationUnit) -> SplitSource | None:
    """The files as -E and -M read them: in clang's encoding and spellings, else untouched.

    None: there is nothing to change.
    """
    edits = tuple(compat_edits(unit, scan(unit)))
    if not edits:
        return None
    return SplitSource(unit, edits=edits, overlays=write_overlays(unit_text(unit), edits, "compat"))


def write_overlays(text: UnitText, edits: tuple[Edit, ...], folder: str) -> dict[Part, Path]:
    """An overlay file for each part that has edits."""
    overlays = {}
    for part in Part:
        texts = edited_texts(text.sources, edits, part)
        if texts:
            overlays[part] = write_overlay(texts, part, text.unit.work_dir / folder, text.spellings)
    return overlays


def overlay_flags(unit: TranslationUnit, split: SplitSource | None, part: Part) -> tuple[str, ...]:
    """Makes clang read a part's edited text: with split's overlay, or the textual one where split has none.

    Without a SplitSource nothing is read and no overlay named: what `hcc -###` prints.
    """
    if split is None:
        return ()
    overlay = split.overlays.get(part) or textual_split(unit).overlays.get(part)
    return overlay_words(overlay) if overlay is not None else ()


def likely_needs_edits(unit: TranslationUnit) -> bool:
    """Will the parse probably find edits beyond the textual ones? Where not, ir and host start at once."""
    text = unit_text(unit)
    if text.mentions_passes and any("parallel_for_each" in s.text for s in text.sources.values()):
        return True
    if unit.dialect is Dialect.AMP:
        return any(has_local_classes(found) for found in text.annotations.values())
    restrictions = {r for found in text.annotations.values() for r in found.rows()}
    return CPU in restrictions and len(restrictions) > 1
