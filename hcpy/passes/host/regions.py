"""What a function consists of once it is cut: regions of segments, a tree of two levels.

Imports the Code only. cut.py makes them; a pass that runs whole groups in SIMD registers would take the same.
"""

from __future__ import annotations

from hcpy.core.dataclass import dataclass
from hcpy.passes.host.code import EXIT, Block
from hcpy.passes.host.uniformity import Uniformity


@dataclass
class Segment:
    """A uniform block (the first) with the divergent ones after it, or a whole uniform loop."""

    blocks: list[Block]
    is_loop: bool = False


@dataclass
class Region:
    """Blocks that one work-item runs through at a stretch."""

    segments: list[Segment]
    tail: Block | None  # the uniform block whose terminator ends the region; None: it always goes to `exit`
    exit: Block = EXIT

    @property
    def head(self) -> Block:
        return self.segments[0].blocks[0]

    @property
    def blocks(self) -> list[Block]:
        return [b for s in self.segments for b in s.blocks]

    @property
    def has_loop(self) -> bool:
        return any(s.is_loop for s in self.segments)

    @property
    def targets(self) -> list[Block]:
        """Where it goes to; EXIT: nowhere."""
        return self.tail.successors if self.tail is not None else [self.exit]


@dataclass(frozen=True)
class Cut:
    """A function in regions, in the order of its blocks; between them control flow is uniform."""

    uniformity: Uniformity
    regions: list[Region]
