"""Host target, support: what a region is.

Imports nothing but the name of the exit; host_regions makes regions, host_outline makes functions of
them.
"""

from __future__ import annotations

from dataclasses import dataclass

from hcpy.passes.host_cfg import EXIT


class NotUniform(Exception):
    """The control flow around a barrier is beyond what the host target can cut."""


@dataclass
class Segment:
    """A uniform block (the first) with the divergent ones behind it, or a whole loop."""

    blocks: list[str]
    is_loop: bool = False


@dataclass
class Region:
    """Blocks that one work-item runs through at a stretch."""

    segments: list[Segment]
    tail: str  # the uniform block whose terminator ends the region; empty: it always goes to `exit`
    exit: str = EXIT

    @property
    def head(self) -> str:
        return self.segments[0].blocks[0]

    @property
    def blocks(self) -> list[str]:
        return [b for s in self.segments for b in s.blocks]

    @property
    def has_loop(self) -> bool:
        return any(s.is_loop for s in self.segments)
