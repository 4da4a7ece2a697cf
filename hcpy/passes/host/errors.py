"""What the host target cannot run; the words go before "in this kernel"."""

from __future__ import annotations

BEYOND = "the control flow around a barrier goes beyond what the host target can run"


class NotPossible(Exception):
    """A kernel is beyond what the host passes can lower."""
