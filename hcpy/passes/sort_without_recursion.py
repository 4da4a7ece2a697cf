"""Makes std::sort and std::stable_sort functions that do not call themselves.

Takes a Lowering whose module is as clang made it. libstdc++'s introsort calls itself for the upper part of
what it divides, and falls back to a heap sort where it has divided too often. Here it sorts the upper part by
that fall-back at once: SPIR-V has no recursion, and CUDA's stack is short. Up to 16 elements nothing is
divided, and nothing differs. std::stable_sort finds no memory for a buffer, and then sorts in place: here by
insertion, which is stable.
The host has a stack, but what cannot be inlined has no work-item there: its sorts are made so where the order
uses tile_static memory.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.passes.lowering import Lowering

_SORT, _FALL_BACK = "_ZSt16__introsort_loopI", "_ZSt14__partial_sortI"
_STABLE_SORT, _INSERTION = "_ZSt21__inplace_stable_sortI", "_ZSt16__insertion_sortI"
_MERGE = "_ZSt22__merge_without_bufferI"
_GET_BUFFER = "_ZSt20get_temporary_bufferI"
_RETURN_BUFFER = ("_ZSt23return_temporary_bufferI", "_ZNSt8__detail25__return_temporary_bufferI")
_WITH_ANY_BUFFER = "_ZSt13__stable_sortI"
_WITH_BUFFER = ("_ZSt22__stable_sort_adaptiveI", "_ZSt29__stable_sort_adaptive_resizeI")
_NEW, _DELETE = "_Znwm", "_ZdlP"
_SORTS = (_SORT, _STABLE_SORT, _WITH_ANY_BUFFER)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        _end(function)


def run_where(module: ir.Module, is_meant: Callable[[str], object]) -> None:
    """Only sorts that reach a symbol of which `is_meant` is true, with all that they call."""
    for function in module.definitions:
        if not function.name.startswith(_SORTS):
            continue
        known = ir.reached([function])
        if any(is_meant(symbol.name) for symbol in known):
            for part in known:
                if isinstance(part, ir.Function) and not part.is_declaration:
                    _end(part)


def _end(function: ir.Function) -> None:
    if function.name.startswith(_SORT):
        _end_recursion(function)
    elif function.name.startswith(_STABLE_SORT):
        _sort_by_insertion(function)
    elif function.name.startswith(_WITH_ANY_BUFFER):
        _erase_calls(function, _WITH_BUFFER)
    elif function.name.startswith((_GET_BUFFER, *_RETURN_BUFFER)):
        _have_no_memory(function)


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


def _sort_by_insertion(function: ir.Function) -> None:
    """The calls for both halves become one for the whole, and nothing is left to merge."""
    calls = list(function.calls())
    halves = [call for call in calls if call.callee == function]
    insertion = next((c.callee for c in calls if c.callee_name.startswith(_INSERTION)), None)
    if insertion is None or len(halves) != 2:
        return
    first, _, *_ = halves[0].arguments
    _, last, *order = halves[1].arguments
    with ir.Builder.before(halves[1]) as build:
        build.at_location(halves[1].debug_location)
        made = build.call(insertion, [first, last, *order])
    for index in range(len(made.arguments)):
        given = halves[0 if index == 0 else 1].argument_attributes(index)
        made.argument_attributes(index).copy_from(given)
    for call in halves:
        call.erase()
    _erase_calls(function, _MERGE)


def _erase_calls(function: ir.Function, names: str | tuple[str, ...]) -> None:
    for call in list(function.calls()):
        if call.callee_name.startswith(names):
            call.erase()


def _have_no_memory(function: ir.Function) -> None:
    for call in list(function.calls()):
        if call.callee_name.startswith(_NEW):
            call.replace(call.type.null())
    _erase_calls(function, _DELETE)
