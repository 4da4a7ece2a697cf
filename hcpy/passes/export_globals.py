"""Gives plain globals that kernels use a place in the image, which the runtime fills at each launch.

Takes a Lowering; variables that the host may change get a definition with external linkage (so that LLVM
trusts no initialiser) and are remembered in `exported`. Constants with a known value stay as they are.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.demangle import demangle
from hcpy.core.model import Location
from hcpy.passes.call_chain import SYSTEM_FOLDERS, CallChains
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import GROUP_SPACE
from hcpy.passes.move_tile_static import SECTION as TILE_STATIC

_OF_FUNCTIONS = "_ZZ"  # how the names of their static variables begin
_COMPILER_MADE = ("_ZT", "_ZGV", "llvm.", "__hcrt_", "__const.", ".str")


def run(lowering: Lowering) -> None:
    for variable in lowering.module.variables:
        if not is_plain(variable):
            continue
        type_ = variable.value_type
        if variable.is_declaration and (type_.is_opaque or (type_.is_array and not type_.count)):
            _report_unsized(lowering, variable)
            continue
        lowering.exported[variable.name] = variable.is_local
        lowering.initial[variable.name] = initial_bytes(lowering.module, variable)
        lowering.first_uses[variable.name] = first_use(variable)
        if variable.is_declaration:
            variable.initializer = type_.null()
        variable.is_readonly = False
        variable.linkage = ir.Linkage.EXTERNAL


def is_plain(variable: ir.Variable) -> bool:
    """May the host change it? Known constants, group memory and what the compiler makes do not count."""
    if variable.name.startswith(_COMPILER_MADE) or variable.address_space == GROUP_SPACE:
        return False
    if not variable.name or variable.linkage is ir.Linkage.APPENDING or variable.section == TILE_STATIC:
        return False  # one without a name is a sanitizer's own
    return variable.is_declaration or not variable.is_readonly


def initial_bytes(module: ir.Module, variable: ir.Variable) -> str:
    """GlobalRecord::initial: the host part has no such variable where its function is for kernels alone."""
    initializer = variable.initializer if variable.name.startswith(_OF_FUNCTIONS) else None
    made = ir.content(module.layout, initializer) if initializer is not None else None
    return made.hex() if made is not None else ""


def first_use(variable: ir.Variable) -> Location | None:
    """The place nearest to the begin of a file that is not the system's."""
    frames = [frame for user in ir.instructions_using(variable) for frame in user.frames[:1]]
    places = [
        f.location for f in frames if f.location.line and not f.location.file.startswith(SYSTEM_FOLDERS)
    ]
    return min(places, key=lambda place: (place.file, place.line, place.column), default=None)


def _report_unsized(lowering: Lowering, variable: ir.Variable) -> None:
    """An error at the first use of a variable whose size this translation unit does not show."""
    chains = CallChains(lowering)
    text = f"'{demangle(variable.name)}' has no known size here: declare it with its bounds"
    users = set(ir.instructions_using(variable))
    for function in chains.functions:
        for instruction in function.instructions():
            if instruction in users:
                lowering.diagnostics.append(chains.error(text, function, instruction))
                return
