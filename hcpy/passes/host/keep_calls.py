"""Host target: functions that kernels call, where the code of all of them would be too much.

Takes a prepared module, whose functions are to be inlined; leaves some out. Functions that call others
several times, which do so in turn, grow with each step: five steps of eight calls are 32,768 copies. What
waits at a barrier, asks for its place in the launch or uses tile_static memory is inlined in any case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from hcpy import ir
from hcpy.core.dataclass import dataclass, field
from hcpy.passes.host.cfg import post_order

_MOST = 10_000  # blocks of a kernel, as clang makes them: LLVM takes half a minute for them


@dataclass
class _Calls:
    """own: the blocks of each function; calls: how often each calls those that are inlined; order: those
    that are called before their callers; callers of a cycle come as they are met."""

    own: dict[ir.Function, int] = field(default_factory=dict)
    calls: dict[ir.Function, Counter[ir.Function]] = field(default_factory=dict)
    order: list[ir.Function] = field(default_factory=list)

    def sizes(self, kept: Collection[ir.Function]) -> dict[ir.Function, int]:
        """Of each with all that is inlined into it."""
        sizes: dict[ir.Function, int] = {}
        for function in self.order:
            inlined = (
                count * sizes[callee]
                for callee, count in self.calls[function].items()
                if callee in sizes and callee not in kept
            )
            sizes[function] = self.own[function] + sum(inlined)
        return sizes

    def copies(self, kernel: ir.Function, kept: Collection[ir.Function]) -> Counter[ir.Function]:
        """How often each is in a kernel."""
        copies = Counter({kernel: 1})
        for function in reversed(self.order):
            if copies[function]:
                for callee, count in self.calls[function].items():
                    if callee not in kept and callee != function:
                        copies[callee] += copies[function] * count
        return copies


def keep_calls(module: ir.Module, needs_context: Callable[[str], object], most: int = _MOST) -> None:
    """needs_context: may a function that names this symbol only be inlined?"""
    calls = _calls_of(module)
    kernels = [f for f in calls.own if not f.is_local]
    kept: set[ir.Function] = set()
    able: set[ir.Function] | None = None
    while kernels:
        sizes = calls.sizes(kept)
        largest = max(kernels, key=sizes.__getitem__)
        if sizes[largest] <= most:
            break
        if able is None:  # few kernels are so large
            able = {f for f in calls.own if f.is_local} - _with_context(module, needs_context)
        copies = calls.copies(largest, kept)
        saved = {f: (copies[f] - 1) * sizes[f] for f in calls.order if f in able}
        best = max(saved, key=saved.__getitem__, default=largest)
        if saved.get(best, 0) <= 0:
            break
        able.remove(best)
        kept.add(best)
    for function in kept:
        function.attributes.remove("alwaysinline")
        function.attributes.add("noinline")


def _calls_of(module: ir.Module) -> _Calls:
    found = _Calls()
    for function in module.definitions:
        found.own[function] = function.block_count
        found.calls[function] = Counter()
    for function in found.own:
        for call in function.call_sites:
            found.calls[call.function][function] += 1
    seen: set[ir.Function] = set()
    for function in found.own:
        if function not in seen:
            found.order += post_order(found.calls, function, seen)
    return found


def _with_context(module: ir.Module, needs_context: Callable[[str], object]) -> set[ir.Function]:
    """Functions that need it, and all that call them."""
    asking = [f for f in module.definitions if any(needs_context(symbol.name) for symbol in ir.named_by(f))]
    return {*asking, *ir.callers(asking)}
