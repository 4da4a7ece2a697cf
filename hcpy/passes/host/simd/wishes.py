"""What the user says of the vectoriser: -fhcc-vectorise=WORD, -fno-hcc-rewrite=WORD, -fno-hcc-vector-maths
and -Rpass=hcc-vectorise.

Takes the unit's compile flags; gives Wishes. Imports nothing of this folder.
"""

from __future__ import annotations

from collections.abc import Iterable

from hcpy.core.dataclass import dataclass
from hcpy.core.words import NO_REWRITE, NO_VECTOR_MATHS, REWRITES, VECTORISE, VECTORISE_WORDS

_REMARKS = frozenset(("-Rpass=hcc-vectorise", "-Rpass=.*"))
_AUTO, _MASKS, _LOOPS, _NONE = VECTORISE_WORDS
APPENDS, BIT_LOOPS, CLAMPS, CLOSURE_LOADS, COUNTED_LOOPS, CUT_SUMS, EARLY_CSE, EDGES, *_REST = REWRITES
EXTREMES, HELD_SUMS, INTERLEAVING, LANE_ROWS, LONG_STRIPS, LOOKUPS, MEMORY_CHECKS, *_REST = _REST
MULTIPLES, NARROW_MASKS, NEAR_SUMS, OWN_ARRAYS, POINTER_WALKS, PRIVATE_ARRAYS, QUOTIENTS, *_REST = _REST
READ_AHEAD, RECORDS, ROUNDS, ROW_BLOCKS, ROW_IDS, ROW_LOADS, ROW_RANGES, ROW_WALKS, SCATTERS, *_REST = _REST
SEAMS, SHORT_LINES, SOME_LOOPS, TURNS, TWO_WIDTHS, WHOLE_LOOPS, WIDE_MASKS = _REST


@dataclass(frozen=True)
class Wishes:
    """mode: auto, masks (wherever they are possible), loops (never masks) or none (no vector code).
    without: steps left out."""

    mode: str = _AUTO
    remarks: bool = False
    vector_maths: bool = True
    without: frozenset[str] = frozenset()

    @staticmethod
    def of(arguments: Iterable[str]) -> Wishes:
        mode, remarks, vector_maths = _AUTO, False, True
        without: set[str] = set()
        for word in arguments:
            if word.startswith(VECTORISE):
                mode = word.removeprefix(VECTORISE)
            elif word.startswith(NO_REWRITE):
                without.add(word.removeprefix(NO_REWRITE))
            remarks = remarks or word in _REMARKS
            vector_maths = vector_maths and word != NO_VECTOR_MATHS
        return Wishes(mode, remarks, vector_maths, frozenset(without))

    @property
    def forces_masks(self) -> bool:
        return self.mode == _MASKS

    @property
    def allows_masks(self) -> bool:
        return self.mode not in (_LOOPS, _NONE)

    @property
    def allows_vectors(self) -> bool:
        return self.mode != _NONE

    def takes(self, step: str) -> bool:
        """A step that rewrites code for vectors."""
        return self.allows_vectors and step not in self.without


NO_WISHES = Wishes()
