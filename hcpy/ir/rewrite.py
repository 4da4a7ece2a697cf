"""Changes that touch a symbol and all who use it: another address space, another name, more parameters.

Takes symbols of a module; leaves the module with the new ones in their places.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy.ir.builder import Builder
from hcpy.ir.capi import C
from hcpy.ir.enums import POINTER_CASTS, Opcode
from hcpy.ir.functions import Function
from hcpy.ir.instructions import Instruction
from hcpy.ir.module import Module, intrinsic_in
from hcpy.ir.symbols import Variable
from hcpy.ir.types import Type
from hcpy.ir.values import Expression, Value

COPIES = ("llvm.memcpy.", "llvm.memmove.")


# --- functions ---------------------------------------------------------------------------------------
def rename(module: Module, function: Function, name: str) -> Function:
    """Gives a function another name; where the module has one of that name, its callers use that one."""
    present = module.function(name)
    if present == function:
        return function
    if present is None:
        function.name = name  # LLVM sees whether it is an intrinsic from now on
        return function
    function.replace_uses(present)
    function.erase()
    return present


def with_parameters(
    module: Module, function: Function, added: Sequence[tuple[Type, str]], *, ellipsis: bool = True
) -> Function:
    """The function with further parameters at its end, in the place of the old one but for its calls.

    ellipsis: it keeps the one that it has.
    """
    types = module.types
    old = function.value_type
    type_ = types.function(
        old.result, [*old.parameters, *(kind for kind, _ in added)], old.is_variadic and ellipsis
    )
    name = function.name
    function.name = ""
    made = module.define(name, type_, function.linkage)
    copy_description(function, made)
    count = len(function.arguments)
    for index in range(count):
        made.parameter_attributes(index).copy_from(function.parameter_attributes(index))
    made.take_blocks(function)
    for argument, new in zip(function.arguments, made.arguments, strict=False):
        argument_name = argument.name
        argument.name = ""
        new.name = argument_name
        argument.replace_uses(new)
    for new, (_, new_name) in zip(made.arguments[count:], added, strict=True):
        new.name = new_name
    return made


def copy_description(function: Function, to: Function) -> None:
    """Everything but the name, the type, the parameters' attributes and the code."""
    to.visibility = function.visibility
    to.convention = function.convention
    to.section = function.section
    to.align = function.align
    if comdat := C.GetComdat(function.handle):
        C.SetComdat(to.handle, comdat)
    C.SetUnnamedAddress(to.handle, C.GetUnnamedAddress(function.handle))
    if (personality := function.personality) is not None:
        to.personality = personality
        function.personality = None
    to.attributes.copy_from(function.attributes)
    to.result_attributes.copy_from(function.result_attributes)
    if (subprogram := C.GetSubprogram(function.handle)) is not None:
        C.SetSubprogram(function.handle, None)
        C.SetSubprogram(to.handle, subprogram)
    to.copy_attachments(function)


def call_again(call: Instruction, callee: Function, added: Sequence[Value]) -> Instruction:
    """A call like another one, of a function with further parameters; the old call is gone. What an ellipsis
    took is left out where the new function has none."""
    arguments = call.arguments
    if not callee.is_variadic:
        arguments = arguments[: len(callee.arguments) - len(added)]
    with Builder.before(call) as build:
        given = [*arguments, *added]
        if call.opcode is Opcode.INVOKE:
            made = build.invoke(callee, given, (call.successors[0], call.successors[1]))
        else:
            made = build.call(callee, given)
            C.SetTailCallKind(made.handle, C.GetTailCallKind(call.handle))
    made.convention = call.convention
    made.attributes.copy_from(call.attributes)
    made.result_attributes.copy_from(call.result_attributes)
    for index in range(len(arguments)):
        made.argument_attributes(index).copy_from(call.argument_attributes(index))
    made.copy_metadata(call)
    name = call.name
    call.replace(made)
    if name:
        made.name = name
    return made


