"""Makes what ends a program, as abort(), fail the launch on devices that can't end a work-item.

Takes a Lowering of a target of SPIR-V, which has no trap: the code behind one would be undefined. A call
writes a record of the kind that makes the wait for the launch throw (runtime/device/print_buffer.hpp). The
function that called it returns 0, or its object's address, as do those that call this one where it was said
never to return.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering
from hcpy.passes.map_printf import print_function

_ASSERTION = "_ZSt21__glibcxx_assert_failPKciS0_S0_"
_TEXTS = {
    "abort": "abort: a kernel asked for its end\n",
    "llvm.trap": "a trap in a kernel asked for its end\n",
    _ASSERTION: "a kernel broke an assertion of the C++ library\n",
}
_ABORT = 2  # print_buffer.hpp's kind
_GENERIC, _CONSTANTS = 4, 1  # address spaces
_NEVER_RETURNS = "noreturn"


def run(lowering: Lowering) -> None:
    module = lowering.module
    ends = [f for name in _TEXTS if (f := module.function(name)) is not None and f.call_sites]
    if not ends:
        return
    for function in ends:
        text = _text(module, _TEXTS[function.name])
        for call in function.call_sites:
            _report(module, call, text)
            _return_after(call)
            call.erase()
    for function in module.definitions:
        if _NEVER_RETURNS in function.attributes:
            function.attributes.remove(_NEVER_RETURNS)
            for call in function.call_sites:
                call.attributes.remove(_NEVER_RETURNS)
                _return_after(call)


def _text(module: ir.Module, text: str) -> ir.Variable:
    letters = module.types.text(text.encode())
    variable = module.add_variable("hcrt.end", letters.type, _CONSTANTS, letters)
    variable.is_readonly = True
    variable.linkage = ir.Linkage.INTERNAL
    return variable


def _report(module: ir.Module, call: ir.Instruction, text: ir.Variable) -> None:
    function, ring = print_function(module, _GENERIC, ir.CallingConvention.SPIR_FUNCTION)
    types = module.types
    pointer = types.pointer(_GENERIC)
    with ir.Builder.before(call) as build:
        loaded = build.load(pointer, ring, align=8)
        given = [loaded, types.i32.const(_ABORT), build.space_cast(text, _GENERIC)]
        given += [types.i32.null(), pointer.null()]
        if call.opcode is ir.Opcode.INVOKE:  # what has destructors to run calls an assertion so
            build.invoke(function, given, (call.successors[0], call.successors[1]))
        else:
            build.call(function, given)


def _return_after(call: ir.Instruction) -> None:
    """Where nothing is thought to follow a call, its function returns."""
    block = call.successors[0] if call.opcode is ir.Opcode.INVOKE else call.block
    end = block.terminator
    if end.opcode is not ir.Opcode.UNREACHABLE:
        return
    with ir.Builder.before(end) as build:
        build.ret(_result(block.function))
    end.erase()


def _result(function: ir.Function) -> ir.Value | None:
    """A member that gives an element's address, as those that check an index do, gives its object's."""
    if function.result.is_void:
        return None
    same = (argument for argument in function.arguments if argument.type == function.result)
    null = function.result.null()
    return next(same, null) if function.result.is_pointer else null
