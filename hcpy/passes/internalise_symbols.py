"""Makes everything but the entries internal, so that LLVM may inline and drop it, and images do not clash.

Takes a Lowering; leaves internal linkage on defined functions and constants. Comdats go with the linkage.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    entries = set(lowering.kernels)
    for function in lowering.module.definitions:
        function.linkage = ir.Linkage.EXTERNAL if function in entries else ir.Linkage.INTERNAL
    for variable in lowering.module.variables:
        if not variable.is_declaration and variable.name not in lowering.exported:
            variable.linkage = ir.Linkage.INTERNAL
    for alias in lowering.module.aliases:
        alias.linkage = ir.Linkage.INTERNAL
