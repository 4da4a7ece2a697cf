"""Makes the checks of libstdc++'s debug mode (-D_GLIBCXX_DEBUG) end a kernel as its assertions do.

Takes a Lowering whose module is as clang made it.
What a broken check says is built in a static object, for a text on the host's standard error and abort():
devices have neither. Where that object is asked for, the assertion fails, and nothing follows.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering

_MESSAGE = "_ZN11__gnu_debug16_Error_formatter5_S_atEPKcjS2_"  # (file, line, function)
_FAILS = "_ZSt21__glibcxx_assert_failPKciS0_S0_"  # (file, line, function, condition)


def run(lowering: Lowering) -> None:
    message = lowering.module.function(_MESSAGE)
    if message is None:
        return
    calls = list(message.call_sites)
    for call in calls:
        _fail(lowering.module, call)
    for function in dict.fromkeys(call.function for call in calls):
        ir.run_passes(function, "unreachableblockelim")
    lowering.graph = ir.CallGraph()


def _fail(module: ir.Module, call: ir.Instruction) -> None:
    file, line, function = call.arguments
    given = [file, line, function, function]
    types = module.types
    fails = module.function(_FAILS) or module.declare(
        _FAILS, types.function(types.void, [value.type for value in given]), call.convention
    )
    before = call.block.split_before(call)
    with ir.Builder.at_end(before) as build:
        build.at_location(call.debug_location)
        build.call(fails, given)
        build.unreachable()
