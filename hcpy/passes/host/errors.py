"""What the host target cannot run; the words go before "in this kernel"."""

from __future__ import annotations

from hcpy import ir

BEYOND = "the control flow around a barrier goes beyond what the host target can run"


class NotPossible(Exception):
    """A kernel is beyond what the host passes can lower."""


class UsedOutside(NotPossible):
    """Values of blocks that need copies, which other blocks use."""

    def __init__(self, values: list[ir.Instruction]) -> None:
        super().__init__(BEYOND)
        self.values = values
