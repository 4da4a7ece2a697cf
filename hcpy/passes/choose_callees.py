"""Makes calls through pointers choices between the functions that a pointer can mean.

Takes an optimised module of a target without such calls. Each function whose address is taken gets a number,
which stands in the place of its address wherever that is written: in tables, in objects, in pointers to
members. A call through a pointer becomes a switch over the numbers of the functions of its type. A pointer
that is none of them is of the host, or was never set: the kernel then writes to the first page, so that it
fails as loudly as the device can. Calls that would make a function call itself stay as they are, marked.
Gives: whether there was one; what it was hidden from can be optimised again.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.ir import Opcode, ValueKind
from hcpy.ir.rewrite import call_again, copy_variable, replace_by_number, with_parameters
from hcpy.passes.find_kernels import is_entry
from hcpy.passes.host.cfg import reachable
from hcpy.passes.note_classes import CALLS, SERVES

LEADS_BACK = "hcpy-leads-back"  # of a call: the function that would call itself
# Between two numbers: the lowest bits of a pointer to a member function have meanings of their own.
_STEP = 16
_GLOBAL_SPACE = 1
_AGGREGATES = (ValueKind.CONSTANT_ARRAY, ValueKind.CONSTANT_STRUCT)


def run(module: ir.Module) -> bool:
    taken = [f for f in module.definitions if not is_entry(f) and _has_address(f)]
    if not taken:
        return False
    calls = [call for f in module.definitions for call in f.calls() if call.is_indirect]
    chosen = {call: found for call in calls if (found := [f for f in taken if _fits(f, call)])}
    numbers = {function: _STEP * (1 + place) for place, function in enumerate(taken)}
    for call in _without_recursion(module, chosen):
        _choose(call, [(numbers[function], function) for function in chosen[call]])
    for function in taken:
        _write_number(module, function, numbers[function])
    for variable in module.variables:
        _write_as_integers(module, variable)
    return bool(chosen)


def _has_address(function: ir.Function) -> bool:
    return any(not _is_call_of(user, function) for user in function.users)


def _is_call_of(user: ir.Value, function: ir.Function) -> bool:
    if not isinstance(user, ir.Instruction) or not user.is_call or user.callee != function:
        return False
    return function not in user.arguments


def _fits(function: ir.Function, call: ir.Instruction) -> bool:
    """A virtual call means only functions that stand in its place of its class's tables."""
    if function.value_type != call.called_type:
        return False
    meant, served = call.attributes.text(CALLS), function.attributes.text(SERVES)
    return not meant or not served or meant in served.split()


# --- calls -------------------------------------------------------------------------------------------
def _without_recursion(
    module: ir.Module, chosen: dict[ir.Instruction, list[ir.Function]]
) -> list[ir.Instruction]:
    """The calls whose functions do not lead back to where they are called; the others get LEADS_BACK."""
    called: dict[ir.Function, list[ir.Function]] = {}
    for function in module.definitions:
        called[function] = [callee for call in function.calls() if (callee := call.callee) is not None]
    for call, functions in chosen.items():
        called[call.function] += functions
    kept = []
    for call, functions in chosen.items():
        if call.function in reachable(called, functions, ()):
            call.attributes.add_text(LEADS_BACK, call.function.name)
        else:
            kept.append(call)
    return kept


def _choose(call: ir.Instruction, functions: Sequence[tuple[int, ir.Function]]) -> None:
    after = call.block
    before = after.split_before(call)
    pointer = call.called
    while isinstance(pointer, ir.Instruction | ir.Expression) and pointer.opcode in ir.POINTER_CASTS:
        pointer = pointer.operand(0)
    function = call.function
    results = []
    with ir.Builder.at_end(before) as build:
        build.at_location(call.debug_location)
        number = build.cast(Opcode.PTRTOINT, pointer, build.types.i64)
        unknown = function.append_block("unknown_callee")
        cases = [(build.types.i64.const(n), function.append_block("callee")) for n, _ in functions]
        build.switch(number, unknown, cases)
        for (_, block), (_, callee) in zip(cases, functions, strict=True):
            build.move_to_end(block)
            made = call_again(build.insert(call.clone()), callee, ())
            made.convention = callee.convention
            results.append((made, block))
            build.branch(after)
        build.move_to_end(unknown)
        _fail(build)
    if not call.type.is_void:
        with ir.Builder.before(call) as build:
            call.replace(build.phi(call.type, results))
    else:
        call.erase()


def _fail(build: ir.Builder) -> None:
    """Not at address 0 itself: of that the optimiser says that it is aligned to 4 GiB."""
    types = build.types
    nowhere = build.cast(Opcode.INTTOPTR, types.i64.const(4), types.pointer(_GLOBAL_SPACE))
    build.store(types.i32.const(0), nowhere, align=4).is_volatile = True
    build.unreachable()


# --- addresses ---------------------------------------------------------------------------------------
def _write_number(module: ir.Module, function: ir.Function, number: int) -> None:
    """In the place of the function's address; its calls are still calls."""
    made = with_parameters(module, function, ())
    for user in function.users:
        if isinstance(user, ir.Instruction) and user.is_call and user.callee == function:
            call_again(user, made, ())
    replace_by_number(function, number)
    function.erase()


def _write_as_integers(module: ir.Module, variable: ir.Variable) -> None:
    """A table with the numbers themselves: not all targets can have such pointers in an initial value."""
    initializer = variable.initializer
    is_table = isinstance(initializer, ir.Constant) and initializer.kind in _AGGREGATES
    numbers = _as_integers(initializer) if initializer is not None and is_table else None
    if numbers is None:
        return
    name = variable.name
    variable.name = ""
    made = module.add_variable(name, numbers.type, variable.address_space)
    made.initializer = numbers
    copy_variable(variable, made)
    variable.replace_uses(made)
    variable.erase()


def _as_integers(value: ir.Value) -> ir.Value | None:
    """The same bytes with integers for pointers that are numbers or null; None: it has no such pointers."""
    if isinstance(value, ir.Expression) and value.opcode is Opcode.INTTOPTR:
        return value.operand(0)
    types = value.type.types
    if value.kind is ValueKind.NULL_POINTER:
        return types.i64.const(0)
    if not isinstance(value, ir.Constant) or value.kind not in _AGGREGATES:
        return None
    elements = list(value.elements())
    changed = [_as_integers(element) for element in elements]
    if not any(changed):
        return None
    new = [after or before for before, after in zip(elements, changed, strict=True)]
    if value.type.is_array and all(element.type == new[0].type for element in new):
        return new[0].type.array(len(new)).const_aggregate(new)
    is_packed = value.type.is_struct and value.type.is_packed
    return types.struct([element.type for element in new], is_packed).const_aggregate(new)
