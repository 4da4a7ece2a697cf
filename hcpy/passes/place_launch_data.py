"""Gives kernels of OpenCL what the runtime knows of their launch and the device does not.

Takes a Lowering whose module is optimised for SPIR-V. Entries that need it, and what they call, get a last
argument: an hcrt_opencl_launch. It has the address of the module's variables, since OpenCL's own
(__opencl_c_program_scope_global_variables) are an extra of a device and can be reached from outside with an
extension of Intel's alone. And it says which part of a launch this is, since without non-uniform work-groups
tiles that are smaller at the edge are separate launches. Run it last: addresses are computed where they are
used, and live across no barrier.
"""

from __future__ import annotations

from collections.abc import Iterable

from hcpy import ir
from hcpy.core.records import OPENCL_LAUNCH, OPENCL_LAUNCH_OFFSETS
from hcpy.ir.rewrite import call_again, with_parameters
from hcpy.passes.find_kernels import is_entry
from hcpy.passes.lowering import Lowering

_NAME = "hcrt.launch"
_GLOBAL_SPACE = 1
_ALIGN = 8
_VARIABLE_ALIGN = 16
_FIRST_GROUP = "_Z12get_group_idj"  # counts from 0 in each part
_WHOLE = {"_Z14get_num_groupsj": "num_groups", "_Z15get_global_sizej": "global_size"}


def run(lowering: Lowering) -> None:
    module = lowering.module
    variables = [v for name in lowering.exported if (v := module.variable(name)) is not None]
    lowering.placed = _lay_out(module, variables)
    calls = [call for name in (_FIRST_GROUP, *_WHOLE) for call in _calls_of(module, name)]
    used = [user for variable in variables for user in ir.instructions_using(variable)]
    launches = _add_argument(module, _reaching(i.function for i in (*calls, *used)))
    for call in calls:
        _add_whole(call, launches[call.function])
    for variable in variables:
        for user in ir.instructions_using(variable):
            _use_placed(user, variable, launches, lowering.placed[variable.name])
        variable.replace_uses(variable.type.poison())  # constants that nobody uses any more
        variable.erase()


def _lay_out(module: ir.Module, variables: Iterable[ir.Variable]) -> dict[str, int]:
    """The offset of each."""
    end, offsets = 0, {}
    for variable in variables:
        align = max(variable.align, _VARIABLE_ALIGN)
        offsets[variable.name] = end = -(-end // align) * align
        end += module.layout.size(variable.value_type)
    return offsets


def _calls_of(module: ir.Module, name: str) -> list[ir.Instruction]:
    function = module.function(name)
    return function.call_sites if function is not None else []


def _reaching(functions: Iterable[ir.Function]) -> dict[ir.Function, None]:
    """These, and all that call them."""
    roots = dict.fromkeys(functions)
    return roots | ir.callers(roots)


def _add_argument(module: ir.Module, users: Iterable[ir.Function]) -> dict[ir.Function, ir.Value]:
    """The new functions' arguments."""
    types = module.types
    calls = {function: function.call_sites for function in users}
    record = types.struct([types.i64] * (OPENCL_LAUNCH.size // 8))  # Intel takes no array
    made = {old: with_parameters(module, old, [(types.pointer(), _NAME)]) for old in calls}
    for old, new in made.items():
        for call in calls[old]:
            call_again(call, new, [call.function.arguments[-1]])
        old.replace_uses(new)
        old.erase()
        if is_entry(new):
            attributes = new.parameter_attributes(len(new.arguments) - 1)
            attributes.add_type("byval", record)
            attributes.add("align", _ALIGN)
    return {new: new.arguments[-1] for new in made.values()}


def _add_whole(call: ir.Instruction, launch: ir.Value) -> None:
    """What a part of a launch says, as the launch's."""
    name = call.callee_name
    following = call.following
    assert following is not None
    with ir.Builder.before(following) as build:
        types = build.types
        offset = OPENCL_LAUNCH_OFFSETS["first_group" if name == _FIRST_GROUP else _WHOLE[name]]
        dimension = call.arguments[0]
        if isinstance(dimension, ir.Integer):
            at = build.offset(launch, offset + 4 * dimension.value)
        else:
            scaled = build.mul(build.cast(ir.Opcode.ZEXT, dimension, types.i64), types.i64.const(4))
            at = build.offset(build.offset(launch, offset), scaled)
        given = build.cast(ir.Opcode.ZEXT, build.load(types.i32, at, align=4), call.type)
        own = build.freeze(call)
        assert isinstance(own, ir.Instruction)
        if name == _FIRST_GROUP:
            whole = build.add(own, given)
        else:
            whole = build.select(build.compare(ir.IntPredicate.EQ, given, call.type.null()), own, given)
    call.replace_uses(whole)
    own.replace(call)


def _use_placed(
    user: ir.Instruction, variable: ir.Variable, launches: dict[ir.Function, ir.Value], offset: int
) -> None:
    """Computes the variable's address before its user; for a phi where the edge begins."""
    is_phi = user.opcode is ir.Opcode.PHI
    blocks = [block for _, block in user.incoming] if is_phi else []
    made: dict[ir.Instruction, ir.Value] = {}
    for number, operand in enumerate(user.operands):
        if operand != variable:
            continue
        place = blocks[number].terminator if is_phi else user
        if place not in made:
            with ir.Builder.before(place) as build:
                pointer = build.types.pointer(_GLOBAL_SPACE)
                at = build.offset(launches[user.function], OPENCL_LAUNCH_OFFSETS["variables"])
                block = build.load(pointer, at, align=_ALIGN)
                made[place] = build.offset(block, offset)
        user.set_operand(number, made[place])
