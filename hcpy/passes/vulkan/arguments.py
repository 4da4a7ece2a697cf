"""Makes the function object, and dynamic group memory, what a kernel of Vulkan finds them by.

Takes a Lowering whose module is optimised. Each entry gets its own copy of the function object from a
constant of the name ARGUMENTS, whose address the launch gives; LLVM's passes then read the constant itself
where nobody writes the copy. All calls are inlined: kernels of Vulkan have no stack.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes import qualify_pointers
from hcpy.passes.find_kernels import byval_type
from hcpy.passes.lowering import Lowering

ARGUMENTS = "__hcrt_vulkan_arguments"
_COPY = "hcrt.arguments"
_GLOBAL = 1
_MOST_BYTES = 1 << 20  # more than any function object has: LLVM takes no access for one past its end
_INLINED = "always-inline"
# No pass here may make control flow that is hard to structure, or integers of odd widths.
_CLEANED = "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,dce)"


def inline_all(lowering: Lowering) -> None:
    """Leaves the entries alone."""
    module = lowering.module
    entries = set(lowering.kernels)
    for function in module.definitions:
        if function not in entries:
            function.linkage = ir.Linkage.INTERNAL
            function.attributes.remove("noinline")
            function.attributes.remove("optnone")
            function.attributes.add("alwaysinline")
        for call in function.calls():
            call.attributes.remove("noinline")
    ir.run_passes(module, f"{_INLINED},globaldce")


def run(lowering: Lowering) -> None:
    for function in lowering.kernels:
        _place(lowering.module, function)
    inline_all(lowering)
    ir.run_passes(lowering.module, _CLEANED)
    constant = lowering.module.variable(ARGUMENTS)
    if constant is None:
        return
    for function in lowering.kernels:
        for alloca in list(function.instructions_of(ir.Opcode.ALLOCA)):
            if alloca.name == _COPY:
                read_in_place(alloca, constant)


def qualify(lowering: Lowering) -> None:
    """qualify_pointers for the form that `run` leaves: the kernels alone, and the constant in the place of
    their parameter."""
    constant = lowering.module.variable(ARGUMENTS)
    for function in lowering.kernels:
        qualify_pointers.qualify(function, set() if constant is None else {constant})


def read_in_place(copy: ir.Instruction, constant: ir.Variable) -> None:
    """A copy of the constant that is read alone goes: LLVM leaves one of which an element is chosen."""
    found: list[ir.Instruction] = []
    filled: list[ir.Instruction] = []
    todo: list[ir.Value] = [copy]
    for value in todo:
        for use in value.uses:
            user = use.user
            assert isinstance(user, ir.Instruction)
            if user.opcode in (ir.Opcode.GEP, ir.Opcode.ADDRSPACE_CAST) and use.index == 0:
                found.append(user)
                todo.append(user)
            elif user.opcode is ir.Opcode.CALL and value is copy and _fills(user, copy, constant):
                filled.append(user)
            elif user.opcode is not ir.Opcode.LOAD or user.ordering is not ir.Ordering.NOT_ATOMIC:
                return
    if len(filled) == 1:
        _move(copy, constant, found)
        filled[0].erase()
        copy.erase()


def _fills(call: ir.Instruction, copy: ir.Value, constant: ir.Value) -> bool:
    return call.callee_name.startswith("llvm.memcpy.") and list(call.arguments[:2]) == [copy, constant]


def _move(copy: ir.Value, constant: ir.Value, addresses: list[ir.Instruction]) -> None:
    """Addresses, each after what it is made of, and the loads from them."""
    moved: dict[ir.Value, ir.Value] = {copy: constant}
    for address in addresses:
        base = moved[address.operand(0)]
        if address.opcode is ir.Opcode.ADDRSPACE_CAST:
            moved[address] = base  # where it leads is known
            continue
        with ir.Builder.before(address) as build:
            build.at_location(address.debug_location)
            moved[address] = build.address(address.source_type, base, address.operands[1:])
    for old, new in moved.items():
        for user in old.users:
            if isinstance(user, ir.Instruction) and user.opcode is ir.Opcode.LOAD:
                user.set_operand(0, new)
    for address in reversed(addresses):
        address.erase()


def _place(module: ir.Module, function: ir.Function) -> None:
    parameter = function.arguments[0] if function.arguments else None
    if parameter is None or not parameter.is_used:
        return
    type_ = byval_type(function)
    first = function.entry.first_after_phis
    constant = module.variable(ARGUMENTS)
    if constant is None:
        constant = module.add_variable(ARGUMENTS, module.types.i8.array(_MOST_BYTES), _GLOBAL)
        constant.is_readonly = True
        constant.align = 16
    with ir.Builder.before(first) as build:
        if type_ is None:  # a large one comes by its address in any case
            parameter.replace_uses(constant.in_space(parameter.type.address_space))
            return
        align = max(module.layout.align(type_), 8)
        copy = build.alloca(type_, _COPY, align)
        size = module.types.i64.const(module.layout.size(type_))
        types = [copy.type, constant.type, size.type]
        copied = module.intrinsic("llvm.memcpy", types)
        made = build.call(copied, [copy, constant, size, module.types.i1.const(0)])
        made.argument_attributes(0).add("align", align)
        made.argument_attributes(1).add("align", align)
    parameter.replace_uses(copy)
