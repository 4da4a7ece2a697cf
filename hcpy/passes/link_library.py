"""Links functions of a library of bitcode into a module.

Takes a module with undefined functions and the library's bitcode; leaves the functions that are needed, and
what they need, internal to the module. Of the library only these are read.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection

from hcpy import ir
from hcpy.cache.store import Cache, default_folder
from hcpy.core import config


def link_functions(module: ir.Module, bitcode: bytes, wanted: Collection[str]) -> list[ir.Function]:
    """Defines the wanted functions; gives all that came in, without the library's attributes."""
    own = {function.name: function for function in module.definitions}
    library = ir.Module.parse_lazily(bitcode, "library", module.owner)
    library.triple, library.data_layout = module.triple, module.data_layout
    for symbol in (*library.functions, *library.variables):
        if symbol.name not in wanted and not symbol.is_declaration:
            symbol.linkage = ir.Linkage.INTERNAL
    # LLVM links what the library calls to none of the module's internal functions.
    called = [own[f.name] for f in library.functions if f.is_declaration and f.name in own]
    for function in called:
        function.linkage = ir.Linkage.EXTERNAL
    variables = set(module.variables)
    module.link(library)
    taken = [function for function in module.definitions if function.name not in own]
    for function in taken:
        _plain(function)
    for function in (*taken, *called):
        function.linkage = ir.Linkage.INTERNAL
    for variable in module.variables:
        if variable not in variables and not variable.is_declaration:
            variable.linkage = ir.Linkage.INTERNAL
    return taken


def _plain(function: ir.Function) -> None:
    """Takes off what the library was compiled for: the target machine's processor and features count."""
    is_inlined = "alwaysinline" in function.attributes
    function.attributes.clear()
    function.attributes.add("nounwind")
    if is_inlined:
        function.attributes.add("alwaysinline")
    for call in function.calls():
        call.attributes.clear()


def cached_bitcode(name: str, make: Callable[[], bytes]) -> bytes:
    """A library from the user's cache, made where it is not there; the driver reports faults."""
    if config.NO_CACHE.get():
        return make()
    with contextlib.closing(Cache(default_folder())) as store:
        kept = store.get(name)
        if kept is None:
            kept = make()
            store.put(name, kept)
        return bytes(kept)
