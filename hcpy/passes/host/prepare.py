"""Host target, first stage: one closed module whose functions are all ready to be inlined into the kernels.

Takes the device iteration's unoptimised x86-64 module and changes it in place: no debug information,
no architecture or linkage from clang. Gives what the records need to know: kernels, group memory, globals.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir.metadata import Node
from hcpy.passes.export_globals import first_use, initial_bytes
from hcpy.passes.find_kernels import is_inside
from hcpy.passes.host.entries import HostEntry, PlainGlobal, host_entries
from hcpy.passes.loops import mark_loops, rolled_mark

TILE_STATIC = "hcpy.tile_static"
INTERNAL_GLOBAL_PREFIX = "__hcpy_internal."
DROPPED_LISTS = ("llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors")
_COMPILER_MADE = ("_ZTV", "_ZTI", "_ZTS", "_ZTT", "_ZGV", "llvm.", "__const.", ".str")
# The host's code is made for its own processor, with its own stack, without exceptions, and inlined.
_DROPPED = ("noinline", "optnone", "uwtable", "ssp", "sspstrong")
_DROPPED_FROM_DEFINITIONS = ("inlinehint", "optsize", "minsize", "cold")
_DROPPED_TEXT = ("target", "tune", "stack", "frame", "min-legal", "probe")


@dataclass(frozen=True)
class TileVariable:
    """A tile_static variable: its size and alignment in bytes."""

    name: str
    bytes: int
    align: int


@dataclass(frozen=True)
class Prepared:
    """The facts that the module no longer holds."""

    entries: tuple[HostEntry, ...]
    tile_static: tuple[TileVariable, ...]
    globals: tuple[PlainGlobal, ...]


def prepare(module: ir.Module, include_folder: str) -> Prepared:
    entries = host_entries(module, include_folder)
    symbols = {e.name: e.symbol for e in entries}
    tile_static, plain = prepare_variables(module)
    keep_users_loops(module, include_folder)
    module.strip_debug_info()
    for alias in module.aliases:
        alias.replace_uses(alias.aliasee)  # else it would not be inlined
        alias.linkage = ir.Linkage.INTERNAL
    has_invokes = any(c.opcode is ir.Opcode.INVOKE for f in module.definitions for c in f.calls())
    for function in module.functions:
        _prepare_function(function, symbols, has_invokes)
    return Prepared(entries, tile_static, plain)


# --- variables ---------------------------------------------------------------------------------------
def prepare_variables(module: ir.Module) -> tuple[tuple[TileVariable, ...], tuple[PlainGlobal, ...]]:
    """Takes the variables' initial values where they are not the image's to give, and drops lists of symbols.

    Private ones are clang's own: texts, and what sanitizers say of a place.
    """
    tiles: list[TileVariable] = []
    plain: list[PlainGlobal] = []
    layout = module.layout
    for variable in [v for v in module.variables if v.name in DROPPED_LISTS]:
        variable.erase()
    for variable in module.variables:
        name = variable.name
        if variable.linkage is ir.Linkage.PRIVATE or not name:
            continue
        if name.startswith("__hip_cuid_"):  # HIP mode's mark; a dropped list had named it
            variable.replace_uses(variable.type.poison())
            variable.erase()
        elif variable.section == TILE_STATIC:
            tiles.append(TileVariable(name, layout.size(variable.value_type), max(variable.align, 1)))
            variable.linkage = ir.Linkage.INTERNAL
            variable.initializer = variable.value_type.undef()
            variable.is_readonly = False
        elif name.startswith(_COMPILER_MADE) or (variable.is_readonly and not variable.is_declaration):
            if not variable.is_declaration:
                variable.linkage = ir.Linkage.INTERNAL
        else:
            plain.append(_leave_to_host(module, variable, layout))
    return tuple(tiles), tuple(plain)


def _leave_to_host(module: ir.Module, variable: ir.Variable, layout: ir.Layout) -> PlainGlobal:
    """Puts a declaration of the host part's variable in its place; one of internal linkage is exported under
    a name. The new one may be another library's, which the old one was marked not to be."""
    symbol, internal = variable.name, variable.is_local
    size = layout.size(variable.value_type) if variable.value_type.is_sized else 0
    initial = initial_bytes(module, variable)
    location = first_use(variable)
    variable.name = ""
    name = INTERNAL_GLOBAL_PREFIX + symbol if internal else symbol
    declared = module.add_variable(name, variable.value_type, variable.address_space)
    declared.is_thread_local = variable.is_thread_local
    declared.align = variable.align
    declared.copy_attachments(variable)
    variable.replace_uses(declared)
    variable.erase()
    return PlainGlobal(symbol, internal, size, name, initial, location)


# --- functions ---------------------------------------------------------------------------------------
def _prepare_function(function: ir.Function, symbols: dict[str, str], has_invokes: bool) -> None:
    function.convention = ir.CallingConvention.C
    _clean(function.attributes)
    if function.is_declaration:
        return
    attributes = function.attributes
    attributes.remove(*_DROPPED_FROM_DEFINITIONS)
    attributes.add("alwaysinline")
    function.section = ""
    if not has_invokes and function.personality is not None:
        function.personality = None
    for call in function.calls():
        call.convention = ir.CallingConvention.C
        _clean(call.attributes)
    symbol = symbols.get(function.name)
    if symbol is None:
        function.linkage = ir.Linkage.INTERNAL
        return
    function.linkage = ir.Linkage.EXTERNAL
    function.make_visible()
    function.name = symbol


def _clean(attributes: ir.Attributes) -> None:
    attributes.remove(*_DROPPED)
    if "noduplicate" not in attributes:
        attributes.remove("convergent")
    for attribute in attributes.all():
        if attribute.name.startswith(_DROPPED_TEXT):
            attributes.remove_text(attribute.name)
    attributes.add("nounwind")


# --- loops -------------------------------------------------------------------------------------------
def keep_users_loops(module: ir.Module, include_folder: str) -> None:
    """Marks the loops of functions that are not our headers'."""
    mark = rolled_mark(module)
    marked: dict[Node, Node] = {}
    for function in module.definitions:
        location = function.location
        if location is not None and is_inside(location.file, include_folder):
            continue
        mark_loops((block.terminator for block in function.blocks), mark, marked)
