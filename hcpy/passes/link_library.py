"""Copies functions of a library, as text, into a module.

Takes a module with undefined functions and a parsed library; leaves the functions that are needed, and what
they need, internal to the module. LLVM's linker would copy the whole library first and drop most of it again.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable

from hcpy import config
from hcpy.cache import Cache, default_folder
from hcpy.passes.irtext import Function, Global, Module

_GROUP = re.compile(r" #(\d+)")
_METADATA = re.compile(r", ![\w.]+ !\d+| ![\w.]+ !\d+(?= \{$)")
_NAMED_TYPE = re.compile(r"%((?:struct|class|union)\.)")
_FIRST_GROUP = 100000  # attribute group numbers that clang's modules do not reach

Rewrite = Callable[[str], str]


def add_functions(
    module: Module, library: Module, wanted: Iterable[str], rewrite: Rewrite, attributes: str
) -> None:
    """Defines the wanted functions. `rewrite` may change each line; `attributes` go on every function."""
    work = [name for name in wanted if name in library.functions]
    taken: list[Function] = []
    seen: set[str] = set()
    while work:
        name = work.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in library.globals:
            if name not in module.globals:
                module.add(_internal(library.globals[name]))
            continue
        own = _copy(library.functions[name], rewrite)
        present = module.functions.get(name)
        if present is not None and (own.is_declaration or not present.is_declaration):
            continue
        if present is not None:
            module.remove(present)
        inlined = "alwaysinline" in library.attributes(library.functions[name].attribute_group)
        _set_attributes(own, _group(module, f"{attributes} alwaysinline" if inlined else attributes))
        module.add(own)
        taken.append(own)
        work += [n for n in own.references() if n in library.functions or n in library.globals]
    _add_types(module, library, "\n".join(function.text() for function in taken))


def _internal(variable: Global) -> Global:
    variable.linkage = "internal"
    return variable


def _copy(part: Function, rewrite: Rewrite) -> Function:
    """A function that fits into any module: nothing in it refers to its own module's numbers."""

    def plain(line: str) -> str:
        return _NAMED_TYPE.sub(r"%library.\1", _METADATA.sub("", _GROUP.sub("", rewrite(line))))

    return Function(part.name, plain(part.header), [plain(line) for line in part.body])


def _group(module: Module, attributes: str) -> int:
    """The number of the attribute group with this text, added where it is missing."""
    number = _FIRST_GROUP
    while (text := module.attributes(number)) and text != f"{{ {attributes} }}":
        number += 1
    if not text:
        module.add(f"attributes #{number} = {{ {attributes} }}")
    return number


def _set_attributes(function: Function, group: int) -> None:
    if function.is_declaration:
        return
    function.header = function.header.removesuffix("{") + f"#{group} {{"
    function.set_linkage("internal")


def _add_types(module: Module, library: Module, text: str) -> None:
    """Named types of the library that the copied text uses; they must stand before their first use."""
    first = next(i for i, item in enumerate(module.items) if not isinstance(item, str))
    for name, definition in library.types.items():
        own = _NAMED_TYPE.sub(r"%library.\1", name)
        if own not in module.types and own in text:
            module.types[own] = _NAMED_TYPE.sub(r"%library.\1", definition)
            module.items.insert(first, f"{own} = type {module.types[own]}")


def cached_text(name: str, make: Callable[[], str]) -> str:
    """A library's text from the user's cache, made where it is not there; the driver tells of faults."""
    if config.NO_CACHE.get():
        return make()
    with contextlib.closing(Cache(default_folder())) as store:
        kept = store.get(name)
        if kept is not None:
            return kept.decode()
        text = make()
        store.put(name, text.encode())
    return text
