"""Places constants with initial values in OpenCL's constant memory, where they are only read in place.

Takes a Lowering whose module is optimised for SPIR-V and has no constant expressions. clang and LLVM (which
makes tables of a `switch`) leave them in global memory. Variables of a program there are an extra of a device
(__opencl_c_program_scope_global_variables), and not all that have them take an initial value: Mesa's rusticl
refuses the module. Constant memory is what OpenCL C has for tables, on all devices. One whose address is
stored, chosen or handed on stays, since generic pointers lead to no constant memory.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.ir.rewrite import COPIES, in_space
from hcpy.passes.lowering import Lowering

_GLOBAL_SPACE, _CONSTANT_SPACE = 1, 2


def run(lowering: Lowering) -> None:
    module = lowering.module
    for variable in list(module.variables):
        if _is_table(variable) and variable.name not in lowering.exported:
            _place(module, variable)


def _is_table(variable: ir.Variable) -> bool:
    initial = variable.initializer
    return (
        variable.address_space == _GLOBAL_SPACE
        and variable.is_readonly
        and initial is not None
        and not any(ir.symbols_in(initial))
        and bool(ir.instructions_using(variable))  # LLVM's back end casts what nobody uses, and fails
        and _is_read(variable)
    )


def _is_read(pointer: ir.Value) -> bool:
    """Is it only loaded from, and the source of copies?"""
    for user in pointer.users:
        if not isinstance(user, ir.Instruction):
            if ir.instructions_using(user):
                return False
            continue  # a constant that nobody uses any more
        if user.opcode is Opcode.GEP:
            if not _is_read(user):
                return False
        elif not (_is_plain_load(user) or _is_copy_from(user, pointer)):
            return False
    return True


def _is_plain_load(user: ir.Instruction) -> bool:
    return user.opcode is Opcode.LOAD and user.ordering is ir.Ordering.NOT_ATOMIC


def _is_copy_from(user: ir.Instruction, pointer: ir.Value) -> bool:
    return (
        user.is_call
        and user.callee_name.startswith(COPIES)
        and user.arguments[1] == pointer
        and user.arguments[0] != pointer
    )


def _place(module: ir.Module, variable: ir.Variable) -> None:
    initial = variable.initializer
    made = in_space(module, variable, _CONSTANT_SPACE)
    made.initializer = initial
    made.is_readonly = True
