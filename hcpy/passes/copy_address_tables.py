"""Gives each work-item its own copy of constants whose initial value a target cannot have.

Takes a Lowering whose tile_static variables are in group memory. A constant with the address of such a
variable (a table of pointers, a structure) becomes a variable of each function that uses it, filled where
that begins. On SPIR-V so does one with an address inside of another variable: LLVM 22 counts its bytes as
elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hcpy import ir
from hcpy.core.demangle import demangle
from hcpy.ir import Opcode, ValueKind
from hcpy.ir.rewrite import COPIES, replace_operand
from hcpy.passes.call_chain import CallChains
from hcpy.passes.expand_constants import expand
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import GROUP_SPACE, PRIVATE_SPACE

_AGGREGATES = (
    *(ValueKind.CONSTANT_ARRAY, ValueKind.CONSTANT_STRUCT, ValueKind.CONSTANT_VECTOR),
    *(ValueKind.DATA_ARRAY, ValueKind.DATA_VECTOR, ValueKind.ZERO),
)
_Impossible = Callable[[ir.Value], bool]  # of a part of an initial value


def run(lowering: Lowering) -> None:
    _run(lowering, _is_of_group_memory)


def run_spirv_early(lowering: Lowering) -> None:
    """Leaves alone what functions that are not inlined yet take as global memory, as constructors of classes
    with virtual bases do: the optimiser takes most such tables away."""
    _run(lowering, lambda part: _is_of_group_memory(part) or _is_inside(part), is_early=True)


def run_spirv(lowering: Lowering) -> None:
    _run(lowering, lambda part: _is_of_group_memory(part) or _is_inside(part))


def run_opencl(lowering: Lowering) -> None:
    """Variables of the host have no separate place in the image (place_launch_data.py)."""

    def is_placed(part: ir.Value) -> bool:
        return any(symbol.name in lowering.exported for symbol in ir.symbols_in(part))

    for name in lowering.exported:  # the host gives their values
        if (variable := lowering.module.variable(name)) is not None:
            variable.initializer = variable.value_type.null()
    _run(lowering, lambda part: _is_of_group_memory(part) or _is_inside(part) or is_placed(part))


def _is_of_group_memory(part: ir.Value) -> bool:
    return any(symbol.address_space == GROUP_SPACE for symbol in ir.symbols_in(part))


def _is_inside(part: ir.Value) -> bool:
    """Is it computed from an address, by more than another type of the pointer?"""
    at = part
    while isinstance(at, ir.Expression) and at.opcode is Opcode.ADDRSPACE_CAST:
        at = at.operand(0)
    return isinstance(at, ir.Expression)


def _run(lowering: Lowering, is_impossible: _Impossible, *, is_early: bool = False) -> None:
    module = lowering.module
    variables = [v for v in module.variables if not v.name.startswith("llvm.")]
    tables: dict[ir.Variable, None] = {}

    def is_meant(part: ir.Value) -> bool:
        return is_impossible(part) or not tables.keys().isdisjoint(ir.symbols_in(part))

    while found := [v for v in variables if v not in tables and any(map(is_meant, _parts_of(v)))]:
        tables.update(dict.fromkeys(found))
    while tables:
        table = next(t for t in tables if not any(_names(other, t) for other in tables if other != t))
        del tables[table]
        can_move = _can_move(table)
        if table.is_readonly and can_move:
            _copy(module, table)
        elif can_move or not is_early:
            _refuse(lowering, table)


def _names(variable: ir.Variable, other: ir.Variable) -> bool:
    initializer = variable.initializer
    return initializer is not None and other in ir.symbols_in(initializer)


def _parts_of(variable: ir.Variable) -> Iterator[ir.Value]:
    initializer = variable.initializer
    if initializer is not None:
        yield from _parts(initializer)


def _parts(value: ir.Value) -> Iterator[ir.Value]:
    """Those that are no aggregates."""
    if value.kind in _AGGREGATES and isinstance(value, ir.Constant):
        if value.kind in (ValueKind.CONSTANT_ARRAY, ValueKind.CONSTANT_STRUCT, ValueKind.CONSTANT_VECTOR):
            for element in value.elements():
                yield from _parts(element)
    else:
        yield value


def _refuse(lowering: Lowering, table: ir.Variable) -> None:
    chains = CallChains(lowering)
    known = set(chains.functions)
    users = [user for user in ir.instructions_using(table) if user.function in known]
    text = f"the initial value of '{demangle(table.name)}' has an address that the target"
    remedy = "pass no pointer to it" if table.is_readonly else "make it a constant, or set it in the kernel"
    text = f"{text} '{lowering.target.kind}' cannot have there; {remedy}"
    if users:
        lowering.diagnostics.append(chains.error(text, users[0].function, users[0]))


def _can_move(pointer: ir.Value) -> bool:
    """Can all that uses the pointer use one to private memory?"""
    if pointer.type.address_space == PRIVATE_SPACE:
        return True
    for user in pointer.users:
        if not isinstance(user, ir.Instruction | ir.Expression) or user.opcode is Opcode.ADDRSPACE_CAST:
            continue
        if isinstance(user, ir.Expression) or user.opcode is Opcode.GEP:
            able = _can_move(user)
        elif user.accesses_memory_by_pointer:
            able = user.pointer == pointer
        else:
            able = user.callee_name.startswith(COPIES)
        if not able:
            return False
    return True


def _copy(module: ir.Module, table: ir.Variable) -> None:
    def is_computed(operand: ir.Value) -> bool:
        return operand != table and table in ir.symbols_in(operand)

    for instruction in ir.instructions_using(table):
        expand(instruction, is_computed)
    copies: dict[ir.Function, ir.Instruction] = {}
    for user in table.users:
        if not isinstance(user, ir.Instruction):
            continue  # a constant that nobody uses any more
        function = user.function
        if function not in copies:
            copies[function] = _filled(module, function, table)
        replace_operand(user, table, copies[function])
    assert not ir.instructions_using(table), table
    table.replace_uses(table.type.poison())
    table.erase()


def _filled(module: ir.Module, function: ir.Function, table: ir.Variable) -> ir.Instruction:
    """A variable of the function with the table's value."""
    first = function.entry.first_after_allocas
    initializer = table.initializer
    assert initializer is not None
    with ir.Builder.before(first) as build:
        align = table.align or module.layout.align(table.value_type)
        copy = build.alloca(table.value_type, table.name.rpartition(".")[2], align)
        _fill(module, build, copy, initializer, 0)
    return copy


def _fill(module: ir.Module, build: ir.Builder, place: ir.Instruction, value: ir.Value, at: int) -> None:
    """Stores a value `at` bytes after the beginning of a variable."""
    type_ = value.type
    if value.is_undefined:
        return
    if type_.is_aggregate:
        assert isinstance(value, ir.Constant)
        for index, element in enumerate(value.elements()):
            layout = module.layout
            offset = layout.offset(type_, index) if type_.is_struct else index * layout.size(type_.element)
            _fill(module, build, place, element, at + offset)
        return
    align = min(place.align, at & -at) if at else place.align
    build.store(value, build.offset(place, at) if at else place, align)
