"""Makes everything but the entries internal, so that LLVM may inline and drop it, and images do not clash.

Takes a Lowering; leaves internal linkage on defined functions and constants. Comdats go with the linkage.
"""

from __future__ import annotations

from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    module = lowering.module
    entries = set(lowering.entries)
    for function in module.functions.values():
        if not function.is_declaration:
            function.set_linkage("external" if function.name in entries else "internal")
    for variable in module.globals.values():
        if not variable.is_declaration and variable.name not in lowering.exported:
            variable.linkage = "internal"
    module.items = [i for i in module.items if not (isinstance(i, str) and i.startswith("$"))]
