"""Whether masks are the better way for a function, and how many work-items it is then to run at once.

Takes a function's Code and Shapes; gives a reason for masks, or None: LLVM's loop vectoriser does as well.
"""

from __future__ import annotations

from hcpy.passes.host.code import Code
from hcpy.passes.host.simd.shapes import Shapes

WIDTH = 8


def reason_for(code: Code, shapes: Shapes) -> str | None:
    if shapes.divergent:
        return "a loop's count differs between work-items"
    return None


def width_of(code: Code, shapes: Shapes) -> int:
    return WIDTH
