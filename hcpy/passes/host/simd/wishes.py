"""What the user says of the vectoriser: -fhcc-vectorise=WORD and -Rpass=hcc-vectorise.

Takes the unit's compile flags; gives Wishes. Imports nothing of this folder.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hcpy.core.words import VECTORISE, VECTORISE_WORDS

_REMARKS = frozenset(("-Rpass=hcc-vectorise", "-Rpass=.*"))
_AUTO, _MASKS, _LOOPS = VECTORISE_WORDS


@dataclass(frozen=True)
class Wishes:
    """mode: auto, masks (wherever they are possible) or loops (never masks)."""

    mode: str = _AUTO
    remarks: bool = False

    @staticmethod
    def of(arguments: Iterable[str]) -> Wishes:
        mode, remarks = _AUTO, False
        for word in arguments:
            if word.startswith(VECTORISE):
                mode = word.removeprefix(VECTORISE)
            remarks = remarks or word in _REMARKS
        return Wishes(mode, remarks)

    @property
    def forces_masks(self) -> bool:
        return self.mode == _MASKS

    @property
    def allows_masks(self) -> bool:
        return self.mode != _LOOPS


NO_WISHES = Wishes()
