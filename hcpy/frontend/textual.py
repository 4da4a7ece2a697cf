"""The split of a unit as far as its tokens tell it: within milliseconds, before any parse.

Takes: a TranslationUnit.
Gives: a SplitSource without kernels, whose overlays let the ir and host stages start at once.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from pathlib import Path

from hcpy.frontend.annotations import CPU
from hcpy.frontend.edits import edited_texts, overlay_words, write_overlay
from hcpy.frontend.ms_compat import compat_edits
from hcpy.frontend.positions import has_local_classes
from hcpy.frontend.sources import scan
from hcpy.frontend.unit_text import UnitText, read_files
from hcpy.model import Dialect, Edit, Part, SplitSource, TranslationUnit

_LOCK = threading.Lock()  # the stages ask for the same unit side by side


def unit_text(unit: TranslationUnit) -> UnitText:
    """The unit's texts; read once."""
    with _LOCK:
        return _unit_text(unit)


@lru_cache(maxsize=4)
def _unit_text(unit: TranslationUnit) -> UnitText:
    return read_files(unit)


def textual_split(unit: TranslationUnit) -> SplitSource:
    """The edits that need no parse, written as overlays; made once."""
    with _LOCK:
        return _textual_split(unit)


@lru_cache(maxsize=4)
def _textual_split(unit: TranslationUnit) -> SplitSource:
    text = _unit_text(unit)
    edits = (*text.moves, *text.wraps)
    return SplitSource(unit, edits=edits, overlays=write_overlays(text, edits, "text"))


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
