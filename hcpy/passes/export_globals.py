"""Gives plain globals that kernels use a place in the image, which the runtime fills at each launch.

Takes a Lowering; variables that the host may change get a definition with external linkage (so that LLVM
trusts no initialiser) and are remembered in `exported`. Constants with a known value stay as they are.
"""

from __future__ import annotations

import re

from hcpy.passes.call_chain import CallChains
from hcpy.passes.demangle import demangle
from hcpy.passes.irtext import Global, quote
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import SECTION as TILE_STATIC

_COMPILER_MADE = ("_ZT", "_ZGV", "llvm.", "__hcrt_", "__const.", ".str")
_UNSIZED = re.compile(r"\[0 x ")


def run(lowering: Lowering) -> None:
    module = lowering.module
    for variable in module.globals.values():
        if not is_plain(variable):
            continue
        if variable.is_declaration and (_UNSIZED.match(variable.type) or variable.type == "opaque"):
            _report_unsized(lowering, variable)
            continue
        lowering.exported[variable.name] = variable.linkage in ("internal", "private")
        variable.initializer = variable.initializer or "zeroinitializer"
        variable.is_constant = False
        variable.linkage = "external"
        variable.trailing = [t for t in variable.trailing if not t.startswith("comdat")]


def is_plain(variable: Global) -> bool:
    """May the host change it? Known constants, group memory and what the compiler makes do not count."""
    if variable.name.startswith(_COMPILER_MADE) or variable.address_space == 3:
        return False
    if variable.linkage == "appending" or variable.section == TILE_STATIC:
        return False
    return variable.is_declaration or not variable.is_constant


def _report_unsized(lowering: Lowering, variable: Global) -> None:
    """An error at the first use of a variable whose size this translation unit does not show."""
    chains = CallChains(lowering)
    name = f"@{quote(variable.name)}"
    text = f"'{demangle(variable.name)}' has no known size here: declare it with its bounds"
    for function in chains.functions:
        body = lowering.module.functions[function].body if function in lowering.module.functions else []
        for line in body:
            if re.search(re.escape(name) + r"(?![-\w$.])", line):
                dbg = re.search(r"!dbg !(\d+)", line)
                lowering.diagnostics.append(chains.error(text, function, int(dbg.group(1)) if dbg else None))
                return