def replace_by_number(address: Value, number: int) -> None:
    """A function's address, or a cast of it, becomes a number wherever it is used.

    Casts come first: what a pointer is in another address space only the device knows.
    """
    for user in address.users:
        if isinstance(user, Expression) and user.opcode in (*POINTER_CASTS, Opcode.PTRTOINT):
            replace_by_number(user, number)
    type_ = address.type
    with Builder(type_.types.context) as build:
        value = type_.types.i64.const(number)
        opcode = Opcode.INTTOPTR if type_.is_pointer else Opcode.TRUNC
        address.replace_uses(value if value.type == type_ else build.cast(opcode, value, type_))


# --- variables ---------------------------------------------------------------------------------------
def copy_variable(variable: Variable, to: Variable) -> None:
    """Everything but the name, the type and the initial value."""
    to.linkage = variable.linkage
    to.visibility = variable.visibility
    to.is_readonly = variable.is_readonly
    to.is_thread_local = variable.is_thread_local
    to.is_externally_initialized = variable.is_externally_initialized
    to.align = variable.align
    to.section = variable.section
    C.SetUnnamedAddress(to.handle, C.GetUnnamedAddress(variable.handle))
    if comdat := C.GetComdat(variable.handle):
        C.SetComdat(to.handle, comdat)
    to.copy_attachments(variable)


def in_space(module: Module, variable: Variable, space: int) -> Variable:
    """The variable in another address space; the old one is gone. It has no initialiser yet."""
    name = variable.name
    variable.name = ""
    made = module.add_variable(name, variable.value_type, space)
    made.linkage = variable.linkage
    made.align = variable.align
    made.section = variable.section
    replace_pointer(variable, made)
    variable.erase()
    return made


def replace_pointer(old: Value, new: Value) -> None:
    """Makes the users of a constant pointer use one to another address space."""
    for user in old.users:
        if isinstance(user, Expression):
            made = user.rebuild([new if o == old else o for o in user.operands])
            if made.type == user.type:
                user.replace_uses(made)
            else:
                replace_pointer(user, made)
        elif isinstance(user, Instruction):
            replace_operand(user, old, new)
        else:
            raise ValueError(f"a use of '{old.name}' that cannot have another address space: {user}")


def replace_operand(user: Instruction, old: Value, new: Value) -> None:
    """Makes an instruction use a pointer to another address space."""
    opcode = user.opcode
    if opcode is Opcode.ADDRSPACE_CAST:
        if user.type == new.type:
            user.replace(new)
        else:
            user.set_operand(0, new)
    elif user.accesses_memory_by_pointer and user.pointer == old:
        user.pointer = new
    elif old.type == new.type:
        user.replace_operands(old, new)
    elif opcode is Opcode.GEP:
        with Builder.before(user) as build:
            made = build.address(user.source_type, new, user.operands[1:], user.name, user.no_wrap)
        replace_pointer(user, made)
        user.erase()
    elif opcode is Opcode.CALL and user.callee_name.startswith(COPIES):
        move_again(user, [new if argument == old else argument for argument in user.arguments])
    else:
        raise ValueError(f"a use of '{old.name}' that cannot have another address space: {user}")


def move_again(call: Instruction, arguments: list[Value]) -> None:
    """A copy, or a fill, by LLVM's intrinsic between other address spaces; the old call is gone."""
    name = ".".join(call.callee_name.split(".")[:2])
    module = C.GetGlobalParent(call.function.handle)
    overloaded = arguments[:3] if call.callee_name.startswith(COPIES) else arguments[0:3:2]
    callee = intrinsic_in(module, name, [argument.type for argument in overloaded])
    with Builder.before(call) as build:
        made = build.call(callee, arguments)
    for index in range(len(arguments)):
        made.argument_attributes(index).copy_from(call.argument_attributes(index))
    made.copy_metadata(call)
    call.erase()
