"""Moves tile_static variables to group memory: addrspace(3), without initialiser.

Takes a Lowering; HIP mode puts the variables there itself, SYCL mode leaves them in global memory, marked by
their section. Group memory has no initial value, whatever the source says.
"""

from __future__ import annotations

import re

from hcpy.passes.irtext import Function, Global, quote
from hcpy.passes.lowering import Lowering

SECTION = "hcpy.tile_static"
GROUP_SPACE = 3


def run(lowering: Lowering) -> None:
    module = lowering.module
    moved: dict[str, Global] = {}
    for variable in module.globals.values():
        if variable.section != SECTION:
            continue
        if variable.address_space != GROUP_SPACE:
            moved[f"@{quote(variable.name)}"] = variable
        variable.section = ""
        variable.is_constant = False
        variable.initializer = "undef"
        variable.linkage = "internal"
    if not moved:
        return
    names = "|".join(re.escape(name) for name in sorted(moved, key=len, reverse=True))
    # clang casts the variable to the generic space at once: each use is the operand of such a cast, or, where
    # the generic space is 0, the plain name.
    use = re.compile(rf"ptr addrspace\(1\) ({names})(?![-\w$.])")
    for part in module.items:
        if isinstance(part, Function):
            part.body = [use.sub(rf"ptr addrspace({GROUP_SPACE}) \1", line) for line in part.body]
        elif isinstance(part, Global):
            part.initializer = use.sub(rf"ptr addrspace({GROUP_SPACE}) \1", part.initializer)
    for variable in moved.values():
        variable.address_space = GROUP_SPACE
