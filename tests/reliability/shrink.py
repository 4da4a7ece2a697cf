"""Makes a failing task graph small: drops operations while it still fails.

Takes: the text of a graph and a function that says whether a text fails. Gives: a smaller text.
"""

from __future__ import annotations

import time
from collections.abc import Callable


def shrink(text: str, fails: Callable[[str], bool], seconds: float = 120) -> str:
    """Drop ever smaller runs of operations; queues, buffers and what remains keep their numbers."""
    lines = text.splitlines()
    fixed = [line for line in lines if not line.startswith("op ")]
    operations = [line for line in lines if line.startswith("op ")]
    end = time.monotonic() + seconds

    def joined(some: list[str]) -> str:
        return "\n".join([*fixed, *some]) + "\n"

    size = max(1, len(operations) // 2)
    while time.monotonic() < end:
        dropped = False
        start = 0
        while start < len(operations) and time.monotonic() < end:
            rest = operations[:start] + operations[start + size :]
            if fails(joined(rest)):
                operations, dropped = rest, True
            else:
                start += size
        if size == 1 and not dropped:
            break
        size = max(1, size // 2)
    return joined(operations)
