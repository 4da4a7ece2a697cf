"""Makes std::sort a function that does not call itself.

Takes a Lowering whose module is as clang made it. libstdc++'s introsort calls itself for the upper part of
what it divides, and falls back to a heap sort where it has divided too often. Here it sorts the upper part by
that fall-back at once: SPIR-V has no recursion, and CUDA's stack is short. Up to 16 elements nothing is
divided, and nothing differs.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering

_SORT, _FALL_BACK = "_ZSt16__introsort_loopI", "_ZSt14__partial_sortI"


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        if function.name.startswith(_SORT):
            _end_recursion(function)


def _end_recursion(function: ir.Function) -> None:
    calls = list(function.calls())
    fall_back = next((c.callee for c in calls if c.callee_name.startswith(_FALL_BACK)), None)
    if fall_back is None:
        return
    for call in calls:
        if call.callee != function:
            continue
        # (first, last, limit, order), and (first, middle, last, order)
        first, last, _, *order = call.arguments
        with ir.Builder.before(call) as build:
            build.at_location(call.debug_location)
            made = build.call(fall_back, [first, last, last, *order])
        for index in range(len(call.arguments)):
            given = call.argument_attributes(1 if index == 2 else index)
            made.argument_attributes(index).copy_from(given)
        call.erase()
