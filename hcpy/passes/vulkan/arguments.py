"""Makes the function object, and dynamic group memory, what a kernel of Vulkan finds them by.

Takes a Lowering whose module is optimised. Each entry gets its own copy of the function object from a
constant of the name ARGUMENTS, whose address the launch gives; LLVM's passes then read the constant itself
where nobody writes the copy. All calls are inlined: kernels of Vulkan have no stack.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.find_kernels import byval_type
from hcpy.passes.lowering import Lowering

ARGUMENTS = "__hcrt_vulkan_arguments"
_GLOBAL = 1
_MOST_BYTES = 1 << 20  # more than any function object has: LLVM takes no access for one past its end
_INLINED = "always-inline"
# No pass here may make control flow that is hard to structure, or integers of odd widths.
_CLEANED = "function(sroa<modify-cfg>,early-cse<memssa>,instcombine,simplifycfg,dce)"


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
        copy = build.alloca(type_, "hcrt.arguments", align)
        size = module.types.i64.const(module.layout.size(type_))
        types = [copy.type, constant.type, size.type]
        copied = module.intrinsic("llvm.memcpy", types)
        made = build.call(copied, [copy, constant, size, module.types.i1.const(0)])
        made.argument_attributes(0).add("align", align)
        made.argument_attributes(1).add("align", align)
    parameter.replace_uses(copy)
