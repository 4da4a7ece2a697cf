"""Host target, first stage: one closed module whose functions are all ready to be inlined into the kernels.

Takes the device iteration's unoptimised x86-64 module and changes it in place: no debug information,
no architecture or linkage from clang. Gives what the records need to know: kernels, group memory, globals.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hcpy import ir
from hcpy.ir.metadata import Node, distinct_with_self, text_node, tuple_of, value_node
from hcpy.passes.export_globals import initial_bytes
from hcpy.passes.find_kernels import is_inside
from hcpy.passes.host.entries import HostEntry, PlainGlobal, host_entries

TILE_STATIC = "hcpy.tile_static"
INTERNAL_GLOBAL_PREFIX = "__hcpy_internal."
DROPPED_LISTS = ("llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors")
_COMPILER_MADE = ("_ZTV", "_ZTI", "_ZTS", "_ZTT", "_ZGV", "llvm.", "__const.", ".str")
_LOOP = "llvm.loop"
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
    variable.name = ""
    name = INTERNAL_GLOBAL_PREFIX + symbol if internal else symbol
    declared = module.add_variable(name, variable.value_type, variable.address_space)
    declared.is_thread_local = variable.is_thread_local
    declared.align = variable.align
    declared.copy_attachments(variable)
    variable.replace_uses(declared)
    variable.erase()
    return PlainGlobal(symbol, internal, size, name, initial)


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
def rolled_mark(module: ir.Module) -> Node:
    """What keeps a loop of the user a loop for now. The number distinguishes it from the user's own wish."""
    parts = (text_node(module.context, "llvm.loop.unroll.disable"), value_node(module.context, _one(module)))
    return tuple_of(module.context, parts)


def unrolled_mark(module: ir.Module) -> Node:
    """What has a loop unrolled regardless of the cost."""
    parts = (text_node(module.context, "llvm.loop.unroll.full"), value_node(module.context, _one(module)))
    return tuple_of(module.context, parts)


def _one(module: ir.Module) -> ir.Value:
    return module.types.i32.const(1)


def keep_users_loops(module: ir.Module, include_folder: str) -> None:
    """Marks the loops of functions that are not our headers'."""
    mark = rolled_mark(module)
    marked: dict[Node, Node] = {}
    for function in module.definitions:
        location = function.location
        if location is not None and is_inside(location.file, include_folder):
            continue
        mark_loops((block.terminator for block in function.blocks), mark, marked)


def mark_loops(closing: Iterable[ir.Instruction], mark: Node, marked: dict[Node, Node]) -> None:
    """Marks the loops that terminators close, where the source says nothing of unrolling them. marked: so
    far."""
    for terminator in closing:
        loop = terminator.metadata(_LOOP)
        if loop is None:
            continue
        if loop not in marked:
            marked[loop] = _with(loop, mark)
        terminator.set_metadata(_LOOP, marked[loop])


def _with(loop: Node, mark: Node) -> Node:
    """A loop's node with the mark; the user's own wish about unrolling comes first."""
    parts = [part for part in loop.operands[1:] if part is not None]
    if any(_hint(part).startswith("llvm.loop.unroll") for part in parts):
        return loop
    return distinct_with_self(loop.context, [*parts, mark])


def _hint(part: Node) -> str:
    operands = part.operands
    return operands[0].text if operands and operands[0] is not None else ""


def let_unroll(closing: Iterable[ir.Instruction], mark: Node) -> bool:
    """Takes the mark back from loops that these terminators close; did one have it?"""
    freed: dict[Node, Node | None] = {}
    for terminator in closing:
        loop = terminator.metadata(_LOOP)
        if loop is None:
            continue
        if loop not in freed:
            operands = [part for part in loop.operands[1:] if part is not None]
            kept = [part for part in operands if part != mark]
            freed[loop] = distinct_with_self(loop.context, kept) if len(kept) < len(operands) else None
        if (new := freed[loop]) is not None:
            terminator.set_metadata(_LOOP, new)
    return any(new is not None for new in freed.values())
